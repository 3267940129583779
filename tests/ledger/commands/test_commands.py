"""The ledger's commands as people and programs use them: answers, refusals, exit statuses."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ledger.log.database import connect
from projections.interfaces.cli.lazy_commands import main
from tests.ledger.lines import game, line, player, pool, season, tournament
from tests.ledger.office import Office
from tests.ledger.verification.tampering import Intruder
from tests.tables import every


class Terminal:
    """Runs the program on a database."""

    def __init__(self, database: str) -> None:
        self.database = database

    def run(self, *arguments: str, stdin: bytes = b"") -> Result:
        result = CliRunner().invoke(main, ["--database", self.database, *arguments], input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    def json(self, *arguments: str, stdin: bytes = b"", status: int = 0) -> Any:
        """The one document on standard output."""
        result = self.run("--format", "json", *arguments, stdin=stdin)
        assert result.exit_code == status, result.stderr
        return json.loads(result.stdout)


SEASON = b"".join(map(line, [pool("club", "club", rulebook="dwz-1995"), *season()[1:]]))


@pytest.fixture
def terminal(database: str) -> Terminal:
    return Terminal(database)


def test_init_says_whether_it_has_created_the_ledger(tmp_path: Path) -> None:
    terminal = Terminal(f"sqlite:///{tmp_path / 'new.db'}")
    first, second = terminal.json("init"), terminal.json("init")
    assert (first["created"], second["created"]) == (True, False)
    assert first["revision"] == second["revision"]
    assert "up to date" in terminal.run("init").stdout


def test_append_tells_what_was_appended(terminal: Terminal) -> None:
    assert terminal.json("append", "-", stdin=SEASON) == {
        "appended": 6,
        "duplicates": 0,
        "first": 1,
        "last": 6,
    }
    assert terminal.json("append", "-", stdin=SEASON) == {
        "appended": 0,
        "duplicates": 6,
        "first": None,
        "last": None,
    }
    result = terminal.run("append", "-", "--by", "Otto", stdin=line(player("emil")))
    assert "1 event appended at position 7" in result.stdout
    (event,) = terminal.json("log", "--from", "7")
    assert event["recorded_by"] == "Otto"


def test_several_files_are_one_call(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "season.jsonl").write_bytes(SEASON)
    (tmp_path / "games.jsonl").write_bytes(line(game("anna", "bela")))
    (tmp_path / "bad.jsonl").write_bytes(b"{")
    files = [str(tmp_path / f"{name}.jsonl") for name in ("season", "games", "bad")]
    terminal.json("append", *files, status=1)
    assert terminal.json("log") == []
    assert terminal.json("append", *files[:2])["appended"] == 7


def test_problems_are_told_to_people_and_to_programs(terminal: Terminal) -> None:
    bad = SEASON + b'{"type": "x"}\n' + line(game("anna", "nobody"))
    result = terminal.run("--format", "json", "append", "-", stdin=bad)
    assert result.exit_code == 1
    problems = json.loads(result.stdout)["problems"]
    assert [(each["line"], each["field"], each["code"]) for each in problems] == [
        (7, "type", "unknown-type"),
        (8, "data.black", "unknown-player"),
    ]
    assert all(set(each) == {"line", "field", "code", "message"} for each in problems)
    told = [text for text in result.stderr.splitlines() if text.startswith("refused: line ")]
    assert len(told) == 2


@pytest.mark.parametrize("stdin", [b"", b"\xff\xfe", b'{"\\ud800": 1}', b"\0", b"[" * 50_000])
def test_bad_input_of_any_kind_is_refused_in_plain_words(terminal: Terminal, stdin: bytes) -> None:
    problems = terminal.json("append", "-", stdin=stdin, status=1)["problems"]
    assert problems[0]["message"]


def test_log_shows_what_was_recorded(terminal: Terminal) -> None:
    terminal.json("append", "-", "--by", "Otto", stdin=SEASON)
    events = terminal.json("log", "--from", "2", "--to", "3")
    assert [each["id"] for each in events] == ["anna", "bela"]
    assert events[1]["previous_hash"] == events[0]["hash"]
    assert [
        each["position"] for each in terminal.json("log", "--type", "tournament.submitted")
    ] == [6]
    rows = list(csv.DictReader(io.StringIO(terminal.run("--format", "csv", "log").stdout)))
    assert [row["id"] for row in rows] == ["club", "anna", "bela", "cleo", "dora", "open"]
    lines = terminal.run("log", "--ids").stdout.splitlines()
    assert [line.split()[3:5] for line in lines] == [[each["type"], each["id"]] for each in rows]


def test_csv_has_a_column_for_every_field_that_some_event_has(terminal: Terminal) -> None:
    sourced = {**tournament("cup"), "source": "cup.trf"}
    terminal.json("append", "-", stdin=SEASON + line(sourced))
    rows = list(csv.DictReader(io.StringIO(terminal.run("--format", "csv", "log").stdout)))
    assert [row["source"] for row in rows] == [*[""] * 6, "cup.trf"]
    assert {row["type"] for row in rows} >= {"tournament.submitted"}
    assert all(len(row["hash"]) == 64 for row in rows)


def test_export_writes_json_lines(terminal: Terminal) -> None:
    terminal.json("append", "-", stdin=SEASON)
    without = terminal.run("export", "log").stdout.splitlines()
    with_persons = terminal.run("export", "log", "--with-persons").stdout.splitlines()
    assert [json.loads(each)["position"] for each in without] == list(range(1, 7))
    assert not any("person" in json.loads(each) for each in without)
    assert json.loads(with_persons[1])["person"]["data"]["name"] == "anna, Test"


def test_verify_tells_the_head_or_the_first_bad_position(terminal: Terminal) -> None:
    terminal.json("append", "-", stdin=SEASON)
    verdict = terminal.json("verify")
    assert (verdict["ok"], verdict["events"], verdict["first_bad"]) == (True, 6, None)
    assert "6 events" in terminal.run("verify").stdout

    engine = connect(terminal.database)
    Intruder(Office(engine)).change("event", "recorded_by", 4, "somebody else")
    engine.dispose()
    verdict = terminal.json("verify", status=1)
    assert (verdict["ok"], verdict["first_bad"]) == (False, 4)
    result = terminal.run("verify")
    assert result.exit_code == 1
    assert "position 4" in result.stderr


@pytest.mark.parametrize(
    "arguments", [("log",), ("append", "-"), ("verify",), ("export", "log")], ids=" ".join
)
def test_without_a_ledger_every_command_says_so(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    terminal = Terminal(f"sqlite:///{tmp_path / 'nothing.db'}")
    (problem,) = terminal.json(*arguments, stdin=SEASON, status=1)["problems"]
    assert problem["code"] == "no-ledger"
    assert "rating-ledger init" in problem["message"]


@every(
    "url",
    [
        *("nonsense", "mysql://x/y", "sqlite:////no/such/folder/x.db", "sqlite+nosuch:///x.db"),
        "postgresql://nobody@/nothing?host=/no/such/socket",
    ],
)
@every("command", ["init", "verify"])
def test_a_database_that_cannot_be_had_is_refused(url: str, command: str) -> None:
    (problem,) = Terminal(url).json(command, status=1)["problems"]
    assert problem["code"] in ("no-database", "no-connection")


def test_a_file_that_cannot_be_read_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    for name in ("missing.jsonl", "."):
        (problem,) = terminal.json("append", str(tmp_path / name), status=1)["problems"]
        assert problem["code"] == "file"


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "a\nb"])
def test_who_hands_it_in_must_have_a_name(terminal: Terminal, name: str) -> None:
    problems = terminal.json("append", "-", "--by", name, stdin=SEASON, status=1)["problems"]
    assert [each["field"] for each in problems] == ["--by"]


@pytest.mark.parametrize(
    "arguments",
    [("frobnicate",), ("append",), ("log", "--from", "0"), ("log", "--type", "x"), ("log", "--x")],
    ids=" ".join,
)
def test_wrong_usage_ends_with_status_2(terminal: Terminal, arguments: tuple[str, ...]) -> None:
    assert terminal.run(*arguments).exit_code == 2
