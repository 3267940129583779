"""CSV is for spreadsheets: one value in a cell, on every command that offers it."""

import csv
import io
import json

from projections.interfaces.cli.console import flat, flat_table, in_words
from tests.console.shell import Shell
from tests.tables import every

COMMANDS = [
    ["ratings", "dwz", "--all"],
    ["player", "dwz", "anna"],
    ["players", "list", "dwz"],
    ["players", "show", "anna"],
    ["tournament", "dwz", "may"],
    ["tournaments", "dwz"],
    ["games", "may"],
    ["pools"],
    ["pool", "dwz"],
    ["rulebooks", "dwz-1995"],
    ["standings", "may"],
    ["audit", "dwz", "anna", "may"],
    ["diff", "dwz", "--from-known", "13"],
    ["log"],
    ["verify"],
    ["rebuild", "--check"],
    ["init"],
]


def cells(shell: Shell, *command: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(shell.table("--format", "csv", *command))))


@every("command", COMMANDS, ids=" ".join)
def test_no_cell_holds_json(in_file: Shell, command: list[str]) -> None:
    rows = cells(in_file, *command)
    assert rows
    for row in rows:
        assert None not in row
        for cell in row.values():
            assert not cell.startswith(("{", "["))


def test_a_player_has_a_row_for_each_evaluation(in_file: Shell) -> None:
    history = in_file.json("player", "dwz", "anna")["history"]
    rows = cells(in_file, "player", "dwz", "anna")
    assert [row["tournament"] for row in rows] == [each["tournament"] for each in history]
    assert rows[0]["rating_after"] == str(history[0]["rating_after"])
    assert "games_used" not in rows[0]


def test_a_tournament_has_a_row_for_each_player_and_names_itself(in_file: Shell) -> None:
    players = in_file.json("tournament", "dwz", "may")["players"]
    rows = cells(in_file, "tournament", "dwz", "may")
    assert [row["player"] for row in rows] == [each["player"] for each in players]
    assert {(row["tournament"], row["ended_on"]) for row in rows} == {("may", "1996-05-01")}


def test_a_verification_is_one_row(in_file: Shell) -> None:
    verdict = in_file.json("verify")
    (row,) = cells(in_file, "verify")
    assert row["head_hash"] == verdict["head_hash"]
    assert row["events"] == str(verdict["events"])


def test_groups_have_columns_of_their_own_even_where_one_row_has_none() -> None:
    rows = [{"player": "anna", "card": {"rating": 1500}}, {"player": "bela", "card": None}]
    assert flat_table(rows) == (
        ["player", "card_rating"],
        [{"player": "anna", "card_rating": 1500}, {"player": "bela"}],
    )


def test_lists_of_values_are_texts_and_lists_of_rows_are_left_out() -> None:
    assert flat({"told": ["One.", "Two."], "chain": [{"player": "anna"}], "at": {"a": [1]}}) == {
        "told": "One.; Two.",
        "at_a": "1",
    }
    assert in_words({"minutes": 90, "pools": ["a", "b"]}) == "minutes 90, pools a; b"


def test_the_log_goes_to_a_file_as_it_goes_to_standard_output(in_file: Shell) -> None:
    path = in_file.folder / "log.jsonl"
    assert in_file.table("export", "log", "--output", str(path)) == ""
    assert path.read_text("utf-8") == in_file.table("export", "log")
    assert len(path.read_text("utf-8").splitlines()) == len(in_file.json("log"))
    refused = in_file.run("export", "log", "--output", str(path))
    assert refused.status == 1
    assert "--overwrite" in refused.err
    assert in_file.run("export", "log", "--output", str(path), "--overwrite").status == 0
    assert json.loads(path.read_text("utf-8").splitlines()[0])["position"] == 1
