"""DWZ 4.7.1: the score sheet of a rated player, on which We and Rn rest."""

from collections.abc import Mapping

from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Field, Sheet
from projections.rulebooks.dwz_1995.p4_05_expectation import expected_points


@dwz.within("4.7.1.1")
@dwz.within("4.7.1.2")
def score_sheets(field: Field, strengths: Mapping[str, int]) -> dict[str, Sheet]:
    """The sheet of every rated player.

    ``strengths``: what everyone with a figure, from before or from this tournament, counts as
    for his opponents; games against others do not count.
    """
    sheets: dict[str, Sheet] = {}
    for player, held in field.held.items():
        games = [game for game in field.games[player] if game.opponent in strengths]
        opponents = [strengths[game.opponent] for game in games]
        W = sum([game.points for game in games], 0.0)
        We = 0.0
        if opponents:
            with concerning(player):
                We = expected_points(held.rating, opponents, field.readings.expectancy)
        sheets[player] = Sheet(games, opponents, W, We)
    return sheets
