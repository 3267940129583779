"""The canonical CSV: the tables ``tournament`` (key, value), ``players`` and ``games``.

A fourth one, ``teams``, is optional.
They come as a ZIP archive of ``tournament.csv``, ``players.csv``, ``games.csv`` (a packed
folder of these files), or as one file in which a line ``[players]`` announces
the table that follows.  Commas, semicolons and tabs are accepted.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from ledger.events.messages import Message, joined_with_and
from ledger.importing.formats import archive, kit
from ledger.importing.formats.canonical.cells import Row, columns_of, placed
from ledger.importing.formats.canonical.columns import unknown_fields
from ledger.importing.formats.canonical.rows import report_of
from ledger.importing.formats.csv_cells import unguarded
from ledger.importing.formats.text import tidy_all

KINDS = {"tournament": "tournament", "teams": "team", "players": "player", "games": "game"}
_NEEDED = Message(
    "give [tournament] with key,value (name, ended_on …), [players] with number,name …, "
    "[games] with round,white,black,result_white,result_black …"
)
_HEADING = re.compile(r"\[(tournament|teams|players|games)\][,;\s]*")
_DELIMITERS = ",;\t"


@attrs.frozen
class Table:
    """The lines of one table and the number of the line before the first."""

    lines: Sequence[str]
    offset: int
    place: str


def packed(folder: Path) -> bytes:
    """The three tables of a folder as one archive, the same bytes for the same tables."""
    paths = (folder / f"{kind}.csv" for kind in KINDS)
    return archive.packed_files(path for path in paths if path.is_file())


def read_csv(file: kit.File) -> kit.TournamentReport:
    """The report of the canonical CSV."""
    is_packed = file.content.startswith(archive.BEGINNING)
    tables = _of_archive(file) if is_packed else _of_text(file)
    missing = [kind for kind in KINDS if kind not in tables and kind != "teams"]
    if missing:
        message = Message(
            "the table %(missing)s is missing: %(needed)s",
            {"missing": joined_with_and(missing), "needed": _NEEDED},
        )
        raise file.refusal(message)
    about = _pairs(tables["tournament"], file)
    lists = [name for name in KINDS if name in tables and name != "tournament"]
    rows = {KINDS[name]: list(_rows(name, tables[name], file)) for name in lists}
    return report_of(about, rows, file)


def _of_archive(file: kit.File) -> dict[str, Table]:
    tables, encodings = {}, set()
    try:
        with archive.open_archive(file.content) as pack:
            for kind in KINDS:
                if f"{kind}.csv" not in pack.namelist():
                    continue
                lines = file.lines(content=archive.read_member(pack, f"{kind}.csv"))
                encodings.add(file.encoding)
                tables[kind] = Table(lines, 0, f"{kind}.csv: ")
    except archive.DAMAGED:
        message = Message("the archive cannot be read: pack the three tables again")
        raise file.refusal(message) from None
    if not tables:
        message = Message("there is no tournament.csv, players.csv, games.csv in the archive")
        raise file.refusal(message)
    file.encoding = ", ".join(sorted(encodings))
    return tables


def _of_text(file: kit.File) -> dict[str, Table]:
    lines = file.lines()
    starts = [
        (match[1], number)
        for number, line in enumerate(lines, start=1)
        if "[" in line and (match := _HEADING.fullmatch(line.strip()))
    ]
    if not starts or any(line.strip() for line in lines[: starts[0][1] - 1]):
        message = Message(
            "the file must begin with a line [tournament], [players] or [games]: %(needed)s",
            needed=_NEEDED,
        )
        raise file.refusal(message, 1)
    tables: dict[str, Table] = {}
    ends = [number - 1 for _, number in starts[1:]] + [len(lines)]
    for (kind, start), end in zip(starts, ends, strict=True):
        if kind in tables:
            message = Message("the table [%(kind)s] comes twice: put both together", kind=kind)
            raise file.refusal(message, start)
        tables[kind] = Table(lines[start:end], start, "")
    return tables


def _pairs(table: Table, findings: kit.Findings) -> Row:
    """The table of the tournament: a field and its value in each line."""
    values: dict[str, str] = {}
    lines: dict[str, int] = {}
    for index, (line, cells) in enumerate(_cells(table, findings)):
        name = cells[0].strip() if cells else ""
        if not name or (index == 0 and (name, "".join(cells[1:2])) == ("key", "value")):
            continue
        for message in unknown_fields("tournament", [name]):
            findings.error(placed(table.place, message), line)
        if name in values:
            message = Message("%(name)s is listed twice: keep one", name=name)
            findings.error(placed(table.place, message), line)
        values[name], lines[name] = (cells[1] if len(cells) > 1 else ""), line
    return Row(
        line=table.offset + 1,
        columns=columns_of(tuple(values)),
        texts=tidy_all([*values.values()]),
        findings=findings,
        written=values,
        place=table.place,
        lines=lines,
    )


def _rows(kind: str, table: Table, file: kit.File) -> Iterator[Row]:
    """The rows of a table under the names of its first line."""
    names: tuple[str, ...] | None = None
    for line, cells in _cells(table, file):
        if names is None:
            given = file.supplied.columns.get(kind, {})  # to nothing: the column is left out
            names = tuple(given.get(each, each.casefold()) for each in map(str.strip, cells))
            for why in unknown_fields(KINDS[kind], names):
                message = Message("%(why)s: rename it, or map it", why=why)
                file.error(placed(table.place, message), line)
            if len(set(names) - {""}) < len([name for name in names if name]):
                message = Message("a column is there twice: keep one")
                file.error(placed(table.place, message), line)
            continue
        if len(cells) > len(names):
            message = Message(
                "%(cells)s cells under %(columns)s columns: put quotes around commas",
                {"cells": len(cells), "columns": len(names)},
            )
            file.error(placed(table.place, message), line)
            continue
        columns, texts = columns_of(names[: len(cells)]), tidy_all(cells)
        yield Row(line=line, columns=columns, texts=texts, findings=file, place=table.place)


def _cells(table: Table, findings: kit.Findings) -> Iterator[tuple[int, list[str]]]:
    """The cells of every line that is not blank, with the line's number in the file."""
    heading = next((line for line in table.lines if line.strip()), "")
    delimiter = max(_DELIMITERS, key=heading.count)
    lines = [line + "\n" for line in table.lines]
    guarded = any("'" in line for line in lines)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    before = 0
    try:
        for cells in reader:
            line, before = table.offset + before + 1, reader.line_num
            if any(map(str.strip, cells)):
                yield line, [*map(unguarded, cells)] if guarded else cells
    except csv.Error as error:
        message = Message(
            "this is not CSV (%(why)s): quote a cell and double its quotes", why=str(error)
        )
        findings.error(placed(table.place, message), table.offset + reader.line_num)
