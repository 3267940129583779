"""Law 3 for the read model: what was known before is found by taking the events since away."""

from contextlib import nullcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.log.clock import now
from ledger.log.database import snapshot
from ledger.log.event_log import known_size
from ledger.validation.submission import append
from projections.engine.read_model import historical_state
from projections.engine.registry import RegisteredRulebooks
from projections.engine.replay.permission import CostsReplay, without_replays
from projections.queries.differences import differences
from scripts.generate_federation import federation
from tests.ledger.soak import soak
from tests.projections.arrivals import arrivals
from tests.projections.card_histories import known_as_replayed
from tests.projections.everything import EVERYBODY
from tests.projections.mistakes import handed_in
from tests.projections.seasons import TOURNAMENTS, seasons
from tests.projections.submissions import (
    POOL,
    adoption,
    correction,
    decided,
    games,
    player,
    tournament,
)

steady = seasons(summaries=False).flatmap(handed_in).flatmap(arrivals)
FIRST_YEAR = {
    "dwz-1995": 1996,
    "dwz-2014": 2015,
    "dwz-2026": 2027,
    "egf-2021": 2012,
    "fide-2024": 2024,
    "ingo-1960": 1965,
    "lask-1970": 1970,
    "mgsz-2011": 2012,
}


@settings(max_examples=20 * soak())
@given(data=st.data(), season=steady)
def test_what_was_known_before_is_what_a_replay_up_to_there_gives(new_club, data, season):
    first = 1 + [event["type"] for event in season].index("rulebook.adopted")
    known = data.draw(st.sets(st.integers(first, len(season)), min_size=1, max_size=6))
    with new_club() as club:
        club.append(*season)
        club.catch_up()
        with snapshot(club.engine) as connection:
            for known_at in known:
                known_as_replayed(connection, POOL, known_at, EVERYBODY, TOURNAMENTS)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", FIRST_YEAR)
def test_a_federation_of_some_years_is_taken_back_event_by_event(new_club, rulebook):
    """Corrections, first figures, special evaluations and residual games on the way."""
    lines = federation(
        800,
        seed=7,
        years=4,
        pool=POOL,
        rulebook=rulebook,
        from_year=FIRST_YEAR[rulebook],
        discipline="go" if rulebook in {"egf-2021", "mgsz-2011"} else "chess",
    )
    with new_club() as club:
        rulebooks = RegisteredRulebooks()
        append(club.engine, enumerate(lines, 1), by="the office", rulebooks=rulebooks, clock=now)
        club.catch_up()
        with club.answers() as answers:
            players = [row["player"] for row in answers.ratings(lapsed=True)]
        with snapshot(club.engine) as connection:
            size = known_size(connection)
            for tenths in (3, 6, 9):
                assert known_as_replayed(connection, POOL, size * tenths // 10, players)
            assert known_as_replayed(connection, POOL, size - 1, players)


class TestByHand:
    """Anna has won in May and they have drawn in June, both of 1500 before.

    In May she gains 0.5 times 800/21, 19 points; in June, 38 points above (P = 0.55), she loses
    0.05 times 800/21, 2 points; had she lost in May, she would win them.
    """

    def test_a_result_corrected_since_counts_as_it_was_known(self, club_on_both):
        played = handed_in_by(club_on_both)
        (may,) = games("may", "anna 1-0 bela")
        played.append(correction(may, "c1", white_points=0, black_points=1))
        played.catch_up()
        assert went_back(played, 7) == {"anna": "1519-11", "bela": "1481-11"}
        assert went_back(played, 9)["anna"] == "1517-12"
        assert played.ratings()["anna"] == "1483-12"

    @pytest.mark.parametrize(("most", "is_cheap"), [(1, False), (2, True)])
    def test_going_back_over_many_occasions_costs_a_replay(
        self, club_on_both, monkeypatch, most, is_cheap
    ):
        """May is evaluated again, and June, which rests on it: two occasions."""
        played = handed_in_by(club_on_both)
        (may,) = games("may", "anna 1-0 bela")
        played.append(correction(may, "c1", white_points=0, black_points=1))
        played.catch_up()
        monkeypatch.setattr(historical_state, "MOST_EVALUATED_CHEAPLY", most)
        with without_replays(), nullcontext() if is_cheap else pytest.raises(CostsReplay):
            assert played.ratings(known_at=9)["anna"] == "1517-12"
        assert played.ratings(known_at=9)["anna"] == "1517-12"

    def test_who_differs_is_named_with_the_correction_that_caused_it(self, club_on_both):
        played = handed_in_by(club_on_both)
        (may,) = games("may", "anna 1-0 bela")
        played.append(correction(may, "c1", white_points=0, black_points=1))
        played.catch_up()
        with played.answers(known_at=9) as before, played.answers() as after:
            found = differences(after.connection, before, after)
        assert {each.player: each.causes for each in found} == {"anna": ("c1",), "bela": ("c1",)}
        assert [link.occasion for link in found[0].chain] == ["may"]

    def test_a_tournament_handed_in_since_is_gone_with_its_cards(self, club_on_both):
        played = handed_in_by(club_on_both)
        played.append(tournament("april", "1996-04-01"), *games("april", "anna 0-1 bela"))
        played.catch_up()
        assert went_back(played, 9) == {"anna": "1517-12", "bela": "1483-12"}


def handed_in_by(club):
    club.append(adoption(), player("anna"), player("bela"))
    club.append(decided("anna", "1500-10"), decided("bela", "1500-10"))
    club.append(tournament("may", "1996-05-01"), *games("may", "anna 1-0 bela"))
    club.append(tournament("june", "1996-06-01"), *games("june", "anna ½-½ bela"))
    return club


def went_back(club, known_at):
    """The ratings as known at a position, from the stored cards."""
    with snapshot(club.engine) as connection:
        assert known_as_replayed(connection, POOL, known_at, ["anna", "bela"], ["may", "june"])
    return club.ratings(known_at=known_at)
