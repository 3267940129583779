"""Figures carried over from the rulebook that governed before."""

from projections.rulebooks.conversion import Figures, carried_over
from projections.rulebooks.document import concerning
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.ingo_1960.degrees import plain, rounded
from projections.rulebooks.occasion import RulebookBegan


def converted(began: RulebookBegan, figures: Figures, places: int) -> dict[str, IngoCard]:
    """The first cards; a number carried over counts as evaluated at least once (R27)."""
    cards = {}
    for player, (figure, count) in sorted(_held(figures).items()):
        value = carried_over(figure, began.pieces)
        if value is not None:
            cards[player] = IngoCard(
                number=plain(rounded(value, places)),
                count=max(count + began.count_plus, 1),
                on=began.day,
                source=began.event,
            )
            _note(player, figure, began.before, cards[player])
    return cards


def _held(figures: Figures) -> dict[str, tuple[int, int]]:
    return {player: held for player, held in figures.items() if held is not None}


def _note(player: str, figure: float, before: str, card: IngoCard) -> None:
    given = {"figure": figure, "rulebook": before}
    with concerning(player):
        ingo.note("0", "A figure carried over from the rulebook before.", given, card.contents)
