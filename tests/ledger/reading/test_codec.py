"""Lines and stored events: all problems of an envelope at once, older spellings step by step."""

import json

import pytest

from ledger.events import codec
from tests.ledger.lines import player
from tests.ledger.office import Office


def test_an_unknown_type_does_not_hide_the_other_problems(office: Office) -> None:
    raw = json.dumps({**player("anna"), "type": "player.met", "id": 7, "sort": "x"}).encode()
    problems = office.problems_of([(1, raw)])
    assert {(each.field, each.code) for each in problems} == {
        ("sort", "unknown-field"),
        ("id", "wrong-type"),
        ("type", "unknown-type"),
    }


def test_missing_facts_do_not_hide_the_other_problems(office: Office) -> None:
    raw = json.dumps({"type": "player.registered", "sort": "x"}).encode()
    problems = office.problems_of([(1, raw)])
    assert {(each.field, each.code) for each in problems} == {
        ("sort", "unknown-field"),
        ("data", "missing"),
    }


def test_an_older_spelling_is_brought_up_one_version_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def step(number: int) -> codec.Upcaster:
        return lambda data: {**data, "steps": [*data.get("steps", []), number]}

    monkeypatch.setitem(codec.CURRENT_SCHEMA, "game.submitted", 4)
    for number in 1, 2, 3:
        monkeypatch.setitem(codec.UPCASTERS, ("game.submitted", number), step(number))
    assert codec.upcast("game.submitted", 2, {"game": "1"}) == {"game": "1", "steps": [2, 3]}
    assert codec.upcast("game.submitted", 4, {"game": "1"}) == {"game": "1"}
