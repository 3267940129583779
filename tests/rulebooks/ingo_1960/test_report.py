"""The report of a tournament, in the shape of the contract."""

import attrs
import orjson

from projections.rulebooks.tournament import Decision
from tests.rulebooks.ingo_1960.club import event, game, gathered

CLUB = {
    "Zoe": "?",
    "Anna": "150 /5",
    "Berta": "140 /5",
    "Idle": "130 /5",
    "Max": "190 /1 or worse",
}
RESULTS = "Zoe 1 Anna, Zoe ½ Berta, Zoe 0 Anna, Anna ½ Berta, Max 0 Anna"


class TestRows:
    """INGO B II: the columns of the source's table, one line per participant."""

    ROWS = event(CLUB, RESULTS).report().rows

    def test_every_participant_has_a_row_by_id(self):
        assert [row["player"] for row in self.ROWS] == ["Anna", "Berta", "Idle", "Max", "Zoe"]

    def test_a_row_has_the_columns_of_the_contract_in_plain_json(self):
        """INGO C I: 1½ of 3 against 150, 140 and 150 is a level and a number of 146.7."""
        zoe = orjson.loads(orjson.dumps(self.ROWS[-1]))

        assert zoe == {
            "player": "Zoe",
            "number_before": None,
            "count_before": 0,
            "games": 3,
            "points": 1.5,
            "percent_difference": 0,
            "level": 146.7,
            "performance": 147,
            "number_after": 147,
            "count_after": 1,
            "mark": None,
            "rule": "C I",
            "games_used": [
                {"game": "g001", "opponent": "Anna", "opponent_number": 150, "points": 1},
                {"game": "g002", "opponent": "Berta", "opponent_number": 140, "points": 0.5},
                {"game": "g003", "opponent": "Anna", "opponent_number": 150, "points": 0},
            ],
            "games_struck": [],
        }

    def test_a_player_who_is_not_evaluated_keeps_what_he_has(self):
        """INGO C IV, C II: too few games, struck games, no games."""
        rows = {row["player"]: row for row in self.ROWS}

        kept = [
            (row["number_after"], row["count_after"], row["mark"], row["rule"])
            for row in (rows["Berta"], rows["Max"], rows["Idle"])
        ]
        assert kept == [(140, 5, None, None), (190, 1, "or worse", None), (130, 5, None, None)]
        assert rows["Idle"]["performance"] is None

    def test_whole_numbers_are_written_without_a_decimal_point(self):
        written = orjson.dumps(self.ROWS).decode()

        assert ".0" not in written


class TestGames:
    """INGO Vorwort 4: the games played, used and struck, and those not rated at all."""

    PLAYED = (
        game("1", "Anna", "1", "Berta", rated_for="white"),
        game("2", "Anna", "1", "Berta", rated_for="black"),
        game("3", "Anna", "1", "Berta", rated_for="none"),
        game("4", "Anna", "½", "Berta"),
        game("5", "Anna", "1", "Berta", played=False, reason="forfeit"),
        game("6", "Anna", "1", None, played=False, reason="bye"),
        game("7", "Anna", "0", "Berta", played=False),
        game("8", "Anna", "1", "Ulla"),
        game("9", "Anna", "1", "Berta", played=False, reason="forfeit", rated_for="white"),
    )
    REPORT = gathered({"Anna": "150 /5", "Berta": "140 /5", "Ulla": "?"}, PLAYED).report()

    def test_a_result_counts_for_the_sides_it_is_rated_for(self):
        """INGO Vorwort 4, R21."""
        anna, berta, _ = self.REPORT.rows

        assert [used["game"] for used in anna["games_used"]] == ["1", "4"]
        assert [used["game"] for used in berta["games_used"]] == ["2", "4"]
        assert (anna["points"], berta["points"]) == (1.5, 0.5)

    def test_used_and_struck_are_all_games_played(self):
        anna, berta, _ = self.REPORT.rows

        assert anna["games_struck"][0] == {
            "game": "2",
            "opponent": "Berta",
            "points": 1,
            "reason": "INGO Vorwort 4: the result counts for black only",
        }
        struck = {each["game"]: each["reason"] for each in anna["games_struck"]}
        assert struck == {
            "2": "INGO Vorwort 4: the result counts for black only",
            "3": "INGO Vorwort 4: the result counts for neither side",
            "8": "INGO C II: Ulla, without a number, won or lost all his games",
        }
        assert [each["game"] for each in berta["games_struck"]] == ["1", "3"]

    def test_who_he_was_before_stands_beside_what_he_is_now(self):
        """INGO B II: number and count before; a newcomer has counted no evaluation."""
        before = [(row["number_before"], row["count_before"]) for row in self.REPORT.rows]

        assert before == [(150, 5), (140, 5), (None, 0)]

    def test_games_that_counted_for_nobody_say_why(self):
        assert {left.game: left.reason for left in self.REPORT.games_not_rated} == {
            "3": "INGO Vorwort 4: the result counts for neither side",
            "5": "INGO Vorwort 4: not played (forfeit)",
            "6": "INGO Vorwort 4: not played (bye)",
            "7": "INGO Vorwort 4: not played (forfeit)",
            "9": "INGO Vorwort 4: not played (forfeit)",
        }


class TestExcluded:
    """INGO 0: the decision that an event is not evaluated."""

    @staticmethod
    def decision(evaluate, tournament="autumn"):
        return Decision(
            event="d",
            rule="INGO 0",
            about={"tournament": tournament},
            value={"evaluate": evaluate},
            by="Ingo-Zentrale",
            reason="results in doubt",
        )

    def test_an_excluded_event_has_no_rows_and_changes_nobody(self):
        played = event(CLUB, RESULTS, decisions=(self.decision(evaluate=False),))

        assert played.after() == {}
        assert played.report().rows == ()
        assert played.report().excluded == (
            "INGO 0: not evaluated, by decision of Ingo-Zentrale: results in doubt"
        )

    def test_of_two_refusals_the_reason_is_that_of_the_last(self):
        first = attrs.evolve(self.decision(evaluate=False), reason="list of players missing")
        played = event(CLUB, RESULTS, decisions=(first, self.decision(evaluate=False)))

        assert played.report().excluded.endswith("results in doubt")

    def test_the_last_decision_about_this_event_holds(self):
        refused, granted = self.decision(evaluate=False), self.decision(evaluate=True)
        elsewhere = self.decision(evaluate=False, tournament="spring")

        for decisions, evaluated in [
            ((refused, granted), True), ((granted, refused), False), ((elsewhere,), True),
        ]:  # fmt: skip
            assert bool(event(CLUB, RESULTS, decisions=decisions).after()) is evaluated
