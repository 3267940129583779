"""The writes of the API, made from the catalogue of operations.

The parts of the path and the members of the body are the fields of the operation's request; who
asks, dry run, effects and the expected position are the same for all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, get_args, get_origin

import attrs
import orjson

from ledger.diagnostics import Diagnostics
from ledger.events.problems import Problem, Refused
from projections.interfaces.http.accounts.access import require_own_submission
from projections.interfaces.http.api.endpoint import FORM, JSON, Call, Endpoint
from projections.interfaces.http.edge.bodies import object_in
from projections.interfaces.http.edge.parameters import value_of
from projections.interfaces.http.edge.problems import HttpError
from projections.operations.catalogue import (
    OPERATIONS,
    Operation,
    loaded,
)
from projections.operations.operation import (
    Field,
    Spelling,
    Write,
    common_to,
    own_fields_of,
)
from projections.operations.reads import PARTS, Readings
from projections.queries.arguments import Upload, parameter

CONFIRM = "confirm"
_log = Diagnostics(__name__)


@attrs.frozen(kw_only=True)
class RequestQuery:
    """The parameters of every request that changes something."""

    dry_run: bool = parameter("Preview; write nothing.", default=False)


@attrs.frozen(kw_only=True)
class WriteQuery(RequestQuery):
    """The parameters of every write."""

    effects: bool | None = parameter("List the players whose ratings change.")
    expect: int | None = parameter("Refuse if the log has grown beyond this position.")


BY_HAND = frozenset({"import_file"})
"""Requests whose parameters stand in the query beside a file in the body."""


def endpoints(base: str) -> tuple[Endpoint, ...]:
    """The requests of all operations, below an address."""
    return tuple(_endpoint(base, each) for each in OPERATIONS if each.name not in BY_HAND)


def in_body(operation: Operation) -> list[Field]:
    """The fields that are members of the body: all but the parts of the path."""
    parts = PARTS.findall(operation.http.path)
    return [each for each in own_fields_of(operation.request_class) if each.name not in parts]


def _endpoint(base: str, operation: Operation) -> Endpoint:
    def handler(call: Call) -> Any:
        return _answered(operation, call)

    handler.__name__ = operation.name
    takes_a_file = any(each.kind is Upload for each in in_body(operation))
    return Endpoint(
        method=operation.http.method,
        path=base + operation.http.path,
        summary=operation.summary,
        handler=handler,
        answer=loaded(operation.answer),
        command=operation.command,
        query=WriteQuery if issubclass(operation.request_class, Write) else RequestQuery,
        roles=operation.roles,
        takes={FORM: None} if takes_a_file else {JSON: operation.request_class},
    )


def _answered(operation: Operation, call: Call) -> Any:
    request = _request(operation, call)
    require_own_submission(operation, request, call.account, call.ledger)
    answer = done(call, request)
    if answer.get("appended") or answer.get("published_at"):
        caught_up(call)
    return answer


def done(call: Call, request: Any) -> Any:
    """Return the answer to a request, with the fields it mentions spelt as on the wire."""
    spelling = Spelling(type(request), wire_value)
    work = partial(call.ledger.do, request)
    try:
        is_preview = getattr(request, "dry_run", False)
        return spelling.answer(call.previewed(work) if is_preview else work())
    except Refused as refused:
        refused.problems = spelling.problems(refused.problems)
        raise


def caught_up(call: Call) -> None:
    """Bring the read model to the end of the log; what was written is written in any case."""
    try:
        call.ledger.catch_up()
    except Exception as error:  # the background update tries again
        _log.info("not_caught_up", why=f"{type(error).__name__}: {error}")


def wire_value(field: Field, value: str) -> str:
    """A field as the body spells it."""
    return f"{field.wire}={value}" if value else field.wire


# --- reading ------------------------------------------------------------------------------------


def _request(operation: Operation, call: Call) -> Any:
    """The request that a call makes.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (400) with every problem.
    """
    values = _of_form(operation, call) if FORM in _types(call) else object_in(call.body)
    problems: list[Problem] = []
    given = {name: call.id(name) for name in PARTS.findall(operation.http.path)}
    confirmed = values.pop(CONFIRM, None)
    for field in in_body(operation):
        if field.wire in values:
            _take(field, values.pop(field.wire), given, problems)
        elif field.required:
            problems.append(Problem(None, field.wire, "missing", "is missing"))
    problems += _unknown(operation, values)
    if problems:
        raise HttpError(400, problems)
    request = operation.request_class(**given, **_common(operation, call))
    _must_be_confirmed(operation, request, confirmed)
    return request


def _types(call: Call) -> str:
    found: str = call.request.headers.get("content-type", "")
    return found.lower()


def _take(field: Field, value: Any, given: dict[str, Any], problems: list[Problem]) -> None:
    try:
        given[field.name] = value if value is None else value_of(value, field.kind)
    except (ValueError, TypeError) as error:
        problems.append(Problem(None, field.wire, "bad-parameter", str(error)))
        return
    if value is None and field.required:
        problems.append(Problem(None, field.wire, "missing", "is missing"))
    elif value is None:
        del given[field.name]


def _unknown(operation: Operation, values: Mapping[str, Any]) -> Iterator[Problem]:
    known = ", ".join(each.wire for each in in_body(operation)) or "none"
    for name in sorted(values):
        message = f"{name!r} is no member of this body: it takes {known}"
        yield Problem(None, name, "unknown-parameter", message)


def _common(operation: Operation, call: Call) -> dict[str, Any]:
    """The fields of every write, as far as the operation's request has them."""
    said = {"by": call.by, **attrs.asdict(call.query)}
    shared = common_to(operation.request_class)
    return {name: it for name, it in said.items() if name in shared and it is not None}


def _must_be_confirmed(operation: Operation, request: Any, confirmed: object) -> None:
    name = operation.http.confirm
    if not name or request.dry_run or confirmed == getattr(request, name):
        return
    (field,) = (each for each in own_fields_of(type(request)) if each.name == name)
    message = (
        f"this cannot be taken back like another write: repeat {field.wire} as {CONFIRM}, or "
        "look at it first with ?dry_run=true"
    )
    raise HttpError(422, [Problem(None, CONFIRM, "not-confirmed", message)])


def _of_form(operation: Operation, call: Call) -> dict[str, Any]:
    """The fields of a form: its files, and texts that are read as what they are."""
    texts, files = call.form
    kinds = {each.wire: each.kind for each in in_body(operation)}
    found: dict[str, Any] = {name: Upload(*file) for name, file in files.items()}
    return found | {name: _of_text(text, kinds.get(name)) for name, text in texts.items()}


def _of_text(text: str, kind: Any) -> Any:
    is_plain = kind is None or get_origin(kind) is None
    if (is_plain and kind is not bool) or not get_args(kind):
        return {"true": True, "false": False}.get(text, text) if kind is bool else text
    try:
        return orjson.loads(text)
    except ValueError:
        return text


# --- requests in a query ------------------------------------------------------------------------


def query_of_request(name: str, operation: Operation) -> type[Any]:
    """The class of a query whose parameters are the fields of a request, but for its file."""
    members = {}
    for each in own_fields_of(operation.request_class):
        if each.kind is not Upload:
            kind = _in_query(each)
            empty = {"factory": get_origin(kind) or kind} if kind in _SEVERAL else {}
            default = {"default": each.default if kind is not bool else False}
            metadata = {"meaning": each.doc.meaning, "wire": each.wire}
            members[each.name] = attrs.field(**(empty or default), metadata=metadata, type=kind)
    shape = attrs.make_class(name, members, bases=(WriteQuery,), frozen=True, kw_only=True)
    shape.__doc__ = operation.summary
    return shape


_SEVERAL = (list[str], Readings)


def _in_query(field: Field) -> Any:
    """The type of a parameter for a field: several are given as often as is wanted."""
    origin = get_origin(field.kind)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return Readings
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return list[str]
    if field.kind in (bool, date):
        return field.kind if field.kind is bool else date | None
    return str | None


def given_in_query(operation: Operation, query: Any) -> dict[str, Any]:
    """The fields of a request that such a query gives.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (400) with every problem.
    """
    given: dict[str, Any] = {}
    problems: list[Problem] = []
    for each in own_fields_of(operation.request_class):
        value = None if each.kind is Upload else getattr(query, each.name)
        if value in (None, [], {}, False):
            continue
        if each.kind is float:
            value = _number(value)
        elif get_args(each.kind)[1:] == (str,):
            value = {name: str(it) for name, it in value.items()}
        _take(each, value, given, problems)
    if problems:
        raise HttpError(400, problems)
    return given


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
