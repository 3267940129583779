"""Comparison of the numbers of a document: parameters, steps, row, cards and games."""

from collections.abc import Iterator, Mapping

from projections.checking import inputs
from projections.checking.checker import Checker
from projections.checking.document import Document, Row, differing, same
from projections.checking.formula import FORM_IS_WRONG, exact, half_up


def consistency(document: Document, checker: Checker | None) -> Iterator[str]:
    """Yield, in words, each contradiction."""
    row = document.get("row")
    try:
        yield from inputs.consistency(document)
        if document.get("inputs"):
            yield from _occasion(document)
            yield from _games(document)
            if checker is not None:
                yield from _parameters(document, checker)
        if row is not None:
            yield from _row_and_steps(document, row, {} if checker is None else checker.led_to)
            yield from _row_and_cards(document, row)
            yield from _row_and_games(document, row)
        else:
            yield from _decided_card(document)
        yield from _figures_of_cards(document)
        if checker is not None:
            yield from checker.own(document)
    except FORM_IS_WRONG as error:
        yield f"the document is not of the form of an audit: {error!r}"


def _occasion(document: Document) -> Iterator[str]:
    """Check for an event of the tournament and one that adopts the rulebook."""
    if document["tournament"] is not None and document.occasion is None:
        yield f"{document['tournament']} was never submitted"
    if document["rulebook"] is not None and not _adoptions(document):
        yield f"no event adopts {document['rulebook']}"


def _adoptions(document: Document) -> list[Row]:
    """Return the adoptions shown that are in force by the day, the last first."""
    adoptions = document.events("rulebook")
    begun = [each for each in adoptions if each["from_day"] <= document["ended_on"]]
    return sorted(begun, key=lambda each: str(each["from_day"]), reverse=True)


def _parameters(document: Document, checker: Checker) -> Iterator[str]:
    """Check that the parameters are those of the rulebook, its adoption or the question.

    During a long tournament another adoption may begin.
    """
    ways = [_differing_parameters(document, checker, each) for each in _adoptions(document)]
    yield from () if [] in ways else (ways or [_differing_parameters(document, checker, {})])[0]


def _differing_parameters(document: Document, checker: Checker, adopted: Row) -> list[str]:
    """Return how the parameters differ from those of an adoption.

    Values that are words are compared with the adoption and the question only.
    """
    asked = document.get("what_if") or {}
    same_rulebook = asked.get("rulebook") in {None, adopted.get("rulebook")}
    own = adopted.get("parameters") or {} if same_rulebook else {}
    expected = {**checker.defaults, **own, **asked.get("parameters", {})}
    shown = document["parameters"]
    numbers = {name for name, value in shown.items() if type(value) in {int, float}}
    names = sorted(expected.keys() | numbers)
    return differing(
        *((f"parameter {name}", expected.get(name), shown.get(name)) for name in names)
    )


def _row_and_steps(document: Document, row: Row, led_to: Mapping[str, str]) -> Iterator[str]:
    """Compare the row's figures with the steps; without a step none may be found or changed."""
    results, known = document.results, document.known_evaluation or {}
    if isinstance(results.get("mean"), int) and "Rn" in results:  # DWZ 4.10.1.3
        results["Rn"] = results["mean"]
    for symbol, field in led_to.items():
        found, shown = results.get(symbol, known.get(field)), row.get(field)
        if found is None and symbol not in results and field.endswith("_after"):
            before = row.get(field.replace("_after", "_before"))
            found = shown if same(shown, before) else None
        yield from differing((f"{symbol} of the steps and {field} of the row", found, shown))
    if document["player"] != row["player"] or not same(document["rows"][-1], row):
        yield "the row is not the player's"


def _row_and_cards(document: Document, row: Row) -> Iterator[str]:
    """Compare the row with the cards before and after.

    A lapsed card (DWZ) gives no figure, and a row that is not kept (DWZ) no card; a reset (EGF)
    may come in between.
    """
    is_lapsed = document.standing("before").get("status") == "lapsed"
    first = {} if is_lapsed else document["rows"][0]
    if first.get("reset_from") is not None:
        first = {**first, "gor_before": first["reset_from"]}
    kept = row if row.get("kept", True) else {}
    for when, fields in (("before", first), ("after", kept)):
        for field, value in document.card(when).items():
            shown = fields.get(f"{field}_{when}")
            if shown is not None:
                yield from differing((f"{field} {when} of card and row", value, shown))


def _row_and_games(document: Document, row: Row) -> Iterator[str]:
    """Check that the row counts the games it shows, or those of a known evaluation."""
    if "games_used" in row and "games" in row:
        games = row["games_used"]
        counted: Row = {"games": len(games), "points": sum(game["points"] for game in games)}
        counted = counted if games else document.known_evaluation or counted
        for field in ("games", "points"):
            yield from differing((field, counted[field], row[field]))


def _decided_card(document: Document) -> Iterator[str]:
    """A card that a decision gives on the day has its figures."""
    decided, shown = document.given_by or {}, document.card("after")
    if "card" in decided and decided["from_day"] == document["ended_on"]:
        for name in decided["card"].keys() & shown.keys():
            yield from differing((f"{name} decided", decided["card"][name], shown[name]))


def _figures_of_cards(document: Document) -> Iterator[str]:
    """The figure of a card is its first number, a decimal one rounded (EGF)."""
    cards = {when: document.standing(when) for when in ("before", "after")}
    cards |= {each["player"]: each for each in document.get("opponents", [])}
    for whose, standing in cards.items():
        card, shown = (standing["card"], standing["figure"]) if standing else (None, None)
        figure: object = next(iter((card or {}).values()), None)
        if isinstance(figure, float) and not same(figure, shown):
            figure = half_up(exact(figure))
        yield from differing((f"figure of the card {whose}", figure, shown))


def _games(document: Document) -> Iterator[str]:
    """Check that the games are shown as submitted, and that counted games are not left out."""
    handed_in = {data["game"]: data for data in document.events("game")}
    residual = [game for games in document["residual_games"].values() for game in games]
    used = [game for row in document["rows"] for game in row.get("games_used", [])]
    struck = [game for row in document["rows"] for game in row.get("games_struck", [])]
    for game in (*used, *struck, *residual):
        name = game["game"]
        if name not in handed_in:
            yield f"{name} was never submitted"
            continue
        data = handed_in[name]
        found = {
            "points": data[f"{document.side_of(data)}_points"],
            "opponent": document.opponent_of(data),
            "tournament": data["tournament"],
        }
        for key in found.keys() & game.keys():
            yield from differing((f"{key} of {name}", found[key], game[key]))
    counted = [game["game"] for game in used]
    left_out = {each["game"] for each in document["not_counted"]}
    if len(set(counted)) < len(counted) or left_out.intersection(counted):
        yield "a game counts twice, or counts and is left out"
