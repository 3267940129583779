"""The commands ``correct``, ``merge`` and ``decide``: what changes, by whom and why."""

from typing import Any

import click
from rich.console import Console

from projections.api import Ledger
from projections.interfaces.cli import tables
from projections.interfaces.cli.operation_commands import OperationCommand, Texts, request_of
from projections.operations.catalogue import Operation
from projections.operations.operation import AnyRequest
from projections.queries.arguments import result_of


def _correction(ledger: Ledger, declared: Operation, texts: Texts) -> AnyRequest:
    if texts["strike"] == bool(texts["set"] or texts["result"] is not None):
        raise click.UsageError("give --result RESULT, --set FIELD=VALUE, or --strike")
    is_draw = texts["result"] is not None and _is_alike_for_both(texts["result"])
    named = {**texts, "event": _corrected(ledger, texts["event"], either_colour=is_draw)}
    return request_of(ledger, declared, named)


def _is_alike_for_both(text: str) -> bool:
    """True if a result is the same for either colour."""
    try:
        result = result_of(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--result") from None
    return bool(result["white_points"] == result["black_points"])


def _corrected(ledger: Ledger, subject: tuple[str, ...], *, either_colour: bool) -> str:
    """Return the id of the corrected event, tournament or player (by whole name)."""
    if len(subject) == 1:
        return ledger.find_subject(subject[0])
    if len(subject) != len(("tournament", "round", "white")):
        message = "name a game by its id, or as TOURNAMENT ROUND WHITE or TOURNAMENT WHITE BLACK"
        raise click.UsageError(message)
    return ledger.find_game(*subject, either_colour=either_colour)


def _answered(console: Console, document: Any) -> None:
    answer = document["answer"]
    state = "is asked again" if answer is None else f"is in order: {answer['reason']}"
    console.print(f"{document['signal']} {state}", markup=False)


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
merge_command = OperationCommand(
    "merge", tables.amended, rows="changed", about=("keep", "drop")
).command()
decide_group = click.Group(
    "decide",
    [
        OperationCommand(each, tables.amended, rows="changed").command()
        for each in ("decide_rating", "decide_rule")
    ]
    + [OperationCommand("answer_signal", _answered).command()],
)
