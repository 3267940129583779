"""The server: uvicorn around the application, on a socket that is bound before it is named."""

import socket
from collections.abc import Callable

import attrs
import uvicorn

from ledger.events.problems import refusal
from projections.web.app import application
from projections.web.settings import ServeSettings

SECONDS_TO_SAY_ALL = 30  # a client that is slower between two requests is cut off
MOST_CONNECTIONS = 500


def serve(settings: ServeSettings, announce: Callable[[str], None]) -> None:
    """Serve until told to end; ``announce`` is given the address once it is bound.

    Raises :class:`~ledger.events.problems.Refused` where it cannot listen there.
    """
    listening = _bound(settings)
    settings = attrs.evolve(settings, port=listening.getsockname()[1])
    config = uvicorn.Config(
        application(settings),
        access_log=False,
        log_config=None,
        lifespan="on",
        proxy_headers=bool(settings.trust_proxy),
        forwarded_allow_ips=list(settings.trust_proxy),
        server_header=False,
        timeout_keep_alive=SECONDS_TO_SAY_ALL,
        limit_concurrency=MOST_CONNECTIONS,
    )
    announce(settings.address)
    with listening:
        uvicorn.Server(config).run(sockets=[listening])


def _bound(settings: ServeSettings) -> socket.socket:
    kind = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(kind)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        message = f"cannot listen on {settings.host}, port {settings.port}: {error.strerror}"
        raise refusal("cannot-listen", f"{message}; choose another --port", "--port") from None
    return listening
