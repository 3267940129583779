"""Whether an INGO audit fits together beyond its formulas: the games and their numbers."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.checker import Stated, stated_because
from projections.checking.formula import exact, half_up
from projections.checking.values import differing, same, steps_of, value_of

Document = Mapping[str, Any]
LED_TO = {
    "N": "level",
    "%d": "percent_difference",
    "H": "performance",
    "F after": "number_after",
}
_SYMBOLS = {
    "F": "number_before",
    "count": "count_before",
    "games": "games",
    "points": "points",
    "scored": "games",
}


def known(document: Document) -> Mapping[str, Any]:
    """The symbols of the steps as the row has them."""
    row = value_of(document, "row", {})
    found = {
        symbol: row[field] for symbol, field in _SYMBOLS.items() if row.get(field) is not None
    }
    if row.get("games_used"):
        found["opponents"] = [game["opponent_number"] for game in row["games_used"]]
    return {**found, "sides": sides_of(row)}


def sides_of(row: Mapping[str, Any]) -> int:
    """How many games of a row count for the player's own side, scored or struck."""
    struck = [game["reason"] for game in row.get("games_struck", [])]
    one_sided = sum("the result counts for" in reason for reason in struck)
    return len(row.get("games_used", [])) + len(struck) - one_sided


def stated(document: Document) -> Iterator[Stated]:
    """What cannot be recomputed from the document."""
    levels = [
        number
        for number, step in enumerate(document["steps"])
        if step["rule"] == "INGO B III 3" and "known" in step["given"]
    ]
    for number in levels:
        yield ("steps", number, "given"), JOINT
    for number, step in enumerate(document["steps"]):
        if "numbers" in step["given"]:
            yield ("steps", number, "given", "numbers", "*", "since"), HISTORY
            yield ("steps", number, "given", "numbers", "*", "drift"), HISTORY
        if "newcomers_%d" in step["given"]:
            yield ("steps", number, "given", "newcomers_%d"), OTHERS
        if "deviation" in step["given"]:
            yield ("steps", number, "given"), OTHERS


HISTORY = stated_because("when and how a number came to be: the audits of earlier events show it")
OTHERS = stated_because("what others achieved: their audits recompute it")
JOINT = stated_because(
    "what the others' games make of all newcomers together: their audits show each"
)


def fitting(document: Document) -> Iterator[str]:
    """What does not fit, in words."""
    row = document.get("row")
    if row is None:
        return
    yield from _numbers(document, row)
    yield from _joint_level(document, row)
    yield from _round_robin(document, row)
    yield from _outcome(document, row)
    yield from _mark(document, row)
    yield from _empty_fields(row)


def _numbers(document: Document, row: Document) -> Iterator[str]:
    """An opponent with a number counts at it, but where a step sets him at the limit."""
    limited = {step["given"].get("game") for step in steps_of(document, "INGO C VI")}
    figures = {each["player"]: each["figure"] for each in document["opponents"]}
    for game in row["games_used"]:
        figure = figures.get(game["opponent"])
        if figure is not None and game["game"] not in limited:
            number = game["opponent_number"]
            yield from differing([(f"number of {game['opponent']}", figure, number)])
    scored = {game["game"] for game in row["games_used"]}
    yield from (
        f"{g['game']} is scored and struck" for g in row["games_struck"] if g["game"] in scored
    )


def _joint_level(document: Document, row: Document) -> Iterator[str]:
    """The level found for all newcomers together, rounded, is his; it is over his games."""
    joint = [step for step in steps_of(document, "INGO B III 3") if "known" in step["given"]]
    met = [game["opponent"] for game in (*row["games_used"], *row["games_struck"])]
    for step in joint:
        named = [
            each["opponent"] for each in step["given"]["newcomers"] if not isinstance(each, str)
        ]
        if any(named.count(player) > met.count(player) for player in named):
            yield "a level is over newcomers whom he did not meet"
    general = any("F" in step["given"] for step in steps_of(document, "INGO B I", "INGO B II"))
    if joint and not general and row["level"] is not None:
        places = 10 ** document["parameters"]["niveau_decimals"]
        found = half_up(exact(joint[-1]["result"]) * places) / float(places)
        yield from differing([("the level", found, row["level"])])
        own = row["percent_difference"]
        yield from differing([("%d of the level", own, joint[-1]["given"]["%d"])])
        for step in steps_of(document, "INGO A")[-1:]:
            yield from differing([("the level put in", row["level"], step["given"]["N"])])


def _round_robin(document: Document, row: Document) -> Iterator[str]:
    """The level of all is the mean of his number and those of the opponents."""
    for step in steps_of(document, "INGO B I", "INGO B II"):
        if "F" in step["given"]:
            figures = [each["figure"] for each in document["opponents"]]
            numbers = [each for each in (row["number_before"], *figures) if each is not None]
            if not same(sorted(numbers), sorted(step["given"]["F"])):
                yield "the level is over other numbers than those of the players"
            newcomers = len(document["opponents"]) + 1 - len(numbers)
            listed = len(step["given"]["newcomers_%d"])
            yield from differing([("newcomers of the level", newcomers, listed)])


def _outcome(document: Document, row: Document) -> Iterator[str]:
    """The paragraph named is that of the last step, and the count goes up with it."""
    new = [step for step in document["steps"] if _gives_number(step)]
    after = value_of(document, "card_after", {})
    if not new:
        before = value_of(document, "card_before", {})
        yield from differing(
            [("the rule", None, row["rule"]), ("the card that stays", before, after)]
        )
        return
    held = value_of(value_of(document, "card_before", {}), "card", {})
    again = [
        step["result"] for step in steps_of(document, "INGO C II") if "marked" in step["given"]
    ]
    first = row["number_before"] is None or True in again
    bound = any(
        {"points", "games"} == step["given"].keys() for step in steps_of(document, "INGO C II")
    )
    of_mark = held.get("mark") is not None or (row["number_before"] is None and bound)
    rule = "C II" if of_mark else new[-1]["rule"].removeprefix("INGO ")
    yield from differing(
        [
            ("the rule", rule, row["rule"]),
            ("the count", 1 if first else row["count_before"] + 1, row["count_after"]),
            ("what gave the card", document["tournament"], after["last_event"]),
            ("status of the card", "valid", after["status"]),
            ("valid until", None, after["valid_until"]),
        ]
    )
    if (new[-1]["rule"], first) in {("INGO C I", False), ("INGO B I 4", False)}:
        usual = "INGO C I" if row["count_before"] in {1, 2} else "INGO B I 4"
        yield from differing([("the weights", usual, new[-1]["rule"])])


def _gives_number(step: Document) -> bool:
    return "H" in step["given"] and "places" in step["given"]


def _mark(document: Document, row: Document) -> Iterator[str]:
    """A mark comes of C II alone; where nothing is evaluated the card keeps its own."""
    after = value_of(value_of(document, "card_after", {}), "card", {})
    yield from differing([("the mark on the card", row["mark"], after.get("mark"))])
    if row["rule"] is None:
        held = value_of(value_of(document, "card_before", {}), "card", {})
        yield from differing([("the mark", held.get("mark"), row["mark"])])
    elif row["rule"] != "C II":
        yield from differing([("the mark", None, row["mark"])])
    else:
        steps = steps_of(document, "INGO C II")
        bound = [step["result"] for step in steps if {"points", "games"} == step["given"].keys()]
        again = [
            step["result"] for step in steps if "H" in step["given"] and "marked" in step["given"]
        ]
        kept = [step["result"] for step in steps if "bound" in step["given"]]
        first = row["number_before"] is None or True in again
        found = (bound if first else kept) or [None]
        yield from differing([("the mark", found[-1], row["mark"])])


def _empty_fields(row: Document) -> Iterator[str]:
    """Without scored games there is no performance."""
    if not row["games_used"]:
        for field in ("percent_difference", "level", "performance"):
            yield from differing([(field, None, row[field])])
        yield from differing([("games", 0, row["games"]), ("points", 0, row["points"])])
    if row["rule"] is None:
        for field in ("number", "count"):
            before, after = row[f"{field}_before"], row[f"{field}_after"]
            yield from differing([(f"{field} that stays", before, after)])
