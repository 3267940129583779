"""The disk fills up: the call is rolled back whole, the log verifies, and it goes on later."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest
from sqlalchemy.event import listen
from sqlalchemy.exc import DBAPIError

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from tests.databases.server import Server
from tests.ledger.lines import Event, game, line, tournament
from tests.ledger.office import Office
from tests.ledger.program import LARGEST_FILE

pytestmark = pytest.mark.hostile

ROOT = Path(__file__).parents[3]


@pytest.fixture
def lite(sqlite_database: str) -> Iterator[Office]:
    engine = connect(sqlite_database)
    office = Office(engine)
    office.open_season()
    yield office
    engine.dispose()


def big_call(number: int = 0, games: int = 3_000) -> list[Event]:
    """A tournament large enough to need new space."""
    name = f"big{number}"
    return [
        tournament(name, name),
        *(game("anna", "bela", tournament=name, game=f"{name}-{n}") for n in range(games)),
    ]


def test_a_full_sqlite_rolls_back_whole_and_goes_on_when_there_is_space(lite: Office) -> None:
    small = lite.engine.url
    engine = connect(small)
    listen(engine, "connect", lambda connection, _: _allow_pages(connection, more=40))
    cramped = Office(engine)
    before = lite.contents()
    with pytest.raises(DBAPIError, match="full"):
        cramped.append(*big_call())
    assert lite.contents() == before
    assert lite.verdict().ok
    assert cramped.append(game("anna", "bela")).first == 7
    engine.dispose()
    assert lite.append(*big_call()).last == 3_008
    assert lite.verdict().ok


def _allow_pages(connection: Any, more: int) -> None:
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages + more}").fetchone()


def test_single_events_are_appended_until_the_very_last_page(lite: Office) -> None:
    engine = connect(lite.engine.url)
    listen(engine, "connect", lambda connection, _: _allow_pages(connection, more=12))
    cramped = Office(engine)
    acknowledged: list[str] = []
    with pytest.raises(DBAPIError, match="full"):
        _append_without_end(cramped, acknowledged)
    engine.dispose()
    assert len(acknowledged) > 10
    assert [entry.id for entry in lite.entries()[6:]] == acknowledged
    assert lite.verdict().ok


def _append_without_end(office: Office, acknowledged: list[str]) -> NoReturn:
    for number in count():
        office.append(game("anna", "bela", game=f"g{number}", id_=f"g{number}"))
        acknowledged.append(f"g{number}")


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes on Windows")
@pytest.mark.parametrize("room", [20_000, 400_000])
def test_the_command_line_says_that_the_disk_is_full(
    lite: Office, tmp_path: Path, room: int
) -> None:
    before = lite.contents()
    url = str(lite.engine.url)
    lite.engine.dispose()
    path = Path(lite.engine.url.database or "")
    file = tmp_path / "big.jsonl"
    file.write_bytes(b"".join(map(line, big_call())))

    full = _program(url, file, {LARGEST_FILE: str(path.stat().st_size + room)})
    assert full.returncode == 1
    assert full.stderr.startswith("refused: the database reported: ")
    assert "Traceback" not in full.stderr
    assert '"problems"' in full.stdout
    assert lite.contents() == before
    assert lite.verdict().ok

    again = _program(url, file, {})
    assert again.returncode == 0, again.stderr
    assert lite.verdict().events == 3_007


def _program(url: str, file: Path, limits: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tests.ledger.program", "--database", url]
    return subprocess.run(
        [*command, "--format", "json", "append", "--by", "the office", str(file)],
        cwd=ROOT,
        env={**os.environ, **limits},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_full_postgresql_rolls_back_whole_and_goes_on_when_there_is_space(
    server_of_its_own: Server,
) -> None:
    server = server_of_its_own
    server.start(largest_file=2_500_000)
    server.create("ledger")
    engine = connect(server.url("ledger"))
    upgrade(engine)
    office = Office(engine)
    office.open_season()
    before = office.contents()
    with pytest.raises(DBAPIError, match="File too large"):
        office.append(*big_call(games=9_000))
    assert office.contents() == before
    assert office.append(game("anna", "bela")).first == 7
    engine.dispose()
    server.stop()
    server.start()
    assert office.append(*big_call(games=9_000)).last == 9_008
    assert office.verdict().ok
    engine.dispose()
