"""What a server does beside answering: it follows the log, and verifies it once a day."""

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.log.clock import Clock
from projections.api import Ledger
from projections.interfaces.server.follower import Follower, Prepare, nothing
from projections.interfaces.server.verifier import Verifier


@contextmanager
def kept_current(ledger: Ledger, clock: Clock, prepare: Prepare = nothing) -> Iterator[None]:
    """The read model follows the log meanwhile, and the log is verified where that is due.

    ``prepare``: what is to be done whenever the log has come to rest.
    """
    follower, verifier = Follower(ledger, prepare=prepare), Verifier(ledger, clock)
    follower.start()
    verifier.start()
    try:
        yield
    finally:
        verifier.close()
        follower.close()
