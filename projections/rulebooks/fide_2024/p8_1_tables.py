"""FIDE 8.1: the printed tables, p to dp and D to PD, never a formula; all in hundredths."""

from bisect import bisect_right

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.figures import printed_table

_DP = {
    int(row["p"].replace(".", "")): int(row["dp"])
    for row in printed_table(fide.package, "table_8_1_1_rating_difference.csv")
}
_PD = printed_table(fide.package, "table_8_1_2_scoring_probability.csv")
_FROM = [int(row["D from"]) for row in _PD]
_HIGHER = [int(row["H"].replace(".", "")) for row in _PD]
_LOWER = [int(row["L"].replace(".", "")) for row in _PD]


@fide.within("8.1.1")
def dp(p: int) -> int:
    """The difference of rating for a score of p hundredths."""
    return _DP[p]


@fide.within("8.1.2")
def PD(D: int) -> int:
    """The score expected of a player rated D points above his opponent, in hundredths."""
    if D >= 0:
        return _HIGHER[bisect_right(_FROM, D) - 1]
    return _LOWER[bisect_right(_FROM, -D) - 1]


def share(points: float, games: int) -> int:
    """A score in hundredths of the games, half up."""
    return int((200 * points + games) // (2 * games))
