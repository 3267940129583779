"""Verifies the ledger once a day while the server runs, so that no request has to."""

from datetime import timedelta
from threading import Event, Thread

from ledger.diagnostics import Diagnostics
from ledger.log.clock import Clock
from projections.api import Ledger
from projections.web.accounts.verification_store import VerificationStore

A_DAY = timedelta(days=1)
SECONDS_BETWEEN_LOOKS = 600.0
log = Diagnostics(__name__)


class Verifier:
    """A thread that verifies whenever the last result is a day old; of several servers, one."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._ended = Event()
        self._thread = Thread(target=self._verify_daily, name="verifier", daemon=True)

    def start(self) -> None:
        """Begin to verify."""
        self._thread.start()

    def close(self) -> None:
        """Verify no longer; the thread ends with the program, it writes nothing half-done."""
        self._ended.set()

    def verify_where_due(self) -> None:
        """Verify now, unless the last result is of today."""
        store = VerificationStore(self._ledger.engine)
        last = store.made_at()
        if last is None or self._clock() - last >= A_DAY:
            store.keep(dict(self._ledger.verify()), self._clock())

    def _verify_daily(self) -> None:
        while not self._ended.is_set():
            try:
                self.verify_where_due()
            except Exception as error:  # the database may be away; it is asked again
                log.info("not_verified", why=f"{type(error).__name__}: {error}")
            self._ended.wait(SECONDS_BETWEEN_LOOKS)
