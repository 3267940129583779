"""The day a tournament ended decides which rulebook governs it."""

import pytest

from tests.projections.submissions import (
    adopted,
    adoption,
    correction,
    decided,
    exception,
    games,
    player,
    strike,
    summary,
    tournament,
)

CHANGE = "2000-01-01"
AFTER = "2000-05-01"
TO_INGO = {"pieces": [{"factor": -0.125, "plus": 355}]}
FROM_INGO = {"pieces": [{"factor": -8, "plus": 2840}]}


@pytest.fixture
def rated(club):
    """Anna and Bela are 1500-10 from July 1999 on."""
    club.append(adoption(), player("anna"), player("bela"))
    club.append(*(decided(name, "1500-10", "1999-07-01") for name in ("anna", "bela")))
    return club


class TestBeforeTheFirst:
    def test_a_tournament_from_before_the_pools_first_day_is_not_rated(self, club):
        club.append(adoption("1996-05-02"), player("anna"), player("bela"))
        club.append(tournament("may", "1996-05-01"), *games("may", "anna 1-0 bela"))
        document = club.tournament("may")
        assert (document["rated"], document["rulebook"]) == (False, None)
        assert document["players"] == []
        assert "no rulebook governs dwz on 1996-05-01" in document["reason"]
        assert club.player("anna")["history"] == []

    def test_a_tournament_on_the_pools_first_day_is_rated(self, club):
        club.append(adoption("1996-05-01"), player("anna"), player("bela"))
        club.append(tournament("may", "1996-05-01"), *games("may", "anna 1-0 bela"))
        assert club.tournament("may")["rated"]

    def test_before_it_everybody_is_listed_by_id_whoever_came_first(self, club):
        club.append(adoption("1996-05-01"), *map(player, ("cleo", "anna", "bela")))
        with club.answers("1996-04-30") as answers:
            listed = [row["player"] for row in answers.ratings(everyone=True)]
        assert listed == ["anna", "bela", "cleo"]


class TestOneAfterAnother:
    def test_of_two_rulebooks_adopted_for_one_day_the_later_in_the_log_holds(self, rated):
        short = {**adoption(CHANGE, parameters={"validity_years": 1}), "id": "one year"}
        long = {**adoption(CHANGE, parameters={"validity_years": 9}), "id": "nine years"}
        rated.append(short, long)
        assert rated.player("anna", AFTER)["valid_until"] == "2008-07-01"

    def test_of_two_conversions_of_one_day_only_the_later_takes_place(self, rated):
        pieces = [{"factor": 1, "plus": 100}]
        earlier = {**adoption(CHANGE, conversion={"pieces": pieces}), "id": "plus 100"}
        rated.append(earlier, adoption(CHANGE))
        assert rated.ratings(CHANGE) == {"anna": "1500-10", "bela": "1500-10"}

    def test_other_readings_hold_from_their_day_on(self, rated):
        rated.append(adoption(CHANGE, parameters={"validity_years": 1}))
        assert rated.player("anna", "1999-12-31")["valid_until"] == "2004-07-01"
        assert rated.player("anna", AFTER)["valid_until"] == "2000-07-01"

    def test_a_rulebook_adopted_late_governs_tournaments_handed_in_before(self, rated):
        rated.append(tournament("may", AFTER), *games("may", "anna 1-0 bela"))
        rated.append(adoption(CHANGE, parameters={"expectancy": "logistic"}))
        rated.append(decided("anna", "1700-10", "2000-04-01"))
        assert rated.rows("may")["anna"]["expected"] == pytest.approx(0.759747, abs=1e-6)

    def test_striking_the_later_rulebook_leaves_the_earlier_in_force(self, rated):
        later = adoption(CHANGE, parameters={"validity_years": 1})
        rated.append(later)
        rated.append(strike(later, "not adopted after all"))
        assert rated.player("anna", AFTER)["valid_until"] == "2004-07-01"


class TestConversions:
    """Contract, precision 3: the figure converts, rounded half up."""

    def test_a_conversion_between_two_editions_of_dwz(self, rated):
        rated.append(decided("bela", "1501-4", "1999-08-01"))
        rated.append(adoption(CHANGE, conversion={"pieces": [{"factor": 0.5, "plus": 800}]}))
        assert rated.ratings("1999-12-31") == {"bela": "1501-4", "anna": "1500-10"}
        assert rated.ratings(CHANGE) == {"bela": "1551-4", "anna": "1550-10"}

    def test_a_piece_holds_below_its_limit(self, rated):
        rated.append(decided("bela", "999-4", "1999-08-01"))
        pieces = [{"factor": 1, "plus": 200, "below": 1000}, {"factor": 1, "plus": 100}]
        rated.append(adoption(CHANGE, conversion={"pieces": pieces}))
        assert rated.ratings(CHANGE) == {"anna": "1600-10", "bela": "1199-4"}

    def test_a_rating_of_another_system_counts_as_evaluated_on_the_day_of_the_conversion(
        self, rated
    ):
        rated.append(adoption(CHANGE, rulebook="ingo-1960", conversion=TO_INGO))
        rated.append(adoption("2001-01-01", conversion=FROM_INGO))
        assert rated.player("anna")["valid_until"] == "2006-01-01"
        assert rated.player("anna")["last_event"] == "adoption dwz 2001-01-01"

    def test_from_one_dwz_to_the_next_the_day_of_the_last_evaluation_stays(self, rated):
        rated.append(adoption(CHANGE, conversion={"pieces": [{"factor": 1, "plus": 0}]}))
        assert rated.player("anna")["valid_until"] == "2004-07-01"
        assert rated.player("anna")["last_event"] == f"adoption dwz {CHANGE}"

    def test_what_has_lapsed_converts_and_stays_lapsed(self, rated):
        rated.append(adoption("2004-07-02", conversion={"pieces": [{"factor": 1, "plus": 100}]}))
        assert rated.ratings("2004-07-02") == {}
        assert rated.player("anna")["status"] == "lapsed"
        assert rated.player("anna")["card"] == {"rating": 1600, "index": 10}

    def test_a_dwz_for_which_no_piece_holds_stays_as_it_is(self, rated):
        rated.append(decided("bela", "999-4", "1999-08-01"))
        pieces = [{"factor": 1, "plus": 200, "below": 1000}]
        rated.append(adoption(CHANGE, conversion={"pieces": pieces, "count_plus": 1}))
        assert rated.ratings(CHANGE) == {"anna": "1500-10", "bela": "1199-5"}
        assert [row["event"] for row in rated.player("bela")["history"]] == [
            f"adoption dwz {CHANGE}"
        ]
        assert rated.player("anna")["history"] == []

    def test_the_index_rises_by_what_the_conversion_adds(self, rated):
        pieces = [{"factor": 1, "plus": 0}]
        rated.append(adoption(CHANGE, conversion={"pieces": pieces, "count_plus": 1}))
        assert rated.ratings(CHANGE) == {"anna": "1500-11", "bela": "1500-11"}

    def test_an_ingo_count_rises_by_it_as_well(self, rated):
        rated.append(
            adoption(CHANGE, rulebook="ingo-1960", conversion={**TO_INGO, "count_plus": 2})
        )
        rated.append(adoption("2001-01-01", conversion={**FROM_INGO, "count_plus": 1}))
        assert rated.player("anna", CHANGE)["card"]["count"] == 12
        assert rated.ratings("2001-01-01") == {"anna": "1496-13", "bela": "1496-13"}

    def test_a_factor_of_zero_lifts_to_one_figure(self, rated):
        rated.append(decided("bela", "650-4", "1999-08-01"))
        pieces = [{"below": 700, "factor": 0, "plus": 1100}, {"factor": 1, "plus": 0}]
        rated.append(adoption(CHANGE, conversion={"pieces": pieces}))
        assert rated.ratings(CHANGE) == {"anna": "1500-10", "bela": "1100-4"}

    def test_a_figure_of_another_system_is_no_dwz_and_stays(self, rated):
        rated.append(player("cleo"), adopted("cleo", 1800, "1999-09-01"))
        pieces = [{"factor": 1, "plus": 100}]
        rated.append(adoption(CHANGE, conversion={"pieces": pieces, "count_plus": 1}))
        assert rated.ratings(CHANGE)["cleo"] == "1800-0"
        assert rated.player("cleo")["history"] == []

    def test_the_record_has_an_entry_for_the_conversion(self, rated):
        for _ in ("replayed", "stored"):
            pieces = [{"factor": 0.5, "plus": 800}]
            change = adoption(CHANGE, conversion={"pieces": pieces, "count_plus": 1})
            rated.append(change)
            rated.catch_up()
            assert rated.player("anna")["history"] == [
                {
                    "tournament": None,
                    "event": change["id"],
                    "conversion": True,
                    "ended_on": CHANGE,
                    "rulebook": "dwz-1995",
                    "player": "anna",
                    "name": "Anna, Test",
                    "rating_before": 1500,
                    "index_before": 10,
                    "rating_after": 1550,
                    "index_after": 11,
                }
            ]

    def test_an_entry_between_systems_has_the_cards_of_both(self, rated):
        rated.append(adoption(CHANGE, rulebook="ingo-1960", conversion=TO_INGO))
        (row,) = rated.player("anna")["history"]
        assert (row["rating_before"], row["index_before"]) == (1500, 10)
        assert (row["number_after"], row["count_after"], row["mark_after"]) == (168, 10, None)

    @pytest.mark.parametrize(
        ("residual_games", "figures"), [("convert", [1550]), ("keep", [1500]), ("drop", [])]
    )
    def test_residual_games_go_through_the_conversion(self, rated, residual_games, figures):
        rated.append(player("cleo"))
        rated.append(tournament("open", "1999-11-01"), *games("open", "cleo 1-0 anna"))
        pieces = [{"factor": 0.5, "plus": 800}]
        conversion = {"pieces": pieces, "residual_games": residual_games}
        rated.append(adoption(CHANGE, conversion=conversion))
        waiting = rated.player("cleo", AFTER)["residual_games"]
        assert [game["opponent_rating"] for game in waiting] == figures
        assert [game["valid_until"] for game in waiting] == ["2001-11-01" for _ in figures]
        waited = rated.player("cleo", "1999-12-31")["residual_games"]
        assert [game["opponent_rating"] for game in waited] == [1500]

    def test_to_ingo_and_back(self, rated):
        """1500 is Ingo 355 − 1500/8 = 167.5, so 168; and 2840 − 8 · 168 = 1496."""
        rated.append(adoption(CHANGE, rulebook="ingo-1960", conversion=TO_INGO))
        rated.append(adoption("2001-01-01", conversion=FROM_INGO))
        with rated.answers("2000-12-31") as answers:
            cards = [row["card"] for row in answers.ratings()]
        assert [card["number"] for card in cards] == [168, 168]
        assert rated.ratings("2001-01-01") == {"anna": "1496-10", "bela": "1496-10"}

    def test_figures_that_nothing_carried_over_do_not_come_back_with_their_rulebook(self, rated):
        rated.append(adoption(CHANGE, rulebook="ingo-1960"), adoption("2001-01-01"))
        rated.append(tournament("may", "2001-05-01"), *games("may", "anna 1-0 bela"))
        assert rated.ratings("2000-12-31") == {}
        assert rated.ratings("2001-01-01") == {}
        assert rated.rows("may")["anna"]["rating_before"] is None
        assert rated.player("anna")["history"] == []


class TestDecisions:
    """DWZ 6.2.1: an exception for a tournament abroad."""

    @pytest.fixture
    def abroad(self, rated):
        rated.append(tournament("wien", AFTER, country="AUT"), *games("wien", "anna 1-0 bela"))
        return rated

    def test_without_an_exception_a_tournament_abroad_is_not_rated(self, abroad):
        document = abroad.tournament("wien")
        assert not document["rated"]
        assert document["reason"].startswith("DWZ 6.2.1")
        assert abroad.ratings()["anna"] == "1500-10"

    def test_an_exception_granted_reaches_the_rulebook(self, abroad):
        abroad.append(exception("wien", "granted", granted=True))
        assert abroad.ratings()["anna"] == "1519-11"

    def test_of_two_decisions_about_a_tournament_the_later_in_the_log_holds(self, abroad):
        granted = exception("wien", "granted", granted=True)
        abroad.append(granted, exception("wien", "refused", granted=False))
        assert not abroad.tournament("wien")["rated"]
        abroad.append(correction(granted, "granted again", value={"evaluate": True}))
        assert not abroad.tournament("wien")["rated"]

    def test_striking_the_later_decision_leaves_the_earlier(self, abroad):
        refused = exception("wien", "refused", granted=False)
        abroad.append(exception("wien", "granted", granted=True), refused)
        abroad.append(strike(refused, "never refused"))
        assert abroad.tournament("wien")["rated"]

    def test_a_decision_about_one_tournament_leaves_the_others_alone(self, abroad):
        abroad.append(tournament("linz", AFTER, country="AUT"))
        abroad.append(exception("wien", "granted", granted=True))
        assert not abroad.tournament("linz")["rated"]


class TestSummaries:
    """DWZ 4.10.1: an old evaluation known by its summary only."""

    @pytest.fixture
    def summed_up(self, rated):
        """Anna, 2165-8: the example of 4.10.1, in which Ro was thought to be 2195."""
        rated.append(decided("anna", "2165-8", "1999-08-01"))
        rated.append(summary("anna", "old cup", "1999-09-01"))
        return rated

    def test_it_is_corrected_for_the_rating_the_player_really_had(self, summed_up):
        assert summed_up.ratings()["anna"] == "2170-9"

    def test_it_stands_in_the_players_record(self, summed_up):
        for _ in ("replayed", "stored"):
            (row,) = summed_up.player("anna")["history"]
            assert (row["tournament"], row["ended_on"]) == ("old cup", "1999-09-01")
            assert (row["rating_before"], row["rating_after"]) == (2165, 2170)
            summed_up.catch_up()

    def test_where_the_games_are_known_they_are_used_instead(self, summed_up):
        summed_up.append(tournament("old cup", "1999-09-01"), *games("old cup", "anna 1-0 bela"))
        (row,) = summed_up.player("anna")["history"]
        assert (row["games"], row["points"]) == (1, 1)

    def test_of_two_summaries_of_one_evaluation_the_later_in_the_log_holds(self, summed_up):
        again = {**summary("anna", "old cup", "1999-09-01", points=5), "id": "handed in again"}
        summed_up.append(again)
        summed_up.rebuild()
        (row,) = summed_up.player("anna")["history"]
        assert row["points"] == 5
