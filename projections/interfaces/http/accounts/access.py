"""Whose request it is, and whether he may: by a token, or by the session of a browser."""

from starlette.requests import Request

from projections.api import Ledger
from projections.interfaces.http.accounts.roles import EVERYBODY, READER, Account
from projections.interfaces.http.accounts.sessions import SessionStore
from projections.interfaces.http.accounts.store import AccountStore
from projections.interfaces.http.edge.problems import Objected, objected

COOKIE = "rating_ledger_session"
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
    """Whose token a request carries; reading, a browser's session will do; None: nobody's.

    A session never writes here: a browser sends it along wherever it was led from.

    Raises `Objected` (401) for a token that is not good.
    """
    said = request.headers.get("authorization")
    if said is None:
        return account_of_browser(request) if request.method in SAFE_METHODS else None
    scheme, _, token = said.partition(" ")
    account = accounts_of(request).of_token(token.strip()) if scheme.lower() == "bearer" else None
    if account is None:
        message = "the token is unknown, has expired, or its account is closed"
        raise _unknown(message, f'{REALM}, error="invalid_token"')
    return account


def account_of_browser(request: Request) -> Account | None:
    """Who is logged in; None: nobody."""
    session = request.cookies.get(COOKIE)
    return None if session is None else sessions_of(request).account(session)


def must_be_allowed(account: Account | None, roles: frozenset[str], *, closed: bool) -> None:
    """Refuse whoever has none of the roles.

    ``closed``: this server shows nothing to those without an account.

    Raises `Objected`: 401 for nobody, 403 for another role.
    """
    if account is None:
        if READER not in roles or closed:
            raise _unknown("this needs an account: send `Authorization: Bearer TOKEN`", REALM)
        return
    if account.role not in roles and roles != EVERYBODY:
        who = " or an ".join(sorted(roles - {READER}))
        message = f"{account.name} is an {account.role}: this is for an {who}"
        raise objected(403, "not-this-role", message)


def _unknown(message: str, challenge: str) -> Objected:
    return objected(401, "not-known", message, headers={"WWW-Authenticate": challenge})
