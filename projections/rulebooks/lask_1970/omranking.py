"""LASK "Omranking" and its neighbours: numbers that the committee sets."""

from msgspec.structs import replace

from ledger.events.messages import Message
from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.card import (
    AnyCard,
    LaskCard,
    ReRanking,
    UnrankedCard,
    first_card,
    season_before,
)
from projections.rulebooks.lask_1970.rankingregel_2_base import is_base_date
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.occasion import RatingDecided


def decided_card(decision: RatingDecided, card: AnyCard | None, readings: Readings) -> LaskCard:
    """The card after a decision, by what the decision makes of the player."""
    if decision.kind == "outsider":
        return outsider_ranked(decision, card)
    if card is None or isinstance(card, UnrankedCard) or card.outsider:
        return member_ranked(decision, card)
    waits = readings.omranking_effect == "next_period" and not is_base_date(decision.day)
    if decision.kind == "re-ranking" and waits:
        return re_ranked_from_next_period(decision, card)
    return re_ranked(decision, card)


@lask.within("Utgångsrankingtal")
def member_ranked(decision: RatingDecided, card: AnyCard | None) -> LaskCard:
    """A member gets his first number: his base and running number from this day on."""
    _write_down("Utgångsrankingtal", Message("The member's first number."), decision)
    return _first_number(decision, card, outsider=False)


@lask.within("Regel 8")
def outsider_ranked(decision: RatingDecided, card: AnyCard | None) -> LaskCard:
    """The CRK ranks a player outside the federation; he stays one until decided otherwise."""
    text = Message("The number of a player outside the federation.")
    _write_down("Regel 8", text, decision)
    if isinstance(card, LaskCard) and card.outsider:
        return _renumbered(decision, card)
    return _first_number(decision, card, outsider=True)


@lask.within("Omranking")
def re_ranked(decision: RatingDecided, card: LaskCard) -> LaskCard:
    """Base and running number are the new number; earlier changes of the period are superseded."""
    _write_down("Omranking", Message("The new number, from this day on."), decision)
    return _renumbered(decision, card)


@lask.within("Omranking")
def re_ranked_from_next_period(decision: RatingDecided, card: LaskCard) -> LaskCard:
    """The other reading (L1): the new number waits for the base date, and then replaces all."""
    text = Message("The new number, from the next base date on.")
    _write_down("Omranking", text, decision)
    waiting = ReRanking(figure=decision.card["rating"], event=decision.event)
    return replace(card, re_ranking=waiting)


def _first_number(decision: RatingDecided, card: AnyCard | None, *, outsider: bool) -> LaskCard:
    return first_card(
        decision.card["rating"],
        decision.day,
        decision.event,
        outsider=outsider,
        season=season_before(card),
    )


def _renumbered(decision: RatingDecided, card: LaskCard) -> LaskCard:
    figure = decision.card["rating"]
    return replace(
        card,
        base=figure,
        base_on=decision.day,
        base_event=decision.event,
        running=figure,
        running_event=decision.event,
        re_ranking=None,
    )


def _write_down(paragraph: str, text: str, decision: RatingDecided) -> None:
    given = {"kind": decision.kind, "by": decision.by, "reason": decision.reason}
    lask.note(paragraph, text, given, decision.card["rating"])
