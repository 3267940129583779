"""The output of ``import``: a page or a document for each file, and a summary of them all."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from ledger.console.columns import identifier, prose
from ledger.console.console import CommandContext
from ledger.console.logging import say
from ledger.console.tables import Columns, table
from ledger.imports.effect_text import common_effect_lines
from ledger.imports.outcome import FileOutcome
from ledger.imports.outcome_document import Known, document_of
from ledger.imports.preview import outcome_in_the_table, show
from ledger.imports.report_events import tournament_id

MOST_PAGES = 10
_COLUMNS: Columns = {
    "file": prose("File"),
    "tournament": identifier("Tournament"),
    "players": "Players",
    "games": "Games",
    "appended": "Appended",
    "outcome": prose("Outcome"),
}


def answer(context: CommandContext, outcomes: Sequence[FileOutcome], known: Known) -> None:
    """One document for one file, a list of them for several; exit status 1 if one was refused.

    ``known`` is what may be shown of the players proposed.
    """
    documents = [document_of(each, known) for each in outcomes]

    def pages(console: Console) -> None:
        if len(outcomes) <= MOST_PAGES:
            for each in outcomes:
                show(console, each, known)
        if len(outcomes) > 1:
            names = _short_names([each.file for each in outcomes])
            rows = [_summary(*each) for each in zip(names, outcomes, strict=True)]
            console.print(table(rows, _COLUMNS, f"{len(outcomes)} files"))
        for line in common_effect_lines(outcomes):
            console.print(line, markup=False)

    context.answer(
        documents[0] if len(documents) == 1 else documents,
        pages,
        rows=[_summary(each.file, each) for each in outcomes],
    )
    for each in outcomes:
        for issue in each.errors:
            say("refused", f"{each.file}: {issue.place()}{issue.message}")
    if any(each.refused for each in outcomes):
        raise click.exceptions.Exit(1)


def _short_names(files: Sequence[str]) -> list[str]:
    """The files without their folders, unless two are called the same."""
    names = [Path(file).name for file in files]
    return names if len(set(names)) == len(names) else list(files)


def _summary(name: str, outcome: FileOutcome) -> dict[str, object]:
    """A line of the table of all files."""
    report = outcome.report
    return {
        "file": name,
        "tournament": None if report is None else tournament_id(report),
        "players": None if report is None else len(report.players),
        "games": None if report is None else len(report.games),
        "appended": outcome.appended,
        "outcome": outcome_in_the_table(outcome),
    }
