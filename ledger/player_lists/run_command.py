"""Running ``enrol``: options of the command line into a request, the outcome into output."""

import io
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from ledger.admission.rulebook_port import RulebookPort
from ledger.console.commands import submitter
from ledger.console.console import CommandContext, progress
from ledger.console.logging import say
from ledger.console.output_file import new_file
from ledger.events.problems import PERHAPS_WRITTEN, refusal
from ledger.events.values import Fault, read_federation
from ledger.player_lists.enrolment import enrol
from ledger.player_lists.new_player_ids import secure_random_bytes
from ledger.player_lists.outcome import EnrolmentOutcome, proposal_store
from ledger.player_lists.output import document_parts, show_outcome
from ledger.player_lists.proposal_table import read_marks, write_table
from ledger.player_lists.request import EnrolmentRequest


def run_enrol(
    context: CommandContext, rulebooks: RulebookPort, options: Mapping[str, Any]
) -> None:
    """Enrol a list as the options ask, and print the outcome."""
    proposals: Path | None = options["proposals"]
    if proposals is not None and proposals.exists():
        message = f"{proposals} exists and may be marked: name a new file"
        raise refusal("file", message, "--proposals")
    request = _request(context, options, rulebooks)
    engine = context.engine()
    with proposal_store() as store:
        with progress("reading", request.file.stat().st_size) as advance:
            outcome = enrol(engine, request, advance, store)
        context.when_interrupted = PERHAPS_WRITTEN
        if proposals is not None:
            with new_file(proposals, "--proposals", overwrite=False) as file:
                table = io.TextIOWrapper(file, "utf-8", newline="")
                write_table(outcome.rows(), table)
                table.detach()
        _write_outcome(context, outcome)


def _request(
    context: CommandContext, options: Mapping[str, Any], rulebooks: RulebookPort
) -> EnrolmentRequest:
    day: datetime | None = options["list_date"]
    return EnrolmentRequest(
        format=options["kind"],
        file=options["file"],
        by=submitter(options["by"]),
        rulebooks=rulebooks,
        clock=context.clock,
        random_bytes=secure_random_bytes,
        pool=options["pool"],
        day=None if day is None else day.date(),
        only=_federations(options["only"] or ""),
        register=options["register"],
        adopt=options["adopt"],
        marks={} if options["accept"] is None else read_marks(options["accept"]),
        dry_run=options["dry_run"],
    )


def _federations(text: str) -> frozenset[str]:
    try:
        return frozenset(read_federation(each.strip()) for each in text.split(",") if each.strip())
    except Fault as fault:
        raise click.BadParameter(str(fault), param_hint="--only") from None


def _write_outcome(context: CommandContext, outcome: EnrolmentOutcome) -> None:
    """Print the outcome in the context's format; exit status 1 if the list was refused."""
    if context.format == "json":
        for part in document_parts(outcome):
            click.echo(part, nl=False)
    elif context.format == "csv":
        write_table(outcome.rows(), sys.stdout)
    else:
        context.answer(None, lambda console: show_outcome(console, outcome))
    for issue in outcome.issues():
        if issue.kind == "error":
            say("refused", f"{outcome.file}: {issue}")
    if outcome.refused:
        raise click.exceptions.Exit(1)
