"""The commands ``diff``, ``correct`` and ``merge``: what changes, by whom and why."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import attrs
import click
from sqlalchemy import Connection, Engine

from ledger.console.commands import submitter
from ledger.console.console import CommandContext, ledger_command
from ledger.log.event_log import now
from projections.actions.amend import Amended, Amendment, Joining, amend
from projections.console import tables
from projections.console.options import (
    Asked,
    assignment,
    cut_command,
    day,
    position,
    today,
    up_to_date,
)
from projections.explanations.differences import compared
from projections.history.cut import EVERYTHING, Cut
from projections.queries.answers import Answers, Question
from projections.read_model.generations import pools, snapshot
from projections.registry import RegisteredRulebooks

_STATES = (
    click.option("--from-known", metavar="POSITION|TIMESTAMP", help="As it was known then …"),
    click.option("--to-known", metavar="POSITION|TIMESTAMP", help="… and as it was known then."),
    click.option("--from-on", metavar="DAY", help="As of this day …"),
    click.option("--to-on", metavar="DAY", help="… and as of this day."),
)
_AMENDING = (
    click.option("--reason", required=True, help="Why; it stays in the log."),
    click.option("--by", default=None, help="Who says so (default: the user's name)."),
    click.option("--dry-run", is_flag=True, help="Only show what would change."),
)


def _with(options: Sequence[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


@click.command("diff")
@click.argument("pool")
@_with(_STATES)
@click.option("--player", default=None, help="Only this player, and why he differs.")
@cut_command
def diff_command(
    context: CommandContext,
    engine: Engine,
    asked: Asked,
    *,
    pool: str,
    player: str | None,
    **states: Any,
) -> None:
    """Whose figure differs between two states, by how much, and why.

    Two states of knowledge, two days, or the rulebook as adopted and another one.
    """
    up_to_date(engine, pool, EVERYTHING)
    with snapshot(engine) as connection:
        cuts = _cuts(connection, asked, states)
        before = Answers(connection, Question(pool, today(), cuts[0]))
        after = Answers(connection, Question(pool, today(), cuts[1], asked.what_if))
        only = None if player is None else [after.registered(player)]
        rows = compared(connection, before, after, only)
    context.answer_list(rows, lambda console: tables.differences(console, rows))


def _cuts(connection: Connection, asked: Asked, states: dict[str, str | None]) -> list[Cut]:
    """The two states to compare: as asked for both, but for what is said of each."""
    cuts = [
        Cut(
            day(states[f"{side}_on"], f"--{side}-on") or asked.cut.as_of,
            position(connection, states[f"{side}_known"], f"--{side}-known")
            if states[f"{side}_known"]
            else asked.cut.known_at,
        )
        for side in ("from", "to")
    ]
    if cuts[0] == cuts[1] and not asked.what_if:
        message = "say what to compare: --from-known, --from-on, --rulebook or --set"
        raise click.UsageError(message)
    return cuts


def _amending(function: Callable[..., Amendment | Joining]) -> Callable[..., None]:
    """A command that appends an amendment and shows who changes by it."""

    @_with(_AMENDING)
    @ledger_command
    @wraps(function)
    def command(context: CommandContext, *, by: str | None, dry_run: bool, **said: Any) -> None:
        amendment = function(**said)
        engine = context.engine()
        with engine.connect() as connection:
            names = pools(connection)
        for name in names:
            up_to_date(engine, name, EVERYTHING)
        amended = amend(
            engine,
            amendment,
            by=submitter(by),
            rulebooks=RegisteredRulebooks(),
            clock=now,
            today=today(),
            dry_run=dry_run,
        )
        _answer(context, amended)

    return command


def _answer(context: CommandContext, amended: Amended) -> None:
    rows = [{"pool": pool, **row} for pool, found in amended.changed.items() for row in found]
    document = {**attrs.asdict(amended.receipt), "changed": rows}
    context.answer(document, lambda console: tables.amended(console, document))


@click.command("correct")
@click.argument("event")
@click.option("--set", "fields", multiple=True, metavar="FIELD=VALUE", help="What it should be.")
@click.option("--strike", is_flag=True, help="Take the event out altogether.")
@click.option("--expect", type=click.IntRange(0), help="The position up to which you know it.")
@_amending
def correct_command(
    *, event: str, fields: tuple[str, ...], strike: bool, expect: int | None, reason: str
) -> Amendment:
    """Correct an event, from what stands: set fields, or strike it.

    EVENT is the event's id, or that of the game or tournament it brought in. A result:
    --set white_points=1 --set black_points=0. Another player: --set white=anna. Another day:
    --set ended_on=1996-11-17. For two registrations of one person there is `merge`.
    """
    if strike == bool(fields):
        raise click.UsageError("say either --set FIELD=VALUE, or --strike")
    changes = dict(map(assignment, fields))
    return Amendment(event=event, reason=reason, changes=changes, strike=strike, expect=expect)


@click.command("merge")
@click.argument("keep")
@click.argument("drop")
@_amending
def merge_command(*, keep: str, drop: str, reason: str) -> Joining:
    """Join two registrations of one person: everything of DROP belongs to KEEP.

    It can be undone: strike the event with `correct EVENT --strike`.
    """
    return Joining(keep=keep, drop=drop, reason=reason)
