"""A command's output on standard error, for people and for a collector of logs."""

import json

import pytest

from tests.console.processes import process
from tests.console.shell import lines
from tests.projections.submissions import game, player

pytestmark = pytest.mark.slow


def said(in_file, *arguments: str, stdin: bytes = b"") -> tuple[int, list[dict]]:
    outcome = process(
        "--database", in_file.database, "--log-format", "json", *arguments, stdin=stdin
    )
    return outcome.returncode, [json.loads(line) for line in outcome.stderr.splitlines()]


def test_what_was_done_is_an_object_a_line(in_file):
    size = len(in_file.json("log"))
    status, (line,) = said(in_file, "append", "-", stdin=lines(player("ivan")))
    assert status == 0
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "events_appended",
        "level": "info",
        "first": size + 1,
        "last": size + 1,
    }


@pytest.mark.parametrize("command", ["append", "player"])
def test_refusals_are_objects_as_well(in_file, command):
    arguments = {"append": ("append", "-"), "player": ("player", "dwz", "nobody")}[command]
    stdin = lines(game("anna", "may", "1-0", "ivan", game="x"), player(""))
    status, lines_said = said(in_file, *arguments, stdin=stdin)
    refusals = [each for each in lines_said if each["level"] != "info"]
    assert status == 1
    assert refusals
    assert {(each["event"], each["level"]) for each in refusals} == {("refused", "error")}
    assert all(each["message"] for each in refusals)


def test_people_are_told_in_lines(in_file):
    outcome = process("--database", in_file.database, "player", "dwz", "nobody")
    assert outcome.stderr.startswith(b"refused: ")
