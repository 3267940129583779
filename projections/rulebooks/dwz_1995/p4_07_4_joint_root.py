"""DWZ 4.7.4: the values at which W = We for all newcomers at once, where whole steps find none.

The corrections of the passes without rounding, one player after the other, come near a root and
often reach it.  From there Newton's method goes on, every step shortened until it brings W and We
nearer: a root is found in a few steps however flat the curve is about it, and where there is none
the steps run into the flat ends of the curve and stop.
"""

from collections.abc import Callable, Mapping
from math import fsum

from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Score
from projections.rulebooks.dwz_1995.p4_05_expectation import CURVES, sum_of_expectations
from projections.rulebooks.dwz_1995.p4_07_2_first_value import (
    correction,
    extreme_value,
    is_extreme,
)
from projections.rulebooks.dwz_1995.readings import Expectancy
from projections.rulebooks.figures import whole

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
    """The values at which W = We for all at once, rounded; None where there are none."""
    slope = CURVES[expectancy].slope
    # A printed table rises in steps, so Newton's method has nothing to hold on to.
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
    """The values after so many sweeps of corrections, and whether they have come to rest."""
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
    """The values after as much of the step as helps, and what is missing there."""
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
    """W − We of everyone; of an extreme result how far its value is off, weighed like points."""
    found = {}
    for player, score in scores.items():
        R, opponents = values[player], score.exact_opponents(values)
        if is_extreme(score.W, score.n):
            found[player] = (extreme_value(opponents, score.W) - R) * score.n * slope(0)
        else:
            found[player] = score.W - sum_of_expectations(R, opponents, expectancy)
    return found


def _slopes(values: Values, scores: Scores, slope: Slope) -> Rows:
    """How fast what is missing of each falls with everyone's value."""
    rows: Rows = {}
    for player, score in scores.items():
        R, extreme = values[player], is_extreme(score.W, score.n)
        opponents = score.exact_opponents(values)
        rising = [slope(0 if extreme else R - opponent) for opponent in opponents]
        row = rows[player] = {player: fsum(rising)}
        for opponent, rises in score.of_moving(rising):
            row[opponent] = row.get(opponent, 0.0) - rises
    return rows


def _solution(rows: Rows, missing: Values) -> Values | None:
    """The step that would make good what is missing; None where the curve is flat.

    Nothing need be exchanged: each one's own slope outweighs those that he shares with others.
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
