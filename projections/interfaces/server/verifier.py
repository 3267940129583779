"""Verifies the ledger once a day while the server runs, so that no request has to.

A long log is verified by a process of its own: its hashing would hold up every answer, and what it
reads would stay in the memory of the server.
"""

import os
import subprocess
import sys
from datetime import timedelta
from threading import Event, Thread
from typing import Any

import orjson

from ledger.diagnostics import Diagnostics
from ledger.log.clock import Clock
from projections.api import Ledger
from projections.interfaces.http.accounts.verification_store import VerificationStore

A_DAY = timedelta(days=1)
LONG = 50_000
"""Events, about two seconds: of more than these a log is verified by a process of its own."""
SECONDS_BETWEEN_LOOKS = 600.0
log = Diagnostics(__name__)


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
        """Verify no longer; the thread ends with the program, it writes nothing half-done."""
        self._ended.set()
        if self._process is not None:
            self._process.terminate()

    def verify_where_due(self) -> None:
        """Verify now, unless the last result is of today."""
        store = VerificationStore(self._ledger.engine)
        last = store.made_at()
        if last is None or self._clock() - last >= A_DAY:
            store.keep(self._verified(), self._clock())

    def _verified(self) -> dict[str, Any]:
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
        document: dict[str, Any] = orjson.loads(found)  # of one that was ended there is none
        return document

    def _verify_daily(self) -> None:
        while not self._ended.is_set():
            try:
                self.verify_where_due()
            except Exception as error:  # the database may be away; it is asked again
                log.info("not_verified", why=f"{type(error).__name__}: {error}")
            self._ended.wait(SECONDS_BETWEEN_LOOKS)
