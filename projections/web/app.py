"""The web application: routes, and what stands around them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from projections.api import Ledger
from projections.web.answer_cache import AnswerCache
from projections.web.edge.paths import EncodedPaths
from projections.web.follower import Follower
from projections.web.pages import routes as pages
from projections.web.pages.problem_pages import unknown_address
from projections.web.security_headers import SecurityHeaders
from projections.web.settings import ServeSettings

STATIC = Path(__file__).with_name("static")


def application(settings: ServeSettings) -> Starlette:
    """The pages and the API of a ledger.

    ``state`` has the ``settings``, the ``ledger`` and the ``answers`` that are kept.
    """
    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(SecurityHeaders, secure=settings.is_secure),
            Middleware(EncodedPaths),
        ],
        exception_handlers={404: unknown_address, 405: unknown_address},
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False
    app.state.settings = settings
    app.state.ledger = Ledger.open(settings.database, clock=settings.clock)
    app.state.answers = AnswerCache(settings.patience)
    return app


def _routes() -> list[BaseRoute]:
    """The more particular ones first: the name of a pool may be anything."""
    return [Mount("/static", StaticFiles(directory=STATIC), name="static"), *pages.ROUTES]


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """The ledger is open while the server runs, and its read model follows the log."""
    ledger: Ledger = app.state.ledger
    follower = Follower(ledger)
    if app.state.settings.follow:
        follower.start()
    try:
        yield
    finally:
        follower.close()
        app.state.answers.close()
        ledger.close()
