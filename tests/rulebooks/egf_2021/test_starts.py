"""Starting ratings: newcomers, resets by declared grade, decided resets."""

import attrs

from projections.rulebooks.egf_2021.grades import GRADES, best_of, nominal, rank_of
from projections.rulebooks.egf_2021.rulebook import Egf2021
from projections.rulebooks.egf_2021.starts import starts as field_of
from projections.rulebooks.tournament import Entrant
from tests.rulebooks.egf_2021.go_club import card, cup, decision, left_out, rows, worked_out
from tests.tables import every

OTHER = {"other": card(1000, "11k")}


def starts(held, declared, decisions=(), **parameters):
    """GoR at the start, and the GoR that was reset (None: no reset)."""
    tournament = cup("one 1-0 other", entered={"one": declared}, decisions=decisions)
    row = rows(tournament, {"one": held, **OTHER}, **parameters)["one"]
    return row["gor_before"], row["reset_from"]


class TestScale:
    """EGF scale."""

    def test_there_are_53_grades_one_step_each(self):
        assert len(GRADES) == 53
        order = ["35k", "31k", "30k", "1k", "1d", "7d", "9d", "1p", "9p"]
        assert [rank_of(grade) for grade in order] == [0, 4, 5, 34, 35, 41, 43, 44, 52]

    @every(
        ("grade", "gor"),
        [("31k", -900), ("29k", -800), ("21k", 0), ("9d", 2900), ("3p", 2760), ("8p", 2910)],
    )
    def test_what_a_grade_stands_at(self, grade, gor):
        assert nominal(grade) == gor

    def test_the_better_of_two_grades_either_of_which_may_be_missing(self):
        assert best_of("1k", "1d") == best_of("1d", "1k") == best_of(None, "1d") == "1d"
        assert best_of("1p", "9d") == best_of("1p", None) == "1p"
        assert best_of(None, None) is None


class TestNewcomers:
    """EGF entry."""

    def test_a_professional_too_starts_at_his_grade(self):
        assert starts(None, "2p") == (2730, None)

    def test_the_card_of_a_newcomer_has_his_grade_as_the_highest(self):
        tournament = cup("one 1-0 other", entered={"one": "12k"})
        one = worked_out(tournament, OTHER).cards["one"]
        assert (one.grade, one.highest) == ("12k", "12k")

    def test_only_those_who_declared_a_grade_stand_among_the_declared(self):
        quiet = Entrant(player="other", entry_grade=None)
        field = cup("one 1-0 other", entered={"one": "3k"})
        field = attrs.evolve(field, entrants=(*field.entrants, quiet))
        assert field_of(field, {}, Egf2021().readings).declared == {"one": "3k"}

    def test_who_declares_no_grade_has_no_start_and_his_games_count_for_neither_side(self):
        tournament = cup("new 1-0 other", "other 1-0 newer", "other 1-0 third")
        cards = {**OTHER, "third": card(1000)}
        assert left_out(tournament, cards) == {
            "g1": "EGF entry: new is not in the list and has declared no grade",
            "g2": "EGF entry: newer is not in the list and has declared no grade",
        }
        assert set(worked_out(tournament, cards).cards) == {"other", "third"}

    def test_a_newcomer_without_a_counted_game_gets_no_card(self):
        """EGF games: present by a forfeit only."""
        tournament = cup("one 1-0 other forfeit", entered={"one": "5k"})
        assert worked_out(tournament, OTHER).cards == {}


class TestResets:
    """EGF reset: by a declared grade two better than the best so far."""

    @every(
        ("held", "declared", "expected"),
        [
            (card(1500, "6k"), "4k", (1700, 1500)),
            (card(1500, "6k"), "5k", (1500, None)),
            (card(1500, "6k", "4k"), "3k", (1500, None)),
            (card(1500, "6k", "4k"), "2k", (1900, 1500)),
            (card(1699.999, "6k"), "4k", (1700, 1699.999)),
            (card(1700, "6k"), "4k", (1700, None)),
            (card(1750, "6k"), "4k", (1750, None)),
            (card(1500, "6k"), "9k", (1500, None)),
            (card(1900, "1k"), "2d", (2200, 1900)),
            (card(2300, "7d"), "9d", (2900, 2300)),
            (card(2300, "7d"), "1p", (2300, None)),
            (card(2300, "1k", "1p"), "9d", (2300, None)),
            (card(2300, "1p", "1p"), "9p", (2300, None)),
            (card(-900, "35k"), "33k", (-900, None)),
            (card(-900, "33k"), "29k", (-800, -900)),
        ],
    )
    def test_where_he_starts(self, held, declared, expected):
        assert starts(held, declared) == expected

    @every(
        ("parameters", "declared", "expected"),
        [
            ({"reset_rule": "previous"}, "4k", (1700, 1500)),
            ({"reset_rule": "previous"}, "5k", (1500, None)),
            ({"reset_rule": "never"}, "1d", (1500, None)),
            ({"reset_jump": 1}, "3k", (1800, 1500)),
            ({"reset_jump": 3}, "2k", (1500, None)),
            ({"reset_jump": 3}, "1k", (2000, 1500)),
            ({"reset_max_grade": "1d"}, "1d", (2100, 1500)),
            ({"reset_max_grade": "1d"}, "2d", (1500, None)),
            ({"reset_max_grade": "2p"}, "1p", (1500, None)),
        ],
    )
    def test_under_other_readings(self, parameters, declared, expected):
        assert starts(card(1500, "6k", "4k"), declared, **parameters) == expected

    def test_against_the_last_grade_a_former_professional_may_be_reset(self):
        held = card(1500, "6k", "1p")
        assert starts(held, "4k", reset_rule="previous") == (1700, 1500)
        assert starts(card(1500, "1p"), "9p", reset_rule="previous") == (1500, None)

    def test_a_figure_that_came_without_a_grade_is_not_reset_by_the_first_one(self):
        """EGF after: it is declared from then on."""
        held = card(1500, None)
        assert starts(held, "9d") == starts(held, "9d", reset_rule="previous") == (1500, None)
        tournament = cup("one 1-0 other", entered={"one": "9d"})
        after = worked_out(tournament, {"one": held, **OTHER}).cards["one"]
        assert (after.grade, after.highest) == ("9d", "9d")

    def test_it_holds_for_opponents_even_where_he_has_no_counted_game(self):
        """EGF games, EGF after: a result that counts for the other side only."""
        tournament = cup("one 1-0 other for=black", entered={"one": "1d"})
        held = {"one": card(1500, "6k"), **OTHER}
        found = rows(tournament, held)
        assert found.keys() == {"other"}
        assert found["other"]["games_used"][0]["opponent_gor"] == 2100
        assert worked_out(tournament, held).cards.keys() == {"other"}

    def test_two_who_declare_a_reset_in_one_game_both_start_anew(self):
        tournament = cup("a 1-0 b", entered={"a": "1d", "b": "2d"})
        found = rows(tournament, {"a": card(1500, "6k"), "b": card(1600, "5k")})
        assert found["a"]["games_used"][0]["opponent_gor"] == 2200
        assert found["b"]["games_used"][0]["opponent_gor"] == 2100


class TestDecidedResets:
    """EGF reset: a decision stands in place of the automatic one."""

    @every(
        ("value", "declared", "expected"),
        [
            ({"gor": 2100}, "6k", (2100, 1500)),
            ({"gor": 1234.567}, "6k", (1234.567, 1500)),
            ({"gor": 1600}, "1d", (1600, 1500)),
            ({"gor": None}, "1d", (1500, None)),
            ({"gor": 1500}, "1d", (1500, None)),
        ],
    )
    def test_higher_lower_or_none(self, value, declared, expected):
        decided = decision("reset", value, player="one")
        assert starts(card(1500, "6k"), declared, [decided]) == expected

    def test_it_is_for_players_in_the_list_only(self):
        decided = decision("reset", {"gor": 2500}, player="one")
        assert starts(None, "1d", [decided]) == (2100, None)

    def test_one_about_somebody_else_or_another_tournament_says_nothing(self):
        other = decision("reset", {"gor": 2500}, player="another")
        elsewhere = decision("reset", {"gor": 2500}, player="one", tournament="another")
        assert starts(card(1500, "6k"), "6k", [other, elsewhere]) == (1500, None)


class TestAfterTheTournament:
    """EGF after."""

    @every(
        ("declared", "expected"),
        [("4k", ("4k", "4k")), ("9k", ("9k", "5k")), ("5k", ("5k", "5k")), (None, ("6k", "5k"))],
    )
    def test_the_grade_is_the_one_declared_and_the_highest_never_falls(self, declared, expected):
        entered = {} if declared is None else {"one": declared}
        tournament = cup("one 1-0 other", entered=entered)
        one = worked_out(tournament, {"one": card(1500, "6k", "5k"), **OTHER}).cards["one"]
        assert (one.grade, one.highest) == expected
        assert (one.on, one.source) == (tournament.ended_on, "cup")
