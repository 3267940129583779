"""Whether the parts of an audit document fit together: steps, row, cards, games and events."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking import fitting_dwz, fitting_egf, fitting_lask, fitting_mgsz
from projections.checking.formula import FORMULAS, decimal, half_up, system_of
from projections.checking.values import differing, same, value_of

Document = Mapping[str, Any]
# What the last step with a result of this symbol must have led to in the row.
_LED_TO = {
    "dwz": {
        "We": "expected",
        "E": "coefficient",
        "K": "coefficient",
        "Rn": "rating_after",
        "Rh": "performance",
        "Rp": "special",
        "index after": "index_after",
    },
    "ingo": {
        "N": "level",
        "%d": "percent_difference",
        "H": "performance",
        "F after": "number_after",
        "mark": "mark",
    },
    "mgsz": {"C": "multiplier"},
    "egf": {"class": "class", "con": "con", "bonus": "bonus"},
    "lask": {},
}
_BY_SYSTEM = {
    "dwz": fitting_dwz.fitting,
    "egf": fitting_egf.fitting,
    "mgsz": fitting_mgsz.fitting,
    "lask": fitting_lask.fitting,
}


def fitting(document: Document) -> Iterator[str]:
    """What does not fit, in words; nothing where all fits."""
    system = system_of(document)
    row = document.get("row")
    try:
        if row is not None:
            yield from _row_and_steps(document, row, _LED_TO.get(system, {}))
            yield from _row_and_cards(document, row)
            yield from _row_and_games(document, row)
        yield from _cards(document)
        if system in _BY_SYSTEM:
            yield from _BY_SYSTEM[system](document)
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
    for when in ("card_before", "card_after"):
        standing = value_of(document, when, {})
        card = standing.get("card")
        if card:
            figure = half_up(decimal(next(iter(card.values()))))
            yield from differing([(f"figure of {when}", figure, standing["figure"])])


def _row_and_games(document: Document, row: Document) -> Iterator[str]:
    """The row counts the games it shows, and these are as they were handed in."""
    games = row.get("games_used", [])
    if games and "games" in row:
        points = sum(game["points"] for game in games)
        yield from differing(
            [("games", len(games), row["games"]), ("points", points, row["points"])]
        )
    handed_in = {
        each["data"]["game"]: each["data"]
        for each in document.get("inputs", [])
        if each["what"] == "game" and each["data"] is not None
    }
    ids = _ids_of(document)
    for game in [game for part in document["rows"] for game in part.get("games_used", [])]:
        if handed_in and game["game"] not in handed_in:
            yield f"{game['game']} was never handed in"
        elif handed_in and "points" in game:
            data = handed_in[game["game"]]
            side = "white" if data["white"] in ids else "black"
            yield from differing(
                [(f"points of {game['game']}", data[f"{side}_points"], game["points"])]
            )


def _ids_of(document: Document) -> set[str]:
    """The ids under which the player was handed in: those merged into his are his."""
    ids = {document["player"]}
    merges = [each["data"] for each in document.get("inputs", []) if each["what"] == "merge"]
    for _ in merges:
        ids |= {each["drop"] for each in merges if each is not None and each["keep"] in ids}
    return ids
