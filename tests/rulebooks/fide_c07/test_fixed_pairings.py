"""FIDE C.07 15.2: a round robin in which C did not show up against A, by hand.

Scores: A 2, B 2, C ½, D 1½.
"""

import pytest

from projections.rulebooks.fide_c07.codes import code_of
from projections.rulebooks.fide_c07.p04_order import is_missing
from projections.rulebooks.fide_c07.table import table_of
from tests.rulebooks.fide_c07.crosstables import order, tournament, values
from tests.tables import every

RATINGS = {"A": 2000, "B": 1900, "C": 1800, "D": 1701}


@pytest.fixture
def all_play_all():
    return tournament("A1B C=D", "A+C B1D", "D1A C0B", system="round-robin")


@every(
    ("code", "expected"),
    [
        ("SB", [2.5, 2, 0.75, 2.25]),
        ("KS", [1, 1, 0.5, 1]),
        ("BH", [4, 4, 5.5, 4.5]),
        ("WIN", [2, 2, 0, 1]),
        ("WON", [2, 2, 0, 1]),
        ("BPG", [1, 2, 0, 2]),
        ("BWG", [0, 1, 0, 0]),
        ("REP", [3, 3, 2, 3]),
    ],
)
def test_forfeits_are_regular_games(all_play_all, code, expected):
    """C.07 15.2: SB of A is 1·2 + 1·½ + 0·1½.  For the own record a forfeit lost stays unplayed:
    C had Black then, and elected to play in two rounds.  C.07 9.2: 1½ of 3 points are half.
    """
    assert values(all_play_all, code) == expected


def test_a_bye_of_a_round_robin_is_no_game():
    """C.07 15.2: of three rounds each plays two, so that half of the maximum is one point."""
    odd = tournament("A1B C:0", "C=A B:0", "B=C A:0", system="round-robin")
    assert values(odd, "KS") == [0.5, 0.5, 0.5]
    assert values(odd, "SB") == [1 * 0.5 + 0.5 * 1, 0.5 * 1, 0.5 * 1.5 + 0.5 * 0.5]


@every(
    ("code", "expected"),
    [
        ("ARO", [1801, 1834, 1801, 1900]),
        ("ARO-C1", [1900, 1900, 1900, 1950]),
        ("ARO-M1", [0, 1800, 0, 1900]),
        ("TPR", [1801, 1959, 1608, 1900]),
        ("PTP", [1800, 1968, 1595, 1899]),
        ("APRO", [1930, 1770, 1930, 1789]),
        ("APPO", [1934, 1765, 1934, 1788]),
        ("RTNG", [2000, 1900, 1800, 1701]),
        ("RTNG/R", [-2000, -1900, -1800, -1701]),
    ],
)
def test_forfeits_stay_unplayed_for_ratings(all_play_all, code, expected):
    """C.07 10.1: A met 1900 and 1701 over the board, 1800.5 on average, which is rounded up.
    C.07 14.1.1: Cut-1 leaves out the lowest.  C.07 10.2: B has 2 of 3, 1834 + 125.
    C.07 10.3: with 1968 B would expect 0.46 + 0.82 + 0.72 = 2 points, with 1967 only 1.99.
    C.07 10.4: of A's opponents B performed 1959, D 1900.  C.07 10.5: 1968 and 1899.
    C.07 10.6: from the highest to the lowest, or in reverse order.
    """
    assert values(all_play_all, code, RATINGS) == expected


def test_perfect_performances_at_the_ends_of_the_scale():
    """C.07 10.3: nothing of two games is 800 below the lower, all of them 736 above the higher."""
    given = tournament("A1B", "A1C B:0", "B:0 C:0")
    assert values(given, "PTP", {"A": 1500, "B": 1600, "C": 1650}) == [2386, 700, 700]


@every(("code", "nothing"), [("TPR", 0), ("PTP", 0), ("APRO", 0), ("ARO", 0), ("RTNG", 0)])
def test_without_a_game_over_the_board_there_is_no_performance(code, nothing):
    """C.07 10: C asked for a bye, and has no rating."""
    assert values(tournament("A1B C:0"), code, {"A": 1500, "B": 1600})[2] == nothing


def test_the_average_of_one_opponent_is_his():
    """C.07 10.4: B lost to A, 1500 - 800."""
    assert values(tournament("A1B"), "APRO", {"A": 1500, "B": 1600}) == [700, 2400]


@every(("ratings", "used"), [(RATINGS, True), ({"A": 2000, "B": 1900, "C": 1800}, False)])
def test_without_a_players_rating_these_tie_breaks_are_not_used(all_play_all, ratings, used):
    """C.07 10: D is unrated, so that nobody's average can be compared."""
    assert is_missing(table_of(all_play_all, ratings), code_of("TPR")) is not used


def test_an_unrated_player_who_played_nothing_does_not_matter():
    """C.07 10: E asked for a bye and left."""
    given = tournament("A1B C=D E:0")
    assert not is_missing(table_of(given, RATINGS), code_of("ARO"))


def test_a_forfeit_counts_in_the_direct_encounter(all_play_all):
    """C.07 6.1.1, C.07 15.2: with the forfeits of a round robin all have met: A beat B."""
    assert order(all_play_all, "DE") == "A B D C"
