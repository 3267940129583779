"""Addresses as they were sent: an id may hold ``/``, ``..``, ``%``, blanks and umlauts.

A server decodes the path before anybody has divided it, and ``a%2Fb`` has become two parts.  So
routes are matched against the path as it was sent, and each part is decoded by itself
(decision 0077).
"""

import re
from functools import lru_cache
from urllib.parse import quote, unquote_to_bytes

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from projections.interfaces.http.edge.problems import objected, response_of
from projections.queries.arguments import id_of

LONGEST = 8_192
"""Bytes of an address, as nginx takes them."""
RESERVED = frozenset(
    (
        *("api", "checkpoint", "desk", "health", "log", "login", "logout", "metrics"),
        *("search", "site", "static", "tile"),
    )
)
"""First parts of the addresses of the server itself."""
LIST_FORMS = ("csv", "json", "pdf", "xlsx")
TOO_LONG = objected(
    414, "too-long", f"the address is longer than {LONGEST} bytes: shorten it"
).objection
LISTS_AS_FILES = tuple(f".{form}" for form in LIST_FORMS)
_WHOLE = re.compile(rb"\Ahttps?://[^/]*", re.IGNORECASE)
"""The part before the path in an absolute address, as for a proxy (RFC 9112, 3.2.2)."""


class EncodedPaths:
    """An application that sees the path of a request still percent-encoded, and none too long."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on."""
        if scope["type"] == "http":
            if len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"]) > LONGEST:
                await response_of(TOO_LONG)(scope, receive, send)
                return
            sent: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
            raw = _WHOLE.sub(b"", sent.partition(b"?")[0]) or b"/"
            scope = {**scope, "raw_path": raw, "path": quote(raw, safe="/%:@!$&'()*+,;=~.-_")}
        await self._app(scope, receive, send)


def id_in_path(request: Request, name: str) -> str:
    """The part of the path of this name, decoded.

    Raises `HttpError` (400) if it is not UTF-8.
    """
    try:
        return id_of(unquote_to_bytes(request.path_params[name]).decode())
    except UnicodeDecodeError:
        message = "the address is not percent-encoded UTF-8"
        raise objected(400, "not-utf-8", message, name) from None


def path_of(*parts: str) -> str:
    """A path from its parts, each percent-encoded; a part of dots alone too."""
    return "".join(f"/{_encoded(part)}" for part in parts)


def pool_path(pool: str, *parts: str) -> str:
    """A path below a pool, whatever it is called."""
    return f"/{pool_part(pool)}{path_of(*parts)}"


@lru_cache(maxsize=1_000)
def pool_part(pool: str) -> str:
    """The first part of a path below a pool.

    A name that would be taken for an address of the server itself, or for a list as a file, has
    each of its bytes encoded.
    """
    if pool in RESERVED or pool.endswith(LISTS_AS_FILES):
        return "".join(f"%{byte:02X}" for byte in pool.encode())
    return _encoded(pool)


@lru_cache(maxsize=10_000)  # a card has hundreds of links to the same players and tournaments
def _encoded(part: str) -> str:
    return part.replace(".", "%2E") if part in {".", ".."} else quote(part, safe="")
