"""DWZ 6.1.2 and 6.1.3: figures that come without games — adopted, decided, converted."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf

from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import Adopted, DwzCard, Figure
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import RatingAdopted, RatingDecided, RulebookBegan


def with_adopted(card: DwzCard | None, adoption: RatingAdopted) -> DwzCard | None:
    """The card with a figure of another system; None where the figure is ignored."""
    before = card or DwzCard()
    with concerning(adoption.player):
        if not adoption.verified:
            return _ignored(adoption)
        return _adopted(before, adoption)


@dwz.within("6.1.2")
def _adopted(card: DwzCard, adoption: RatingAdopted) -> DwzCard | None:
    """The figure of the latest list, which is Ro as long as no DWZ is valid.

    It counts as obtained, so no residual games are left.
    """
    given = {"system": adoption.system, "list": str(adoption.list_date)}
    if card.adopted is not None and card.adopted.on > adoption.list_date:
        dwz.note("6.1.2", "The figure of a later list is on record.", given, card.adopted.rating)
        return None
    text = "A figure of another system is Ro, with index 0, as long as no DWZ is valid."
    dwz.note("6.1.2", text, given, adoption.figure)
    adopted = Adopted(
        rating=adoption.figure,
        system=adoption.system,
        on=adoption.list_date,
        source=adoption.event,
    )
    return DwzCard(figure=card.figure, adopted=adopted)


@dwz.within("6.1.3")
def _ignored(adoption: RatingAdopted) -> None:
    """A figure that could not be verified leaves its player as he was."""
    given = {"system": adoption.system, "figure": adoption.figure}
    dwz.note("6.1.3", "A figure that could not be verified is ignored.", given, None)


@dwz.within("6.1.1")
def decided(decision: RatingDecided) -> DwzCard:
    """The card with the rating that a body has set, valid from the day it holds from."""
    rating, index = decision.card["rating"], decision.card["index"]
    with concerning(decision.player):
        given = {"by": decision.by, "reason": decision.reason, "from": str(decision.day)}
        text = "A rating set by decision holds from its day like one evaluated on it."
        dwz.note("6.1.1", text, given, f"{rating}-{index}")
    figure = Figure(rating=rating, index=index, on=decision.day, source=decision.event)
    return DwzCard(figure=figure)


def converted(
    began: RulebookBegan, figures: Mapping[str, tuple[int, int] | None]
) -> dict[str, DwzCard]:
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
    piece = piece_for(figure, began.pieces)
    if piece is None:
        return None
    rating = whole(_exact(piece["factor"]) * figure + _exact(piece["plus"]))
    text = "A figure of another system is converted by the formula prescribed."
    dwz.note("6.1.2", text, {"before": began.before, "figure": figure, **piece}, rating)
    return rating


def piece_for(figure: int, pieces: Sequence[Mapping[str, float]]) -> Mapping[str, float] | None:
    """The conversion's piece for a figure: of those that end above it the one that ends first."""
    fitting = [piece for piece in pieces if figure < _end(piece)]
    return min(fitting, key=_end, default=None)


def _end(piece: Mapping[str, float | None]) -> float:
    below = piece.get("below")
    return inf if below is None else below


def _exact(number: float) -> Fraction:
    return Fraction(str(number))
