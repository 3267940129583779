"""The server: uvicorn around the application, on a socket that listens before it is named."""

import ctypes
import os
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from urllib.parse import urlsplit

import attrs
import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors.multiprocess import Multiprocess

from ledger.events.problems import refusal
from projections.api import Ledger
from projections.interfaces.http.api.service import FOLDER_OF_FIGURES
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from projections.interfaces.server.background import background_updates
from projections.interfaces.server.warm_cache import opened

# --- the settings of uvicorn: trusted proxies, timeouts and limits -------------------------------


MOST_CONNECTIONS = 500
SECONDS_BETWEEN_REQUESTS = 30


def configuration(make: Callable[[], Starlette], settings: ServeSettings) -> uvicorn.Config:
    """The configuration of a server whose application is made where it runs."""
    return uvicorn.Config(
        make,
        factory=True,
        workers=settings.workers,
        access_log=False,
        log_config=None,
        lifespan="on",
        proxy_headers=bool(settings.trust_proxy),
        forwarded_allow_ips=list(settings.trust_proxy),
        server_header=False,
        http="h11",
        timeout_keep_alive=SECONDS_BETWEEN_REQUESTS,
        limit_concurrency=MOST_CONNECTIONS,
    )


# --- several worker processes on one socket; they share only the database ------------------------


Prepare = Callable[[], None]


def serve_by_workers(settings: ServeSettings, listening: socket.socket, prepare: Prepare) -> None:
    """Serve until told to end; ``prepare`` is called first in every worker."""
    of_workers = attrs.evolve(settings, follow=False)
    config = configuration(partial(_worker, of_workers, prepare), settings)
    with tempfile.TemporaryDirectory(prefix="rating-ledger-figures-") as folder:
        os.environ[FOLDER_OF_FIGURES] = folder  # the folder where workers add up their metrics
        with (
            Ledger.open(settings.database, clock=settings.clock) as ledger,
            background_updates(ledger, settings.clock),
        ):
            Multiprocess(config, [listening]).run()


def _worker(settings: ServeSettings, prepare: Prepare) -> Starlette:
    prepare()
    limit_arenas()
    return opened(application(settings))


M_ARENA_MAX = -8  # of <malloc.h>
ARENAS = 2


def limit_arenas() -> None:
    """Let the threads of this process share two memory arenas, where the C library is glibc.

    By default up to eight for each core keep what their threads have freed; threads that take
    turns in Python gain nothing by so many.
    """
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(M_ARENA_MAX, ARENAS)


MOST_WAITING = 2_048
SECONDS_WITHOUT_TAKING = 60


def serve(settings: ServeSettings, announce: Callable[[str], None], prepare: Prepare) -> None:
    """Serve until told to end, by Ctrl-C too.

    ``announce`` is given the address once clients can connect to it; ``prepare`` is called first
    in every worker process, if there are several (it is sent to them).

    Raises :class:`~ledger.events.problems.Refused` if it cannot listen there, or if the
    public address is none that its links could have, or several workers would read a copy.
    """
    _must_be_a_host(settings.public_url)
    _require_one_process(settings)
    limit_arenas()
    listening = listening_socket(settings)
    settings = attrs.evolve(settings, port=listening.getsockname()[1])
    announce(settings.address)
    with listening, suppress(KeyboardInterrupt):  # several workers end without one
        if settings.workers > 1:
            serve_by_workers(settings, listening, prepare)
        else:
            app = opened(application(settings))  # before uvicorn takes Ctrl-C
            uvicorn.Server(configuration(lambda: app, settings)).run(sockets=[listening])


def _must_be_a_host(public_url: str | None) -> None:
    """Links begin at the host: below a path they would lead elsewhere."""
    address = urlsplit(public_url or "http://localhost")
    if address.scheme not in {"http", "https"} or not address.hostname or address.path.strip("/"):
        message = (
            f"{public_url!r} is not an address of a host of its own, like https://ratings.example"
        )
        raise refusal("public-url", message, "--public-url")


def _require_one_process(settings: ServeSettings) -> None:
    """Refuse several workers on a copy: each process alone knows the positions it has shown."""
    if settings.read_database is not None and settings.workers > 1:
        message = "workers do not know the positions that the others have shown from the copy"
        remedy = "leave --workers out, or --read-database"
        raise refusal("several-workers", f"{message}: {remedy}", "--workers")


def listening_socket(settings: ServeSettings) -> socket.socket:
    """A socket that clients can connect to, at the address of the settings.

    On Linux the system cuts off whoever takes nothing of an answer for
    :data:`SECONDS_WITHOUT_TAKING`; elsewhere that is left to the proxy.

    Raises :class:`~ledger.events.problems.Refused` if it cannot listen there.
    """
    kind = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Declared as TCP: only then does asyncio send data at once, and no reader waits for 40 ms.
    listening = socket.socket(kind, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform == "linux":
        milliseconds = int(SECONDS_WITHOUT_TAKING * 1_000)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(MOST_WAITING)  # connections made after the announcement wait
    except OSError as error:
        listening.close()
        message = f"cannot listen on {settings.host}, port {settings.port}: {error.strerror}"
        raise refusal("cannot-listen", f"{message}; choose another --port", "--port") from None
    return listening
