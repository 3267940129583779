"""Look-up of event ids and subjects in the log; each statement is built once."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Select, bindparam, select

from ledger.log.effective_events import COLUMNS, Recorded
from ledger.log.repeated_statements import repeated_rows
from ledger.log.schema import event
from ledger.log.statements import as_parameter, one_of


def events_with(connection: Connection, ids: Collection[str]) -> Iterator[Recorded]:
    """Yield the existing events among these ids."""
    if ids:
        given = {"ids": as_parameter(connection, ids)}
        rows = repeated_rows(connection, _events_with(connection.dialect.name), given)
        yield from map(Recorded._make, rows)


def used_among(connection: Connection, subjects: Collection[str]) -> Collection[str]:
    """Return those subjects that have been submitted."""
    if not subjects:
        return ()
    given = {"subjects": as_parameter(connection, subjects)}
    rows = repeated_rows(connection, _used_among(connection.dialect.name), given)
    return [subject for (subject,) in rows]


def used_between(
    connection: Connection, ids: Collection[str], subjects: Collection[str]
) -> tuple[bool, bool]:
    """Return True for ids, and True for subjects, if the log has any between least and greatest.

    There must be some of both.
    """
    given = {
        "first_id": min(ids),
        "last_id": max(ids),
        "first_subject": min(subjects),
        "last_subject": max(subjects),
    }
    [(id_, subject)] = repeated_rows(connection, _USED_BETWEEN, given)
    return id_ is not None, subject is not None


def _first(column: ColumnElement[str], name: str) -> Any:
    first: BindParameter[str] = bindparam(f"first_{name}")
    last: BindParameter[str] = bindparam(f"last_{name}")
    between = (column >= first, column <= last)  # PostgreSQL accepts no COLLATE in BETWEEN
    return select(column).where(*between).limit(1).scalar_subquery()


_USED_BETWEEN = select(_first(event.c.id, "id"), _first(event.c.subject, "subject"))


@cache
def _events_with(dialect: str) -> Select[Any]:
    return select(*COLUMNS).where(one_of(dialect, event.c.id, "ids"))


@cache
def _used_among(dialect: str) -> Select[Any]:
    return select(event.c.subject).where(one_of(dialect, event.c.subject, "subjects"))
