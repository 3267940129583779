"""INGO 1960 for the checker: level, percentage difference, performance, new number, decisions."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import fsum
from typing import Any

from projections.checking.checker import Checker, Stated, stated_reason
from projections.checking.document import Document, Row, differing, same
from projections.checking.formula import (
    CANNOT_BE,
    CANNOT_TELL,
    WHOLE,
    Given,
    Printed,
    exact,
    formula,
    half_up,
)


def _to(places: int, value: Fraction) -> float:
    return half_up(value * 10**places) / float(10**places)


def _weighed(g: Given, old: int, new: int) -> float:
    return _to(g["places"], (old * exact(g["F"]) + new * exact(g["H"])) / (old + new))


def _ingo_mean(numbers: Sequence[float], of: int, places: int) -> float:
    return _to(places, sum(map(exact, numbers), Fraction(0)) / of)


formula("INGO B I", "F|newcomers_%d", "N", free="F|newcomers_%d")(
    lambda g: (
        CANNOT_BE if g["newcomers_%d"] else _ingo_mean(g["F"], len(g["F"]), g["niveau_decimals"])
    )
)


@formula("INGO B II", "F|newcomers_%d", "N", free="F|newcomers_%d")
def _general_level(g: Given) -> object:
    if not g["newcomers_%d"]:
        return CANNOT_BE
    return _ingo_mean([*g["F"], *g["newcomers_%d"]], len(g["F"]), g["niveau_decimals"])


@formula("INGO B III 1", "opponents|F", "N")
def _single_level(g: Given) -> float:
    numbers = [g["F"], *g["opponents"]]
    return _ingo_mean(numbers, len(numbers), g["niveau_decimals"])


formula("INGO B III 2", "opponents|%d", "N")(
    lambda g: _ingo_mean([*g["opponents"], g["%d"]], len(g["opponents"]), g["niveau_decimals"])
)


@formula("INGO Tabelle", "games|points", "%d")
def _percent_difference(g: Given) -> object:
    difference = 50 - Fraction(int(2 * g["points"]) * 50 + 50, g["games"] + 1)
    return difference if g["percent_mode"] == "formula" else Printed(difference)


formula("INGO A", "N|%d", "H")(lambda g: _to(g["h_decimals"], exact(g["N"]) + exact(g["%d"])))
formula("INGO C I", "H|places", "F after")(lambda g: _to(g["places"], exact(g["H"])))


@formula("INGO C IV", "F|H|games|places", "F after")
def _short_event(g: Given) -> float:
    times, most = {3: (7, 4), 4: (5, 5), 5: (4, 6)}[g["games"]]
    return float(min(max(_weighed(g, times, 1), g["F"] - most), g["F"] + most))


formula("INGO B I 4", "F|H|places", "F after")(lambda g: _weighed(g, 3, 1))


@formula("INGO Vorwort 6", "before|after")
def _considerable_change(g: Given) -> str:
    stated = (g["before"], g["after"]) == (g["F"], g["F after"])
    far = abs(exact(g["after"]) - exact(g["before"])) >= 15
    return "caution" if stated and far else CANNOT_BE


formula("INGO C II", "points|games", "bound|mark")(
    lambda g: {g["games"]: "or better", 0: "or worse"}.get(g["points"], CANNOT_BE)
)


@formula("INGO C II", "F|marked|H")
def _beyond_the_mark(g: Given) -> bool:
    beyond = g["H"] - g["F"] if g["marked"] == "or worse" else g["F"] - g["H"]
    return bool(beyond > 0)


formula("INGO C II", "F|H|places", "F after")(lambda g: _weighed(g, 1, 1))


@formula("INGO C II", "marked|bound|keep", "mark")
def _mark_kept(g: Given) -> str | None:
    same_extreme = bool(g["marked"] == g["bound"])
    return str(g["marked"]) if g["keep"] and same_extreme else None


formula("INGO C III", "F|H|places", "F after")(lambda g: _weighed(g, 1, 2))
formula("INGO C V", "F|H|places", "F after")(lambda g: _weighed(g, 7, 1))
formula("INGO C I", "F|H|places", "F after")(lambda g: _weighed(g, 2 if g["count"] == 2 else 1, 1))


# As in earlier documents: without the %d that add up to it.
formula("INGO B II", "deviation", free="deviation")(lambda g: _control(g, None))
formula("INGO B II", "%d|deviation", free="%d|deviation")(lambda g: _control(g, g["%d"]))


def _control(g: Given, everybody: Any) -> object:
    """Check that all %d add up to 0, except for the table's rounding: a tenth for each player."""
    levels = [step["given"] for step in g[WHOLE].given("F", "newcomers_%d")]
    players = [len(given["F"]) + len(given["newcomers_%d"]) for given in levels]
    if not players:
        return CANNOT_TELL
    if everybody is not None:
        own = g[WHOLE].row.get("percent_difference")
        total = sum(map(exact, everybody), Fraction(0))
        listed = own is None or any(same(own, each) for each in everybody)
        if not (same(total, g["deviation"]) and listed and players == [len(everybody)]):
            return CANNOT_BE
    return "holds" if abs(exact(g["deviation"])) <= Fraction(players[0], 10) else "input error"


@formula("INGO B III 3", "known|newcomers|from_own_H|%d", free="known|newcomers|from_own_H|%d")
def _joint_level(g: Given) -> object:
    """Return k·N = Σ numbers + %d, with his own H = N + %d among the numbers if C VI applies."""
    newcomers = g["newcomers"]
    if any(isinstance(each, str) for each in newcomers):
        return CANNOT_TELL  # as in documents before the step contained the H of the others
    own = g["from_own_H"]
    of_others = fsum([*g["known"], *(each["H"] for each in newcomers)])
    total = of_others + sum(own) + (len(own) + 1) * g["%d"]
    return total / (len(g["known"]) + len(newcomers))


formula("INGO C IV", "scored|least")(
    lambda g: None if g["scored"] < g["least"] == g["min_games"] else CANNOT_BE
)


@formula("INGO C V", "played|least", free="played|least")
def _too_few_for_a_match(g: Given) -> object:
    few = g["played"] < g["least"] == g["min_match_games"]
    games = [each for each in g[WHOLE].events("game") if each.get("black") is not None]
    of_match = [each for each in games if each["tournament"] == g[WHOLE]["tournament"]]
    played = sum(each.get("played", True) for each in of_match)
    return None if few and (not games or played == g["played"]) else CANNOT_BE


formula("INGO Vorwort 4", "games", free="games")(
    lambda g: None if g["games"] == _sides(g[WHOLE].row) else CANNOT_BE
)
formula("INGO C II", "games", free="games")(
    lambda g: "struck for the opponents" if g["games"] == _sides(g[WHOLE].row) else CANNOT_BE
)


@formula("INGO C II|INGO B III 3", "game|opponent", free="game|opponent")
def _not_scored(g: Given) -> object:
    struck = [game["game"] for game in g[WHOLE].row.get("games_struck", [])]
    return None if g["game"] in struck else CANNOT_BE


@formula("INGO C VI", "game|opponent", free="game|opponent")
def _bounded_opponent(g: Given) -> object:
    """The opponent's number at the limit from the player's own, or the removal of the game."""
    row = g[WHOLE].row
    for game in row.get("games_used", []):
        if game["game"] == g["game"]:
            own = _usable_numbers(g[WHOLE]).get(g[WHOLE]["player"], row["performance"])
            apart = abs(exact(game["opponent_number"]) - exact(own))
            return game["opponent_number"] if apart == g["limit"] else CANNOT_BE
    return _not_scored(g)


formula("INGO Vorwort 6", "kind|by|reason")(
    lambda g: {"mark": None, **((g[WHOLE].given_by or {}).get("card") or {})}
)


@formula("INGO Vorwort 6", "numbers", free="numbers")
def _numbers_before_event(g: Given) -> str:
    """Return the numbers on the cards of the player and his opponents before the event."""
    document = g[WHOLE]
    cards = {each["player"]: each["card"] for each in document["opponents"]}
    row = document.row
    cards[document["player"]] = {"number": row["number_before"], "count": row["count_before"]}
    shown = [(cards[each["player"]], each) for each in g["numbers"]]
    agree = all(same(card[it], each[it]) for card, each in shown for it in ("number", "count"))
    return "caution" if agree else CANNOT_BE


@formula("INGO 0", "figure|rulebook")
def _carried_over(g: Given) -> object:
    """factor · figure + plus, by the piece that ends first above the figure."""
    if not same(g[WHOLE].standing("before").get("figure"), g["figure"]):
        return CANNOT_BE
    piece = g[WHOLE].piece(g["figure"])
    number = exact(piece["factor"]) * g["figure"] + exact(piece["plus"])
    return {**g[WHOLE].card("after"), "number": _to(g["f_decimals"], number)}


HISTORY = stated_reason("the day and origin of a number: the audits of earlier events show them")
OTHERS = stated_reason("the others' performances: their audits recompute them")
JOINT = stated_reason("the joint result of all newcomers' games: their audits show each")


def _sides(row: Row) -> int:
    """The number of games of a row that count for the player's own side, scored or struck."""
    struck = [game["reason"] for game in row.get("games_struck", [])]
    one_sided = sum("the result counts for" in reason for reason in struck)
    return len(row.get("games_used", [])) + len(struck) - one_sided


def _stated(document: Document) -> Iterator[Stated]:
    for number, step in enumerate(document["steps"]):
        place, given = ("steps", number, "given"), step["given"]
        if step["rule"] == "INGO B III 3" and "known" in given:
            yield place, JOINT
        if "numbers" in given:
            yield (*place, "numbers", "*", "drift"), HISTORY
        if "newcomers_%d" in given:
            yield (*place, "newcomers_%d"), OTHERS
        if "deviation" in given:
            yield place, OTHERS


def _consistency(document: Document) -> Iterator[str]:
    row = document.get("row")
    if row is not None:
        yield from _numbers(document, row)
        yield from _levels(document, row)
        yield from _outcome(document, row)
    elif document["tournament"] is not None:
        yield from document.moved_card()


def _numbers(document: Document, row: Row) -> Iterator[str]:
    """Check that an opponent counts at his number, or at the H found for all newcomers together.

    A step may set him at the limit instead (INGO C VI).
    """
    limited = {step["given"].get("game") for step in document.steps("INGO C VI")}
    newcomers = {
        each["opponent"]: _performance_of_newcomer(document, each)
        for step in document.given("known", "newcomers")
        for each in step["given"]["newcomers"]
        if not isinstance(each, str)
    }
    usable = _usable_numbers(document)
    for game in row["games_used"]:
        figure = usable.get(game["opponent"], newcomers.get(game["opponent"]))
        if figure is not None and game["game"] not in limited:
            number = game["opponent_number"]
            yield from differing((f"number of {game['opponent']}", figure, number))


def _usable_numbers(document: Document) -> dict[str, float]:
    """Return the numbers that may enter a level, by player: those without a mark (C II)."""
    cards = {each["player"]: each["card"] for each in document["opponents"]}
    cards[document["player"]] = document.card("before")
    return {player: card["number"] for player, card in cards.items() if card and not card["mark"]}


def _performance_of_newcomer(document: Document, newcomer: Row) -> float | None:
    """Return the rounded N plus %d, rounded; None if an earlier document lacks %d."""
    if "%d" not in newcomer:
        return None
    readings, d = document["parameters"], exact(newcomer["%d"])
    level = exact(_to(readings["niveau_decimals"], exact(newcomer["H"]) - d))
    return _to(readings["h_decimals"], level + d)


def _levels(document: Document, row: Row) -> Iterator[str]:
    """Check that a level covers all numbers of the tournament, or was found for all newcomers."""
    general = document.given("F", "newcomers_%d")
    numbers = sorted(_usable_numbers(document).values())
    for step in general:
        if not same(numbers, sorted(step["given"]["F"])):
            yield "the level is over other numbers than those of the players"
    joint = document.given("known", "newcomers")
    put_in = [step["given"]["N"] for step in document.steps("INGO A")]
    found = document.results.get("N")
    if joint and found is None and put_in:
        found = _to(document["parameters"]["niveau_decimals"], exact(joint[-1]["result"]))
        own = row["percent_difference"]
        yield from differing(("%d of the level", own, joint[-1]["given"]["%d"]))
    yield from differing(("the level", found, row["level"]))
    yield from differing(*(("the level put in", row["level"], each) for each in put_in[-1:]))


def _outcome(document: Document, row: Row) -> Iterator[str]:
    """Check that a new number raises the count and is weighted by it; else nothing changes."""
    before = document.card("before").get("count") or 0
    yield from differing(("the count before", before, row["count_before"]))
    new = document.given("H", "places")
    if not new:
        yield from differing(("the count that stays", before, row["count_after"]))
        yield from document.moved_card()
        return
    marked = document.given("marked")
    first = row["number_before"] is None or any(step["result"] is True for step in marked)
    count = 1 if first else row["count_before"] + 1
    yield from differing(("the count", count, row["count_after"]))
    if not first and new[-1]["rule"] in {"INGO C I", "INGO B I 4"}:
        usual = "INGO C I" if row["count_before"] in {1, 2} else "INGO B I 4"
        yield from differing(("the weights", usual, new[-1]["rule"]))


CHECKER = Checker(
    rulebook="ingo-1960",
    defaults={
        "niveau_decimals": 1,
        "h_decimals": 0,
        "f_decimals": 0,
        "min_games": 3,
        "min_match_games": 4,
        "limit": 50,
    },
    readings={"places": "f_decimals", "keep": "keep_mark_if_still_unbounded"},
    led_to={"%d": "percent_difference", "H": "performance", "F after": "number_after"},
    known={
        "F": "number_before",
        "count": "count_before",
        "games": "games",
        "points": "points",
        "scored": "games",
        "opponents": "opponent_number",
    },
    own=_consistency,
    stated=_stated,
)
