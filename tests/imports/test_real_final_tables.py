"""The tables of real files on the page: every place, point and tie-break as it was announced.

The expected values are read here from the bytes of the file, by a reader of a few lines.
"""

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from tests.databases.fresh import SQLiteFiles
from tests.imports.real_files import REAL, import_file, ledger_shell, skip_without_them
from tests.projections.submissions import POOL, adoption

skip_without_them()

Line = tuple[str, int, float, tuple[float, ...]]
"""Name without commas, place, points, tie-breaks."""


@attrs.frozen
class Announced:
    """A file, the options of its import, and the reader of its table."""

    format: str
    path: str
    lines: Callable[[Path], list[Line]]
    options: tuple[str, ...] = ()


def of_trf(path: Path) -> list[Line]:
    """Records 001: the name in columns 15-47, the points in 81-84, the rank in 86-89."""
    rows = [row for row in path.read_text("utf-8").splitlines() if row.startswith("001")]
    return [(tidy(row[14:47]), int(row[85:89]), float(row[80:84]), ()) for row in rows]


def of_table(path: Path) -> list[Line]:
    """A place that is left out is that of the row above."""
    lines: list[Line] = []
    with path.open(encoding="utf-8-sig") as text:
        rows = [row for row in csv.reader(text, delimiter=";") if len(row) > 10]
    heading, *rows = rows[next(n for n, row in enumerate(rows) if "Name" in row) :]
    name, points = heading.index("Name"), heading.index("Pts. ")
    for row in rows:
        if row[name]:
            place = int(row[0]) if row[0] else lines[-1][1]
            broken = tuple(map(number, row[points + 1 :]))
            lines.append((tidy(row[name]), place, number(row[points]), broken))
    return lines


def of_upload(path: Path) -> list[Line]:
    players = ElementTree.parse(path).iter("player")  # noqa: S314 - a file of our own choice
    found = [each.attrib for each in players]
    broken = [name for name in ("tb1", "tb2", "tb3") if any(each[name] for each in found)]
    return [
        (
            tidy(f"{each['lastname']} {each['firstname']}"),
            int(each["rank"]),
            number(each["pts"]),
            tuple(number(each[name]) for name in broken),
        )
        for each in found
        if each["lastname"]
    ]


def tidy(name: str) -> str:
    return " ".join(re.sub(r"[,;]", " ", name).split())


def number(text: str) -> float:
    return float(text.replace(",", ".").replace("½", ".5") or 0)


FILES = (
    Announced("trf", "trf/echecs_javafo_sample2.trf", of_trf),
    Announced(
        "crosstable",
        "crosstables/moscow_open_2018.csv",
        of_table,
        ("--ended-on", "2018-02-05", "--system", "swiss"),
    ),
    Announced("chessresults", "chess_results_xml/Single_SwissSystem.xml", of_upload),
    Announced("chessresults", "chess_results_xml/Team_SwissSystem.xml", of_upload),
)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda it: Path(it.path).stem)
def test_a_final_table_is_the_one_that_was_announced(
    sqlite_files: SQLiteFiles, tmp_path: Path, file: Announced
) -> None:
    with ledger_shell(sqlite_files, tmp_path, adoption()) as shell:
        document = import_file(shell, file.format, file.path, POOL, *file.options)
        table: Any = shell.json("crosstable", POOL, document["tournament"]["tournament"])
    assert table["source"] == "submitted"
    shown = [
        (tidy(it["name"]), it["place"][0], it["points"], tuple(it["tie_breaks"]))
        for it in table["players"]
    ]
    expected = file.lines(REAL / file.path)
    assert sorted(shown) == sorted(expected)
    assert [place for _, place, *_ in shown] == sorted(place for _, place, *_ in expected)
