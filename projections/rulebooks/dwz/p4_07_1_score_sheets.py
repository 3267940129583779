"""DWZ 4.7.1 and 4.7.6; 2014: 3.6.3: the sheets of rated players, and the special evaluation."""

from collections.abc import Mapping

from projections.rulebooks.document import by_player, is_recorded
from projections.rulebooks.dwz import dwz, dwz_2014
from projections.rulebooks.dwz.chapters import Field, Sheet
from projections.rulebooks.dwz.p4_05_expectation import expected_points, sum_of_expectations
from projections.rulebooks.dwz.p4_07_4_iteration import is_extreme
from projections.rulebooks.dwz.p4_08_performance import LEAST_GAMES_2014
from projections.rulebooks.figures import exact, whole

# --- 1995, 4.7.1: the score sheet of a rated player, on which We and Rn rest ---------------------


@dwz.within("4.7.1.1")
@dwz.within("4.7.1.2")
def score_sheets(
    field: Field, strengths: Mapping[str, int], as_before: Mapping[str, Sheet] | None = None
) -> dict[str, Sheet]:
    """W and We of every rated player: opponents count with Ro, or the first DWZ they get here.

    ``strengths``: the values of everyone with a figure, from before or from this tournament, for
    his opponents; games against others do not count.  ``as_before``: sheets to keep, since
    all their opponents have the same strength as before.
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
    """Return the sheets none of whose opponents has another strength than ``before``.

    Return none of them if the working is recorded: the record shows every sheet that counted.
    """
    if is_recorded():
        return {}
    changed = {player for player, _ in before.items() ^ strengths.items()}
    return {
        player: sheet
        for player, sheet in sheets.items()
        if changed.isdisjoint(field.games[player].opponents)
    }


# --- 1995, 4.7.6: Sonderwertung, the special evaluation of a surprising success ------------------

LEAST_GAMES_1995 = 5


@dwz.within("4.7.6")
def special_ratings_1995(field: Field, sheets: Mapping[str, Sheet]) -> dict[str, int]:
    """Return Rp of every player with at least five games whose success requires it."""
    threshold, is_shown = field.readings.special_threshold, is_recorded()
    corrected: dict[str, int] = {}
    for player, sheet in by_player(sheets):
        n = sheet.n
        if n < LEAST_GAMES_1995 or not (is_shown or _may_exceed(threshold, sheet.W, sheet.We, n)):
            continue
        Rp = special_rating_1995(field.held[player].rating, sheet.W, sheet.We, n, threshold)
        if Rp is not None:
            corrected[player] = Rp
    return corrected


@dwz("4.7.6")
def special_rating_1995(Ro: int, W: float, We: float, n: int, threshold: int) -> int | None:
    """Rp = Ro + 800 (W − We)/n replaces Ro for the opponents if it is far enough above it."""
    exactly = 800 * (exact(W) - exact(We)) / n
    return whole(Ro + exactly) if exactly >= threshold else None


def _may_exceed(threshold: int, W: float, We: float, n: int) -> bool:
    """True if the exact fractions, which are slow, could reach the threshold."""
    return 800 * (W - We) > (threshold - 1) * n


# --- 2014, 3.6.3: Sonderwertung of an exceptional performance ------------------------------------

REST = 0.001
"""Largest error in points per game when the passes end: at most 0.5/695."""


def special_ratings_2014(field: Field, sheets: Mapping[str, Sheet]) -> dict[str, int]:
    """Return the performance of every player whose performance is exceptional."""
    threshold = field.readings.special_threshold
    found: dict[str, int] = {}
    if threshold == 0:
        return found
    for player, sheet in by_player(sheets):
        Ro = field.held[player].rating
        if sheet.n < LEAST_GAMES_2014 or _cannot_exceed(Ro + threshold, sheet, field):
            continue
        Rh = field.rules.performance(sheet.opponents, sheet.W, field.rules)
        special = None if Rh is None else special_rating_2014(Ro, Rh, threshold)
        if special is not None:
            found[player] = special
    return found


@dwz_2014("3.6.3")
def special_rating_2014(Ro: int, Rh: int, threshold: int) -> int | None:
    """A performance Rh above Ro by more than the threshold replaces Ro for the opponents."""
    return Rh if Rh - Ro > threshold else None


def _cannot_exceed(bound: int, sheet: Sheet, field: Field) -> bool:
    """True if no performance above ``bound`` is possible, so that none needs computing.

    When the passes end, We is less than W plus the remaining error.  We rises with the rating: if
    it is not less at the bound, it is not less above it.  Printed steps are always computed.
    """
    expectancy = field.readings.expectancy
    if expectancy == "table" or is_extreme(sheet.W, sheet.n):
        return False
    most = sheet.W + REST * sheet.n
    return sheet.We >= most or sum_of_expectations(bound, sheet.opponents, expectancy) >= most
