"""What a server does beside answering: it follows the log, and verifies it once a day."""

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.log.clock import Clock
from projections.api import Ledger
from projections.web.follower import Follower
from projections.web.verifier import Verifier


@contextmanager
def kept_current(ledger: Ledger, clock: Clock) -> Iterator[None]:
    """The read model follows the log meanwhile, and the log is verified where that is due."""
    follower, verifier = Follower(ledger), Verifier(ledger, clock)
    follower.start()
    verifier.start()
    try:
        yield
    finally:
        verifier.close()
        follower.close()
