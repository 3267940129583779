"""Long downloads: few are sent at once, in batches, so that they leave the server to others.

Between two batches a download holds neither a thread nor a connection to the database, however
slowly its reader takes it (decision 0147).
"""

import time
from collections.abc import AsyncIterator, Callable, Iterable

import anyio
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ledger.events.messages import Message
from projections.interfaces.http.api.endpoint import allow_any_origin
from projections.interfaces.http.edge.problems import SECONDS_TO_RETRY, objected, response_of

MOST_AT_ONCE = 4
"""For callers without an account, and again for those with one."""
SECONDS_COUNTED = 60.0
"""A download that takes longer has a slow reader, and takes no one's place any more."""
PATIENCE = 2.0
SECONDS_BETWEEN_LOOKS = 0.05
BATCHES_AT_ONCE = 2
Batches = Iterable[Callable[[], bytes]]
"""Functions that read a batch each."""


class Downloads:
    """The downloads that a server process sends; used by its event loop alone."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self._most = most
        self._begun: dict[bool, list[float]] = {False: [], True: []}
        self._threads = anyio.CapacityLimiter(BATCHES_AT_ONCE)

    async def begin(self, *, has_account: bool) -> float | None:
        """Return the time at which a download began; None if there was no room for it in time."""
        begun = self._begun[has_account]
        with anyio.move_on_after(PATIENCE):
            while True:
                now = time.monotonic()
                if sum(now - each < SECONDS_COUNTED for each in begun) < self._most:
                    begun.append(now)
                    return now
                await anyio.sleep(SECONDS_BETWEEN_LOOKS)
        return None

    def end(self, begun: float, *, has_account: bool) -> None:
        """Make room for another download."""
        self._begun[has_account].remove(begun)

    async def read(self, batches: Batches) -> AsyncIterator[bytes]:
        """Yield the content of batches; each is read when the one before is on its way."""
        for batch in batches:
            if content := await anyio.to_thread.run_sync(batch, limiter=self._threads):
                yield content


class Download(StreamingResponse):
    """A response in batches, sent if there is room for it; otherwise the refusal is sent."""

    def __init__(
        self, downloads: Downloads, batches: Batches, media_type: str, *, has_account: bool
    ) -> None:
        super().__init__(downloads.read(batches), media_type=media_type)
        self._downloads = downloads
        self._has_account = has_account

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        begun = await self._downloads.begin(has_account=self._has_account)
        if begun is None:
            await _refusal()(scope, receive, send)
            return
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._downloads.end(begun, has_account=self._has_account)


def _refusal() -> Response:
    message = Message(
        "too many long downloads are being sent: ask again in a few seconds, or for fewer events "
        "at a time"
    )
    headers = {"Retry-After": str(SECONDS_TO_RETRY)}
    return allow_any_origin(response_of(objected(503, "busy", message, headers=headers).objection))
