"""Files with too much of something: refused in words, quickly, and in little memory."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from ledger.importing.formats.canonical.csv_tables import packed
from ledger.importing.formats.registry import FORMATS
from ledger.importing.formats.text import LARGEST_FILE
from tests.imports import swissperfect_files
from tests.imports.full_files import LAUGHS, filled
from tests.imports.jet_files import NUMBER, TEXT, data, jet
from tests.imports.swiss_manager_files import PLAYERS, swiss_manager
from tests.imports.tournament_files import (
    PLAYERS_CSV,
    SWI_TEMPLATE,
    TOURNAMENT_CSV,
    errors,
    swi_player,
)
from tests.imports.us_chess_files import PLAYER, dbase, players
from tests.imports.valid_files import GOOD
from tests.tables import every

pytestmark = pytest.mark.hostile

ROOT = Path(__file__).parents[2]
MOST_MEMORY, MOST_SECONDS = 300e6, 10
STATUS = Path("/proc/self/status")  # ru_maxrss begins with the peak of the parent
MEASURED = pytest.mark.skipif(not STATUS.exists(), reason="memory is measured on Linux only")

PEAK = f"""
from pathlib import Path
def peak():
    lines = Path("{STATUS}").read_text().splitlines()
    return next(int(line.split()[1]) * 1_024 for line in lines if line.startswith("VmHWM"))
"""
# Reads a file as a format in a process of its own; prints errors, peak memory and busy time.
READ_ALONE = f"""{PEAK}
import json, sys, time
from ledger.importing.formats.registry import read, detect_format
content = Path(sys.argv[2]).read_bytes()
detect_format(content)
_, issues = read(sys.argv[1], "a file", content)
errors = [issue.message for issue in issues if issue.kind == "error"]
print(json.dumps([errors, peak(), time.process_time()]))
"""
COMMAND_ALONE = f"""{PEAK}
import sys
from projections.interfaces.cli.lazy_commands import main
try:
    main()
finally:
    print(peak(), file=sys.stderr)
"""
AGA = b"TOURNEY Cup\nPLAYERS\n"
CUP = b"[tournament]\nname,Cup\nended_on,2024-03-03\n[players]\nnumber,name\n1,A\n2,B\n[games]\n"
DSB, GOTHA = b"<DSB_DWZ_TournamentReport>", b"<Tournament>"

ROUNDS = b"Cup\nRk;Name;1.Rd\n"
SWI = SWI_TEMPLATE.encode() + b"\n"
SWI_PLAYER = swi_player(1, "A", ["1W  2"] * 200).encode() + b"\n"
WALL = b"-- ----- --- ---\n    Name  I   II\n-- ----- --- ---\n"


def crowded_database() -> bytes:
    """A database whose catalogue has as many rows as its pages have room for."""
    database = jet({"OTHER": ({"Ref": NUMBER}, [])})
    row = [{"Id": 1, "Type": 1, "Name": ""}] * 140
    page = data(2, {"Id": NUMBER, "Type": NUMBER, "Name": TEXT}, row)
    return filled(database, page)


def crowded_table(fields: int, rows: int) -> bytes:
    """A rating report's table of players with as many rounds and rows."""
    names = {**PLAYER, **{f"D_RND{round_:02}": 5 for round_ in range(1, fields - 6)}}
    table = dbase(names, [])[:-1]
    width = 1 + sum(names.values())
    row = b" " + b"".join(
        players()[0].get(name, "L1B").encode().ljust(size) for name, size in names.items()
    )
    assert len(row) == width
    return table[:4] + rows.to_bytes(4, "little") + table[8:] + row * rows


def crowd(size: int, rounds: int) -> bytes:
    """A TRF file in which neighbours meet in every round."""
    lines = [b"012 Cup", b"052 2024/03/03"]
    for number in range(1, size + 1):
        other, colour = (number + 1, b"w") if number % 2 else (number - 1, b"b")
        cell = b"  %4d %s %s" % (other, colour, b"1" if number % 2 else b"0")
        lines.append((b"001 %4d      A" % number).ljust(91) + cell * rounds)
    return b"\n".join(lines)


BOUNDLESS: Mapping[str, tuple[str, Callable[[], bytes], str]] = {
    "lines of records": ("trf", lambda: filled(b"001    1      A\n", b"abc\n"), "lines"),
    "players": ("trf", lambda: filled(b"", b"001    1 " + b"A" * 100 + b"\n"), "5000 players"),
    "rounds": ("trf", lambda: crowd(1_900, 990), "300,000 results"),
    "rows": ("csv", lambda: filled(CUP + b"round,white,black\n", b"1,1,2\n"), "lines"),
    "an open quote": ("csv", lambda: filled(CUP, b'"' + b"a" * 9_999 + b"\n"), "CSV"),
    "objects": ("jsonl", lambda: filled(b"", b"{}\n"), "lines"),
    "comments": ("h9", lambda: filled(b"", b";\n"), "lines"),
    "cells": ("h9", lambda: filled(b"", b"1 A B 2d HU " + b"2+ " * 90 + b"\n"), "5000 players"),
    "tags": ("pgn", lambda: filled(b"", b'[Result "1-0"]\n'), "lines"),
    "tags of few games": ("pgn", lambda: filled(b"", b'[Event "' + b"A" * 900 + b'"]\n'), "name"),
    "tags of one line": (
        "pgn",
        lambda: filled(b"", b'[A "x"]' * 12_000 + b"\n"),
        "300,000 results",
    ),
    "elements": ("dsb", lambda: filled(DSB, b"<a/>", b"</DSB_DWZ_TournamentReport>"), "elements"),
    "text": ("dsb", lambda: filled(DSB, b"a\n", b"</DSB_DWZ_TournamentReport>"), "characters"),
    "games": ("opengotha", lambda: filled(GOTHA, b"<Game/>", b"</Tournament>"), "elements"),
    "depth": ("opengotha", lambda: filled(b"", GOTHA), "nested"),
    "rows of a crosstable": ("crosstable", lambda: filled(ROUNDS, b"1;A;2w1\n"), "lines"),
    "wide rows of a crosstable": (
        "crosstable",
        lambda: filled(ROUNDS, b"1;A;" + b"2w1;" * 900 + b"\n"),
        "5000 players",
    ),
    "players of an SWI": ("swi", lambda: filled(SWI, SWI_PLAYER), "5000 players"),
    "rows of a wall list": ("walllist", lambda: filled(WALL, b" 1 Ahorn 2+ 3+ \n"), "lines"),
    "pairings": ("macmahon", lambda: filled(b"<TournamentData>", b"<a/>"), "elements"),
    "games of groups": ("trx", lambda: filled(b"<Tournament>", b"<Game/>"), "elements"),
    "rows of a database": ("papi", crowded_database, "database is damaged"),
    "bytes of a Swiss-Chess file": ("swt", lambda: filled(b"", b"\0"), "does not fit"),
    "players of Swiss-Manager": (
        "swissmanager",
        lambda: swiss_manager(players=PLAYERS * 10_000),
        "5000 players",
    ),
    "games of Swiss-Manager": (
        "swissmanager",
        lambda: swiss_manager([((1, 2, 1),) * 60_000] * 15, days=[0] * 15),
        "300,000 results",
    ),
    "records of a table": (
        "swissperfect",
        lambda: swissperfect_files.swissperfect([swissperfect_files.ANNA] * 30_000),
        "5000 players",
    ),
    "games of a server": ("lichess", lambda: filled(b"", b'{"id":"12345678"}\n'), "lines"),
    "games of a round": (
        "chesscom",
        lambda: filled(b'{"games":[', b'{"url":"a"},', b"{}]}"),
        "300,000 results",
    ),
    "rows of a rating report": ("uschess", lambda: crowded_table(10, 200_000), "cannot be read"),
    "players of a rating report": ("uschess", lambda: crowded_table(10, 50_000), "too many"),
    "rounds of a rating report": ("uschess", lambda: crowded_table(200, 2_400), "used twice"),
    "players of AGA results": ("aga", lambda: filled(AGA, b"1 a a a a a a\n"), "lines"),
    "games of AGA results": (
        "aga",
        lambda: filled(AGA + b"1 A 3k\n2 B 3k\nGAMES\n", b"1 2 W 0 7" + b" " * 80 + b"\n"),
        "not state the last day",
    ),
    "bytes of a database": ("sharly", lambda: filled(b"SQLite format 3\0", b"\0"), "damaged"),
    "pairings of an upload": (
        "chessresults",
        lambda: filled(b"<chessresults>", b"<a/>"),
        "elements",
    ),
    "players of SWAR": (
        "swar",
        lambda: filled(b'{"Swar":{"Player":[', b"{},", b"{}]}}"),
        "300,000 results",
    ),
    "games of PairTwo": (
        "pairtwojson",
        lambda: filled(b'{"tournament":{},"players":[],"rounds":[{"games":[', b"{},", b"{}]}]}"),
        "300,000 results",
    ),
    "rows of a page": ("crosstable", lambda: filled(b"<table>", b"<tr>"), "more rows or tags"),
    "tags of a page": ("swisschess", lambda: filled(b"<h2>", b"<a <td"), "no form of a player"),
    "an attribute": ("opengotha", lambda: filled(b'<Tournament a="', b"a", b'"/>'), "General"),
}


@MEASURED
@pytest.mark.parametrize("name", BOUNDLESS)
def test_a_file_with_too_much_of_it_is_refused_in_little_memory(name: str, tmp_path: Path) -> None:
    format_, content, says = BOUNDLESS[name]
    path = tmp_path / "file"
    path.write_bytes(content())
    arguments = [sys.executable, "-c", READ_ALONE, format_, str(path)]
    ended = subprocess.run(arguments, cwd=ROOT, check=True, capture_output=True)
    messages, peak, seconds = json.loads(ended.stdout)
    assert any(says in message for message in messages)
    assert peak < MOST_MEMORY
    assert seconds < MOST_SECONDS


@MEASURED
def test_files_of_100_mb_are_refused_by_the_command_in_little_memory(tmp_path: Path) -> None:
    """All of them in one call: each is read to its limit, and none is kept."""
    names = []
    for format_ in FORMATS:
        path = tmp_path / f"file.{format_}"
        with path.open("wb") as file:
            file.write(GOOD[format_])
            file.truncate(100_000_000)
        names.append(str(path))
    database = f"sqlite:///{tmp_path}/ledger.db"
    program = [sys.executable, "-c", COMMAND_ALONE, "--database", database]
    subprocess.run([*program, "init"], cwd=ROOT, check=True, capture_output=True)
    arguments = [*program, "import", "auto", *names, "--pool", "house"]
    ended = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.count("more than 20 MB") == len(FORMATS)
    assert int(ended.stderr.split()[-1]) < MOST_MEMORY


# --- nesting ---------------------------------------------------------------------------------

NESTED: Mapping[str, tuple[str, bytes, str]] = {
    "lists": ("jsonl", b'{"kind":' + b"[" * 90_000 + b"]", "cannot be read"),
    "objects": ("jsonl", b'{"kind":' * 10_000 + b"}", "cannot be read"),
    "values in a field": ("jsonl", b'{"kind":"game","round":[[1]]}', "a text or a number"),
    "elements": ("dsb", b"<DSB_DWZ_TournamentReport>" * 1_000, "nested"),
    "elements of Go": ("opengotha", b"<Tournament>" * 1_000, "nested"),
    "entities": ("dsb", b'<!DOCTYPE a [<!ENTITY l0 "ha">' + LAUGHS + b"]><a>&l9;</a>", "DTD"),
    "parentheses of moves": ("pgn", b'[White "A"]\n\n' + b"(" * 90_000, "name"),
    "comments of moves": ("pgn", b'[White "A"]\n\n' + b"{" * 90_000, "name"),
}


@every("name", NESTED)
def test_what_is_nested_deep_is_refused(name: str) -> None:
    format_, content, says = NESTED[name]
    assert any(says in error.message for error in errors(format_, content))


# --- archives --------------------------------------------------------------------------------


def archive(tables: Mapping[str, bytes], **options: Any) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, **options) as pack:
        for name, table in tables.items():
            pack.writestr(name, table)
    return content.getvalue()


TABLES = {
    "tournament.csv": TOURNAMENT_CSV.encode(),
    "players.csv": PLAYERS_CSV.encode(),
    "games.csv": b"round,white,black,result_white,result_black\n1,1,2,1,0\n",
}


@every("name", TABLES)
def test_a_table_that_unpacks_without_end_is_refused(name: str) -> None:
    bomb = archive({**TABLES, name: b"1,2\n" * 50_000_000})
    assert len(bomb) < 1_000_000
    assert "more than 20 MB" in errors("csv", bomb)[0].message


def test_an_archive_in_an_archive_is_not_opened() -> None:
    inner = archive(TABLES)
    assert "no tournament.csv" in errors("csv", archive({"tables.zip": inner}))[0].message
    assert "binary" in errors("csv", archive({**TABLES, "games.csv": inner}))[0].message


def test_a_table_in_a_folder_of_the_archive_is_not_taken() -> None:
    moved = {f"../{name}": table for name, table in TABLES.items()}
    assert "no tournament.csv" in errors("csv", archive(moved))[0].message


def test_an_archive_of_very_many_files_is_refused() -> None:
    many = archive({str(number): b"" for number in range(20_000)})
    assert "no tournament.csv" in errors("csv", many)[0].message


def test_a_folder_with_a_table_that_is_too_large_is_refused_for_it(tmp_path: Path) -> None:
    for name, table in TABLES.items():
        (tmp_path / name).write_bytes(table)
    with (tmp_path / "players.csv").open("r+b") as players:
        players.truncate(100_000_000)
    content = packed(tmp_path)
    assert len(content) < LARGEST_FILE + 10_000
    assert "more than 20 MB" in errors("csv", content)[0].message


def test_a_damaged_or_locked_archive_is_refused() -> None:
    valid_report = archive(TABLES)
    where = valid_report.index(b"games.csv") + len(b"games.csv")
    damaged = valid_report[:where] + b"\x00" * 8 + valid_report[where + 8 :]
    directory = valid_report.index(b"PK\x01\x02")
    locked = bytearray(valid_report)
    locked[6] |= 1
    locked[directory + 8] |= 1
    for content in (
        damaged,
        bytes(locked),
        valid_report[:directory],
        valid_report[: len(valid_report) // 2],
    ):
        assert "cannot be read" in errors("csv", content)[0].message
