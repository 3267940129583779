"""Programs that append, to be run side by side and to be killed.

Each is a real process of its own.  A fork server keeps the imports ready, so that a new one is
there within milliseconds and dozens can be killed in a test.
"""

import logging
import os
import time
from collections.abc import Sequence
from itertools import count
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import Engine

from ledger.events.problems import ConnectionLost, Refused
from ledger.log.clock import now
from ledger.log.database import connect
from ledger.log.event_log import writing
from ledger.validation.submission import append
from tests.ledger.lines import Event, game, lines, tournament
from tests.ledger.office import RULEBOOKS

GAMES_A_CALL = 3
READY = ["__main__", __name__, "sqlalchemy.dialects.sqlite", "psycopg"]
READY += ["sqlalchemy.dialects.postgresql.psycopg"]


def processes() -> ForkServerContext:
    """Return the context that starts new processes."""
    if "forkserver" not in get_all_start_methods():
        pytest.skip("there is no fork server on this platform")
    context = get_context("forkserver")
    context.set_forkserver_preload(READY)
    return context


def call(writer: str, number: int) -> list[Event]:
    """Return the events of one call by a writer: a tournament with its games."""
    name = f"{writer}-{number}"
    pairs = [("anna", "bela"), ("cleo", "dora"), ("anna", "cleo")]
    games = [
        game(*pair, game=id_, tournament=name, id_=id_, round=1 + number // 2)
        for number, (pair, id_) in enumerate(zip(pairs, ids_of(writer, number)[1:], strict=True))
    ]
    return [tournament(name, name), *games]


def ids_of(writer: str, number: int) -> list[str]:
    """The event ids of a call."""
    name = f"{writer}-{number}"
    return [name, *(f"{name}-game-{each}" for each in range(GAMES_A_CALL))]


def keep_appending(url: str, writer: str, calls: int | None, acknowledged: Path) -> None:
    """Append call after call; note the number of each in a file once it is acknowledged."""
    engine = silently_connected(url)
    note = os.open(acknowledged, os.O_APPEND | os.O_CREAT | os.O_WRONLY)
    for number in count() if calls is None else range(calls):
        try:
            append(engine, lines(call(writer, number)), by=writer, rulebooks=RULEBOOKS)
        except ConnectionLost:  # the server has gone
            return
        os.write(note, f"{number}\n".encode())
    engine.dispose()


def append_in_order(url: str, writer: str, order: Sequence[int], start: Any, results: Any) -> None:
    """Wait for the others, append the common calls in an order of one's own, tell what was new."""
    engine = silently_connected(url)
    start.wait()
    for number in order:
        receipt = append(engine, lines(call("common", number)), by=writer, rulebooks=RULEBOOKS)
        results.put((number, receipt.appended, receipt.duplicates))
    engine.dispose()


def claim(url: str, writer: str, start: Any, results: Any) -> None:
    """Try to hand in a tournament under an id that everybody else wants as well."""
    engine = silently_connected(url)
    start.wait()
    mine = tournament("wanted", "wanted", name=f"The tournament of {writer}")
    try:
        append(engine, lines([mine]), by=writer, rulebooks=RULEBOOKS)
        results.put((writer, "appended"))
    except Refused as refused:
        results.put((writer, refused.problems[0].code))
    engine.dispose()


def append_when_free(url: str, writer: str, arrived: Any) -> None:
    """Say that one has come, and append as soon as the log is free."""
    engine = silently_connected(url)
    arrived.put(writer)
    append(engine, lines([tournament(writer, writer)]), by=writer, rulebooks=RULEBOOKS)
    engine.dispose()


def hold_the_log(url: str, holding: Any) -> None:
    """Take the lock of the log, say so, and keep it until somebody kills the process."""
    with writing(silently_connected(url), now):
        holding.put(url)
        time.sleep(600)


def noted(acknowledged: Path) -> list[int]:
    """The numbers of the calls that a writer has seen acknowledged."""
    if not acknowledged.exists():
        return []
    *whole, _cut_off = acknowledged.read_text().split("\n")
    return [int(number) for number in whole]


def finish(running: Sequence[BaseProcess], seconds: float = 120) -> None:
    """Wait for writers that must all come to a good end."""
    for process in running:
        process.join(seconds)
    assert [process.exitcode for process in running] == [0] * len(running)


def silently_connected(url: str) -> Engine:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    return connect(url)
