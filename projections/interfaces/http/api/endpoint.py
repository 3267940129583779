"""A request of the API: its parameters, its roles, and the common treatment of every answer."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from projections.accounts.roles import EVERYBODY, Account
from projections.api import as_json
from projections.interfaces.http.accounts.access import account_of_program, must_be_allowed
from projections.interfaces.http.answer_cache import AnswerCache, StillWorking
from projections.interfaces.http.edge import problems
from projections.interfaces.http.edge.bodies import Form, body_within, form_within, must_be_of_type
from projections.interfaces.http.edge.conditional import State, Validity, validity, with_validity
from projections.interfaces.http.edge.parameters import link_to_next, query_of
from projections.interfaces.http.served_request import ServedRequest
from projections.operations.operation import Field, fields_of
from projections.operations.read_queries import Clocks, NoQuery
from projections.operations.rights import require_lists
from projections.operations.second_pair import Waits
from projections.pool_view import PoolView
from projections.queries.arguments import must_be_reached
from projections.queries.frames import Rows

_POOL_PART = "{pool}"
JSON = "application/json"
NDJSON = "application/x-ndjson"
FORM = "multipart/form-data"
_POSITIONS = ("known_at", "from_known", "to_known")
OPEN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, Retry-After",
}

AnswerT = TypeVar("AnswerT")


@attrs.frozen
class Paged:
    """A page of a list; ``last`` is the id of its last row, ``limit`` how many were asked for.

    ``at``: the clocks of the list.
    """

    rows: Sequence[object]
    limit: int | None
    last: str
    at: Clocks


def paged(rows: Sequence[Mapping[str, Any]], limit: int | None, key: str, view: PoolView) -> Paged:
    """A page of rows of a view, each with its id under ``key``."""
    at = Clocks(on=view.day, known_at=view.position)
    return Paged(rows, limit, rows[-1][key] if rows else "", at)


@attrs.define(slots=False)
class Call(ServedRequest):
    """One request to the API, read; it lives as long as the request."""

    request: Request
    query: Any
    account: Account | None
    body: bytes = b""
    form: Form | None = None

    @property
    def writer(self) -> Account | None:
        """Return the account."""
        return self.account

    @property
    def by(self) -> str:
        """Return the submitter's name for recorded events."""
        return "" if self.account is None else self.account.name

    def view(self, **clocks: Any) -> PoolView:
        """The view of the pool in the path, at the clocks of the query or at others.

        Where none is named, as far as its read model goes: nobody waits for a replay.
        """
        pool = self.id("pool")
        asked = {**self.query.arguments(), **clocks}
        if asked.get("known_at") is None:
            asked["known_at"] = self.positions["pools"].get(pool)
        return self.ledger.pool(pool, **asked)


Handler = Callable[[Call], object]


def no_further_dependency(_: Call) -> str:
    """The answer depends on the log, the clocks and the day alone."""
    return ""


@attrs.frozen(kw_only=True)
class Endpoint:
    """A request of the table in the contract.

    ``command`` answers the same on the command line; ``answer`` is the type of the document;
    ``roles`` may ask; ``names``: people may be named in it; ``rests_on``: what it depends on
    besides the log, the clocks and the day; ``takes``: the media types of its body, each with the
    type of what it holds.  ``parameters`` describe the query; an operation has no class for it.
    """

    method: str
    path: str
    summary: str
    handler: Handler
    answer: object
    command: str = ""
    query: type[object] | None = NoQuery
    roles: frozenset[str] = EVERYBODY
    names: bool = True
    rests_on: Callable[[Call], str] = no_further_dependency
    media_type: str = JSON
    takes: Mapping[str, object] = attrs.field(factory=dict)
    parameters: Sequence[Field] = attrs.field()
    endpoint: Callable[[Request], Awaitable[Response]] | None = None

    @parameters.default
    def _of_the_query(self) -> Sequence[Field]:
        return () if self.query is None else fields_of(self.query)

    @property
    def writes(self) -> bool:
        """True if it may write."""
        return self.method == "POST"

    def route(self) -> Route:
        """Return its route."""
        return Route(self.path, self.endpoint or self._endpoint(), methods=[self.method])

    def _endpoint(self) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            try:
                if self.writes:
                    return await self._write(request)
                return await run_in_threadpool(self._read, request)
            except Exception as error:
                return refused(error, self, request)

        return endpoint

    # --- steps -------------------------------------------------------------------------------

    def call_of(self, request: Request) -> Call:
        """The request, read; what is wrong with it is raised, who may not ask first of all."""
        account = account_of_program(request)
        must_be_allowed(account, self.roles, closed=request.app.state.settings.closed)
        query = None if self.query is None else query_of(request, self.query)
        call = Call(request, query, account)
        if account is not None and self.roles != EVERYBODY and _POOL_PART in self.path:
            require_lists(account, [call.id("pool")])
        return call

    def validity_of(self, call: Call) -> Validity:
        """By what the answer may be kept; positions that the log has not reached are refused."""
        at = call.positions
        for name in _POSITIONS:
            must_be_reached(getattr(call.query, name, None), at["head"], name)
        clocks = call.query if isinstance(call.query, Clocks) else Clocks()
        asks_names = self.names and clocks.is_fixed(at["head"])
        changed = call.ledger.names_changed(call.today) if asks_names else (0, None)
        models = "" if clocks.is_fixed(at["head"]) else str(sorted(at["pools"].items()))
        return validity(
            State(head=at["head"], names_changed=changed, today=call.today),
            clocks,
            names=self.names,
            closed=call.settings.closed,
            rest=f"{models} {self.rests_on(call)}",
        ).for_address(call.request)

    def _read(self, request: Request) -> Response:
        call = self.call_of(request)
        found = self.validity_of(call)
        if found.is_unmodified(request):
            return allow_any_origin(found.unchanged())
        return allow_any_origin(with_validity(self._kept(call, found), found, request))

    def _kept(self, call: Call, found: Validity) -> Response:
        """The answer, from memory where the same was asked at the same state of the ledger."""
        if self.media_type != JSON:
            return self.answered(call)
        documents: AnswerCache = call.request.app.state.documents
        kept = documents.answer(
            (call.request.scope["path"], call.request.url.query),
            lambda: self.document(call),
            state=found.tag,
            has_account=lambda: call.account is not None,
        )
        return kept.response()

    async def _write(self, request: Request) -> Response:
        call = await run_in_threadpool(self.call_of, request)
        largest = request.app.state.settings.largest_body
        if must_be_of_type(request, *self.takes) == FORM:
            call.form = await form_within(request, largest)
        else:
            call.body = await body_within(request, largest)
        return await run_in_threadpool(self.answered, call)

    def answered(self, call: Call) -> Response:
        """The answer of the handler; 202 if the request waits for another officer."""
        try:
            answer = self.handler(call)
        except Waits as waits:
            body, headers = f"{as_json(waits.row)}\n".encode(), {"Cache-Control": "no-store"}
            return Response(body, 202, headers, media_type=JSON)
        return answer if isinstance(answer, Response) else self._document(call, answer).response()

    def document(self, call: Call) -> "Document":
        """The answer of a handler that gives a document."""
        return self._document(call, self.handler(call))

    def _document(self, call: Call, answer: object) -> "Document":
        if isinstance(answer, Document):
            return answer
        headers = {"Cache-Control": "no-store"} if self.writes else {}
        if isinstance(answer, Paged):
            following = link_to_next(
                call.request, answer.rows, answer.limit, answer.last, answer.at
            )
            headers |= {"Link": f'<{following}>; rel="next"'} if following else {}
            answer = Rows(answer.rows)
        return Document(f"{as_json(answer)}\n".encode(), headers)


@attrs.frozen
class Document:
    """An answer as the command prints it, and its headers."""

    body: bytes
    headers: Mapping[str, str] = attrs.field(factory=dict)

    def response(self) -> Response:
        """A response of its own for everybody who asks."""
        return Response(self.body, headers=dict(self.headers), media_type=JSON)


def allow_any_origin(response: Response) -> Response:
    """An answer that a page of any origin may read (CORS): reads are open, writes are not."""
    response.headers.update(OPEN)
    return response


def refused(error: Exception, endpoint: Endpoint, request: Request) -> Response:
    """The refusal that an exception stands for; a fault of the program is raised again."""
    del request
    if isinstance(error, StillWorking):
        message = "the answer takes longer and is being calculated: ask again in a few seconds"
        headers = {"Retry-After": str(problems.SECONDS_TO_RETRY)}
        error = problems.objected(503, "still-working", message, headers=headers)
    response = problems.response_of(problems.objection_of(error, writing=endpoint.writes))
    return response if endpoint.writes else allow_any_origin(response)
