"""Facts that contradict themselves, or what the ledger holds, on both databases.

``refused_facts.jsonl`` has one per line: the type, what differs from a good event of it, and the
field, the code and the remedy of the refusal.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ledger.lines import (
    Event,
    correction,
    event,
    every_event,
    game,
    player,
    pool,
    tournament,
)
from tests.ledger.office import Office
from tests.tables import every

CASES: list[dict[str, Any]] = [
    json.loads(text)
    for text in Path(__file__).with_name("refused_facts.jsonl").read_text("utf-8").splitlines()
]
GOOD = every_event() | {
    "game.submitted": game("anna", "bela", round=1, board=1),
    "player.registered": player("x"),
    "rulebook.adopted": pool("new"),
}


@pytest.fixture(scope="module")
def office(shared_office: Office) -> Iterator[Office]:
    """A season to which nothing is ever added: everything here is refused."""
    yield shared_office
    assert len(shared_office.entries()) == 6


@every("case", CASES, ids=lambda case: case["why"])
def test_a_fact_that_does_not_fit_is_refused(office: Office, case: dict[str, Any]) -> None:
    facts = {**GOOD[case["type"]]["data"], **case["but"]}
    (problem,) = office.problems(event(case["type"], facts))
    assert (problem.line, problem.field) == (1, f"data.{case['field']}")
    assert problem.code == case["code"]
    assert case["remedy"] in problem.message


@every("type_", GOOD)
def test_the_good_event_alone_is_not_refused(office: Office, type_: str) -> None:
    """So each refusal above comes from what was changed; a bad line keeps it from the log."""
    bad = tournament("no tournament", pools=["moon"])
    assert office.codes(GOOD[type_], bad) == [(2, "data.pools", "unknown-pool")]


def test_a_pair_may_not_meet_twice_in_a_round(office: Office) -> None:
    once = game("anna", "bela", game="g1", round=1)
    again = game("bela", "anna", game="g2", round=1)
    problems = office.problems(once, again)
    assert [(each.line, each.field) for each in problems] == [(2, "data.white"), (2, "data.black")]
    assert {each.code for each in problems} == {"two-games-in-a-round"}
    assert "correct the round or the player" in problems[0].message


@pytest.mark.parametrize("format_", ["round-robin", "swiss", "team"])
def test_nobody_plays_twice_in_a_round(office: Office, format_: str) -> None:
    cup = tournament("cup", format=format_)
    first = game("anna", "bela", tournament="cup", round=4)
    second = game("cleo", "anna", tournament="cup", round=4)
    assert office.codes(cup, first, second) == [(3, "data.black", "two-games-in-a-round")]


@pytest.mark.parametrize("format_", ["match", "games", "knockout"])
def test_in_some_formats_he_does(office: Office, format_: str) -> None:
    games = [game("anna", "bela", tournament="cup", game=f"g{n}", round=1) for n in range(3)]
    spoilt = game("anna", "nobody", tournament="cup", game="g9")
    codes = office.codes(tournament("cup", format=format_), *games, spoilt)
    assert {line for line, _, _ in codes} == {5}


def test_a_match_has_two_players(office: Office) -> None:
    match = tournament("match", format="match")
    games: list[Event] = [
        game("anna", "bela", tournament="match"),
        game("anna", "cleo", tournament="match"),
    ]
    assert office.codes(match, *games) == [(3, "data.white", "too-many-players")]
    crowd = [{"player": name} for name in ("anna", "bela", "cleo")]
    assert office.codes(tournament("match", format="match", entrants=crowd)) == [
        (1, "data.entrants", "too-many-players")
    ]


NORTH = {"number": 1, "name": "North"}
ANNA_AND_BELA = [{"player": "anna"}, {"player": "bela"}]


@every(
    ("fields", "refused"),
    [
        ({"teams": [NORTH, NORTH]}, ("teams", "twice")),
        ({"teams": [NORTH], "entrants": [{"player": "anna", "team": 1}]}, None),
        (
            {"teams": [NORTH], "entrants": [{"player": "anna", "team": 2}]},
            ("entrants[0].team", "unknown-team"),
        ),
        ({"entrants": [{**each, "start_number": 7} for each in ANNA_AND_BELA]}, None),
        ({"entrants": [{**each, "place": 1} for each in ANNA_AND_BELA]}, None),
        ({"tie_break_names": ["BH/C1", "KS(1,2)"]}, None),
        ({"tie_break_names": ["SB", "BH,SB"]}, ("tie_break_names[1]", "several")),
        (
            {"tie_break_names": ["BH"], "entrants": [{"player": "anna", "tie_breaks": [9]}]},
            None,
        ),
        (
            {"tie_break_names": ["BH"], "entrants": [{"player": "anna", "tie_breaks": [9, 1]}]},
            ("entrants[0].tie_breaks", "without-name"),
        ),
        (
            {"round_days": [{"round": 2, "day": f"1996-01-0{day}"} for day in (1, 2)]},
            ("round_days", "twice"),
        ),
    ],
)
def test_a_submitted_table_agrees_with_itself(
    office: Office, fields: dict[str, Any], refused: tuple[str, str] | None
) -> None:
    """A place may be shared, a start number by two groups: the ledger judges neither."""
    spoilt = game("anna", "nobody", tournament="cup")
    codes = office.codes(tournament("cup", **fields), *([] if refused else [spoilt]))
    field, code = refused or ("", "")
    expected = [(1, f"data.{field}", code)] if refused else [(2, "data.black", "unknown-player")]
    assert codes == expected


def test_what_relies_on_a_bad_line_is_not_reported_as_well(office: Office) -> None:
    """One misspelt federation is one problem, not one for every game of the player."""
    bad = player("emil", federation="Germany")
    codes = office.codes(bad, player("fritz", birth_year=1968, birth_date="1969-01-01"))
    assert len(codes) == 2
    cup = tournament("cup", pools=["moon"])
    codes = office.codes(cup, game("anna", "bela", tournament="cup", round=1))
    assert codes == [(1, "data.pools", "unknown-pool")]
    two = player("fritz", birth_year=1968, birth_date="1969-01-01")
    assert len(office.codes(two, game("anna", "fritz"))) == 1


def test_a_correction_is_checked_against_the_other_lines_of_the_call(office: Office) -> None:
    played = game("anna", "bela", id_="g1", game="g1")
    wrong = correction("g1", game("anna", "nobody", game="g1"))
    assert office.codes(played, wrong) == [(2, "data.replacement.black", "unknown-player")]
