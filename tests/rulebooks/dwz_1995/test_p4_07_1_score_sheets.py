"""DWZ 4.7.1: expected points of players with a DWZ."""

import pytest

from tests.rulebooks.dwz_1995.club import against, rows, steps, tournament


class TestAllOpponentsRatedBefore:
    """DWZ 4.7.1.1: their Ro, in one tournament of three."""

    def test_everybody_is_expected_against_the_ratings_from_before(self):
        event = tournament("anna 1 bert", "bert ½ carl", "carl 0 anna")
        found = rows(event, {"anna": "1600-9", "bert": "1400-9", "carl": "1800-9"})
        # P(200) = 0.760250, P(-200) = 0.239750, P(400) = 0.921350
        assert found["anna"]["expected"] == pytest.approx(0.760250 + 0.239750, abs=2e-6)
        assert found["bert"]["expected"] == pytest.approx(0.239750 + 0.078650, abs=2e-6)
        assert found["carl"]["expected"] == pytest.approx(0.760250 + 0.921350, abs=2e-6)


class TestSomeOpponentsRatedByTheTournament:
    """DWZ 4.7.1.2: their first DWZ is found first; the unrated rest does not count."""

    def test_first_ratings_of_both_stages_count_for_their_rated_opponents(self):
        one, rated = against("one", "½ ½ ½ ½ ½", [1500] * 5)
        two = [f"two ½ {name}" for name in list(rated)[:4]]
        event = tournament(*one, *two, "two ½ one", "opponent00 ½ rest")
        found = rows(event, rated)
        used = {game["opponent"] for game in found["opponent00"]["games_used"]}
        assert (found["one"]["stage"], found["two"]["stage"]) == (1, 2)
        assert used == {"one", "two"}

    def test_a_newcomer_s_opponent_is_expected_against_the_first_dwz(self):
        games, rated = against("new", "1 1 1 1 1", [1200] * 5)
        row = rows(tournament(*games), rated)["opponent00"]
        (game,) = row["games_used"]
        assert game["opponent_rating"] == 1877
        assert 0.00820 < game["expected"] < 0.00842  # Φ(-2.40) and Φ(-2.39): -677/282.84 = -2.394


class TestOrderOfTheWork:
    """DWZ 4.7.5: players rated before are evaluated when all first ratings are there."""

    def test_no_rated_player_is_evaluated_before_the_first_ratings_are_settled(self):
        games, rated = against("new", "½ ½ ½ ½ ½", [1500] * 5)
        rules = [step.rule for step in steps(tournament(*games), rated)]
        assert rules.index("DWZ 4.7.4") < rules.index("DWZ 4.6") < rules.index("DWZ 4.9.1")
