"""The public pages as files for any webspace: of the same templates, with relative links.

Whatever the first pages lead to is written, each page once and only where it has changed; a page
that is no longer led to, such as that of a player whose name was withheld, is taken away.
"""

import asyncio
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote
from uuid import UUID

import attrs
from starlette.applications import Starlette

from ledger.events.problems import Problem, Refused
from projections.api import Ledger
from projections.web.app import application
from projections.web.edge.paths import pool_part, pool_path
from projections.web.settings import ServeSettings
from projections.web.site.addresses import addresses_in, file_of, made_static, made_static_feed
from projections.web.site.asking import Answered, ask

FEED = "application/atom+xml"
LIST_OF_FILES = "site-files.json"
STATIC = tuple(
    f"/static/{name}"
    for name in ("palette.css", "chart.css", "style.css", "comfort.js", "icon.svg")
)


@attrs.frozen
class Written:
    """What became of the files of a site."""

    pages: int
    written: int
    removed: int


def write_site(
    settings: ServeSettings, folder: Path, pools: Sequence[str] = (), languages: Sequence[str] = ()
) -> Written:
    """Write the public pages of some pools, or of all, into a folder.

    The first language lies in the folder itself, each further one in a folder of its own.
    Raises :class:`~ledger.events.problems.Refused` where there is no such pool, and where one is
    called like the folder of a language.
    """
    app = application(attrs.evolve(settings, follow=False, patience=None))
    ledger: Ledger = app.state.ledger
    try:
        known = list(ledger.positions()["pools"])
        for pool in pools:
            ledger.pool(pool).summary()
        _must_have_folders_of_their_own(pools or known, languages[1:])
        files: dict[str, bytes] = {}
        for place, language in enumerate(languages or ("en",)):
            within = "" if place == 0 else f"{language}/"
            found = asyncio.run(_pages(app, pools or known, language))
            found["search.json"] = _search(ledger, pools or known, found)
            files |= {f"{within}{file}": content for file, content in found.items()}
    finally:
        app.state.answers.close()
        ledger.close()
    return _put(folder, files)


def _must_have_folders_of_their_own(pools: Sequence[str], languages: Sequence[str]) -> None:
    """Further languages lie in folders beside those of the pools."""
    for pool in pools:
        if pool in languages:
            message = (
                f"the list {pool!r} and the pages in the language {pool!r} would lie in the same "
                f"folder: name --lang {pool} first, or write it into a folder of its own"
            )
            raise Refused([Problem(line=None, field=None, code="same-folder", message=message)])


async def _pages(app: Starlette, pools: Sequence[str], language: str) -> dict[str, bytes]:
    """Every page that the first ones lead to, by its file."""
    answers: dict[str, Answered] = {}
    wanted = ["/", *map(pool_path, pools), *STATIC]
    while wanted:
        address = wanted.pop()
        file = file_of(address)
        if file is None or file in answers or not _is_wanted(address, pools):
            continue
        answers[file] = await ask(app, address, language)
        if _is_page(answers[file]):
            wanted.extend(addresses_in(answers[file].body.decode()))
    there = {file for file, answer in answers.items() if answer.status == 200}
    contents = {file: _content(file, answers[file], there) for file in sorted(there)}
    return contents | _feeds(app, {file: answers[file] for file in there})


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
    return {}  # nothing is in the log, and no pool has a feed


def _is_wanted(address: str, pools: Sequence[str]) -> bool:
    """Whether an address is about one of the pools, or about none."""
    first = address.partition("?")[0].split("/")[1]
    named = set(map(pool_part, pools))
    stem = first.rpartition(".")[0] or first
    return first in {"", "log", "static"} or first in named or stem in named


def _is_page(answer: Answered) -> bool:
    return answer.status == 200 and answer.media_type.startswith("text/html")


def _content(file: str, answer: Answered, there: set[str]) -> bytes:
    if not _is_page(answer):
        return answer.body
    return made_static(answer.body.decode(), file, there.__contains__).encode()


def _search(ledger: Ledger, pools: Sequence[str], files: Collection[str]) -> bytes:
    """Whom the search box finds: those who have a page and may be named."""
    rows = list(_players(ledger, pools, files))
    return json.dumps(rows, ensure_ascii=False, indent=0).encode()


def _players(
    ledger: Ledger, pools: Sequence[str], files: Collection[str]
) -> Iterator[dict[str, object]]:
    for pool in pools:
        with ledger.pool(pool) as view:
            for row in view.players():
                file = file_of(pool_path(pool, "players", row["player"]))
                if row["name"] is not None and file in files:
                    yield {**row, "pool": pool, "href": quote(str(file), safe="/~,()")}


def _put(folder: Path, files: dict[str, bytes]) -> Written:
    listed = folder / LIST_OF_FILES
    before = json.loads(listed.read_text("utf-8")) if listed.is_file() else []
    written = 0
    for file, content in files.items():
        path = folder / file
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            written += 1
    gone = [folder / file for file in before if file not in files]
    for path in gone:
        path.unlink(missing_ok=True)
    listed.write_text(json.dumps(sorted(files), indent=0) + "\n", "utf-8")
    return Written(pages=len(files), written=written, removed=len(gone))
