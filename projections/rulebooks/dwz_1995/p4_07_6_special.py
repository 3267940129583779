"""DWZ 4.7.6: Sonderwertung, the special evaluation of a surprising success."""

from collections.abc import Mapping

from projections.rulebooks.document import by_player
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Field, Sheet
from projections.rulebooks.figures import exact, whole

LEAST_GAMES = 5


def special_ratings(field: Field, sheets: Mapping[str, Sheet]) -> dict[str, int]:
    """The corrected value of every player whose success calls for one."""
    threshold = field.readings.special_threshold
    corrected: dict[str, int] = {}
    for player, sheet in by_player(sheets):
        Ro, n = field.held[player].rating, sheet.n
        if n < LEAST_GAMES:
            continue
        Rp = special_rating(Ro, sheet.W, sheet.We, n, threshold)
        if Rp is not None:
            corrected[player] = Rp
    return corrected


@dwz("4.7.6")
def special_rating(Ro: int, W: float, We: float, n: int, threshold: int) -> int | None:
    """Rp = Ro + 800 (W − We)/n replaces Ro for the opponents if it is far enough above it."""
    above = 800 * (W - We) / n
    if above < threshold - 1:
        return None
    exactly = 800 * (exact(W) - exact(We)) / n
    return whole(Ro + exactly) if exactly >= threshold else None
