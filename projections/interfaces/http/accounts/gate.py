"""A closed server (``serve --closed``): whoever has no account sees nothing but the log-in.

A program reads the pages with its token, a browser with its session.
"""

from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from projections.interfaces.http.accounts.access import account_of_browser, account_of_program
from projections.interfaces.http.accounts.roles import Account
from projections.interfaces.http.edge.problems import objection_of, response_of

OPEN_PATHS = ("/login", "/health", "/metrics")  # who watches the server has no account
OPEN_BELOW = ("/static/", "/api/v1/")  # the API asks for a token itself


class ClosedToStrangers:
    """An application whose pages are shown to those who are logged in."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or lead to the log-in."""
        if scope["type"] != "http" or _is_open(scope["path"]):
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        try:
            account = await run_in_threadpool(_account_of, request)
        except Exception as error:
            objection = objection_of(error)
            if objection is None:
                raise
            await response_of(objection)(scope, receive, send)
            return
        if account is None:
            query = f"?{request.url.query}" if request.url.query else ""
            following = urlencode({"next": f"{scope['path']}{query}"})
            response = RedirectResponse(f"/login?{following}", 303, {"Cache-Control": "no-store"})
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _account_of(request: Request) -> Account | None:
    """Who asks; what else is in the header, such as a proxy's own password, is none of ours."""
    scheme, _, _ = request.headers.get("authorization", "").partition(" ")
    has_token = scheme.lower() == "bearer"
    return account_of_program(request) if has_token else account_of_browser(request)


def _is_open(path: str) -> bool:
    return path in OPEN_PATHS or path.startswith(OPEN_BELOW)
