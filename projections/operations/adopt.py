"""Adopting a rulebook for a pool, the first of which creates it: the event is written for you.

Where figures may be converted, or belong to another system, it is asked what becomes of them: they
are converted as the rulebook has it on record, go on as they are, or everybody starts anew.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, Engine

from ledger.events.codec import data_of
from ledger.events.facts import RulebookAdopted
from ledger.events.messages import Message
from ledger.events.problems import refusal
from ledger.log.clock import Clock
from ledger.log.event_log import Receipt, writing
from ledger.validation.ledger_state import LedgerState
from ledger.validation.reference_checks import rulebook_on
from ledger.validation.submission import append_within
from projections.engine.registry import RegisteredRulebooks, registered
from projections.queries.arguments import Figures

_OPTIONS: Mapping[Figures, str] = {
    "convert": "--convert",
    "keep": "--keep-figures",
    "anew": "--start-anew",
}
_FIELDS = ("pool", "rulebook", "from_day", "parameters", "conversion", "reason")


@attrs.frozen(kw_only=True)
class Adoption:
    """What is to govern a pool, from which day, under which readings.

    ``from_day`` None: for a pool that is new, the first of January of this year.  ``figures``:
    what becomes of those of the rulebook before; None: they go on, if nothing else can be meant.
    """

    pool: str
    rulebook: str
    from_day: date | None = None
    readings: Mapping[str, Any] = attrs.field(factory=dict)
    figures: Figures | None = None
    reason: str | None = None


def adopt(
    engine: Engine, adoption: Adoption, *, by: str, clock: Clock, dry_run: bool
) -> dict[str, Any]:
    """Append the adoption, or only see that it could be; what is adopted, and the receipt.

    Raises :class:`~ledger.events.problems.Refused` where it cannot be adopted so.
    """
    with writing(engine, clock) as writer:
        ledger = LedgerState(writer.connection)
        today = clock().date()
        day = adoption.from_day or _first_day(ledger, adoption, today)
        before = rulebook_on(day, ledger.pool(adoption.pool))
        if before is not None and before.from_day == day:
            _must_be_the_same(before, adoption)
            return {**_document(before), **attrs.asdict(Receipt(0, 1, None, None))}
        event = _event(adoption, day, before)
        receipt = append_within(
            writer,
            [(1, orjson.dumps(event))],
            by=by,
            rulebooks=RegisteredRulebooks(),
            clock=clock,
        )
        stands = LedgerState(writer.connection).pool(adoption.pool)
        if dry_run:
            writer.take_back()
            receipt = Receipt(0, 0, None, None)
        return {**_document(_of_day(stands, day)), **attrs.asdict(receipt)}


def _of_day(adopted: Sequence[RulebookAdopted], day: date) -> RulebookAdopted:
    return next(each for each in adopted if each.from_day == day)


def adoptions(connection: Connection, pool: str) -> list[dict[str, Any]]:
    """The rulebooks of a pool by their days.

    Raises :class:`~ledger.events.problems.Refused` where there is no such pool.
    """
    found = LedgerState(connection).pool(pool)
    if not found:
        message = Message(
            "there is no pool %(pool)s: `rating-ledger pool %(name)s --rulebook NAME` makes it",
            pool=repr(pool),
            name=pool,
        )
        raise refusal("unknown-pool", message, "pool")
    return [_document(each) for each in found]


def _document(fact: RulebookAdopted) -> dict[str, Any]:
    said = {"parameters": None, "conversion": None, "reason": None, **data_of(fact)}
    return {name: said[name] for name in _FIELDS}


def _first_day(ledger: LedgerState, adoption: Adoption, today: date) -> date:
    if ledger.pool(adoption.pool):
        message = Message(
            "%(pool)s has a rulebook: from which day is it to be another one? "
            "Say --from YYYY-MM-DD",
            pool=adoption.pool,
        )
        raise refusal("no-day", message, "--from")
    return today.replace(month=1, day=1)


def _event(adoption: Adoption, day: date, before: RulebookAdopted | None) -> dict[str, Any]:
    data = {
        "pool": adoption.pool,
        "rulebook": adoption.rulebook,
        "from_day": day.isoformat(),
        "parameters": dict(adoption.readings) or None,
        "conversion": _conversion(adoption, before),
        "reason": adoption.reason,
    }
    known = {name: value for name, value in data.items() if value is not None}
    return {"type": RulebookAdopted.type, "data": known}


def _conversion(adoption: Adoption, before: RulebookAdopted | None) -> Mapping[str, Any] | None:
    book = registered(adoption.rulebook)
    if before is None:
        if adoption.figures == "convert":
            message = Message(
                "%(pool)s has no rulebook before: there are no figures to convert; "
                "leave --convert out",
                pool=adoption.pool,
            )
            raise refusal("nothing-to-convert", message, "--convert")
        return None
    known, fate = book.conversions.get(before.rulebook), adoption.figures
    keeps = book.keeps_cards_of(registered(before.rulebook))
    possible: list[Figures] = ["keep" if keeps else "anew"]
    possible = possible if known is None else ["convert", *possible]
    if fate is None and possible == ["keep"]:
        return None
    if fate not in possible:
        choice = " or ".join(_OPTIONS[each] for each in possible)
        said = {"rulebook": before.rulebook, "name": book.name, "choice": choice}
        message = Message(
            "what becomes of the figures of %(rulebook)s under %(name)s? Say %(choice)s", **said
        )
        if fate == "convert":
            message = Message(
                "no conversion from %(rulebook)s to %(name)s is on record: Say %(choice)s", **said
            )
        raise refusal("figures", message, "--rulebook")
    return known if fate == "convert" else None


def _must_be_the_same(stands: RulebookAdopted, adoption: Adoption) -> None:
    """From one day on a pool has one rulebook: to say it again changes nothing."""
    said = adoption.rulebook, dict(adoption.readings)
    if said != (stands.rulebook, dict(stands.parameters or {})):
        message = Message(
            "from %(day)s on %(pool)s follows %(rulebook)s already: choose another day, or "
            "correct that event (`rating-ledger log --type rulebook.adopted`)",
            day=stands.from_day,
            pool=stands.pool,
            rulebook=stands.rulebook,
        )
        raise refusal("adopted-before", message, "--from")
