"""What is wrong with a submission: values that are reported all together, with the remedy."""

from collections.abc import Sequence

import attrs

PERHAPS_WRITTEN = "all of it was written or nothing: `rating-ledger log` shows which"


def _legible(field: str | None) -> str | None:
    """A misspelt field may be made of anything; what cannot be printed is written as escapes."""
    return field if field is None or field.isprintable() else repr(field)[1:-1]


@attrs.frozen
class Problem:
    """One thing wrong with a submission.

    ``line`` counts from 1 (None: not in a line of a file), ``field`` is the path of the field
    (``data.white_points``), ``code`` a stable short name for programs, ``message`` plain words
    that end with what to do.
    """

    line: int | None
    field: str | None = attrs.field(converter=_legible)
    code: str
    message: str

    def __str__(self) -> str:
        """Where it is, then what it is."""
        where = [f"line {self.line}"] if self.line is not None else []
        if self.field:
            where.append(self.field)
        return ": ".join([*([", ".join(where)] if where else []), self.message])


class Refused(Exception):
    """A request that cannot be granted; carries every problem found, nothing was written."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Every problem on a line of its own."""
        return "\n".join(map(str, self.problems))


def refusal(code: str, message: str, field: str | None = None) -> Refused:
    """A refusal for one reason that is not tied to a line of a file."""
    return Refused([Problem(None, field, code, message)])


class OnlyReadable(Refused):
    """The database can only be read here: by this role, on this server, in this place."""

    def __init__(self, message: str) -> None:
        super().__init__([Problem(None, None, "only-readable", message)])


class ConnectionLost(Refused):
    """The server has gone: nothing was written, or, where it says so, perhaps all of it."""

    def __init__(self, message: str) -> None:
        super().__init__([Problem(None, None, "connection-lost", message)])


class LedgerDamaged(Refused):
    """What is stored cannot be read or contradicts itself; the remedy says how to mend it.

    ``position`` is that of the event it is about (None: of none), ``why`` what does not hold.
    """

    def __init__(self, code: str, message: str, why: str, position: int | None = None) -> None:
        super().__init__([Problem(None, None, code, message)])
        self.position = position
        self.why = why


def damaged_event(position: int, why: str) -> LedgerDamaged:
    """The refusal to go on with an event that cannot be read."""
    message = (
        f"the event at position {position} is damaged ({why}): `rating-ledger verify` checks all "
        "of them; restore the ledger from a backup"
    )
    return LedgerDamaged("damaged-event", message, why, position)


def damaged_ledger(why: str) -> LedgerDamaged:
    """The refusal to go on with a ledger in which something does not hold."""
    message = (
        f"the ledger is damaged ({why}): `rating-ledger verify` says where; restore it from a "
        "backup"
    )
    return LedgerDamaged("damaged-ledger", message, why)


class TablesDamaged(LedgerDamaged):
    """Derived tables are not as they were written: a rebuild makes them anew."""


def damaged_tables(why: str, pool: str = "") -> TablesDamaged:
    """The refusal to answer from derived tables that are not as they were written."""
    remedy = " ".join(["rating-ledger rebuild", *([pool] if pool else [])])
    message = f"the derived tables are damaged ({why}): `{remedy}` makes them anew from the log"
    return TablesDamaged("damaged-tables", message, why)
