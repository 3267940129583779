"""The command ``calculate``: games that are not recorded, evaluated by the rulebook in force."""

from collections.abc import Iterator

import click
from rich.console import Console

from projections.interfaces.cli.audit_commands import working
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.layout import listing
from projections.interfaces.cli.read_commands import ReadRequest, asks
from projections.queries.answer_types import CalculatedGame, Calculation, RatingWithPoints
from projections.queries.calculator_request import shown_points
from projections.queries.columns import ORDINAL, PROSE, Column, Columns
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


def _points(row: CalculatedGame | RatingWithPoints) -> str | None:
    return None if row["points"] is None else shown_points(row["points"])


def _games(console: Console, document: Calculation) -> None:
    reasons = {each["game"]: each["reason"] for each in document["not_counted"]}
    columns = Columns[CalculatedGame](
        Column("name", "Opponent", _name, PROSE),
        Column("figure", "Rating", lambda game: game["figure"], ORDINAL),
        Column("points", "Points", _points),
        Column("why", "Does not count", lambda game: reasons.get(game["game"]), PROSE),
    )
    if not reasons:
        columns = columns.named(["name", "figure", "points"])
    title = f"Games on {document['day']}, {document['rulebook']}"
    console.print(listing(columns, document["games"], title))


def _with_points(console: Console, document: Calculation) -> None:
    rulebook = document["rulebook"]
    columns = Columns[RatingWithPoints](
        Column("points", "Points", _points),
        Column(
            "card",
            "New rating",
            lambda it: format_card(it["card"] or it["proposed"], rulebook) or it["status"],
        ),
        Column("change", "Change", _change),
    )
    console.print(listing(columns, document["with_points"], "New rating by points"))


def _change(row: RatingWithPoints) -> str | None:
    return None if row["change"] is None else f"{row['change']:+g}"
