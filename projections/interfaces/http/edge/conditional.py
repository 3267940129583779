"""Conditional requests: the dependencies of an answer are known before it is computed.

An answer that names both clocks depends on them and the program alone; every other one also on
the head of the log, the day and the language.  Each has its address's own tag.

Names may be withheld or erased later, so an answer with names also depends on the time of the
last such change, and shared caches never keep it (decision 0078,
decision 0116).
"""

from datetime import date
from hashlib import sha256
from http import HTTPStatus

import attrs
from starlette.requests import Request
from starlette.responses import Response

from ledger import __version__
from projections.operations.read_queries import Clocks

A_DAY = 86_400
ANY = "*"


@attrs.frozen(kw_only=True)
class State:
    """The state that the server's answers depend on.

    ``head`` is the last position of the log, ``today`` the day of the answer; ``names_changed``
    the last position that withheld, erased or corrected a name, and the last day by
    which names changed.
    """

    head: int
    names_changed: tuple[int, date | None]
    today: date


@attrs.frozen(kw_only=True)
class Validity:
    """The headers by which an answer may be kept: its tag, and by whom."""

    tag: str
    is_public: bool

    def headers(self) -> dict[str, str]:
        """``ETag``, ``Cache-Control`` and ``Vary``."""
        control = f"public, max-age={A_DAY}" if self.is_public else "private, no-cache"
        return {
            "ETag": self.tag,
            "Cache-Control": control,
            "Vary": "Accept, Accept-Language, Authorization, Cookie",
        }

    def for_address(self, request: Request) -> "Validity":
        """The same for one address alone.

        At another one there may be nothing: a tag from there must not say that it is unchanged.
        """
        address = f"{self.tag} {request.scope['path']}?{request.url.query}"
        return attrs.evolve(self, tag=_tag(address))

    def is_unmodified(self, request: Request) -> bool:
        """True if the client has the answer already (``If-None-Match``)."""
        return self.tag in _known_tags(request)

    def unchanged(self) -> Response:
        """The answer to one who has it: 304, with nothing computed."""
        return Response(status_code=304, headers=self.headers())


def validity(
    state: State, clocks: Clocks, *, names: bool, closed: bool = False, rest: str = ""
) -> Validity:
    """By what an answer may be kept.

    ``names``: people may be named in it; ``closed``: only those with an account may see it;
    ``rest``: whatever else it depends on, such as who asks, and the language.
    """
    fixed = clocks.is_fixed(state.head)
    depends: list[object] = [__version__, rest]
    if fixed:
        depends += [clocks.on, clocks.known_at, *([state.names_changed] if names else [])]
    else:
        depends += [state.head, state.today]
    tag = _tag("\n".join(map(str, depends)))
    return Validity(tag=tag, is_public=fixed and not names and not closed)


def validity_of_text(language: str) -> Validity:
    """By what an answer may be kept that says nothing of the ledger."""
    return Validity(tag=_tag(f"{__version__} {language}"), is_public=False)


def with_validity(response: Response, found: Validity, request: Request) -> Response:
    """An answer with the headers by which it may be kept.

    Who has *any* (``If-None-Match: *``) is told so only if there is one.
    """
    if response.status_code == HTTPStatus.OK and ANY in _known_tags(request):
        return found.unchanged()
    for name, value in found.headers().items():
        response.headers.setdefault(name, value)
    return response


def _known_tags(request: Request) -> set[str]:
    tags = request.headers.get("if-none-match", "")
    return {each.strip().removeprefix("W/") for each in tags.split(",")}


def _tag(depends: str) -> str:
    return f'"{sha256(depends.encode()).hexdigest()[:32]}"'
