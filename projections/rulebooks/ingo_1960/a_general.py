"""INGO 0, A and the table: degrees, the value of points in degrees, and the performance H."""

from collections.abc import Mapping
from fractions import Fraction

from projections.rulebooks.figures import printed_table, whole
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.readings import PercentMode
from projections.rulebooks.tournament import Tournament

NOT_EVALUATED = ingo.cite("0")

# --- degrees, the unit of every Ingo figure, without error of rounding ---------------------------
# The figures that people read (F, N, H) are decimals; what lies between them are fractions, for a
# figure that ends in exactly ½ must not depend on how a float writes a third.

Degrees = int | Fraction


def exact(figure: float) -> Degrees:
    """Return a figure as the decimal it is written as; no figure has more than three places."""
    return figure if isinstance(figure, int) else Fraction(round(figure * 1000), 1000)


def rounded(value: Degrees, places: int) -> Degrees:
    """``value`` rounded half up to ``places`` decimals (reading R2)."""
    if isinstance(value, int):
        return value
    if not places:
        return whole(value)
    return Fraction(whole(value * 10**places), 10**places)


def plain(value: Degrees) -> float:
    """Return ``value`` as people write it: a whole number if it is one, else a decimal."""
    if isinstance(value, int):
        return value
    numerator, denominator = value.numerator, value.denominator
    return numerator if denominator == 1 else numerator / denominator


def shown(number: float) -> float:
    """Return a number without a decimal point if it is whole: 128, not 128.0."""
    return int(number) if number == int(number) else number


def weighted(F: float, old: int, H: float, new: int, places: int) -> float:
    """The mean of ``old`` times F and ``new`` times H, rounded half up to ``places``."""
    mean = Fraction(old * exact(F) + new * exact(H), old + new)
    return plain(rounded(mean, places))


# --- 0, A and the table --------------------------------------------------------------------------


@ingo.within("A")
def not_single_chess(tournament: Tournament) -> str | None:
    """Return the reason if the tournament is not chess between single players, else None."""
    if tournament.discipline != "chess":
        return ingo.because("A", "the numbers are those of chess players")
    if tournament.format == "pairs":
        return ingo.because("A", "two against two on one board is not a result of a single player")
    return None


@ingo.within("0")
def not_to_be_evaluated(tournament: Tournament) -> str | None:
    """Return the reason if the last decision about an event leaves it out, else None."""
    last = tournament.last_decided(NOT_EVALUATED)
    if last is None or last.value["evaluate"]:
        return None
    return ingo.because(
        "0", "not evaluated, by decision of %(by)s: %(reason)s", by=last.by, reason=last.reason
    )


def _printed() -> Mapping[tuple[int, float], Degrees]:
    cells: dict[tuple[int, float], Degrees] = {}
    for name in ("percent_3_to_12_games.csv", "percent_13_to_22_games.csv"):
        for row in printed_table(__package__, name):
            points = float(row.pop("Pkt.").replace("½", ".5"))
            cells |= {(int(k), points): Fraction(cell) for k, cell in row.items() if cell}
    return cells


PRINTED = _printed()
"""%d by games and points, all 520 cells of the two printed tables, in degrees."""


UNCORRECTED: Mapping[tuple[int, float], Degrees] = {(18, 14.5): Fraction(-29)}
"""The cell whose clean print its mirror cell and the formula contradict (E9)."""


@ingo.within("Tabelle")
def percent_difference(points: float, k: int, mode: PercentMode) -> Degrees:
    """%d: 50 minus the percentage, half a point and one game being added (R4).

    Printed for 3 to 22 games; beyond the print the formula, rounded to one decimal.
    """
    if mode == "uncorrected" and (k, points) in UNCORRECTED:
        return UNCORRECTED[k, points]
    if mode != "formula" and (k, points) in PRINTED:
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

    For a single game N is the opponent's number, to which many games against him tend (B III 1).
    The percentage is at least 0 and at most 100.
    """
    return min(max(50 + opponent - F, 0), 100)
