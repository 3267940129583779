"""INGO 1960 for the checker: newcomers together, games not scored, decisions, short events."""

from fractions import Fraction
from math import fsum
from typing import Any

from projections.checking.days import years_later
from projections.checking.formula import (
    CANNOT_BE,
    CANNOT_TELL,
    WHOLE,
    Given,
    decimal,
    formula,
    half_up,
)
from projections.checking.question import events
from projections.checking.values import same, steps_of, value_of


@formula("INGO B II", "deviation", free="deviation")
def _control_of_before(g: Given) -> Any:
    """As it was written before: without the %d that add up to it."""
    return _control(g, None)


@formula("INGO B II", "%d|deviation", free="%d|deviation")
def _control_of_all(g: Given) -> Any:
    return _control(g, g["%d"])


def _control(g: Given, everybody: Any) -> Any:
    """The %d of all add up to nothing but what the table rounds: a tenth for each player."""
    levels = steps_of(g[WHOLE], "INGO B I", "INGO B II")
    players = [
        len(step["given"]["F"]) + len(step["given"]["newcomers_%d"])
        for step in levels
        if "F" in step["given"]
    ]
    if everybody is not None:
        own = value_of(g[WHOLE], "row", {}).get("percent_difference")
        total = sum(map(decimal, everybody), Fraction(0))
        listed = own is None or any(same(own, each) for each in everybody)
        if not (same(total, g["deviation"]) and listed and players == [len(everybody)]):
            return CANNOT_BE
    if not players:
        return CANNOT_TELL
    return "holds" if abs(decimal(g["deviation"])) <= Fraction(players[0], 10) else "input error"


@formula("INGO B III 3", "known|newcomers|from_own_H|%d", free="known|newcomers|from_own_H|%d")
def _joint_level(g: Given) -> Any:
    """k·N = Σ numbers + %d, his own H = N + %d among the numbers where C VI sets it."""
    newcomers = g["newcomers"]
    if any(isinstance(each, str) for each in newcomers):
        return CANNOT_TELL  # written before the H of the others were in the step
    own = g["from_own_H"]
    of_others = fsum([*g["known"], *(each["H"] for each in newcomers)])
    total = of_others + sum(own) + (len(own) + 1) * g["%d"]
    return total / (len(g["known"]) + len(newcomers))


@formula("INGO C IV", "scored|least")
def _too_few(g: Given) -> Any:
    few = g["scored"] < g["least"] == g["min_games"]
    return None if few else CANNOT_BE


@formula("INGO C V", "played|least", free="played|least")
def _too_few_for_a_match(g: Given) -> Any:
    few = g["played"] < g["least"] == g["min_match_games"]
    games = [each for each in events(g[WHOLE], "game") if each.get("black") is not None]
    of_match = [each for each in games if each["tournament"] == g[WHOLE]["tournament"]]
    played = sum(each.get("played", True) for each in of_match)
    return None if few and (not games or played == g["played"]) else CANNOT_BE


@formula("INGO Vorwort 4", "games", free="games")
def _none_scored(g: Given) -> Any:
    return None if g["games"] == g["sides"] else CANNOT_BE


@formula("INGO C II", "games", free="games")
def _struck_for_the_opponents(g: Given) -> str:
    return "struck for the opponents" if g["games"] == g["sides"] else CANNOT_BE


def _struck(rule: str, g: Given) -> Any:
    """A game that the row shows as not scored, by this paragraph."""
    for game in value_of(g[WHOLE], "row", {}).get("games_struck", []):
        by_this = game["reason"].startswith(f"{rule}: ")
        if (game["game"], game["opponent"]) == (g["game"], g["opponent"]) and by_this:
            return None
    return CANNOT_BE


@formula("INGO C II", "game|opponent", free="game|opponent")
def _against_unbounded(g: Given) -> Any:
    return _struck("INGO C II", g)


@formula("INGO B III 3", "game|opponent", free="game|opponent")
def _against_unknown(g: Given) -> Any:
    return _struck("INGO B III 3", g)


@formula("INGO C VI", "game|opponent", free="game|opponent")
def _beyond_the_limit(g: Given) -> Any:
    """The opponent counts at the limit from the player's own number."""
    row = value_of(g[WHOLE], "row", {})
    for game in row.get("games_used", []):
        if (game["game"], game["opponent"]) == (g["game"], g["opponent"]):
            own = row["number_before"]
            own = row["performance"] if own is None else own
            apart = abs(decimal(game["opponent_number"]) - decimal(own))
            return game["opponent_number"] if apart == g["limit"] else CANNOT_BE
    return _struck("INGO C VI", g)


@formula("INGO Vorwort 6", "kind|by|reason")
def _decided(g: Given) -> Any:
    said = (g["kind"], g["by"], g["reason"])
    for each in events(g[WHOLE], "decided rating"):
        if (each["kind"], each["by"], each["reason"]) == said:
            return {"mark": None, **each["card"]}
    return CANNOT_BE


@formula("INGO Vorwort 6", "numbers", free="numbers")
def _numbers_to_look_at(g: Given) -> Any:
    """Numbers of fewer than three evaluations, three years old or moved one way three times."""
    document = g[WHOLE]
    row = value_of(document, "row", {})
    cards = {each["player"]: each["card"] for each in document["opponents"]}
    cards[document["player"]] = {"number": row["number_before"], "count": row["count_before"]}
    for each in g["numbers"]:
        card = cards[each["player"]]
        since = years_later(each["since"], 3)
        reasons = {
            "few": each["count"] < 3,
            "old": since is not None and since <= document["ended_on"],
            "drifting": abs(each["drift"]) >= 3,
        }
        why = ", ".join(reason for reason, holds in reasons.items() if holds)
        shown = (card["number"], card["count"], why)
        if not same(list(shown), [each["number"], each["count"], each["why"]]) or not why:
            return CANNOT_BE
    named = [each["player"] for each in g["numbers"]]
    met = {document["player"], *(game["opponent"] for game in row["games_used"])}
    few = {
        player for player in met if cards[player] and 0 < value_of(cards[player], "count", 0) < 3
    }
    return "caution" if few <= set(named) <= met and len(set(named)) == len(named) else CANNOT_BE


@formula("INGO 0", "figure|rulebook")
def _carried_over(g: Given) -> Any:
    """factor · figure + plus, by the piece that ends first above the figure."""
    after = value_of(value_of(g[WHOLE], "card_after", {}), "card", {})
    for adoption in events(g[WHOLE], "rulebook"):
        pieces = value_of(value_of(adoption, "conversion", {}), "pieces", [])
        held = [each for each in pieces if value_of(each, "below", g["figure"] + 1) > g["figure"]]
        if held:
            piece = min(held, key=lambda each: float(value_of(each, "below", "inf")))
            number = Fraction(str(piece["factor"])) * g["figure"] + Fraction(str(piece["plus"]))
            places = 10 ** g["f_decimals"]
            return {**after, "number": half_up(number * places) / float(places)}
    return CANNOT_BE
