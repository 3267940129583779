"""WALDSTEIN 1: points, Gelbfuß, Sonneborn-Berger and Buchholz as they were invented."""

from fractions import Fraction

from projections.rulebooks.waldstein.s1_systems import buchholz, gelbfuss, points, sonneborn_berger
from tests.tables import every

HALF = Fraction(1, 2)


class TestSystems:
    """WALDSTEIN 1: the worked lines of the section."""

    def test_c_after_sonneborn_and_berger_by_the_long_way(self):
        """1·(d+c) + 1·(e+c) + ½·(f+c) with c = 2½, d = 2, e = f = 1½."""
        c, d, e, f = 5 * HALF, Fraction(2), 3 * HALF, 3 * HALF
        r = [Fraction(1), Fraction(1), HALF]
        assert points(r) == c
        g = gelbfuss(r, [d, e, f])
        assert sonneborn_berger(g, c) == (d + c) + (e + c) + (f + c) / 2 == 21 * HALF

    def test_a_lost_game_counts_for_buchholz(self):
        """A of Tabelle 6: 2 · (1½ + 1½ + 1)."""
        assert buchholz(Fraction(2), [1, 1, 1], [3 * HALF, 3 * HALF, Fraction(1)]) == 8

    def test_two_games_with_one_opponent_count_his_points_twice(self):
        assert buchholz(Fraction(1), [2], [Fraction(3)]) == 6

    def test_buchholz_swiss_without_tolerance(self, club):
        """The values the paper does not print: C is first."""
        rows = club.rows(club.cup("tab6_swiss.csv"), "buchholz")
        assert [row.value for row in rows.values()] == [8, 7, 8.25, 6.75, 5, 4.5]
        assert [row.place for row in rows.values()] == [(n, n) for n in (2, 3, 1, 4, 5, 6)]

    def test_gelbfuss_for_the_swiss_tournament(self, club):
        rows = club.rows(club.cup("tab6_swiss.csv"), "gelbfuss")
        assert [row.value for row in rows.values()] == [2.5, 2, 2.75, 2.75, 1, 1.5]

    def test_who_drew_and_lost_the_rest_to_stronger_players_is_ahead_after_buchholz(self, club):
        """The absurdity of section 1: X and Y drew; X lost to A, Y to B, who is weaker."""
        rows = club.rows("XY½ AX1 BY1 AB1", "buchholz")
        assert rows["X"].points == rows["Y"].points
        assert rows["X"].value > rows["Y"].value

    @every(
        ("results", "values"),
        [("AB1 AB½", [0.75 * 2, 0.75 * 2]), ("AB1 AC1 BC1", [2, 2, 0])],
    )
    def test_where_the_proof_about_buchholz_fails(self, club, results, values):
        """E6: two players, or a third without points: unequal points, equal numbers."""
        rows = club.rows(results, "buchholz")
        assert [row.value for row in rows.values()] == values
        assert rows["A"].points > rows["B"].points
        assert rows["A"].place == rows["B"].place == (1, 2)
