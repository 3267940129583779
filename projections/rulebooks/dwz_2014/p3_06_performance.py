"""DWZ 2014 3.6: the performance in one tournament, shown from five games on."""

from collections.abc import Sequence

from projections.rulebooks.dwz_1995 import p4_08_performance as dwz_1995
from projections.rulebooks.dwz_1995.chapters import Chapters, Outcome
from projections.rulebooks.dwz_1995.p4_07_3_stages import counted_games
from projections.rulebooks.dwz_2014 import dwz_2014

LEAST_GAMES = 5


@dwz_2014.within("3.6")
def performance(opponents: Sequence[int], W: float, rules: Chapters) -> int | None:
    """The value of a first DWZ over these games, Rc ∓ 677 for no point or all of them."""
    if len(opponents) < LEAST_GAMES:
        return None
    return dwz_1995.performance(opponents, W, rules)


@dwz_2014.within("3.6")
def first_performance(outcome: Outcome, player: str) -> int | None:
    """The value of the iteration; with residual games that of the tournament's games alone."""
    field = outcome.field
    if field.residual_games[player]:
        games = counted_games(field, outcome.stages, player)
        opponents = [outcome.strengths[game.opponent] for game in games]
        W = sum(game.points for game in games)
        return field.rules.performance(opponents, W, field.rules)
    Ri = outcome.iterated[player]
    dwz_2014.note(
        "3.6",
        "The performance of a player without a DWZ and residual games is his Ri.",
        {"Ri": Ri},
        Ri,
    )
    return Ri
