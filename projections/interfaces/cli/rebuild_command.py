"""The command ``rebuild``."""

import click
from rich.console import Console

from projections.interfaces.cli.console import (
    CommandContext,
    end_refused,
    ledger_command,
    progress,
)
from projections.interfaces.cli.log_commands import workers_option
from projections.interfaces.cli.options import opened


@click.command("rebuild")
@click.argument("pool", required=False)
@click.option("--check", "only_check", is_flag=True, help="Replay beside and compare.")
@workers_option
@ledger_command
def rebuild_command(
    context: CommandContext, pool: str | None, *, only_check: bool, workers: int
) -> None:
    """Throw the derived tables away and replay."""
    ledger = opened(context)
    context.when_interrupted = "the log is as it was, the lists are in service as before or whole"
    with progress("replaying") as advance:
        done = ledger.rebuild(pool, check=only_check, progress=advance, workers=workers)

    def show(console: Console) -> None:
        console.print(
            f"{done['tournaments']} tournaments from {done['events']} events "
            f"in {done['seconds']:.1f} seconds."
        )
        if only_check:
            console.print(f"{len(done['differences'])} differences to the list in service.")

    context.answer(done, show)
    if done["differences"]:
        end_refused("the list in service is not what a replay gives: rebuild it")
