"""How uvicorn is told to speak HTTP: what it believes, how long it waits, how much it takes.

It does not time the head of a request: that is the reverse proxy's to do (docs/DEPLOYMENT.md).
"""

from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from projections.interfaces.http.settings import ServeSettings

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
