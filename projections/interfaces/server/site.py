"""The public pages as files for any webspace: from the same templates, with relative links.

All pages that the first pages lead to are written, each once and only if it has changed.  A page
without links to it any more, such as that of a player whose name was withheld, is removed.
"""

import asyncio
import json
import os
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache, partial
from hashlib import sha256
from html import escape, unescape
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import Unpack
from urllib.parse import parse_qsl, quote, unquote
from uuid import UUID, uuid5

import attrs
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message

from ledger.events.problems import refusal
from ledger.gc_tuning import reduced_garbage_collection
from ledger.importing.matching.names import searched_words
from projections.api import Ledger
from projections.interfaces.http.edge.paths import pool_part, pool_path
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from projections.pool_view import PoolView
from projections.queries.answer_types import Positions
from projections.queries.arguments import WhatIfArguments
from projections.queries.row_cache import RowCache
from projections.queries.site_settings import SiteSettings

# --- mapping the addresses of pages to files of a static site ------------------------------------


LONGEST_NAME = 100
FILES = re.compile(
    r"/static/.+|/site/[^/]+\.(?:css|jpg|png|svg)|/[^/]+\.(?:csv|json|xlsx)|/[^/]+/feed\.atom"
    r"|/[^/]+/players/[^/]+/(?:card\.svg|feed\.atom|audit/[^/]+/document)"
    r"|/[^/]+/tournaments/[^/]+/(?:aga|csv|h9|table\.svg|trf16|trf26|uschess)"
)
"""Addresses of what is not a page; an id is called what it likes."""
_PAGE = re.compile(r"index.*\.html")
FOLLOWED = {"page", "after", "sort", "part", "round"}
"""Parameters of pages that are written too: pages and orders of a list, parts of a tournament."""
_STEP = re.compile(r"<a [^>]*data-step[^>]*>")  # from event to event: the log has too many pages
_SERVER = re.compile(r"<(span|section|p|nav)( [^>]*)? data-server.*?</\1>", re.DOTALL)
"""Links to pages that only a server has."""
_LINK = re.compile(r'(href|src)="(/[^"]*)"')
_MENU = re.compile(r"<nav.*?</nav>", re.DOTALL)
_MENU_LINK = re.compile(r'<a [^>]*href="([^"]*)"[^>]*>[^<]*(?:<bdi[^>]*>[^<]*</bdi>)?</a>\n?')
_FORM = re.compile(r"<form(?![^>]*role=\"search\").*?</form>", re.DOTALL)
_SEARCH = re.compile(r'action="/search"')
_SUGGEST = re.compile(r'data-suggest="/search"')


@lru_cache(50_000)
def file_of(address: str) -> str | None:
    """The file of an address, from the site's root; None if it is not part of a site."""
    path, _, query = address.partition("#")[0].partition("?")
    asked = dict(parse_qsl(query))
    what_if = path.endswith(("/compare", "/careers", "/predict", "/calculate", "/live"))
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
    """The addresses on this server that a page leads to, each once."""
    links = _LINK.findall(_STEP.sub("", _SERVER.sub("", page)))
    return list(dict.fromkeys(unescape(address) for _, address in links))


def _relative(target: str, file: str) -> str:
    """Return the link from one file to another, both from the site's root."""
    there, here = target.split("/"), file.split("/")
    shared = 0
    for one, other in zip(there[:-1], here[:-1], strict=False):
        if one != other:
            break
        shared += 1
    return "../" * (len(here) - 1 - shared) + _spelt("/".join(there[shared:]))


@lru_cache(50_000)
def _spelt(path: str) -> str:
    return escape(quote(path, safe="/~,()"))


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


def page_with_relative_links(page: str, file: str, is_there: Callable[[str], bool]) -> str:
    """A page whose links are relative; what only a server answers is left out."""

    @cache  # the same for every link of this page
    def relative(target: str) -> str:
        return _relative(target, file)

    def linked(found: re.Match[str]) -> str:
        attribute, address = found[1], unescape(found[2])
        target = file_of(address)
        if target is None or not is_there(target):
            return "" if attribute == "href" else found[0]  # the text stays
        return f'{attribute}="{relative(target)}"'

    def reached(found: re.Match[str]) -> str:
        target = file_of(unescape(found[1]))
        return found[0] if target is not None and is_there(target) else ""

    page = _MENU.sub(lambda found: _MENU_LINK.sub(reached, found[0]), page)
    page = _SEARCH.sub(f'action="{relative("index.html")}"', _FORM.sub("", _SERVER.sub("", page)))
    page = _SUGGEST.sub(f'data-suggest="{relative("search.json")}"', page)
    return _LINK.sub(linked, page)


# --- calling the application inside the program: no port, no network -----------------------------


@attrs.frozen
class Answered:
    """The application's answer; its body is packed, for all are kept to the end."""

    status: int
    media_type: str
    _packed: bytes

    @property
    def body(self) -> bytes:
        """The contents of the file."""
        return zlib.decompress(self._packed)


async def ask(app: ASGIApp, address: str, language: str) -> Answered:
    """The answer to a GET of an address, for a reader of a language."""
    path, _, query = address.partition("?")
    messages: list[Message] = []

    requests: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if not requests:
            await asyncio.Event().wait()  # no client disconnects before the end
        return requests.pop()

    async def send(message: Message) -> None:
        messages.append(message)

    scope: dict[str, object] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), (b"accept-language", language.encode())],
        "client": ("127.0.0.1", 0),
        "server": ("localhost", 80),
        "state": {},
    }
    await app(scope, receive, send)
    headers = {name.decode().lower(): value.decode() for name, value in messages[0]["headers"]}
    body = b"".join(each.get("body", b"") for each in messages[1:])
    packed = zlib.compress(body, level=1)
    return Answered(messages[0]["status"], headers.get("content-type", ""), packed)


FEED = "application/atom+xml"
LIST_OF_FILES = "site-files.json"
STATIC = tuple(
    f"/static/{name}"
    for name in ("palette.css", "chart.css", "style.css", "comfort.js", "icon.svg")
)


@attrs.frozen
class Written:
    """The outcome of writing a site's files."""

    pages: int
    written: int
    removed: int


def _or_english(languages: Sequence[str]) -> Sequence[str]:
    return languages or ("en",)


@attrs.frozen(kw_only=True)
class SiteContents:
    """The contents of a site: some pools or all, in some languages.

    ``with_log``: a page for each event, too.
    """

    pools: Sequence[str] = ()
    languages: Sequence[str] = attrs.field(default=(), converter=_or_english)
    with_log: bool = False


def write_site(
    settings: ServeSettings,
    folder: Path,
    contents: SiteContents,
    progress: Callable[[int], None] = lambda _: None,
    finished: Callable[[str, int], None] = lambda *_: None,
) -> Written:
    """Write the public pages into a folder, each further language into a folder of its own.

    ``settings.workers`` processes make the pages, if there are many; ``progress`` is told of each,
    and ``finished`` of each list, with the number of its files.
    Raises :class:`~ledger.events.problems.Refused` if there is no such pool, and where one is
    called like the folder of a language.
    """
    settings = attrs.evolve(settings, follow=False, patience=None)
    pools, languages = contents.pools, contents.languages
    app = _application(settings)
    ledger: Ledger = app.state.ledger
    try:
        known = list(ledger.positions()["pools"])
        for pool in pools:
            ledger.pool(pool).summary()
        _require_separate_folders(pools or known, languages[1:])
        crawl = _Crawl(app, attrs.evolve(contents, pools=pools or known), progress, finished)
        with crawl.workers(settings):
            answers = crawl.answers()
            return crawl.put(folder, answers)
    finally:
        app.state.answers.close()
        ledger.close()


def _require_separate_folders(pools: Sequence[str], languages: Sequence[str]) -> None:
    """Further languages lie in folders beside those of the pools."""
    for pool in pools:
        if pool in languages:
            message = (
                f"the list {pool!r} and the pages in the language {pool!r} would lie in the same "
                f"folder: name --lang {pool} first, or write it into a folder of its own"
            )
            raise refusal("same-folder", message)


@attrs.define
class Found:
    """Answers by their file, and the addresses that the pages lead to and nobody knew yet."""

    files: dict[str, Answered] = attrs.field(factory=dict)
    addresses: list[str] = attrs.field(factory=list)


MANY = 100
"""With so many pages to be made, the start of processes for them pays."""


@attrs.define
class _Crawl:
    """All pages that the first ones lead to, made here or by several processes."""

    _app: Starlette
    _contents: SiteContents
    _progress: Callable[[int], None]
    _finished: Callable[[str, int], None]
    _settings: ServeSettings | None = None
    _processes: ProcessPoolExecutor | None = None

    @contextmanager
    def workers(self, settings: ServeSettings) -> Iterator[None]:
        """Begin processes as soon as many pages are wanted, and end them."""
        self._settings = settings
        try:
            yield
        finally:
            if self._processes is not None:
                self._processes.shutdown(cancel_futures=True)

    def answers(self) -> dict[str, dict[str, Answered]]:
        """Return every answer by its language and its file: list by list, then those of all."""
        languages = dict.fromkeys(self._contents.languages)
        answers: dict[str, dict[str, Answered]] = {language: {} for language in languages}
        left = {language: ["/", *STATIC] for language in languages}
        for pool in self._contents.pools:
            before = sum(map(len, answers.values()))
            self._follow({it: [pool_path(pool)] for it in languages}, answers, [pool], left)
            self._finished(pool, sum(map(len, answers.values())) - before)
        self._follow(left, answers, self._contents.pools, {it: [] for it in languages})
        return answers

    def _follow(
        self,
        wanted: Mapping[str, list[str]],
        answers: dict[str, dict[str, Answered]],
        pools: Sequence[str],
        left: dict[str, list[str]],
    ) -> None:
        """Answer some addresses and all within some lists that they lead to.

        Those of other lists are added to ``left``.
        """
        while any(wanted.values()):
            asked: dict[str, list[str]] = {}
            for language, addresses in wanted.items():
                mine = [it for it in addresses if self._is_wanted(it, pools)]
                left[language] += [it for it in addresses if not self._is_wanted(it, pools)]
                for address in _new(mine, answers[language]):
                    asked.setdefault(address, []).append(language)
            wanted = {language: [] for language in answers}
            for made in self._asked(asked, pools):
                for language, found in made.items():
                    answers[language] |= found.files
                    self._progress(len(found.files))
                    wanted[language] += found.addresses

    def _asked(
        self, asked: Mapping[str, Sequence[str]], pools: Sequence[str]
    ) -> Iterable[Mapping[str, Found]]:
        """Answer addresses, each in all its languages at once: its figures are the same."""
        # The audits of a tournament one after another: its evaluation is shared.
        addresses = sorted(asked, key=lambda it: it.partition("/audit/")[2])
        languages, settings = [asked[it] for it in addresses], self._settings
        if settings is None or settings.workers == 1 or len(addresses) < MANY:
            return (
                _answered(self._app, pools, some, each)
                for each, some in zip(addresses, languages, strict=True)
            )
        if self._processes is None:
            # A fork would share the connections of this process with the others.
            self._processes = ProcessPoolExecutor(
                settings.workers, get_context("spawn"), _end_with_the_first_process
            )
        there = partial(_asked_there, settings, tuple(pools))
        return self._processes.map(there, addresses, languages, chunksize=8)

    def put(self, folder: Path, answers: Mapping[str, Mapping[str, Answered]]) -> Written:
        """Write all files, with links to one another, one language at a time."""
        listed = folder / LIST_OF_FILES
        before = json.loads(listed.read_text("utf-8")) if listed.is_file() else []
        names: set[str] = set()
        written = 0
        for place, (language, made) in enumerate(answers.items()):
            within = "" if place == 0 else f"{language}/"
            there = {file: answer for file, answer in made.items() if answer.status == 200}
            search = _search(self._app.state.ledger, self._contents.pools, there)
            own = {**_feeds(self._app, there), "search.json": search}
            rest = sorted(there.keys() - own.keys())
            put = partial(_put_answer, folder / within, frozenset(there))
            each = map if self._processes is None else partial(self._processes.map, chunksize=200)
            written += sum(each(put, rest, map(there.get, rest)))
            written += sum(_put_file(folder / within / file, own[file]) for file in own)
            names.update(f"{within}{file}" for file in (*rest, *own))
        gone = [folder / file for file in before if file not in names]
        for path in gone:
            path.unlink(missing_ok=True)
        listed.write_text(json.dumps(sorted(names), indent=0) + "\n", "utf-8")
        return Written(pages=len(names), written=written, removed=len(gone))

    def _is_wanted(self, address: str, pools: Sequence[str]) -> bool:
        """True if an address is about one of the pools, or about none."""
        first = address.partition("?")[0].split("/")[1]
        named = set(map(pool_part, pools))
        stem = first.rpartition(".")[0] or first
        of_all = {"", "site", "static"} | ({"log"} if self._contents.with_log else set())
        return first in of_all or first in named or stem in named


def _new(wanted: Sequence[str], known: Collection[str]) -> Iterable[str]:
    """Return the addresses whose files are not known yet."""
    files = {
        file: address
        for address in reversed(wanted)  # of several addresses of a file the first
        if (file := file_of(address)) is not None and file not in known
    }
    return files.values()


def _end_with_the_first_process() -> None:
    """End this process with the one that began it, even if that one is killed."""
    first = parent_process()
    if first is not None:
        Thread(target=lambda: (wait([first.sentinel]), os._exit(1)), daemon=True).start()


class _OpenView(PoolView):
    """A view that stays open for the pages that ask it one after another."""

    def __exit__(self, *_: object) -> None:
        """Leave it open; the ledger closes it."""


class _LedgerOfOneState(Ledger):
    """A ledger that every page asks about the same state, so that nothing is looked up again."""

    _view = _OpenView

    @cached_property
    def _positions(self) -> Positions:
        return super().positions()

    @cached_property
    def _settings(self) -> SiteSettings:
        return super().site_settings()

    @cached_property
    def _running(self) -> str:
        return super().running_version()

    @cached_property
    def _open_views(self) -> dict[str, PoolView]:
        return {}

    def positions(self) -> Positions:
        """Return the positions of the first question."""
        return self._positions

    def site_settings(self) -> SiteSettings:
        """Return the settings of the first question."""
        return self._settings

    def running_version(self) -> str:
        """Return the running tournaments of the first question."""
        return self._running

    def pool(self, name: str, **asked: Unpack[WhatIfArguments]) -> PoolView:
        """The view of a pool for all that ask alike."""
        key = repr((name, sorted(asked.items())))
        if key not in self._open_views:
            view = super().pool(name, **asked)
            self._open_views[key] = view
        return self._open_views[key]


def _application(settings: ServeSettings) -> Starlette:
    """The application, which keeps the rows of every card for its feed."""
    app = application(settings, _LedgerOfOneState)
    app.state.rows = RowCache(least=1)
    app.state.told = {}  # the addresses found on the way to some lists, by language
    return app


_of_this_process = lru_cache(maxsize=1)(_application)


@reduced_garbage_collection()
def _asked_there(
    settings: ServeSettings, pools: Sequence[str], address: str, languages: Sequence[str]
) -> Mapping[str, Found]:
    """Return the answers to an address and its companions, in a process of its own."""
    return _answered(_of_this_process(settings), pools, languages, address)


COMPANIONS = ("document", "feed.atom", "card.svg")
"""Files beside a page that are made of the same answers, while these are kept."""


def _answered(
    app: Starlette, pools: Sequence[str], languages: Sequence[str], address: str
) -> Mapping[str, Found]:
    """Return the answers to an address and its companions by their language."""
    found = {language: Found() for language in languages}
    # The task returns nothing: at its end asyncio writes its result out, all the pages.
    asyncio.run(_ask_all(app, address, found))
    told: defaultdict[str, set[str]] = app.state.told.setdefault(tuple(pools), defaultdict(set))
    for language, each in found.items():
        each.addresses = [it for it in each.addresses if it not in told[language]]
        told[language].update(each.addresses)
    return found


async def _ask_all(app: Starlette, address: str, found: Mapping[str, Found]) -> None:
    for language, own in found.items():
        answer = await ask(app, address, language)
        own.files[str(file_of(address))] = answer
        if _is_page(answer):
            own.addresses = addresses_in(answer.body.decode())
            beside = {f"{address.partition('?')[0]}/{name}" for name in COMPANIONS}
            for each in sorted(beside.intersection(own.addresses)):
                own.files[str(file_of(each))] = await ask(app, each, language)


def _feeds(app: Starlette, answers: Mapping[str, Answered]) -> dict[str, bytes]:
    """Those of the files that are feeds, named after the beginning of the first event's hash."""
    found = {file: it for file, it in answers.items() if it.media_type.startswith(FEED)}
    settings: ServeSettings = app.state.settings
    ledger: Ledger = app.state.ledger
    for first in ledger.log(0, 1):
        log = UUID(first["hash"][:32])
        return {
            file: made_static_feed(it.body.decode(), file, settings.address, log).encode()
            for file, it in found.items()
        }
    return {}  # the log is empty, and no pool has a feed


def _is_page(answer: Answered) -> bool:
    return answer.status == 200 and answer.media_type.startswith("text/html")


def _content(file: str, answer: Answered, there: Collection[str]) -> bytes:
    if not _is_page(answer):
        return answer.body
    return page_with_relative_links(answer.body.decode(), file, there.__contains__).encode()


def _search(ledger: Ledger, pools: Sequence[str], files: Collection[str]) -> bytes:
    """The players of the search box: those who have a page and may be named, with their words."""
    rows = list(_players(ledger, pools, files))
    return json.dumps(rows, ensure_ascii=False, indent=0).encode()


def _players(
    ledger: Ledger, pools: Sequence[str], files: Collection[str]
) -> Iterator[dict[str, object]]:
    for pool in pools:
        with ledger.pool(pool) as view:
            rows = view.players()
            people = view.people([row["player"] for row in rows])
            for row in rows:
                file = file_of(pool_path(pool, "players", row["player"]))
                if (name := row["name"]) is not None and file in files:
                    words = " ".join(sorted(searched_words(name)))
                    href = quote(str(file), safe="/~,()")
                    person = people[row["player"]]
                    about = {name: person[name] for name in ("birth_year", "club")}
                    yield {**row, **about, "pool": pool, "href": href, "words": words}


def _put_answer(folder: Path, there: Collection[str], file: str, answer: Answered) -> bool:
    return _put_file(folder / file, _content(file, answer, there))


def _put_file(path: Path, content: bytes) -> bool:
    """Write a file unless it has this content; True if it had not."""
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return True
