"""INGO A and the table: what points are worth, and the performance H they make of a level."""

from collections.abc import Mapping
from fractions import Fraction

from projections.rulebooks.figures import printed_table
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.card import Degrees, rounded
from projections.rulebooks.ingo_1960.readings import PercentMode
from projections.rulebooks.tournament import Tournament


@ingo.within("A")
def not_single_chess(tournament: Tournament) -> str | None:
    """The reason why the numbers do not apply: they are those of single chess players."""
    if tournament.discipline != "chess":
        return ingo.because("A", "the numbers are those of chess players")
    if tournament.format == "pairs":
        return ingo.because("A", "two against two on one board is no result of a single player")
    return None


def _printed() -> Mapping[tuple[int, float], Degrees]:
    cells: dict[tuple[int, float], Degrees] = {}
    for name in ("percent_3_to_12_games.csv", "percent_13_to_22_games.csv"):
        for row in printed_table(__package__, name):
            points = float(row.pop("Pkt.").replace("½", ".5"))
            cells |= {(int(k), points): Fraction(cell) for k, cell in row.items() if cell}
    return cells


PRINTED = _printed()
"""%d by games and points, all 520 cells of the two printed tables, in degrees."""


@ingo.within("Tabelle")
def percent_difference(points: float, k: int, mode: PercentMode) -> Degrees:
    """%d: 50 minus the percentage, half a point and one game being added (R4).

    Printed for 3 to 22 games; beyond the print the formula, rounded to one decimal.
    """
    if mode == "printed" and (k, points) in PRINTED:
        return PRINTED[k, points]
    d = 50 - Fraction(int(2 * points) * 50 + 50, k + 1)
    return d if mode == "formula" else rounded(abs(d), 1) * (1 if d > 0 else -1)


@ingo.within("A")
def performance(N: Degrees, d: Degrees) -> Degrees:
    """H = N + %d: as many degrees from the level as the result is percent from 50."""
    return N + d


@ingo.within("A")
def expected_percentage(F: float, opponent: float) -> float:
    """The percentage at which H = F: 50 − %d, with N + %d = F.

    Of a single game N is the opponent's number, which many games against him come to (B III 1).
    Nobody scores less than nothing, or more than everything.
    """
    return min(max(50 + opponent - F, 0), 100)
