"""DWZ 4.7.1: the score sheet of a rated player, on which We and Rn rest."""

from collections.abc import Mapping

from projections.rulebooks.document import by_player, is_recorded
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Field, Sheet
from projections.rulebooks.dwz_1995.p4_05_expectation import expected_points


@dwz.within("4.7.1.1")
@dwz.within("4.7.1.2")
def score_sheets(
    field: Field, strengths: Mapping[str, int], as_before: Mapping[str, Sheet] | None = None
) -> dict[str, Sheet]:
    """The sheet of every rated player.

    ``strengths``: what everyone with a figure, from before or from this tournament, counts as
    for his opponents; games against others do not count.  ``as_before``: sheets that stay, since
    all opponents count as before.
    """
    sheets: dict[str, Sheet] = {}
    known = set(strengths)
    for player, held in by_player(field.held):
        if as_before and player in as_before:
            sheets[player] = as_before[player]
            continue
        games = field.games[player]
        if not known.issuperset(games.opponents):
            games = games.against(known)
        opponents = [*map(strengths.__getitem__, games.opponents)]
        W, We = sum(games.points, 0.0), 0.0
        if opponents:
            We = expected_points(held.rating, opponents, field.readings.expectancy)
        sheets[player] = Sheet(games, opponents, W, We)
    return sheets


def unaffected(
    field: Field,
    sheets: Mapping[str, Sheet],
    before: Mapping[str, int],
    strengths: Mapping[str, int],
) -> dict[str, Sheet]:
    """The sheets of those of whose opponents none counts as something else than ``before``.

    None of them where the working is written down: it shows every sheet that counted.
    """
    if is_recorded():
        return {}
    changed = {player for player, _ in before.items() ^ strengths.items()}
    return {
        player: sheet
        for player, sheet in sheets.items()
        if changed.isdisjoint(field.games[player].opponents)
    }
