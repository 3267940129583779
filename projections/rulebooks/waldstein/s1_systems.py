"""WALDSTEIN 1: the systems in use, as invented; as FIDE defines them today: fide_c07."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from projections.rulebooks.document import concerning
from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.crosstable import Crosstable

# --- points, Gelbfuß, Sonneborn-Berger and Buchholz as invented ----------------------------------
# Each function values one player.  `r` and `p` run along his opponents: what he scored
# against each, and the sum of points each of them has.  All numbers are exact.

HALF = Fraction(1, 2)


@waldstein("1")
def points(r: Sequence[Fraction]) -> Fraction:
    """p = Σ r: every point counts the same, whoever it was scored against."""
    return sum(r, Fraction(0))


@waldstein("1")
def gelbfuss(r: Sequence[Fraction], p: Sequence[Fraction]) -> Fraction:
    """Gelbfuß 1873: Σ r · p, every point times the points of the opponent.

    It is what many now call Sonneborn-Berger.
    """
    return sum(map(Fraction.__mul__, r, p), Fraction(0))


@waldstein("1")
def sonneborn_berger(g: Fraction, p_i: Fraction) -> Fraction:
    """Sonneborn 1886, Berger 1887: every point times the points of both, which is g + p²."""
    return g + p_i**2


@waldstein("1")
def buchholz(p_i: Fraction, G: Sequence[int], p: Sequence[Fraction]) -> Fraction:
    """Buchholz 1932: own points times the sum of the opponents' points, G games with each.

    What is now called Buchholz is the second factor alone.
    """
    return p_i * sum(map(Fraction.__mul__, map(Fraction, G), p), Fraction(0))


def _points(table: Crosstable, _p: Sequence[Fraction], i: int) -> Fraction:
    return points([HALF * doubled for doubled in table.points[i].values()])


def _gelbfuss(table: Crosstable, p: Sequence[Fraction], i: int) -> Fraction:
    r = table.points[i]
    return gelbfuss([HALF * doubled for doubled in r.values()], [p[j] for j in r])


def _sonneborn_berger(table: Crosstable, p: Sequence[Fraction], i: int) -> Fraction:
    return sonneborn_berger(_gelbfuss(table, p, i), p[i])


def _buchholz(table: Crosstable, p: Sequence[Fraction], i: int) -> Fraction:
    G = table.games[i]
    return buchholz(p[i], list(G.values()), [p[j] for j in G])


SYSTEMS: Mapping[str, Callable[[Crosstable, Sequence[Fraction], int], Fraction]] = {
    "points": _points,
    "gelbfuss": _gelbfuss,
    "sonneborn-berger": _sonneborn_berger,
    "buchholz": _buchholz,
}


def numbers(system: str, table: Crosstable) -> tuple[Fraction, ...]:
    """The number every player has under ``system``, larger being better."""
    number = SYSTEMS[system]
    p = [HALF * doubled for doubled in table.sums()]
    found = []
    for i, player in enumerate(table.players):
        with concerning(player):
            found.append(number(table, p, i))
    return tuple(found)
