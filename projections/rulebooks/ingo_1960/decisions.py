"""The decisions that INGO 1960 leaves to people: events left out, weights, single numbers."""

from projections.rulebooks.document import concerning
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.occasion import RatingDecided
from projections.rulebooks.tournament import Decision, Tournament

NOT_EVALUATED = ingo.cite("0")
CONSENT = ingo.cite("C III")


@ingo.within("0")
def not_to_be_evaluated(tournament: Tournament) -> str | None:
    """Why the event is left out, if the last decision about it says so."""
    decisions = _about(tournament, NOT_EVALUATED)
    if not decisions or decisions[-1].value["evaluate"]:
        return None
    last = decisions[-1]
    return ingo.because(
        "0", "not evaluated, by decision of %(by)s: %(reason)s", by=last.by, reason=last.reason
    )


@ingo.within("C III")
def consents(tournament: Tournament) -> frozenset[str]:
    """The players whose H counts double by consent of the main evaluator (R7)."""
    last = {
        decision.about["player"]: decision.value["apply"]
        for decision in _about(tournament, CONSENT)
    }
    return frozenset(player for player, applies in last.items() if applies)


@ingo.within("Vorwort 6")
def decided(decision: RatingDecided) -> IngoCard:
    """A number set by those who look after it: a first one, or one in place of an unsafe one."""
    card = IngoCard(
        number=decision.card["number"],
        count=decision.card["count"],
        mark=decision.card.get("mark"),
        on=decision.day,
        source=decision.event,
    )
    given = {"kind": decision.kind, "by": decision.by, "reason": decision.reason}
    with concerning(decision.player):
        ingo.note("Vorwort 6", "A number set by decision.", given, card.contents)
    return card


def _about(tournament: Tournament, rule: str) -> list[Decision]:
    return [
        decision
        for decision in tournament.decisions
        if decision.rule == rule and decision.about.get("tournament") == tournament.id
    ]
