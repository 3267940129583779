"""DWZ 6.1.2 and 6.1.3: figures that come without games, adopted from a list or decided."""

from ledger.events.messages import Message
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import Adopted, DwzCard, Figure
from projections.rulebooks.dwz_1995.chapters import Chapters
from projections.rulebooks.occasion import RatingAdopted, RatingDecided


def with_adopted(card: DwzCard | None, adoption: RatingAdopted, rules: Chapters) -> DwzCard | None:
    """The card with a figure of another system; None where the figure is ignored."""
    before = card or DwzCard()
    with concerning(adoption.player):
        if not adoption.verified:
            return _ignored(adoption)
        return _adopted(before, adoption, rules)


@dwz.within("6.1.2")
def _adopted(card: DwzCard, adoption: RatingAdopted, rules: Chapters) -> DwzCard | None:
    """The figure of the latest list, which is Ro as long as no DWZ is valid.

    It counts as obtained, so no residual games are left.
    """
    given = {"system": adoption.system, "list": str(adoption.list_date)}
    if card.adopted is not None and card.adopted.on > adoption.list_date:
        dwz.note("6.1.2", "The figure of a later list is on record.", given, card.adopted.rating)
        return None
    adopted = Adopted(
        rating=adoption.figure,
        system=adoption.system,
        on=adoption.list_date,
        source=adoption.event,
    )
    index = rules.adopted_index(adopted, rules.readings)
    text = Message(
        "A figure of another system is Ro, with index %(index)s, as long as no DWZ is valid.",
        index=index,
    )
    dwz.note("6.1.2", text, given, adoption.figure)
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
        dwz.note(
            "6.1.1",
            "A rating set by decision holds from its day like one evaluated on it.",
            given,
            f"{rating}-{index}",
        )
    figure = Figure(rating=rating, index=index, on=decision.day, source=decision.event)
    return DwzCard(figure=figure)
