"""The writes of the API, made from the catalogue of operations.

The parts of the path and the members of the body are the fields of the operation's request; who
asks, dry run, effects and the expected position are the same for all of them.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from ledger.events.problems import Problem
from ledger.log.after_commit import after_commit
from projections.interfaces.http.api.endpoint import FORM, JSON, Call, Endpoint, Handler
from projections.interfaces.http.edge.bodies import Form, object_in
from projections.interfaces.http.edge.parameters import read_values, texts_in_query
from projections.interfaces.http.edge.problems import HttpError
from projections.operations.catalogue import OPERATIONS, Operation
from projections.operations.operation import (
    OF_ACCOUNT,
    AnyRequest,
    Field,
    Spelling,
    common_to,
    fields_of,
    own_fields_of,
)
from projections.operations.reads import PARTS
from projections.queries.arguments import Upload

CONFIRM = "confirm"


def endpoints(base: str, by_hand: Mapping[str, Handler]) -> tuple[Endpoint, ...]:
    """The requests of all operations, below an address; some are answered ``by_hand``."""
    return tuple(_endpoint(base, each, by_hand.get(each.name)) for each in OPERATIONS)


def has_file(operation: Operation) -> bool:
    """True if a file is sent: the body is a form, whose fields may be in the query as well."""
    return any(each.kind is Upload for each in own_fields_of(operation.request_class))


def in_body(operation: Operation) -> list[Field]:
    """The fields that are members of the body: all but the parts of the path.

    Those of every write are parameters, unless the body is a form.
    """
    fields = fields_of if has_file(operation) else own_fields_of
    left_out = {*PARTS.findall(operation.http.path), *OF_ACCOUNT}
    return [each for each in fields(operation.request_class) if each.name not in left_out]


def in_query(operation: Operation) -> list[Field]:
    """The fields that are parameters: those of every write, and all of a form but its files."""
    if has_file(operation):
        return [each for each in in_body(operation) if each.kind is not Upload]
    shared = common_to(operation.request_class) - OF_ACCOUNT
    return [each for each in fields_of(operation.request_class) if each.name in shared]


def _endpoint(base: str, operation: Operation, by_hand: Handler | None) -> Endpoint:
    def handler(call: Call) -> object:
        answer = done(call, request_of(operation, call))
        if answer.get("appended") or answer.get("published_at"):
            caught_up(call)
        return answer

    handler.__name__ = operation.name
    return Endpoint(
        method=operation.http.method,
        path=base + operation.http.path,
        summary=operation.summary,
        handler=by_hand or handler,
        answer=operation.answer,
        command=operation.command,
        query=None,
        parameters=in_query(operation),
        roles=operation.roles,
        takes={FORM if has_file(operation) else JSON: operation.request_class},
    )


def done(call: Call, request: AnyRequest) -> Mapping[str, Any]:
    """Return the answer to a request, with the fields it mentions spelt as on the wire.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (422) for a refused file.
    """
    spelling = Spelling(type(request), wire_value)
    work = partial(call.ledger.do, request)
    is_preview = getattr(request, "dry_run", False)
    answer = spelling.answered(partial(call.previewed, work) if is_preview else work)
    if "problems" in answer:
        problems = [Problem(**problem) for problem in answer["problems"]]
        raise HttpError(422, problems, document=answer)
    return answer


def caught_up(call: Call) -> None:
    """Bring the read model to the end of the log; what was written is written in any case."""
    with after_commit():  # the background update tries again
        call.ledger.catch_up()


def wire_value(field: Field, value: str) -> str:
    """A field as the body spells it."""
    return f"{field.wire}={value}" if value else field.wire


# --- reading ------------------------------------------------------------------------------------


def request_of(operation: Operation, call: Call) -> Any:
    """The request that a call makes.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (400) with every problem.
    """
    given: dict[str, object] = {name: call.id(name) for name in PARTS.findall(operation.http.path)}
    texts = texts_in_query(call.request)
    body = object_in(call.body) if call.form is None else {}
    confirmed = body.pop(CONFIRM, None) if operation.http.confirm else None
    if call.form is None:
        said, problems = read_values(in_query(operation), texts, typed=True)
        found, wrong = read_values(in_body(operation), body, typed=False)
    else:
        said, problems = {}, []
        found, wrong = read_values(in_body(operation), _with_form(texts, call.form), typed=True)
    if problems or wrong:
        raise HttpError(400, [*problems, *wrong])
    is_officer = call.account is not None and call.account.is_officer
    of_account = {"by": call.by, "as_officer": is_officer}
    shared = common_to(operation.request_class)
    given |= {name: value for name, value in of_account.items() if name in shared}
    request = operation.request_class(**given, **said, **found)
    _must_be_confirmed(operation, request, confirmed)
    return request


def _with_form(texts: Mapping[str, list[str]], form: Form) -> Mapping[str, list[object]]:
    """The texts of a query and of a form, and the files that were chosen in it."""
    found: dict[str, list[object]] = {name: list(each) for name, each in texts.items()}
    pairs, files = form
    chosen = [(name, Upload(*file)) for name, file in files.items() if file[0]]
    for name, value in (*pairs, *chosen):
        found.setdefault(name, []).append(value)
    return found


def _must_be_confirmed(operation: Operation, request: AnyRequest, confirmed: object) -> None:
    name = operation.http.confirm
    if not name or request.dry_run or confirmed == getattr(request, name):
        return
    (field,) = (each for each in own_fields_of(type(request)) if each.name == name)
    message = (
        f"this cannot be taken back like another write: repeat {field.wire} as {CONFIRM}, or "
        "look at it first with ?dry_run=true"
    )
    raise HttpError(422, [Problem(None, CONFIRM, "not-confirmed", message)])
