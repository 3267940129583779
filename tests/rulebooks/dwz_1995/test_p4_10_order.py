"""DWZ 4.10: the right order in time, summaries, and first evaluations in unknown order."""

from datetime import date

import pytest

from projections.rulebooks.document import working
from projections.rulebooks.dwz.card import DwzCard
from projections.rulebooks.dwz.p4_05_expectation import sum_of_expectations
from projections.rulebooks.dwz.p4_10_order import expectation_against, opponents_level
from projections.rulebooks.dwz.rulebook import Dwz1995
from projections.rulebooks.occasion import SummaryKnown
from projections.rulebooks.tournament import Player
from tests.rulebooks.dwz_1995.club import (
    adopted,
    against,
    card,
    evaluate,
    left_out,
    printed,
    report,
    residual,
    rows,
    shown,
    tournament,
    waiting,
)
from tests.tables import every

MARCH = [1750, 1810, 1690, 1880, 1720]
JANUARY = [1600, 1650, 1700, 1580, 1720, 1810, 1690]


class TestPlaceInTime:
    """DWZ 4.10: a late tournament is put in where it ended."""

    def play(self, before, results, opponents, day):
        games, cards = against("anna", results, opponents)
        event = tournament(*games, ended_on=day)
        return evaluate(event, {**cards, "anna": before}).cards["anna"]

    def january(self, before):
        return self.play(before, "1 1 0 0 0 0 0", JANUARY, date(1996, 1, 31))

    def march(self, before):
        return self.play(before, "1 1 1 1 0", MARCH, date(1996, 3, 31))

    def test_what_it_changes(self):
        start = card("1700-4")
        assert shown(self.march(start)) == "1763-5"
        assert shown(self.january(self.march(start))) == "1706-6"
        assert shown(self.january(start)) == "1649-5"
        assert shown(self.march(self.january(start))) == "1717-6"

    def test_its_place_is_the_day_of_its_last_game(self):
        event = tournament("anna 1 bert", starts_on=date(1996, 1, 2), ended_on=date(1996, 3, 31))
        (occasion,) = Dwz1995().occasions(event)
        assert (occasion.day, occasion.tournament) == (date(1996, 3, 31), event)


def summary(**facts):
    recorded = {
        "day": date(1997, 5, 4),
        "event": "paper",
        "tournament": "old open",
        "player": Player(id="anna", birth_year=1950),
        "rating_before": 2195,
        "index_before": 12,
        "points": 3.0,
        "expected": 2.987,
        "games": 5,
        "coefficient": 30,
        "rating_after": 2195,
        "index_after": 13,
    }
    return SummaryKnown(**{**recorded, **facts})


def resumed(before, **facts):
    known = summary(**facts)
    evaluation = Dwz1995().evaluate(known, {"anna": before})
    (row,) = evaluation.report().rows
    return evaluation.cards["anna"], row


class TestSummaryThatStands:
    """DWZ 4.10.1.2: with the recorded Ro the recorded evaluation holds."""

    def test_the_recorded_values_hold_if_the_player_comes_with_the_recorded_rating(self):
        after, row = resumed(card("2195-12"))
        assert shown(after) == "2195-13"
        assert (after.figure.on, after.figure.source) == (date(1997, 5, 4), "old open")
        assert not after.figure.approximate
        assert "approximate" not in row
        assert (row["coefficient"], row["expected"], row["opponents_mean"]) == (30, 2.987, None)

    @every("before", [None, card("2100-9", on=date(1990, 1, 1))])
    def test_they_hold_for_a_player_without_a_valid_figure(self, before):
        after, row = resumed(before)
        assert shown(after) == "2195-13"
        assert (row["rating_before"], row["index_before"]) == (2195, 12)

    def test_residual_games_are_spent_by_it(self):
        after, _ = resumed(waiting(residual(1500, 0.5)))
        assert after.residual_games == ()


class TestSummaryCorrected:
    """DWZ 4.10.1.1: P = We/n, Rc = Ro - D(P), We = n · P(Ro - Rc)."""

    def test_a_corrected_rating_before_corrects_the_rating_after(self):
        after, row = resumed(card("2165-12"))
        assert shown(after) == "2170-13"
        assert row["opponents_mean"] == pytest.approx(2125.2, abs=0.05)
        assert row["expected"] == pytest.approx(2.779, abs=0.0005)
        assert (row["rating_before"], row["rating_after"]) == (2165, 2170)
        assert row["approximate"] is True
        assert after.figure.approximate

    def test_the_coefficient_follows_from_the_corrected_rating_and_the_own_index(self):
        """From 1165-2: 800 times the difference over 10 + 5, not over the recorded 30 + 5."""
        _, row = resumed(card("1165-2"))
        assert (row["coefficient"], row["index_after"]) == (10, 3)

    def test_a_chain_is_corrected_one_by_one(self):
        """DWZ 4.10.1.2: from 2170, Rc 2125.24, We 2.8143: 2174.24."""
        first, _ = resumed(card("2165-12"))
        later = {"tournament": "next open", "day": date(1997, 9, 1)}
        second, row = resumed(first, **later, index_before=13, index_after=14)
        assert shown(second) == "2174-14"
        assert row["expected"] == pytest.approx(2.8143, abs=0.0001)

    def test_an_adopted_figure_is_a_rating_to_come_with(self):
        after, _ = resumed(adopted(2165, on=date(1996, 1, 1)))
        assert shown(after).endswith("-1")
        assert after.figure.approximate

    @every(("shift", "off"), [(20, 2), (50, 5), (100, 10)])
    def test_it_comes_close_to_what_the_single_games_would_give(self, shift, off):
        for example in printed("official_follow_ups.csv"):
            Ro, E = int(example["Ro"]), int(example["E"])
            met = [int(rating) for rating in example["opponents"].split()]
            n = len(met)
            for right in (Ro - shift, Ro + shift):
                Rc = opponents_level(Ro, sum_of_expectations(Ro, met, "normal"), n, "normal")
                by_mean = expectation_against(Rc, right, n, "normal")
                by_games = sum_of_expectations(right, met, "normal")
                assert round(abs(800 * (by_mean - by_games) / (E + n))) <= off

    def test_the_working_shows_the_way_over_the_opponents_level(self):
        with working() as written:
            Dwz1995().evaluate(summary(), {"anna": card("2165-12")})
        rules = [step.rule for step in written if step.player == "anna"]
        assert rules.count("DWZ 4.10.1.1") == 2
        assert rules[-1] == "DWZ 4.9.3"


class TestTwoFirstEvaluations:
    """DWZ 4.10.1.3: the earlier first DWZ holds, the later tournament is a follow-up."""

    def first(self, results, rating, day, before=None, **facts):
        games, cards = against("new", results, [rating] * len(results.split()))
        event = tournament(*games, ended_on=day, **facts)
        return evaluate(event, {**cards, "new": before}).cards["new"]

    def test_in_known_order_the_second_is_an_ordinary_evaluation(self):
        first = self.first("1 1 1 1 1", 1000, date(1996, 1, 1))
        second = self.first("0 0 0 0 0", 2000, date(1996, 2, 1), first)
        assert shown(first) == "1677-1"
        assert second.figure.index == 2

    def test_in_unknown_order_the_mean_weighted_by_the_games_holds(self):
        """1677 of 5 games and 1323 of 10: (8385 + 13230) / 15 = 1441."""
        undated = {"flags": frozenset({"undated"})}
        one = ("1 1 1 1 1", 1000, date(1996, 1, 1))
        two = ("0 0 0 0 0 0 0 0 0 0", 2000, date(1996, 2, 1))
        first = self.first(*one, **undated)
        assert shown(first) == "1677-1"
        assert shown(self.first(*two, first, **undated)) == "1441-1"
        other_way = self.first(
            *one[:2], two[2], self.first(*two[:2], one[2], **undated), **undated
        )
        assert shown(other_way) == "1441-1"

    def test_each_starts_from_the_residual_games_of_before(self):
        """1000 + 677 of four games and one kept; again with the kept one, 2000 - 677."""
        undated = {"flags": frozenset({"undated"})}
        kept = waiting(residual(1000, 1.0))
        first = self.first("1 1 1 1", 1000, date(1996, 1, 1), kept, **undated)
        assert first.figure.undated.evaluations == ((1677, 5),)
        games, cards = against("new", "½ ½ ½ ½", [1000] * 4)
        event = tournament(*games, ended_on=date(1996, 2, 1), **undated)
        row = rows(event, {**cards, "new": first})["new"]
        assert (row["status"], row["games"], row["points"]) == ("first", 5, 3.0)
        second = evaluate(event, {**cards, "new": first}).cards["new"]
        assert second.figure.undated.residual_games == kept.residual_games
        assert row["rating_after"] == second.figure.rating
        assert row["performance"] < row["rating_after"] < 1677

    def test_one_that_gives_no_first_dwz_leaves_everything_as_it_is(self):
        undated = {"flags": frozenset({"undated"})}
        first = self.first("1 1 1 1 1", 1000, date(1996, 1, 1), **undated)
        event = tournament("new ½ anna", ended_on=date(1996, 2, 1), **undated)
        cards = {"anna": "1500-9", "new": first}
        assert evaluate(event, cards).cards == {}
        row = rows(event, cards)["new"]
        assert (row["status"], row["rating_before"], row["rating_after"]) == ("none", 1677, 1677)
        assert left_out(event, cards) == {"g01": "DWZ 4.10.1.3"}
        (game,) = report(event, cards).games_not_rated
        assert game.reason == "DWZ 4.10.1.3: no further first DWZ for new"

    def test_after_an_ordinary_tournament_an_undated_one_is_ordinary_too(self):
        undated = {"flags": frozenset({"undated"})}
        first = self.first("1 1 1 1 1", 1000, date(1996, 1, 1), **undated)
        second = self.first("½ ½ ½ ½ ½", 1600, date(1996, 2, 1), first)
        third = self.first("½ ½ ½ ½ ½", 1600, date(1996, 3, 1), second, **undated)
        assert [each.figure.index for each in (first, second, third)] == [1, 2, 3]

    def test_once_it_has_lapsed_it_plays_no_part_any_more(self):
        undated = {"flags": frozenset({"undated"})}
        first = self.first("1 1 1 1 1", 1000, date(1990, 1, 1), **undated)
        guest = adopted(1600, figure=first.figure)
        event = tournament("new ½ anna", **undated)
        assert rows(event, {"anna": "1600-9", "new": guest})["new"]["index_after"] == 1
        again = self.first("0 0 0 0 0", 1000, date(1996, 1, 31), first, **undated)
        assert again.figure.undated.evaluations == ((323, 5),)

    def test_for_a_player_with_an_ordinary_dwz_it_is_an_ordinary_tournament(self):
        event = tournament("anna ½ bert", flags=frozenset({"undated"}))
        after = evaluate(event, {"anna": "1500-9", "bert": DwzCard(figure=card("1500-9").figure)})
        assert shown(after.cards["anna"]) == "1500-10"
