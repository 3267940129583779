"""Problems of a submission: values that are reported all together, with the remedy."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

PERHAPS_WRITTEN = "all of it was written or nothing: the log shows which"


def _legible(field: str | None) -> str | None:
    """Return the field, with unprintable characters escaped: a misspelt field may be anything."""
    return field if field is None or field.isprintable() else repr(field)[1:-1]


@attrs.frozen
class Problem:
    """One fault of a submission.

    ``line`` counts from 1 (None: not in a line of a file), ``field`` is the path of the field
    (``data.white_points``), ``code`` a stable short name for programs, ``message`` a plain
    sentence that ends with the remedy.
    """

    line: int | None
    field: str | None = attrs.field(converter=_legible)
    code: str
    message: str

    def __str__(self) -> str:
        """Return the place, then the fault."""
        where = [f"line {self.line}"] if self.line is not None else []
        if self.field:
            where.append(self.field)
        return ": ".join([*([", ".join(where)] if where else []), self.message])


class Refused(Exception):
    """A request that cannot be granted, with every problem found; nothing was written.

    ``found`` is what can be said nevertheless, such as the rows of a refused list.
    """

    def __init__(
        self, problems: Sequence[Problem], found: Mapping[str, Any] | None = None
    ) -> None:
        self.problems = tuple(problems)
        self.found = dict(found or {})
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Every problem on a line of its own."""
        return "\n".join(map(str, self.problems))


def refusal(code: str, message: str, field: str | None = None) -> Refused:
    """A refusal for one reason that is not tied to a line of a file."""
    return Refused([Problem(None, field, code, message)])


class ReadOnlyDatabase(Refused):
    """The database is read-only here: for this role, on this server, or in this folder."""

    def __init__(self, message: str) -> None:
        super().__init__([Problem(None, None, "only-readable", message)])


class ConnectionLost(Refused):
    """The server is gone: nothing was written, or, if the message says so, perhaps all of it."""

    def __init__(self, message: str) -> None:
        super().__init__([Problem(None, None, "connection-lost", message)])


class LedgerDamaged(Refused):
    """Stored data cannot be read or contradict each other; the remedy says how to repair them.

    ``position`` is that of the event concerned (None: none), ``why`` the contradiction.
    """

    def __init__(self, code: str, message: str, why: str, position: int | None = None) -> None:
        super().__init__([Problem(None, None, code, message)])
        self.position = position
        self.why = why


def damaged_event(position: int, why: str) -> LedgerDamaged:
    """Return the error for an event that cannot be read."""
    message = (
        f"the event at position {position} is damaged ({why}): `rating-ledger verify` checks all "
        "of them; restore the ledger from a backup"
    )
    return LedgerDamaged("damaged-event", message, why, position)


def damaged_ledger(why: str) -> LedgerDamaged:
    """Return the error for a ledger with a contradiction."""
    message = (
        f"the ledger is damaged ({why}): `rating-ledger verify` says where; restore it from a "
        "backup"
    )
    return LedgerDamaged("damaged-ledger", message, why)


class TablesDamaged(LedgerDamaged):
    """Derived tables were altered; a rebuild restores them."""


def damaged_tables(why: str, pool: str = "") -> TablesDamaged:
    """Return the error for derived tables that were altered."""
    remedy = " ".join(["rating-ledger rebuild", *([pool] if pool else [])])
    message = f"the derived tables are damaged ({why}): `{remedy}` rebuilds them from the log"
    return TablesDamaged("damaged-tables", message, why)
