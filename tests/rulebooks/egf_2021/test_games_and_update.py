"""The games counted, their value, and rounding."""

from decimal import Decimal
from math import exp, log

import attrs
import pytest
from msgspec.structs import replace

from projections.rulebooks.egf_2021.update import (
    Pairing,
    bonus,
    change,
    con,
    exact_changes,
    expected,
    thousandths,
)
from tests.rulebooks.egf_2021.go_club import card, cup, left_out, rows, worked_out
from tests.tables import every

CARDS = {"a": card(1500), "b": card(1500)}


class TestGames:
    """EGF games."""

    @every(
        ("written", "why"),
        [
            ("a 1-0 b forfeit", "won by forfeit"),
            ("a 1-0 b referee", "decided by the referee"),
            ("a 0-0 b double-loss", "lost by both"),
            ("a 1-0 b annulled", "annulled"),
            ("a 1-0 b for=none", "the result counts for neither player"),
            ("a 0-0 b", "neither a winner nor jigo"),
            ("a ½-0 b", "neither a winner nor jigo"),
            ("a 1-0 -", "a bye"),
            ("a 1-0 a", "a game has two players"),
        ],
    )
    def test_what_is_not_counted(self, written, why):
        assert left_out(cup(written), CARDS) == {"g1": f"EGF games: {why}"}
        assert worked_out(cup(written), CARDS).cards == {}

    def test_a_game_won_by_both_has_no_result(self):
        tournament = cup("a 1-0 b")
        both = replace(tournament.games[0], black_points=1.0)
        found = left_out(attrs.evolve(tournament, games=(both,)), CARDS)
        assert found == {"g1": "EGF games: neither a winner nor jigo"}

    def test_a_result_may_count_for_one_side_only(self):
        assert worked_out(cup("a 1-0 b for=white"), CARDS).cards.keys() == {"a"}
        assert worked_out(cup("a 1-0 b for=black"), CARDS).cards.keys() == {"b"}

    def test_the_first_reason_that_applies_is_told(self):
        """EGF handicap, EGF entry: games, then handicap, then entry."""
        tournament = cup("a 1-0 new +5 forfeit", "a 1-0 new +5", "a 1-0 new +3")
        reasons = left_out(tournament, CARDS, max_handicap=4)
        assert [reason.partition(":")[0] for reason in reasons.values()] == [
            "EGF games",
            "EGF handicap",
            "EGF entry",
        ]


class TestHandicap:
    """EGF handicap."""

    def test_stones_shift_the_receiver_in_se_of_both_and_nothing_else(self):
        """One stone is worth 50, nine 850: 1000 and 1500 with five stones are 1450 and 1500."""
        even = rows(cup("a 1-0 b"), {"a": card(1500), "b": card(1450)})
        given = rows(cup("a 1-0 b +5"), {"a": card(1500), "b": card(1000)})
        for player in "ab":
            shifted = given[player]["games_used"][0]["expected"]
            assert shifted == pytest.approx(even[player]["games_used"][0]["expected"])
        assert given["b"]["con"] == con(1000)
        assert given["b"]["bonus"] == bonus(1000)

    def test_black_and_white_may_receive(self):
        black = rows(cup("a 1-0 b +3"), CARDS)
        white = rows(cup("b 0-1 a -3"), CARDS)
        assert black["b"]["games_used"][0] == white["b"]["games_used"][0]
        assert black["a"]["games_used"][0]["received"] == -3
        assert black["b"]["games_used"][0]["received"] == 3

    def test_one_stone_is_half_a_grade(self):
        one = rows(cup("a 1-0 b +1"), CARDS)["b"]["games_used"][0]["expected"]
        assert one == pytest.approx(expected(1550, 1500))

    def test_more_stones_than_nine_are_counted_as_recorded_unless_limited(self):
        tournament = cup("a 1-0 b +13")
        row = rows(tournament, CARDS)["b"]
        assert row["games_used"][0]["expected"] == pytest.approx(expected(2750, 1500))
        assert left_out(tournament, CARDS, max_handicap=9) == {
            "g1": "EGF handicap: 13 stones, more than 9"
        }
        assert left_out(tournament, CARDS, max_handicap=13) == {}
        assert left_out(cup("a 1-0 b +1"), CARDS, max_handicap=0).keys() == {"g1"}

    def test_beyond_the_scale_it_is_the_limit(self):
        """EGF Se: 2900 with nine stones is beyond 3300; where both are, one half."""
        assert expected(3750, 2940) == 1
        assert expected(2940, 3750) == 0
        assert expected(3300, 3299.999) == 1
        assert expected(3300, 3300) == expected(4000, 3300) == 0.5

    def test_a_loss_can_gain(self):
        """EGF bonus: 500 with eight stones loses to 2650.

        con = (2800/200)^1.6 = 68.2; bonus = ln(1 + e^22.5)/5 = 4.5; Se is near 0.0003.
        """
        cards = {"strong": card(2650), "weak": card(500)}
        row = rows(cup("strong 1-0 weak +8"), cards)["weak"]
        assert row["change"] == pytest.approx(4.478, abs=0.0005)


class TestUpdate:
    """EGF update, EGF con, EGF bonus, EGF Se."""

    def test_se_is_that_of_the_page_with_beta(self):
        beta = {r: -7 * log(3300 - r) for r in (2000, 2150)}
        page = 1 / (1 + exp(beta[2150] - beta[2000]))
        assert expected(2000, 2150) == pytest.approx(page)

    @every(
        ("r", "expected_con"),
        [(3100, 1), (2900, 2**1.6), (3300, 0), (3500, 0), (3299.9, 0.0005**1.6)],
    )
    def test_con_falls_to_nothing_at_the_end_of_the_scale(self, r, expected_con):
        assert con(r) == pytest.approx(expected_con)

    @every(("r", "worth"), [(2300, log(2) / 5), (1500, 2.000009), (-900, 8.0), (3300, 7.45e-7)])
    def test_the_bonus_is_a_tenth_of_what_is_missing_to_2300_in_forties(self, r, worth):
        """ln(1 + e^x)/5 is x/5 for large x: 800/80/5 = 2, 3200/80/5 = 8."""
        assert bonus(r) == pytest.approx(worth, rel=1e-3)

    def test_all_games_are_evaluated_from_the_ratings_before(self):
        """EGF simultaneous: two games count as much as each on its own, in any order."""
        alone = (
            rows(cup("a 1-0 b"), CARDS)["a"]["change"],
            rows(cup("a 0-1 b"), CARDS)["a"]["change"],
        )
        one = rows(cup("a 1-0 b", "a 0-1 b"), CARDS)["a"]
        other = rows(cup("a 0-1 b", "a 1-0 b"), CARDS)["a"]
        assert one["change"] == other["change"] == pytest.approx(sum(alone))
        assert {game["opponent_gor"] for game in one["games_used"]} == {1500}


class TestRounding:
    """EGF rounding: three decimals, halves away from zero, never by a binary float's accident."""

    @staticmethod
    def decided_by(exact: str):
        return lambda: Decimal(exact)

    @every(
        ("value", "expected_thousandths"),
        [
            (1.2344, 1234),
            (1.2346, 1235),
            (-1.2344, -1234),
            (-1.2346, -1235),
            (-0.0004, 0),
            (0.0, 0),
        ],
    )
    def test_away_from_halves_floats_decide(self, value, expected_thousandths):
        def never():
            raise AssertionError("nothing is in doubt")

        assert thousandths(value, never) == expected_thousandths

    @every(
        ("value", "exact", "expected_thousandths"),
        [
            (1.2345, "1.2345", 1235),
            (-1.2345, "-1.2345", -1235),
            (1.2345, "1.23449999999999999", 1234),
            (1.23449999, "1.2345000000001", 1235),
            (-1.2345, "-1.2344999999999", -1234),
            (1.2345000999, "1.2344999999", 1234),
            (0.0005, "0.0005", 1),
            (-0.0005, "-0.0005", -1),
        ],
    )
    def test_near_a_half_the_exact_number_decides(self, value, exact, expected_thousandths):
        assert thousandths(value, self.decided_by(exact)) == expected_thousandths

    @every("value", [1.23450011, 1.23449989])
    def test_in_doubt_means_within_a_ten_millionth_of_a_point(self, value):
        assert thousandths(value, self.decided_by("0")) == round(value * 1000)

    def test_decimals_give_what_floats_give_to_their_last_digits(self):
        """Also with a single stone, and at the end of the scale: 2450 with nine stones is 3300."""
        games = [
            Pairing("1", "x", 0, 1.0),
            Pairing("1", "x", 1, 1.0),
            Pairing("2", "x", 4, 0.5),
            Pairing("3", "x", -9, 0.0),
            Pairing("3", "x", -1, 0.0),
            Pairing("4", "x", 9, 1.0),
        ]
        for r in (-900, 1500.123, 2450, 2899.999, 3300, 4000.5):
            for other in (-900, 2100.001, 2450, 3299.5, 3300, 3500):
                exact = exact_changes(r, games, [other] * len(games), 0.75)
                floats = [
                    change(each, r, other, 0.75, (con(r), bonus(r))).change for each in games
                ]
                assert [float(number) for number in exact] == pytest.approx(floats, abs=1e-9)

    def test_decimals_have_at_least_thirty_digits(self):
        """ln 2 / 5 to 32 digits: the bonus at 2300, of a jigo between equals."""
        (exact,) = exact_changes(2300.0, [Pairing("1", "x", 0, 0.5)], [2300.0], 1.0)
        assert str(exact)[:34] == "0.13862943611198906188344642429163"

    def test_every_game_is_rounded_if_so_read(self):
        """r′ is r and the rounded changes; what is printed of a change stays unrounded."""
        games = ["a 1-0 b"] * 7
        row = rows(cup(*games), CARDS, rounding_point="game")["a"]
        change_of_one = row["games_used"][0]["change"]
        assert row["gor_after"] == pytest.approx(1500 + 7 * round(change_of_one, 3), abs=1e-9)
        once = rows(cup(*games), CARDS)["a"]
        assert once["gor_after"] == round(1500 + 7 * change_of_one, 3) != row["gor_after"]
        assert row["change"] == once["change"]


class TestFloor:
    """EGF floor."""

    def test_at_the_bottom_nobody_falls(self):
        cards = {"a": card(-899.9, "30k"), "b": card(-900, "30k")}
        row = rows(cup("a 0-1 b"), cards)["a"]
        assert row["change"] < -50
        assert row["gor_after"] == -900

    def test_the_floor_is_looked_at_after_all_games(self):
        """A loss that leads below it and a win: −700 and what both are worth together."""
        cards = {"a": card(-700, "28k"), "b": card(-700, "28k")}
        losses = rows(cup("a 0-1 b", "a 0-1 b", "a 0-1 b", "a 0-1 b"), cards)["a"]
        assert losses["gor_after"] == -900
        row = rows(cup("a 0-1 b", "a 0-1 b", "a 0-1 b", "a 0-1 b", "a 1-0 b", "a 1-0 b"), cards)[
            "a"
        ]
        assert row["gor_after"] == pytest.approx(-700 + row["change"], abs=0.0005)
        assert row["gor_after"] > -900
