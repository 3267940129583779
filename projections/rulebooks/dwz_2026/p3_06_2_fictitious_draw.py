"""DWZ 2026 3.6.2: who has won every game is computed with one more, a fictitious draw."""

from collections.abc import Mapping, Sequence

import attrs

from projections.rulebooks.dwz_1995 import p4_07_2_first_value as first_value
from projections.rulebooks.dwz_1995 import p4_07_4_iteration as dwz_1995
from projections.rulebooks.dwz_1995.chapters import Iteration, Score
from projections.rulebooks.dwz_1995.p4_07_2_first_value import mean
from projections.rulebooks.dwz_1995.readings import Expectancy
from projections.rulebooks.dwz_2026 import dwz_2026
from projections.rulebooks.figures import whole

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

    def of_moving(self, per_opponent: Sequence[float]) -> list[tuple[str, float]]:
        """Each opponent that moves has a part in the mean, too."""
        *played, of_mean = per_opponent
        share = of_mean / len(played)
        return [(name, own + share) for name, own in Score.of_moving(self, played)]


def start_value(opponents: Sequence[int], W: float, expectancy: Expectancy) -> int:
    """The first approximation, of a full score with the fictitious draw."""
    if len(opponents) == W:
        opponents = [*opponents, fictitious_opponent(opponents, W)]
        W += DRAW
    return first_value.start_value(opponents, W, expectancy)


@dwz_2026("3.6.2")
def fictitious_opponent(opponents: Sequence[int], W: float) -> int:
    """Who has won every game also draws with the mean of his opponents, rounded."""
    del W  # it is shown
    return whole(mean(opponents))


@dwz_2026.within("3.6.2")
def overall_iteration(
    start: Mapping[str, int], scores: Mapping[str, Score], expectancy: Expectancy
) -> Iteration:
    """The iteration of all first ratings, full scores with their fictitious draw."""
    completed = {player: with_draw(score) for player, score in scores.items()}
    return dwz_1995.overall_iteration(start, completed, expectancy)


@dwz_2026.within("3.6.2")
def with_draw(score: Score) -> Score:
    """A score as it is, a full one with the fictitious draw."""
    if score.n > score.W:
        return score
    return ScoreWithDraw(fixed=score.fixed, moving=score.moving, W=score.W + DRAW)
