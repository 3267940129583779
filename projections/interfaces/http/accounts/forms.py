"""Forms of a browser: sent from our own pages, under the session they were given out in.

A form carries a token made from the session; whoever is not logged in yet has a number made by
chance in a cookie instead.  A browser says where a request comes from (``Sec-Fetch-Site``): one
that comes from elsewhere is refused, whatever it carries.
"""

import hmac
import secrets

from starlette.requests import Request
from starlette.responses import Response

from projections.interfaces.http.accounts.access import COOKIE
from projections.interfaces.http.accounts.sessions import LIFETIME, form_token
from projections.interfaces.http.edge.problems import objected

FORM_COOKIE = "rating_ledger_form"
FIELD = "form_token"


def new_secret() -> str:
    """A number for somebody who is not logged in yet."""
    return secrets.token_urlsafe(32)


def must_be_ours(request: Request, texts: dict[str, str], cookie: str = COOKIE) -> None:
    """Refuse a form that was not sent from a page of this server, under this session.

    ``cookie``: the one that it is bound to.

    Raises :class:`~projections.interfaces.http.edge.problems.Objected` (403).
    """
    site = request.headers.get("sec-fetch-site")
    if site not in (None, "same-origin"):
        raise objected(403, "cross-site", "the form was sent from another site: open it here")
    secret = request.cookies.get(cookie, "")
    said = texts.get(FIELD, "")
    if not secret or not hmac.compare_digest(said.encode(), form_token(secret).encode()):
        raise objected(403, "stale-form", "the form is of an earlier visit: open it again")


def keep(response: Response, name: str, value: str, *, secure: bool) -> None:
    """Give a browser a cookie that no script reads and no other site sends along."""
    seconds = int(LIFETIME.total_seconds())
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=secure)


def local_path(given: str) -> str:
    """Where to go on to: a path of this server, else the first page."""
    is_local = given.startswith("/") and given[1:2] not in ("/", "\\") and given.isprintable()
    return given if is_local else "/"
