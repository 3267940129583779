"""Answering ``enrol``: the wishes of the command line into an order, the outcome into a form."""

import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from ledger.admission.rulebook_port import RulebookPort
from ledger.console.commands import submitter
from ledger.console.console import CommandContext, progress
from ledger.events.problems import refusal
from ledger.events.values import Fault, read_federation
from ledger.log.clock import now
from ledger.player_lists.acceptance import Order
from ledger.player_lists.enrolled import Enrolled, waiting_room
from ledger.player_lists.enrolling import enrol
from ledger.player_lists.marks import read_marks
from ledger.player_lists.newcomers import fresh_dice
from ledger.player_lists.showing import document_parts, show, write_table


def answer(context: CommandContext, rulebooks: RulebookPort, wishes: Mapping[str, Any]) -> None:
    """Do what is wished with a list, and say what came of it."""
    proposals: Path | None = wishes["proposals"]
    if proposals is not None and proposals.exists():
        message = f"{proposals} exists and may be marked: name a new file"
        raise refusal("file", message, "--proposals")
    order = _order(wishes, rulebooks)
    engine = context.engine()
    with waiting_room() as waiting:
        with progress("reading", order.file.stat().st_size) as advance:
            enrolled = enrol(engine, order, advance, waiting)
        if proposals is not None:
            with proposals.open("x", encoding="utf-8", newline="") as table:
                write_table(enrolled.rows(), table)
        _tell(context, enrolled)


def _order(wishes: Mapping[str, Any], rulebooks: RulebookPort) -> Order:
    day: datetime | None = wishes["list_date"]
    return Order(
        format=wishes["kind"],
        file=wishes["file"],
        by=submitter(wishes["by"]),
        rulebooks=rulebooks,
        clock=now,
        dice=fresh_dice,
        pool=wishes["pool"],
        day=None if day is None else day.date(),
        only=_federations(wishes["only"] or ""),
        register=wishes["register"],
        adopt=wishes["adopt"],
        marks={} if wishes["accept"] is None else read_marks(wishes["accept"]),
        dry_run=wishes["dry_run"],
    )


def _federations(text: str) -> frozenset[str]:
    try:
        return frozenset(read_federation(each.strip()) for each in text.split(",") if each.strip())
    except Fault as fault:
        raise click.BadParameter(str(fault), param_hint="--only") from None


def _tell(context: CommandContext, enrolled: Enrolled) -> None:
    """The proposals in the form that is wanted; exit status 1 if the list was refused."""
    if context.format == "json":
        for part in document_parts(enrolled):
            click.echo(part, nl=False)
    elif context.format == "csv":
        write_table(enrolled.rows(), sys.stdout)
    else:
        context.answer(None, lambda console: show(console, enrolled))
    for issue in enrolled.issues():
        if issue.kind == "error":
            click.echo(f"refused: {enrolled.file}: {issue}", err=True)
    if enrolled.refused:
        raise click.exceptions.Exit(1)
