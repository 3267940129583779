"""The commands ``pools``, ``tournaments``, ``players`` and ``games``: what there is."""

from typing import Any

import click

from projections.interfaces.cli import tables
from projections.interfaces.cli.console import CommandContext, ledger_command
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.options import (
    CLOCKS,
    day,
    meant,
    moment,
    opened,
    question_command,
    with_options,
)
from projections.operations.pool_view import PoolView

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
    """The pools: their rulebooks, and how much there is in them."""
    rows = opened(context).pools()
    context.answer_list(rows, lambda console: console.print(tables.pools(rows)))


@click.command("tournaments")
@question_command
@click.option("--query", default="", metavar="TEXT", help="A part of the name or id.")
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
    """The tournaments of a pool, newest first."""
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
    _say_how_to_go_on(rows, "tournament", limit, everything=everything)


@click.command("list")
@question_command
@click.option("--query", default="", metavar="TEXT", help="A part of the name or id.")
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
    """The registered players, found by name or id; those without a figure too."""
    rows = view.players(query, after=after, limit=None if everything else limit)
    context.answer_list(rows, lambda console: console.print(tables.players(rows)))
    _say_how_to_go_on(rows, "player", limit, everything=everything)


@click.command("games")
@click.argument("tournament")
@with_options(CLOCKS)
@ledger_command
def games_command(
    context: CommandContext, tournament: str, on: str | None, known_at: str | None
) -> None:
    """The games of a tournament as they stand, by round and board."""
    ledger = opened(context)
    tournament = meant(ledger.find_tournament, tournament)
    rows = ledger.games(tournament, on=day(on), known_at=moment(known_at))
    context.answer_list(rows, lambda console: console.print(tables.games(rows)))


def _say_how_to_go_on(rows: Any, key: str, limit: int, *, everything: bool) -> None:
    if len(rows) == limit and not everything:
        say("note", f"there may be more: --after {rows[-1][key]!r}, or --all")
