"""LASK 1970 for the checker: compensation, changes, means, running number, the committees."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from projections.checking.checker import Checker, Stated, stated_reason
from projections.checking.document import Document, Row, differing, pairs
from projections.checking.formula import (
    CANNOT_BE,
    WHOLE,
    Given,
    OneOf,
    formula,
    half_away,
    half_up,
)

_CLASSES = {"I": 1950, "II": 1775}
_INFERRED = {"M": 2125, "III": 1600}
_DEDUCTIONS = [27, 20, 14, 9, 5, 2, 0]  # by the games booked from 1 September to 31 May
_K_FROM = [0, 11, 34, 57, 80, 103, 127, 152, 179, 208, 237, 271, 309, 353, 410, 500]


def _compensation_for(apart: int) -> int:
    return bisect_right(_K_FROM, abs(apart)) - 1


formula("LASK Tabell 5", "R", free="R")(lambda g: _compensation_for(g["R"]))


@formula("LASK Rankingregel 1", "own|opponent|points", free="own|opponent|points")
def _game_change(g: Given) -> int:
    k = _compensation_for(g["own"] - g["opponent"])
    return int(32 * g["points"]) - 16 + (k if g["own"] < g["opponent"] else -k)


formula("LASK Rankingregel 2", "running|changes", "running", free="running|changes")(
    lambda g: g["running"] + sum(g["changes"])
)
formula("LASK Rankingregel 2", "running|adjustment", "running", free="running|adjustment")(
    lambda g: g["running"] + g["adjustment"]
)
formula("LASK Regel 10", "ratings", "mean")(
    lambda g: half_up(Fraction(sum(g["ratings"]), len(g["ratings"])))
)


@formula("LASK Formel (1)", "base|mean|points|games")
def _change_of_all(g: Given) -> int:
    k = _compensation_for(g["base"] - g["mean"])
    sign = 1 if g["base"] < g["mean"] else -1
    return int(2 * g["points"] - g["games"]) * 16 + sign * k * int(g["games"])


formula("LASK Formel (2a)", "G|Kv|games|rounds", "mean", free="games")(
    lambda g: half_up(g["G"] + 360 * (2 * Fraction(g["Kv"]) / (g["games"] * g["rounds"]) - 1))
)
formula("LASK Formel (2b)", "G|Kv", "mean")(
    lambda g: half_up(g["G"] + 11 * (Fraction(g["Kv"]) - 32))
)


def _of_season(g: Given, rule: str) -> Mapping[str, object]:
    """Return the value of the season's last decision under a rule; empty without one."""
    played, day = g[WHOLE].occasion or {}, g[WHOLE]["ended_on"]
    if g["concentrated_date"] == "start" and "concentrated" in played.get("flags", ()):
        day = played.get("starts_on") or day  # Regel 10: booked at its start
    year, month = map(int, day.split("-")[:2])
    season = year if month >= 9 else year - 1  # from 1 September on
    return dict([{}, *g[WHOLE].decisions(rule, season=season)][-1])


@formula("LASK Tabell 1", "lask_class|means", "mean")
def _class_mean(g: Given) -> object:
    inferred = _INFERRED if g["use_inferred_table1"] else {}
    expected = {**_CLASSES, **inferred, **_of_season(g, "LASK Tabell 1")}
    if expected != g["means"]:
        return CANNOT_BE
    return (
        half_up(Fraction(str(expected[g["lask_class"]]))) if g["lask_class"] in expected else None
    )


@formula("LASK Regel 10", "mean", "mean", free="mean")
def _mean_of_the_committee(g: Given) -> object:
    decided = [each["mean"] for each in g[WHOLE].decisions("LASK Regel 10")]
    return half_up(Fraction(str(g["mean"]))) if g["mean"] in decided else CANNOT_BE


@formula("LASK Regel 6", "games|table")
def _deduction(g: Given) -> object:
    decided = _of_season(g, "LASK Tabell 4")
    rows = dict(enumerate(_DEDUCTIONS)) | {
        int(games.removesuffix("+")): points for games, points in decided.items()
    }
    table = [rows[max(row for row in rows if row <= games)] for games in range(max(rows) + 1)]
    return table[min(g["games"], len(table) - 1)] if table == g["table"] else CANNOT_BE


@formula("LASK Regel 11 a", "larger_events|granted|per_event")
def _bonus(g: Given) -> object:
    if g["per_event"] != g["summer_bonus_per_event"]:
        return CANNOT_BE
    larger_events = g["larger_events"]
    if g["granted"] is not None:
        larger_events = max(larger_events, 1) if g["granted"] else 0
    return 16 * (larger_events if g["per_event"] else min(larger_events, 1))


@formula("LASK Regel 11 b", "S|N|M")
def _general_addition(g: Given) -> int:
    if not (g["N"] and g["M"]):
        return 0
    return half_away(Fraction(10 * g["S"], g["N"]) - Fraction(g["S"], g["M"]))


@formula("LASK Utgångsrankingtal|LASK Regel 8|LASK Omranking", "kind|by|reason", "running")
def _decided(g: Given) -> object:
    day, reason = g[WHOLE]["ended_on"], g["reason"]
    decided = g[WHOLE].events("decided rating")
    of_the_day = [each for each in decided if (each["from_day"], each["reason"]) == (day, reason)]
    return OneOf(tuple(each["card"]["rating"] for each in of_the_day))


IN_BETWEEN = stated_reason("games of other tournaments may lie between the days of this one")
GROUP = stated_reason("the numbers of players of the group whom he did not meet")
SEASON = stated_reason("counted over the games of a season: their audits show each")


def _stated(document: Document) -> Iterator[Stated]:
    if document.get("row") is None:
        yield ("card_after",), IN_BETWEEN
    for number, step in enumerate(document["steps"]):
        place = ("steps", number, "given")
        if "ratings" in step["given"] and document.row:
            _, others = _beside_those_known(document, step["given"]["ratings"])
            yield from (((*place, "ratings", other), GROUP) for other in others)
        if step["rule"] == "LASK Regel 6":
            yield (*place, "games"), SEASON
        if step["rule"] == "LASK Regel 11 a":
            yield (*place, "larger_events"), SEASON


def _consistency(document: Document) -> Iterator[str]:
    single = document.steps("LASK Rankingregel 1")
    as_one = document.steps("LASK Formel (1)")
    apart = [abs(step["given"]["own"] - step["given"]["opponent"]) for step in single]
    apart += [abs(step["given"]["base"] - step["given"]["mean"]) for step in as_one]
    looked_up = [step["given"]["R"] for step in document.steps("LASK Tabell 5")]
    booked = [step["result"] for step in (*single, *as_one)]
    carried = document.steps("LASK Rankingregel 2")
    changes = [each for step in carried for each in step["given"].get("changes", [])]
    yield from differing(
        ("the differences looked up", apart, looked_up), ("the changes booked", booked, changes)
    )
    row = document.get("row")
    if row is None:
        return
    yield from differing(("the change", row["change"], sum(booked)))
    yield from _numbers_in_force(document, row, carried)
    yield from _games(document, row)
    if as_one:
        yield from _as_one(document, row, as_one[-1])
    else:
        for game, step in pairs(row["games_used"], single):
            yield from _game(game, step)


def _numbers_in_force(document: Document, row: Row, carried: list[Any]) -> Iterator[str]:
    """Check that base and running number agree between the row's games and the cards.

    Other tournaments may have changed the number in between, so days are not compared.
    """
    games = row["games_used"]
    bases = {game["base"] for game in games}
    before, after = document.card("before"), document.card("after")
    compared = [
        ("number in force", bases.pop() if len(bases) == 1 else None, row["base"]),
        ("number in force before", before.get("rating"), games[0]["base"]),
        ("number in force after", after.get("rating"), games[-1]["base"]),
    ]
    if carried:
        first, last = carried[0]["given"]["running"], carried[-1]["result"]
        compared += [
            ("running number before", before.get("running"), first),
            ("running number after", after.get("running"), last),
        ]
    yield from differing(*compared)


def _games(document: Document, row: Row) -> Iterator[str]:
    """Check each difference of numbers; the first number of an opponent is that of his card.

    His card is that before their first game, even if it is not booked: he may have no number yet.
    """
    handed_in = {game["game"]: game for game in document.events("game")}
    cards = document.figures
    met: dict[Any, list[object]] = {}
    left_out = {each["game"] for each in document["not_counted"]} & handed_in.keys()
    unbooked = {document.opponent_of(handed_in[game]) for game in left_out}
    for game in row["games_used"]:
        number = game["opponent_rating"]
        apart = None if number is None else abs(game["base"] - number)
        yield from differing((f"difference in {game['game']}", apart, game["difference"]))
        if game["game"] in handed_in:
            opponent = document.opponent_of(handed_in[game["game"]])
            met.setdefault(opponent, []).append(number)
    for opponent, numbers in met.items():
        if opponent in cards.keys() - unbooked and cards[opponent] not in numbers:
            yield f"the number of {opponent} is in none of his games"


def _game(game: Row, step: Row) -> Iterator[str]:
    given = step["given"]
    yield from differing(
        (f"number in {game['game']}", game["base"], given["own"]),
        (f"opponent's number in {game['game']}", game["opponent_rating"], given["opponent"]),
        (f"points in {game['game']}", game["points"], given["points"]),
        (f"change by {game['game']}", game["change"], step["result"]),
    )


def _as_one(document: Document, row: Row, step: Row) -> Iterator[str]:
    """Check games booked as one: the number, and the mean of the opponents or of the group."""
    given, games = step["given"], row["games_used"]
    yield from differing(
        ("number in force", row["base"], given["base"]),
        ("games", len(games), given["games"]),
        ("points", sum(game["points"] for game in games), given["points"]),
    )
    for mean in document.steps("LASK Regel 10"):
        missing, others = _beside_those_known(document, mean["given"].get("ratings", []))
        if missing or (others and _is_of_opponents(document)):
            yield "the mean is over other numbers than those of the players"


def _beside_those_known(document: Document, ratings: list[int]) -> tuple[list[int], list[int]]:
    """Return the known numbers that a mean lacks, and the places of those that are not known."""
    row = document.row
    if _is_of_opponents(document):
        known = [game["opponent_rating"] for game in row["games_used"]]
    else:
        known = [each for each in document.figures.values() if each is not None]
        known += [row["base"]] if document["parameters"]["group_mean_includes_self"] else []
    others = []
    for place, rating in enumerate(ratings):
        if rating in known:
            known.remove(rating)
        else:
            others.append(place)
    return known if ratings else [], others


def _is_of_opponents(document: Document) -> bool:
    """True if a mean is that of the opponents met, not of the whole group (Regel 10, 2)."""
    met = (document.occasion or {}).get("format") not in {"round-robin", "match"}
    return bool(met and document["parameters"]["monrad_direct_mean_when_all_rated"])


CHECKER = Checker(
    rulebook="lask-1970",
    defaults={
        "general_addition_seasons": [1970],
        "long_game_min_minutes_per_move": 2.5,
        "table2_096": 504,
    },
    own=_consistency,
    stated=_stated,
)
