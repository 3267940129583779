"""Two clocks: what had happened by a day, and what the ledger knew at a position."""

import pytest

from ledger.events.problems import Refused
from tests.projections.submissions import (
    adoption,
    correction,
    decided,
    games,
    player,
    strike,
    tournament,
)

MAY = tournament("may", "1996-05-01")
(MAY_GAME,) = games("may", "anna 1-0 bela")


@pytest.fixture
def year(club):
    """Two players of 1500 meet in May and in July; positions 1 to 5, 6 and 7, 8 and 9."""
    club.append(adoption(), *map(player, ("anna", "bela")))
    club.append(decided("anna", "1500-10"), decided("bela", "1500-10"))
    club.append(MAY, MAY_GAME)
    club.append(tournament("july", "1996-07-01"), *games("july", "anna 0-1 bela"))
    return club


@pytest.mark.parametrize("stored", [False, True], ids=["replayed", "stored"])
class TestAsOf:
    """As of a day: everything that ended on or before it."""

    def test_a_tournament_counts_on_the_day_it_ended(self, year, stored):
        if stored:
            year.catch_up()
        assert year.ratings("1996-05-01")["anna"] == "1519-11"

    def test_a_tournament_does_not_count_on_the_day_before_it_ended(self, year, stored):
        if stored:
            year.catch_up()
        assert year.ratings("1996-04-30")["anna"] == "1500-10"

    def test_a_record_ends_with_the_day(self, year, stored):
        if stored:
            year.catch_up()
        history = year.player("anna", "1996-06-30")["history"]
        assert [row["tournament"] for row in history] == ["may"]

    def test_a_tournament_that_had_not_ended_cannot_be_asked_about(self, year, stored):
        if stored:
            year.catch_up()
        with pytest.raises(Refused, match="'july' ended on 1996-07-01"):
            year.tournament("july", "1996-06-30")
        with pytest.raises(Refused, match="'july' ended on 1996-07-01"):
            year.audit("anna", "july", "1996-06-30")

    def test_before_anything_happened_there_is_an_empty_list(self, year, stored):
        if stored:
            year.catch_up()
        assert year.ratings("0001-01-01") == {}

    def test_a_rating_holds_up_to_and_on_its_last_day(self, year, stored):
        """DWZ 6.1.1: five years after the end of the last evaluated tournament."""
        if stored:
            year.catch_up()
        assert set(year.ratings("2001-07-01")) == {"anna", "bela"}
        assert year.ratings("2001-07-02") == {}
        assert year.ratings("9999-12-31") == {}


class TestAsKnown:
    """As known at a position: every event at or before it."""

    def test_an_event_is_known_at_its_own_position(self, year):
        assert year.ratings(known_at=7)["anna"] == "1519-11"
        assert year.ratings(known_at=6)["anna"] == "1500-10"

    def test_nothing_is_known_at_position_zero(self, year):
        assert year.ratings(known_at=0) == {}

    def test_positions_beyond_the_end_of_the_log_know_everything(self, year):
        assert year.ratings(known_at=10**12) == year.ratings()

    def test_a_correction_changes_nothing_at_earlier_positions(self, year):
        year.append(correction(MAY_GAME, "c1", white_points=0, black_points=1))
        year.catch_up()
        assert year.player("anna", known_at=9)["history"][0]["rating_after"] == 1519
        assert year.player("anna", known_at=10)["history"][0]["rating_after"] == 1481

    def test_a_tournament_struck_later_was_known_before(self, year):
        year.append(strike(MAY, "no such tournament"))
        assert year.tournament("may", known_at=9)["rated"]
        with pytest.raises(Refused, match="no tournament 'may'"):
            year.tournament("may", known_at=10)

    def test_a_player_was_unknown_before_he_was_registered(self, year):
        with pytest.raises(Refused, match="no player 'anna'"):
            year.player("anna", known_at=1)

    def test_a_tournament_was_unknown_before_it_was_handed_in(self, year):
        with pytest.raises(Refused, match="no tournament 'july'"):
            year.tournament("july", known_at=7)

    def test_both_clocks_can_be_set_at_once(self, year):
        year.append(correction(MAY_GAME, "c1", white_points=0, black_points=1))
        assert year.ratings("1996-05-01", known_at=9)["anna"] == "1519-11"
        assert year.ratings("1996-05-01", known_at=10)["anna"] == "1481-11"

    def test_the_list_of_another_position_is_not_taken_from_the_read_model(self, year):
        year.catch_up()
        year.append(correction(MAY_GAME, "c1", white_points=0, black_points=1))
        assert year.ratings("1996-05-01")["anna"] == "1481-11"
        assert year.ratings("1996-05-01", known_at=9)["anna"] == "1519-11"
