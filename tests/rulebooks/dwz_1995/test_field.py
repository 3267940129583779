"""DWZ 4.2 and 6.1.4: which games are ratable, seen from either side."""

import attrs
import pytest

from projections.rulebooks.dwz.rulebook import Dwz1995
from projections.rulebooks.strengths import Strengths
from tests.rulebooks.dwz_1995.club import (
    against,
    card,
    evaluate,
    game,
    left_out,
    report,
    rows,
    shown,
    tournament,
)
from tests.tables import every

CARDS = {"anna": "1500-9", "bert": "1500-9"}


class TestRatableGames:
    """DWZ 4.2: n counts the games that were played, W the points scored in them."""

    @every("reason", ["forfeit", "referee", "double-loss", "annulled", None])
    def test_a_game_that_was_not_played_is_no_game(self, reason):
        event = tournament("anna ½ bert", game("anna 1 bert", played=False, reason=reason))
        row = rows(event, CARDS)["anna"]
        assert (row["games"], row["points"]) == (1, 0.5)
        assert left_out(event, CARDS) == {"g02": "DWZ 4.2"}

    def test_games_after_one_that_was_not_played_count(self):
        event = tournament(game("anna 1 bert", played=False), "anna ½ bert")
        row = rows(event, CARDS)["anna"]
        assert (row["games"], row["points"]) == (1, 0.5)

    def test_a_bye_is_no_game(self):
        bye = {"white": "anna", "black": None, "white_points": 1.0, "black_points": 0.0}
        event = tournament("anna ½ bert", {**bye, "played": False, "reason": "bye"})
        assert rows(event, CARDS)["anna"]["points"] == 0.5
        assert left_out(event, CARDS) == {"g02": "DWZ 4.2"}

    def test_a_forfeited_game_does_not_help_to_a_first_dwz(self):
        games, cards = against("new", "½ ½ ½ ½", [1500] * 4)
        event = tournament(*games, game("new 1 anna", played=False))
        assert rows(event, {**cards, "anna": "1500-9"})["new"]["status"] == "residual"

    def test_a_game_in_which_neither_scored_the_full_point_counts_as_it_was_scored(self):
        event = tournament(game("anna ½ bert", white_points=0.5, black_points=0.0))
        found = rows(event, CARDS)
        # As much as expected, and half a point less: 800 · 0.5 / 21 = 19.05.
        assert (found["anna"]["rating_after"], found["bert"]["rating_after"]) == (1500, 1481)


class TestResultsForOneSide:
    """DWZ 4.2: a result that counts for one side stands on that side's sheet alone."""

    def test_only_that_side_is_evaluated(self):
        event = tournament(game("anna 1 bert", rated_for="white"))
        found = rows(event, CARDS)
        assert (found["anna"]["status"], found["bert"]["status"]) == ("rated", "none")
        assert left_out(event, CARDS) == {}

    def test_only_that_side_keeps_it(self):
        kept = evaluate(tournament(game("new 1 anna", rated_for="white")), CARDS).cards
        assert set(kept) == {"new"}
        event = tournament(game("new 1 anna", rated_for="black"))
        assert evaluate(event, CARDS).cards == {}
        assert left_out(event, CARDS) == {"g01": "DWZ 4.3.1"}

    def test_one_that_counts_for_neither_is_left_out(self):
        event = tournament(game("anna 1 bert", rated_for="none"))
        assert evaluate(event, CARDS).cards == {}
        assert left_out(event, CARDS) == {"g01": "DWZ 4.2"}


class TestComputers:
    """DWZ 6.1.4: a computer has no sheet, and a game against one stands on nobody's."""

    @every("played", ["anna 1 deep", "deep 0 anna"])
    def test_a_match_against_one_is_not_refused_for_its_lack_of_a_dwz(self, played):
        event = tournament(played, computers=("deep",), format="match")
        assert report(event, CARDS).excluded is None
        assert left_out(event, CARDS) == {"g01": "DWZ 6.1.4"}


class TestPartOfATournament:
    """DWZ 4.7.1: of the opponents outside the part it takes what they counted as."""

    def test_rated_opponents_and_newcomers_count_and_computers_do_not(self):
        event = tournament(
            "anna 1 bert", "nina 1 anna", "anna 1 deep", "deep 0 anna", computers=("deep",)
        )
        part = attrs.evolve(event, players={"anna": event.players["anna"]})
        others = Strengths(ratings={"bert": 1500}, first={"nina": 1700})
        found = Dwz1995().evaluate_part(part, {"anna": card("1500-9")}, others)
        (row,) = found.report().rows
        assert [used["opponent"] for used in row["games_used"]] == ["bert", "nina"]
        # P(0) + P(-200) = 0.5 + 0.23975; 1500 + 800 · (1 - 0.73975) / (20 + 2) = 1509.5
        assert row["expected"] == pytest.approx(0.73975, abs=2e-6)
        assert shown(found.cards["anna"]) == "1509-10"
        assert found.strengths.ratings == {"anna": 1500, "bert": 1500}


def test_a_game_left_out_says_why_in_full():
    """DWZ 4.2, DWZ 6.1.4: byes, games not played with or without a reason, computers."""
    event = tournament(
        game("anna 1 bert", played=False, reason="forfeit"),
        game("anna 1 bert", played=False),
        {**game("anna 1 bert", played=False), "black": None},
        "deep 1 bert",
        "anna 1 deep",
        computers=("deep",),
    )
    told = {each.game: each.reason for each in report(event, CARDS).games_not_rated}
    assert told == {
        "g01": "DWZ 4.2: not played (forfeit)",
        "g02": "DWZ 4.2: not played (no game)",
        "g03": "DWZ 4.2: not played (bye)",
        "g04": "DWZ 6.1.4: a game against a computer",
        "g05": "DWZ 6.1.4: a game against a computer",
    }
