"""The outcome of an enrolment as a JSON document for programs and as a page for people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import orjson
from rich.console import Console
from rich.markup import escape

from ledger.console.columns import identifier, prose
from ledger.console.tables import Columns, table
from ledger.player_lists.outcome import EnrolmentOutcome
from ledger.player_lists.proposal_table import description
from ledger.player_lists.proposals import KINDS

_COLUMNS: Columns = {
    "line": "Line",
    "number": "Number",
    "name": prose("Name"),
    "birth_year": "Born",
    "federation": "Fed",
    "player": identifier("Register"),
    "what": prose("What"),
}


def document_parts(outcome: EnrolmentOutcome) -> Iterator[str]:
    """The JSON document, piece by piece, since the proposals may be millions."""
    head = orjson.dumps(_summary(outcome)).decode()
    yield head.removesuffix("}") + ',"proposals":['
    for number, row in enumerate(outcome.rows()):
        yield (",\n" if number else "\n") + orjson.dumps(row).decode()
    yield "\n]}\n"


def _summary(outcome: EnrolmentOutcome) -> dict[str, Any]:
    edition, issues = outcome.edition, outcome.issues()
    document: dict[str, Any] = {
        "file": outcome.file,
        "format": None if edition is None else edition.namespace,
        "list_date": None if edition is None else edition.day,
        "read": outcome.read,
        "damaged": outcome.findings.damaged_lines,
        "not_registered": outcome.unregistered,
        "counts": {kind: outcome.counts[kind] for kind in KINDS},
        "accepted": outcome.accepted,
        "appended": outcome.receipt.appended,
        "duplicates": outcome.receipt.duplicates,
        "issues": [attrs.asdict(issue) for issue in issues],
    }
    if outcome.refused:
        document["problems"] = [
            {"line": issue.line, "field": None, "code": "list", "message": issue.message}
            for issue in issues
            if issue.kind == "error"
        ]
    return document


# --- for people ------------------------------------------------------------------------------


def show_outcome(console: Console, outcome: EnrolmentOutcome) -> None:
    """The list on a page: how much there is of everything, the first of each kind, the issues."""
    title = outcome.file if outcome.edition is None else f"{outcome.file}: {outcome.edition}"
    console.print(f"[bold]{escape(title)}[/bold]")
    damaged = outcome.findings.damaged_lines
    console.print(f"{outcome.read:,} persons read; damaged lines: {damaged:,}.")
    for kind, meaning in KINDS.items():
        if rows := outcome.samples.get(kind):
            _show_kind(console, f"{outcome.counts[kind]:,} × {kind}: {meaning}", rows)
            if (more := outcome.counts[kind] - len(rows)) > 0:
                console.print(f"… and {more:,} more")
    if outcome.unregistered:
        console.print(f"{outcome.unregistered:,} others are not in the register: see --only.")
    for issue in outcome.issues():
        console.print(escape(str(issue)))
    console.print(_outcome(outcome))


def _show_kind(console: Console, title: str, rows: Sequence[Mapping[str, Any]]) -> None:
    shown = [
        {**row, "name": row["name"] or "(withheld)", "what": description(row)} for row in rows
    ]
    console.print(table(shown, _COLUMNS, title))


def _outcome(outcome: EnrolmentOutcome) -> str:
    if outcome.refused:
        return "Refused: nothing was appended."
    if not outcome.accepted:
        return "Nothing is accepted, so nothing was appended."
    appended, duplicates = outcome.receipt.appended, outcome.receipt.duplicates
    known = f", {duplicates:,} were known already" if duplicates else ""
    events = "event" if appended == 1 else "events"
    return f"{outcome.accepted:,} accepted, {appended:,} {events} appended{known}."
