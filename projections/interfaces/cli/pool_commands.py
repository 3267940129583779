"""The commands ``pool`` and ``rulebooks``: what governs a rating list, and what could."""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from ledger.events.problems import PERHAPS_WRITTEN
from projections.api import rulebooks
from projections.interfaces.cli import tables
from projections.interfaces.cli import tables as pool_tables
from projections.interfaces.cli.console import (
    CommandContext,
    clock_option,
    end_refused,
    ledger_command,
)
from projections.interfaces.cli.log_commands import submitter
from projections.interfaces.cli.options import assignment, caught_up, day, opened
from projections.queries.arguments import Figures


class ReadingsOption(click.Option):
    """An option for readings that names all of them in its help, and only there loads them."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help, the readings of every rulebook after it."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        named = (
            f"{each['rulebook']}: {', '.join(row['parameter'] for row in each['parameters'])}"
            for each in rulebooks()
        )
        return record[0], ". ".join([record[1].rstrip("."), *named])


@click.command("pool")
@click.argument("pool")
@click.option("--rulebook", default=None, metavar="NAME", help="What is to govern it.")
@click.option(
    "--from",
    "from_day",
    default=None,
    metavar="DAY",
    help="From which day on (default for a new pool: the first of January of this year).",
)
@click.option(
    "--set",
    "readings",
    cls=ReadingsOption,
    multiple=True,
    metavar="NAME=VALUE",
    help="A reading other than the default; `rulebooks` tells what each means.",
)
@click.option(
    "--convert",
    "figures",
    flag_value="convert",
    default=None,
    help="Convert the figures before, as it is on record.",
)
@click.option("--keep-figures", "figures", flag_value="keep", help="They go on as they are.")
@click.option("--start-anew", "figures", flag_value="anew", help="Nobody keeps a figure.")
@click.option("--reason", default=None, help="Why; it stays in the log.")
@click.option("--by", default=None, help="Who says so (default: the user's name).")
@click.option("--dry-run", is_flag=True, help="Only see whether it could be adopted.")
@clock_option
@ledger_command
def pool_command(  # noqa: PLR0913 - what is adopted, from when, how, why and by whom
    context: CommandContext,
    *,
    pool: str,
    rulebook: str | None,
    from_day: str | None,
    readings: tuple[str, ...],
    figures: Figures | None,
    reason: str | None,
    by: str | None,
    dry_run: bool,
) -> None:
    """Let a rulebook govern a pool; without --rulebook: which ones do.

    The first rulebook makes the pool. A later one governs from its day on. Where the figures may
    be converted, or are those of another system, say what becomes of them.
    """
    ledger = opened(context)
    if rulebook is None:
        if readings or figures or from_day:
            raise click.UsageError("say --rulebook NAME: `rating-ledger rulebooks` lists them")
        rows = ledger.adoptions(pool)
        context.answer_list(rows, lambda console: pool_tables.adoptions(console, rows))
        return
    context.when_interrupted = PERHAPS_WRITTEN
    document = ledger.adopt(
        pool,
        rulebook,
        from_day=day(from_day, "--from"),
        set=dict(map(assignment, readings)),
        figures=figures,
        reason=reason,
        by=submitter(by),
        dry_run=dry_run,
    )
    context.answer(document, lambda console: pool_tables.adopted(console, document))


@click.command("rulebooks")
@click.argument("name", required=False)
@ledger_command
def rulebooks_command(context: CommandContext, *, name: str | None) -> None:
    """The rulebooks that a pool can adopt, and what can be chosen in each."""
    rows = rulebooks(name)
    if context.format == "csv":
        context.answer_list(list(_flat(rows)), pool_tables.no_table)
    else:
        context.answer_list(rows, lambda console: pool_tables.rulebooks(console, rows))


def _flat(rows: Any) -> Iterator[Mapping[str, Any]]:
    """A line for each parameter."""
    for row in rows:
        for each in row["parameters"]:
            yield {"rulebook": row["rulebook"], **each, "default": pool_tables.as_set(each)}


# The commands ``publish`` and ``published``.


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
