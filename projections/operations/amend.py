"""Correcting an event from what stands: shown first, then appended, the reason always given.

The correction is appended inside a transaction, the read model goes on in the same transaction,
and the lists before and after are compared; a dry run takes all of it back.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

import attrs
from sqlalchemy import Connection, Engine, select

from ledger.events.codec import data_of
from ledger.events.facts import CorrectionSubmitted, GameSubmitted, PlayersMerged
from ledger.events.messages import Message
from ledger.events.problems import refusal
from ledger.log.clock import Clock
from ledger.log.event_log import Receipt, writing
from ledger.log.schema import event
from ledger.log.standing_events import Recorded
from ledger.validation.ledger_state import LedgerState
from ledger.validation.rulebook_port import RulebookPort
from ledger.validation.submission import append_within
from projections.engine.read_model.earlier_card_history import EarlierCardHistory
from projections.engine.read_model.generations import before_and_after, pools
from projections.queries.answers import Answers, Question, Row
from projections.queries.explanations import compared
from projections.queries.find_by_name import find_event


@attrs.frozen(kw_only=True)
class Amendment:
    """What is to be corrected: an event, fields to set or all to strike, and why.

    ``event`` is its id, or that of the game, tournament or player that it brought in;
    ``expect``: the position up to which the one who corrects knows the log; None: not said.
    """

    event: str
    reason: str
    changes: Mapping[str, Any] = attrs.field(factory=dict)
    strike: bool = False
    expect: int | None = None


@attrs.frozen(kw_only=True)
class Joining:
    """Two registrations turned out to be one person: all of ``drop`` belongs to ``keep``."""

    keep: str
    drop: str
    reason: str


@attrs.frozen(kw_only=True)
class NewEvent:
    """An event as it is to be appended, such as a decision, of one type of the contract."""

    type: str
    data: Mapping[str, Any]


Amending = Amendment | Joining | NewEvent


@attrs.frozen
class Amended:
    """The outcome: what was appended (nothing on a dry run) and who changed, by pool."""

    receipt: Receipt
    changed: Mapping[str, Sequence[Row]]

    def document(self) -> dict[str, Any]:
        """The outcome in the contract's shape, the pools in one list."""
        rows = [{"pool": pool, **row} for pool, found in self.changed.items() for row in found]
        return {**attrs.asdict(self.receipt), "changed": rows}


def amend(  # noqa: PLR0913 - clock, day and rulebooks are passed in, never fetched
    engine: Engine,
    amendment: Amending,
    *,
    by: str,
    rulebooks: RulebookPort,
    clock: Clock,
    today: date,
    dry_run: bool,
) -> Amended:
    """Append a correction made from what stands, or an event, or only see what it would change.

    Raises :class:`~ledger.events.problems.Refused` where the event does not exist, where somebody
    has corrected it since, or where others rely on what it says.
    """
    with writing(engine, clock) as writer:
        known = writer.head.size
        event = _event(writer.connection, amendment, known)
        # A number of any length is for the checks to refuse.
        line = json.dumps(event, default=date.isoformat).encode()
        receipt = append_within(writer, [(1, line)], by=by, rulebooks=rulebooks, clock=clock)
        writer.close()
        changed = _changed(writer.connection, known, today)
        if not dry_run:
            return Amended(receipt, changed)
        unwritten = _id_at(writer.connection, receipt.first)
        writer.take_back()
    planned = {pool: [_planned(row, unwritten) for row in rows] for pool, rows in changed.items()}
    return Amended(Receipt(0, 0, None, None), planned)


def _id_at(connection: Connection, position: int | None) -> str | None:
    found = connection.execute(select(event.c.id).where(event.c.position == position))
    id_: str | None = found.scalar()
    return id_


def _planned(row: Row, unwritten: str | None) -> Row:
    """A difference of a dry run: its cause has no id yet."""

    def written(ids: Sequence[str]) -> list[str]:
        return [id_ for id_ in ids if id_ != unwritten]

    chain = [{**link, "events": written(link["events"])} for link in row["chain"]]
    return {**row, "causes": written(row["causes"]), "chain": chain}


def _changed(connection: Connection, known: int, today: date) -> dict[str, Sequence[Row]]:
    """Who differs in each pool from what was known at a position."""
    changed: dict[str, Sequence[Row]] = {}
    for pool in pools(connection):
        before, after, only = answers_before_and_after(connection, pool, known, today)
        changed[pool] = compared(connection, before, after, only)
    return changed


def answers_before_and_after(
    connection: Connection, pool: str, known: int, today: date
) -> tuple[Answers, Answers, Collection[str] | None]:
    """A pool as known at a position and now, in an open transaction, and who alone can differ.

    None where that cannot be said.
    """
    question = Question(pool, today)
    earlier, now = before_and_after(connection, pool, known)
    before, after = (Answers(connection, question, each) for each in (earlier, now))
    if isinstance(earlier, EarlierCardHistory) and before.day == after.day:
        return before, after, earlier.changed  # nobody else's figure can differ on the same day
    return before, after, None


def _event(connection: Connection, amendment: Amending, head: int) -> dict[str, Any]:
    if isinstance(amendment, NewEvent):
        return {"type": amendment.type, "data": dict(amendment.data)}
    if isinstance(amendment, Joining):
        return {"type": PlayersMerged.type, "data": attrs.asdict(amendment)}
    ledger = LedgerState(connection)
    target = find_event(connection, ledger, amendment.event)
    _must_be_known(head, amendment.expect)
    _must_be_as_expected(connection, target, amendment)
    replacement = None if amendment.strike else _replacement(ledger, target, amendment)
    return {
        "type": CorrectionSubmitted.type,
        "data": {
            "corrects": target.id,
            "reason": amendment.reason,
            "replacement": replacement,
        },
    }


def _must_be_known(head: int, expect: int | None) -> None:
    """Nobody knows this log further than it goes: he has looked at another one, or mistyped."""
    if expect is not None and expect > head:
        message = (
            f"the log ends at position {head}, before position {expect}: look at what stands "
            "now, then correct it"
        )
        raise refusal("expect-not-met", message, "--expect")


def _must_be_as_expected(connection: Connection, target: Recorded, amendment: Amendment) -> None:
    """Of two corrections of the same event at once, the second is refused with what stands now."""
    if amendment.expect is None:
        return
    later = (
        select(event.c.id, event.c.position)
        .where(
            event.c.stream == target.stream,
            event.c.type == CorrectionSubmitted.type,
            event.c.position > amendment.expect,
        )
        .order_by(event.c.position)
    )
    found = [row for row in connection.execute(later) if _corrects(connection, row.id, target)]
    if found:
        message = Message(
            "%(event)s was corrected by %(correction)s at position %(position)s, after position "
            "%(expect)s: look at what stands now, then correct it again",
            event=target.id,
            correction=found[-1].id,
            position=found[-1].position,
            expect=amendment.expect,
        )
        raise refusal("corrected-since", message, "--expect")


def _corrects(connection: Connection, id_: str, target: Recorded) -> bool:
    correction = LedgerState(connection).event(id_)
    return correction is not None and correction.data["corrects"] == target.id


def _replacement(ledger: LedgerState, target: Recorded, amendment: Amendment) -> dict[str, Any]:
    """The complete new data: what stands, with the changes in place."""
    if target.type == CorrectionSubmitted.type:
        message = Message(
            "a correction is struck, or followed by another one; its fields cannot be set"
        )
        raise refusal("not-settable", message, "--set")
    stands = ledger.what_stands(target)
    if stands is None:
        message = Message(
            "%(event)s was struck: strike that correction to restore it", event=target.id
        )
        raise refusal("struck", message, "event")
    if isinstance(stands, GameSubmitted) and stands.black is not None:
        _must_be_of_both_sides(amendment.changes)
    return {**data_of(stands), **ledger.personal_data(target), **amendment.changes}


def _must_be_of_both_sides(changes: Mapping[str, Any]) -> None:
    """One side's points alone would leave the other's beside them: a result nobody meant."""
    said = [field for field in ("white_points", "black_points") if field in changes]
    if len(said) == 1:
        message = Message(
            "%(field)s alone leaves the other side's points as they are: set both, or say "
            "--result 1-0",
            field=said[0],
        )
        raise refusal(
            "one-side",
            message,
            "--set",
        )
