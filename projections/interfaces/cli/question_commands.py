"""The commands ``ratings``, ``tournament`` and ``standings``."""

from collections.abc import Sequence

import click

from projections.api import Ledger
from projections.interfaces.cli import tables
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.options import Asked, ledger_question, question_command
from projections.operations.pool_view import PoolView
from projections.queries.arguments import STANDINGS_METHODS


@click.command("ratings")
@question_command
@click.option("--lapsed", is_flag=True, help="Also those whose figure has lapsed.")
@click.option("--all", "everyone", is_flag=True, help="Every registered player.")
def ratings_command(
    context: CommandContext, view: PoolView, *, lapsed: bool, everyone: bool
) -> None:
    """The rating list of a day."""
    rulebook = view.rulebook
    rows = view.ratings(lapsed=lapsed, everyone=everyone)
    title = f"Ratings on {view.day}, as known at position {view.position}"
    context.answer_list(
        rows, lambda console: console.print(tables.rating_list(rows, title, rulebook))
    )
    if not rows and view.what_if:
        say("note", f"the list is empty: {view.why_empty()}")


@click.command("tournament")
@question_command
@click.argument("tournament")
def tournament_command(context: CommandContext, view: PoolView, tournament: str) -> None:
    """One tournament's evaluation."""
    document = view.tournament(tournament)
    heading = {name: document[name] for name in ("tournament", "ended_on", "rulebook")}
    context.answer(
        document,
        lambda console: tables.evaluation(console, document),
        rows=[{**heading, **row} for row in document["players"]],
    )


@click.command("standings")
@ledger_question
@click.argument("tournaments", nargs=-1, required=True, metavar="TOURNAMENT...")
@click.option(
    "--method",
    type=click.Choice(STANDINGS_METHODS),
    default="waldstein",
    show_default=True,
    metavar="NAME",
    help=f"One of {', '.join(STANDINGS_METHODS)}.",
)
@click.option(
    "--series",
    is_flag=True,
    help="The quality T of every player over several tournaments of one group, by their days.",
)
def standings_command(  # noqa: PLR0913 - the ways of asking
    context: CommandContext,
    ledger: Ledger,
    asked: Asked,
    *,
    tournaments: Sequence[str],
    method: str,
    series: bool,
) -> None:
    """Tournament tables after Waldstein's paper."""
    if series:
        if method != "waldstein":
            raise click.UsageError("--series is about Waldstein's T: leave --method out")
        over_time = ledger.quality_series(tournaments, **asked.arguments())
        context.answer(over_time, lambda console: tables.quality_series(console, over_time))
        return
    if len(tournaments) > 1:
        raise click.UsageError("several tournaments go together with --series only")
    document = ledger.standings(tournaments[0], method=method, **asked.arguments())
    context.answer(
        document,
        lambda console: tables.standings(console, document),
        rows=document["players"],
    )
