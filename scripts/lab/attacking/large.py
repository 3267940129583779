"""Bodies of a gigabyte: refused while they are read, and never kept."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import attrs

from scripts.lab.attacking import Finding
from scripts.lab.attacking.target import Target

GIGABYTE = 2**30
PIECE = b"\n" * 2**18
MOST_MEMORY = 300.0
SECONDS_TO_ANSWER = 120
LINES, FORM = "application/x-ndjson", "multipart/form-data; boundary=x"
EVENTS = "POST /api/v1/events"


@attrs.frozen
class Body:
    """A body, its transfer, and the status with which it must be refused."""

    how: str
    request: str
    expected: int
    media_type: str = LINES
    by_officer: bool = True
    chunked: bool = True

    def head(self, token: str) -> bytes:
        """The head of the request."""
        account = f"Authorization: Bearer {token}\r\n" if self.by_officer else ""
        said = "Transfer-Encoding: chunked" if self.chunked else f"Content-Length: {GIGABYTE}"
        head = f"{self.request} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {self.media_type}"
        return f"{head}\r\n{account}{said}\r\n\r\n".encode()


BODIES = (
    Body("length said", EVENTS, 413, chunked=False),
    Body("in chunks", EVENTS, 413),
    Body("a form in chunks", "POST /api/v1/imports?pool=club", 413, FORM),
    Body("by a stranger", EVENTS, 401, by_officer=False),
    Body("at the log-in", "POST /login", 413, FORM, by_officer=False),
    Body("with a GET", "GET /club", 200, by_officer=False),
)


def large_bodies(target: Target) -> Iterator[Finding]:
    """Send as a stranger and as an officer, with the length given in advance and without."""
    for body in BODIES:
        yield _tried(target, body)


def _tried(target: Target, body: Body) -> Finding:
    before = target.memory()
    with socket.create_connection((target.host, target.port), SECONDS_TO_ANSWER) as client:
        sent: list[int] = []
        sending = threading.Thread(
            target=_send, args=(client, body.head(target.token), body, sent)
        )
        sending.start()
        status = _status(client)
        _hang_up(client)
        sending.join()
    peak = target.memory(peak=True)
    found = (
        f"{status} after {sum(sent) / 2**20:.0f} MB; memory {before:.0f} → "
        f"{target.memory():.0f} MB, at most {peak:.0f}"
    )
    held = status == body.expected and peak < MOST_MEMORY
    return Finding(f"a body of 1 GB: {body.how}", found, held)


def _send(client: socket.socket, head: bytes, body: Body, sent: list[int]) -> None:
    beginning = b"--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\n"
    first = beginning if body.media_type == FORM else PIECE
    try:
        client.sendall(head)
        for piece in (first, *(PIECE for _ in range(GIGABYTE // len(PIECE)))):
            client.sendall(b"%x\r\n%s\r\n" % (len(piece), piece) if body.chunked else piece)
            sent.append(len(piece))
    except OSError:  # the server stops reading
        return


def _status(client: socket.socket) -> int:
    """Return the status of the answer; 0 if the connection was cut without one."""
    try:
        return int(client.recv(4_096).split(b" ")[1])
    except (OSError, IndexError):
        return 0


def _hang_up(client: socket.socket) -> None:
    with suppress(OSError):  # the server has closed the connection
        client.shutdown(socket.SHUT_RDWR)
