"""The command line: the ledger's commands and the questions, under one name.

The only place that looks at the calendar on the wall.
"""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import wraps
from typing import Any

import attrs
import click
from rich.console import Console
from sqlalchemy import Connection, Engine

from ledger.cli import append_command, export_group, init_command, log_command, verify_command
from ledger.desk import Desk, desk_command, progress, root_options
from ledger.log import head_of, position_at
from ledger.problems import refusal
from projections import display
from projections.agenda import WhatIf
from projections.audit import audit
from projections.cut import Cut
from projections.demo import demo_command
from projections.questions import Answers, Question
from projections.shelf import ShelfLaw
from projections.store import Rebuilt, catch_up, check, pools, rebuild


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rating-ledger")
@root_options
def main() -> None:
    """A rating ledger: what happened is appended, what it means is replayed."""


for command in (init_command, append_command(ShelfLaw()), log_command, export_group):
    main.add_command(command)
main.add_command(verify_command)
main.add_command(demo_command)


def question_command(function: Callable[..., None]) -> Callable[..., None]:
    """A command that asks about a pool, with the options that all questions share."""

    @click.argument("pool")
    @click.option("--on", "as_of", metavar="DAY", help="As of which day (default: everything).")
    @click.option("--known-at", metavar="POSITION|TIMESTAMP", help="As known at (default: now).")
    @click.option("--rulebook", default=None, help="Under another rulebook; nothing is written.")
    @click.option(
        "--set", "readings", multiple=True, metavar="NAME=VALUE", help="Another reading."
    )
    @desk_command
    @wraps(function)
    def command(  # noqa: PLR0913 - the options of the contract
        desk: Desk,
        *,
        pool: str,
        as_of: str | None,
        known_at: str | None,
        rulebook: str | None,
        readings: tuple[str, ...],
        **arguments: Any,
    ) -> None:
        engine = desk.engine()
        what_if = WhatIf(rulebook, dict(map(_reading, readings)))
        with engine.connect() as connection:
            cut = Cut(_day(as_of), _position(connection, known_at))
        _bring_up_to_date(engine, pool, cut, what_if)
        with engine.connect() as connection:
            question = Question(pool, datetime.now(UTC).date(), cut, what_if)
            function(desk, Answers(connection, question), **arguments)

    return command


def _bring_up_to_date(engine: Engine, pool: str, cut: Cut, what_if: WhatIf) -> None:
    """Answers about the end of the log come from the read model, which follows here."""
    with engine.connect() as connection:
        asks_for_now = cut.known_at is None or cut.known_at >= head_of(connection).size
        known = pool in pools(connection)
    if known and asks_for_now and not what_if:
        with progress(f"replaying {pool}") as advance:
            catch_up(engine, pool, advance)


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        message = f"{text!r} is not a day: write it as YYYY-MM-DD"
        raise click.BadParameter(message, param_hint="--on") from None


def _position(connection: Connection, text: str | None) -> int | None:
    if text is None:
        return None
    if text.isdecimal() and len(text) < 19:
        return int(text)
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is neither a position nor a time like 2026-01-31T12:00:00Z"
        raise click.BadParameter(message, param_hint="--known-at") from None
    return position_at(connection, when if when.tzinfo else when.replace(tzinfo=UTC))


def _reading(text: str) -> tuple[str, Any]:
    name, separator, value = text.partition("=")
    if not separator:
        message = f"{text!r} is not of the form NAME=VALUE"
        raise click.BadParameter(message, param_hint="--set")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


@main.command("ratings")
@question_command
@click.option("--lapsed", is_flag=True, help="Also those whose figure has lapsed.")
@click.option("--all", "everyone", is_flag=True, help="Every registered player.")
def ratings_command(desk: Desk, answers: Answers, *, lapsed: bool, everyone: bool) -> None:
    """The rating list of a day."""
    rows = answers.ratings(lapsed=lapsed, everyone=everyone)
    title = f"Ratings on {answers.day}, as known at position {answers.chronicle.position}"
    desk.answer_list(rows, display.rating_list(rows, title))


@main.command("player")
@question_command
@click.argument("player")
def player_command(desk: Desk, answers: Answers, player: str) -> None:
    """One player's record."""
    document = answers.player(player)
    desk.answer(document, lambda console: display.record(console, document))


@main.command("tournament")
@question_command
@click.argument("tournament")
def tournament_command(desk: Desk, answers: Answers, tournament: str) -> None:
    """One tournament's evaluation."""
    document = answers.tournament(tournament)
    desk.answer(document, lambda console: display.evaluation(console, document))


@main.command("audit")
@question_command
@click.argument("player")
@click.argument("tournament", required=False)
def audit_command(desk: Desk, answers: Answers, player: str, tournament: str | None) -> None:
    """How a figure came about, step by step, each with its paragraph."""
    document = audit(answers, player, tournament).document()
    desk.answer(document, lambda console: display.working(console, document))


@main.command("rebuild")
@click.argument("pool", required=False)
@click.option("--check", "only_check", is_flag=True, help="Replay beside and compare.")
@desk_command
def rebuild_command(desk: Desk, pool: str | None, *, only_check: bool) -> None:
    """Throw the derived tables away and replay."""
    engine = desk.engine()
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
    document = attrs.asdict(done)

    def show(console: Console) -> None:
        console.print(
            f"{done.tournaments} tournaments from {done.events} events "
            f"in {done.seconds:.1f} seconds."
        )
        if only_check:
            console.print(f"{len(done.differences)} differences to the list in service.")

    desk.answer(document, show)
    if done.differences:
        raise refusal("differences", "the list in service is not what a replay gives: rebuild it")
