"""What a list proposes, as a document for programs, a table to be marked, a page for people."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TextIO

import attrs
import orjson
from rich.console import Console
from rich.markup import escape

from ledger.console.console import table
from ledger.player_lists.outcome import Enrolled
from ledger.player_lists.proposal_table import COLUMNS
from ledger.player_lists.proposals import KINDS

_SHOWN = {
    "line": "Line",
    "number": "Number",
    "name": "Name",
    "birth_year": "Born",
    "federation": "Fed",
    "player": "Register",
    "what": "What",
}


def document_parts(enrolled: Enrolled) -> Iterator[str]:
    """The JSON document, piece by piece, since the proposals may be millions."""
    head = orjson.dumps(_summary(enrolled)).decode()
    yield head.removesuffix("}") + ',"proposals":['
    for number, row in enumerate(enrolled.rows()):
        yield (",\n" if number else "\n") + orjson.dumps(row).decode()
    yield "\n]}\n"


def _summary(enrolled: Enrolled) -> dict[str, Any]:
    edition, issues = enrolled.edition, enrolled.issues()
    document: dict[str, Any] = {
        "file": enrolled.file,
        "format": None if edition is None else edition.namespace,
        "list_date": None if edition is None else edition.day,
        "read": enrolled.read,
        "damaged": enrolled.findings.damaged_lines,
        "not_registered": enrolled.strangers,
        "counts": {kind: enrolled.counts[kind] for kind in KINDS},
        "accepted": enrolled.accepted,
        "appended": enrolled.receipt.appended,
        "duplicates": enrolled.receipt.duplicates,
        "issues": [attrs.asdict(issue) for issue in issues],
    }
    if enrolled.refused:
        document["problems"] = [
            {"line": issue.line, "field": None, "code": "list", "message": issue.message}
            for issue in issues
            if issue.kind == "error"
        ]
    return document


def write_table(rows: Iterable[Mapping[str, Any]], file: TextIO) -> None:
    """The proposals as CSV, to be marked under ``accept`` and handed back."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        cells = {**row, "accept": "yes" if row["accepted"] else "", "what": what(row)}
        writer.writerow([cells[column] for column in COLUMNS])


def what(row: Mapping[str, Any]) -> str:
    """A proposal in words: what is different, and why it is proposed."""
    told = [_difference(each) for each in row["changes"]]
    return "; ".join([*told, *row["reasons"]])


def _difference(change: Mapping[str, Any]) -> str:
    before = "none" if change["register"] is None else change["register"]
    return f"{change['field']} {before} → {change['list']}"


# --- for people ------------------------------------------------------------------------------


def show(console: Console, enrolled: Enrolled) -> None:
    """The list on a page: how much there is of everything, the first of each kind, the issues."""
    title = enrolled.file if enrolled.edition is None else f"{enrolled.file}: {enrolled.edition}"
    console.print(f"[bold]{escape(title)}[/bold]")
    damaged = enrolled.findings.damaged_lines
    console.print(f"{enrolled.read:,} persons read; damaged lines: {damaged:,}.")
    for kind, meaning in KINDS.items():
        if rows := enrolled.first.get(kind):
            _show_kind(console, f"{enrolled.counts[kind]:,} × {kind}: {meaning}", rows)
            if (more := enrolled.counts[kind] - len(rows)) > 0:
                console.print(f"… and {more:,} more")
    if enrolled.strangers:
        console.print(f"{enrolled.strangers:,} others are not in the register: see --only.")
    for issue in enrolled.issues():
        console.print(escape(str(issue)))
    console.print(_outcome(enrolled))


def _show_kind(console: Console, title: str, rows: Sequence[Mapping[str, Any]]) -> None:
    shown = [{**row, "name": row["name"] or "(withheld)", "what": what(row)} for row in rows]
    console.print(table(shown, _SHOWN, title))


def _outcome(enrolled: Enrolled) -> str:
    if enrolled.refused:
        return "Refused: nothing was appended."
    if not enrolled.accepted:
        return "Nothing is accepted, so nothing was appended."
    appended, duplicates = enrolled.receipt.appended, enrolled.receipt.duplicates
    known = f", {duplicates:,} were known already" if duplicates else ""
    events = "event" if appended == 1 else "events"
    return f"{enrolled.accepted:,} accepted, {appended:,} {events} appended{known}."
