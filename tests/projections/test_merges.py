"""Two registrations turn out to be one person: all of one belongs to the other."""

import pytest

from tests.projections.submissions import (
    adoption,
    decided,
    game,
    games,
    merge,
    player,
    strike,
    tournament,
)

RATED = ("bela", "cleo", "dora", "emil", "fritz")


@pytest.fixture
def split(club):
    """Anna played twice in 1996, once as anna and once as anna2; she is 1500-10."""
    club.append(adoption(), *map(player, ("anna", "anna2", "anna3", *RATED)))
    club.append(*(decided(name, "1500-10") for name in ("anna", *RATED)))
    club.append(tournament("may", "1996-05-01"), *games("may", "anna2 1-0 bela"))
    club.append(tournament("june", "1996-06-01"), *games("june", "anna 1-0 cleo"))
    return club


def test_games_of_both_registrations_count_for_the_one_who_is_kept(split):
    assert split.ratings()["anna"] == "1519-11"
    split.append(merge("anna", "anna2"))
    tournaments = [row["tournament"] for row in split.player("anna")["history"]]
    assert tournaments == ["may", "june"]
    assert split.rows("may")["anna"]["rating_after"] == 1519
    assert split.rows("june")["anna"]["rating_before"] == 1519
    assert "anna2" not in split.rows("may")


def test_who_asks_for_the_dropped_registration_is_told_about_the_person(split):
    split.append(merge("anna", "anna2"))
    assert split.player("anna2") == split.player("anna")
    assert split.audit("anna2") == split.audit("anna")


def test_the_dropped_registration_stands_in_no_list(split):
    split.append(merge("anna", "anna2"))
    with split.answers() as answers:
        players = [row["player"] for row in answers.ratings(everyone=True)]
    assert players.count("anna") == 1
    assert "anna2" not in players


def test_residual_games_of_two_registrations_make_one_first_rating(split):
    """DWZ 4.4, DWZ 4.7.3.1: five games against rated players, wherever they were submitted."""
    split.append(player("gerd"), player("gerd2"))
    split.append(
        tournament("july", "1996-07-01"), *games("july", "gerd 1-0 bela", "gerd 0-1 cleo")
    )
    august = games("august", "gerd2 1-0 dora", "gerd2 0-1 emil", "gerd2 ½-½ fritz")
    split.append(tournament("august", "1996-08-01"), *august)
    assert "gerd" not in split.ratings()
    assert len(split.player("gerd2")["residual_games"]) == 3
    split.append(merge("gerd", "gerd2"))
    row = split.rows("august")["gerd"]
    assert (row["status"], row["games"], row["index_after"]) == ("first", 5, 1)
    assert split.player("gerd")["residual_games"] == []


def test_a_merged_person_can_be_merged_into_another_registration(split):
    split.append(tournament("july", "1996-07-01"), *games("july", "anna3 1-0 dora"))
    split.append(merge("anna2", "anna3"), merge("anna", "anna2"))
    tournaments = [row["tournament"] for row in split.player("anna3")["history"]]
    assert tournaments == ["may", "june", "july"]
    assert split.player("anna3")["player"] == "anna"


def test_striking_the_merge_makes_two_people_again(split):
    before = split.player("anna"), split.player("anna2")
    together = merge("anna", "anna2")
    split.append(together)
    split.append(strike(together, "two people after all"))
    assert (split.player("anna"), split.player("anna2")) == before


def test_striking_one_of_two_merges_leaves_the_other(split):
    split.append(tournament("july", "1996-07-01"), *games("july", "anna3 1-0 dora"))
    inner, outer = merge("anna2", "anna3"), merge("anna", "anna2")
    split.append(inner, outer)
    split.append(strike(inner, "anna3 is somebody else"))
    assert [row["tournament"] for row in split.player("anna")["history"]] == ["may", "june"]
    assert split.player("anna3")["player"] == "anna3"


def test_as_long_as_the_merge_was_not_known_there_were_two_people(split):
    with split.answers() as answers:
        before = answers.card_history.position
    split.append(merge("anna", "anna2"))
    assert split.ratings(known_at=before)["anna"] == "1519-11"
    assert split.player("anna2", known_at=before)["player"] == "anna2"


def test_a_rating_decided_for_the_dropped_registration_is_the_persons(split):
    split.append(decided("anna2", "1900-20", "1996-05-15"))
    split.append(merge("anna", "anna2"))
    assert split.rows("june")["anna"]["rating_before"] == 1900


def test_games_handed_in_under_the_dropped_id_after_the_merge_count_as_well(split):
    split.append(merge("anna", "anna2"))
    split.append(tournament("july", "1996-07-01"), game("july", "anna2", "1-0", "dora"))
    assert "july" in [row["tournament"] for row in split.player("anna")["history"]]


def test_the_merged_player_can_still_be_looked_up_in_the_read_model(split):
    split.append(merge("anna", "anna2"))
    replayed = split.player("anna2")
    split.catch_up()
    assert split.player("anna2") == replayed
