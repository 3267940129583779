"""Events of one day have an order of their own: contract, precision 2."""

import pytest

from tests.projections.submissions import (
    adopted,
    adoption,
    correction,
    decided,
    games,
    player,
    tournament,
)

DAY = "1996-05-01"


@pytest.fixture
def opened(club):
    club.append(adoption(), *map(player, ("anna", "bela", "cleo")))
    return club


def test_a_rating_decided_on_the_day_of_a_tournament_is_there_before_it(opened):
    opened.append(tournament("open", DAY), *games("open", "anna 1-0 bela"))
    opened.append(decided("anna", "1800-5", DAY), decided("bela", "1700-5", DAY))
    rows = opened.rows("open")
    assert (rows["anna"]["rating_before"], rows["bela"]["rating_before"]) == (1800, 1700)


def test_a_rating_adopted_from_a_list_of_that_day_is_there_before_it(opened):
    opened.append(tournament("open", DAY), *games("open", "anna 1-0 bela"))
    opened.append(adopted("anna", 1800, DAY), decided("bela", "1700-5"))
    assert opened.rows("open")["anna"]["rating_before"] == 1800


def test_a_conversion_comes_before_the_decisions_of_its_day(opened):
    opened.append(decided("anna", "1500-10"), decided("bela", "1500-10"))
    opened.append(decided("anna", "1700-3", DAY))
    opened.append(adoption(DAY, conversion={"pieces": [{"factor": 1, "plus": 100}]}))
    assert opened.ratings(DAY) == {"anna": "1700-3", "bela": "1600-10"}


def test_tournaments_of_one_day_come_in_the_order_of_their_ids_as_text(club_on_both):
    club = club_on_both
    club.append(adoption(), player("anna"), player("bela"), decided("anna", "1500-10"))
    ids = ["t10", "t2", "Zug", "apfel", "äpfel", "t1"]
    for id_ in ids:
        club.append(tournament(id_, DAY), *games(id_, "anna 1-0 bela"))
    club.append(decided("bela", "1500-10"))
    club.catch_up()
    in_order = [row["tournament"] for row in club.player("anna")["history"]]
    assert in_order == ["Zug", "apfel", "t1", "t10", "t2", "äpfel"]
    figures = [row["rating_after"] for row in club.player("anna")["history"]]
    assert figures == sorted(figures)
    assert club.rows("äpfel")["anna"]["rating_before"] == figures[-2]
    assert club.ratings()["anna"] == f"{figures[-1]}-16"


def test_of_two_decisions_of_one_day_the_later_in_the_log_holds(opened):
    first = decided("anna", "1500-10", DAY)
    second = {**decided("anna", "1600-10", DAY), "id": "second"}
    opened.append(first, second)
    assert opened.ratings() == {"anna": "1600-10"}


def test_correcting_the_earlier_decision_does_not_make_it_the_later_one(opened):
    first = decided("anna", "1500-10", DAY)
    second = {**decided("anna", "1600-10", DAY), "id": "second"}
    opened.append(first, second)
    opened.append(correction(first, "corrected", card={"rating": 1400, "index": 9}))
    assert opened.ratings() == {"anna": "1600-10"}


def test_of_lists_from_before_the_pool_the_newest_one_holds_whichever_came_first(opened):
    """DWZ 6.1.2: the figure of the latest list."""
    opened.append(adopted("anna", 1800, "1989-07-01"), adopted("anna", 1700, "1988-07-01"))
    assert opened.ratings("1990-01-01") == {"anna": "1800-0"}
