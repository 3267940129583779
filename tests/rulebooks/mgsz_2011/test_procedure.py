"""MGSZ 6.§ (1): a whole tournament, its report and its working."""

import json

import pytest

from projections.rulebooks.document import working
from projections.rulebooks.tournament import Entrant
from tests.tables import every


def a_small_cup(club):
    games = [
        club.game("anna", "béla", "1-0", round=1),
        club.game("csaba", "anna", "0-1", round=2, stones=2, receiver="white"),
        club.game("guest", "béla", "½-½", round=2),
        club.game("csaba", None, "1-0", round=3, played=False, reason="bye"),
    ]
    return club.tournament(*games, entrants=(Entrant(player="guest", entry_grade="1k"),))


FIGURES = {"anna": 1947, "béla": 1935, "csaba": 1781}


class TestProcedure:
    """MGSZ 6 (1), MGSZ 6 (1) step 3, MGSZ 4 (1)."""

    def test_everybody_is_calculated_from_the_elo_before_the_tournament(self, club):
        """béla starts from 1935 in both games: 0.5 − 0.02 against 1947, −0.46 + 0.5 in the jigo.

        anna 0.48 + 0.34; béla −0.48 − 0.04 (15 above the guest); csaba −0.34.
        """
        assert club.elos(a_small_cup(club), FIGURES) == {
            "anna": 1947 + 12,  # 15 × 0.82 = 12.3
            "béla": 1935 - 8,  # 15 × −0.52 = −7.8
            "csaba": 1781 - 5,  # 15 × −0.34 = −5.1
        }

    def test_the_card_tells_the_tournament_that_gave_it(self, club):
        card = club.evaluate(a_small_cup(club), FIGURES).cards["anna"]
        assert (card.on, card.source) == (club.day, "t")

    def test_a_player_whose_elo_does_not_change_has_the_tournament_as_his_latest_all_the_same(
        self, club
    ):
        cup = club.tournament(club.game("a", "b"))
        cards = club.evaluate(cup, {"a": 2400, "b": 1500}).cards
        assert {player: (card.elo, card.source) for player, card in cards.items()} == {
            "a": (2400, "t"),
            "b": (1500, "t"),
        }


class TestReport:
    """MGSZ 6 (1): the report in the shape of the contract."""

    def test_the_row_of_a_player(self, club):
        report = club.evaluate(a_small_cup(club), FIGURES).report()
        assert report.rows[2] == {
            "player": "csaba",
            "elo_before": 1781,
            "multiplier": 15,
            "game_points": -0.34,
            "elo_after": 1776,
            "grade_after": "4k",
            "part": 1,
            "games_used": [
                {
                    "game": "2",
                    "opponent_elo": 1947,
                    "corrected_difference": -66,
                    "chance": 0.34,
                    "game_points": -0.34,
                }
            ],
        }

    def test_rows_come_in_the_order_of_players_and_the_games_left_out_are_named(self, club):
        report = club.evaluate(a_small_cup(club), FIGURES).report()
        assert [row["player"] for row in report.rows] == ["anna", "béla", "csaba"]
        assert [(game.game, game.reason) for game in report.games_not_rated] == [
            ("4", "MGSZ 8 (1) c: a bye")
        ]

    def test_the_report_is_plain_json(self, club):
        rows = club.evaluate(a_small_cup(club), FIGURES).report().rows
        assert json.loads(json.dumps(rows)) == list(rows)

    def test_a_player_without_a_counted_game_has_no_row(self, club):
        cup = club.tournament(
            club.game("anna", "béla"), club.game("csaba", None), entrants=(Entrant(player="dóra"),)
        )
        rows = club.evaluate(cup, FIGURES | {"dóra": 1500}).report().rows
        assert [row["player"] for row in rows] == ["anna", "béla"]


class TestWorking:
    """MGSZ 6 (1): the working, step by step with its paragraph."""

    @pytest.fixture
    def steps(self, club):
        with working() as steps:
            club.evaluate(a_small_cup(club), FIGURES)
        return steps

    def test_what_concerns_the_tournament(self, steps):
        told = [(step.rule, step.result) for step in steps if step.player is None]
        assert told == [
            ("MGSZ table 2", "B"),
            ("MGSZ table 3", 0),
            ("MGSZ 6 (1) step 1", 15),
            ("MGSZ 6 (1) step 2", 1920),
        ]

    def test_what_concerns_one_player(self, steps):
        told = [(step.rule, step.result) for step in steps if step.player == "csaba"]
        assert told == [
            ("MGSZ 8 (2) step 1", 1881),
            ("MGSZ 8 (2) step 2", -0.34),
            ("MGSZ 7", 1776),
            ("MGSZ 5 (1)", ()),
            ("MGSZ 5 (2)", "4k"),
        ]

    def test_every_step_is_a_sentence_with_values_fit_for_json(self, steps):
        for step in steps:
            assert step.text.endswith(".")
            assert json.dumps([step.given, step.result], ensure_ascii=False)

    def test_the_values_are_those_of_the_document(self, steps):
        """MGSZ 8 (2) step 1, MGSZ 8 (2) step 2, MGSZ 7: in its own units."""
        given = {step.rule: step.given for step in steps if step.player == "csaba"}
        assert given["MGSZ 8 (2) step 1"] == {"Ep": 1781, "stones": 2, "top": 200, "bottom": 10}
        assert given["MGSZ 8 (2) step 2"] == {
            "game": "2",
            "Ep": 1881,
            "opponent Ep": 1947,
            "Δp": -66,
            "chance": 0.34,
            "score": 0.0,
        }
        assert given["MGSZ 7"] == {"Ep": 1781, "C": 15, "ΣJp": -0.34, "change": -5}

    def test_what_decides_about_the_tournament(self, club):
        """MGSZ 6 (1) step 1, MGSZ 6 (1) step 2, MGSZ 6 (2), MGSZ 6 (3): the values given."""
        with working() as steps:
            club.evaluate(a_small_cup(club), FIGURES)
        given = {step.rule: step.given for step in steps if step.player is None}
        category = {"category": "B", "time": 15, "importance": 0}
        assert given["MGSZ 6 (1) step 1"] == category
        assert given["MGSZ 6 (1) step 2"] == {"guest": "guest", "entry_grade": "1k"}
        games = [club.game("a", "b", round=n) for n in range(1, 9)]
        with working() as steps:
            club.evaluate(club.tournament(*games, C=40, rounds=8), {"a": 1900, "b": 1900})
        given = {step.rule: step.given for step in steps if step.player is None}
        assert given == {
            "MGSZ 6 (2)": {
                "decision": "decision MGSZ 6 (2)",
                "by": "Rating Committee",
                "reason": "as agreed",
            },
            "MGSZ 6 (3)": {"C": 40, "rounds": 8, "limit": 300},
        }

    @every(
        ("elo", "before", "rule", "after"),
        [(1740, "6k", "MGSZ 5 (2)", "5k"), (1880, "2k", "MGSZ 5 (4)", "2k")],
    )
    def test_a_grade_is_won_under_its_own_paragraph(self, club, elo, before, rule, after):
        """MGSZ 5 (2), MGSZ 5 (4): up to 4 kyu by one tournament, from 3 kyu up by two."""
        with working() as steps:
            club.evaluate(
                club.tournament(club.game("a", "b")), {"a": club.card(elo, before), "b": elo}
            )
        attained = () if before == after else (("5k", 1),)
        told = [
            (step.given, step.result) for step in steps if (step.rule, step.player) == (rule, "a")
        ]
        assert told == [({"grade": before, "attained": attained}, after)]

    def test_who_did_not_play_may_attain_a_grade_in_another_reading(self, club):
        """MGSZ 5 (4), reading M9: an entrant of 1930 who is 2 kyu is at 1 kyu once."""
        cup = club.tournament(club.game("a", "b"), entrants=(Entrant(player="c"),))
        cards = {"a": 1900, "b": 1900, "c": club.card(1930, "2k")}
        assert "c" not in club.evaluate(cup, cards).cards
        card = club.evaluate(cup, cards, confirm_needs_played_game=False).cards["c"]
        assert (card.elo, card.grade, card.attained) == (1930, "2k", (("1k", 1),))

    def test_importance_is_told_as_added(self, club):
        flags = frozenset({"no-handicap", "invitational"})
        with working() as steps:
            club.evaluate(club.tournament(flags=flags, participants=81), {})
        told = {step.rule: (step.given, step.result) for step in steps}
        assert told["MGSZ table 3"] == (
            {"flags": ["invitational", "no-handicap"], "participants": 81},
            20,
        )
        assert told["MGSZ table 2"] == ({"basic": 60.0, "extended": 82.5}, "B")
        assert told["MGSZ 6 (1) step 1"][1] == 35

    def test_the_committees_decision_and_the_parts_are_told(self, club):
        games = [club.game("a", "b", round=n) for n in range(1, 9)]
        with working() as steps:
            club.evaluate(club.tournament(*games, C=40, rounds=8), {"a": 1900, "b": 1900})
        told = [(step.rule, step.result) for step in steps if step.player is None]
        assert told == [("MGSZ 6 (2)", 40), ("MGSZ 6 (3)", [4, 4])]

    def test_showing_the_working_changes_nothing(self, club):
        cup = a_small_cup(club)
        with working():
            shown = club.evaluate(cup, FIGURES)
        silent = club.evaluate(cup, FIGURES)
        assert shown.cards == silent.cards
        assert shown.report() == silent.report()
