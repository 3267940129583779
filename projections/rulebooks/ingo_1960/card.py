"""The Ingo card of a player, and the decisions that are left to people."""

from datetime import date
from typing import Any, Literal, cast

import attrs

from projections.rulebooks.document import concerning
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import shown
from projections.rulebooks.occasion import RatingDecided
from projections.rulebooks.tournament import Tournament

Mark = Literal["or better", "or worse"]
MARKS: tuple[Mark, ...] = ("or better", "or worse")


@attrs.frozen(kw_only=True)
class IngoCard:
    """A player's Ingo number, printed ``128 /5``: number 128 out of 5 evaluations.

    ``number`` (F, degrees, lower is stronger; never lapses) is whole unless ``f_decimals`` says
    otherwise.  ``mark`` (C II): the number is only a bound, and no other player's level may be
    built on it.  ``on``, ``source``: the day and the tournament, decision or adoption that gave
    the number.  ``drift``: the number of successive moves in one direction, above 0 up (weaker),
    below 0 down (Vorwort 6).
    """

    number: float = attrs.field(converter=shown)
    count: int = attrs.field(validator=attrs.validators.ge(1))
    mark: Mark | None = attrs.field(default=None, validator=attrs.validators.in_((None, *MARKS)))
    on: date
    source: str
    drift: int = 0

    @property
    def figure(self) -> int:
        """The number for other rulebooks, which declare whole figures; decimals are kept."""
        return cast("int", self.number)

    @property
    def contents(self) -> dict[str, Any]:
        """The card in the contract's shape."""
        return {"number": self.number, "count": self.count, "mark": self.mark}


# --- decisions: events left out, weights, single numbers -----------------------------------------


NOT_EVALUATED = ingo.cite("0")
CONSENT = ingo.cite("C III")


@ingo.within("0")
def not_to_be_evaluated(tournament: Tournament) -> str | None:
    """Return the reason if the last decision about an event leaves it out, else None."""
    decisions = tournament.decided(NOT_EVALUATED)
    if not decisions or decisions[-1].value["evaluate"]:
        return None
    last = decisions[-1]
    return ingo.because(
        "0", "not evaluated, by decision of %(by)s: %(reason)s", by=last.by, reason=last.reason
    )


@ingo.within("C III")
def consents(tournament: Tournament) -> frozenset[str]:
    """The players whose H counts double by consent of the main evaluator (R7)."""
    last = {each.about["player"]: each.value["apply"] for each in tournament.decided(CONSENT)}
    return frozenset(player for player, applies in last.items() if applies)


@ingo.within("Vorwort 6")
def decided(decision: RatingDecided) -> IngoCard:
    """Return the card of a decided number: a first one, or the replacement of an unsafe one."""
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
