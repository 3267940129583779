"""The commands ``publish`` and ``published``."""

import click

from ledger.events.problems import PERHAPS_WRITTEN
from projections.interfaces.cli import tables
from projections.interfaces.cli.console import (
    CommandContext,
    clock_option,
    end_refused,
    ledger_command,
)
from projections.interfaces.cli.log_commands import submitter
from projections.interfaces.cli.options import caught_up, day, opened


@click.command("publish")
@click.argument("pool")
@click.option("--on", required=True, metavar="DAY", help="The day of the list.")
@click.option("--reason", default=None, help="What for: a bulletin, a championship.")
@click.option("--by", default=None, help="Who publishes it (default: the user's name).")
@clock_option
@ledger_command
def publish_command(
    context: CommandContext, *, pool: str, on: str, reason: str | None, by: str | None
) -> None:
    """Publish a pool's list of a day as it is known now: the log keeps its digest."""
    ledger = opened(context)
    context.when_interrupted = PERHAPS_WRITTEN
    document = ledger.publish(pool, on=day(on), reason=reason, by=submitter(by))
    context.answer(document, lambda console: tables.publication(console, document))


@click.command("published")
@click.argument("pool")
@ledger_command
def published_command(context: CommandContext, *, pool: str) -> None:
    """The published lists of a pool: what they said, and what they would say today."""
    ledger = opened(context)
    caught_up(ledger.pool(pool))
    rows = ledger.published(pool)
    context.answer_list(rows, lambda console: console.print(tables.publications(rows)))
    if not all(row["proven"] for row in rows):
        end_refused("a published list cannot be reproduced: the log was changed")
