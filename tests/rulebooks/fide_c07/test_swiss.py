"""FIDE C.07 7, 8, 9, 14 and 16 in Swiss tournaments, by hand.

Scores of the open: A 2½, B 0, C 2, D 2, E 3.  E has the bye of round 1, B does not show up in
round 2 and is gone after it, D asked for a bye of half a point.  For B's opponents her rounds 3
and 4 are draws: she counts 1.
"""

from datetime import date

import attrs
import pytest
from msgspec.structs import replace

from projections.rulebooks.fide_c07.p14_modifiers import Contribution, cut_lowest
from projections.rulebooks.fide_c07.p16_swiss import score_for_opponents
from projections.rulebooks.fide_c07.table import table_of
from tests.rulebooks.fide_c07.crosstables import tournament, values
from tests.tables import every

LIMITED = date(2026, 3, 1)


@pytest.fixture
def open_():
    return tournament("A1B C=D E:1", "A1E B-C D:½", "A=C E1D B:0", "A0D E1C")


@pytest.fixture
def four():
    """F had a bye of half a point, H and G the bye; I is gone after two rounds.

    Scores: F 2½, G 2, H 2, I 0.  For opponents I counts ½.
    """
    return tournament("F1G H1I", "F:½ G1I H:1", "F1H G:1")


@every(
    ("code", "expected"),
    [
        ("PTS", [2.5, 0, 2, 2, 3]),
        ("WIN", [2, 0, 1, 1, 3]),
        ("WON", [2, 0, 0, 1, 2]),
        ("BPG", [0, 1, 2, 3, 1]),
        ("BWG", [0, 0, 0, 1, 0]),
        ("PS", [8, 0, 6, 4.5, 7]),
        ("PS-C1", [7, 0, 5.5, 4, 6]),
        ("PS-C2", [5, 0, 4, 3, 5]),
        ("REP", [4, 1, 4, 3, 4]),
        ("STD", [2.5, 0, 2, 2, 3]),
    ],
)
def test_ones_own_record(open_, code, expected):
    """C.07 7.1: C's win by forfeit and E's bye are wins.  C.07 7.2: but no games won.
    C.07 7.3: C, who had Black in round 2, did not play then.  C.07 7.4: D beat A.
    C.07 7.5: A 1 + 2 + 2½ + 2½.  C.07 14.1.1: Cut-1 leaves out the score after round 1.
    C.07 7.6: B has a forfeit loss and two rounds of absence, D a requested bye.
    C.07 15.1: an unplayed round is one without a game, paired or not.
    """
    assert values(open_, code) == expected


def test_standard_points_compare_with_the_opponent():
    """C.07 7.7: a bye of half a point is worth ½, what both lost nothing, a win 1."""
    given = tournament("A1B C#D", "A:½ B=C D:1")
    assert values(given, "STD") == [1.5, 0.5, 0.5, 1]


@every(
    ("code", "expected"),
    [
        ("BH", [8, 2.5, 9.5, 9.5, 9.5]),
        ("BH-C1", [7, 2.5, 7.5, 7.5, 7.5]),
        ("BH-M1", [4, 0, 4.5, 4.5, 4.5]),
        ("BH/P", [8, 4.5, 8.5, 9.5, 9.5]),
        ("AOB", [7.75, 8, 9, 9, 9]),
        ("FB", [7.5, 3, 9.5, 9.5, 9.5]),
        ("AOB/F", [7.875, 7.5, 26.5 / 3, 26.5 / 3, 26.5 / 3]),
        ("SB", [5, 0, 4.25, 4.5, 7]),
        ("KS", [1.5, 0, 1, 1.5, 2]),
        ("KS/L+1", [1, 0, 0.5, 1, 0]),
        ("KS/L-1", [1.5, 0, 1, 1.5, 2]),
    ],
)
def test_the_records_of_opponents(open_, code, expected):
    """C.07 8.1: A 1+3+2+2; the dummy has one's own score (C.07 16.4), so E's is [3]+2½+2+2.
    C.07 14.3: of A's 1, 2, 2, 3 the middle ones are left.  C.07 8.2: A (2½+9½+9½+9½) : 4.
    C.07 8.3: with draws in round 4 A has 3, D 1½, E and C 2½; C's dummy 2½, too.
    C.07 9.1: A 1·1 + 1·3 + ½·2 + 0·2.  C.07 9.2: two points are half of the maximum.
    C.07 14.5: L+1 requires 2½.
    """
    assert values(open_, code) == pytest.approx(expected)


def test_a_voluntary_round_is_cut_first(four):
    """C.07 16.5.1, C.07 14.1: F's 2, [2½], 2 lose the dummy of the requested bye.
    C.07 16.5.2, C.07 14.2: Cut-2 takes a 2 as well; C.07 14.4: Median-2 leaves nothing.
    """
    found = [values(four, code)[0] for code in ("BH", "BH-C1", "BH-C2", "BH-M1", "BH-M2")]
    assert found == [6.5, 4, 2, 2, 0]


def test_since_march_2026_a_bye_is_worth_no_more_than_draws(four):
    """C.07 16.4.2: F's dummy has 1½, half a point for each round; G's and H's, too."""
    limited = attrs.evolve(four, ended_on=LIMITED)
    assert values(four, "BH") == [6.5, 5, 5, 4]
    assert values(limited, "BH") == [5.5, 4.5, 4.5, 4]
    assert values(limited, "BH-C1")[0] == 4


def test_a_forfeit_is_worth_no_more_than_the_opponent_who_was_due(open_):
    """C.07 16.4.1: C was due to meet B, who counts 1."""
    assert values(attrs.evolve(open_, ended_on=LIMITED), "BH")[2] == 8.5


def test_a_tournament_that_began_before_march_is_not_limited(four):
    """C.07 16.4.2: it ended on the last day of February."""
    assert values(attrs.evolve(four, ended_on=date(2026, 2, 28)), "BH")[0] == 6.5


def test_a_forfeit_without_a_reason_is_absence_but_not_a_decision_of_the_arbiter():
    """C.07 16.1.2: C's bye before it counts as a draw, or as given."""
    given = tournament("D1C A=B", "A1B C:0", "A+C B:1")
    for reason, seen in ((None, 0.5), ("referee", 0)):
        games = tuple(
            replace(game, reason=reason) if game.reason == "forfeit" else game
            for game in given.games
        )
        rounds = table_of(attrs.evolve(given, games=games)).rounds["C"]
        assert score_for_opponents(rounds) == 2 * seen


@every(("code", "expected"), [("SB", 5.25), ("SB-C1", 3.25), ("SB-C2", 1.25)])
def test_of_sonneborn_berger_the_greater_is_cut(four, code, expected):
    """C.07 16.5.1: F's 1·2 + ½·[2½] + 1·2: the requested bye, worth 1¼, is less than the 2."""
    assert values(four, code)[0] == expected


def test_a_voluntary_round_worth_more_than_the_least_significant_value_is_cut():
    """C.07 16.5.1: lost against 1 (worth 0), half a point for a bye (2), won against 3."""
    lost, bye, won = (
        Contribution(points=0, score=2),
        Contribution(points=1, score=4, voluntary=True),
        Contribution(points=2, score=6),
    )
    kept = cut_lowest([lost, bye, won], 1, lambda each: each.points * each.score)
    assert kept == [lost, won]


def test_of_two_voluntary_rounds_the_one_worth_less_is_cut():
    """C.07 16.5.1: the forfeit, worth nothing, though its dummy has more than that of the bye."""
    lost = Contribution(points=0, score=2)
    bye = Contribution(points=1, score=3, voluntary=True)
    forfeit = Contribution(points=0, score=5, voluntary=True)
    kept = cut_lowest([lost, bye, forfeit], 1, lambda each: each.points * each.score)
    assert kept == [lost, bye]


def test_of_equal_opponents_the_lowest_product_is_cut():
    """C.07 14.1.1: two opponents with 1 point: the one who won counts 0 and is cut."""
    won, lost = Contribution(points=2, score=2), Contribution(points=0, score=2)
    best = Contribution(points=0, score=6)
    kept = cut_lowest([won, lost, best], 1, lambda each: each.points * each.score)
    assert kept == [won, best]


@every(
    ("last_rounds", "seen"),
    [
        (("A1B C:0", "A1B C:0"), 1),  # both byes are draws
        (("A1B C:½", "A1B C:0"), 1),
        (("A1B C:0", "A1C B:1"), 0),  # she came back and lost
        (("A1B C:0", "A+C B:1"), 0.5),  # she did not come back: absent all the same
        (("A1B C:0", "A#C B:1"), 0.5),  # neither did her opponent
        (("A1B C:1", "A1B C:0"), 1.5),  # the pairing-allocated bye stays a point
    ],
)
def test_absence_up_to_the_end_counts_as_draws_for_opponents(last_rounds, seen):
    """C.07 16.1.1, C.07 16.1.2, C.07 16.2.5, C.07 16.3.2: requested byes that nothing but
    voluntary unplayed rounds follow; C.07 16.3.1: everything else as awarded.
    """
    rounds = table_of(tournament("D1C A=B", *last_rounds)).rounds["C"]
    assert score_for_opponents(rounds) == 2 * seen


@every(
    ("result", "seen"),
    [("C+A", 1), ("C-A", 0), ("C#A", 0)],
)
def test_forfeits_count_as_awarded_for_opponents(result, seen):
    """C.07 16.3.1: forfeits, won or lost, are no requested byes."""
    rounds = table_of(tournament("D1C A=B", f"{result} B:1")).rounds["C"]
    assert score_for_opponents(rounds) == 2 * seen


@every(
    ("code", "expected"),
    [
        ("BH", [7.5, 7, 8.5, 8.5, 7.5]),
        ("SB", [4.75, 2.25, 3, 4.25, 4.25]),
        ("BH-C1", [6, 6, 7, 7, 6]),
    ],
)
def test_until_2023_an_unplayed_round_is_against_a_virtual_opponent(open_, code, expected):
    """C.07 until 2023 15.2: B's have 0 + 1 + 2·½, 0 + 1 + ½ and 0 + 1 points, C's ½ + 0 + 2·½.
    C.07 until 2023 15.3: to the others B counts 0 and three draws, E 2½ instead of 3.
    """
    earlier = attrs.evolve(open_, ended_on=date(2023, 8, 31))
    assert values(earlier, code) == expected
