"""Numbers set by the committee."""

import pytest

from projections.rulebooks.document import working


@pytest.fixture(params=["from_date", "next_period"])
def either(request, new_federation):
    """A federation under each reading of a re-ranking inside a period."""
    federation = new_federation(omranking_effect=request.param)
    federation.member("A", 1900)
    federation.member("B", 1900)
    return federation


@pytest.fixture
def waiting(new_federation):
    """A federation in which a re-ranking waits for the next base date."""
    federation = new_federation(omranking_effect="next_period")
    federation.member("A", 1900)
    federation.member("B", 1900)
    return federation


class TestFirstNumbers:
    """LASK Utgångsrankingtal: every player is given a number first."""

    def test_it_is_base_and_running_number_from_its_day(self, skane):
        skane.member("A")
        skane.ranked("A", 1900, "1970-10-15")
        assert "A" not in skane.on("1970-10-14")
        card = skane.on("1970-10-15")["A"]
        assert (card.base, card.running, card.original) == (1900, 1900, 1900)
        assert card.base_event == card.running_event == "n1"

    def test_of_two_numbers_of_one_day_the_later_in_the_log_holds(self, skane):
        skane.member("A", 1900)
        skane.ranked("A", 1950, "1970-09-01", kind="correction")
        assert skane.bases("1970-09-01") == {"A": 1950}


class TestReRanking:
    """LASK Omranking: a player obviously ranked wrongly is ranked anew."""

    def test_games_of_the_same_day_use_the_new_number(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 1.0, "1970-10-01")
        skane.ranked("A", 2000, "1970-10-01", kind="re-ranking")
        assert skane.running("1970-10-01") == {"A": 2012, "B": 1888}

    def test_opponents_keep_what_they_had_from_earlier_games(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 1.0, "1970-09-10")
        skane.ranked("A", 2000, "1970-10-01", kind="re-ranking")
        assert skane.bases("1970-11-01") == {"A": 2000, "B": 1884}

    def test_his_games_of_the_season_still_count(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1900, club="Malmö")
        skane.plays("A", "B", 1.0, "1970-09-10")
        before = skane.on("1970-09-10")["A"].season
        skane.ranked("A", 2000, "1970-10-01", kind="re-ranking")
        assert skane.on("1970-10-01")["A"].season == before

    def test_he_keeps_his_first_number_on_record(self, either):
        either.ranked("A", 2000, "1970-10-15", kind="re-ranking")
        card = either.on("1970-11-01")["A"]
        assert (card.base, card.original) == (2000, 1900)

    def test_dated_on_a_base_date_it_holds_at_once_in_either_reading(self, either):
        either.ranked("A", 2000, "1970-11-01", kind="re-ranking")
        assert either.bases("1970-11-01") == {"A": 2000, "B": 1900}

    def test_a_first_number_never_waits(self, waiting):
        waiting.member("C")
        waiting.ranked("C", 1700, "1970-10-15", kind="re-ranking")
        assert waiting.bases("1970-10-15")["C"] == 1700


class TestReRankingFromTheNextPeriod:
    """LASK Omranking, the other reading: it waits, and then replaces the whole period."""

    def test_until_then_games_use_the_old_number(self, waiting):
        waiting.ranked("A", 2000, "1970-10-01", kind="re-ranking")
        waiting.plays("A", "B", 1.0, "1970-10-10")
        assert waiting.bases("1970-10-31") == {"A": 1900, "B": 1900}
        assert waiting.running("1970-10-31") == {"A": 1916, "B": 1884}
        assert waiting.bases("1970-11-01") == {"A": 2000, "B": 1884}
        assert waiting.cards["A"].base_event == "n3"

    def test_of_two_in_one_period_the_later_holds(self, waiting):
        waiting.ranked("A", 2000, "1970-10-01", kind="re-ranking")
        waiting.ranked("A", 2050, "1970-10-02", kind="re-ranking")
        assert waiting.bases("1970-11-01")["A"] == 2050
        assert waiting.bases("1971-01-01")["A"] == 2050

    def test_another_number_that_holds_at_once_replaces_it(self, waiting):
        waiting.ranked("A", 2000, "1970-10-01", kind="re-ranking")
        waiting.ranked("A", 1910, "1970-10-02", kind="correction")
        assert waiting.bases("1970-10-02")["A"] == 1910
        assert waiting.bases("1970-11-01")["A"] == 1910

    def test_being_absolute_it_is_not_deducted_from(self, waiting):
        waiting.ranked("A", 2000, "1971-05-01", kind="re-ranking")
        assert waiting.bases("1971-06-01") == {"A": 2000, "B": 1873}
        assert waiting.cards["A"].season.deduction == 0

    def test_nor_is_a_bonus_added(self, waiting):
        waiting.decides("LASK Regel 11 a", {"bonus": True}, player="A", season=1970)
        waiting.ranked("A", 2000, "1971-08-01", kind="re-ranking")
        assert waiting.bases("1971-09-01")["A"] == 2000


class TestWorking:
    """LASK Omranking, LASK Utgångsrankingtal, LASK Regel 8: what is written down of a decision."""

    @pytest.mark.parametrize(
        ("kind", "reading", "rule"),
        [
            ("initial", "from_date", "LASK Utgångsrankingtal"),
            ("outsider", "from_date", "LASK Regel 8"),
            ("re-ranking", "from_date", "LASK Omranking"),
            ("re-ranking", "next_period", "LASK Omranking"),
        ],
    )
    def test_who_decided_it_and_why(self, new_federation, kind, reading, rule):
        federation = new_federation(omranking_effect=reading)
        federation.member("A", 1900 if kind == "re-ranking" else None)
        federation.ranked("A", 1950, "1970-10-01", kind=kind)
        with working() as steps:
            federation.replay("1970-10-01")
        given = {"kind": kind, "by": "CRK", "reason": "as agreed"}
        assert (steps[-1].rule, steps[-1].given, steps[-1].result) == (rule, given, 1950)
