"""DWZ 4.7.6: Sonderwertung, the special evaluation of a surprising success."""

from collections.abc import Mapping

from projections.rulebooks.document import by_player, is_recorded
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Field, Sheet
from projections.rulebooks.figures import exact, whole

LEAST_GAMES = 5


def special_ratings(field: Field, sheets: Mapping[str, Sheet]) -> dict[str, int]:
    """The corrected value of every player whose success calls for one."""
    threshold, is_shown = field.readings.special_threshold, is_recorded()
    corrected: dict[str, int] = {}
    for player, sheet in by_player(sheets):
        n = sheet.n
        if n < LEAST_GAMES or not (is_shown or _may_exceed(threshold, sheet.W, sheet.We, n)):
            continue
        Rp = special_rating(field.held[player].rating, sheet.W, sheet.We, n, threshold)
        if Rp is not None:
            corrected[player] = Rp
    return corrected


@dwz("4.7.6")
def special_rating(Ro: int, W: float, We: float, n: int, threshold: int) -> int | None:
    """Rp = Ro + 800 (W − We)/n replaces Ro for the opponents if it is far enough above it."""
    exactly = 800 * (exact(W) - exact(We)) / n
    return whole(Ro + exactly) if exactly >= threshold else None


def _may_exceed(threshold: int, W: float, We: float, n: int) -> bool:
    """Whether the exact fractions, which take their time, can come out at the threshold."""
    return 800 * (W - We) > (threshold - 1) * n
