"""The command ``calculate``: games that are not recorded, evaluated by the rulebook in force."""

from collections.abc import Iterator

import click
from rich.console import Console

from projections.interfaces.cli.audit_commands import working
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.layout import Headings, prose, table
from projections.interfaces.cli.read_commands import ReadRequest, asks
from projections.queries.answer_types import CalculatedGame, Calculation
from projections.queries.calculator_request import shown_points
from projections.queries.labels import Labels
from projections.queries.presentation import display_name, format_card


@asks("calculation")
@click.option("--steps", is_flag=True, help="Show every step of the calculation.")
def calculate_command(context: CommandContext, request: ReadRequest, *, steps: bool) -> None:
    """Calculate the ratings that games would give."""
    document = request.answer(request.view())
    context.answer(
        document, lambda console: _show(console, document, steps), rows=document["with_points"]
    )


def _show(console: Console, document: Calculation, steps: bool) -> None:
    for line in _outcome(document):
        console.print(line, markup=False)
    _games(console, document)
    if steps:
        working(console, _name(document), document["steps"], Labels())
    _with_points(console, document)


def _name(row: Calculation | CalculatedGame) -> str:
    return display_name(row["name"])


def _outcome(document: Calculation) -> Iterator[str]:
    rulebook = document["rulebook"]
    before, after = (format_card(document[when]["card"], rulebook) for when in ("before", "after"))
    yield f"{_name(document)}: {before or 'unrated'} → {after or document['after']['status']}"
    if document["others"]:
        without = format_card(document["without"]["card"], rulebook) or "unrated"
        names = ", ".join(each["name"] or each["tournament"] for each in document["others"])
        yield f"Without these games: {without}, by other reports for the same list: {names}"
    if not document["rated"]:
        yield f"Not rated: {document['reason']}"
    if document["proposed"]:
        yield f"Proposed first rating: {format_card(document['proposed'], rulebook)}"
    elif document["not_proposed"]:
        yield f"No first rating is proposed: {document['not_proposed']}"


def _games(console: Console, document: Calculation) -> None:
    reasons = {each["game"]: each["reason"] for each in document["not_counted"]}
    rows = [
        {
            "name": _name(game),
            "figure": game["figure"],
            "points": "" if game["points"] is None else shown_points(game["points"]),
            "why": reasons.get(game["game"]),
        }
        for game in document["games"]
    ]
    columns: Headings = {"name": prose("Opponent"), "figure": "Rating", "points": "Points"}
    if reasons:
        columns["why"] = prose("Does not count")
    console.print(table(rows, columns, f"Games on {document['day']}, {document['rulebook']}"))


def _with_points(console: Console, document: Calculation) -> None:
    rulebook = document["rulebook"]
    rows = [
        {
            "points": shown_points(each["points"]),
            "card": format_card(each["card"] or each["proposed"], rulebook) or each["status"],
            "change": None if each["change"] is None else f"{each['change']:+g}",
        }
        for each in document["with_points"]
    ]
    columns: Headings = {"points": "Points", "card": "New rating", "change": "Change"}
    console.print(table(rows, columns, "New rating by points"))
