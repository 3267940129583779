"""Pages and answers of a server on the federation's ledger: times and rates.

    python -m scripts.lab.benchmarks.web sqlite:////path/of/a/ledger.db  # an existing one

A page is cold if it is requested for the first time, and warm otherwise.  After
the first of all pages the server is given time to come to rest, as between two readers.
"""

import ctypes
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import quote, urlsplit

import attrs
import click
import orjson

from scripts.lab.benchmarks import targets
from scripts.lab.benchmarks.figures import Baseline, Figure, table
from scripts.lab.benchmarks.query_times import longest_records, players_by_record
from scripts.lab.benchmarks.run import POOL, BenchmarkRun

PROGRAM = ("-m", "projections.interfaces.cli.program")
CLIENTS = 8
SECONDS_FOR_EACH_TIME = 2.0
MOST_TIMES = 30
LONG_CARDS = 10
LONGEST_TO_REST = 600.0
A_WHILE = 4.0
BUSY_AT_REST = 0.02
"""Share of the time spent on checking whether the log has grown."""


@attrs.define
class WebServer:
    """A running server: its process, its address, and the time it took to answer."""

    process: int
    host: str
    port: int
    started: float

    @contextmanager
    def connection(self) -> Iterator[HTTPConnection]:
        """Yield a connection that stays open meanwhile."""
        with closing(HTTPConnection(self.host, self.port, timeout=120)) as connection:
            yield connection

    def processor(self) -> float:
        """Return the processor seconds used so far.

        By its own clock: the values under ``/proc`` count in hundredths of a second, more
        than ten pages may take.
        """
        clock = ctypes.c_int()
        if error := ctypes.CDLL(None).clock_getcpuclockid(self.process, ctypes.byref(clock)):
            raise OSError(error, os.strerror(error))
        return time.clock_gettime(clock.value)

    def come_to_rest(self) -> None:
        """Wait until it is idle, some minutes at most."""
        until, busy = time.perf_counter() + LONGEST_TO_REST, 1.0
        while busy > BUSY_AT_REST and time.perf_counter() < until:
            before = self.processor()
            time.sleep(A_WHILE)
            busy = (self.processor() - before) / A_WHILE

    def peak(self) -> float:
        """Return its peak memory, in bytes."""
        lines = Path(f"/proc/{self.process}/status").read_text("ascii", "replace").splitlines()
        return next(float(it.split()[1]) for it in lines if it.startswith("VmHWM")) * 1_024


@contextmanager
def web_server(database: str) -> Iterator[WebServer]:
    """A server on a ledger, as it is started from the command line."""
    begun = time.perf_counter()
    command = [sys.executable, *PROGRAM, "--database", database, "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        try:
            line = running.stderr.readline() if running.stderr is not None else ""
            at = urlsplit(next(word for word in line.split() if word.startswith("http://")))
            server = WebServer(running.pid, at.hostname or "", at.port or 0, 0.0)
            with server.connection() as connection:
                asked(connection, "/health")
            server.started = time.perf_counter() - begun
            yield server
        finally:
            running.terminate()


def asked(connection: HTTPConnection, path: str, tag: str = "") -> tuple[float, str]:
    """Return the seconds of an answer, and its tag.

    A page that announces a delay is requested again.  Raises RuntimeError for any
    answer but a page and 304.
    """
    begun = time.perf_counter()
    status = 202
    while status == 202:
        connection.request("GET", path, headers={"If-None-Match": tag} if tag else {})
        response = connection.getresponse()
        response.read()
        status = response.status
    if status not in {200, 303, 304}:
        raise RuntimeError(f"{path}: {status}")
    return time.perf_counter() - begun, response.headers.get("ETag", "")


@attrs.frozen(slots=False)
class WebPages:
    """The pages of a federation's ledger to be requested."""

    url: str
    pool: str = POOL

    @cached_property
    def players(self) -> Sequence[str]:
        """Players with the longest record first."""
        return players_by_record(self.url, MOST_TIMES)

    def card_of(self, player: str) -> str:
        """The address of a player's card."""
        return f"/{quote(self.pool)}/players/{quote(player, safe='')}"

    def kinds(self) -> Mapping[str, Sequence[str]]:
        """The addresses of each kind of page, all different."""
        pool = f"/{quote(self.pool)}"
        longest, *long = longest_records(self.url, 1 + LONG_CARDS)
        others = [player for player in self.players if player not in {longest, *long}]
        return {
            targets.LONGEST_CARD: [self.card_of(longest)],
            targets.LONG_CARDS: list(map(self.card_of, long)),
            targets.CARDS: list(map(self.card_of, others)),
            targets.LIST_PAGES: [pool, *(f"{pool}?page={it}" for it in range(2, 12))],
            targets.SEARCHES: [f"/search?q={it}" for it in ("mar", "son", "ann", "li", "berg")],
        }


def measured(url: str, times: int, database: str) -> Iterator[Figure]:
    """The figures of a server on a ledger."""
    pages = WebPages(url)
    with web_server(url) as server, server.connection() as connection:
        health = Baseline("/health", median(asked(connection, "/health")[0] for _ in range(50)))
        yield _figure(database, targets.SERVE, [server.started], health)
        kinds = {**pages.kinds(), targets.TOURNAMENTS: _tournaments(connection, pages.pool)}
        for what, addresses in kinds.items():
            if what == targets.LONG_CARDS:
                server.come_to_rest()
                # The server closed it after an idle time; the next request opens it again.
                connection.close()
            cold = _taken(server, connection, addresses)
            warm = _taken(server, connection, list(islice(cycle(addresses), times * 10)))
            for state, (taken, busy) in (("cold", cold), ("warm", warm)):
                yield _figure(database, f"{what}, {state}", taken, health)
                yield _figure(database, f"{what}, {state}, of the processor", [busy], health)
        del kinds[targets.LONG_CARDS]  # a crowd does not read the ten longest pages
        yield _figure(database, targets.NOT_MODIFIED, _unchanged(connection, kinds), health)
        every = [each for addresses in kinds.values() for each in addresses]
        yield from _crowd(server, (database, targets.PAGES_A_SECOND), every, times, health)
        answers = [_answer_of(each) for each in every if each.startswith(f"/{pages.pool}/")]
        yield from _crowd(server, (database, targets.ANSWERS_A_SECOND), answers, times, health)
        yield Figure(
            database=database,
            what=targets.SERVER_MEMORY,
            value=server.peak(),
            unit="bytes",
            baseline=Baseline("what was promised", targets.SERVER_BYTES),
        )


def _taken(
    server: WebServer, connection: HTTPConnection, addresses: Sequence[str]
) -> tuple[list[float], float]:
    """Return the seconds of each answer, and the processor seconds of the server."""
    busy = server.processor()
    taken = [asked(connection, each)[0] for each in addresses]
    return taken, (server.processor() - busy) / len(addresses)


def _figure(database: str, what: str, taken: Sequence[float], health: Baseline) -> Figure:
    """A time with its 95th percentile as the worst."""
    worst = quantiles(taken, n=20)[18] if len(taken) > 1 else taken[0]
    return Figure(
        database=database,
        what=what,
        value=median(taken),
        unit="s",
        worst=min(worst, max(taken)),
        baseline=health,
    )


def _tournaments(connection: HTTPConnection, pool: str) -> list[str]:
    """Addresses of tournaments, out of the newest."""
    connection.request("GET", f"/api/v1/pools/{quote(pool)}/tournaments?limit=60")
    rows = orjson.loads(connection.getresponse().read())
    names = [row["tournament"] for row in rows][:: max(1, len(rows) // MOST_TIMES)]
    return [f"/{quote(pool)}/tournaments/{quote(name, safe='')}" for name in names]


def _unchanged(connection: HTTPConnection, kinds: Mapping[str, Sequence[str]]) -> list[float]:
    """Return the seconds of pages that the reader has cached."""
    taken = []
    for addresses in kinds.values():
        for each in addresses[:5]:
            _, tag = asked(connection, each)
            taken += [asked(connection, each, tag)[0] for _ in range(10)]
    return taken


def _answer_of(page: str) -> str:
    """Return the API address of a page's data."""
    return f"/api/v1/pools{page}"


def _crowd(
    server: WebServer,
    figure: tuple[str, str],
    addresses: Sequence[str],
    times: int,
    health: Baseline,
) -> Iterator[Figure]:
    """Yield the answers that eight clients get in a second, and in a second of the processor."""
    (database, what), counts = figure, [0] * CLIENTS
    begun, busy = time.perf_counter(), server.processor()
    until = begun + times * SECONDS_FOR_EACH_TIME

    def read(client: int) -> None:
        with server.connection() as connection:
            for each in cycle([*addresses[client:], *addresses[:client]]):
                asked(connection, each)
                counts[client] += 1
                if time.perf_counter() > until:
                    return

    clients = [threading.Thread(target=read, args=(each,)) for each in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    rates = {
        what: sum(counts) / (time.perf_counter() - begun),
        f"{what}, of the processor": sum(counts) / (server.processor() - busy),
    }
    for name, rate in rates.items():
        baseline = Baseline("/health, one client", 1 / health.value)
        yield Figure(database=database, what=name, value=rate, unit="a/s", baseline=baseline)


def web(run: BenchmarkRun) -> Iterator[Figure]:
    """Pages and answers of a server on the federation's ledger."""
    yield from measured(run.up_to_date, run.times, run.databases.name)


@click.command
@click.argument("url")
def main(url: str) -> None:
    """Measure a server on a federation's ledger that is there already."""
    from rich.console import Console  # noqa: PLC0415 - only where it is run by itself

    Console(width=200, highlight=False).print(table(url, measured(url, 5, targets.SQLITE)))


if __name__ == "__main__":
    main()
