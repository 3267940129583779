"""The command line: the ledger's commands and the questions, under one name."""

from typing import NoReturn

import attrs
import click
import orjson
from rich.console import Console
from sqlalchemy import Engine

from ledger.admission.submission import append
from ledger.console.commands import (
    append_command,
    init_command,
    log_command,
    restore_command,
    submitter,
    verify_command,
)
from ledger.console.console import CommandContext, ledger_command, progress, root_options
from ledger.events.codec import data_of
from ledger.log.event_log import head_of, now
from projections.actions.publish import announcement, looked_up, publications
from projections.console import tables
from projections.console.lazy_commands import LazyGroup
from projections.console.options import (
    Asked,
    cut_command,
    day,
    question_command,
    today,
    up_to_date,
)
from projections.history.cut import EVERYTHING
from projections.queries.answers import Answers
from projections.queries.crosstable import standings
from projections.read_model.generations import (
    Rebuilt,
    check,
    must_have_pool,
    pools,
    rebuild,
    snapshot,
)
from projections.registry import RegisteredRulebooks

METHODS = (
    "waldstein",
    "gelbfuss",
    "sonneborn-berger",
    "buchholz",
    "points",
    "buchholz-fide",
    "sonneborn-berger-fide",
)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rating-ledger")
@root_options
def main() -> None:
    """A rating ledger: what happened is appended, what it means is replayed."""


for command in (init_command, append_command(RegisteredRulebooks()), log_command):
    main.add_command(command)
main.add_command(verify_command)
main.add_command(restore_command)


@main.command("ratings")
@question_command
@click.option("--lapsed", is_flag=True, help="Also those whose figure has lapsed.")
@click.option("--all", "everyone", is_flag=True, help="Every registered player.")
def ratings_command(
    context: CommandContext, answers: Answers, *, lapsed: bool, everyone: bool
) -> None:
    """The rating list of a day."""
    rows = answers.ratings(lapsed=lapsed, everyone=everyone)
    title = f"Ratings on {answers.day}, as known at position {answers.card_history.position}"
    context.answer_list(rows, tables.rating_list(rows, title, answers.rulebook))


@main.command("player")
@question_command
@click.argument("player")
def player_command(context: CommandContext, answers: Answers, player: str) -> None:
    """One player's record."""
    document = answers.player(player)
    context.answer(document, lambda console: tables.record(console, document, answers.rulebook))


@main.command("tournament")
@question_command
@click.argument("tournament")
def tournament_command(context: CommandContext, answers: Answers, tournament: str) -> None:
    """One tournament's evaluation."""
    document = answers.tournament(tournament)
    context.answer(document, lambda console: tables.evaluation(console, document))


@main.command("standings")
@cut_command
@click.argument("tournament")
@click.option("--method", type=click.Choice(METHODS), default="waldstein", show_default=True)
def standings_command(
    context: CommandContext, engine: Engine, asked: Asked, *, tournament: str, method: str
) -> None:
    """Tournament tables after Waldstein's paper."""
    with snapshot(engine) as connection:
        document = standings(connection, asked.cut, today(), tournament, method, asked.what_if)
    context.answer(document, lambda console: tables.standings(console, document))


@main.command("publish")
@click.argument("pool")
@click.option("--on", "as_of", required=True, metavar="DAY", help="The day of the list.")
@click.option("--reason", default=None, help="What for: a bulletin, a championship.")
@click.option("--by", default=None, help="Who publishes it (default: the user's name).")
@ledger_command
def publish_command(
    context: CommandContext, *, pool: str, as_of: str, reason: str | None, by: str | None
) -> None:
    """Publish a pool's list of a day as it is known now: the log keeps its digest."""
    engine = context.engine()
    up_to_date(engine, pool, EVERYTHING)
    published_on = day(as_of) or today()
    with engine.connect() as connection:
        known_at = head_of(connection).size
        event = announcement(connection, pool, published_on, known_at, reason, today())
    line = orjson.dumps(event)
    receipt = append(
        engine, [(1, line)], by=submitter(by), rulebooks=RegisteredRulebooks(), clock=now
    )
    document = {**event["data"], "published_at": receipt.first}
    context.answer(document, lambda console: tables.publication(console, document))


@main.command("published")
@click.argument("pool")
@ledger_command
def published_command(context: CommandContext, *, pool: str) -> None:
    """The published lists of a pool: what they said, and what they would say today."""
    engine = context.engine()
    up_to_date(engine, pool, EVERYTHING)
    with snapshot(engine) as connection:
        must_have_pool(connection, pool)
        rows = [
            {
                "event": known.event,
                "published_at": known.position,
                **data_of(known.fact),
                "proven": publication.proven,
                "differences": publication.now,
            }
            for known in publications(connection, pool)
            for publication in [looked_up(connection, known, today())]
        ]
    context.answer_list(rows, tables.publications(rows))
    if not all(row["proven"] for row in rows):
        _end_refused("a published list cannot be reproduced: the log was changed")


@main.command("rebuild")
@click.argument("pool", required=False)
@click.option("--check", "only_check", is_flag=True, help="Replay beside and compare.")
@ledger_command
def rebuild_command(context: CommandContext, pool: str | None, *, only_check: bool) -> None:
    """Throw the derived tables away and replay."""
    engine = context.engine()
    with engine.connect() as connection:
        names = pools(connection) if pool is None else [pool]
    done = Rebuilt(0, 0, 0.0)
    for name in names:
        with progress(f"replaying {name}") as advance:
            one = (check if only_check else rebuild)(engine, name, advance)
        done = Rebuilt(
            one.events,
            done.tournaments + one.tournaments,
            done.seconds + one.seconds,
            (*done.differences, *({"pool": name, **each} for each in one.differences)),
        )

    def show(console: Console) -> None:
        console.print(
            f"{done.tournaments} tournaments from {done.events} events "
            f"in {done.seconds:.1f} seconds."
        )
        if only_check:
            console.print(f"{len(done.differences)} differences to the list in service.")

    context.answer(attrs.asdict(done), show)
    if done.differences:
        _end_refused("the list in service is not what a replay gives: rebuild it")


def _end_refused(why: str) -> NoReturn:
    """End with the exit status of a refusal, after an answer that says what does not hold."""
    click.echo(f"refused: {why}", err=True)
    raise click.exceptions.Exit(1)
