"""Plans: the events of a write, appended or previewed, and the figures they change.

An operation names its events; they are appended inside a transaction, the read model
is updated in the same transaction, and the lists before and after are compared.  A dry run rolls
all of it back.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import Any

import attrs
from sqlalchemy import Connection, select

from ledger.events.messages import Message
from ledger.events.problems import refusal
from ledger.log.event_log import Receipt, writing
from ledger.log.schema import event
from ledger.validation.submission import append_within
from projections.engine.read_model.earlier_card_history import EarlierCardHistory
from projections.engine.read_model.generations import before_and_after, catch_up, pools
from projections.engine.registry import RegisteredRulebooks
from projections.operations.operation import OperationContext, Write
from projections.queries.answer_types import ChainLink, DifferenceRow
from projections.queries.answers import Answers, Question
from projections.queries.explanations import compared

NOTHING = Receipt(0, 0, None, None)


@attrs.frozen(kw_only=True)
class Plan:
    """The events of a write; ``answer`` makes its document afterwards, of the log and the receipt.

    ``accept`` names the events with implausible persons that are right; None: that was asked.
    Without events nothing is written, because what is asked for is recorded already.
    """

    events: Sequence[Mapping[str, object]]
    answer: Callable[[Connection, Receipt], Mapping[str, object]]
    accept: Collection[int] | None = ()


@attrs.frozen
class PlanBasis:
    """The state of the log that a plan is made on: held by its lock while events are appended."""

    connection: Connection
    head: int
    today: date


def carry_out(
    request: Write[object], context: OperationContext, plan_of: Callable[[PlanBasis], Plan]
) -> dict[str, Any]:
    """Append what a request plans, or only preview it; the answer and the receipt.

    Raises :class:`~ledger.events.problems.Refused` if an event cannot be appended so.
    """
    if request.effects:
        _catch_up_everywhere(context)
    with writing(context.engine, context.clock) as writer:
        basis = PlanBasis(writer.connection, writer.head.size, context.today)
        plan = plan_of(basis)
        receipt = Receipt(0, 1, None, None)
        if plan.events:
            # Numbers of any length are accepted here and refused by the checks.
            lines = [
                (number, json.dumps(each, default=date.isoformat).encode())
                for number, each in enumerate(plan.events, 1)
            ]
            receipt = append_within(
                writer,
                lines,
                by=request.by,
                rulebooks=RegisteredRulebooks(),
                clock=context.clock,
                accept=plan.accept,
            )
        written = NOTHING if request.dry_run and plan.events else receipt
        answer = dict(plan.answer(writer.connection, written))
        if request.effects:
            writer.close()
            answer["changed"] = _effects(basis, receipt, dry_run=request.dry_run)
        if request.dry_run:
            writer.roll_back_at_end()
    return answer


def must_be_known(head: int, expect: int | None) -> None:
    """Refuse a position that the log has not reached: another log was looked at, or mistyped."""
    if expect is not None and expect > head:
        message = Message(
            "the log ends at position %(head)s, before position %(expect)s: look at its "
            "current state, then correct it",
            head=head,
            expect=expect,
        )
        raise refusal("expect-not-met", message, "expect")


def must_be_unchanged(head: int, expect: int | None) -> None:
    """Refuse to write after a position up to which the caller does not know the log."""
    must_be_known(head, expect)
    if expect is not None and expect < head:
        message = Message(
            "the log has grown since position %(expect)s, to %(head)s: look at it again, then "
            "send this with the new position",
            head=head,
            expect=expect,
        )
        raise refusal("expect-not-met", message, "expect")


def _catch_up_everywhere(context: OperationContext) -> None:
    with context.engine.connect() as connection:
        names = pools(connection)
    for pool in names:
        catch_up(context.engine, pool)


# --- effects ------------------------------------------------------------------------------------


def _effects(basis: PlanBasis, receipt: Receipt, *, dry_run: bool) -> list[DifferenceRow]:
    """Return the players of all pools whose ratings changed."""
    changed = _changed(basis.connection, basis.head, basis.today)
    rows: list[DifferenceRow] = [
        {"pool": pool, **row} for pool, found in changed.items() for row in found
    ]
    if not dry_run or receipt.first is None:
        return rows
    return without_unwritten(basis.connection, rows, receipt.first)


def without_unwritten(
    connection: Connection, rows: Sequence[DifferenceRow], first: int
) -> list[DifferenceRow]:
    """Differences without the ids of events from a position on, which a dry run takes back."""
    query = select(event.c.id).where(event.c.position >= first)
    unwritten = set(connection.execute(query).scalars())
    return [_planned(row, unwritten) for row in rows]


def _planned(row: DifferenceRow, unwritten: Collection[str]) -> DifferenceRow:
    """A difference of a dry run: its causes have no ids yet."""

    def written(ids: Sequence[str]) -> list[str]:
        return [id_ for id_ in ids if id_ not in unwritten]

    chain: list[ChainLink] = [
        {
            **link,
            "occasion": None if link["occasion"] in unwritten else link["occasion"],
            "events": written(link["events"]),
        }
        for link in row["chain"]
    ]
    return {**row, "causes": written(row["causes"]), "chain": chain}


def _changed(connection: Connection, known: int, today: date) -> dict[str, list[DifferenceRow]]:
    """The players of each pool who differ from what was known at a position."""
    changed: dict[str, list[DifferenceRow]] = {}
    for pool in pools(connection):
        before, after, only = answers_before_and_after(connection, pool, known, today)
        changed[pool] = compared(connection, before, after, only)
    return changed


def answers_before_and_after(
    connection: Connection, pool: str, known: int, today: date
) -> tuple[Answers, Answers, Collection[str] | None]:
    """Return a pool's answers as known at a position and now, in an open transaction.

    Also the only players who can differ; None if unknown.
    """
    question = Question(pool, today)
    earlier, now = before_and_after(connection, pool, known)
    before, after = (Answers(connection, question, each) for each in (earlier, now))
    if isinstance(earlier, EarlierCardHistory) and before.day == after.day:
        return before, after, earlier.changed  # no others can differ on one day
    return before, after, None
