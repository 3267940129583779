"""HTTP over one connection, as uvicorn speaks it, which a client cannot hold open by being slow.

uvicorn counts the time between two requests only until a byte comes, and never before the first
request nor while an answer is taken.  So a byte a second would hold a connection for ever, and as
many of them as the server takes at once would shut everybody else out.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS_FOR_A_HEAD = 30
SECONDS_WITHOUT_TAKING = 60


class TimedProtocol(H11Protocol):
    """A connection whose every request must be there, and every answer be taken, in time.

    From its beginning, and from the end of each answer, the client has
    :data:`SECONDS_FOR_A_HEAD` for the head of the next request, in however many pieces; where it
    takes nothing of an answer for :data:`SECONDS_WITHOUT_TAKING`, the connection is cut.  Bodies
    are timed where they are read: :mod:`projections.interfaces.http.edge.bodies`.
    """

    _cut: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The client has connected; its first request is due."""
        super().connection_made(transport)
        self.timeout_keep_alive_task = self.loop.call_later(
            self.timeout_keep_alive, self.timeout_keep_alive_handler
        )

    def data_received(self, data: bytes) -> None:
        """A piece has come; only a whole head stops the clock, in ``handle_events``."""
        self.conn.receive_data(data)
        self.handle_events()

    def timeout_keep_alive_handler(self) -> None:
        """The next request has not come in time."""
        super().timeout_keep_alive_handler()
        self._cut_unless_taken()  # what is still to be sent keeps a closed connection there

    def pause_writing(self) -> None:
        """The client does not take what it is sent."""
        super().pause_writing()
        self._cut_unless_taken()

    def resume_writing(self) -> None:
        """It takes it again."""
        super().resume_writing()
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is there no longer, and nothing waits for it."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._go_on()

    def _cut_unless_taken(self) -> None:
        self._go_on()
        self._cut = self.loop.call_later(SECONDS_WITHOUT_TAKING, self.transport.abort)

    def _go_on(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None
