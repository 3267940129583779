"""Questions asked of a copy: never older than what was appended, answered, or asked for.

A copy of a SQLite file stands in for a standby server: it is brought up when a test says so.
`scripts/lab/failover.py` asks real ones, and what it found is in docs/how-to/set-up-failover.md.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

import projections.queries.open_database
from ledger.events.problems import ConnectionLost, Refused
from projections.api import Ledger
from tests.api.season import SEASON
from tests.console.shell import Shell, run
from tests.databases.connections import end_every_other_connection
from tests.projections.submissions import adoption, player

AWAY = "postgresql://a@127.0.0.1:1/z?connect_timeout=1"


class Standby:
    """A copy of a ledger's file that is as new as it was when it was last brought up."""

    def __init__(self, original: str, folder: Path) -> None:
        self._original = original.removeprefix("sqlite:///")
        self._path = folder / "standby.db"
        self.url = f"sqlite:///{self._path}"
        self.bring_up()

    def bring_up(self) -> None:
        with (
            closing(sqlite3.connect(self._original)) as original,
            closing(sqlite3.connect(self._path)) as copy,
        ):
            original.backup(copy)


class Uses:
    """The number of times a ledger has used the database in which it appends."""

    def __init__(self, ledger: Ledger) -> None:
        self.count = 0
        event.listen(ledger.engine, "checkout", self._note)

    def _note(self, *_: object) -> None:
        self.count += 1


@pytest.fixture
def standby(in_file: Ledger, tmp_path: Path) -> Standby:
    return Standby(in_file.database, tmp_path)


@pytest.fixture
def ledger(in_file: Ledger, standby: Standby) -> Iterator[Ledger]:
    with Ledger(in_file.database, read_database=standby.url) as ledger:
        yield ledger


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projections.queries.open_database, "TRIES", 1)


def head(ledger: Ledger) -> int:
    return ledger.positions()["head"]


def test_a_copy_that_is_up_to_date_answers_everything_alone(ledger: Ledger) -> None:
    uses = Uses(ledger)
    with ledger.pool("dwz") as club:
        club.catch_up()
        assert club.position == len(SEASON)
        assert len(club.ratings()) > 0
    assert [each["pool"] for each in ledger.pools()] == ["dwz"]
    assert ledger.find_player("agnes") == "agnes"
    assert uses.count == 0


def test_a_copy_that_is_behind_answers_those_who_have_seen_nothing_newer(
    ledger: Ledger, in_file: Ledger
) -> None:
    in_file.append([player("zoe")], by="another office")
    assert head(ledger) == len(SEASON)


@pytest.mark.usefixtures("impatient")
def test_what_was_appended_is_in_the_next_answer_though_the_copy_is_behind(
    ledger: Ledger,
) -> None:
    ledger.append([player("zoe")], by="anna")
    assert head(ledger) == len(SEASON) + 1
    assert ledger.find_player("zoe") == "zoe"
    with ledger.pool("dwz") as club:
        assert club.position == len(SEASON) + 1


@pytest.mark.usefixtures("impatient")
def test_what_was_corrected_is_in_the_next_answer_too(ledger: Ledger) -> None:
    ledger.correct("agnes", set={"club": "Bamberg"}, reason="moved", by="anna")
    assert head(ledger) == len(SEASON) + 1


def test_a_copy_that_is_about_to_come_up_is_waited_for(ledger: Ledger, standby: Standby) -> None:
    ledger.append([player("zoe")], by="anna")
    uses = Uses(ledger)
    soon = Timer(0.2, standby.bring_up)
    soon.start()
    assert head(ledger) == len(SEASON) + 1
    assert uses.count == 0
    soon.join()


@pytest.mark.slow
def test_a_position_that_is_nowhere_yet_is_refused(ledger: Ledger) -> None:
    ledger.at_least(len(SEASON) + 1)
    with pytest.raises(Refused, match=f"position {len(SEASON) + 1} is not in this ledger yet"):
        ledger.pools()


def test_a_dry_run_promises_nothing(ledger: Ledger) -> None:
    uses = Uses(ledger)
    ledger.append([player("zoe")], by="anna", dry_run=True)
    assert (uses.count, head(ledger), uses.count) == (1, len(SEASON), 1)


def test_while_the_database_is_away_the_copy_goes_on_answering(standby: Standby) -> None:
    with Ledger(AWAY, read_database=standby.url) as ledger, ledger.pool("dwz") as club:
        club.catch_up()
        assert club.position == len(SEASON)


def test_while_the_copy_is_away_the_database_answers(in_file: Ledger) -> None:
    with Ledger(in_file.database, read_database=AWAY) as ledger:
        ledger.append([player("zoe")], by="anna")
        assert head(ledger) == len(SEASON) + 1


def test_an_append_whose_answer_was_lost_promises_no_position(postgresql_database: str) -> None:
    with Ledger(postgresql_database, read_database=postgresql_database) as ledger:
        ledger.append(SEASON, by="anna")

        def as_of(_connection: object) -> None:
            end_every_other_connection(ledger.engine)

        event.listen(ledger.engine, "commit", as_of)
        with pytest.raises(ConnectionLost):
            ledger.append([player("zoe")], by="anna")
        event.remove(ledger.engine, "commit", as_of)
        assert head(ledger) == len(SEASON)
        assert ledger.append([player("zoe")], by="anna").appended == 1
        assert head(ledger) == len(SEASON) + 1


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from(["append", "another", "bring up", "ask"]), max_size=8))
@pytest.mark.usefixtures("impatient")
def test_answers_never_go_back_and_have_all_that_was_appended(
    sqlite_database: str, steps: list[str]
) -> None:
    """For any order of appends, and any delay of the copy."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(sqlite_database.removeprefix("sqlite:///"), f"{folder}/ledger.db")
        url = f"sqlite:///{folder}/ledger.db"
        standby = Standby(url, Path(folder))
        with Ledger(url, read_database=standby.url) as office, Ledger(url) as other:
            size = seen = 0
            for number, step in enumerate([*steps, "ask"]):
                if step == "bring up":
                    standby.bring_up()
                elif step == "ask":
                    answered = head(office)
                    assert seen <= answered <= size
                    seen = answered
                else:
                    writer = office if step == "append" else other
                    size += writer.append([player(f"p{number}")], by="anna").appended
                    seen = size if writer is office else seen


# --- on the command line ----------------------------------------------------------------------


@pytest.mark.slow
def test_a_question_on_the_command_line_names_the_copy_and_what_it_must_know(
    in_file: Ledger, standby: Standby, tmp_path: Path
) -> None:
    shell = Shell(in_file.database, tmp_path)
    asked = ("--read-database", standby.url, "--format", "json")
    before = run("--database", AWAY, *asked, "ratings", "dwz")
    assert (before.status, before.out) == (0, shell.run("--format", "json", "ratings", "dwz").out)
    newer = shell.append(player("zoe"))["last"]
    behind = run("--database", AWAY, *asked, "--at-least", str(newer), "ratings", "dwz")
    assert behind.status == 1
    assert "connection" in behind.err
    standby.bring_up()
    known = run("--database", AWAY, *asked, "--at-least", str(newer), "ratings", "dwz")
    assert known.status == 0


def test_the_copy_may_stand_in_the_environment_beside_its_database(
    in_file: Ledger, standby: Standby
) -> None:
    environment = {"RATING_LEDGER_DATABASE": AWAY, "RATING_LEDGER_READ_DATABASE": standby.url}
    assert run("pools", environment=environment).status == 0
    other = ("--database", in_file.database)
    in_file.append([adoption("1996-01-01", "another")], by="anna")
    for words in ((*other, "--format", "json", "pools"), ("--format", "json", "pools", *other)):
        assert '"another"' in run(*words, environment=environment).out


def test_a_program_takes_the_copy_from_the_environment_with_its_database(
    standby: Standby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RATING_LEDGER_DATABASE", AWAY)
    monkeypatch.setenv("RATING_LEDGER_READ_DATABASE", standby.url)
    with Ledger.open() as ledger:
        assert head(ledger) == len(SEASON)
    with Ledger.open(AWAY) as ledger, pytest.raises(Refused, match="cannot be read"):
        head(ledger)


def test_without_a_copy_what_an_answer_must_know_is_asked_of_the_database(
    in_file: Ledger, tmp_path: Path
) -> None:
    shell = Shell(in_file.database, tmp_path)
    assert shell.run("--at-least", str(len(SEASON)), "pools").status == 0
    refused = shell.run("--at-least", str(len(SEASON) + 1), "pools")
    assert (refused.status, refused.out) == (1, "")
    assert "is not in this ledger yet" in refused.err
