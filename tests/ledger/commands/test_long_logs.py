"""Logs of any length are printed as they are read: in parts, and with what every part needs."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from click.testing import CliRunner
from rich.console import Console

from projections.interfaces.cli.layout import LONG_LIST, listing
from projections.interfaces.cli.lazy_commands import main
from projections.interfaces.cli.log_commands import log_lines
from projections.queries.columns import ORDINAL, Column, Columns
from tests.ledger.lines import line, player
from tests.tables import every

PLAYERS = Columns[int](
    Column("number", "No", lambda number: number, ORDINAL),
    Column("name", "Name", lambda number: f"player {number}"),
)


def events(count: int, taken: list[int]) -> Iterator[tuple[dict[str, Any], str]]:
    for position in range(1, count + 1):
        taken.append(position)
        event = {
            "position": position,
            "recorded_at": "1996-05-02T12:00:00.000000Z",
            "recorded_by": "Carla",
            "type": "player.registered",
            "id": f"player {position}",
            "data": {"player": f"p{position}"},
        }
        yield event, f"Registration: p{position}"


def test_a_long_log_is_never_held_as_a_whole() -> None:
    taken: list[int] = []
    lines = log_lines(events(5_000, taken), 5_000, 80)
    for _ in range(3):
        next(lines)
    assert len(taken) == 3


@every("count", [0, 3, 1_500])
def test_every_event_is_a_line_of_it(count: int) -> None:
    lines = list(log_lines(events(count, []), count, 80))
    assert [line.split(maxsplit=1)[0] for line in lines] == [
        str(position) for position in range(1, count + 1)
    ]


def test_an_empty_list_says_that_there_is_nothing() -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(listing(PLAYERS, [], "All"))
    assert captured.get() == "All\n(none)\n"


@every("count", [3, LONG_LIST, LONG_LIST + 1, 3 * LONG_LIST + 2])
def test_every_row_of_a_list_is_in_it_once_under_one_heading(count: int) -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(listing(PLAYERS, range(count), "All"))
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
