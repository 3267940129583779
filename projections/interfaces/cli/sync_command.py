"""The command ``sync``: player lists of federations against the register, with proposals."""

import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import click
import orjson
from rich.console import Console
from rich.markup import escape

from ledger.events.problems import PERHAPS_WRITTEN, refusal
from ledger.events.values import Fault, read_federation
from ledger.importing.federation_lists.proposals import KINDS, description, read_marks, write_table
from ledger.importing.federation_lists.sync import SyncOutcome, SyncRequest, enrol, proposal_store
from ledger.importing.new_player_ids import secure_random_bytes
from projections.engine.registry import RegisteredRulebooks
from projections.interfaces.cli.console import (
    CommandContext,
    clock_option,
    exit_refused,
    ledger_command,
    progress,
)
from projections.interfaces.cli.layout import listing
from projections.interfaces.cli.options import DAY, Word, submitter, with_options
from projections.interfaces.cli.output_file import new_file
from projections.queries.columns import KEY, ORDINAL, PROSE, Column, Columns
from projections.queries.presentation import WITHHELD

# --- printing the outcome of a sync as JSON or as a page for people ------------------------------


PROPOSALS = Columns[Mapping[str, Any]](
    Column("line", "Line", lambda row: row["line"], ORDINAL),
    Column("number", "Number", lambda row: row["number"]),
    Column("name", "Name", lambda row: row["name"] or WITHHELD, PROSE),
    Column("birth_year", "Born", lambda row: row["birth_year"], ORDINAL),
    Column("federation", "Fed", lambda row: row["federation"]),
    Column("player", "Register", lambda row: row["player"], KEY),
    Column("what", "What", description, PROSE),
)


def document_parts(outcome: SyncOutcome) -> Iterator[str]:
    """The JSON document, piece by piece, since the proposals may be millions."""
    head = orjson.dumps(_summary(outcome)).decode()
    yield head.removesuffix("}") + ',"proposals":['
    for number, row in enumerate(outcome.rows()):
        yield (",\n" if number else "\n") + orjson.dumps(row).decode()
    yield "\n]}\n"


def _summary(outcome: SyncOutcome) -> dict[str, object]:
    edition, issues = outcome.edition, outcome.issues()
    document: dict[str, object] = {
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


def show_outcome(console: Console, outcome: SyncOutcome) -> None:
    """Print the counts, the first proposals of each kind, and the issues."""
    title = outcome.file if outcome.edition is None else f"{outcome.file}: {outcome.edition}"
    console.print(f"[bold]{escape(title)}[/bold]")
    damaged = outcome.findings.damaged_lines
    console.print(f"{outcome.read:,} persons read; damaged lines: {damaged:,}.")
    for kind, meaning in KINDS.items():
        if rows := outcome.samples.get(kind):
            title = f"{outcome.counts[kind]:,} × {kind}: {meaning}"
            console.print(listing(PROPOSALS, rows, title))
            if (more := outcome.counts[kind] - len(rows)) > 0:
                console.print(f"… and {more:,} more")
    if outcome.unregistered:
        console.print(f"{outcome.unregistered:,} others are not in the register: see --only.")
    for issue in outcome.issues():
        console.print(escape(str(issue)))
    console.print(_outcome(outcome))


def _outcome(outcome: SyncOutcome) -> str:
    if outcome.refused:
        return "Refused: nothing was appended."
    if not outcome.accepted:
        return "Nothing is accepted, so nothing was appended."
    appended, duplicates = outcome.receipt.appended, outcome.receipt.duplicates
    known = f", {duplicates:,} were known already" if duplicates else ""
    events = "event" if appended == 1 else "events"
    return f"{outcome.accepted:,} accepted, {appended:,} {events} appended{known}."


# --- running ``sync``: options become a request, the outcome is printed --------------------------


def _run(context: CommandContext, options: Mapping[str, Any]) -> None:
    proposals: Path | None = options["proposals"]
    if proposals is not None and proposals.exists():
        message = f"{proposals} exists and may be marked: name a new file"
        raise refusal("file", message, "--proposals")
    request = _request(context, options)
    engine = context.engine()
    with proposal_store() as store:
        with progress("reading", request.file.stat().st_size) as advance:
            outcome = enrol(engine, request, advance, store)
        context.when_interrupted = PERHAPS_WRITTEN
        if outcome.receipt.appended:
            context.finish(_outcome(outcome).rstrip("."))
        if proposals is not None:
            with new_file(proposals, "--proposals", overwrite=False) as file:
                table = io.TextIOWrapper(file, "utf-8", newline="")
                write_table(outcome.rows(), table)
                table.detach()
        _write_outcome(context, outcome)


def _request(context: CommandContext, options: Mapping[str, Any]) -> SyncRequest:
    return SyncRequest(
        format=options["kind"],
        file=options["file"],
        by=submitter(options["by"]),
        rulebooks=RegisteredRulebooks(),
        clock=context.clock,
        random_bytes=secure_random_bytes,
        pool=options["pool"],
        day=options["list_date"],
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


def _write_outcome(context: CommandContext, outcome: SyncOutcome) -> None:
    """Print the outcome in the context's format; exit status 1 if the list was refused."""
    if context.format == "json":
        for part in document_parts(outcome):
            click.echo(part, nl=False)
    elif context.format == "csv":
        write_table(outcome.rows(), sys.stdout)
    else:
        context.answer(None, lambda console: show_outcome(console, outcome))
    if outcome.refused:
        errors = [each for each in outcome.issues() if each.kind == "error"]
        exit_refused(*(f"{outcome.file}: {each}" for each in errors))


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_NEW_FILE = click.Path(dir_okay=False, path_type=Path)
_OPTIONS = (
    click.argument("kind", metavar="FORMAT", type=Word(["fide", "dsb", "egd", "auto"])),
    click.argument("file", type=_FILE),
    click.option("--pool", help="Propose the list's ratings for this rating list."),
    click.option("--only", metavar="FED,…", help="New people from these federations only."),
    click.option("--list-date", type=DAY, help="The day of the list, if it does not state it."),
    click.option("--register", is_flag=True, help="Accept every proposed registration."),
    click.option("--adopt", is_flag=True, help="Accept every proposed rating."),
    click.option("--accept", type=_FILE, help="Accept what is marked in this table."),
    click.option("--proposals", type=_NEW_FILE, help="Write all proposals into a new table."),
    click.option("--dry-run", is_flag=True, help="Check the accepted proposals; append nothing."),
    click.option("--by", help="The submitter's name (default: the user's)."),
    clock_option,
)


@click.command("sync")
@with_options(_OPTIONS)
@ledger_command
def sync_command(context: CommandContext, **options: Any) -> None:
    """Compare a federation's player list with the register.

    FORMAT is fide (text or XML), dsb (spieler.csv), egd (allworld_lp.html) or auto; a ZIP
    with the list in it will do. The command makes proposals and writes none by itself:

    \b
    register  a player who is not in the register; from FIDE's worldwide list
              only with --only or --register
    link      the list's number to a registered player with the same name, or
              with another number, unless the years of birth differ
    change    name, year of birth or federation of a player registered with the
              list's number (a correction), or the club (a membership from the
              day of the list)
    rating    with --pool: the list's rating for every player registered with the
              list's number, unless it was adopted before; with --register also
              for new players. From the DSB's list into a pool with rating and
              index: only for players who have not played in the pool and have
              no decided rating

    --proposals writes them into a table. Write yes under accept, or new if a link is
    another person, and give it to --accept with the same list. Reading a list twice
    changes nothing.
    """
    if options["adopt"] and options["pool"] is None:
        raise click.UsageError("--adopt needs --pool: for which rating list?")
    _run(context, options)
