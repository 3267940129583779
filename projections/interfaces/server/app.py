"""The web application: its routes and middleware."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from projections.api import Ledger
from projections.interfaces.http.accounts.access import COOKIE, RequireLogin
from projections.interfaces.http.answer_cache import AnswerCache
from projections.interfaces.http.api.downloads import Downloads
from projections.interfaces.http.api.log import SharedHead
from projections.interfaces.http.api.routes import ROUTES as API_ROUTES
from projections.interfaces.http.api.service import CountedRequests, Metrics
from projections.interfaces.http.edge.bodies import OneLength
from projections.interfaces.http.edge.paths import EncodedPaths
from projections.interfaces.http.replay_slots import ReplaySlots
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.pages.officer.routes import ROUTES as OFFICER_ROUTES
from projections.interfaces.pages.public import routes as pages
from projections.interfaces.pages.public.api_reference import ROUTES as REFERENCE_ROUTES
from projections.interfaces.pages.public.log_in import ROUTES as LOGIN_ROUTES
from projections.interfaces.pages.public.problem_pages import unknown_address
from projections.interfaces.server.background import (
    background_updates,
    remember_log_position,
    repeated,
)
from projections.interfaces.server.warm_cache import WarmCache
from projections.queries.row_cache import RowCache

# --- security headers of every answer: no scripts, no requests elsewhere, no framing -------------


POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
}
A_YEAR = 365 * 86_400
AN_HOUR = 3_600


class SecurityHeaders:
    """An application whose every answer carries the headers; ``secure``: it is behind https."""

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        self._app = app
        self._headers = dict(HEADERS)
        if secure:
            self._headers["Strict-Transport-Security"] = f"max-age={A_YEAR}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sending)


class CompressedPages:
    """An application whose pages and styles are sent compressed, unless they hold a secret.

    The length of a compressed page with the token of a form tells of that token (BREACH).
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressed = GZipMiddleware(app, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, compressed if that is safe."""
        is_plain = scope["type"] != "http" or scope["path"].startswith(
            ("/api/", "/desk", "/login")
        )
        if is_plain or COOKIE in HTTPConnection(scope).cookies:
            await self._app(scope, receive, send)
        else:
            await self._compressed(scope, receive, send)


class StaticFilesKept(StaticFiles):
    """Files that browsers keep for an hour, and then ask whether they are still the same."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or say that it is unchanged."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = f"public, max-age={AN_HOUR}"
        return response


STATIC = Path(__file__).parents[1] / "pages" / "static"
BYTES_OF_PAGES = 24_000_000
LARGEST_PAGE = 2_000_000
"""In bytes: a file of the whole list would take the place of all other pages."""
PATIENCE_OF_PROGRAMS = 15
"""The patience of a program as a multiple of a reader's."""
CHARTS = ("projections.files.charts", "static")  # styles for pages and files


def application(settings: ServeSettings, opened_as: type[Ledger] = Ledger) -> Starlette:
    """The pages and the API of a ledger.

    ``state`` has the ``settings``, the ``ledger``, the ``pages``, the ``answers`` that they are
    drawn from, the ``rows`` of long records and the ``documents`` of the API that are kept, the
    ``slots`` for replays, those for ``previews``, the ``downloads``, the ``metrics``, and the
    ``look`` at the log that those share who wait for it.
    """
    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(SecurityHeaders, secure=settings.is_secure),
            Middleware(CompressedPages),
            Middleware(OneLength),
            Middleware(EncodedPaths),
            Middleware(CountedRequests),
            *([Middleware(RequireLogin)] if settings.closed else []),
        ],
        exception_handlers={404: unknown_address, 405: unknown_address},
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False
    app.state.settings = settings
    app.state.ledger = opened_as.open(
        settings.database, read_database=settings.read_database, clock=settings.clock
    )
    app.state.answers = AnswerCache(settings.patience)
    app.state.rows = RowCache()
    app.state.slots = slots = ReplaySlots()
    app.state.previews = ReplaySlots()
    app.state.pages = AnswerCache(settings.patience, BYTES_OF_PAGES, LARGEST_PAGE, slots)
    longer = settings.patience and settings.patience * PATIENCE_OF_PROGRAMS
    app.state.documents = AnswerCache(longer, slots=slots)
    app.state.downloads = Downloads()
    app.state.metrics = Metrics(app.state.ledger)
    app.state.look = SharedHead(app.state.ledger)
    return app


def _routes() -> list[BaseRoute]:
    """The more particular ones first: the name of a pool may be anything."""
    files = StaticFilesKept(directory=STATIC, packages=[CHARTS])
    static = Mount("/static", files, name="static")
    return [static, *API_ROUTES, *REFERENCE_ROUTES, *LOGIN_ROUTES, *OFFICER_ROUTES, *pages.ROUTES]


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """The ledger is open while the server runs, and its read model follows the log."""
    ledger: Ledger = app.state.ledger
    settings: ServeSettings = app.state.settings
    try:
        if settings.read_database is not None:
            remember_log_position(ledger)
        following = background_updates(ledger, settings.clock)
        warm = WarmCache(ledger=ledger, rows=app.state.rows)
        with following if settings.follow else nullcontext(), repeated("warm cache", warm.step):
            yield
    finally:
        app.state.slots.close()
        app.state.previews.close()
        app.state.answers.close()
        ledger.close()
