"""A server whose pages are asked of a copy: what was written or shown is never gone again.

A copy of a SQLite file stands in for a standby server: it is brought up when a test says so.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import projections.queries.open_database
from ledger.events.problems import Refused
from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from projections.interfaces.server.serve import serve as serve_until_ended
from projections.queries.read_consistency import at_position
from tests.api.season import SEASON
from tests.projections.submissions import player
from tests.web_api.conftest import Serve, Served

API = "/api/v1"


class Copy:
    """A copy of a ledger's file, as new as it was when it was last brought up."""

    def __init__(self, original: str, folder: Path) -> None:
        self._original = original
        self.url = f"sqlite:///{folder / 'copy.db'}"
        self.bring_up()

    def bring_up(self, to: str | None = None) -> None:
        """To the state of its original, or of another file."""
        source, target = (
            each.removeprefix("sqlite:///") for each in (to or self._original, self.url)
        )
        with (
            closing(sqlite3.connect(source)) as original,
            closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy)


@pytest.fixture
def copy(season_in_file: str, tmp_path: Path) -> Copy:
    return Copy(season_in_file, tmp_path)


@pytest.fixture
def club(season_in_file: str, copy: Copy, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> Served:
    """A server that asks the copy, which has the whole season."""
    monkeypatch.setattr(projections.queries.open_database, "TRIES", 2)
    served = serve(season_in_file, read_database=copy.url, patience=None)
    copy.bring_up()
    return served


def somewhere_else(database: str, name: str) -> None:
    """Another program registers a player."""
    with Ledger.open(database) as ledger:
        ledger.append([player(name)], by="otto")
        ledger.catch_up()


def test_pages_and_answers_come_from_the_copy(
    club: Served, copy: Copy, season_in_file: str
) -> None:
    somewhere_else(season_in_file, "hanna")
    assert club.get("/health").json()["head"] == len(SEASON)
    assert club.get(f"{API}/pools/dwz/players/hanna").status_code == 404
    assert club.get("/dwz/players/hanna").status_code == 404
    copy.bring_up()
    assert club.get("/health").json()["head"] == len(SEASON) + 1
    assert club.get(f"{API}/pools/dwz/players/hanna").status_code == 200
    assert "Hanna, Test" in club.get("/dwz/players/hanna").text


def test_what_was_written_is_shown_though_the_copy_has_not_got_it(club: Served) -> None:
    written = club.post(f"{API}/events", json=[player("hanna")])
    assert written.status_code in {200, 201}
    club.ledger.catch_up()
    assert "Hanna, Test" in club.get("/dwz/players/hanna").text
    assert club.get("/health").json()["head"] == len(SEASON) + 1


def test_what_was_written_is_shown_though_the_copy_has_it_without_its_read_model(
    club: Served, copy: Copy
) -> None:
    """The copy is brought up after Hanna was registered, and before the list was."""
    club.ledger.append([player("hanna")], by="otto")
    copy.bring_up()
    club.ledger.catch_up()
    assert club.get(f"{API}/pools/dwz/players/hanna").status_code == 200
    assert "Hanna, Test" in club.get("/dwz/players/hanna").text


def test_a_server_that_is_started_again_waits_for_the_read_model_too(
    club: Served, copy: Copy
) -> None:
    club.ledger.append([player("hanna")], by="otto")
    copy.bring_up()
    with Ledger.open(club.ledger.database) as other:
        other.catch_up()
    settings = ServeSettings(
        database=club.ledger.database, clock=club.watch, follow=False, read_database=copy.url
    )
    with TestClient(application(settings)) as again:
        assert "Hanna, Test" in again.get("/dwz/players/hanna").text


def test_what_was_shown_is_not_gone_with_a_copy_that_has_fallen_behind(
    club: Served, copy: Copy, season_in_file: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = Copy(season_in_file, tmp_path_factory.mktemp("before"))
    somewhere_else(season_in_file, "hanna")
    copy.bring_up()
    assert club.get("/health").json()["head"] == len(SEASON) + 1
    copy.bring_up(to=before.url)
    assert club.get("/health").json()["head"] == len(SEASON) + 1
    assert "Hanna, Test" in club.get("/dwz/players/hanna").text


@pytest.mark.parametrize(
    ("seen", "pool", "reflected", "is_read"),
    [
        (len(SEASON), "dwz", len(SEASON), True),
        (len(SEASON) + 1, "dwz", len(SEASON), False),
        (len(SEASON), "dwz", len(SEASON) + 1, False),
        (len(SEASON), "without a read model", 0, True),
        (len(SEASON), "without a read model", 1, False),
    ],
)
def test_a_copy_is_read_from_the_positions_on_that_were_seen(
    season_in_file: str, seen: int, pool: str, reflected: int, is_read: bool
) -> None:
    with Ledger.open(season_in_file) as ledger:
        ledger.catch_up()
        found = at_position(ledger.engine, seen, {pool: reflected})
        assert (found is not None) == is_read
        if found is not None:
            assert found[1] == len(SEASON)
            found[0].close()


def test_several_workers_are_refused_with_the_remedy(club: Served, copy: Copy) -> None:
    settings = ServeSettings(
        database=club.ledger.database,
        clock=club.watch,
        port=0,
        workers=2,
        read_database=copy.url,
    )
    with pytest.raises(Refused, match="leave --workers out, or --read-database"):
        serve_until_ended(settings, print, print)


def test_a_server_that_is_started_again_shows_nothing_older_than_before(
    club: Served, copy: Copy
) -> None:
    """It was killed, say: what it had written and shown is remembered by nobody."""
    club.post(f"{API}/events", json=[player("hanna")])
    settings = ServeSettings(
        database=club.ledger.database, clock=club.watch, follow=False, read_database=copy.url
    )
    with TestClient(application(settings)) as again:
        assert again.get("/health").json()["head"] == len(SEASON) + 1
        assert "Hanna, Test" in again.get("/dwz/players/hanna").text


def test_it_starts_with_the_copy_alone_while_the_database_is_away(
    club: Served, copy: Copy, tmp_path: Path
) -> None:
    settings = ServeSettings(
        database=f"sqlite:///{tmp_path / 'away.db'}",
        clock=club.watch,
        follow=False,
        read_database=copy.url,
    )
    with TestClient(application(settings)) as again:
        assert again.get("/health").json()["head"] == len(SEASON)
