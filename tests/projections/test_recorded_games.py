"""Games out of the log: what cannot be read is named by its position, whatever lies beside it."""

import json
from typing import Any

import pytest

from ledger.events.problems import LedgerDamaged
from ledger.log.effective_events import Recorded
from projections.engine.history.recorded_games import games_by_stream, opponents_in
from tests.tables import every

GAME = {"game": "1", "tournament": "open", "white": "anna", "black": "bela"}
RESULT = {"white_points": 1, "black_points": 0}


def row(position: int, payload: str, schema: int = 1) -> Recorded:
    return Recorded(position, f"e{position}", "game.submitted", schema, "tournament/open", payload)


def recorded(position: int, /, **facts: Any) -> Recorded:
    return row(position, json.dumps({**GAME, **RESULT, "game": str(position), **facts}))


def test_games_stand_under_their_streams_in_the_order_of_the_log():
    games = games_by_stream([recorded(7), recorded(9, white="cleo")], {})
    assert [(game.game, game.white) for game in games["tournament/open"]] == [
        ("7", "anna"),
        ("9", "cleo"),
    ]


@every("payload", ["", "{", "[]", "{}", '{"white":1}', "1", "\ud800"])
@every("schema", [0, 1, 99])
def test_a_game_that_cannot_be_read_is_named_by_its_position(payload: str, schema: int):
    rows = [recorded(7), row(8, payload, schema), recorded(9)]
    with pytest.raises(LedgerDamaged, match=r"\b8\b"):
        games_by_stream(rows, {})


def test_two_payloads_that_only_lean_on_each_other_are_no_games():
    whole = json.dumps({**GAME, **RESULT})
    half = len(whole) // 2
    with pytest.raises(LedgerDamaged, match=r"\b8\b"):
        games_by_stream([row(8, f"{whole},{whole[:half]}"), row(9, whole[half:])], {})


def test_who_had_a_bye_met_nobody():
    games = games_by_stream([recorded(7), recorded(8, black=None, white="cleo")], {})
    assert opponents_in(games["tournament/open"]) == {"anna": {"bela"}, "bela": {"anna"}}
