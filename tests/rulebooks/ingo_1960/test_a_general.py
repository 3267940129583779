"""INGO A and the table: percentages, %d, H."""

from fractions import Fraction

from projections.rulebooks.ingo_1960.a_general import PRINTED, percent_difference, performance
from tests.rulebooks.ingo_1960.club import event
from tests.tables import every

HALVES = [(k, halves / 2) for k in range(3, 23) for halves in range(2 * k + 1)]
OFF_THE_FORMULA = {
    # games, points: printed, though the formula rounds to 0.1 more or less
    (7, 0): "43.7", (7, 1): "31.2", (10, 0): "45.4", (10, 4.5): "4.6", (12, 0): "46.1",
    (12, 5.5): "3.9", (15, 0.5): "43.7", (15, 2.5): "31.2", (16, 2.5): "32.3", (16, 5): "17.7",
}  # fmt: skip


class TestPercentDifference:
    """INGO Tabelle: 50 minus the percentage of points + ½ out of games + 1."""

    def test_the_table_has_a_cell_for_every_result_of_3_to_22_games(self):
        assert PRINTED.keys() == set(HALVES)

    def test_points_lost_weigh_as_points_won(self):
        """INGO Tabelle: d(k, k − p) = −d(k, p)."""
        assert all(PRINTED[k, k - p] == -PRINTED[k, p] for k, p in HALVES)

    def test_two_results_that_make_half_the_games_add_up_to_fifty(self):
        """INGO Tabelle: d(k, p) + d(k, (k − 1)/2 − p) = 50."""
        complements = [(k, p, (k - 1) / 2 - p) for k, p in HALVES if p <= (k - 1) / 2]

        assert all(PRINTED[k, p] + PRINTED[k, rest] == 50 for k, p, rest in complements)

    def test_more_points_are_always_a_better_number(self):
        assert all(PRINTED[k, p] > PRINTED[k, p + 0.5] for k, p in HALVES if p < k)

    def test_twenty_cells_differ_from_the_rounded_formula(self):
        """INGO Tabelle, R4: ten of them and their mirrors, each by 0.1."""
        mirrored = {(k, k - p): f"-{d}" for (k, p), d in OFF_THE_FORMULA.items()}
        off = {
            (k, p): PRINTED[k, p]
            for k, p in HALVES
            if abs(PRINTED[k, p] - percent_difference(p, k, "formula")) > Fraction(1, 20)
            or PRINTED[k, p] != nearest_tenth(percent_difference(p, k, "formula"))
        }

        assert off == {cell: Fraction(d) for cell, d in {**OFF_THE_FORMULA, **mirrored}.items()}

    @every(
        ("games", "points", "d"),
        [
            (1, 0, "25"),  # ½ of 2 games
            (2, 1.5, "-16.7"),
            (23, 0, "47.9"),
            (39, 0, "48.8"),  # 48.75, half away from zero
            (39, 39, "-48.8"),
            (99, 49, "0.5"),
            (99, 50, "-0.5"),
        ],
    )
    def test_outside_the_table_the_formula_is_rounded_to_one_decimal(self, games, points, d):
        """INGO Tabelle, R4."""
        assert percent_difference(points, games, "printed") == Fraction(d)

    @every(("mode", "d", "mirror"), [("printed", "-28.9", "28.9"), ("uncorrected", "-29", "28.9")])
    def test_a_cell_that_contradicts_its_mirror_can_be_had_as_printed(self, mode, d, mirror):
        """INGO Tabelle, E9: 14½ of 18, 50 − 15/19 being −28.947; no other cell differs."""
        assert percent_difference(14.5, 18, mode) == Fraction(d)
        assert percent_difference(3.5, 18, mode) == Fraction(mirror)
        others = PRINTED.keys() - {(18, 14.5)}
        assert all(percent_difference(p, k, mode) == PRINTED[k, p] for k, p in others)
        assert percent_difference(39, 39, mode) == Fraction("-48.8")

    @every(
        ("games", "points", "d"),
        [
            (5, 0, Fraction(125, 3)),
            (7, 0, Fraction(175, 4)),
            (9, 4.5, 0),
            (30, 30, -Fraction(1500, 31)),
        ],
    )
    def test_the_formula_keeps_its_fraction(self, games, points, d):
        """INGO Tabelle, R4: percent_mode = formula."""
        assert percent_difference(points, games, "formula") == d


def nearest_tenth(d):
    tenths = int(abs(d) * 10 + Fraction(1, 2))
    return Fraction(tenths, 10) * (1 if d > 0 else -1)


@every(("d", "H"), [(-10, 140), (10, 160), (0, 150)])
def test_a_better_result_than_half_is_a_lower_number(d, H):
    """INGO A: 60 percent is ten degrees below the level, 40 percent ten above."""
    assert performance(150, d) == H


ODDS = {"Anna": "150 /5", "Berta": "140 /5"}
RESULTS = "Anna 1 Berta, Anna ½ Berta, Anna 0 Berta"


class TestWhatIsNotSingleChess:
    """INGO A: the numbers are those of single chess players."""

    def test_a_go_tournament_is_not_rated(self):
        report = event(ODDS, RESULTS, discipline="go").report()

        assert report.excluded == "INGO A: the numbers are those of chess players"
        assert not report.rows

    def test_two_against_two_on_one_board_is_not_rated(self):
        played = event(ODDS, RESULTS, format="pairs")

        assert played.report().excluded.startswith("INGO A: two against two")
        assert played.after() == {}

    @every("format_", ["round-robin", "swiss", "knockout", "team", "games"])
    def test_boards_of_a_team_and_cup_games_are_rated_like_any_other(self, format_):
        assert event(ODDS, RESULTS, format=format_).after() == {
            "Anna": "149 /6",  # level (150 + 3·140)/4 = 142.5 -> H 143, (7·150 + 143)/8 = 149.1
            "Berta": "141 /6",  # (140 + 3·150)/4 = 147.5 -> 148, (7·140 + 148)/8 = 141
        }
