"""Where the page of an address lies in a static site, and how one page leads to another."""

import re
from collections.abc import Callable
from hashlib import sha256
from html import escape, unescape
from posixpath import relpath
from urllib.parse import parse_qsl, quote, unquote
from uuid import UUID, uuid5

from projections.web.edge.paths import pool_part

LONGEST_NAME = 100
FILES = re.compile(
    r"/static/.+|/[^/]+\.(?:csv|json|xlsx)|/[^/]+/feed\.atom"
    r"|/[^/]+/players/[^/]+/(?:card\.svg|feed\.atom|audit/[^/]+/document)"
    r"|/[^/]+/tournaments/[^/]+/(?:csv|h9|trf16|trf26)"
)
"""Addresses of what is no page; an id is called what it likes."""
_PAGE = re.compile(r"index.*\.html")
FOLLOWED = {"page", "after", "sort"}
"""Parameters of pages that are written too: the further pages of a list, and its orders."""
_STEP = re.compile(r"<a [^>]*data-step[^>]*>")  # from event to event: the log has too many
_SERVER = re.compile(r"<span data-server>.*?</span>", re.DOTALL)  # leads to what a server does
_LINK = re.compile(r'(href|src)="(/[^"]*)"')
_FORM = re.compile(r"<form(?![^>]*role=\"search\").*?</form>", re.DOTALL)
_SEARCH = re.compile(r'action="/search"')
_SUGGEST = re.compile(r'data-suggest="/search"')


def file_of(address: str) -> str | None:
    """The file of an address, from the site's root; None where it is not part of a site."""
    path, _, query = address.partition("#")[0].partition("?")
    asked = dict(parse_qsl(query))
    what_if = path.endswith(("/compare", "/predict"))
    if not set(asked) <= FOLLOWED or path.startswith("/api") or what_if:
        return None
    parts = [_name_of(part) for part in path.split("/") if part]
    if FILES.fullmatch(path):
        return "/".join(parts)
    variant = "".join(f"-{name}-{_name(value)}" for name, value in sorted(asked.items()))
    return "/".join([*parts, f"index{variant}.html"])


def _name_of(part: str) -> str:
    """A part of an address as the name of a file or folder; what was encoded though it need not
    be, so that it is not taken for something else, stays so.
    """
    text = unquote(part)
    return (
        part.replace("%", "~") if part == pool_part(text) != quote(text, safe="") else _name(text)
    )


def _name(part: str) -> str:
    """Any text as the name of a file or folder."""
    first = part.startswith(".") or _PAGE.fullmatch(part) is not None
    name = quote(part, safe=" ,()").replace("%", "~").replace(".", "~2E", first)
    if len(name) > LONGEST_NAME:
        return f"{name[:60]}~{sha256(part.encode()).hexdigest()[:20]}"
    return name


def addresses_in(page: str) -> list[str]:
    """The addresses on this server that a page leads to."""
    return [
        unescape(address) for _, address in _LINK.findall(_STEP.sub("", _SERVER.sub("", page)))
    ]


def _relative(target: str, file: str) -> str:
    """How a file leads to another."""
    return escape(quote(relpath(target, file.rpartition("/")[0] or "."), safe="/~,()"))


def made_static_feed(feed: str, file: str, address: str, log: UUID) -> str:
    """A feed whose links are relative, for nobody knows yet where the site will lie.

    ``address``: that of the server; what names the feed and its entries for ever is made from the
    ``log`` in place of it.
    """

    def named(found: re.Match[str]) -> str:
        return f"<id>{uuid5(log, unescape(found[1])).urn}</id>"

    def linked(found: re.Match[str]) -> str:
        return f'href="{_relative(file_of(unescape(found[1])) or "index.html", file)}"'

    feed = re.sub(f"<id>{re.escape(address)}([^<]*)</id>", named, feed)
    return re.sub(f'href="{re.escape(address)}([^"]*)"', linked, feed)


def made_static(page: str, file: str, is_there: Callable[[str], bool]) -> str:
    """A page whose links are relative; what only a server answers is left out."""

    def relative(target: str) -> str:
        return _relative(target, file)

    def linked(found: re.Match[str]) -> str:
        attribute, address = found[1], unescape(found[2])
        target = file_of(address)
        if target is None or not is_there(target):
            return f'data-unlinked="{found[2]}"' if attribute == "href" else found[0]
        return f'{attribute}="{relative(target)}"'

    page = _SEARCH.sub(f'action="{relative("index.html")}"', _FORM.sub("", _SERVER.sub("", page)))
    page = _SUGGEST.sub(f'data-suggest="{relative("search.json")}"', page)
    return _LINK.sub(linked, page)
