"""The proposals as a CSV table: written for a person to mark, and read with the marks."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TextIO

from ledger.events.problems import Problem, Refused, refusal
from ledger.importing.federation_lists.list_file import cells_of, encoding_of, text_lines
from ledger.importing.federation_lists.player_list import ListFindings
from ledger.importing.formats.csv_cells import CsvWriter, unguarded

Mark = Literal["yes", "new"]
COLUMNS = (
    "accept",
    "proposal",
    "kind",
    "line",
    "number",
    "player",
    "name",
    "birth_year",
    "federation",
    "club",
    "figure",
    "what",
)
_MARKS: Mapping[str, Mark | None] = {
    "": None,
    "no": None,
    "n": None,
    "0": None,
    "yes": "yes",
    "y": "yes",
    "x": "yes",
    "1": "yes",
    "new": "new",
}


def read_marks(path: Path) -> dict[str, Mark]:
    """The proposals marked in a table, by their ids.

    Raises :class:`~ledger.events.problems.Refused` with every line that cannot be understood.
    """
    marks: dict[str, Mark] = {}
    problems: list[Problem] = []
    for line, row in _rows(path):
        mark = _MARKS.get(row["accept"].strip().casefold(), row["accept"])
        if mark not in {None, "yes", "new"}:
            message = f"{str(mark)[:20]!r} is no mark: write yes, new (for a link) or nothing"
            problems.append(Problem(line, "accept", "bad-mark", message))
        elif mark is not None:
            marks[row["proposal"].strip()] = "new" if mark == "new" else "yes"
    if problems:
        raise Refused(problems)
    if not marks:
        raise refusal("nothing-marked", f"no line of {path} is marked: write yes under accept")
    return marks


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    findings = ListFindings()
    with path.open("rb") as stream:
        lines = text_lines(stream, encoding_of(stream, findings), findings)
        _, heading = next(lines, (1, ""))
        delimiter = max(",;\t", key=heading.count)
        names = cells_of(heading, delimiter) or []
        if not {"accept", "proposal"} <= set(names):
            message = f"{path} has no columns accept and proposal: --proposals writes the table"
            raise refusal("no-table", message, "--accept")
        for line, text in lines:
            cells = cells_of(text, delimiter)
            if cells is None:
                raise Refused([Problem(line, None, "no-table", "its quotes do not match")])
            row = dict(zip(names, map(unguarded, cells), strict=False))
            yield line, {**dict.fromkeys(names, ""), **row}


def write_table(rows: Iterable[Mapping[str, Any]], file: TextIO) -> None:
    """Write the proposals as CSV, to be marked under ``accept``."""
    writer = CsvWriter(file)
    writer.row(COLUMNS)
    for row in rows:
        cells = {**row, "accept": "yes" if row["accepted"] else "", "what": description(row)}
        writer.row([cells[column] for column in COLUMNS])


def description(row: Mapping[str, Any]) -> str:
    """A proposal in words: what is different, and why it is proposed."""
    differences = [_difference(each) for each in row["changes"]]
    return "; ".join([*differences, *row["reasons"]])


def _difference(change: Mapping[str, Any]) -> str:
    before = "none" if change["register"] is None else change["register"]
    return f"{change['field']} {before} → {change['list']}"
