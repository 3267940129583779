"""What a server does beside answering: it follows the log, and verifies it once a day."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from ledger.diagnostics import Diagnostics
from ledger.log.clock import Clock
from projections.api import Ledger
from projections.interfaces.server.follower import Follower
from projections.interfaces.server.verifier import Verifier

SECONDS_BETWEEN_LOOKS = 1.0
log = Diagnostics(__name__)


@contextmanager
def repeated(name: str, step: Callable[[], float]) -> Iterator[None]:
    """A thread takes a step meanwhile, rests for as many seconds as that gives, and goes on.

    A step that fails is logged, and another one taken; the last one is taken to its end.
    """
    ended = Event()

    def go_on() -> None:
        rest = 0.0
        while not ended.wait(rest):
            rest = SECONDS_BETWEEN_LOOKS
            try:
                rest = step()
            except Exception as error:  # the database may be away
                log.info("step_failed", thread=name, why=f"{type(error).__name__}: {error}")

    thread = Thread(target=go_on, name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def kept_current(ledger: Ledger, clock: Clock) -> Iterator[None]:
    """The read model follows the log meanwhile, and the log is verified where that is due."""
    verifier = Verifier(ledger, clock)
    verifier.start()
    try:
        with repeated("follower", Follower(ledger).follow):
            yield
    finally:
        verifier.close()
