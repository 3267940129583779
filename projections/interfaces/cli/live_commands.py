"""The commands under ``live``: running tournaments, round by round, and their ratings."""

from typing import Any

import click
from rich.console import Console

from projections.interfaces.cli import tables
from projections.interfaces.cli.layout import listing
from projections.interfaces.cli.live_watch import watch_command
from projections.interfaces.cli.operation_commands import OperationCommand, request_with_file
from projections.interfaces.cli.read_commands import shows
from projections.pool_view import PoolView
from projections.queries.answer_types import LiveDocument, RunningTournamentRow
from projections.queries.columns import GAMES, PAIRINGS
from projections.queries.labels import Labels


def _show(console: Console, document: LiveDocument, view: PoolView) -> None:
    if not document["tournaments"]:
        console.print("no tournament is running")
    for each in document["tournaments"]:
        console.print(f"{each['name']}, {_state(each)}, by {each['submitted_by']}", markup=False)
        if not each["rated"]:
            console.print(f"not rated: {each.get('reason')}", markup=False)
        if each["table"] is not None:
            tables.running_table(console, each["table"], "Standings")
        if each["results"]:
            results = GAMES.named(["round", "board", "white", "black", "result", "reason"])
            console.print(listing(results, each["results"], "Results"))
        if each["pairings"]:
            title = "Open pairings: what a win, a draw and a loss of White would change for both"
            console.print(listing(PAIRINGS, each["pairings"], title))
        left_out = each["games_not_rated"]
        labels = view.labels((), [each["tournament"]], [game["game"] for game in left_out])
        for listed in tables.games_left_out(left_out, labels, "Games not rated"):
            console.print(listed)


def _state(row: RunningTournamentRow) -> str:
    if row["rounds_played"] is None:
        return "running"
    of_all = f" of {row['rounds']}" if row["rounds"] else ""
    return f"after round {row['rounds_played']}{of_all}"


def _submitted(console: Console, document: Any) -> None:
    how = "replaces the file before" if document["replaced"] else "is running"
    console.print(f"{document['running']} {how}; nothing is recorded", markup=False)


def _calculated(console: Console, document: Any) -> None:
    if document["evaluation"] is not None:
        titles = {document["evaluation"]["tournament"]: document["tournament"]["name"]}
        tables.evaluation(console, document["evaluation"], Labels(tournaments=titles))


live_group = click.Group(
    "live",
    [
        OperationCommand("submit_running", _submitted, made_from=request_with_file).command(),
        OperationCommand("calculate_file", _calculated, made_from=request_with_file).command(),
        watch_command(),
        shows("live", _show, lambda document: list(document["ratings"])),
        OperationCommand("withdraw_running", "{tournament} is no longer live").command(),
    ],
)
