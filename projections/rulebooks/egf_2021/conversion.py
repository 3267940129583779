"""Cards out of the figures of the rulebook that governed before, with their grades."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from projections.rulebooks.conversion import Piece, carried_over, piece_for
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
        with concerning(player):
            gor = None if each is None else converted_gor(each.figure, began)
        if each is None or gor is None:
            continue
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
def converted_gor(figure: float, began: RulebookBegan) -> int | None:
    """A figure by the piece that holds for it, rounded, not below the floor; None without one."""
    value, piece = carried_over(figure, began.pieces), piece_for(figure, began.pieces)
    if value is None or piece is None:
        return None
    gor = max(whole(value), LOWEST)
    given = {"before": began.before, "figure": figure}
    egf.note(
        "conversion",
        "factor · figure + plus, rounded, and −900 at least; grades are kept.",
        given | {"factor": piece["factor"], "plus": piece["plus"]},
        gor,
    )
    return gor
