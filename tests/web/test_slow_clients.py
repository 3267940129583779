"""Slow clients, over a real connection: they are cut off, and others are answered meanwhile."""

import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from projections.interfaces.http.edge import bodies
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server import configuration as http
from projections.interfaces.server import slow_clients
from scripts.serving import served
from tests.web.conftest import DAY

pytestmark = pytest.mark.hostile

GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
POST = (
    b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n"
)
SHORT = 0.6
LONG = 10.0


@pytest.fixture
def address(demo: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """Where a server listens that waits for hardly a second."""
    monkeypatch.setattr(http, "SECONDS_FOR_A_HEAD", SHORT)
    monkeypatch.setattr(slow_clients, "SECONDS_WITHOUT_TAKING", SHORT)
    monkeypatch.setattr(bodies, "PATIENCE_SECONDS", SHORT)
    with served(ServeSettings(database=demo, clock=lambda: DAY, follow=False)) as url:
        found = urlsplit(url)
        yield found.hostname or "", found.port or 0


def dripped(client: socket.socket, drop: bytes) -> bytes:
    """What comes until the server hangs up, on a client that sends a drop now and then."""
    received, until = b"", time.monotonic() + LONG
    client.settimeout(SHORT / 6)
    while time.monotonic() < until:
        try:
            client.sendall(drop)
            piece = client.recv(65_536)
        except TimeoutError:
            continue
        except OSError:
            return received
        if not piece:
            return received
        received += piece
    raise AssertionError("the server waits for ever")


def test_a_head_that_comes_in_drops_is_not_waited_for(address):
    with socket.create_connection(address) as client:
        client.sendall(GET)
        assert dripped(client, b"X") == b""


def test_whoever_connects_and_says_nothing_is_cut_off(address):
    with socket.create_connection(address) as client:
        assert dripped(client, b"") == b""


def test_a_body_that_comes_in_drops_is_refused_with_408(address):
    with socket.create_connection(address) as client:
        client.sendall(POST + b"\r\n")
        assert dripped(client, b"x").startswith(b"HTTP/1.1 408 ")


def test_a_body_that_nobody_reads_does_not_hold_the_connection(address):
    with socket.create_connection(address) as client:
        client.sendall(GET + b"Content-Length: 1000\r\n\r\n")
        assert dripped(client, b"x").startswith(b"HTTP/1.1 200 ")


def test_the_next_request_has_as_long_as_the_first(address):
    with socket.create_connection(address) as client:
        for _ in range(4):
            client.sendall(GET + b"\r\n")
            received = b""
            while not received.endswith(b"}\n"):
                received += client.recv(65_536)
            assert received.startswith(b"HTTP/1.1 200 ")
            time.sleep(SHORT / 2)


def test_whoever_takes_nothing_of_his_answers_is_cut_off_and_others_are_answered(address):
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.connect(address)
        client.settimeout(SHORT)
        request, cut = b"GET /api/v1/log HTTP/1.1\r\nHost: localhost\r\n\r\n", False
        until = time.monotonic() + 3 * LONG
        while not cut and time.monotonic() < until:
            try:
                client.sendall(request * 100)
            except TimeoutError:
                with socket.create_connection(address, LONG) as other:
                    other.sendall(GET + b"\r\n")
                    assert other.recv(65_536).startswith(b"HTTP/1.1 200 ")
            except OSError:
                cut = True
        assert cut
