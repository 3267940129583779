"""Slow clients: dozens that send a byte a second, or nothing, or read no answers.

The server alone cuts off those it can; behind nginx, set up as in
docs/how-to/deploy.md, all of them are cut off.
"""

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from scripts.lab.attacking import Finding
from scripts.lab.attacking.proxy import behind_nginx, nginx_here
from scripts.lab.attacking.target import Target

CLIENTS_OF_A_KIND = 20
SECONDS_TO_BE_CUT = 150  # limits: headers 30, body 60, answer 60
SLOWEST_ANSWER = 1.0
HEAD = b"GET /api/v1/log HTTP/1.1\r\nHost: localhost\r\n"
MANY_ANSWERS = 200


@attrs.frozen
class Kind:
    """A kind of slow client: its first bytes, and the byte that it sends every second.

    ``by_server``: the server itself cuts it off, without a proxy.
    """

    name: str
    opening: bytes
    drop: bytes
    by_server: bool = False


def slow_clients(target: Target) -> Iterator[Finding]:
    """Check that each kind is cut off in time, and that other clients are answered meanwhile."""
    kinds = _kinds(target)
    for kind in kinds:
        if kind.by_server:
            yield _tried(target, kind, "alone")
    nginx = nginx_here()
    if nginx is None:
        yield Finding("slow clients behind nginx", "it is not installed", held=False)
        return
    with (
        TemporaryDirectory() as folder,
        behind_nginx(nginx, Path(folder), target.port) as proxy,
    ):
        before = attrs.evolve(target, process=proxy.process, host=proxy.host, port=proxy.port)
        for kind in kinds:
            yield _tried(before, kind, "nginx")


def _kinds(target: Target) -> tuple[Kind, ...]:
    body = (
        f"POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n"
        f"Content-Type: application/x-ndjson\r\nAuthorization: Bearer {target.token}\r\n\r\n"
    )
    return (
        Kind("a head, a byte a second", HEAD + b"X-Slow: ", b"a"),
        Kind("nothing at all", b"", b""),
        Kind("a body, a byte a second", body.encode(), b" ", by_server=True),
        Kind("a body nobody asked for", HEAD + b"Content-Length: 100000\r\n\r\n", b" "),
        Kind("takes no answer", (HEAD + b"\r\n") * MANY_ANSWERS, b"", by_server=True),
    )


def _tried(target: Target, kind: Kind, behind: str) -> Finding:
    target.seconds_to_answer("/club")  # it is running, with its own sockets
    before, begun, slowest = target.sockets(), time.monotonic(), 0.0
    clients = [_connected(target, kind.opening) for _ in range(CLIENTS_OF_A_KIND)]
    held = most = 0
    while (passed := time.monotonic() - begun) < SECONDS_TO_BE_CUT:
        for client in clients:
            _send(client, kind.drop)
        slowest = max(slowest, target.seconds_to_answer("/club"))
        held = target.sockets() - before
        most = max(most, held)
        if held <= 0:
            break
        time.sleep(1)
    for client in clients:
        client.close()
    found = f"{held} of {most} left after {passed:.0f} s; others answered in {slowest:.3f} s"
    return Finding(
        f"{CLIENTS_OF_A_KIND} slow clients, {behind}: {kind.name}",
        found,
        most >= CLIENTS_OF_A_KIND and held <= 0 and slowest < SLOWEST_ANSWER,
    )


def _connected(target: Target, opening: bytes) -> socket.socket:
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    client.connect((target.host, target.port))
    client.settimeout(0)
    _send(client, opening)
    return client


def _send(client: socket.socket, data: bytes) -> None:
    """Send as much as possible; ignore a closed connection."""
    try:
        if data:
            client.send(data)
    except OSError:
        return
