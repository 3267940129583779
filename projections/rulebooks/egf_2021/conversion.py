"""Cards out of the figures of the rulebook that governed before, with their grades."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from projections.rulebooks.conversion import Piece, carried_over
from projections.rulebooks.document import concerning
from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.egf_2021.card import EgfCard
from projections.rulebooks.egf_2021.scale import GRADES, LOWEST, best_of
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.figures import printed_table, whole
from projections.rulebooks.occasion import RulebookBegan

FROM_MGSZ_2011: Sequence[Piece] = [
    {name: float(number) for name, number in row.items() if name != "grade" and number}
    for row in printed_table(__package__, "from_mgsz_2011.csv")
]
"""The proposal for MGSZ 2011: the band of every Hungarian grade onto that of the GoR (G9)."""


class Brought(NamedTuple):
    """What somebody brings from the rulebook before: a figure, and grades where it has them."""

    figure: float
    grade: str | None
    highest: str | None


def brought(figure: int, held: RatingStatus) -> Brought:
    """Figure and grades; a GoR comes with its decimals."""
    card: Mapping[str, Any] = held.card or {}
    grade = card.get("grade")
    grade = grade if grade in GRADES else None
    highest = best_of(card.get("highest") if grade else None, grade)
    return Brought(card.get("gor", figure), grade, highest)


@egf.within("conversion")
def converted(began: RulebookBegan, figures: Mapping[str, Brought | None]) -> dict[str, EgfCard]:
    """The first cards; a player whose figure no piece covers starts without one."""
    cards = {}
    for player, each in figures.items():
        value = None if each is None else carried_over(each.figure, began.pieces)
        if each is None or value is None:
            continue
        gor = converted_gor(value)
        with concerning(player):
            text = "factor · figure + plus, rounded, and −900 at least; the grade is kept."
            given = {"before": began.before, "figure": each.figure, "grade": each.grade}
            egf.note("conversion", text, given, gor)
        cards[player] = EgfCard(
            gor=float(gor),
            grade=each.grade,
            highest=each.highest,
            on=began.day,
            source=began.event,
        )
    return cards


@egf.within("conversion")
@egf.within("floor")
def converted_gor(value: Fraction) -> int:
    """A converted figure, rounded like every conversion and not below the floor."""
    return max(whole(value), LOWEST)
