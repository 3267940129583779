"""The command ``propose``: a first figure as the rulebook would have it, for those who decide."""

import json
from typing import Any

import click

from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.options import day, question_command
from projections.operations.pool_view import PoolView


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
    """Print a first figure as an event ready to be appended: rating.decided."""
    event = view.propose_rating(player, from_day=day(from_day, "--from-day"), **result)
    line = json.dumps(event, ensure_ascii=False)
    context.answer(event, lambda _: click.echo(line))
