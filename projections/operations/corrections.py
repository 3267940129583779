"""Corrections and decisions: an event is corrected from what is current, or recorded.

The reason is always given, and the answer shows whose figures change.
"""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, get_args

import attrs
import orjson
from sqlalchemy import Connection, select

from ledger.events import facts
from ledger.events.codec import data_of, without_defaults
from ledger.events.json_lines import as_json
from ledger.events.messages import Message, RequestField, marked
from ledger.events.problems import refusal
from ledger.log.effective_events import Recorded
from ledger.log.schema import event
from ledger.validation.ledger_state import LedgerState
from projections.operations.operation import (
    Doc,
    Effects,
    OperationContext,
    Player,
    Pool,
    Reason,
    Write,
    own_fields_of,
)
from projections.operations.plan import (
    Plan,
    PlanBasis,
    carry_out,
    must_be_known,
    must_be_unchanged,
)
from projections.queries.answer_types import CorrectionAnswer
from projections.queries.arguments import day_of, id_of, result_of
from projections.queries.find_by_name import find_event


@attrs.frozen
class Correct(Write[CorrectionAnswer]):
    """Correct an event: change fields of it, or strike it.

    The event is named by its id, or by the id of its game, tournament or player.  If it was
    corrected after the expected position, the correction is refused.
    """

    event: Annotated[
        str,
        Doc(
            "The id of the event.",
            label=marked("Event"),
            argument=True,
            metavar="GAME|EVENT",
            wire="corrects",
            named_by="event",
        ),
    ] = attrs.field(converter=id_of)
    set: Annotated[
        Mapping[str, Any],
        Doc(
            "A field and its corrected value.",
            metavar="FIELD=VALUE",
            recorded=("data.replacement",),
        ),
    ] = attrs.field(factory=dict, kw_only=True)
    result: Annotated[
        str | None, Doc("The corrected result of a game: 1-0, 0-1, ½-½, +:- (forfeit) …")
    ] = attrs.field(default=None, kw_only=True)
    strike: Annotated[bool, Doc("Strike the event: it no longer counts.")] = attrs.field(
        default=False, kw_only=True
    )
    reason: Reason = attrs.field(kw_only=True)
    effects: Effects = attrs.field(default=True, kw_only=True)

    def changes(self) -> Mapping[str, object]:
        """The fields to set, those of the result among them, as plain JSON.

        Raises :class:`~ledger.events.problems.Refused` for neither a change nor a strike, for
        both, and for what is not a result or not JSON.
        """
        changes: dict[str, object] = orjson.loads(as_json(self.set, field="set"))
        if self.result is not None:
            try:
                changes |= result_of(self.result)
            except ValueError as error:
                raise refusal("no-result", str(error), "result") from None
        if self.strike == bool(changes):
            message = Message(
                "give exactly one of %(result)s, %(set)s and %(strike)s",
                result=RequestField("result", "RESULT"),
                set=RequestField("set", "FIELD=VALUE"),
                strike=RequestField("strike"),
            )
            raise refusal("nothing-to-correct", message, "set")
        return changes


def correct(request: Correct, context: OperationContext) -> dict[str, object]:
    """Append a correction made from what is current, or only preview it.

    What stands already is not appended again: an answer may have been lost.

    Raises :class:`~ledger.events.problems.Refused` if the event does not exist, where somebody
    has corrected it since, or if others rely on what it says.
    """
    changes = request.changes()

    def plan(basis: PlanBasis) -> Plan:
        ledger = LedgerState(basis.connection)
        target = find_event(basis.connection, ledger, request.event)
        must_be_known(basis.head, request.expect)
        _require_expected_state(basis.connection, target, request)
        stands = _standing(ledger, target)
        replacement = None if request.strike else _replacement(target, stands, changes)
        data = {"corrects": target.id, "reason": request.reason, "replacement": replacement}
        plan = only(facts.CorrectionSubmitted.type, data)
        return attrs.evolve(plan, events=[]) if _is_so(target, stands, replacement) else plan

    return carry_out(request, context, plan)


def only(type_: str, data: Mapping[str, object]) -> Plan:
    """Return the plan of one event, whose answer is the receipt and the effects alone."""
    return Plan(events=[{"type": type_, "data": data}], answer=lambda _, to: attrs.asdict(to))


def _require_expected_state(connection: Connection, target: Recorded, request: Correct) -> None:
    """Refuse the second of two simultaneous corrections, with the current data."""
    if request.expect is None:
        return
    later = (
        select(event.c.id, event.c.position)
        .where(
            event.c.stream == target.stream,
            event.c.type == facts.CorrectionSubmitted.type,
            event.c.position > request.expect,
        )
        .order_by(event.c.position)
    )
    found = [row for row in connection.execute(later) if _corrects(connection, row.id, target)]
    if found:
        message = Message(
            "%(event)s was corrected by %(correction)s at position %(position)s, after position "
            "%(expect)s: look at its current state, then correct it again",
            event=target.id,
            correction=found[-1].id,
            position=found[-1].position,
            expect=request.expect,
        )
        raise refusal("corrected-since", message, "expect")


def _corrects(connection: Connection, id_: str, target: Recorded) -> bool:
    correction = LedgerState(connection).event(id_)
    return correction is not None and correction.data["corrects"] == target.id


def _standing(ledger: LedgerState, target: Recorded) -> dict[str, object] | None:
    """Return the current data of an event; None if it was struck, or is a correction."""
    if target.type == facts.CorrectionSubmitted.type:
        return None
    fact = ledger.effective_data(target)
    return None if fact is None else {**data_of(fact), **ledger.personal_data(target)}


def _is_so(
    target: Recorded, stands: Mapping[str, object] | None, replacement: Mapping[str, object] | None
) -> bool:
    """True if an event says already what it would be corrected to, or is struck as wanted."""
    if stands is None or replacement is None:
        return stands is replacement and target.type != facts.CorrectionSubmitted.type
    one, other = (without_defaults(target.type, each) for each in (stands, replacement))
    return one == other


def _replacement(
    target: Recorded, stands: Mapping[str, object] | None, changes: Mapping[str, object]
) -> dict[str, object]:
    """Return the complete new data: the current data with the changes applied."""
    if target.type == facts.CorrectionSubmitted.type:
        message = Message(
            "a correction is struck, or followed by another one; its fields cannot be set"
        )
        raise refusal("not-settable", message, "set")
    if stands is None:
        message = Message(
            "%(event)s was struck: strike that correction to restore it", event=target.id
        )
        raise refusal("struck", message, "event")
    if target.type == facts.GameSubmitted.type and stands.get("black") is not None:
        _require_both_sides(changes)
    return {**stands, **changes}


def _require_both_sides(changes: Mapping[str, object]) -> None:
    """One side's points alone are not a result: the other's may change too (decision 0057)."""
    sides = [field for field in ("white_points", "black_points") if field in changes]
    if len(sides) == 1:
        message = Message(
            "%(field)s alone leaves the other side's points as they are: set both, or give "
            "%(result)s",
            field=sides[0],
            result=RequestField("result", "1-0"),
        )
        raise refusal("one-side", message, "set")


# --- decisions and other events -----------------------------------------------------------------


@attrs.frozen
class Record(Write[CorrectionAnswer]):
    """Append one event of the contract, and show whose figures change by it."""

    type: Annotated[str, Doc("The type of the event.")] = attrs.field()
    data: Annotated[Mapping[str, Any], Doc("Its data; what is None is left out.")] = attrs.field()
    effects: Effects = attrs.field(default=True, kw_only=True)


def record(request: Record, context: OperationContext) -> dict[str, object]:
    """Append one event, or only preview it."""
    return recorded(request, context, request.type, request.data)


def recorded(
    request: Write[object], context: OperationContext, type_: str, data: Mapping[str, Any]
) -> dict[str, Any]:
    """Append one event without what is None in its data, or only preview it."""
    known = {name: value for name, value in data.items() if value is not None}

    def plan(basis: PlanBasis) -> Plan:
        must_be_unchanged(basis.head, request.expect)
        return only(type_, known)

    return carry_out(request, context, plan)


DecidedBy = Annotated[
    str,
    Doc(
        "The body that decides it.",
        label=marked("Decided by"),
        hint=marked("The body."),
        recorded=("data.by",),
    ),
]


@attrs.frozen
class DecideRating(Write[CorrectionAnswer]):
    """Set a player's rating from a day on, as decided by a body.

    The rulebook can propose a first rating: see `propose`.
    """

    pool: Pool = attrs.field(converter=id_of)
    player: Player = attrs.field(converter=id_of)
    card: Annotated[
        Mapping[str, Any],
        Doc("A field of the rating, by the rulebook's cards.", metavar="FIELD=VALUE"),
    ] = attrs.field(kw_only=True)
    from_day: Annotated[
        date | None,
        Doc("The first day on which it is valid.", label=marked("From"), option="--from"),
    ] = attrs.field(converter=day_of, kw_only=True)
    kind: Annotated[
        str,
        Doc(
            "The kind of decision.",
            label=marked("Kind"),
            choices={each: marked(each) for each in get_args(facts.DecisionKind)},
        ),
    ] = attrs.field(default="initial", kw_only=True)
    decided_by: DecidedBy = attrs.field(kw_only=True)
    reason: Reason = attrs.field(kw_only=True)
    effects: Effects = attrs.field(default=True, kw_only=True)


def decide_rating(request: DecideRating, context: OperationContext) -> dict[str, object]:
    """Append the decision on a figure, or only preview it."""
    return recorded(request, context, facts.RatingDecided.type, _data(request))


def _data(request: "DecideRating | DecideRule") -> dict[str, object]:
    """The data of the event that a request is: its own fields, under their names there."""
    found: dict[str, object] = {}
    for field in own_fields_of(type(request)):
        (path,), value = field.recorded, getattr(request, field.name)
        found[path.removeprefix("data.")] = dict(value) if isinstance(value, Mapping) else value
    return found


@attrs.frozen
class DecideRule(Write[CorrectionAnswer]):
    """Record a decision that a paragraph calls for, such as DWZ 6.2.1."""

    pool: Pool = attrs.field(converter=id_of)
    rule: Annotated[
        str,
        Doc(
            "The paragraph, such as DWZ 6.2.1.",
            label=marked("Paragraph"),
            hint=marked("Such as DWZ 6.2.1"),
            argument=True,
        ),
    ]
    about: Annotated[
        Mapping[str, Any],
        Doc("The subject: a tournament, player, club, game or season.", metavar="KIND=ID"),
    ] = attrs.field(factory=dict, kw_only=True)
    value: Annotated[
        Any,
        Doc(
            "The decision, in the form that the rule requires.",
            label=marked("Decision"),
            hint=marked('In the form that the rule requires, such as {"evaluate": true}'),
            metavar="JSON",
        ),
    ] = attrs.field(kw_only=True)
    decided_by: DecidedBy = attrs.field(kw_only=True)
    reason: Reason = attrs.field(kw_only=True)
    effects: Effects = attrs.field(default=True, kw_only=True)


def decide_rule(request: DecideRule, context: OperationContext) -> dict[str, object]:
    """Append a decision that a rule leaves to officials, or only preview it."""
    return recorded(request, context, facts.DecisionRecorded.type, _data(request))
