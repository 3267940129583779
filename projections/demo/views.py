"""The tables of the demo: answers of the projections, in the few columns each step needs."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from sqlalchemy import Connection

from ledger.console.columns import Column, identifier, prose
from ledger.console.tables import Columns, Listing, table
from projections.audit.audit import audit
from projections.console import audit_table
from projections.demo.step import View
from projections.explanations.differences import compared
from projections.presentation import shown, spelt
from projections.queries.answers import Answers

Row = Mapping[str, Any]


def rating_list(answers: Answers, title: str) -> View:
    """The list of the day."""
    rows = answers.ratings()
    rows_shown = [
        {"name": shown(row["name"]), "rating": spelt(row["card"], answers.rulebook)}
        for row in rows
    ]
    columns: Columns = {"name": prose("Name"), "rating": "Rating"}
    return _view({"ratings": rows}, table(rows_shown, columns, title))


def evaluation(answers: Answers, tournament: str, title: str) -> View:
    """A tournament as evaluated, the strongest result first."""
    document = answers.tournament(tournament)
    rows = sorted(document["players"], key=lambda row: -(row["performance"] or 0))
    rows_shown = [
        {
            **row,
            "name": shown(row["name"]),
            "before": _card(row, "before"),
            "after": _card(row, "after"),
        }
        for row in rows
    ]
    columns: Columns = {
        "name": prose("Name"),
        "before": "Before",
        "points": "Points",
        "games": "Games",
        "expected": "We",
        "after": "After",
        "performance": "Rh",
    }
    return _view({"tournament": document}, table(rows_shown, columns, title))


def residual_games(answers: Answers, player: str, title: str) -> View:
    """The games that wait for a first rating."""
    document = answers.player(player)
    columns: Columns = {
        "opponent": identifier("Opponent"),
        "opponent_rating": "Counted as",
        "points": "Points",
        "valid_until": "Kept until",
    }
    return _view({"player": document}, table(document["residual_games"], columns, title))


def changes(connection: Connection, before: Answers, after: Answers, title: str) -> View:
    """The list as known before and after a submission, and whose rating changed.

    The last column names the tournament in which a player's card first came out differently.
    """
    found = {row["player"]: row for row in compared(connection, before, after)}
    cards = {row["player"]: row["card"] for row in before.ratings()}
    rows_shown = [
        {
            "name": shown(row["name"]),
            "before": spelt(cards.get(row["player"])),
            "after": spelt(row["card"]),
            **_reason(found.get(row["player"])),
        }
        for row in after.ratings()
    ]
    columns: Columns = {
        "name": prose("Name"),
        "before": "Before",
        "after": "After",
        "change": Column("Change", right=True),
        "since": identifier("Differs since"),
    }
    return _view({"changed": list(found.values())}, table(rows_shown, columns, title))


def _reason(difference: Row | None) -> Row:
    if difference is None:
        return {}
    before, after = difference["before"], difference["after"]
    return {
        "change": None if before is None or after is None else f"{after - before:+d}",
        "since": difference["chain"][0]["occasion"],
    }


def opponents(before: Answers, after: Answers, player: str, tournament: str, title: str) -> View:
    """A player's games in a tournament, with what each opponent counted as, then and now."""
    then = {game["game"]: game["opponent_rating"] for game in _games(before, player, tournament)}
    rows = [
        {**game, "opponent_rating_before": then.get(game["game"])}
        for game in _games(after, player, tournament)
    ]
    columns: Columns = {
        "opponent": identifier("Opponent"),
        "opponent_rating_before": "Counted as",
        "opponent_rating": "Counts as",
        "points": "Points",
        "expected": "Expected",
    }
    return _view({"games": rows}, table(rows, columns, title))


def working(answers: Answers, player: str, tournament: str) -> View:
    """How a figure came about, paragraph by paragraph."""
    document = audit(answers, player, tournament).document()
    return View({"audit": document}, lambda console: audit_table.working(console, document))


def _view(document: Row, shown_table: Listing) -> View:
    def show(console: Console) -> None:
        console.print(shown_table)

    return View(document, show)


def _games(answers: Answers, player: str, tournament: str) -> Iterable[Row]:
    for row in answers.tournament(tournament)["players"]:
        if row["player"] == player:
            yield from row["games_used"]


def _card(row: Row, when: str) -> str:
    rating, index = row[f"rating_{when}"], row[f"index_{when}"]
    return spelt(None if rating is None else {"rating": rating, "index": index})
