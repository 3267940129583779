"""Clients of the ledger meanwhile: writers that append, and readers of their own writes.

Each is a process of its own.  Its events have ids of its own, so it repeats
every unacknowledged append: events that exist already are skipped as duplicates.
"""

import json
import os
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import Any

import attrs
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from ledger.events.problems import Refused
from ledger.log.connections import is_lost
from ledger.log.event_log import Receipt
from projections.api import Ledger
from tests.ledger.hardship.writers import call, ids_of

TO_BE_DONE_AGAIN = {"no-connection", "connection-lost", "only-readable", "behind"}
PATIENCE_SECONDS = 15.0
BETWEEN_ATTEMPTS_SECONDS = 0.2


@attrs.frozen
class Acknowledged:
    """A call that was acknowledged.

    ``waited`` seconds over ``attempts``; ``first`` is the position of its first event if this
    attempt wrote it, ``duplicates`` the number of its events that an earlier attempt had written.
    """

    number: int
    started: float
    waited: float
    attempts: int
    first: int | None
    appended: int
    duplicates: int


@attrs.frozen
class Answered:
    """A question about an event that was just acknowledged, to a standby or the primary."""

    waited: float
    found: bool
    at_primary: bool


class Connections:
    """The connections of a ledger to its write server: counted, and ended when they take too long.

    A stopped server neither answers nor closes; its system keeps the connection.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._latest: list[Any] = []
        self._watched = False
        self.used = 0

    def watch(self) -> None:
        """Register them from now on; opening the ledger may be refused like any question."""
        if not self._watched:
            event.listen(self._ledger.engine, "checkout", self._note)
            self._watched = True

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Limit the time of the work inside to the patience."""
        timer = threading.Timer(PATIENCE_SECONDS, self._end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _note(self, connection: Any, _record: object, _proxy: object) -> None:
        self._latest = [*self._latest[-3:], connection]
        self.used += 1

    def _end(self) -> None:
        for connection in self._latest:
            if not connection.closed:
                with socket.socket(fileno=os.dup(connection.fileno())) as shared:
                    shared.shutdown(socket.SHUT_RDWR)


class Writer:
    """Appends call after call and notes each in a file once it is acknowledged."""

    def __init__(self, ledger: Ledger, name: str, notes: Path) -> None:
        self._ledger = ledger
        self._name = name
        self.connections = Connections(ledger)
        self._notes = notes.open("ab", buffering=0)

    def append(self, number: int) -> Acknowledged:
        """Repeat a call until it is acknowledged.

        Raises Refused for anything but an absent server, or a connection to a standby.
        """
        started, begun = time.time(), time.monotonic()
        for attempt in count(1):
            receipt = self._attempt(number)
            if receipt is not None:
                done = Acknowledged(
                    number=number,
                    started=started,
                    waited=time.monotonic() - begun,
                    attempts=attempt,
                    first=receipt.first,
                    appended=receipt.appended,
                    duplicates=receipt.duplicates,
                )
                self._notes.write(json.dumps(attrs.asdict(done)).encode() + b"\n")
                return done
            time.sleep(BETWEEN_ATTEMPTS_SECONDS)
        raise AssertionError

    def _attempt(self, number: int) -> Receipt | None:
        try:
            with self.connections.limited():
                self.connections.watch()
                return self._ledger.append(call(self._name, number), by=self._name)
        except Refused as refused:
            if {each.code for each in refused.problems} <= TO_BE_DONE_AGAIN:
                return None
            raise


def keep_appending(url: str, name: str, folder: Path, pause: float, stop: Any) -> None:
    """Append until it is time to stop; a call in progress is completed."""
    with Ledger(url) as ledger:
        writer = Writer(ledger, name, folder / name)
        for number in count():
            if stop.is_set():
                return
            writer.append(number)
            time.sleep(pause)


def keep_reading(  # noqa: PLR0913, PLR0917 - like the other clients, and one URL more
    url: str, read_url: str, name: str, folder: Path, pause: float, stop: Any
) -> None:
    """Append, then query a standby: the event just appended must be in the answer."""
    asked = (folder / f"{name}-asked").open("ab", buffering=0)
    with Ledger(url, read_database=read_url) as ledger:
        writer = Writer(ledger, name, folder / name)
        for number in count():
            if stop.is_set():
                return
            writer.append(number)
            begun, used = time.monotonic(), writer.connections.used
            found = _asked_until_answered(ledger, ids_of(name, number)[-1])
            answered = Answered(
                waited=time.monotonic() - begun,
                found=found,
                at_primary=writer.connections.used > used,
            )
            asked.write(json.dumps(attrs.asdict(answered)).encode() + b"\n")
            time.sleep(pause)


@attrs.frozen
class WebServer:
    """The address of a server, and an officer's token."""

    host: str
    port: int
    token: str

    def answer(self, address: str, events: Sequence[object] = ()) -> Any:
        """Return the body of an answer, empty if there is nothing; None: ask once more.

        Raises RuntimeError for any other answer.
        """
        method, content = ("POST", json.dumps(events)) if events else ("GET", None)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        try:
            with closing(HTTPConnection(self.host, self.port, timeout=PATIENCE_SECONDS)) as asking:
                asking.request(method, address, content, headers)
                response = asking.getresponse()
                status, body = response.status, response.read()
        except (OSError, HTTPException):
            return None
        if status in {HTTPStatus.OK, HTTPStatus.NOT_FOUND}:
            return json.loads(body) if status == HTTPStatus.OK else []
        if status in {HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.ACCEPTED}:
            return None
        raise RuntimeError(f"{method} {address}: {status} {body[:500]!r}")

    def asked_until_answered(self, address: str, events: Sequence[object] = ()) -> tuple[Any, int]:
        """Return the body of an answer, and the number of attempts."""
        for attempt in count(1):
            if (found := self.answer(address, events)) is not None:
                return found, attempt
            time.sleep(BETWEEN_ATTEMPTS_SECONDS)
        raise AssertionError


def keep_asking(server: WebServer, name: str, folder: Path, pause: float, stop: Any) -> None:
    """Append over HTTP, then query the same server for it: it answers from a standby."""
    with (folder / name).open("ab", 0) as notes, (folder / f"{name}-asked").open("ab", 0) as asked:
        for number in count():
            if stop.is_set():
                return
            started, begun = time.time(), time.monotonic()
            receipt, attempts = server.asked_until_answered("/api/v1/events", call(name, number))
            done = Acknowledged(
                number=number,
                started=started,
                waited=time.monotonic() - begun,
                attempts=attempts,
                first=receipt["first"],
                appended=receipt["appended"],
                duplicates=receipt["duplicates"],
            )
            notes.write(json.dumps(attrs.asdict(done)).encode() + b"\n")
            begun = time.monotonic()
            games, _ = server.asked_until_answered(f"/api/v1/tournaments/{name}-{number}/games")
            answered = Answered(time.monotonic() - begun, found=bool(games), at_primary=False)
            asked.write(json.dumps(attrs.asdict(answered)).encode() + b"\n")
            time.sleep(pause)


def _asked_until_answered(ledger: Ledger, event_id: str) -> bool:
    while True:
        try:
            return ledger.position_of_event(event_id) is not None
        except Refused as refused:
            if not {each.code for each in refused.problems} <= TO_BE_DONE_AGAIN:
                raise
        except DBAPIError as error:
            if not is_lost(error):
                raise
        time.sleep(BETWEEN_ATTEMPTS_SECONDS)


def acknowledged(notes: Path) -> list[Acknowledged]:
    """Return a writer's acknowledged calls."""
    return [Acknowledged(**each) for each in _noted(notes)]


def answered(notes: Path) -> list[Answered]:
    """Return a reader's answers."""
    return [Answered(**each) for each in _noted(notes)]


def _noted(notes: Path) -> list[dict[str, Any]]:
    if not notes.exists():
        return []
    *whole, _cut_off = notes.read_bytes().split(b"\n")
    return [json.loads(line) for line in whole]
