"""Whether the parts of an audit document fit together: steps, row, cards, games and events."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking import inputs
from projections.checking.checker import Checker
from projections.checking.formula import FORMULAS, decimal, half_up
from projections.checking.games import fitting_games
from projections.checking.question import fitting_question
from projections.checking.values import differing, same, value_of

Document = Mapping[str, Any]


def fitting(document: Document, checker: Checker | None) -> Iterator[str]:
    """What does not fit, in words; nothing where all fits."""
    row = document.get("row")
    try:
        yield from inputs.fitting(document)
        yield from fitting_question(document, checker)
        if row is not None:
            yield from _row_and_steps(document, row, {} if checker is None else checker.led_to)
            yield from _row_and_cards(document, row)
            yield from _row_and_games(row)
        yield from fitting_games(document)
        yield from _cards(document)
        if checker is not None:
            yield from checker.own(document)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        yield f"the document is not of the form of an audit: {error!r}"


def last_results(document: Document) -> dict[str, Any]:
    """The results of the steps by their symbols, of several the last."""
    found: dict[str, Any] = {}
    for step in document["steps"]:
        formula = FORMULAS.get((step["rule"], frozenset(step["given"])))
        if formula is not None:
            found |= dict.fromkeys(formula.gives, step["result"])
    return found


def _row_and_steps(document: Document, row: Document, led_to: Mapping[str, str]) -> Iterator[str]:
    results = last_results(document)
    if isinstance(results.get("mean"), int) and "Rn" in results:  # DWZ 4.10.1.3
        results["Rn"] = results["mean"]
    yield from differing(
        [
            (f"{symbol} of the steps and {field} of the row", results[symbol], row.get(field))
            for symbol, field in led_to.items()
            if symbol in results
        ]
    )
    if document["player"] != row["player"] or not same(document["rows"][-1], row):
        yield "the row is not the player's"


def _row_and_cards(document: Document, row: Document) -> Iterator[str]:
    """The row says the same as the cards before and after; a reset (EGF) comes in between."""
    first = document["rows"][0]
    if first.get("reset_from") is not None:
        first = {**first, "gor_before": first["reset_from"]}
    for when, fields in (("before", first), ("after", row)):
        standing = value_of(document, f"card_{when}", {})
        if standing.get("status") != "valid":
            continue
        yield from differing(
            [
                (f"{field} {when} of card and row", value, fields[f"{field}_{when}"])
                for field, value in standing["card"].items()
                if fields.get(f"{field}_{when}") is not None
            ]
        )


def _cards(document: Document) -> Iterator[str]:
    """The figure of a card is its first number, a decimal one rounded (EGF)."""
    shown = {when: value_of(document, when, {}) for when in ("card_before", "card_after")}
    shown |= {f"the card of {each['player']}": each for each in document.get("opponents", [])}
    for what, standing in shown.items():
        card = standing.get("card")
        figure = next(iter(card.values())) if card else None
        if isinstance(figure, float) and not same(figure, standing.get("figure")):
            figure = half_up(decimal(figure))
        yield from differing([(f"figure of {what}", figure, standing.get("figure"))])


def _row_and_games(row: Document) -> Iterator[str]:
    """The row counts the games it shows."""
    games = row.get("games_used", [])
    if games and "games" in row:
        points = sum(game["points"] for game in games)
        yield from differing(
            [("games", len(games), row["games"]), ("points", points, row["points"])]
        )
