"""DWZ for the checker: which events count, and figures that come without games.

Each rule under the number that it has in every edition.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from projections.checking.days import day_of, years_later
from projections.checking.formula import CANNOT_BE, WHOLE, Given, exact, formula, half_up
from projections.checking.question import events, occasion_of
from projections.checking.values import same, value_of

_EXCEPTIONS = {"DWZ 6.2.1", "DWZ 2014 4.2.3", "DWZ 2026 4.2.3"}
_YOUTH_1995 = {"U15": 60, "U13": 30, "U11": 30}


def _decided(document: Mapping[str, Any]) -> Any:
    """What the latest decision says about evaluating the tournament."""
    inputs = [each for each in document.get("inputs", []) if each["what"] == "decision"]
    said = [
        each["data"]["value"]["evaluate"]
        for each in sorted(inputs, key=lambda each: int(each["position"]))
        if each["data"] is not None
        and each["data"]["rule"] in _EXCEPTIONS
        and each["data"]["about"].get("tournament") == document["tournament"]
    ]
    return said[-1] if said else None


@formula("DWZ 6.2.1", "country|official_delegation|decided")
@formula("DWZ 2014 4.2.3", "country|official_delegation|decided")
def _in_territory(g: Given) -> Any:
    document = g[WHOLE]
    occasion = occasion_of(document)
    if occasion is not None:
        delegated = "official-delegation" in value_of(occasion, "flags", [])
        of_events = (occasion.get("country"), delegated, _decided(document))
        if of_events != (g["country"], g["official_delegation"], g["decided"]):
            return CANNOT_BE
    if g["decided"] is not None:
        return g["decided"]
    return g["official_delegation"] or g["country"] in {None, "GER", "DEU"}


def _long_enough(g: Given, required: int) -> Any:
    occasion = occasion_of(g[WHOLE])
    if occasion is not None:
        time = value_of(occasion, "thinking_time", None)
        minutes = None
        if time is not None:
            minutes = time["minutes"] + value_of(time, "increment_seconds", 0)
        stated = "meets-time-rule" in value_of(occasion, "flags", [])
        if not (
            same(minutes, g["minutes"]) and (required, stated) == (g["required"], g["stated"])
        ):
            return CANNOT_BE
    return g["stated"] if g["minutes"] is None else g["minutes"] >= g["required"]


def _youth_class(g: Given) -> str:
    return str(value_of(occasion_of(g[WHOLE]) or {}, "youth_class", ""))


@formula("DWZ 6.2.2", "minutes|required|stated")
def _long_enough_in_1995(g: Given) -> Any:
    return _long_enough(g, _YOUTH_1995.get(_youth_class(g), 120))


@formula("DWZ 2014 4.2", "minutes|required|stated")
def _long_enough_in_2014(g: Given) -> Any:
    years = _youth_class(g).removeprefix("U")
    young = years.isdecimal() and int(years) <= 12
    return _long_enough(g, 60 if young else 90)


@formula("DWZ 6.2.3.5", "unrated")
@formula("DWZ 2014 4.2.4", "unrated")
def _match_counts(g: Given) -> bool:
    return not g["unrated"]


@formula("DWZ 6.1.1", "rating|index|from|until|day", free="index")
@formula("DWZ 2014 4.1.1", "rating|index|from|until|day", free="index")
@formula("DWZ 6.1.2", "rating|index|from|until|day", free="index")
@formula("DWZ 2014 4.1.2", "rating|index|from|until|day", free="index")
def _still_holds(g: Given) -> str:
    document = g[WHOLE]
    began = day_of(document, g["from"])
    if began is not None and years_later(began, g["validity_years"]) != g["until"]:
        return CANNOT_BE
    held = value_of(document, "card_before", {})
    if g["day"] != document["ended_on"] or g["from"] != held.get("last_event", g["from"]):
        return CANNOT_BE
    return "valid" if g["until"] is None or g["day"] <= g["until"] else "lapsed"


@formula("DWZ 6.1.1", "games|day", free="games")
@formula("DWZ 2014 4.1.1", "games|day", free="games")
def _thrown_away(g: Given) -> str:
    document = g[WHOLE]
    lapsed = {game["game"]: game["ended_on"] for game in document["residual_games"]["lapsed"]}
    ended = [lapsed[game] for game in g["games"]]
    until = [years_later(day, g["residual_years"]) for day in ended]
    late = all(day is not None and day < g["day"] for day in until)
    return "thrown away" if late and g["day"] == document["ended_on"] else CANNOT_BE


def _own_event(document: Mapping[str, Any], kind: str) -> Any:
    """The event of a kind that the document is about, by the day it takes effect."""
    found = [each for each in events(document, kind) if each["player"] == document["player"]]
    if len(found) > 1:
        after = value_of(document, "card_after", {}).get("last_event")
        ids = {each["id"]: each["data"] for each in document["inputs"]}
        return ids.get(after, found[-1])
    return found[0] if found else None


@formula("DWZ 6.1.1", "by|reason|from")
@formula("DWZ 2014 4.1.1", "by|reason|from")
def _set_by_decision(g: Given) -> Any:
    decided = _own_event(g[WHOLE], "decided rating")
    if decided is None:
        return CANNOT_BE
    said = (decided["by"], decided["reason"], decided["from_day"])
    card = decided["card"]
    return (
        f"{card['rating']}-{card['index']}"
        if said == (g["by"], g["reason"], g["from"])
        else CANNOT_BE
    )


@formula("DWZ 6.1.2", "system|list")
@formula("DWZ 2014 4.1.2", "system|list")
def _adopted(g: Given) -> Any:
    adopted = events(g[WHOLE], "adopted rating")
    figures = {
        each["figure"]
        for each in adopted
        if (each["system"], each["list_date"]) == (g["system"], g["list"])
    }
    later = value_of(value_of(g[WHOLE], "card_after", {}), "card", {}).get("rating")
    return next(iter(figures), CANNOT_BE) if len(figures) == 1 else later


@formula("DWZ 6.1.3", "system|figure")
@formula("DWZ 2014 4.1.3", "system|figure")
def _ignored(g: Given) -> Any:
    adopted = events(g[WHOLE], "adopted rating")
    unverified = [each for each in adopted if not each["verified"]]
    shown = [(each["system"], each["figure"]) for each in unverified]
    return None if (g["system"], g["figure"]) in shown else CANNOT_BE


def _converted(g: Given) -> Any:
    """factor · figure + plus, of the piece prescribed in the adoption."""
    piece = {key: g[key] for key in ("factor", "plus", "below") if g.get(key) is not None}
    adoptions = events(g[WHOLE], "rulebook")
    pieces = [
        {key: value for key, value in each.items() if value is not None}
        for adoption in adoptions
        for each in value_of(value_of(adoption, "conversion", {}), "pieces", [])
    ]
    if not any(same(piece, each) for each in pieces):
        return CANNOT_BE
    return half_up(
        Fraction(str(g["factor"])) * Fraction(str(g["figure"])) + Fraction(str(g["plus"]))
    )


for _symbols in ("before|figure|factor|plus", "before|figure|factor|plus|below"):
    for _rule in ("DWZ 6.1.2", "DWZ 2014 4.1.2"):
        formula(_rule, _symbols)(_converted)


@formula("DWZ 4.10.1.2", "Ro|W|We|n", "Rn")
@formula("DWZ 2014 3.7", "Ro|W|We|n", "Rn")
def _as_recorded(g: Given) -> Any:
    known = [
        each
        for each in events(g[WHOLE], "known evaluation")
        if each["tournament"] == g[WHOLE]["tournament"]
    ]
    fields = {"Ro": "rating_before", "W": "points", "We": "expected", "n": "games"}
    for each in known:
        if all(exact(each[field]) == exact(g[symbol]) for symbol, field in fields.items()):
            return each["rating_after"]
    return CANNOT_BE
