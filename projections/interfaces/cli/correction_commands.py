"""The commands ``correct``, ``merge`` and ``decide``: what changes, by whom and why."""

from typing import Any

import click

from projections.api import Ledger
from projections.interfaces.cli import tables
from projections.interfaces.cli.operation_commands import OperationCommand, Texts, request_of
from projections.operations.catalogue import (
    Operation,
)
from projections.queries.arguments import result_of

<<<<<<< HEAD
=======
_STATES = (
    click.option("--from-known", metavar="POSITION|TIMESTAMP", help="The log as of then …"),
    click.option("--to-known", metavar="POSITION|TIMESTAMP", help="… and as of then."),
    click.option("--from-on", metavar="DAY", help="As of this day …"),
    click.option("--to-on", metavar="DAY", help="… and as of this day."),
)


@click.command("diff")
@click.argument("pool")
@with_options(_STATES)
@click.option("--player", default=None, help="Only this player, with the reasons.")
@ledger_query
def diff_command(
    context: CommandContext,
    ledger: Ledger,
    asked: QueryOptions,
    *,
    pool: str,
    player: str | None,
    **states: Any,
) -> None:
    """Compare two states: whose ratings differ, by how much, and why.

    The states are two positions of the log, two days, or two rulebooks.
    """
    caught_up(ledger.pool(pool))
    before, after = _compared(ledger, pool, asked, states)
    with before, after:
        rows = before.diff(after, player=player)
    context.answer_list(rows, lambda console: tables.differences(console, rows))


@click.command("news")
@click.argument("pool")
@with_options(_STATES)
@click.option(
    "--lang",
    type=click.Choice(list(LANGUAGES)),
    default=DEFAULT,
    show_default=True,
    help="The language of the paragraph.",
)
@ledger_query
def news_command(
    context: CommandContext,
    ledger: Ledger,
    asked: QueryOptions,
    *,
    pool: str,
    lang: str,
    **states: Any,
) -> None:
    """Summarise the changes between two states, in one paragraph for a newsletter."""
    caught_up(ledger.pool(pool))
    before, after = _compared(ledger, pool, asked, states)
    with before, after:
        document = before.news(after, lang)
    context.answer(
        document,
        lambda console: console.print(document["paragraph"], markup=False, highlight=False),
        rows=document["largest"],
    )


def _compared(
    ledger: Ledger, pool: str, asked: QueryOptions, states: dict[str, str | None]
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

>>>>>>> ec34a8e3 (messages, help: say ratings and subjects plainly, with de, hu, sv)

def _correction(ledger: Ledger, asked: Operation, texts: Texts) -> Any:
    """The request to correct what the words of the command name."""
    if texts["strike"] == bool(texts["set"] or texts["result"] is not None):
        raise click.UsageError("say --result RESULT, --set FIELD=VALUE, or --strike")
    if texts["result"] is not None:
        _must_be_a_result(texts["result"])
    named = {**texts, "event": _corrected(ledger, texts["event"])}
    return request_of(ledger, asked, named)


def _must_be_a_result(text: str) -> None:
    try:
        result_of(text)
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


correct_command = OperationCommand(
    "correct",
    tables.amended,
    made_from=_correction,
    rows="changed",
    arguments={"event": "GAME|EVENT|TOURNAMENT ROUND WHITE"},
    more="A game is also named by TOURNAMENT ROUND WHITE or TOURNAMENT WHITE BLACK, ids or names. "
    "A result: --result ½-½. Another player: --set white=anna. Another day: --set "
    "ended_on=1996-11-17. For two registrations of one person there is `merge`.",
).command()
merge_command = OperationCommand("merge", tables.amended, rows="changed").command()


@click.group("decide")
def decide_group() -> None:
    """Record a decision: a player's rating, or a case that a rule leaves open."""


decide_group.add_command(
    OperationCommand("decide_rating", tables.amended, rows="changed").command()
)
decide_group.add_command(OperationCommand("decide_rule", tables.amended, rows="changed").command())
