"""Addresses as they were sent: an id may hold ``/``, ``..``, ``%``, blanks and umlauts.

A server decodes the path before anybody has divided it, and ``a%2Fb`` has become two parts.  So
routes are matched against the path as it was sent, and each part is decoded by itself.
"""

from functools import lru_cache
from urllib.parse import quote, unquote_to_bytes

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from projections.arguments import id_of
from projections.web.edge.problems import objected


class EncodedPaths:
    """An application that sees the path of a request still percent-encoded."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on."""
        if scope["type"] == "http":
            sent: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
            raw = sent.partition(b"?")[0]
            scope = {**scope, "raw_path": raw, "path": quote(raw, safe="/%:@!$&'()*+,;=~.-_")}
        await self._app(scope, receive, send)


def id_in_path(request: Request, name: str) -> str:
    """The part of the path of this name, decoded.

    Raises :class:`~projections.web.edge.problems.Objected` (400) where it is not UTF-8.
    """
    try:
        return id_of(unquote_to_bytes(request.path_params[name]).decode())
    except UnicodeDecodeError:
        message = "the address is not percent-encoded UTF-8"
        raise objected(400, "not-utf-8", message, name) from None


def path_of(*parts: str) -> str:
    """A path from its parts, each percent-encoded; a part of dots alone too."""
    return "".join(f"/{_encoded(part)}" for part in parts)


@lru_cache(maxsize=10_000)  # a card has hundreds of links, to the same players and tournaments
def _encoded(part: str) -> str:
    return part.replace(".", "%2E") if part in {".", ".."} else quote(part, safe="")
