"""Background work of a server: it follows the log, and verifies it once a day."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread

import orjson

from ledger.diagnostics import Diagnostics
from ledger.log.clock import Clock
from projections.api import Ledger
from projections.interfaces.http.accounts.verification_store import VerificationStore

# --- updating the read model while the server runs, so that no reader waits for it ---------------


SECONDS_BETWEEN_LOOKS = 1.0
log = Diagnostics(__name__)


class Follower:
    """Catches the read model up whenever the log has grown."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._done: object = None

    def follow(self) -> float:
        """Look whether there is something to catch up with; returns when to look again.

        Raises whatever the ledger does: the database may be away, and is asked again.
        """
        if self._state() != self._done:
            self._ledger.catch_up()
            self._done = self._state()
        return SECONDS_BETWEEN_LOOKS

    def _state(self) -> object:
        at = self._ledger.positions()
        return at["head"], at["pools"]


def remember_log_position(ledger: Ledger) -> None:
    """Let no answer be older than the log is now: a server that is started again knows nothing of
    what it showed before, and its copy may be behind.
    """
    try:
        ledger.require_latest()
    except Exception as error:  # the database may be unreachable while the copy still answers
        log.info("not_remembered", why=f"{type(error).__name__}: {error}")


# --- verifying the ledger once a day while the server runs ---------------------------------------


A_DAY = timedelta(days=1)
LONG = 50_000
"""Events, about two seconds: of more than these a log is verified by a process of its own."""
SECONDS_BETWEEN_VERIFICATIONS = 600.0
SECONDS_TO_END = 5.0


class Verifier:
    """A thread that verifies whenever the last result is a day old; of several servers, one."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._ended = Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = Thread(target=self._verify_daily, name="verifier", daemon=True)

    def start(self) -> None:
        """Begin to verify."""
        self._thread.start()

    def close(self) -> None:
        """Verify no longer.

        The thread is waited for, so that none of its connections outlives the ledger; not for
        long, because it ends with the program too, and writes nothing half-done.
        """
        self._ended.set()
        if self._process is not None:
            self._process.terminate()
        self._thread.join(SECONDS_TO_END)

    def wipe_and_verify(self) -> None:
        """Wipe erased data that remain in the database's files, and verify if that is due."""
        self._ledger.wipe_erased_data()
        self.verify_where_due()

    def verify_where_due(self) -> None:
        """Verify now, unless the last result is of today."""
        store = VerificationStore(self._ledger.engine)
        last = store.made_at()
        if last is None or self._clock() - last >= A_DAY:
            store.keep(self._verified(), self._clock())

    def _verified(self) -> dict[str, object]:
        if self._ledger.positions()["head"] <= LONG:
            return dict(self._ledger.verify())
        command = [sys.executable, "-m", "projections.interfaces.cli.program", "verify"]
        database = {"RATING_LEDGER_DATABASE": self._ledger.database}
        with subprocess.Popen(  # noqa: S603 - the program itself
            [*command, "--format", "json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **database},
        ) as self._process:
            found, _ = self._process.communicate()
        self._process = None
        document: dict[str, object] = orjson.loads(found)  # a terminated process has none
        return document

    def _verify_daily(self) -> None:
        while not self._ended.is_set():
            try:
                self.wipe_and_verify()
            except Exception as error:  # the database may be unreachable; try again
                log.info("not_verified", why=f"{type(error).__name__}: {error}")
            self._ended.wait(SECONDS_BETWEEN_VERIFICATIONS)


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
            except Exception as error:  # the database may be unreachable
                log.info("step_failed", thread=name, why=f"{type(error).__name__}: {error}")

    thread = Thread(target=go_on, name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def background_updates(ledger: Ledger, clock: Clock) -> Iterator[None]:
    """The read model follows the log meanwhile, and the log is verified where that is due."""
    verifier = Verifier(ledger, clock)
    verifier.start()
    try:
        with repeated("follower", Follower(ledger).follow):
            yield
    finally:
        verifier.close()
