"""The commands ``diff``, ``correct`` and ``merge``: what changes, by whom and why."""

from typing import Any

import click

from ledger.events.problems import PERHAPS_WRITTEN
from projections.api import Ledger
from projections.interfaces.cli import tables
from projections.interfaces.cli.console import CommandContext, clock_option, ledger_command
from projections.interfaces.cli.log_commands import submitter
from projections.interfaces.cli.options import (
    Asked,
    assignment,
    caught_up,
    day,
    ledger_question,
    meant,
    moment,
    opened,
    with_options,
)
from projections.operations.pool_view import PoolView
from projections.queries.arguments import result_of

_STATES = (
    click.option("--from-known", metavar="POSITION|TIMESTAMP", help="As it was known then …"),
    click.option("--to-known", metavar="POSITION|TIMESTAMP", help="… and as it was known then."),
    click.option("--from-on", metavar="DAY", help="As of this day …"),
    click.option("--to-on", metavar="DAY", help="… and as of this day."),
)
_AMENDING = (
    click.option("--reason", required=True, help="Why; it stays in the log."),
    click.option("--by", default=None, help="Who says so (default: the user's name)."),
    clock_option,
    click.option("--dry-run", is_flag=True, help="Only show what would change."),
)


@click.command("diff")
@click.argument("pool")
@with_options(_STATES)
@click.option("--player", default=None, help="Only this player, and why he differs.")
@ledger_question
def diff_command(
    context: CommandContext,
    ledger: Ledger,
    asked: Asked,
    *,
    pool: str,
    player: str | None,
    **states: Any,
) -> None:
    """Whose figure differs between two states, by how much, and why.

    Two states of knowledge, two days, or the rulebook as adopted and another one.
    """
    caught_up(ledger.pool(pool))
    before, after = _compared(ledger, pool, asked, states)
    with before, after:
        rows = before.diff(after, player=player)
    context.answer_list(rows, lambda console: tables.differences(console, rows))


def _compared(
    ledger: Ledger, pool: str, asked: Asked, states: dict[str, str | None]
) -> tuple[PoolView, PoolView]:
    """The two states to compare: as asked for both, but for what is said of each."""
    first, second = (
        {
            "on": day(states[f"{side}_on"], f"--{side}-on") or asked.on,
            "known_at": moment(ledger, states[f"{side}_known"], f"--{side}-known")
            if states[f"{side}_known"]
            else asked.known_at,
        }
        for side in ("from", "to")
    )
    before = ledger.pool(pool, **first)
    after = ledger.pool(pool, **{**asked.arguments(), **second})
    if before.as_of == after.as_of and not asked.what_if:
        message = "say what to compare: --from-known, --from-on, --rulebook or --set"
        raise click.UsageError(message)
    return before, after


@click.command("correct")
@click.argument("subject", nargs=-1, required=True, metavar="GAME|EVENT|TOURNAMENT ROUND WHITE")
@click.option("--result", default=None, metavar="RESULT", help="1-0, 0-1, ½-½, +:- (forfeit) …")
@click.option("--set", "fields", multiple=True, metavar="FIELD=VALUE", help="What it should be.")
@click.option("--strike", is_flag=True, help="Take the event out altogether.")
@click.option("--expect", type=click.IntRange(0), help="The position up to which you know it.")
@with_options(_AMENDING)
@ledger_command
def correct_command(  # noqa: PLR0913 - what is corrected, how, why and by whom
    context: CommandContext,
    *,
    subject: tuple[str, ...],
    result: str | None,
    fields: tuple[str, ...],
    strike: bool,
    expect: int | None,
    reason: str,
    by: str | None,
    dry_run: bool,
) -> None:
    """Correct an event, from what stands: set fields, or strike it.

    EVENT is the event's id, or that of the game, tournament or player it brought in. A game is
    also named by TOURNAMENT ROUND WHITE or TOURNAMENT WHITE BLACK, ids or names. A result:
    --result ½-½. Another player: --set white=anna. Another day: --set ended_on=1996-11-17.
    For two registrations of one person there is `merge`.
    """
    changes = dict(map(assignment, fields)) | ({} if result is None else _result(result))
    if strike == bool(changes):
        raise click.UsageError("say --result RESULT, --set FIELD=VALUE, or --strike")
    context.when_interrupted = PERHAPS_WRITTEN
    ledger = opened(context)
    document = ledger.correct(
        _corrected(ledger, subject),
        set=changes,
        strike=strike,
        reason=reason,
        by=submitter(by),
        expect=expect,
        dry_run=dry_run,
    )
    context.answer(
        document,
        lambda console: tables.amended(console, document),
        rows=document["changed"],
    )


def _result(text: str) -> dict[str, Any]:
    try:
        return result_of(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--result") from None


def _corrected(ledger: Ledger, subject: tuple[str, ...]) -> str:
    """The id of what is corrected; a tournament or player is named by the whole name."""
    if len(subject) == 1:
        return ledger.find_subject(subject[0])
    if len(subject) != len(("tournament", "round", "white")):
        message = "name a game by its id, or as TOURNAMENT ROUND WHITE or TOURNAMENT WHITE BLACK"
        raise click.UsageError(message)
    return ledger.find_game(*subject)


@click.command("merge")
@click.argument("keep")
@click.argument("drop")
@with_options(_AMENDING)
@ledger_command
def merge_command(  # noqa: PLR0913 - who is joined, why and by whom
    context: CommandContext, *, keep: str, drop: str, reason: str, by: str | None, dry_run: bool
) -> None:
    """Join two registrations of one person: everything of DROP belongs to KEEP.

    It can be undone: strike the event with `correct EVENT --strike`.
    """
    context.when_interrupted = PERHAPS_WRITTEN
    ledger = opened(context)
    keep, drop = (meant(ledger.find_player, each, whole=True) for each in (keep, drop))
    document = ledger.merge(keep, drop, reason=reason, by=submitter(by), dry_run=dry_run)
    context.answer(
        document,
        lambda console: tables.amended(console, document),
        rows=document["changed"],
    )
