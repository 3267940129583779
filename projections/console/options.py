"""What the questions on the command line have in common: the two clocks and the what-if."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import wraps
from typing import Any

import attrs
import click
from sqlalchemy import Connection, Engine

from ledger.console.console import CommandContext, ledger_command, progress
from ledger.log.event_log import head_of, position_at
from projections.history.cut import Cut
from projections.queries.answers import Answers, Question
from projections.read_model.generations import catch_up, pools, snapshot
from projections.replay.schedule import WhatIf


@attrs.frozen
class Asked:
    """The cut and the what-if that a question names."""

    cut: Cut
    what_if: WhatIf


def today() -> date:
    """The day on the wall; only names that are withheld depend on it."""
    return datetime.now(UTC).date()


def cut_command(function: Callable[..., None]) -> Callable[..., None]:
    """A command with the options of every question: the two clocks, and the what-if."""

    @click.option("--on", "as_of", metavar="DAY", help="As of which day (default: everything).")
    @click.option("--known-at", metavar="POSITION|TIMESTAMP", help="As known at (default: now).")
    @click.option("--rulebook", default=None, help="Under another rulebook; nothing is written.")
    @click.option(
        "--set", "readings", multiple=True, metavar="NAME=VALUE", help="Another reading."
    )
    @ledger_command
    @wraps(function)
    def command(
        context: CommandContext,
        *,
        as_of: str | None,
        known_at: str | None,
        rulebook: str | None,
        readings: tuple[str, ...],
        **arguments: Any,
    ) -> None:
        engine = context.engine()
        with engine.connect() as connection:
            cut = Cut(day(as_of), position(connection, known_at, "--known-at"))
        what_if = WhatIf(rulebook, dict(map(assignment, readings)))
        function(context, engine, Asked(cut, what_if), **arguments)

    return command


def question_command(function: Callable[..., None]) -> Callable[..., None]:
    """A command that asks about a pool; it is given the answers."""

    @click.argument("pool")
    @cut_command
    @wraps(function)
    def command(
        context: CommandContext, engine: Engine, asked: Asked, *, pool: str, **arguments: Any
    ) -> None:
        if not asked.what_if:
            up_to_date(engine, pool, asked.cut)
        with snapshot(engine) as connection:
            question = Question(pool, today(), asked.cut, asked.what_if)
            function(context, Answers(connection, question), **arguments)

    return command


def up_to_date(engine: Engine, pool: str, cut: Cut) -> None:
    """Answers about the end of the log come from the read model, which follows here."""
    with engine.connect() as connection:
        asks_for_now = cut.known_at is None or cut.known_at >= head_of(connection).size
        known = pool in pools(connection)
    if known and asks_for_now:
        with progress(f"replaying {pool}") as advance:
            catch_up(engine, pool, advance)


def day(text: str | None, option: str = "--on") -> date | None:
    """A day as it is written on the command line; wrong usage where it is none."""
    if text is None:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        message = f"{text!r} is not a day: write it as YYYY-MM-DD"
        raise click.BadParameter(message, param_hint=option) from None


def position(connection: Connection, text: str | None, option: str) -> int | None:
    """A position of the log, given as such or as a time; wrong usage where it is neither."""
    if text is None:
        return None
    if text.isdecimal() and text.isascii() and len(text) < 19:
        return int(text)
    try:
        when = datetime.fromisoformat(text)
        return position_at(connection, when if when.tzinfo else when.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        message = f"{text!r} is neither a position nor a time like 2026-01-31T12:00:00Z"
        raise click.BadParameter(message, param_hint=option) from None


def assignment(text: str) -> tuple[str, Any]:
    """A ``NAME=VALUE`` of the command line; the value is read as JSON where it is JSON."""
    name, separator, value = text.partition("=")
    if not separator:
        message = f"{text!r} is not of the form NAME=VALUE"
        raise click.BadParameter(message, param_hint="--set")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
