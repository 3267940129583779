"""Problems of a request in HTTP: a status, and the problems of the command line.

The API answers with ``application/problem+json`` (RFC 9457), a page with a page that says the
same: both are made from one :class:`Objection`.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

import attrs
import orjson
from starlette.responses import Response

from ledger.events.messages import Message
from ledger.events.problems import LedgerDamaged, Problem, Refused
from ledger.log.database import database_problem
from projections.queries.arguments import UnknownChoice

MEDIA_TYPE = "application/problem+json"
SECONDS_TO_RETRY = 5
NOT_FOUND = frozenset(
    f"unknown-{what}"
    for what in (
        *("pool", "player", "tournament", "event", "position", "list", "game", "address"),
        *("account", "token", "submission"),
    )
)
AWAY = frozenset(
    {
        *("connection-lost", "database", "database-replaced", "foreign-log"),
        *("lost-ledger", "no-connection", "no-database", "no-ledger", "old-ledger"),
    }
)
CLOCK_LEAP = "clock-leap"
CANNOT_WRITE = frozenset({"only-readable", CLOCK_LEAP, "unmerged-log"})
BAD_REQUESTS = frozenset({"nothing-to-correct"})
CONFLICTS = frozenset(
    {
        *("corrected-since", "decided-already", "effect-changed", "expect-not-met", "expired"),
        "written-meanwhile",
    }
)
_ALONE: Mapping[frozenset[str], HTTPStatus] = {
    frozenset({"not-this-role"}): HTTPStatus.FORBIDDEN,
    frozenset({"not-yours"}): HTTPStatus.FORBIDDEN,
    frozenset({"not-this-list"}): HTTPStatus.FORBIDDEN,
    frozenset({"needs-second-pair"}): HTTPStatus.FORBIDDEN,
    frozenset({"same-person"}): HTTPStatus.FORBIDDEN,
    frozenset({"lost-right"}): HTTPStatus.FORBIDDEN,
    frozenset({"too-many-wait"}): HTTPStatus.TOO_MANY_REQUESTS,
}
_BAD_ARGUMENTS = (ValueError, UnknownChoice)
MALFORMED = frozenset({"not-json", "not-utf-8", "empty", "too-deep", "duplicate-key"})


class HttpError(Refused):
    """A request that is objected to with a status of HTTP, and the headers that go with it."""

    def __init__(
        self,
        status: int,
        problems: Sequence[Problem],
        headers: Mapping[str, str] | None = None,
        document: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(problems, document)
        self.status = HTTPStatus(status)
        self.headers = dict(headers or {})

    @property
    def objection(self) -> "Objection":
        """Return what is answered."""
        return Objection(self.status, self.problems, self.headers, self.found)


def objected(
    status: int,
    code: str,
    message: str,
    field: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpError:
    """An objection for one reason."""
    return HttpError(status, [Problem(None, field, code, message)], headers)


@attrs.frozen
class Objection:
    """The refusal of a request: a status, its problems, and their headers."""

    status: HTTPStatus
    problems: Sequence[Problem]
    headers: Mapping[str, str] = attrs.field(factory=dict)
    found: Mapping[str, object] = attrs.field(factory=dict)

    def document(self) -> dict[str, object]:
        """The members of RFC 9457, and the problems word for word."""
        return {
            **self.found,
            "type": "about:blank",
            "title": self.status.phrase,
            "status": int(self.status),
            "detail": "\n".join(map(str, self.problems[:10])),
            "problems": [attrs.asdict(problem) for problem in self.problems],
        }


def objection_of(error: Exception, *, writing: bool = False) -> Objection:
    """The objection that an exception stands for; a fault of the program is raised again.

    ``writing``: the request wanted to write, so what its content refers to is refused by the
    checks (422) and not looked for in vain (404).
    """
    match error:
        case HttpError():
            return error.objection
        case LedgerDamaged():
            return Objection(HTTPStatus.INTERNAL_SERVER_ERROR, error.problems)
        case Refused():
            problems = [_with_remedy_for_browsers(each) for each in error.problems]
            status = _status_of(problems, writing=writing)
            return Objection(status, problems, _headers_of(status), error.found)
        case ValueError() if type(error) in _BAD_ARGUMENTS:  # the façade's message
            problem = Problem(None, getattr(error, "argument", None), "bad-parameter", str(error))
            return Objection(HTTPStatus.BAD_REQUEST, [problem])
    if (reported := database_problem(error)) is None:
        raise error
    status = HTTPStatus.SERVICE_UNAVAILABLE
    return Objection(status, [reported], _headers_of(status))


def clock_leap_of(error: Refused) -> Problem | None:
    """The doubt of a clock that has leapt, as a server says it; None for any other refusal."""
    problem, *_ = error.problems
    return _with_remedy_for_browsers(problem) if problem.code == CLOCK_LEAP else None


def _with_remedy_for_browsers(problem: Problem) -> Problem:
    """A problem with a remedy that its reader has: nobody at a browser sets the server's clock."""
    if problem.code != CLOCK_LEAP or not isinstance(problem.message, Message):
        return problem
    message = Message(
        "Nothing was written: the server's clock shows %(moment)s UTC, %(how_far)s, and "
        "the time of the log never goes back. Either the clock is wrong, or nothing was "
        "recorded for that long. An administrator can set the clock or, if it is right, "
        "record an event with `rating-ledger append`, which explains it. Then send this "
        "again.",
        moment=problem.message.values["moment"],
        how_far=problem.message.values["how_far"],
    )
    return attrs.evolve(problem, message=message)


def response_of(objection: Objection) -> Response:
    """The objection as the API answers it."""
    body = orjson.dumps(objection.document(), option=orjson.OPT_INDENT_2) + b"\n"
    return Response(
        body,
        objection.status,
        {"Cache-Control": "no-store", **objection.headers},
        media_type=MEDIA_TYPE,
    )


def _status_of(problems: Sequence[Problem], *, writing: bool) -> HTTPStatus:
    codes = frozenset(problem.code for problem in problems)
    in_content = any(problem.line is not None for problem in problems)
    if codes & AWAY or codes & CANNOT_WRITE:
        return HTTPStatus.SERVICE_UNAVAILABLE
    if codes <= BAD_REQUESTS or any(
        problem.code in MALFORMED and not problem.field for problem in problems
    ):
        return HTTPStatus.BAD_REQUEST
    if codes & CONFLICTS or all(code.startswith("used-") for code in codes):
        return HTTPStatus.CONFLICT
    if codes <= NOT_FOUND and not in_content:
        return HTTPStatus.NOT_FOUND
    others = HTTPStatus.UNPROCESSABLE_ENTITY if writing else HTTPStatus.BAD_REQUEST
    return _ALONE.get(codes, others)


def _headers_of(status: HTTPStatus) -> dict[str, str]:
    is_away = status == HTTPStatus.SERVICE_UNAVAILABLE
    return {"Retry-After": str(SECONDS_TO_RETRY)} if is_away else {}
