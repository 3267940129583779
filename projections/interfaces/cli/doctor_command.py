"""The command ``doctor``: it examines a ledger, even one that no other command would open."""

from typing import TYPE_CHECKING

import click

from projections.api import BACKUPS_VARIABLE, Ledger
from projections.interfaces.cli.console import CommandContext, exit_refused, ledger_command
from projections.interfaces.cli.log_commands import noted_head

if TYPE_CHECKING:
    from rich.console import Console


@click.command("doctor")
@click.option(
    "--backups", envvar=BACKUPS_VARIABLE, help=f"The folder of backups (or {BACKUPS_VARIABLE})."
)
@click.option("--against", metavar="POSITION:HASH", help="A head noted earlier.")
@ledger_command
def doctor_command(context: CommandContext, backups: str | None, against: str | None) -> None:
    """Examine the ledger as its administrator would, with a remedy for each fault."""
    noted_head(against)
    with Ledger(context.database, context.clock) as ledger:
        rows = ledger.doctor(backups=backups, against=against)

    def show(console: "Console") -> None:
        for row in rows:
            console.print(f"{row['status']:<5}  {row['check']}: {row['found']}", markup=False)
            if row["remedy"]:
                console.print(f"       {row['remedy']}", markup=False)

    context.answer_list(rows, show)
    if any(row["status"] == "fault" for row in rows):
        exit_refused()
