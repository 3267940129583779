"""Two registrations turn out to be one person."""

import pytest

from tests.ledger.lines import correction, game, merge, tournament
from tests.ledger.office import Office


@pytest.fixture
def season(office: Office) -> Office:
    office.open_season()
    return office


def test_two_registrations_become_one_person(season: Office) -> None:
    season.append(game("anna", "cleo"), game("bela", "dora"), merge("anna", "bela"))
    assert season.entries()[-1].stream == "merges"
    assert season.verdict().ok


def test_two_who_have_met_are_not_one_person(season: Office) -> None:
    season.append(game("anna", "bela", game="their game"))
    (problem,) = season.problems(merge("anna", "bela"))
    assert (problem.field, problem.code) == ("data.drop", "has-met-himself")
    assert "have met in The open of Bamberg" in problem.message


def test_nor_if_they_meet_in_a_line_above(season: Office) -> None:
    lines = [game("anna", "bela", id_="g1"), merge("anna", "bela")]
    assert season.codes(*lines) == [(2, "data.drop", "has-met-himself")]


def test_nor_if_they_have_met_under_a_third_registration(season: Office) -> None:
    season.append(game("anna", "cleo"), merge("bela", "cleo"))
    assert season.codes(merge("anna", "bela")) == [(1, "data.drop", "has-met-himself")]
    assert season.codes(merge("bela", "anna")) == [(1, "data.drop", "has-met-himself")]


def test_a_struck_meeting_is_no_meeting(season: Office) -> None:
    season.append(game("anna", "bela", id_="g1"))
    season.append(correction("g1", None), merge("anna", "bela"))
    assert season.codes(game("anna", "bela", game="again")) == [(1, "data.black", "self-play")]


def test_one_person_does_not_play_himself_under_two_ids(season: Office) -> None:
    season.append(merge("anna", "bela"), merge("anna", "cleo"))
    for white, black in (("anna", "bela"), ("bela", "anna"), ("bela", "cleo")):
        assert season.codes(game(white, black)) == [(1, "data.black", "self-play")]
    season.append(game("bela", "dora"))


def test_restoring_a_meeting_of_the_merged_is_refused(season: Office) -> None:
    season.append(game("anna", "bela", id_="g1"), correction("g1", None, "strike"))
    season.append(merge("anna", "bela"))
    assert [code for *_, code in season.codes(correction("strike", None))] == ["self-play"]


def test_striking_a_merge_makes_two_people_again(season: Office) -> None:
    season.append(merge("anna", "bela", "m1"), correction("m1", None, "strike"))
    season.append(game("anna", "bela"))
    assert [code for *_, code in season.codes(correction("strike", None))] == ["has-met-himself"]


def test_a_merged_player_is_merged_once(season: Office) -> None:
    season.append(merge("anna", "bela"))
    (problem,) = season.problems(merge("cleo", "bela"))
    assert (problem.field, problem.code) == ("data.drop", "merged-before")
    assert "name anna" in problem.message
    assert season.codes(merge("bela", "cleo")) == [(1, "data.keep", "merged-before")]
    assert "merged-before" in [code for *_, code in season.codes(merge("bela", "anna"))]


def test_a_player_is_not_merged_with_himself(season: Office) -> None:
    assert season.codes(merge("anna", "anna")) == [(1, "data.drop", "same-player")]


def test_both_must_be_registered(season: Office) -> None:
    assert season.codes(merge("emil", "anna")) == [(1, "data.keep", "unknown-player")]
    assert season.codes(merge("anna", "emil")) == [(1, "data.drop", "unknown-player")]


def test_a_merge_may_not_give_one_person_two_games_in_a_round(season: Office) -> None:
    season.append(
        game("anna", "cleo", game="g1", round=1),
        game("bela", "dora", game="g2", round=1),
    )
    codes = season.codes(merge("anna", "bela"))
    assert [field for _, field, _ in codes] == ["data.drop"]


def test_one_person_does_not_play_twice_in_a_round_under_two_ids(season: Office) -> None:
    season.append(merge("anna", "bela"), game("anna", "cleo", game="g1", round=1))
    codes = season.codes(game("bela", "dora", game="g2", round=1))
    assert [code for *_, code in codes] == ["two-games-in-a-round"]


def test_games_of_a_struck_tournament_are_no_meeting(season: Office) -> None:
    season.append(tournament("other", "other"), game("anna", "bela", tournament="other"))
    season.append(correction("other", None), merge("anna", "bela"))
    assert season.verdict().ok
