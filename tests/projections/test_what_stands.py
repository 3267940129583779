"""The effective facts after corrections and strikes are rated."""

import pytest

from ledger.events.problems import Refused
from tests.projections.submissions import (
    adoption,
    correction,
    decided,
    games,
    player,
    replacement,
    strike,
    tournament,
)

# Two players of 1500, over 25 years old: E = 5 + 15, and a won game gives 800 · ½ / 21 = 19.
OPEN = tournament("open", "1996-05-01")
(GAME,) = games("open", "anna 1-0 bela")
WON, LOST, DRAWN = "1519-11", "1481-11", "1500-11"
NO_GAME = "1500-10"


@pytest.fixture
def played(club):
    """Anna has beaten Bela in the open."""
    club.append(adoption(), *map(player, ("anna", "bela", "cleo")))
    club.append(*(decided(name, "1500-10") for name in ("anna", "bela", "cleo")))
    club.append(OPEN, GAME)
    return club


def anna_and_bela(club):
    ratings = club.ratings()
    return ratings["anna"], ratings["bela"]


def test_the_winner_gains_what_the_loser_loses(played):
    assert anna_and_bela(played) == (WON, LOST)


def test_a_corrected_result_counts_as_corrected(played):
    played.append(correction(GAME, "c1", white_points=0, black_points=1))
    assert anna_and_bela(played) == (LOST, WON)


def test_of_several_corrections_the_last_one_holds(played):
    played.append(correction(GAME, "c1", white_points=0, black_points=1))
    played.append(correction(GAME, "c2", white_points=0.5, black_points=0.5))
    assert anna_and_bela(played) == (DRAWN, DRAWN)


def test_striking_a_correction_restores_what_was_before(played):
    first = correction(GAME, "c1", white_points=0.5, black_points=0.5)
    second = correction(GAME, "c2", white_points=0, black_points=1)
    played.append(first, second)
    played.append(strike(second, "c2 was wrong"))
    assert anna_and_bela(played) == (DRAWN, DRAWN)
    played.append(strike(first, "c1 was wrong too"))
    assert anna_and_bela(played) == (WON, LOST)


def test_a_correction_can_be_corrected_itself(played):
    first = correction(GAME, "c1", white_points=0.5, black_points=0.5)
    played.append(first)
    data = {**first["data"], "replacement": {**GAME["data"], "white_points": 0, "black_points": 1}}
    played.append(replacement("c1", data, "c1 corrected"))
    assert anna_and_bela(played) == (LOST, WON)


def test_striking_the_strike_of_a_strike_takes_the_game_away_again(played):
    gone = strike(GAME, "s1")
    back = strike(gone, "s2")
    played.append(gone)
    assert anna_and_bela(played) == (NO_GAME, NO_GAME)
    played.append(back)
    assert anna_and_bela(played) == (WON, LOST)
    played.append(strike(back, "s3"))
    assert anna_and_bela(played) == (NO_GAME, NO_GAME)


def test_a_struck_tournament_takes_its_games_with_it(played):
    played.append(strike(OPEN, "no such tournament"))
    assert anna_and_bela(played) == (NO_GAME, NO_GAME)
    assert played.player("anna")["history"] == []
    with pytest.raises(Refused, match="no tournament 'open'"):
        played.tournament("open")


def test_a_restored_tournament_brings_its_games_back(played):
    gone = strike(OPEN, "no such tournament")
    played.append(gone)
    played.append(strike(gone, "there was one"))
    assert anna_and_bela(played) == (WON, LOST)


def test_a_tournament_with_a_corrected_end_moves_to_its_place(played):
    played.append(tournament("cup", "1996-06-01"), *games("cup", "anna 1-0 cleo"))
    assert played.rows("cup")["anna"]["rating_before"] == 1519
    played.append(correction(OPEN, "it ended in July", ended_on="1996-07-01"))
    assert played.rows("cup")["anna"]["rating_before"] == 1500
    assert played.rows("open")["anna"]["rating_before"] == 1519


def test_a_corrected_player_takes_the_game_away_from_the_wrong_one(played):
    played.append(correction(GAME, "it was Cleo", white="cleo"))
    assert played.ratings() == {"anna": NO_GAME, "bela": LOST, "cleo": WON}


def test_a_corrected_year_of_birth_changes_the_coefficient(played):
    """DWZ 4.9.2: E = 5 + 5 at the age of 20; 800 · ½ / 11 = 36.4."""
    played.append(correction(player("anna"), "born later", birth_year=1976))
    assert anna_and_bela(played) == ("1536-11", LOST)


def test_a_corrected_decision_changes_everything_after_it(played):
    wrong = decided("anna", "1500-10")
    played.append(correction(wrong, "c1", card={"rating": 1700, "index": 3}))
    assert played.rows("open")["anna"]["rating_before"] == 1700
    assert played.rows("open")["bela"]["games_used"][0]["opponent_rating"] == 1700


def test_a_struck_decision_leaves_the_player_without_a_rating(played):
    played.append(strike(decided("anna", "1500-10"), "never decided"))
    assert played.rows("open")["anna"]["status"] == "residual"


def test_a_rulebook_governs_from_its_corrected_day(played):
    played.append(tournament("early", "1989-06-01"), *games("early", "anna 1-0 cleo"))
    assert played.tournament("early")["rulebook"] is None
    played.append(correction(adoption(), "adopted a year earlier", from_day="1989-01-01"))
    assert played.tournament("early")["rulebook"] == "dwz-1995"
