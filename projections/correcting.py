"""Correcting an event from what stands: shown first, then appended, the reason always given.

The correction is appended inside a transaction, the read model goes on in the same transaction,
and the lists before and after are compared; a dry run takes all of it back.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import attrs
from sqlalchemy import Connection, Engine, select

from ledger.canonical import canonical
from ledger.codec import data_of
from ledger.facts import CorrectionSubmitted
from ledger.law import Law
from ledger.log import Clock, Writer, writing
from ledger.problems import refusal
from ledger.schema import event
from ledger.standing import Recorded, Standing
from ledger.submission import Receipt, append_within
from projections.differences import Difference, differences
from projections.questions import Answers, Question
from projections.store import before_and_after, pools


@attrs.frozen(kw_only=True)
class Amendment:
    """What is to be corrected: an event by its id, fields to set or all to strike, and why.

    ``expect``: the position up to which the one who corrects knows the log; None: not said.
    """

    event: str
    reason: str
    changes: Mapping[str, Any] = attrs.field(factory=dict)
    strike: bool = False
    expect: int | None = None


@attrs.frozen
class Amended:
    """The outcome: what was appended (nothing on a dry run) and who changed, by pool."""

    receipt: Receipt
    changed: Mapping[str, Sequence[Difference]]


def amend(  # noqa: PLR0913 - clock, day and law are handed in, never fetched
    engine: Engine,
    amendment: Amendment,
    *,
    by: str,
    law: Law,
    clock: Clock,
    today: date,
    dry_run: bool,
) -> Amended:
    """Append a correction made from what stands, or only see what it would change.

    Raises :class:`~ledger.problems.Refused` where the event does not exist, where somebody has
    corrected it since, or where others rely on what it says.
    """
    with writing(engine, clock) as writer:
        outcome = _amended(writer, amendment, by, law, clock, today)
        if dry_run:
            writer.take_back()
            return attrs.evolve(outcome, receipt=Receipt(0, 0, None, None))
    return outcome


def _amended(  # noqa: PLR0913, PLR0917 - as above
    writer: Writer, amendment: Amendment, by: str, law: Law, clock: Clock, today: date
) -> Amended:
    connection, position = writer.connection, writer.head.size
    line = canonical(_correction(connection, amendment)).encode()
    receipt = append_within(writer, [(1, line)], by=by, law=law, clock=clock)
    writer.close()
    changed: dict[str, Sequence[Difference]] = {}
    for pool in pools(connection):
        question = Question(pool, today)
        before, after = before_and_after(connection, pool, position)
        changed[pool] = differences(
            connection,
            Answers(connection, question, before),
            Answers(connection, question, after),
        )
    return Amended(receipt, changed)


def _correction(connection: Connection, amendment: Amendment) -> dict[str, Any]:
    standing = Standing(connection)
    target = standing.event(amendment.event)
    if target is None:
        message = f"there is no event {amendment.event!r}: `rating-ledger log` shows their ids"
        raise refusal("unknown-event", message, "event")
    _must_be_as_expected(connection, target, amendment)
    replacement = None if amendment.strike else _replacement(standing, target, amendment)
    return {
        "type": CorrectionSubmitted.type,
        "data": {
            "corrects": amendment.event,
            "reason": amendment.reason,
            "replacement": replacement,
        },
    }


def _must_be_as_expected(connection: Connection, target: Recorded, amendment: Amendment) -> None:
    """Of two who correct the same event at once, the second is told what stands now."""
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
        message = (
            f"{target.id} was corrected by {found[-1].id} at position {found[-1].position}, after "
            f"position {amendment.expect}: look at what stands now, then correct it again"
        )
        raise refusal("corrected-since", message, "--expect")


def _corrects(connection: Connection, id_: str, target: Recorded) -> bool:
    correction = Standing(connection).event(id_)
    return correction is not None and correction.data["corrects"] == target.id


def _replacement(standing: Standing, target: Recorded, amendment: Amendment) -> dict[str, Any]:
    """The complete new data: what stands, with the changes in place."""
    if target.type == CorrectionSubmitted.type:
        message = "a correction is struck, or followed by another one; its fields cannot be set"
        raise refusal("not-settable", message, "--set")
    stands = standing.what_stands(target)
    if stands is None:
        message = f"{target.id} was struck: strike that correction to restore it"
        raise refusal("struck", message, "event")
    return {**data_of(stands), **standing.personal_data(target), **amendment.changes}
