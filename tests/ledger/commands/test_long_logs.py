"""Logs of any length are printed as they are read: in parts, and with what every part needs."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from ledger.console.tables import LONG_LIST, long_listing
from tests.ledger.lines import line, player
from tests.ledger.program import main


def rows(count: int, taken: list[int]) -> Iterator[dict[str, Any]]:
    for number in range(count):
        taken.append(number)
        yield {"number": number, "name": f"player {number}"}


def test_a_long_list_is_never_held_as_a_whole() -> None:
    taken: list[int] = []
    parts = long_listing(rows(5 * LONG_LIST, taken), {"number": "No", "name": "Name"}, "All")
    for _ in range(3):
        next(parts)
    assert len(taken) < 3 * LONG_LIST


@pytest.mark.parametrize("count", [0, 3, LONG_LIST, LONG_LIST + 1, 3 * LONG_LIST + 2])
def test_every_row_is_in_it_once_under_one_heading(count: int) -> None:
    console = Console(width=100)
    with console.capture() as captured:
        for part in long_listing(rows(count, []), {"number": "No", "name": "Name"}, "All"):
            console.print(part)
    text = captured.get()
    assert text.count("Name") == 1
    assert [
        text.count(f"player {number} ") + text.count(f"player {number}\n")
        for number in range(count)
    ] == [1] * count


def test_a_log_as_csv_has_the_columns_of_the_export_whatever_its_events_have(
    sqlite_database: str,
) -> None:
    submitted = [player("anna"), {**player("bela"), "source": "a letter"}]
    run = CliRunner().invoke
    arguments = ["--database", sqlite_database]
    appended = run(main, [*arguments, "append", "-"], input=b"".join(map(line, submitted)))
    assert appended.exit_code == 0
    printed = run(main, [*arguments, "--format", "csv", "log"]).stdout
    anna, bela = csv.DictReader(io.StringIO(printed))
    assert (anna["source"], bela["source"]) == ("", "a letter")
    assert [*anna] == [
        *("position", "recorded_at", "recorded_by", "type", "schema", "id", "data"),
        *("source", "previous_hash", "hash"),
    ]
