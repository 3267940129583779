"""Every reader of binary, packed or marked-up files, and sizes that end a process.

Each file is read in a process with 400 MB of memory to its name: refused with what to do, in a
few seconds, and in less memory than a tournament of the largest size may take.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ledger.events.problems import Refused
from ledger.importing.formats import workbook_process
from ledger.importing.formats.archive import MOST_MEMBERS
from ledger.importing.formats.spreadsheet import read_sheets
from tests.imports.full_files import LAUGHS, filled
from tests.imports.hostile_workbooks import (
    crowded_players,
    endless_rounds,
    far_cell,
    long_definition,
    many_sheets,
    number,
    old_workbook,
    overlapping_texts,
    packed,
    repeated_cells,
    row,
    understated,
    workbook,
)
from tests.members.spreadsheets import xlsx

pytest.importorskip("resource", reason="memory is limited on POSIX only")
pytestmark = pytest.mark.hostile

ROOT = Path(__file__).parents[2]
MOST_SPACE, MOST_MEMORY, MOST_SECONDS = 400_000_000, 300e6, 25

READ_ALONE = f"""
import json, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, ({MOST_SPACE}, {MOST_SPACE}))
from ledger.events.problems import Refused
from ledger.importing.formats.registry import detect_format, read
from ledger.importing.formats.spreadsheet import read_sheets
content = Path(sys.argv[2]).read_bytes()
if sys.argv[1] == "members":
    try:
        read_sheets(content)
        messages = []
    except Refused as refused:
        messages = [problem.message for problem in refused.problems]
else:
    detect_format(content)
    _, issues = read(sys.argv[1], "a file", content)
    messages = [issue.message for issue in issues if issue.kind == "error"]
used = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
busy = sum(each.ru_utime + each.ru_stime for each in used)
lines = Path("/proc/self/status").read_text().splitlines()
peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
print(json.dumps([messages, 1_024 * peak, 1_024 * used[1].ru_maxrss, busy]))
"""

TOO_MUCH = "one cell far below or far to the right"
LONG_TEXT = f"<si><t>{'a' * 1_000_000}</t></si>"
DOCTYPE = f"<!DOCTYPE a [<!ENTITY l0 '{'a' * 1_000}'>{LAUGHS.decode()}]>"
SPAN = b"<tr>" + b"<td colspan=99>" * 4
TR = b"<table><tr><td>"

HOSTILE: Mapping[str, tuple[str, Callable[[], bytes], str]] = {
    # Workbooks: .xlsx, .ods, .xls
    "a cell in the last row and column": ("members", far_cell, TOO_MUCH),
    "the same as a crosstable": ("crosstable", far_cell, TOO_MUCH),
    "a cell in the last row": ("members", lambda: far_cell("A1048576"), "300,000 rows"),
    "a cell far to the right": ("members", lambda: far_cell("XFD250000"), TOO_MUCH),
    "a table that is full of nothing": ("members", lambda: far_cell("SZ250000"), TOO_MUCH),
    "many sheets of a cell far down": (
        "members",
        lambda: many_sheets(60, far_cell("A250000")),
        TOO_MUCH,
    ),
    "many sheets of nothing that is long": (
        "members",
        lambda: many_sheets(500, workbook("<row/>" * 10_000_000)),
        TOO_MUCH,
    ),
    "a long text shown often": (
        "members",
        lambda: workbook(row('<c t="s"><v>0</v></c>') * 20_000, LONG_TEXT),
        TOO_MUCH,
    ),
    "very many shared texts": (
        "members",
        lambda: workbook(row(number("A1")), "<si><t>a</t></si>" * 11_000_000),
        TOO_MUCH,
    ),
    "a cell that is too long": (
        "members",
        lambda: workbook(row(f'<c t="inlineStr"><is><t>{"a" * 50_000_000}</t></is></c>')),
        TOO_MUCH,
    ),
    "very many cells": ("members", lambda: workbook(row(number()) * 6_000_000), TOO_MUCH),
    "a workbook that unpacks without end": (
        "members",
        lambda: workbook(" " * 250_000_000),
        "200 MB",
    ),
    "one whose directory says it does not": (
        "members",
        lambda: understated(workbook(row(number()) * 9_000_000)),
        "damaged",
    ),
    "entities in a workbook": (
        "members",
        lambda: workbook(row('<c t="str"><v>&l9;</v></c>'), head=DOCTYPE),
        "damaged",
    ),
    "very many members": (
        "members",
        lambda: packed({str(each): "" for each in range(MOST_MEMBERS + 1)}),
        "members",
    ),
    "a cell that stands for a table": ("members", lambda: repeated_cells(300, 250_000), TOO_MUCH),
    "a cell that stands for a column": (
        "members",
        lambda: repeated_cells(1, 1_000_000),
        "300,000 rows",
    ),
    "a cell that stands for a sheet": (
        "members",
        lambda: repeated_cells(16_384, 1_048_576),
        "damaged",
    ),
    "an old workbook with a cell in the last row and column": (
        "members",
        lambda: old_workbook([(0, 0), (65_535, 65_535)]),
        TOO_MUCH,
    ),
    # Databases and records of programs
    "players in rows of two bytes": ("papi", lambda: crowded_players(4_800), "damaged"),
    "texts that overlap": ("papi", lambda: overlapping_texts(4_800), "damaged"),
    "a definition of many pages": ("papi", lambda: long_definition(4_800), "INFO and JOUEUR"),
    "rounds without end": ("swt", lambda: endless_rounds(4_000, 200), "300,000 results"),
    "rounds against one": ("swt", lambda: endless_rounds(3_000, 100), "player 1"),
    # Archives of tables
    "tables among very many members": (
        "csv",
        lambda: packed({str(each): "" for each in range(MOST_MEMBERS + 1)}),
        "pack the three tables again",
    ),
    # XML
    "attributes of one element": (
        "opengotha",
        lambda: b"<Tournament %s/>" % b"".join(b'a%d="" ' % each for each in range(1_600_000)),
        "attributes",
    ),
    "ampersands": ("dsb", lambda: filled(b"<DSB_DWZ_TournamentReport>", b"&"), "XML"),
    # Web pages
    "references": ("crosstable", lambda: filled(TR, b"&#1"), "crosstable"),
    "references in a title": ("crosstable", lambda: filled(b"<h1>", b"&#1"), "crosstable"),
    "cells that are wide": ("crosstable", lambda: filled(b"<table>", SPAN), "more rows or tags"),
    "tables in tables": ("crosstable", lambda: filled(b"", TR + b"a" * 9_000), "crosstable"),
    "tags that never end": ("crosstable", lambda: filled(b"<table>", b"<td"), "crosstable"),
    "titles": ("crosstable", lambda: filled(b"", b"<h1>ab</h1>"), "more rows or tags"),
    # Tables
    "cells of a list": ("members", lambda: filled(b"Name\n", b"ab;" * 60 + b"\n"), "cells"),
    "cells of a crosstable": ("crosstable", lambda: filled(b"", b"ab;" * 60 + b"\n"), "cells"),
    "ends of lines": ("members", lambda: filled(b"Name", b"\r"), "300,000 rows"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_little_memory_and_time(name: str, tmp_path: Path) -> None:
    reader, content, says = HOSTILE[name]
    path = tmp_path / "file"
    path.write_bytes(content())
    arguments = [sys.executable, "-c", READ_ALONE, reader, str(path)]
    ended = subprocess.run(arguments, cwd=ROOT, check=True, capture_output=True)
    messages, peak, peak_of_the_process_apart, seconds = json.loads(ended.stdout)
    assert any(says in message for message in messages)
    assert all(len(message) < 1_000 for message in messages)
    assert peak < MOST_MEMORY
    assert peak_of_the_process_apart < MOST_SPACE
    assert seconds < MOST_SECONDS


# --- the process of its own ------------------------------------------------------------------


def refused(content: bytes) -> str:
    with pytest.raises(Refused) as error:
        read_sheets(content)
    return error.value.problems[0].message


def test_what_divides_rows_and_cells_is_a_blank_within_a_text() -> None:
    divided = f"Anna{workbook_process.CELL_END}B{workbook_process.SHEET_END}C\nD\rE"
    assert workbook_process._line([divided, "2"]).decode() == "Anna B C D\rE\x1f2\n"
    (sheet,) = read_sheets(workbook(row("<c t='inlineStr'><is><t>A&#10;B&#13;C</t></is></c>")))
    assert sheet.rows == [["A B C"]]


def test_a_table_that_begins_below_and_to_the_right_stays_where_it_is() -> None:
    (sheet,) = read_sheets(workbook(row(number("C2"), number("E2"))))
    assert sheet.rows == [[""] * 5, ["", "", "1", "", "1"]]


def test_every_sheet_is_read_one_that_is_empty_too() -> None:
    first, second = read_sheets(many_sheets(2, xlsx([("Name", "DWZ"), ("Anna", 1700)])))
    assert first.rows == second.rows == [["Name", "DWZ"], ["Anna", "1700"]]
    assert [sheet.rows for sheet in read_sheets(workbook(""))] == [[]]


def test_a_reader_that_stops_with_a_signal_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it does where the system ends it."""
    monkeypatch.setattr(workbook_process, "__file__", "/no such program")
    assert TOO_MUCH in refused(xlsx([("Name",)]))


def test_where_no_process_can_be_started_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no such Python")
    assert "no process can be started" in refused(xlsx([("Name",)]))
