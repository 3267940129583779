"""Text in a SQLite file that is no text any more: which event it belongs to.

SQLite does not look at the bytes of a text, so a damaged one is met by the driver, which does not
say in which row.  PostgreSQL refuses such bytes when they are written.
"""

from typing import Any

from sqlalchemy.engine import ExceptionContext

from ledger.events.problems import (
    LedgerDamaged,
    damaged_event,
    damaged_ledger,
    damaged_tables,
)

_NO_TEXT = "Could not decode to UTF-8"
_TEXTS = {
    "event": "type, id, stream, subject, recorded_by, source, payload",
    "person": "player, data",
}


def name_damage(context: ExceptionContext) -> None:
    """Listen for errors of a SQLite database, and say of damage where it is."""
    if context.connection is not None:
        raise_damage(context.connection.connection.driver_connection, context.original_exception)


def raise_damage(connection: Any, error: BaseException) -> None:
    """Raise :class:`~ledger.events.problems.LedgerDamaged` where an error comes from damage."""
    if str(error).startswith(_NO_TEXT):
        raise _damaged_row(connection) from None
    if str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_CORRUPT"):
        raise damaged_ledger(str(error)) from None


def _damaged_row(connection: Any) -> LedgerDamaged:
    before, connection.text_factory = connection.text_factory, bytes
    try:
        for table, columns in _TEXTS.items():
            rows = connection.execute(f"SELECT position, {columns} FROM {table} ORDER BY position")  # noqa: S608
            for position, *texts in rows:
                if not all(map(_is_text, texts)):
                    why = "a text of it is not UTF-8"
                    return damaged_event(
                        position, why if table == "event" else f"{why}, in its personal data"
                    )
    finally:
        connection.text_factory = before
    return damaged_tables("a text in them is not UTF-8")


def _is_text(value: object) -> bool:
    if isinstance(value, bytes):
        try:
            value.decode()
        except UnicodeDecodeError:
            return False
    return True
