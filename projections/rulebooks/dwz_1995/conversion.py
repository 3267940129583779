"""DWZ 6.1.2: figures carried over from the rulebook that governed before."""

from projections.rulebooks.conversion import Figures, carried_over, piece_for
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import DwzCard, Figure
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import RulebookBegan


def converted(began: RulebookBegan, figures: Figures) -> dict[str, DwzCard]:
    """The cards of those who bring a figure and a count from the rulebook before."""
    cards: dict[str, DwzCard] = {}
    for player, brought in figures.items():
        with concerning(player):
            rating = None if brought is None else converted_rating(brought[0], began)
        if brought is not None and rating is not None:
            figure = Figure(rating=rating, index=brought[1], on=began.day, source=began.event)
            cards[player] = DwzCard(figure=figure)
    return cards


@dwz.within("6.1.2")
def converted_rating(figure: int, began: RulebookBegan) -> int | None:
    """factor · figure + plus by the piece that holds for it, rounded; None where none does."""
    value, piece = carried_over(figure, began.pieces), piece_for(figure, began.pieces)
    if value is None or piece is None:
        return None
    rating = whole(value)
    text = "A figure of another system is converted by the formula prescribed."
    dwz.note("6.1.2", text, {"before": began.before, "figure": figure, **piece}, rating)
    return rating
