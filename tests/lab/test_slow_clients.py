"""Slow clients, over a real connection: they are cut off, and others are answered meanwhile."""

import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from projections.interfaces.http.edge import bodies
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server import serve
from projections.interfaces.server import serve as http
from scripts.lab.attacking.proxy import behind_nginx, nginx_here
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
FEW = 5
Address = tuple[str, int]


@pytest.fixture
def alone(demo: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    """Yield the address of a server that waits for hardly a second and takes few connections."""
    monkeypatch.setattr(http, "SECONDS_BETWEEN_REQUESTS", SHORT)
    monkeypatch.setattr(http, "MOST_CONNECTIONS", FEW)
    monkeypatch.setattr(serve, "SECONDS_WITHOUT_TAKING", SHORT)
    monkeypatch.setattr(bodies, "PATIENCE_SECONDS", SHORT)
    with served(ServeSettings(database=demo, clock=lambda: DAY, follow=False)) as url:
        found = urlsplit(url)
        yield found.hostname or "", found.port or 0


@pytest.fixture
def behind(alone: Address, tmp_path: Path) -> Iterator[Address]:
    """Yield the address of nginx before it, as docs/how-to/deploy.md sets it up, as impatient."""
    nginx = nginx_here()
    if nginx is None:
        pytest.skip("nginx is not here")
    with behind_nginx(nginx, tmp_path, alone[1], f"{int(SHORT * 1_000)}ms") as proxy:
        yield proxy.host, proxy.port


def dripped(client: socket.socket, drop: bytes) -> bytes:
    """Return the server's answer until it hangs up on a client that sends a drop now and then."""
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


def status_of(address: Address) -> int:
    """The status of an answer to somebody else."""
    connection = HTTPConnection(*address, timeout=LONG)
    connection.request("GET", "/health", headers={"Connection": "close"})
    status = connection.getresponse().status
    connection.close()
    return status


class TestBehindTheProxyOfTheDeployment:
    def test_a_head_that_comes_in_drops_is_not_waited_for(self, behind: Address):
        with socket.create_connection(behind) as client:
            client.sendall(GET)
            assert b" 200 " not in dripped(client, b"X")

    def test_whoever_connects_and_says_nothing_is_cut_off(self, behind: Address):
        with socket.create_connection(behind) as client:
            assert dripped(client, b"") == b""

    def test_a_second_head_that_comes_in_drops_is_not_waited_for_either(self, behind: Address):
        with socket.create_connection(behind) as client:
            client.sendall(GET + b"\r\n" + GET)
            assert dripped(client, b"X").count(b"HTTP/1.1 200 ") == 1

    def test_a_body_that_comes_in_drops_is_refused_with_408(self, behind: Address):
        with socket.create_connection(behind) as client:
            client.sendall(POST + b"\r\n")
            assert dripped(client, b"x").startswith(b"HTTP/1.1 408 ")


class TestTheServerAlone:
    def test_a_body_that_comes_in_drops_is_refused_with_408(self, alone: Address):
        with socket.create_connection(alone) as client:
            client.sendall(POST + b"\r\n")
            assert dripped(client, b"x").startswith(b"HTTP/1.1 408 ")

    def test_whoever_asks_nothing_more_is_cut_off(self, alone: Address):
        with socket.create_connection(alone) as client:
            client.sendall(GET + b"\r\n")
            assert dripped(client, b"").startswith(b"HTTP/1.1 200 ")

    def test_more_connections_than_it_takes_are_refused_with_503(self, alone: Address):
        """Without a proxy those who say nothing shut all others out, and no more than that."""
        silent = [socket.create_connection(alone) for _ in range(FEW)]
        assert status_of(alone) == 503
        for each in silent:
            each.close()
        until = time.monotonic() + LONG
        while status_of(alone) != 200:
            assert time.monotonic() < until

    def test_whoever_takes_nothing_of_his_answers_is_cut_off_and_others_are_answered(
        self, alone: Address
    ):
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            client.connect(alone)
            client.settimeout(SHORT)
            request, as_of = b"GET /api/v1/log HTTP/1.1\r\nHost: localhost\r\n\r\n", False
            until = time.monotonic() + 3 * LONG
            while not as_of and time.monotonic() < until:
                try:
                    client.sendall(request * 100)
                except TimeoutError:
                    assert status_of(alone) == 200
                except OSError:
                    as_of = True
            assert as_of
