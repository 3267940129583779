"""The log as it grows, and whether it is as it was recorded."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import anyio
import attrs
import orjson
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from projections.api import Ledger
from projections.interfaces.http.accounts.verification_store import VerificationStore
from projections.interfaces.http.api.downloads import Download, Downloads
from projections.interfaces.http.api.endpoint import (
    NDJSON,
    Call,
    Endpoint,
    allow_any_origin,
    refused,
)
from projections.interfaces.http.edge.conditional import with_validity
from projections.interfaces.http.edge.problems import objected
from projections.queries.arguments import parameter

LINES_AT_ONCE = 500
LONGEST_WAIT = 30
SECONDS_BETWEEN_LOOKS = 0.2


@attrs.frozen(kw_only=True)
class LogQuery:
    """The selection of events."""

    from_: int | None = parameter("First position.", minimum=1)
    to: int | None = parameter("Last position.", minimum=1)
    type: list[str] = parameter("Only events of this type, or of these.", list)
    after: int | None = parameter("Only events after this position, in place of `from`.")
    wait: int = parameter(
        "Where there are none yet, wait for so many seconds.", 0, maximum=LONGEST_WAIT
    )

    def first(self) -> int:
        """The position after which the log is read."""
        if self.after is not None:
            return self.after
        return max(0, (self.from_ or 1) - 1)


def log(call: Call) -> Response:
    """The events as JSON Lines, up to the head that the log has now."""
    query: LogQuery = call.query
    head, after = call.positions["head"], query.first()
    last = head if query.to is None else min(query.to, head)
    call.ledger.log(after, last, query.type)  # what is wrong is refused before anything is sent
    batches = [
        partial(_lines, call.ledger, first, min(first + LINES_AT_ONCE, last), query.type)
        for first in range(after, last, LINES_AT_ONCE)
    ]
    if len(batches) <= 1:
        return Response(b"".join(batch() for batch in batches), media_type=NDJSON)
    downloads: Downloads = call.request.app.state.downloads
    return Download(downloads, batches, NDJSON, has_account=call.account is not None)


def _lines(ledger: Ledger, after: int, until: int, types: Sequence[str]) -> bytes:
    return b"".join(orjson.dumps(entry) + b"\n" for entry in ledger.log(after, until, types))


def require_valid_query(query: LogQuery) -> None:
    """Refuse what cannot be asked together."""
    if query.after is not None and query.from_ is not None:
        raise objected(400, "bad-parameter", "give either from or after", "after")


class SharedHead:
    """The head of the log, looked up once in a while for all who wait for it."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._head = 0
        self._looked_at = -SECONDS_BETWEEN_LOOKS

    async def head(self) -> int:
        """The position up to which the log goes, or went a moment ago."""
        now = time.monotonic()
        if now - self._looked_at >= SECONDS_BETWEEN_LOOKS:
            self._looked_at = now  # other waiting requests ask again after a moment
            self._head = (await run_in_threadpool(self._ledger.positions))["head"]
        return self._head


def waiting(endpoint: Endpoint) -> Any:
    """The endpoint of the log: whoever waits for it holds neither a thread nor a connection."""

    async def answer(request: Request) -> Response:
        try:
            call = await run_in_threadpool(endpoint.call_of, request)
            require_valid_query(call.query)
            await _wait_for_events(call)
            return await run_in_threadpool(_answered, endpoint, call)
        except Exception as error:
            return refused(error, endpoint, request)

    return answer


def _answered(endpoint: Endpoint, call: Call) -> Response:
    found = endpoint.validity_of(call)
    if found.is_unmodified(call.request):
        return allow_any_origin(found.unchanged())
    return allow_any_origin(with_validity(endpoint.answered(call), found, call.request))


async def _wait_for_events(call: Call) -> None:
    """Wait until the log has gone on after the position asked about, or until the time is up."""
    if not call.query.wait:
        return
    look: SharedHead = call.request.app.state.look
    with anyio.move_on_after(call.query.wait):
        while await look.head() <= call.query.first():
            await anyio.sleep(SECONDS_BETWEEN_LOOKS)


def verification_key(call: Call) -> str:
    """Return the key of a verification: a log may be damaged without having grown."""
    found = VerificationStore(call.ledger.engine).last()
    return "" if found is None else f"{found['made_at']} {found['ok']}"


def verify(call: Call) -> Any:
    """The last result of a verification; none is made for a request."""
    found = VerificationStore(call.ledger.engine).last()
    if found is None:
        message = "the ledger has not been verified yet: ask again in a while"
        raise objected(503, "not-verified-yet", message, headers={"Retry-After": "60"})
    return found
