"""DWZ 2014 3.6.3: Sonderwertung, the special evaluation of an exceptional performance."""

from collections.abc import Mapping

from projections.rulebooks.document import by_player
from projections.rulebooks.dwz_1995.chapters import Field, Sheet
from projections.rulebooks.dwz_1995.p4_05_expectation import sum_of_expectations
from projections.rulebooks.dwz_1995.p4_07_2_first_value import is_extreme
from projections.rulebooks.dwz_2014 import dwz_2014
from projections.rulebooks.dwz_2014.p3_06_performance import LEAST_GAMES

REST = 0.001
"""By how many points a game the passes may miss W where they come to rest: 0.5/695 at most."""


def special_ratings(field: Field, sheets: Mapping[str, Sheet]) -> dict[str, int]:
    """The performance of every player of whom it is exceptional."""
    threshold = field.readings.special_threshold
    found: dict[str, int] = {}
    if threshold == 0:
        return found
    for player, sheet in by_player(sheets):
        Ro = field.held[player].rating
        if sheet.n < LEAST_GAMES or _cannot_exceed(Ro + threshold, sheet, field):
            continue
        Rh = field.rules.performance(sheet.opponents, sheet.W, field.rules)
        special = None if Rh is None else special_rating(Ro, Rh, threshold)
        if special is not None:
            found[player] = special
    return found


@dwz_2014("3.6.3")
def special_rating(Ro: int, Rh: int, threshold: int) -> int | None:
    """A performance more than this above Ro stands in for Ro with the opponents."""
    return Rh if Rh - Ro > threshold else None


def _cannot_exceed(bound: int, sheet: Sheet, field: Field) -> bool:
    """Whether no performance above ``bound`` could come out, so that none is worked out.

    Where the passes end, We is less than W and their rest together; We rises with the rating, so
    if it is not less at the bound, it is nowhere above.  Printed steps are worked out always.
    """
    expectancy = field.readings.expectancy
    if expectancy == "table" or is_extreme(sheet.W, sheet.n):
        return False
    most = sheet.W + REST * sheet.n
    return sheet.We >= most or sum_of_expectations(bound, sheet.opponents, expectancy) >= most
