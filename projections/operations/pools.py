"""Pools: a rulebook is adopted, the first of which creates the pool, and a list is published.

Where figures may be converted, or belong to another system, the request says what becomes of
them: they are converted as the rulebook has it on record, continue as they are, or everybody
starts anew.
"""

from collections.abc import Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import attrs
from sqlalchemy import Connection

from ledger.events.codec import data_of
from ledger.events.facts import RulebookAdopted
from ledger.events.messages import Message, RequestField, joined_with_or, marked
from ledger.events.problems import Refused, refusal
from ledger.log.event_log import Receipt
from ledger.validation.ledger_state import LedgerState
from ledger.validation.reference_checks import rulebook_on
from projections.engine.history.as_of import AsOf
from projections.engine.registry import AnyRulebook, registered, rulebook
from projections.operations.operation import Doc, OperationContext, OptionalReason, Pool, Write
from projections.operations.plan import Plan, PlanBasis, carry_out, must_be_unchanged
from projections.queries.answer_types import AdoptionAnswer, PublicationAnswer
from projections.queries.answers import Question
from projections.queries.arguments import DayLike, Figures, day_of, id_of
from projections.queries.published_lists import announcement, publications


def _certain_day(given: DayLike) -> date:
    found = day_of(given)
    if found is None:
        raise ValueError(Message("a list needs a day: give one"))
    return found


_FIELDS = ("pool", "rulebook", "from_day", "parameters", "conversion", "reason")


@attrs.frozen
class Adopt(Write[AdoptionAnswer]):
    """Adopt a rulebook for a pool from a day on; the first one creates the pool.

    A new pool begins on the first of January of this year unless another day is given.
    Adopting the rulebook in force again changes nothing.
    """

    pool: Pool = attrs.field(converter=id_of)
    rulebook: Annotated[
        str, Doc("The new rulebook of the pool.", label=marked("Rulebook"), metavar="NAME")
    ] = attrs.field()
    from_day: Annotated[
        date | None,
        Doc(
            "The first day on which it governs (default for a new pool: the first of January of "
            "this year).",
            label=marked("From"),
            option="--from",
        ),
    ] = attrs.field(default=None, converter=day_of, kw_only=True)
    set: Annotated[
        Mapping[str, Any],
        Doc(
            "A reading other than the default; `rulebooks` explains each.",
            label=marked("Readings"),
            hint=marked("A line NAME=VALUE for each; empty: those of the document."),
            recorded=("data.parameters",),
        ),
    ] = attrs.field(factory=dict, kw_only=True)
    figures: Annotated[
        Figures | None,
        Doc(
            "The use of the earlier ratings: converted as recorded, kept, or a new start.",
            label=marked("The ratings before"),
            choices={
                "convert": marked("are converted"),
                "keep": marked("go on"),
                "anew": marked("start anew"),
            },
            flags={
                "convert": ("--convert", "Convert the earlier ratings, as recorded."),
                "keep": ("--keep-figures", "Keep the earlier ratings unchanged."),
                "anew": ("--start-anew", "Start without ratings."),
            },
            recorded=("data.conversion",),
        ),
    ] = attrs.field(default=None, kw_only=True)
    reason: OptionalReason = attrs.field(default=None, kw_only=True)


def adopt(request: Adopt, context: OperationContext) -> dict[str, object]:
    """Append the adoption; return it with the receipt.

    Raises :class:`~ledger.events.problems.Refused` if it cannot be adopted so.
    """

    def plan(basis: PlanBasis) -> Plan:
        must_be_unchanged(basis.head, request.expect)
        ledger = LedgerState(basis.connection)
        day = request.from_day or _first_day(ledger, request, basis.today)
        before = rulebook_on(day, ledger.pool(request.pool))
        events = [_event(request, day, before)]
        if before is not None and before.from_day == day:
            _must_be_the_same(before, request)
            events = []
        return Plan(events=events, answer=partial(_of_day, request.pool, day))

    return carry_out(request, context, plan)


def _of_day(pool: str, day: date, connection: Connection, to: Receipt) -> dict[str, object]:
    adopted = LedgerState(connection).pool(pool)
    found = next(each for each in adopted if each.from_day == day)
    notes = rulebook(found.rulebook, found.parameters or {}).adoption_notes()
    return {**_document(found), **attrs.asdict(to), "notes": list(notes)}


def adoptions(connection: Connection, pool: str) -> list[dict[str, object]]:
    """The rulebooks of a pool by their days.

    Raises :class:`~ledger.events.problems.Refused` if there is no such pool.
    """
    ledger = LedgerState(connection)
    found = ledger.pool(pool)
    if not found:
        raise refusal("unknown-pool", ledger.no_such_pool(pool), "pool")
    return [_document(each) for each in found]


def _document(fact: RulebookAdopted) -> dict[str, object]:
    values = {"parameters": None, "conversion": None, "reason": None, **data_of(fact)}
    return {name: values[name] for name in _FIELDS}


def _first_day(ledger: LedgerState, request: Adopt, today: date) -> date:
    if ledger.pool(request.pool):
        message = Message(
            "%(pool)s has a rulebook: give the first day of the new one, %(from_day)s",
            pool=request.pool,
            from_day=RequestField("from_day", "YYYY-MM-DD"),
        )
        raise refusal("no-day", message, "from_day")
    return today.replace(month=1, day=1)  # this year's tournaments count: decision 0049


def _event(request: Adopt, day: date, before: RulebookAdopted | None) -> dict[str, object]:
    data = {
        "pool": request.pool,
        "rulebook": request.rulebook,
        "from_day": day.isoformat(),
        "parameters": dict(request.set) or None,
        "conversion": _conversion(request, before),
        "reason": request.reason,
    }
    known = {name: value for name, value in data.items() if value is not None}
    return {"type": RulebookAdopted.type, "data": known}


def _conversion(request: Adopt, before: RulebookAdopted | None) -> Mapping[str, object] | None:
    book = _rulebook(request)
    if before is None:
        if request.figures == "convert":
            message = Message(
                "%(pool)s has no earlier rulebook, so there are no ratings to convert: "
                "leave %(figures)s out",
                pool=request.pool,
                figures=RequestField("figures", "convert"),
            )
            raise refusal("nothing-to-convert", message, "figures")
        return None
    known, fate = book.conversions.get(before.rulebook), request.figures
    keeps = book.keeps_cards_of(registered(before.rulebook))
    possible: list[Figures] = ["keep" if keeps else "anew"]
    possible = possible if known is None else ["convert", *possible]
    if fate is None and possible == ["keep"]:
        return None
    if fate not in possible:
        choice = joined_with_or([RequestField("figures", each) for each in possible])
        values = {"rulebook": before.rulebook, "name": book.name, "choice": choice}
        message = Message(
            "how are the ratings of %(rulebook)s converted to %(name)s? Give %(choice)s", **values
        )
        if fate == "convert":
            message = Message(
                "no conversion from %(rulebook)s to %(name)s is recorded: give %(choice)s",
                **values,
            )
        raise refusal("figures", message, "figures")
    return known if fate == "convert" else None


def _rulebook(request: Adopt) -> AnyRulebook:
    """Return the requested rulebook.

    Raises :class:`~ledger.events.problems.Refused`, about its field, if there is none of the name.
    """
    try:
        return registered(request.rulebook)
    except Refused as refused:
        problems = [attrs.evolve(each, field="rulebook") for each in refused.problems]
        raise Refused(problems) from None


def _must_be_the_same(stands: RulebookAdopted, request: Adopt) -> None:
    """Accept a repeated adoption, refuse another one of the same day."""
    requested = request.rulebook, dict(request.set)
    if requested != (stands.rulebook, dict(stands.parameters or {})):
        message = Message(
            "from %(day)s on %(pool)s follows %(rulebook)s already: choose another day, or "
            "correct that event",
            day=stands.from_day,
            pool=stands.pool,
            rulebook=stands.rulebook,
        )
        raise refusal("adopted-before", message, "from_day")


# --- publishing a list --------------------------------------------------------------------------


@attrs.frozen
class Publish(Write[PublicationAnswer]):
    """Publish a pool's list of a day; the log keeps its digest.

    Later a replay proves the list, and shows what has changed.
    """

    pool: Pool = attrs.field(converter=id_of)
    on: Annotated[
        date, Doc("The day of the list.", label=marked("List of the day"), recorded=("data.day",))
    ] = attrs.field(converter=_certain_day, kw_only=True)
    reason: OptionalReason = attrs.field(default=None, kw_only=True)


def publish(request: Publish, context: OperationContext) -> dict[str, Any]:
    """Append the event that publishes the list of a day, as it is known now.

    A list that was published just so is not published again: the answer is that of then.
    A dry run says the same and writes nothing: ``published_at`` is None.  With a key, the state
    of the log is signed afterwards.
    """
    if context.key_file and not request.dry_run:
        return _published_and_signed(request, context)
    return _published(request, context)


def _published_and_signed(request: Publish, context: OperationContext) -> dict[str, Any]:
    from ledger.log import checkpoints
    from ledger.log.notes import secret_key

    key = secret_key(Path(context.key_file))
    with context.engine.connect() as connection:  # what cannot be signed is not published either
        checkpoints.require_consistent(connection)
    answer = _published(request, context)
    checkpoints.create(context.engine, key)
    return answer


def _published(request: Publish, context: OperationContext) -> dict[str, Any]:
    def plan(basis: PlanBasis) -> Plan:
        must_be_unchanged(basis.head, request.expect)
        question = Question(request.pool, basis.today, AsOf(request.on, basis.head))
        event = announcement(basis.connection, question, request.on, request.reason)
        data = event["data"]
        found = publications(basis.connection, request.pool)
        proved = data["digest"], data["rows_root"]
        same = (each for each in found if (each.fact.digest, each.fact.rows_root) == proved)
        if (known := next((it for it in same if it.fact.day == request.on), None)) is not None:
            then = {**data_of(known.fact), "published_at": known.position}
            return Plan(events=[], answer=lambda *_: then)
        return Plan(events=[event], answer=lambda _, to: {**data, "published_at": to.first})

    return carry_out(request, context, plan)
