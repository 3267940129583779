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


class LedgerDamaged(Exception):
    """The stored log contradicts itself; ``verify`` names the position."""
