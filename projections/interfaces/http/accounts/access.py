"""Authentication and permission of a request: by a token, or by a browser's session."""

import hmac
import secrets
from datetime import timedelta
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from projections.accounts.roles import EVERYBODY, READER, Account
from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.interfaces.http.accounts.sessions import LIFETIME, SessionStore, form_token
from projections.interfaces.http.edge.problems import (
    HttpError,
    objected,
    objection_of,
    response_of,
)

COOKIE = "rating_ledger_session"
DEVICE_COOKIE = "rating_ledger_device"
DEVICE_LIFETIME = timedelta(days=400)  # browsers limit the lifetime of cookies to this
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
REALM = 'Bearer realm="rating-ledger"'


def accounts_of(request: Request) -> AccountStore:
    """The accounts of the ledger that is served."""
    ledger: Ledger = request.app.state.ledger
    return AccountStore(ledger.engine, request.app.state.settings.clock)


def sessions_of(request: Request) -> SessionStore:
    """The log-ins to it."""
    ledger: Ledger = request.app.state.ledger
    clock = request.app.state.settings.clock
    return SessionStore(ledger.engine, accounts_of(request), clock)


def account_of_program(request: Request) -> Account | None:
    """Return the account of a request's token, or for reading its session; None: anonymous.

    A session never writes here: a browser sends it along wherever it was led from.

    Raises `HttpError` (401) for an invalid token.
    """
    header = request.headers.get("authorization")
    if header is None:
        return account_of_browser(request) if request.method in SAFE_METHODS else None
    scheme, _, token = header.partition(" ")
    account = accounts_of(request).of_token(token.strip()) if scheme.lower() == "bearer" else None
    if account is None:
        message = "the token is unknown, has expired, or its account is closed"
        raise _unknown(message, f'{REALM}, error="invalid_token"')
    return account


def account_of_browser(request: Request) -> Account | None:
    """Return the account that is logged in; None: nobody."""
    session = request.cookies.get(COOKIE)
    return None if session is None else sessions_of(request).account(session)


def must_be_allowed(account: Account | None, roles: frozenset[str], *, closed: bool) -> None:
    """Refuse whoever has none of the roles.

    ``closed``: this server shows nothing to those without an account.

    Raises `HttpError`: 401 for nobody, 403 for another role.
    """
    if account is None:
        if READER not in roles or closed:
            raise _unknown("this needs an account: send `Authorization: Bearer TOKEN`", REALM)
        return
    if account.role not in roles and roles != EVERYBODY:
        who = " or an ".join(sorted(roles - {READER}))
        message = f"{account.name} is an {account.role}: this is for an {who}"
        raise objected(403, "not-this-role", message)


def _unknown(message: str, challenge: str) -> HttpError:
    return objected(401, "not-known", message, headers={"WWW-Authenticate": challenge})


# --- checking forms: sent from this server's pages, in their session -----------------------------


FORM_COOKIE = "rating_ledger_form"
FIELD = "form_token"


def new_secret() -> str:
    """A number for somebody who is not logged in yet."""
    return secrets.token_urlsafe(32)


def require_own_form(request: Request, texts: dict[str, str], cookie: str = COOKIE) -> None:
    """Refuse a form that was not sent from a page of this server, under this session.

    ``cookie``: the one that it is bound to.

    Raises :class:`~projections.interfaces.http.edge.problems.HttpError` (403).
    """
    site = request.headers.get("sec-fetch-site")
    if site not in (None, "same-origin"):
        raise objected(403, "cross-site", "the form was sent from another site: open it here")
    secret = request.cookies.get(cookie, "")
    given = texts.get(FIELD, "")
    if not secret or not hmac.compare_digest(given.encode(), form_token(secret).encode()):
        raise objected(403, "stale-form", "the form is of an earlier visit: open it again")


def keep(
    response: Response, name: str, value: str, *, secure: bool, lifetime: timedelta = LIFETIME
) -> None:
    """Give a browser a cookie that no script reads and no other site sends along."""
    seconds = int(lifetime.total_seconds())
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=secure)


def redirect_to(path: str) -> Response:
    """Lead a browser to another page of this server, which it opens anew."""
    return RedirectResponse(path, 303, {"Cache-Control": "no-store"})


def local_path(given: str) -> str:
    """Return the path to continue at: one of this server, else the first page."""
    is_local = given.startswith("/") and given[1:2] not in ("/", "\\") and given.isprintable()
    return given if is_local else "/"


# --- a closed server: users without an account see only the log-in page --------------------------


OPEN_PATHS = ("/login", "/health", "/metrics")  # monitoring has no account
OPEN_BELOW = ("/static/", "/api/v1/")  # the API checks tokens itself


class RequireLogin:
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
            await response_of(objection_of(error))(scope, receive, send)
            return
        if account is None:
            query = f"?{request.url.query}" if request.url.query else ""
            following = urlencode({"next": f"{scope['path']}{query}"})
            await redirect_to(f"/login?{following}")(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _account_of(request: Request) -> Account | None:
    """Return the account of a token; other schemes in the header, as of a proxy, are ignored."""
    scheme, _, _ = request.headers.get("authorization", "").partition(" ")
    has_token = scheme.lower() == "bearer"
    return account_of_program(request) if has_token else account_of_browser(request)


def _is_open(path: str) -> bool:
    return path in OPEN_PATHS or path.startswith(OPEN_BELOW)
