"""The worked examples of the compendium, and cases that follow from its wording."""

import tomllib
from datetime import date
from pathlib import Path

import pytest

from projections.rulebooks.lask_1970.metod_1_initial import difference, initial_rating
from projections.rulebooks.lask_1970.rankingregler import change, compensation, period
from projections.rulebooks.lask_1970.regel_6_base_dates import deduction, general_addition, table_4
from projections.rulebooks.lask_1970.regel_10_concentrated import (
    change as change_of_tournament,
)
from projections.rulebooks.lask_1970.regel_10_concentrated import (
    opponents_mean,
    opponents_mean_in_eight_rounds,
)
from tests.tables import every

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
PRINTED, OURS = EXAMPLES["printed"], EXAMPLES["ours"]
MISPRINTED, EXCLUDED = EXAMPLES["misprinted"], EXAMPLES["excluded"]


class TestMetod1:
    """LASK Metod 1, LASK Tabell 2: a class II player with 6.5 of 9, a class I player with 4."""

    @every("example", PRINTED["method_1"])
    def test_a_typical_result_gives_the_number_of_the_example(self, example):
        points, games, class_mean, P, R, rating = example
        assert difference(P, 504) == R
        assert initial_rating(points, games, class_mean) == rating

    def test_the_sum_of_example_1_is_a_misprint(self):
        rating = initial_rating(6.5, 9, 1775)
        assert rating != MISPRINTED["method_1_example_1"]
        assert rating == 1950

    @every("example", EXCLUDED["method_1_half_up"])
    def test_ordinary_rounding_of_the_share_misses_both_examples(self, example):
        points, games, class_mean, rating = example
        assert initial_rating(points, games, class_mean, "half_up") == rating
        assert initial_rating(points, games, class_mean) != rating

    @every("example", OURS["method_1"])
    def test_half_the_points_are_the_strength_of_the_class(self, example):
        points, games, class_mean, rating = example
        assert initial_rating(points, games, class_mean) == rating

    @every("example", OURS["method_1_unreadable"])
    def test_who_wins_or_loses_everything_needs_the_committee(self, example):
        assert initial_rating(*example) is None


class TestOneGame:
    """LASK Rankingregel 1, LASK Tabell 5: 16 points and the compensation."""

    @every("example", PRINTED["games"])
    def test_the_games_of_the_text(self, example):
        own, opponent, points, expected = example
        assert change(own, opponent, points) == expected
        assert change(opponent, own, 1 - points) == -expected

    def test_with_the_1800_of_the_scan_sven_would_be_the_weaker_player(self):
        assert change(1800, 1850, 1.0) != MISPRINTED["sven_if_he_had_1800"]
        assert change(1800, 1850, 1.0) == 18

    @every("example", OURS["wins_of_the_weaker"])
    def test_the_weaker_player_wins_16_and_the_compensation_of_the_band(self, example):
        R, win = example
        assert change(1500, 1500 + R, 1.0) == win
        assert change(1500 + R, 1500, 0.0) == -win
        assert compensation(R) == win - 16


class TestSvenAndersson:
    """LASK Systemet, LASK Rankingregel 2: 6.9 against Olle Persson, 16.9 against Per Olsson."""

    @pytest.fixture
    def lask_club(self, skane):
        for player, rating in {"Sven": 1900, "Olle": 1850, "Per": 1970}.items():
            skane.member(player, rating, club="LASK")
        skane.plays("Sven", "Olle", 1.0, "1970-09-06")
        skane.plays("Per", "Sven", 0.5, "1970-09-16")
        return skane

    def test_his_record_sheet_reads_1914_then_1917(self, lask_club):
        assert lask_club.running("1970-09-06") == {"Sven": 1914, "Olle": 1836, "Per": 1970}
        assert lask_club.running("1970-09-16") == {"Sven": 1917, "Olle": 1836, "Per": 1967}
        assert lask_club.bases("1970-10-31") == {"Sven": 1900, "Olle": 1850, "Per": 1970}

    def test_game_by_game_he_would_stand_at_1916(self, lask_club):
        first = 1900 + change(1900, 1850, 1.0)
        second = first + change(first, 1970, 0.5)
        assert [first, second] == EXCLUDED["sven_game_by_game"]
        assert lask_club.running("1970-09-16")["Sven"] != second

    def test_the_1879_of_november_needs_the_games_of_the_lost_sheet(self, lask_club):
        printed = MISPRINTED["sven_on_1_november"]
        assert lask_club.bases("1970-11-01")["Sven"] - printed == 38


class TestConcentrated:
    """LASK Formel (1), LASK Formel (2a), LASK Formel (2b)."""

    def test_a_class_i_group_of_the_swedish_championship(self):
        base, mean, points, games, K, expected, after = PRINTED["concentrated"]
        assert compensation(abs(base - mean)) == K
        assert change_of_tournament(base, mean, points, games) == expected
        assert base + expected == after

    def test_the_example_as_a_tournament_of_ten_with_one_ranked_player(self, skane):
        skane.member("Sven", 1900)
        others = [f"guest {number}" for number in range(9)]
        for other in others:
            skane.member(other)
        scores = [1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.0, 0.0, 0.0]
        games = [
            skane.game("Sven", other, points, game=other)
            for other, points in zip(others, scores, strict=True)
        ]
        skane.concentrated(*games, ended_on="1970-10-10", class_="I", rounds=9)
        assert skane.running("1970-10-10") == {"Sven": 1950}
        assert skane.bases("1970-11-01") == {"Sven": 1950}

    @every("example", OURS["formula_2a"])
    def test_the_mean_of_the_opponents_from_the_quality_points(self, example):
        G, Kv, games, rounds, mean = example
        assert opponents_mean(G, Kv, games, rounds) == mean

    @every("example", OURS["formula_2b"])
    def test_the_mean_of_the_opponents_in_eight_rounds(self, example):
        G, Kv, mean = example
        assert opponents_mean_in_eight_rounds(G, Kv) == mean

    def test_the_printed_factor_11_is_a_rounded_11_and_a_quarter(self):
        assert opponents_mean(1950, 40.0, 8, 8) != opponents_mean_in_eight_rounds(1950, 40.0)
        assert opponents_mean(1950, 36.0, 8, 8) == 1950 + 45
        assert opponents_mean_in_eight_rounds(1950, 36.0) == 1950 + 44


class TestInactivity:
    """LASK Tabell 4, LASK Regel 6: printed, repaired, and beyond the last row."""

    @every("example", PRINTED["deductions"] + OURS["deductions"])
    def test_the_deduction_by_games(self, example):
        games, points = example
        assert deduction(games, table_4({})) == points


class TestGeneralAddition:
    """LASK Regel 11 b."""

    @every("example", OURS["additions"])
    def test_the_addition_for_a_club(self, example):
        S, N, M, addition = example
        assert general_addition(S, N, M) == addition


class TestPeriods:
    """LASK Rankingregel 2."""

    @every("example", OURS["periods"])
    def test_the_period_of_a_day(self, example):
        day, start, following = map(date.fromisoformat, example)
        assert period(day) == (start, following)


class TestASeason:
    """Cases of two players, A of Lund at 1900 and B of Malmö at 1800, from September 1970 on."""

    @pytest.fixture
    def two(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1800, club="Malmö")
        return skane

    def test_an_adjourned_game_counts_in_the_period_in_which_it_was_finished(self, two):
        """LASK Rankingregel 3."""
        two.plays("A", "B", 1.0, "1970-10-31", finished_on=date(1970, 11, 2))
        assert two.bases("1970-11-01") == {"A": 1900, "B": 1800}
        assert two.bases("1971-01-01") == {"A": 1912, "B": 1788}

    def test_walkovers_and_short_games_change_nothing(self, two):
        """LASK Regel 4, LASK Regel 5."""
        two.plays("A", "B", 1.0, "1970-10-01", played=False, reason="forfeit")
        two.plays("A", "B", 1.0, "1970-10-02", minutes_per_move=1.0)
        assert two.bases("1970-11-01") == {"A": 1900, "B": 1800}

    def test_one_game_in_the_season_costs_20_points_and_summer_games_do_not_help(self, two):
        """LASK Regel 6."""
        two.plays("A", "B", 0.5, "1970-10-01")
        two.plays("A", "B", 0.5, "1971-06-10")
        assert two.bases("1971-06-01") == {"A": 1876, "B": 1784}

    def test_two_larger_events_in_one_summer_give_one_bonus(self, two):
        """LASK Regel 11 a."""
        for _ in range(6):
            two.plays("A", "B", 0.5, "1970-10-01")
        for event, day in {"SM": "1971-07-10", "Copenhagen": "1971-08-02"}.items():
            two.member(f"guest in {event}")
            flags = frozenset({"larger-event", "long-games"})
            game = two.game("A", f"guest in {event}", 1.0, day, game=event)
            two.tournament(game, ended_on=day, id=event, flags=flags)
        assert two.bases("1971-06-01") == {"A": 1876, "B": 1824}
        assert two.bases("1971-09-01") == {"A": 1892, "B": 1824}

    def test_a_re_ranking_supersedes_what_was_earned_before_it_in_the_period(self, two):
        """LASK Omranking."""
        two.plays("A", "B", 1.0, "1970-09-10")
        two.ranked("A", 2000, "1970-10-01", kind="re-ranking")
        two.plays("A", "B", 1.0, "1970-10-10")
        assert two.bases("1970-11-01") == {"A": 2008, "B": 1780}

    def test_a_win_against_an_outsider_moves_the_member_only(self, skane):
        """LASK Regel 8."""
        skane.member("A", 1900, club="Lund")
        skane.member("X", club="Kalmar")
        skane.ranked("X", 2000, "1970-10-01", kind="outsider")
        skane.plays("A", "X", 1.0, "1970-10-04")
        assert skane.bases("1970-11-01") == {"A": 1920, "X": 2000}
