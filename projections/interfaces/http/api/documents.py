"""Documents that only the API has: receipts, previews, its own state."""

from typing import Any, NotRequired, TypedDict

from projections.queries.answer_types import Verification


class ReceiptDocument(TypedDict):
    """The receipt of an append: the number of events, the duplicates, and the positions."""

    appended: int
    duplicates: int
    first: int | None
    last: int | None


class LastVerification(Verification):
    """The last verification, with the position and moment it was made at."""

    position: int
    made_at: str


class Health(TypedDict):
    """The server's health: the position of the log, and those of the read models.

    ``erased_data_remain`` is there, and true, while erased data can be read in the database's
    files; ``problem`` while nothing can be written, with the reason.
    """

    ok: bool
    head: int | None
    read_model: int | None
    erased_data_remain: NotRequired[bool]
    problem: NotRequired[str]


class ProblemRow(TypedDict):
    """One thing wrong with a request, as the command line says it."""

    line: int | None
    field: str | None
    code: str
    message: str


class ProblemDocument(TypedDict):
    """A refusal (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    problems: list[ProblemRow]


class EventDocument(TypedDict):
    """An event as it is submitted."""

    type: str
    id: NotRequired[str | None]
    data: dict[str, Any]
    source: NotRequired[str | None]
