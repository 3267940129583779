"""What Ingo keeps of a player, its unit, and the decisions that are left to people."""

from datetime import date
from fractions import Fraction
from typing import Any, Literal, cast

import attrs
import orjson

from projections.rulebooks.document import concerning
from projections.rulebooks.figures import whole
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.occasion import RatingDecided
from projections.rulebooks.tournament import Decision, Tournament

# --- degrees, the unit of every Ingo figure, without error of rounding ---------------------------
# The figures that people read (F, N, H) are decimals; what lies between them are fractions, for a
# figure that ends in exactly ½ must not depend on how a float writes a third.


Degrees = int | Fraction


def exact(figure: float) -> Degrees:
    """A figure as the decimal it is written as; no figure has more than three places."""
    return figure if isinstance(figure, int) else Fraction(round(figure * 1000), 1000)


def rounded(value: Degrees, places: int) -> Degrees:
    """``value`` rounded half up to ``places`` decimals (reading R2)."""
    if isinstance(value, int):
        return value
    if not places:
        return whole(value)
    return Fraction(whole(value * 10**places), 10**places)


def plain(value: Degrees) -> float:
    """``value`` as people write it: a whole number where it is one, else a decimal."""
    if isinstance(value, int):
        return value
    numerator, denominator = value.numerator, value.denominator
    return numerator if denominator == 1 else numerator / denominator


def shown(number: float) -> float:
    """A number without a decimal point where it is whole: 128, not 128.0."""
    return int(number) if number == int(number) else number


def weighted(F: float, old: int, H: float, new: int, places: int) -> float:
    """The mean of ``old`` times F and ``new`` times H, rounded half up to ``places``."""
    mean = Fraction(old * exact(F) + new * exact(H), old + new)
    return plain(rounded(mean, places))


# --- the card ------------------------------------------------------------------------------------


Mark = Literal["or better", "or worse"]
MARKS: tuple[Mark, ...] = ("or better", "or worse")


@attrs.frozen(kw_only=True)
class IngoCard:
    """A player's Ingo number, printed ``128 /5``: number 128 out of 5 evaluations.

    ``number`` (F, degrees, lower is stronger; never lapses) is whole unless ``f_decimals``
    says otherwise.  ``mark`` (C II): the number is only a bound, and nobody else's level may
    be built on it.  ``on``, ``source``: the day and the tournament, decision or adoption that
    gave the number.  ``drift``: how often in a row it has moved the same way, up (weaker) above
    0, down below (Vorwort 6).
    """

    number: float = attrs.field(converter=shown)
    count: int = attrs.field(validator=attrs.validators.ge(1))
    mark: Mark | None = attrs.field(default=None, validator=attrs.validators.in_((None, *MARKS)))
    on: date
    source: str
    drift: int = 0

    @property
    def figure(self) -> int:
        """The number for other rulebooks, whose figures are declared whole; decimals are kept."""
        return cast("int", self.number)

    @property
    def contents(self) -> dict[str, Any]:
        """The card in the contract's shape."""
        return {"number": self.number, "count": self.count, "mark": self.mark}


def pack(card: IngoCard) -> str:
    """The card as JSON text; equal cards give equal text."""
    written = card.contents | {"on": card.on, "source": card.source}
    if card.drift:
        written["drift"] = card.drift
    return orjson.dumps(written, option=orjson.OPT_SORT_KEYS).decode()


def unpack(text: str) -> IngoCard:
    """The card that :func:`pack` wrote."""
    written = orjson.loads(text)
    return IngoCard(on=date.fromisoformat(written.pop("on")), **written)


# --- decisions: events left out, weights, single numbers -----------------------------------------


NOT_EVALUATED = ingo.cite("0")
CONSENT = ingo.cite("C III")


@ingo.within("0")
def not_to_be_evaluated(tournament: Tournament) -> str | None:
    """The reason why an event is left out, if the last decision about it says so."""
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
