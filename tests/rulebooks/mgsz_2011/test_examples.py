"""The worked examples of the document, annex 2 and table 2, and cases that follow from it."""

import tomllib
from pathlib import Path

import pytest

from projections.rulebooks.mgsz_2011.p04_grades import grade_after_series, grade_of
from projections.rulebooks.mgsz_2011.p06_tournament import (
    calculated,
    category,
    extended_minutes,
    split,
)
from projections.rulebooks.mgsz_2011.p07_new_elo import rounded
from projections.rulebooks.mgsz_2011.p08_game_points import (
    Pairing,
    chance,
    corrected,
    corrected_pair,
    game_point,
)
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.tournament import ThinkingTime
from tests.tables import every

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
PRINTED, OURS = EXAMPLES["printed"], EXAMPLES["ours"]
READINGS = Readings()
A_PLAYERS_GAMES = {name: PRINTED[name]["games"] for name in ("example_5", "example_7")}
EVERY_GAME = [game for games in A_PLAYERS_GAMES.values() for game in games]

TWO_HOURS = ThinkingTime(minutes=90, overtime="japanese", seconds=30)
FORTY_MINUTES = ThinkingTime(minutes=40, overtime="japanese", seconds=20)
KPMC = {"participants": 72, "flags": frozenset({"no-handicap", "invitational"})}


class TestGrades:
    """MGSZ example 1, MGSZ example 2: grades after four tournaments."""

    @every("example", PRINTED["grades"])
    def test_the_grades_of_a_player_who_climbs_and_falls_back(self, example):
        Elo, grade = example["starts"]
        attained = ()
        reached = []
        for Elo in example["after"]:
            grade, attained = grade_after_series(grade, attained, [Elo])
            reached.append(grade)
        assert reached == example["grades"]

    def test_a_player_who_jumps_over_several_grades_confirms_them_one_by_one(self):
        grade, attained = grade_after_series("5k", (), [1930])
        assert (grade, attained) == ("4k", (("3k", 1), ("2k", 1), ("1k", 1)))
        grade, attained = grade_after_series(grade, attained, [1870])
        assert (grade, attained) == ("2k", (("1k", 1),))
        assert grade_after_series(grade, attained, [1925]) == ("1k", ())


class TestMultiplier:
    """MGSZ example 3, MGSZ example 4, MGSZ table 2, MGSZ table 3."""

    def test_an_invited_field_of_eight_is_an_invitational_tournament(self, club):
        cup = club.tournament(
            thinking_time=FORTY_MINUTES, participants=8, flags=frozenset({"invitational"})
        )
        assert calculated(cup, READINGS) == 15

    def test_the_european_championship_has_45(self, club):
        flags = frozenset({"no-handicap", "continental-or-world-championship"})
        congress = club.tournament(thinking_time=TWO_HOURS, participants=300, flags=flags)
        assert calculated(congress, READINGS) == 45

    def test_the_prime_ministers_cup_has_25_with_byo_yomi(self, club):
        time = ThinkingTime(minutes=45, overtime="japanese", seconds=30)
        assert calculated(club.tournament(thinking_time=time, **KPMC), READINGS) == 25

    def test_the_prime_ministers_cup_as_sudden_death_has_25_only_under_the_other_reading(
        self, club
    ):
        """MGSZ example 4 b: 45 minutes extended are below the 55 of category C (M1)."""
        cup = club.tournament(thinking_time=ThinkingTime(minutes=45, overtime="none"), **KPMC)
        assert calculated(cup, READINGS) == 20
        assert calculated(cup, Readings(time_rule="or")) == 25

    def test_a_children_tournament_on_the_small_board_always_has_5(self, club):
        flags = frozenset({"no-handicap", "continental-or-world-championship"})
        children = club.tournament(board=13, thinking_time=None, participants=200, flags=flags)
        assert calculated(children, READINGS) == 5

    def test_importance_is_added_to_the_nothing_of_category_E(self, club):
        time = ThinkingTime(minutes=10, overtime="japanese", seconds=20)
        quick = club.tournament(
            thinking_time=time, participants=20, flags=frozenset({"no-handicap"})
        )
        assert calculated(quick, READINGS) == 10

    @every(("participants", "C"), [(80, 20), (81, 25)])
    def test_more_than_80_participants_are_81(self, club, participants, C):
        cup = club.tournament(thinking_time=TWO_HOURS, participants=participants)
        assert calculated(cup, READINGS) == C

    @every("example", PRINTED["times"])
    def test_the_extended_time_of_the_printed_examples(self, club, example):
        stated = {key: example[key] for key in example.keys() - {"extended", "category", "C"}}
        time = ThinkingTime(**stated)
        assert extended_minutes(time) == example["extended"]
        assert category(time, READINGS) == example["category"]
        assert calculated(club.tournament(thinking_time=time), READINGS) == example["C"]


class TestNewElo:
    """MGSZ example 5, MGSZ example 6, MGSZ example 7."""

    @every("name", A_PLAYERS_GAMES)
    def test_the_new_elo_of_XY_through_the_whole_tournament(self, club, name):
        example = PRINTED[name]
        games = [
            club.game("XY", opponent, result(score), stones=abs(stones), receiver=receiver(stones))
            for opponent, _, stones, score, _, _ in example["games"]
        ]
        elos = {opponent: Elo for opponent, Elo, *_ in example["games"]}
        evaluation = club.evaluate(club.tournament(*games, C=example["C"]), elos | {"XY": 1947})
        assert evaluation.cards["XY"].elo == 1947 + example["change"]
        row = next(row for row in evaluation.report().rows if row["player"] == "XY")
        assert row["elo_before"] == 1947
        assert row["multiplier"] == example["C"]
        assert row["game_points"] == pytest.approx(sum(game[-1] for game in example["games"]))
        assert [
            (game["opponent_elo"], game["corrected_difference"], game["game_points"])
            for game in row["games_used"]
        ] == [(Elo, difference, Jp) for _, Elo, _, _, difference, Jp in example["games"]]

    @every("printed", EVERY_GAME)
    def test_each_game_of_XY_and_the_same_game_as_the_opponent_sees_it(self, printed):
        opponent, Elo, stones, score, difference, Jp = printed
        own = game_point(Pairing("1", opponent, stones, score), 1947, Elo, READINGS)
        theirs = game_point(Pairing("1", "XY", -stones, 1 - score), Elo, 1947, READINGS)
        assert (own.difference, own.Jp) == (difference, round(1000 * Jp))
        assert (theirs.difference, theirs.Jp) == (-difference, -round(1000 * Jp))

    def test_the_corrected_pairs_of_example_7(self):
        """MGSZ example 7, column of the corrected Elo values."""
        pairs = [
            corrected_pair(1947, Elo, stones, READINGS) if stones else (1947, Elo)
            for _, Elo, stones, *_ in A_PLAYERS_GAMES["example_7"]
        ]
        assert pairs == [(2007, 2087), (2077, 2130), (1947, 1881), (1947, 1992), (2257, 2419)]

    def test_the_chances_of_example_6(self):
        assert (chance(82), chance(12)) == (310, 480)


class TestOfOurOwn:
    """Cases that follow from tables 1 and 4 and from 6 (3), 7 and 8 (2) step 1."""

    @every(("Elo", "stones", "expected"), OURS["corrected"])
    def test_the_correction_for_handicap_stones(self, Elo, stones, expected):
        """MGSZ 8 (2) step 1."""
        assert corrected(Elo, stones, 200, 10) == expected

    @every(("difference", "printed"), OURS["chances"])
    def test_the_ends_of_the_bands_of_table_4(self, difference, printed):
        """MGSZ table 4."""
        assert chance(difference) == round(1000 * printed)

    @every(("Elo", "grade"), OURS["bands"])
    def test_the_ends_of_the_bands_of_table_1(self, Elo, grade):
        """MGSZ table 1."""
        assert grade_of(Elo) == grade

    @every(("C", "sum_Jp", "change"), OURS["changes"])
    def test_the_change_is_rounded_with_halves_up(self, C, sum_Jp, change):
        """MGSZ 7."""
        assert rounded(C * sum_Jp, READINGS) == change

    @every(("C", "rounds", "parts"), OURS["splits"])
    def test_the_parts_of_a_tournament(self, C, rounds, parts):
        """MGSZ 6 (3)."""
        assert split(C, rounds, READINGS) == parts


def result(score: float) -> str:
    return "1-0" if score == 1 else "0-1"


def receiver(stones: int) -> str:
    return "white" if stones > 0 else "black"
