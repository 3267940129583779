"""DWZ 4.7.2 and 4.7.4; 2026: 3.6.2: the value of one result, and of all newcomers jointly."""

from collections.abc import Callable, Mapping, Sequence
from math import fsum

import attrs

from projections.rulebooks.dwz import dwz, dwz_2026
from projections.rulebooks.dwz.chapters import Iteration, Score
from projections.rulebooks.dwz.p4_05_expectation import CURVES, difference, sum_of_expectations
from projections.rulebooks.dwz.readings import Expectancy
from projections.rulebooks.figures import whole, whole_half_away

# --- 1995, 4.7.2: the value of a result, whatever the player's own rating was --------------------

EXTREME = 677


@dwz("4.7.2.1.1")
def start_value_1995(opponents: Sequence[int], W: float, expectancy: Expectancy) -> int:
    """First approximation: Rc + D(W/n), each rounded; Rc ± 677 for every point or none."""
    n = len(opponents)
    if is_extreme(W, n):
        return whole(extreme_value(opponents, W))
    return whole(mean(opponents)) + whole_half_away(difference(W / n, expectancy))


@dwz.within("4.7.2.1.2")
def is_extreme(W: float, n: int) -> bool:
    """0 % or 100 % of the points do not show how strong a player is."""
    return W in {0, n}


@dwz.within("4.7.2.1.2")
def extreme_value(opponents: Sequence[float], W: float) -> float:
    """Rc − 677 for no point at all, Rc + 677 for every point."""
    return mean(opponents) + (EXTREME if W else -EXTREME)


@dwz.within("4.7.2.1.3")
def improved_value(R: int, opponents: Sequence[float], W: float, expectancy: Expectancy) -> int:
    """R + D, a whole step (R6); for an extreme result its value against the current Rc."""
    if is_extreme(W, len(opponents)):
        return whole(extreme_value(opponents, W))
    return R + whole_half_away(correction(R, opponents, W, expectancy))


@dwz.within("4.7.2.1.3")
def correction(R: float, opponents: Sequence[float], W: float, expectancy: Expectancy) -> float:
    """D of the average (W − We)/n + 0.5, by which R misses the points scored."""
    We = sum_of_expectations(R, opponents, expectancy)
    return difference((W - We) / len(opponents) + 0.5, expectancy)


@dwz.within("4.2")
def mean(opponents: Sequence[float]) -> float:
    """Rc, the mean of the opponents' ratings."""
    return fsum(opponents) / len(opponents)


# --- 1995, 4.7.4: the values at which W = We for all, where whole steps find none ----------------
# The corrections of the passes without rounding, one player after the other, come near a root and
# often reach it.  From there Newton's method goes on, every step shortened until it brings W and
# We nearer: a root is found in a few steps however flat the curve is about it, and where there is
# none the steps run into the flat ends of the curve and stop.

Values = Mapping[str, float]
Scores = Mapping[str, Score]
Rows = dict[str, dict[str, float]]
Slope = Callable[[float], float]

SWEEPS = 10
STEPS = 100
HALVINGS = 20
LONGEST = 400.0
STILL = 1e-9
CLOSE = 1e-6
DECIMALS = 6
FLAT = 1e-12


@dwz.within("4.7.4")
def joint_root(values: Values, scores: Scores, expectancy: Expectancy) -> dict[str, int] | None:
    """The values at which W = We for all at once, rounded; None if there are none."""
    slope = CURVES[expectancy].slope
    # A printed table is a step function, so Newton's method has no slope to follow.
    values, still = _swept(values, scores, expectancy, SWEEPS if slope else 100 * SWEEPS)
    if not still:
        root = None if slope is None else _by_newton(values, scores, expectancy, slope)
        if root is None:
            return None
        values = root
    return {player: whole(round(value, DECIMALS)) for player, value in values.items()}


def _swept(
    values: Values, scores: Scores, expectancy: Expectancy, most: int
) -> tuple[Values, bool]:
    """Return the values after ``most`` sweeps of corrections, and True if they have converged."""
    roots = dict(values)
    for _ in range(most):
        before = dict(roots)
        for player in sorted(scores):
            score = scores[player]
            opponents = score.exact_opponents(roots)
            if is_extreme(score.W, score.n):
                roots[player] = extreme_value(opponents, score.W)
            else:
                roots[player] += correction(roots[player], opponents, score.W, expectancy)
        if all(abs(roots[player] - before[player]) < STILL for player in roots):
            return roots, True
    return roots, False


# --- Newton's method -------------------------------------------------------------------------


def _by_newton(
    values: Values, scores: Scores, expectancy: Expectancy, slope: Slope
) -> Values | None:
    missing = _missing(values, scores, expectancy, slope)
    for _ in range(STEPS):
        step = _solution(_slopes(values, scores, slope), missing)
        if step is None:
            return None
        longest = max(map(abs, step.values()))
        if longest < CLOSE:
            return _moved(values, step, 1.0)
        nearer = _nearer(
            values,
            _moved(dict.fromkeys(step, 0.0), step, min(1.0, LONGEST / longest)),
            missing,
            lambda R: _missing(R, scores, expectancy, slope),
        )
        if nearer is None:
            return None
        values, missing = nearer
    return None


def _nearer(
    values: Values, step: Values, missing: Values, missing_at: Callable[[Values], Values]
) -> tuple[Values, Values] | None:
    """Return the values after the part of the step that helps, and the remaining errors there."""
    before, length = _size(missing), 1.0
    for _ in range(HALVINGS):
        moved = _moved(values, step, length)
        left = missing_at(moved)
        if _size(left) <= (1 - length / 10_000) * before:
            return moved, left
        length /= 2
    return None


def _moved(values: Values, step: Values, length: float) -> Values:
    return {player: value + length * step[player] for player, value in values.items()}


def _size(missing: Values) -> float:
    return fsum(points * points for points in missing.values())


def _missing(values: Values, scores: Scores, expectancy: Expectancy, slope: Slope) -> Values:
    """W − We of everyone; for an extreme result the error of its value, scaled to points."""
    found = {}
    for player, score in scores.items():
        R, opponents = values[player], score.exact_opponents(values)
        if is_extreme(score.W, score.n):
            found[player] = (extreme_value(opponents, score.W) - R) * score.n * slope(0)
        else:
            found[player] = score.W - sum_of_expectations(R, opponents, expectancy)
    return found


def _slopes(values: Values, scores: Scores, slope: Slope) -> Rows:
    """Return the rate at which each player's error falls as each value rises."""
    rows: Rows = {}
    for player, score in scores.items():
        R, extreme = values[player], is_extreme(score.W, score.n)
        opponents = score.exact_opponents(values)
        rising = [slope(0 if extreme else R - opponent) for opponent in opponents]
        row = rows[player] = {player: fsum(rising)}
        for opponent, rises in score.shares_in_iteration(rising):
            row[opponent] = row.get(opponent, 0.0) - rises
    return rows


def _solution(rows: Rows, missing: Values) -> Values | None:
    """Return the step that would remove the errors; None if the curve is flat.

    No pivoting is needed: each player's own slope outweighs those that he shares with others.
    """
    left, found = dict(missing), dict.fromkeys(rows, 0.0)
    order = sorted(rows, key=lambda player: len(rows[player]))
    own = {player: rows[player][player] for player in order}
    for place, player in enumerate(order):
        row = rows[player]
        if row[player] <= FLAT * max(own[player], FLAT):
            return None
        for later in order[place + 1 :]:
            share = rows[later].pop(player, 0.0) / row[player]
            if share:
                left[later] -= share * left[player]
                for other, rises in row.items():
                    if other != player:
                        rows[later][other] = rows[later].get(other, 0.0) - share * rises
    for player in reversed(order):
        row = rows[player]
        known = fsum(rises * found[other] for other, rises in row.items() if other != player)
        found[player] = (left[player] - known) / row[player]
    return found


# --- 1995, 4.7.4: the overall iteration, all first ratings of a tournament at once ---------------

PASSES = 100
FURTHER_PASSES = 1000


@dwz.within("4.7.4")
def overall_iteration_1995(
    start: Mapping[str, int], scores: Mapping[str, Score], expectancy: Expectancy
) -> Iteration:
    """All first ratings improved together until the units stay the same."""
    passes = passes_from(start, scores, expectancy, PASSES)
    if len(passes) <= PASSES:
        return Iteration(passes=passes, end="constant")
    root = joint_root(passes[-1], scores, expectancy)
    if root is not None:
        return Iteration(passes=[*passes, root], end="root")
    further = passes_from(passes[-1], scores, expectancy, FURTHER_PASSES)
    return Iteration(passes=[*passes, *further[1:]], end="no root")


def passes_from(
    start: Mapping[str, int], scores: Mapping[str, Score], expectancy: Expectancy, most: int
) -> list[Mapping[str, int]]:
    """Return the passes, each from the values of the one before, until no value changes.

    The start comes first; at most ``most`` passes follow.
    """
    passes = [start]
    moved = {*scores}
    for _ in range(most):
        values, improved = passes[-1], dict(passes[-1])
        for player, score in scores.items():
            if player in moved or not moved.isdisjoint(score.moving):
                opponents = score.opponents(values)
                improved[player] = improved_value(values[player], opponents, score.W, expectancy)
        moved = {player for player in scores if improved[player] != values[player]}
        if not moved:
            break
        passes.append(improved)
    return passes


# --- 2026, 3.6.2: a player who won every game is computed with an additional, fictitious draw ----

DRAW = 0.5


@attrs.frozen(kw_only=True)
class ScoreWithDraw(Score):
    """A full score and a draw against the mean of its opponents, in which W has the half point."""

    @property
    def n(self) -> int:
        """The number of games, the fictitious one included."""
        return len(self.fixed) + len(self.moving) + 1

    def opponents(self, values: Mapping[str, float]) -> list[float]:
        """The opponents and their mean, rounded as in the whole steps."""
        played = Score.opponents(self, values)
        return [*played, whole(mean(played))]

    def exact_opponents(self, values: Mapping[str, float]) -> list[float]:
        """The opponents and their mean as it is."""
        played = Score.opponents(self, values)
        return [*played, mean(played)]

    def shares_in_iteration(self, per_opponent: Sequence[float]) -> list[tuple[str, float]]:
        """Return the shares, counting that each opponent in iteration also moves the mean."""
        *played, of_mean = per_opponent
        share = of_mean / len(played)
        return [(name, own + share) for name, own in Score.shares_in_iteration(self, played)]


@dwz_2026.within("3.6.2")
def start_value_2026(opponents: Sequence[int], W: float, expectancy: Expectancy) -> int:
    """The first approximation, of a full score with the fictitious draw."""
    if len(opponents) == W:
        opponents = [*opponents, fictitious_opponent(opponents, W)]
        W += DRAW
    return start_value_1995(opponents, W, expectancy)


@dwz_2026("3.6.2")
def fictitious_opponent(opponents: Sequence[int], W: float) -> int:
    """A player who has won every game also draws with the mean of his opponents, rounded."""
    del W  # shown on the sheet
    return whole(mean(opponents))


@dwz_2026.within("3.6.2")
def overall_iteration_2026(
    start: Mapping[str, int], scores: Mapping[str, Score], expectancy: Expectancy
) -> Iteration:
    """The iteration of all first ratings, full scores with their fictitious draw."""
    completed = {player: with_draw(score) for player, score in scores.items()}
    return overall_iteration_1995(start, completed, expectancy)


@dwz_2026.within("3.6.2")
def with_draw(score: Score) -> Score:
    """Return a full score with the fictitious draw, any other score unchanged."""
    if score.n > score.W:
        return score
    return ScoreWithDraw(fixed=score.fixed, moving=score.moving, W=score.W + DRAW)
