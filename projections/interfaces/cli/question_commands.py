"""The commands of questions: ratings, players, tournaments, seasons, and two states compared."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs
import click
from rich.console import Console

from projections.interfaces.cli import tables
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.only_pool import OfPool
from projections.interfaces.cli.options import DAY, caught_up, with_options
from projections.interfaces.cli.read_commands import ReadRequest, asking, asks, shows
from projections.interfaces.cli.study_files import Files, plot_options
from projections.operations.read_queries import StandingsQuery, WhatIf
from projections.operations.reads import read
from projections.pool_view import PoolView
from projections.queries import answer_types as shapes
from projections.queries.calculator_request import shown_points
from projections.queries.columns import GAMES, PENDING, PLAYERS, POOLS, TOURNAMENTS, Columns, RowT
from projections.queries.labels import Labels

# --- the commands ``pools``, ``tournaments``, ``players`` and ``games`` --------------------------


PAGE = 100
_PAGED = (
    click.option(
        "--limit",
        type=click.IntRange(1),
        default=PAGE,
        show_default=True,
        help="The maximum number of rows.",
    ),
    click.option("--all", "everything", is_flag=True, help="All rows."),
    click.option("--after", default=None, metavar="ID", help="Start after this id of the list."),
)


def lists(
    name: str, columns: Columns[RowT], title: str, *, optional: Collection[str] = ()
) -> click.Command:
    """The command of a whole list; ``optional`` parts may be left out."""

    @asks(name, optional=optional)
    def command(context: CommandContext, request: ReadRequest) -> None:
        tables.show_list(context, columns, request.answer(), title)

    return command


pools_command = lists("pools", POOLS, "Pools")
games_command = lists("games", GAMES, "Games")
pending_command = lists("pending", PENDING, "Pending files")


def _listed(name: str, columns: Columns[RowT], title: str) -> click.Command:
    """The command of a list that is given page by page."""

    @asks(name)
    @with_options(_PAGED)
    def command(
        context: CommandContext,
        request: ReadRequest,
        *,
        limit: int,
        everything: bool,
        after: str | None,
    ) -> None:
        found = request.answer(request.view(), after=after, limit=None if everything else limit)
        rows = list(found)
        tables.show_list(context, columns, rows, title)
        if len(rows) == limit and not everything:
            say("note", f"there may be more: --after {rows[-1][read(name).key]!r}, or --all")

    return command


tournaments_command = _listed("tournaments", TOURNAMENTS, "Tournaments")
players_command = _listed("players", PLAYERS, "Players")


@asks("ratings")
def ratings_command(context: CommandContext, request: ReadRequest) -> None:
    """Show a rating list."""
    view = request.view()
    if context.format == "table":  # which always shows the places
        columns = ",".join(filter(None, ("place", request.query.columns)))
        request = attrs.evolve(request, query=attrs.evolve(request.query, columns=columns))
    rulebook, rows = view.rulebook, request.answer(view)
    events = {row["last_event"] for row in rows if row["last_event"]}
    kind = "Provisional ratings" if request.query.live else "Ratings"
    title = f"{kind} on {view.day}, as known at position {view.position}"
    context.answer_list(
        rows,
        lambda console: console.print(
            tables.rating_list(rows, title, rulebook, view.labels((), events))
        ),
    )
    if not rows and view.what_if:
        say("note", f"the list is empty: {view.why_empty()}")


def _players_of(document: Any) -> list[dict[str, object]]:
    """Return the rows of a tournament, each with its subject."""
    heading = {name: document[name] for name in ("tournament", "ended_on", "rulebook")}
    return [{**heading, **row} for row in document["players"]]


def _of_evaluation(view: PoolView, document: Mapping[str, Any]) -> Labels:
    games = [each["game"] for each in document["games_not_rated"]]
    return view.labels((), [document["tournament"]], games)


tournament_command = shows(
    "tournament",
    lambda console, document, view: tables.evaluation(
        console, document, _of_evaluation(view, document)
    ),
    _players_of,
)


def _signals(console: Console, document: shapes.Watch, view: PoolView) -> None:
    named = {each for row in document["signals"] for each in row["tournaments"]}
    tables.irregularities(console, document, view.labels((), named))


watch_command = shows("watch", _signals, lambda document: list(document["signals"]))


@asks("crosstable")
@plot_options
def crosstable_command(context: CommandContext, request: ReadRequest, *, files: Files) -> None:
    """Show a final table."""
    document = request.answer(request.view())

    def picture() -> bytes:
        from projections.files.charts.plots import crosstable_plot  # noqa: PLC0415 - seldom wanted

        return crosstable_plot(document, shown_points)

    files.draw(picture)
    context.answer(
        document, lambda console: tables.final_table(console, document), rows=document["players"]
    )


@click.command("standings")
@asking(StandingsQuery)
@click.argument("tournaments", nargs=-1, required=True, metavar="TOURNAMENT...")
@click.option(
    "--series",
    is_flag=True,
    help="Show every player's quality T over several tournaments of one group.",
)
@click.option(
    "--operations",
    is_flag=True,
    help="Show the sums of each operation until the rule of thumb stops, and their places.",
)
def standings_command(
    context: CommandContext,
    request: ReadRequest,
    *,
    tournaments: Sequence[str],
    series: bool,
    operations: bool,
) -> None:
    """Show a tournament's standings by several methods."""
    given, method = request.query.arguments(), request.query.method
    if series:
        if method != "waldstein":
            raise click.UsageError("--series is about Waldstein's T: leave --method out")
        over_time = request.ledger.quality_series(tournaments, **given)
        context.answer(over_time, lambda console: tables.quality_series(console, over_time))
        return
    if len(tournaments) > 1:
        raise click.UsageError("several tournaments go together with --series only")
    document = request.ledger.standings(tournaments[0], method=method, **given)

    def draw(console: Console) -> None:
        tables.standings(console, document)
        if operations:
            tables.operations(console, document)

    context.answer(document, draw, rows=document["players"])


# --- the command ``player``: a record, and a rating history as a picture -------------------------


@asks("player")
@click.option(
    "--beside",
    multiple=True,
    metavar="PLAYER",
    help="Another player for the picture of --plot; repeatable.",
)
@plot_options
def player_command(
    context: CommandContext, request: ReadRequest, *, beside: Sequence[str], files: Files
) -> None:
    """Show a player's record."""
    if beside and files.plot is None:
        raise click.UsageError("--beside is about a picture: give --plot FILE.svg")
    view = request.view()
    document, rulebook = request.answer(view), view.rulebook

    def picture() -> bytes:
        from projections.files.charts.plots import careers_plot  # noqa: PLC0415 - seldom wanted

        return careers_plot([document, *map(view.player, beside)])

    files.draw(picture)
    context.answer(
        document,
        lambda console: tables.record(console, document, rulebook, _of_record(view, document)),
        rows=document["history"],
    )


def _of_record(view: PoolView, document: Mapping[str, Any]) -> Labels:
    waiting = document["residual_games"]
    tournaments = {row["tournament"] for row in (*document["history"], *waiting)}
    return view.labels({row["opponent"] for row in waiting}, tournaments)


profile_command = shows(
    "profile",
    lambda console, document, view: tables.profile(console, document, view.rulebook),
    lambda document: document["changes"],
)
review_command = shows(
    "review",
    lambda console, document, _: tables.review(console, document),
    lambda document: document["gains"],
)


# --- the commands ``diff`` and ``news``: two states ----------------------------------------------


@asks("diff")
def diff_command(context: CommandContext, request: ReadRequest) -> None:
    """Compare two states."""
    caught_up(request.view_of())
    with request.query.views(request.view_of) as (before, after):
        rows = before.diff(after, player=request.query.player)
    context.answer_list(rows, lambda console: tables.differences(console, rows))


@asks("news")
def news_command(context: CommandContext, request: ReadRequest) -> None:
    """Summarise the changes between two states."""
    caught_up(request.view_of())
    with request.query.views(request.view_of) as (before, after):
        document = before.news(after, request.query.lang)
    context.answer(
        document,
        lambda console: console.print(document["paragraph"], markup=False, highlight=False),
        rows=document["largest"],
    )


# --- the command ``propose``: a first rating -----------------------------------------------------


@click.command("propose", cls=OfPool)
@asking(WhatIf, "pool", "player", "tournament", optional={"tournament"})
@click.option("--by", required=True, metavar="NAME", help="The body that decides it.")
@click.option("--points", type=float, help="The points of a result outside this ledger.")
@click.option("--games", type=click.IntRange(1), help="The number of games of that result.")
@click.option("--class", "class_", metavar="CLASS", help="The class of that result.")
@click.option("--from-day", type=DAY, help="The first valid day (default: the end).")
def propose_command(context: CommandContext, request: ReadRequest, **result: Any) -> None:
    """Print a proposed first rating as an event: rating.decided."""
    about = {each: request.subjects[each] for each in ("player", "tournament")}
    event = request.view().propose_rating(**about, **result)
    line = json.dumps(event, ensure_ascii=False)
    context.answer(event, lambda _: click.echo(line))
