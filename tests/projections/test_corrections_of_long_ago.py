"""Law 4 over whole federations: a result corrected years ago moves figures up to this day.

The update reads cards for a year at a time and some occasions together, so the federations last
longer than that, and their results are corrected from the latest to the earliest.
"""

import json

import pytest
from sqlalchemy import select

from ledger.events.facts import GameSubmitted
from ledger.log.clock import now
from ledger.log.schema import event
from ledger.validation.submission import append
from projections.engine.read_model import incremental
from projections.engine.read_model.incremental import ReadAhead
from projections.engine.read_model.schema import generation
from projections.engine.registry import RegisteredRulebooks
from scripts.generate_federation import federation
from tests.projections.submissions import POOL
from tests.tables import some_at_once

FIRST_YEAR = {"dwz-1995": 1995, "dwz-2026": 2026, "egf-2021": 2012, "fide-2024": 2024}
OTHER_RESULT = {1: (0, 1), 0: (1, 0), 0.5: (1, 0)}
CORRECTED = 5


def a_federation(rulebook):
    discipline = "go" if rulebook == "egf-2021" else "chess"
    return federation(
        1_200,
        seed=3,
        years=5,
        pool=POOL,
        rulebook=rulebook,
        from_year=FIRST_YEAR[rulebook],
        discipline=discipline,
    )


def played_games(club):
    """Some games won, lost or drawn, spread over the log, the latest first."""
    query = select(event.c.id, event.c.payload).where(event.c.type == GameSubmitted.type)
    with club.engine.connect() as connection:
        rows = connection.execute(query.order_by(event.c.position.desc())).all()
    games = [(id_, json.loads(payload)) for id_, payload in rows]
    played = [each for each in games if each[1].get("played", True) and each[1].get("black")]
    decided = [each for each in played if sum(OTHER_RESULT.get(each[1]["white_points"], ())) == 1]
    return decided[:: len(decided) // CORRECTED][:CORRECTED]


def correction(id_, game):
    white, black = OTHER_RESULT[game["white_points"]]
    replacement = {**game, "white_points": white, "black_points": black}
    data = {"corrects": id_, "reason": "the slip says otherwise", "replacement": replacement}
    return {"type": "correction.submitted", "data": data}


def generation_in_service(club):
    query = select(generation.c.id).where(generation.c.pool == POOL, generation.c.active)
    with club.engine.connect() as connection:
        return connection.execute(query).scalar_one()


def corrected_one_after_another(club, rulebook):
    """Corrections of games, each followed by an update, from the latest to the earliest."""
    append(
        club.engine,
        enumerate(a_federation(rulebook), 1),
        by="the office",
        rulebooks=RegisteredRulebooks(),
        clock=now,
    )
    club.catch_up()
    before = generation_in_service(club)
    for id_, game in played_games(club):
        club.append(correction(id_, game))
        club.catch_up()
    assert generation_in_service(club) == before, "the read model went on; it was not rebuilt"


@pytest.mark.parametrize("rulebook", some_at_once(FIRST_YEAR, ["dwz-2026", "egf-2021"]))
def test_after_results_of_years_ago_were_corrected_every_row_is_what_a_rebuild_gives(
    new_club, rulebook
):
    with new_club() as club:
        corrected_one_after_another(club, rulebook)
        assert club.check().differences == ()


def test_no_games_are_kept_that_lie_before_what_is_read_next(new_club, monkeypatch):
    """Memory does not grow with the years between a correction and today."""
    begun = []

    class Watched(ReadAhead):
        def __init__(self, history, stored, first):
            super().__init__(history, stored, first)
            ended = [history.ended_on(id_).isoformat() for id_ in history._games_read]
            begun.append((min(ended, default="~"), first[:10]))

    monkeypatch.setattr(incremental, "ReadAhead", Watched)
    with new_club() as club:
        corrected_one_after_another(club, "dwz-1995")
    later_windows = [(earliest, first) for earliest, first in begun if first != "~"]
    assert len(later_windows) > CORRECTED, "some correction reaches over several windows"
    assert all(earliest >= first for earliest, first in later_windows)


def test_the_same_holds_on_postgresql(new_club_on_postgresql):
    with new_club_on_postgresql() as club:
        corrected_one_after_another(club, "dwz-1995")
        assert club.check().differences == ()
