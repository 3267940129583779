"""The commands ``ratings``, ``tournament`` and ``standings``."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from projections.api import Ledger
from projections.interfaces.cli import tables
from projections.interfaces.cli.console import CommandContext, ledger_command
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.options import (
    CLOCKS,
    QueryOptions,
    day,
    filtering,
    ledger_query,
    meant,
    moment,
    opened,
    question_command,
    with_columns,
    with_options,
)
from projections.interfaces.cli.study_files import Files, plot_options
from projections.interfaces.files.charts.plots import careers_plot, crosstable_plot
from projections.operations.pool_view import PoolView
from projections.queries.arguments import STANDINGS_METHODS
from projections.queries.event_descriptions import Labels
from projections.queries.list_filter import ListFilter

# The commands ``pools``, ``tournaments``, ``players`` and ``games``.


PAGE = 100
_PAGED = (
    click.option(
        "--limit", type=click.IntRange(1), default=PAGE, show_default=True, help="At most so many."
    ),
    click.option("--all", "everything", is_flag=True, help="However many there are."),
    click.option("--after", default=None, metavar="ID", help="Those after this one of the list."),
)


@click.command("pools")
@ledger_command
def pools_command(context: CommandContext) -> None:
    """List the pools with their rulebooks and sizes."""
    rows = opened(context).pools()
    context.answer_list(rows, lambda console: console.print(tables.pools(rows)))


@click.command("tournaments")
@question_command
@click.option(
    "--query", default="", metavar="TEXT", help="Words of the name, or a part of the id."
)
@click.option("--from", "first", default=None, metavar="DAY", help="Ended on this day or later.")
@click.option("--to", "last", default=None, metavar="DAY", help="Ended on this day or before.")
@with_options(_PAGED)
def tournaments_command(  # noqa: PLR0913 - what may narrow the list down
    context: CommandContext,
    view: PoolView,
    *,
    query: str,
    first: str | None,
    last: str | None,
    limit: int,
    everything: bool,
    after: str | None,
) -> None:
    """List the tournaments of a pool, newest first."""
    rows = list(
        view.tournaments(
            query,
            first=day(first, "--from"),
            last=day(last, "--to"),
            after=after,
            limit=None if everything else limit,
        )
    )
    context.answer_list(rows, lambda console: console.print(tables.tournaments(rows)))
    _print_next_page(rows, "tournament", limit, everything=everything)


@click.command("list")
@question_command
@click.option(
    "--query", default="", metavar="TEXT", help="Words of the name, a number, or a part of the id."
)
@with_options(_PAGED)
def players_command(  # noqa: PLR0913 - what may narrow the list down
    context: CommandContext,
    view: PoolView,
    *,
    query: str,
    limit: int,
    everything: bool,
    after: str | None,
) -> None:
    """The registered players, found by name, number or id; those without a figure too."""
    rows = view.players(query, after=after, limit=None if everything else limit)
    context.answer_list(rows, lambda console: console.print(tables.players(rows)))
    _print_next_page(rows, "player", limit, everything=everything)


@click.command("games")
@click.argument("tournament")
@with_options(CLOCKS)
@ledger_command
def games_command(
    context: CommandContext, tournament: str, on: str | None, known_at: str | None
) -> None:
    """List the games of a tournament by round and board."""
    ledger = opened(context)
    tournament = meant(ledger.find_tournament, tournament)
    rows = ledger.games(tournament, on=day(on), known_at=moment(ledger, known_at))
    context.answer_list(rows, lambda console: console.print(tables.games(rows)))


def _print_next_page(rows: Any, key: str, limit: int, *, everything: bool) -> None:
    if len(rows) == limit and not everything:
        say("note", f"there may be more: --after {rows[-1][key]!r}, or --all")


@click.command("ratings")
@question_command
@click.option("--lapsed", is_flag=True, help="Include lapsed ratings.")
@click.option("--all", "everyone", is_flag=True, help="Include players without a rating.")
@click.option("--live", is_flag=True, help="Count running tournaments provisionally.")
@filtering
@with_columns
def ratings_command(  # noqa: PLR0913 - the parts of a list
    context: CommandContext,
    view: PoolView,
    *,
    lapsed: bool,
    everyone: bool,
    live: bool,
    only: ListFilter,
    columns: Sequence[str],
) -> None:
    """Show the rating list of a day, whole or filtered."""
    rulebook = view.rulebook
    parts: dict[str, Any] = {"only": only, "columns": columns}
    rows = view.ratings(lapsed=lapsed, everyone=everyone, live=live, **parts)
    kind = "Provisional ratings" if live else "Ratings"
    title = f"{kind} on {view.day}, as known at position {view.position}"
    context.answer_list(
        rows,
        lambda console: console.print(
            tables.rating_list(rows, title, rulebook, view.labels((), _last_events(rows)))
        ),
    )
    if not rows and view.what_if:
        say("note", f"the list is empty: {view.why_empty()}")


def _last_events(rows: Sequence[Mapping[str, Any]]) -> set[str]:
    return {row["last_event"] for row in rows if row["last_event"]}


@click.command("tournament")
@question_command
@click.argument("tournament")
def tournament_command(context: CommandContext, view: PoolView, tournament: str) -> None:
    """Show how a tournament was rated."""
    document = view.tournament(tournament)
    heading = {name: document[name] for name in ("tournament", "ended_on", "rulebook")}
    context.answer(
        document,
        lambda console: tables.evaluation(console, document, _of_evaluation(view, document)),
        rows=[{**heading, **row} for row in document["players"]],
    )


@click.command("crosstable")
@question_command
@click.argument("tournament")
@plot_options
def crosstable_command(
    context: CommandContext, view: PoolView, *, tournament: str, plot: Path | None, overwrite: bool
) -> None:
    """Show a tournament's final table with tie-breaks and rating changes."""
    files = Files.of(plot=plot, overwrite=overwrite)
    document = view.crosstable(tournament)
    files.draw(lambda: crosstable_plot(document, tables.points))
    context.answer(
        document,
        lambda console: tables.final_table(console, document),
        rows=document["players"],
    )


def _of_evaluation(view: PoolView, document: Mapping[str, Any]) -> Labels:
    games = [each["game"] for each in document["games_not_rated"]]
    return view.labels((), [document["tournament"]], games)


@click.command("standings")
@ledger_query
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
    asked: QueryOptions,
    *,
    tournaments: Sequence[str],
    method: str,
    series: bool,
) -> None:
    """Show a tournament's standings by several methods."""
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


# The command ``player``: a record, and a rating history as a picture.


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
    """Show a player's history and games."""
    if beside and plot is None:
        raise click.UsageError("--beside is about a picture: say --plot FILE.svg")
    files = Files.of(plot=plot, overwrite=overwrite)
    document, rulebook = view.player(player), view.rulebook
    files.draw(lambda: careers_plot([document, *map(view.player, beside)]))
    context.answer(
        document,
        lambda console: tables.record(console, document, rulebook, _of_record(view, document)),
        rows=document["history"],
    )


def _of_record(view: PoolView, document: Mapping[str, Any]) -> Labels:
    waiting = document["residual_games"]
    tournaments = {row["tournament"] for row in (*document["history"], *waiting)}
    return view.labels({row["opponent"] for row in waiting}, tournaments)


@click.command("profile")
@question_command
@click.argument("player")
def profile_command(context: CommandContext, view: PoolView, player: str) -> None:
    """Show a player's ranks, peak, score by colour and opponents."""
    document, rulebook = view.profile(player), view.rulebook
    context.answer(
        document,
        lambda console: tables.profile(console, document, rulebook),
        rows=document["changes"],
    )


@click.command("review")
@question_command
@click.argument("player", required=False)
@click.option("--from", "first", metavar="DAY", help="Tournaments from this day on.")
@click.option("--to", "last", metavar="DAY", help="Tournaments up to this day.")
def review_command(
    context: CommandContext,
    view: PoolView,
    *,
    player: str | None,
    first: str | None,
    last: str | None,
) -> None:
    """Review a season: gains, upsets, most games, unbeaten runs.

    Of the pool, or of one player; without days the year of the last day.
    """
    document = view.review(player, first=day(first, "--from"), last=day(last, "--to"))
    context.answer(
        document,
        lambda console: tables.review(console, document),
        rows=document["gains"],
    )


# The command ``propose``: a first rating as the rulebook proposes it to the deciding body.


@click.command("propose")
@question_command
@click.argument("player")
@click.argument("tournament", required=False)
@click.option("--by", required=True, metavar="NAME", help="Who is to decide it.")
@click.option("--points", type=float, help="Of a result that is in no tournament here.")
@click.option("--games", type=click.IntRange(1), help="Out of so many games.")
@click.option("--class", "class_", metavar="CLASS", help="The class it was played in.")
@click.option("--from-day", metavar="DAY", help="From when it holds (default: the end).")
def propose_command(
    context: CommandContext, view: PoolView, *, player: str, from_day: str | None, **result: Any
) -> None:
    """Print a proposed first rating as an event: rating.decided."""
    event = view.propose_rating(player, from_day=day(from_day, "--from-day"), **result)
    line = json.dumps(event, ensure_ascii=False)
    context.answer(event, lambda _: click.echo(line))
