"""DWZ 2014 3.4: players without a DWZ."""

from datetime import date

import attrs
import pytest

from projections.rulebooks.tournament import Membership
from tests.rulebooks.dwz_1995.club import residual, tournament, waiting
from tests.rulebooks.dwz_2014.club import evaluate, left_out, rows, steps
from tests.tables import every

FIVE = dict.fromkeys("abcde", "1500-10")
LOW = dict.fromkeys("abcde", "700-10")
TWO_OF_FIVE = [f"new {result} {name}" for result, name in zip("1½0½0", "abcde", strict=True)]
SURPRISE = [f"lou ½ {name}" for name in "abcde"]
SURPRISED = {**dict.fromkeys("abcde", "1800-10"), "lou": "1400-10"}
AGAINST_FIVE = [f"new {result} {name}" for result, name in zip("1½0½1", "abcde", strict=True)]


class TestTwoStages:
    """DWZ 2014 3.4.1: five games, one of them here, and a result that is not extreme."""

    @every(("result", "kept"), [("1", 1.0), ("0", 0.0)])
    def test_every_point_or_none_makes_no_first_dwz_but_five_residual_games(self, result, kept):
        """DWZ 2014 3.4.1, DWZ 2014 3.4.2."""
        event = tournament(*(f"new {result} {name}" for name in "abcde"))
        after = evaluate(event, FIVE)
        assert set(after.cards) == {"new"}
        assert [game.points for game in after.cards["new"].residual_games] == [kept] * 5

    def test_a_residual_game_lost_before_lets_five_wins_count(self):
        """Five of six against 1500: the score is that of residual games and games together."""
        event = tournament(*(f"new 1 {name}" for name in "abcde"))
        row = rows(event, {**FIVE, "new": waiting(residual(1500, 0.0))})["new"]
        assert (row["status"], row["stage"], row["games"], row["points"]) == ("first", 1, 6, 5.0)

    def test_four_games_and_a_residual_one_suffice_but_residual_games_alone_do_not(self):
        full = waiting(*(residual(1400 + n, 0.5) for n in range(5)))
        event = tournament("a 1 b", *AGAINST_FIVE[:4], "full ½ other")
        after = evaluate(event, {**FIVE, "new": waiting(residual(1500, 0.5)), "full": full})
        assert after.cards["new"].figure.index == 1
        assert "full" not in after.cards

    def test_whoever_needs_the_second_stage_himself_brings_nobody_in(self):
        """There is no third stage: third's five games are two with a, two with b, one with two."""
        two = ["two ½ a", "two 1 b", "two 0 c", "two ½ d", "two 0 new"]
        third = ["third ½ a", "third ½ a", "third 1 b", "third 0 b", "third ½ two"]
        found = rows(tournament(*AGAINST_FIVE, *two, *third), FIVE)
        assert [found[name]["stage"] for name in ("new", "two", "third")] == [1, 2, None]
        assert (found["third"]["status"], found["third"]["games"]) == ("residual", 4)

    def test_a_game_against_stage_2_gives_the_others_no_residual_game(self):
        """DWZ 2014 3.4.2."""
        two = ["two ½ a", "two 1 b", "two 0 c", "two ½ d", "two 0 new"]
        event = tournament(*AGAINST_FIVE, *two, "rest ½ two", "rest ½ new")
        assert [game.opponent for game in evaluate(event, FIVE).cards["rest"].residual_games] == [
            "new"
        ]
        assert left_out(event, FIVE) == {"g11": "DWZ 2014 3.4.2"}

    def test_two_of_stage_2_serve_each_other(self):
        """Both have four games with the rated and one with new; the sixth is their own."""
        twos = [f"{two} ½ {name}" for two in ("two", "zwei") for name in "abcd"]
        event = tournament(*AGAINST_FIVE, *twos, "two ½ new", "zwei ½ new", "two 1 zwei")
        found = rows(event, FIVE)
        assert found["two"]["games"] == found["zwei"]["games"] == 6
        assert left_out(event, FIVE) == {}

    def test_the_working_shows_the_test_of_each_stage(self):
        event = tournament(*(f"new 1 {name}" for name in "abcde"), "new ½ one", *ONE)
        shown = [s for s in steps(event, FIVE) if s.rule == "DWZ 2014 3.4.1" and s.player == "new"]
        assert [(s.given["games"], s.given["W"], s.result) for s in shown] == [
            (5, 5.0, False),
            (6, 5.5, True),
        ]


ONE = [game.replace("new", "one") for game in AGAINST_FIVE]


class TestResidualGames:
    """DWZ 2014 3.4.2: the opponent stands in them with what he counted with."""

    @every(("value", "rating"), [("counted", 1800), ("old", 1400)])
    def test_of_an_exceptional_opponent_by_the_reading(self, value, rating):
        """Five draws with 1800 are a performance of 1800, more than 300 above Lou's 1400."""
        event = tournament(*SURPRISE, "new 0 lou")
        after = evaluate(event, SURPRISED, residual_value=value)
        (kept,) = after.cards["new"].residual_games
        assert kept.opponent_rating == rating

    @every("value", ["counted", "old"])
    def test_a_newcomer_of_stage_1_stands_in_them_with_his_corrected_dwz(self, value):
        """DWZ 2014 3.4.4: two of five with 700 are 628, and Rn = 700 + 78.5, half up."""
        after = evaluate(tournament(*TWO_OF_FIVE, "rest ½ new"), LOW, residual_value=value)
        (kept,) = after.cards["rest"].residual_games
        assert kept.opponent_rating == after.cards["new"].figure.rating
        assert kept.opponent_rating == 779


class TestOverallIteration:
    """DWZ 2014 3.4.4: the row shows the iteration, and everybody else sees the corrected value."""

    def test_the_row_of_a_first_dwz_shows_ri_and_what_became_of_it(self):
        """Φ(x) = 0.4 at x = -0.2533: 71.7 below 700, Ri = 628; 700 + 628/8 = 778.5."""
        row = rows(tournament(*TWO_OF_FIVE), LOW)["new"]
        assert (row["performance"], row["rating_after"], row["index_after"]) == (628, 779, 1)
        assert row["expected"] == pytest.approx(2.0, abs=0.01)  # against Ri, not Rn

    def test_rated_opponents_are_evaluated_against_the_corrected_value(self):
        row = rows(tournament(*TWO_OF_FIVE), LOW)["a"]
        assert [line["opponent_rating"] for line in row["games_used"]] == [779]

    def test_newcomers_meet_each_other_at_ri(self):
        """DWZ 2014 3.4.1: both end at 628, as their draw with each other changes little."""
        both = [*TWO_OF_FIVE, *(game.replace("new", "neu") for game in TWO_OF_FIVE), "new ½ neu"]
        found = rows(tournament(*both), LOW)
        seen = {line["opponent"]: line["opponent_rating"] for line in found["new"]["games_used"]}
        assert seen["neu"] == found["neu"]["performance"] < 700
        assert found["neu"]["rating_after"] > 770


class TestNonMembers:
    """DWZ 2014 3.4.3: computed like anyone else, and nothing is kept of it."""

    EVENT = tournament(*AGAINST_FIVE, "guest ½ new", "a 1 b")

    def with_clubs(self, **clubs):
        players = {
            name: attrs.evolve(person, memberships=clubs.get(name, IN_A_CLUB))
            for name, person in self.EVENT.players.items()
        }
        return attrs.evolve(self.EVENT, players=players)

    def test_by_default_everybodys_evaluation_is_kept(self):
        found = rows(self.with_clubs(new=(), guest=()), FIVE)
        assert all(row["kept"] for row in found.values())

    def test_of_a_newcomer_without_a_club_nothing_is_stored_but_his_value_counts(self):
        event = self.with_clubs(new=NEVER, guest=NEVER)
        after = evaluate(event, FIVE, members_only=True)
        assert set(after.cards) == set("abcde")
        found = {row["player"]: row for row in after.report().rows}
        assert {name: row["status"] for name, row in found.items() if not row["kept"]} == {
            "new": "first",
            "guest": "residual",
        }
        free = rows(event, FIVE)
        assert found["a"]["expected"] == free["a"]["expected"]
        assert found["new"]["rating_after"] == free["new"]["rating_after"]

    def test_his_card_with_earlier_residual_games_stays_as_it_was(self):
        before = waiting(residual(1500, 0.5))
        event = self.with_clubs(guest=NEVER)
        after = evaluate(event, {**FIVE, "guest": before}, members_only=True)
        assert "guest" not in after.cards

    @every(
        ("clubs", "kept"),
        [
            ([("1980-01-01", "Caissa"), ("1985-01-01", None)], True),  # past membership
            ([("1996-01-31", "Caissa")], True),  # from the last day of the tournament
            ([("1996-02-01", "Caissa")], False),
            ([("1980-01-01", None)], False),
        ],
    )
    def test_a_club_known_up_to_the_end_of_the_tournament_suffices(self, clubs, kept):
        held = tuple(Membership(from_day=date.fromisoformat(day), club=c) for day, c in clubs)
        event = self.with_clubs(new=held)
        assert rows(event, FIVE, members_only=True)["new"]["kept"] is kept


IN_A_CLUB = (Membership(from_day=date.min, club="Caissa"),)
NEVER = (Membership(from_day=date.min, club=None),)
