"""Keeps the read model at the end of the log while the server runs, so that no reader has to."""

from collections.abc import Callable
from threading import Event, Thread

from ledger.diagnostics import Diagnostics
from ledger.events.problems import Refused
from projections.api import Ledger
from projections.queries.answer_types import Positions

SECONDS_BETWEEN_LOOKS = 1.0
log = Diagnostics(__name__)


Prepare = Callable[[Positions], None]


def nothing(_: Positions) -> None:
    """What is prepared where nobody asks for it: nothing."""


class Follower:
    """A thread that catches the read model up whenever the log has grown.

    ``prepare`` is called once there was nothing to catch up with, with how far the log goes: for
    what readers will ask.
    """

    def __init__(
        self,
        ledger: Ledger,
        seconds: float = SECONDS_BETWEEN_LOOKS,
        prepare: Prepare = nothing,
    ) -> None:
        self._ledger = ledger
        self._seconds = seconds
        self._prepare = prepare
        self._ended = Event()
        self._thread = Thread(target=self._follow, name="follower", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Follow no longer; what is being written is written to its end."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _follow(self) -> None:
        done: tuple[object, ...] = ()
        prepared: tuple[object, ...] = ()
        while not self._ended.is_set():
            try:
                at = self._ledger.positions()
                state = (at["head"], *at["pools"].items())
                if state != done:
                    self._ledger.catch_up()
                    after = self._ledger.positions()
                    done = (after["head"], *after["pools"].items())
                if state == done != prepared:
                    prepared = state
                    self._prepare(at)
            except Refused as refused:
                log.info("not_followed", why=str(refused))
            except Exception as error:  # the database may be away; it is asked again
                log.info("not_followed", why=f"{type(error).__name__}: {error}")
            self._ended.wait(self._seconds)
