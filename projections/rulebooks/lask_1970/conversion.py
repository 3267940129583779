"""Figures carried over from the rulebook before (contract: rulebook.adopted, conversion)."""

from projections.rulebooks.conversion import Figures, carried_over
from projections.rulebooks.figures import whole
from projections.rulebooks.lask_1970.card import LaskCard, first_card
from projections.rulebooks.occasion import RulebookBegan


def converted(began: RulebookBegan, figures: Figures) -> dict[str, LaskCard]:
    """Everybody's figure converted, as his first number; evaluations are not counted here."""
    numbers = {
        player: carried_over(held[0], began.pieces)
        for player, held in figures.items()
        if held is not None
    }
    return {
        player: first_card(whole(number), began.day, began.event)
        for player, number in numbers.items()
        if number is not None
    }
