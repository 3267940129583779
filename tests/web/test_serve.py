"""``serve``: several processes behind one address, and addresses that it refuses."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from ledger.events.problems import Refused
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.serve import serve
from tests.web.conftest import DAY

LONG = 30
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="processes are stopped, and found in /proc"
    ),
]


def served(database: str, workers: str) -> list[str]:
    options = ("--database", database, "serve", "--port", "0", "--workers", workers)
    return [sys.executable, "-m", "projections.interfaces.cli.program", *options]


@pytest.fixture
def running(demo: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The address of a server of two workers, and its process."""
    command = served(demo, workers="2")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process.stderr.readline().split()[1], process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(LONG)


def workers(process: "subprocess.Popen[str]") -> list[int]:
    listed = ["ps", "-ww", "--ppid", str(process.pid), "-o", "pid=", "-o", "args="]
    lines = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.splitlines()
    return [int(each.split()[0]) for each in lines if "spawn_main" in each]


def asked(url: str) -> str:
    with urlopen(url, timeout=LONG) as answer:  # noqa: S310 - of the server above
        return str(answer.read().decode())


def test_each_of_two_workers_answers_and_the_metrics_are_their_sums(running):
    address, process = running
    assert '"ok": true' in asked(f"{address}/health")  # waits until the first is there
    until = time.monotonic() + LONG
    while len(pids := workers(process)) < 2 and time.monotonic() < until:
        time.sleep(0.1)
    first, second = pids
    for stopped, other in ((first, second), (second, first)):
        os.kill(stopped, signal.SIGSTOP)
        try:
            assert "König" in asked(f"{address}/club"), f"{other} does not answer"
        finally:
            os.kill(stopped, signal.SIGCONT)
    counted = 'rating_ledger_requests_total{method="GET",route="/{pool}",status="200"} 2.0'
    assert counted in asked(f"{address}/metrics")
    process.send_signal(signal.SIGINT)
    assert process.wait(LONG) == 0


@pytest.mark.parametrize("number", ["1", "2"])
def test_ctrl_c_ends_it_with_a_plain_sentence(demo: str, number: str):
    command = served(demo, workers=number)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = process.stderr.readline().split()[1]
        assert '"ok": true' in asked(f"{address}/health")
        process.send_signal(signal.SIGINT)
        assert process.wait(LONG) == 0
        assert process.stderr.read() == "ended: the server has stopped\n"


@pytest.mark.parametrize(
    "address", ["https://club.example/ratings", "ratings.example", "ftp://ratings.example", "//x"]
)
def test_a_public_address_that_links_cannot_have_is_refused(demo: str, address: str):
    settings = ServeSettings(database=demo, clock=lambda: DAY, port=0, public_url=address)
    with pytest.raises(Refused, match="not an address of a host of its own"):
        serve(settings, print, print)


def test_an_answer_does_not_wait_until_the_one_before_is_acknowledged(running):
    """A socket that asyncio does not take for TCP holds a body back for 40 ms."""
    address, _ = running
    connection = HTTPConnection(urlsplit(address).netloc, timeout=LONG)
    taken = []
    for _ in range(10):
        begun = time.perf_counter()
        connection.request("GET", "/health")
        connection.getresponse().read()
        taken.append(time.perf_counter() - begun)
    connection.close()
    assert min(taken) < 0.03


THREADS_THAT_ALLOCATE = """
import ctypes, threading
from projections.interfaces.server.serve import limit_arenas
limit_arenas()
together = threading.Barrier(8)
def allocate():
    together.wait()
    kept = [b"x" * 4_000 for _ in range(100)]
    together.wait()
threads = [threading.Thread(target=allocate) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "malloc_stats"), reason="the C library is not glibc"
)
def test_threads_share_two_memory_arenas():
    running = subprocess.run(
        [sys.executable, "-c", THREADS_THAT_ALLOCATE], capture_output=True, text=True, check=True
    )
    assert running.stderr.count("Arena ") == 2


A_SLOW_LIST = """
import sys, time
from ledger.log.clock import now
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server import warm_cache
from projections.interfaces.server.serve import serve
from projections.pool_view import PoolView
read = PoolView.whole_list
PoolView.whole_list = lambda view: time.sleep(1) or read(view)
warm_cache.SECONDS_TO_OPEN = float(sys.argv[2])
settings = ServeSettings(database=sys.argv[1], clock=now, port=0, patience=0.1)
serve(settings, lambda address: print(address, file=sys.stderr, flush=True), print)
"""


@pytest.mark.parametrize(
    ("seconds", "paths", "status"), [("60", ("", "/club"), 200), ("0", ("/club",), 202)]
)
def test_the_first_reader_finds_the_pages_made_unless_that_takes_too_long(
    demo: str, seconds: str, paths: tuple[str, ...], status: int
):
    """A list takes a second to be read, and a reader waits a tenth of one for an answer."""
    command = [sys.executable, "-c", A_SLOW_LIST, demo, seconds]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = process.stderr.readline().strip()
        try:
            for path in paths:
                with urlopen(f"{address}{path}", timeout=LONG) as answer:  # noqa: S310 - ours
                    assert answer.status == status
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(LONG)
