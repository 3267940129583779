"""A server that reads a copy (``--read-database``) is killed again and again.

The copy of the file is brought up twice a second, so it is always a little behind.  Nothing that
was acknowledged or shown may be gone, neither right after it nor after a restart.
"""

import json
import os
import random
import signal
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path

import attrs

from ledger.log.clock import vouched_now
from projections.api import Ledger
from scripts.lab.attacking import Finding, Size
from scripts.lab.attacking.target import Target, new_ledger, running
from tests.projections.submissions import player

PLAYERS = "/api/v1/pools/club/players"
CLIENTS = 3
SHORTEST_LIFE, LONGEST_LIFE = 0.2, 2.0
SECONDS_BETWEEN_COPIES = 0.5
LONGEST_WAIT = 30
NO_FAILURE = frozenset({200, 202, 503})


@attrs.define
class _Seen:
    """Acknowledged players, and the last position that a client has seen."""

    acknowledged: list[str] = attrs.field(factory=list)
    position: int = 0
    answers: int = 0
    wrong: list[str] = attrs.field(factory=list)
    lock: threading.Lock = attrs.field(factory=threading.Lock)

    def note(self, asked: str, status: int) -> None:
        """Note an answer."""
        self.answers += 1
        if status not in NO_FAILURE:
            self.wrong.append(f"{asked}: {status}")

    def reach(self, position: int) -> None:
        """Note a position that was shown."""
        with self.lock:
            self.position = max(self.position, position)


def kills(size: Size) -> Iterator[Finding]:
    """Kill the server at random moments of appends and questions, for so many seconds."""
    dice, seen, killed, ended = random.Random(size.seed), _Seen(), 0, threading.Event()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database, token = new_ledger(folder)
        copy = folder / "copy.db"
        _bring_up(database, copy)
        copying = threading.Thread(target=_keep_copying, args=(database, copy, ended))
        copying.start()
        until = time.monotonic() + size.seconds
        while time.monotonic() < until:
            with running(folder, database, token, read_database=f"sqlite:///{copy}") as target:
                _live(target, dice.uniform(SHORTEST_LIFE, LONGEST_LIFE), seen, killed)
            killed += 1
        ended.set()
        copying.join()
        tried = f"{killed} kills of a server with a read database"
        found = f"{len(seen.acknowledged)} events acknowledged, {seen.answers} answers"
        wrong = "; ".join(seen.wrong[:3])
        held = not seen.wrong and bool(seen.acknowledged)
        yield Finding(tried, wrong or found, held)
        with Ledger.open(database, clock=vouched_now) as ledger:
            there = [entry["data"]["player"] for entry in ledger.log(types=["player.registered"])]
            lost = set(seen.acknowledged) - set(there)
            twice = len(there) - len(set(there))
            verified = bool(ledger.verify()["ok"])
        found = f"{len(lost)} lost, {twice} twice, verified: {verified}"
        yield Finding("the ledger afterwards", found, verified and not lost and not twice)


def _live(target: Target, seconds: float, seen: _Seen, round_: int) -> None:
    """Let clients work until the server is killed after so many seconds."""
    clients = [
        threading.Thread(target=_work, args=(target, seen, f"{round_}-{client}"))
        for client in range(CLIENTS)
    ]
    for client in clients:
        client.start()
    time.sleep(seconds)
    os.kill(target.process, signal.SIGKILL)
    for client in clients:
        client.join()


def _work(target: Target, seen: _Seen, name: str) -> None:
    """Append players and ask for them and for the head, until the server is gone."""
    with closing(HTTPConnection(target.host, target.port, timeout=LONGEST_WAIT)) as connection:
        try:
            for number in count():
                _step(connection, target.token, seen, f"killed-{name}-{number}")
        except (OSError, HTTPException, ValueError):
            return  # killed


def _step(connection: HTTPConnection, token: str, seen: _Seen, id_: str) -> None:
    known = seen.position
    status, body = _asked(connection, "GET", "/health")
    seen.note("/health", status)
    head = json.loads(body)["head"] if status == HTTPStatus.OK else known
    if head < known:
        seen.wrong.append(f"the head went back from {known} to {head}")
    seen.reach(head)
    status, body = _asked(connection, "POST", "/api/v1/events", [player(id_)], token)
    seen.note("an append", status)
    if status == HTTPStatus.OK:
        seen.acknowledged.append(id_)
        seen.reach(json.loads(body)["last"])
    for wanted in seen.acknowledged[-1:]:
        status, _ = _asked(connection, "GET", f"{PLAYERS}/{wanted}")
        seen.note(wanted, status)


def _asked(
    connection: HTTPConnection, method: str, address: str, document: object = None, token: str = ""
) -> tuple[int, bytes]:
    content = None if document is None else json.dumps(document)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    connection.request(method, address, content, headers if token else {})
    response = connection.getresponse()
    return response.status, response.read()


def _keep_copying(database: str, copy: Path, ended: threading.Event) -> None:
    while not ended.wait(SECONDS_BETWEEN_COPIES):
        _bring_up(database, copy)


def _bring_up(database: str, copy: Path) -> None:
    source = database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(copy)) as other:
        original.backup(other)
