"""The commands ``audit`` and ``check-audit``: the working behind a figure, and its check."""

from pathlib import Path
from typing import Any

import click

from projections.api import audit_as_document, check_audit
from projections.interfaces.cli import audit_table
from projections.interfaces.cli.console import CommandContext, ledger_command
from projections.interfaces.cli.flat_rows import in_words
from projections.interfaces.cli.options import question_command
from projections.interfaces.cli.output_file import overwrite_option, write_file
from projections.operations.pool_view import PoolView

FORMS = (".html", ".md")


@click.command("audit")
@question_command
@click.argument("player")
@click.argument("tournament", required=False)
@click.option(
    "--document",
    "path",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write it as a document to send, FILE.html or FILE.md.",
)
@overwrite_option
def audit_command(  # noqa: PLR0913 - a question, and where its document goes
    context: CommandContext,
    view: PoolView,
    *,
    player: str,
    tournament: str | None,
    path: Path | None,
    overwrite: bool,
) -> None:
    """How a figure came about, step by step, each with its paragraph."""
    if path is not None and path.suffix not in FORMS:
        message = f"{path.name!r} ends neither in {' nor in '.join(FORMS)}"
        raise click.BadParameter(message, param_hint="--document")
    document = view.audit(player, tournament)
    if path is not None:
        page = audit_as_document(document, path.suffix).encode()
        write_file(path, page, "--document", overwrite=overwrite)
    context.answer(
        document, lambda console: audit_table.whole(console, document), rows=_steps(document)
    )


def _steps(document: Any) -> list[dict[str, Any]]:
    """A row a step, what was given in words: every rule is given something else."""
    return [
        {
            "step": number,
            **step,
            "given": in_words(step["given"]),
            "result": in_words(step["result"]),
        }
        for number, step in enumerate(document["steps"], start=1)
    ]


@click.command("check-audit")
@ledger_command
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
def check_audit_command(context: CommandContext, path: Path) -> None:
    """Recompute an audit document from its own numbers: no ledger, no rulebook is asked."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        text = ""
    found = check_audit(text, str(path))
    context.answer(found, lambda console: audit_table.verdict(console, found), rows=found["steps"])
    if not found["holds"]:
        raise click.exceptions.Exit(1)
