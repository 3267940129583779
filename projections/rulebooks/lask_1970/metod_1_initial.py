"""LASK Metod 1, Tabell 1 and Tabell 2: a first number from a typical result in a class."""

import math
from collections.abc import Mapping
from fractions import Fraction

from projections.rulebooks.figures import printed_table, whole
from projections.rulebooks.first_figures import TypicalResult
from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.decisions import class_means
from projections.rulebooks.lask_1970.rankingregel_2_base import season_of
from projections.rulebooks.lask_1970.readings import Readings

_CLASSES = printed_table(lask.package, "tabell_1_klasser.csv")
_DIFFERENCES = {
    int(row["P"].replace(".", "")): int(row["R"])
    for row in printed_table(lask.package, "tabell_2_sannolikhet.csv")
    if row["R"] not in {"", "+"}
}


@lask.within("Tabell 1")
def table_1(decided: Mapping[str, float], readings: Readings) -> Mapping[str, float]:
    """The mean strength of the classes: attested, on request inferred (L16), or as decided."""
    accepted = {"attested", "inferred"} if readings.use_inferred_table1 else {"attested"}
    known = {row["klass"]: int(row["medel"]) for row in _CLASSES if row["evidence"] in accepted}
    return known | dict(decided)


@lask("Tabell 1")
def class_mean(lask_class: str, means: Mapping[str, float]) -> int | None:
    """The mean strength of a class; None where no number of it is known."""
    return whole(means[lask_class]) if lask_class in means else None


@lask("Tabell 2")
def difference(P: int, at_96: int) -> int | None:
    """How far above those he meets a player is who scores P hundredths of the points.

    None for 0 and 100, where nothing can be read.  ``at_96``: the value at 0.96, with its sign
    turned at 0.04, which the scan leaves open (L15).
    """
    doubtful = {96: at_96, 4: -at_96}
    return doubtful.get(P, _DIFFERENCES.get(P))


@lask("Metod 1")
def initial_rating(
    points: float, games: int, class_mean: int, rounding: str = "ceil", at_96: int = 501
) -> int | None:
    """The class mean and the difference of Tabell 2 at the share of the points (L14: rounded up).

    ``rounding`` and ``at_96`` are the readings ``initial_p_rounding`` and ``table2_096``.
    """
    share = Fraction(points) * 100 / games
    R = difference(math.ceil(share) if rounding == "ceil" else whole(share), at_96)
    return None if R is None else class_mean + R


def proposed_number(result: TypicalResult, readings: Readings) -> int | str:
    """The number that Metod 1 proposes, or why it can propose none."""
    means = table_1(class_means(result.decisions, season_of(result.day)), readings)
    strength = None if result.class_ is None else class_mean(result.class_, means)
    if strength is None:
        return (
            f"no mean strength of class {result.class_} is known: name one of "
            f"{', '.join(sorted(means))}, or record a decision under Tabell 1"
        )
    number = initial_rating(
        result.points,
        result.games,
        strength,
        readings.initial_p_rounding,
        readings.table2_096,
    )
    if number is None:
        return "Tabell 2 has nothing for every point or none: take another result"
    return number
