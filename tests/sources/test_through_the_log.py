"""The tournaments of the documents, submitted as events and computed by the whole program."""

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import Engine

from ledger.validation.submission import append
from projections.engine.history.as_of import EVERYTHING
from projections.engine.read_model.generations import catch_up
from projections.engine.registry import RegisteredRulebooks
from projections.engine.replay.schedule import WhatIf
from projections.queries.answers import Answers, Question
from projections.queries.crosstable import standings
from projections.rulebooks.figures import printed_table

POINTS = {"0": 0, "½": 0.5, "1": 1}
TODAY = date(2020, 1, 1)
INGO = tomllib.loads(
    (Path(__file__).parents[1] / "rulebooks/ingo_1960/examples.toml").read_text("utf-8")
)
Event = dict[str, Any]


def event(type_: str, **data: Any) -> Event:
    return {"type": type_, "data": data}


def pool(rulebook: str) -> Event:
    return event("rulebook.adopted", pool="pool", rulebook=rulebook, from_day="1960-11-01")


def tournament(format_: str) -> Event:
    known = {"tournament": "t", "name": "t", "pools": ["pool"], "discipline": "chess"}
    return event("tournament.submitted", **known, format=format_, ended_on="1961-05-01")


def game(number: int, white: str, points: float, black: str) -> Event:
    sides = {"white": white, "white_points": points, "black": black, "black_points": 1 - points}
    return event("game.submitted", game=f"g{number:03}", tournament="t", **sides)


def people(cards: dict[str, str]) -> Iterator[Event]:
    """Everybody with his Ingo number and count, ``128 /5``; ``?``: without one."""
    for name, card in cards.items():
        yield event("player.registered", player=name, name=name)
        if card != "?":
            number, count = map(int, card.split("/"))
            decided = {"card": {"number": number, "count": count}, "kind": "initial"}
            known = {"pool": "pool", "player": name, "from_day": "1960-12-31"}
            yield event("rating.decided", **known, **decided, by="office", reason="list")


def crosstable(rows: dict[str, list[str]]) -> list[Event]:
    """Every pair of a crosstable once, each row the results of one player in their order."""
    names = list(rows)
    pairs = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
    return [
        game(number, names[a], POINTS[rows[names[a]][b]], names[b])
        for number, (a, b) in enumerate(pairs)
    ]


def hand_in(engine: Engine, events: list[Event]) -> None:
    lines = [(number, orjson.dumps(each)) for number, each in enumerate(events, 1)]
    append(engine, lines, by="the office", rulebooks=RegisteredRulebooks())


def rows_of(engine: Engine) -> dict[str, Any]:
    catch_up(engine, "pool")
    with engine.connect() as connection:
        document = Answers(connection, Question("pool", TODAY)).tournament("t")
    return {row["player"]: row for row in document["players"]}


def test_the_round_robin_of_ingo_b_ii_gives_the_printed_numbers(engine: Engine) -> None:
    """INGO B II: ten players, two of them newcomers."""
    printed = [line.split() for line in INGO["round_robin"]["printed"].splitlines() if line]
    table = [line.split("|") for line in INGO["round_robin"]["table"].splitlines() if line]
    cards = {head.split(None, 1)[0]: head.split(None, 1)[1].strip() for head, _ in table}
    results = {head.split()[0]: marks.split() for head, marks in table}

    hand_in(
        engine,
        [pool("ingo-1960"), *people(cards), tournament("round-robin"), *crosstable(results)],
    )

    rows = rows_of(engine)
    for name, points, percent, H, number, count in printed:
        row = rows[name]
        assert (row["points"], row["percent_difference"]) == (float(points), float(percent))
        assert (row["performance"], row["number_after"]) == (int(H), int(number))
        assert row["count_after"] == int(count.strip("/"))


@pytest.mark.parametrize("name", ["B III 1", "B III 3"])
def test_the_swiss_tournaments_of_ingo_give_the_printed_numbers(engine: Engine, name: str) -> None:
    """INGO B III 1 and B III 3: a level of one's own, newcomers solved together."""
    (example,) = [each for each in INGO["event"] if each["name"] == name]
    games = [
        game(number, white, POINTS[points], black)
        for number, (white, points, black) in enumerate(
            re.findall(r"(\w+) ([01½]) (\w+)", example["results"])
        )
    ]

    hand_in(engine, [pool("ingo-1960"), *people(example["players"]), tournament("swiss"), *games])

    rows = rows_of(engine)
    for player, expected in example["rows"].items():
        assert {field: rows[player][field] for field in expected} == expected


def test_the_championship_of_paris_stands_as_waldstein_prints_it(engine: Engine) -> None:
    """WALDSTEIN 7: Tabelle 8 and its result, three decimals of t."""
    package = "projections.rulebooks.waldstein"
    table = {row["player"]: row for row in printed_table(package, "tab8_paris_1966.csv")}
    results = {name: [row[other] for other in table] for name, row in table.items()}
    players = [event("player.registered", player=name, name=name) for name in table]

    hand_in(
        engine,
        [pool("dwz-1995"), *players, tournament("round-robin"), *crosstable(results)],
    )

    with engine.connect() as connection:
        thumb = WhatIf(parameters={"t_method": "rule_of_thumb"})  # as the paper stops
        document = standings(connection, Question("", TODAY, EVERYTHING, thumb), "t", "waldstein")
    (printed,) = [row for row in printed_table(package, "s7_result.csv") if row[""] == "t"]
    for row in document["players"]:  # the print rounds so that the column adds up to 1
        assert abs(row["t"] - float(printed[row["player"]])) < 0.0006
