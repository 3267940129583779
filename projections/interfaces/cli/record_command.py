"""The command ``player``: a record, and the picture of a career."""

from collections.abc import Sequence
from pathlib import Path

import click

from projections.interfaces.cli import tables
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.options import question_command
from projections.interfaces.cli.study_files import Files, plot_options
from projections.interfaces.files.charts.plots import careers_plot
from projections.operations.pool_view import PoolView


@click.command("player")
@question_command
@click.argument("player")
@click.option(
    "--beside",
    multiple=True,
    metavar="PLAYER",
    help="Somebody else for the picture of --plot; several times.",
)
@plot_options
def player_command(  # noqa: PLR0913 - a player, and a picture of several
    context: CommandContext,
    view: PoolView,
    player: str,
    *,
    beside: Sequence[str],
    plot: Path | None,
    overwrite: bool,
) -> None:
    """One player's record."""
    if beside and plot is None:
        raise click.UsageError("--beside is about a picture: say --plot FILE.svg")
    files = Files.of(plot=plot, overwrite=overwrite)
    document, rulebook = view.player(player), view.rulebook
    files.draw(lambda: careers_plot([document, *map(view.player, beside)]))
    context.answer(
        document,
        lambda console: tables.record(console, document, rulebook),
        rows=document["history"],
    )
