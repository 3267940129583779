"""One tournament through every section of the paper, its t computed as fractions by hand.

Six players meet twice.  X wins everything, L loses everything; between them, in points:

    A–B 2:0, A–C 1½:½, A–D 2:0, B–C 1:1, B–D 2:0, C–D 1½:½

With t = 7, 3, 4, 1 for A, B, C, D every sum Σ r t is twice the own t (λ = 2):
A 2·3 + 1½·4 + 2·1 = 14, B 1·4 + 2·1 = 6, C ½·7 + 1·3 + 1½·1 = 8, D ½·4 = 2.
"""

from fractions import Fraction

import pytest

from projections.rulebooks.document import working

WITHOUT_X_AND_L = "AB1 BA0 AC1 CA½ AD1 DA0 BC1 CB1 BD1 DB0 CD1 DC½"
ALL = (
    f"{WITHOUT_X_AND_L} "
    + " ".join(f"X{one}1 {one}X0" for one in "ABCDL")
    + " "
    + " ".join(f"L{one}0 {one}L1" for one in "ABCD")
)


def values(rows, *players):
    return [rows[player].value for player in players]


class TestEverySection:
    def test_points_and_their_weights(self, club):
        """WALDSTEIN 1: without X and L, p = 5½ 3 3 ½.

        Gelbfuß Σ r p: A 2·3 + 1½·3 + 2·½ = 11½, B 3 + 1 = 4, C 2¾ + 3 + ¾ = 6½, D ½·3 = 1½.
        Sonneborn-Berger g + p²: 11½ + 30¼, 4 + 9, 6½ + 9, 1½ + ¼.
        Buchholz p · 2 Σ p of the others: 5½ · 13, 3 · 18, 3 · 18, ½ · 23.
        """
        expected = {
            "points": [5.5, 3, 3, 0.5],
            "gelbfuss": [11.5, 4, 6.5, 1.5],
            "sonneborn-berger": [41.75, 13, 15.5, 1.75],
            "buchholz": [71.5, 54, 54, 11.5],
        }
        for method, numbers in expected.items():
            assert values(club.rows(WITHOUT_X_AND_L, method), *"ABCD") == numbers
        assert club.places(WITHOUT_X_AND_L, "buchholz") == [(1, 1), (2, 3), (2, 3), (4, 4)]
        assert club.places(WITHOUT_X_AND_L, "gelbfuss") == [(1, 1), (3, 3), (2, 2), (4, 4)]

    def test_the_shares_are_those_that_come_out_as_they_were_put_in(self, club):
        """WALDSTEIN 2: t = 7/15, 3/15, 4/15, 1/15 and λ = 2; C stands before B for all that."""
        rows = club.rows(WITHOUT_X_AND_L)
        shares = [Fraction(n, 15) for n in (7, 3, 4, 1)]
        assert [row.t for row in rows.values()] == pytest.approx(shares, abs=1e-12)
        assert [row.place for row in rows.values()] == [(1, 1), (3, 3), (2, 2), (4, 4)]
        (group,) = club.standings(WITHOUT_X_AND_L).groups
        assert group.strength == pytest.approx(2, abs=1e-12)

    def test_extremes_change_nobodys_share_and_everybodys_points(self, club):
        """WALDSTEIN 5, WALDSTEIN 5 a, WALDSTEIN 5 b: T = 4 t, L and X not among the n = 4.

        T = 28/15, 12/15, 16/15, 4/15 = 1.87, 0.80, 1.07, 0.27; homogeneity 7.
        """
        standings = club.standings(ALL)
        rows = {row.player: row for row in standings.players}
        assert standings.structure == "regular_with_extremes"
        assert [rows[player].points for player in "XABCDL"] == [10, 7.5, 5, 5, 2.5, 0]
        assert [row.player for row in standings.players] == list("XACBDL")
        assert [row.place for row in standings.players] == [(n, n) for n in range(1, 7)]
        assert [rows[player].stated_T for player in "ABCD"] == ["1.87", "0.80", "1.07", "0.27"]
        assert [rows[player].stated_t for player in "XL"] == ["hors concours", "–"]
        assert standings.homogeneity == pytest.approx(7, abs=1e-9)
        assert not standings.unequal_games

    def test_by_hand_one_stops_after_the_third_operation_and_checks(self, club):
        """WALDSTEIN 6: doubled, s0 = p = 11 6 6 1.

        s1 = 46 16 26 6, s2 = 166 76 96 26, s3 = 696 296 396 96: the same order three times; S =
        1484, so t = .469 .199 .267 .065.  Control: one operation with these gives .9285 .397 .531
        .1335, together 1.99, so .4666 .1995 .2668 .0671; no two spans meet.
        """
        (group,) = club.standings(WITHOUT_X_AND_L, t_method="rule_of_thumb").groups
        assert group.stopped_at == 3
        stated = ["0.469", "0.199", "0.267", "0.065"]
        assert list(group.stated.values()) == [Fraction(number) for number in stated]
        operation = ["0.9285", "0.397", "0.531", "0.1335"]
        control = [Fraction(number) / Fraction("1.99") for number in operation]
        assert list(group.control.values()) == control
        assert group.overlaps == ()

    def test_what_is_written_down_on_the_way(self, club):
        """WALDSTEIN 2, WALDSTEIN 6, WALDSTEIN 5: with the values that go in and come out."""
        with working() as steps:
            club.standings(ALL)
        told = {step.text.partition(":")[0]: step for step in steps if step.player is None}
        share, thumb, check = (
            told[text] for text in ("λ t_i = Σ r_ij t_j", "Rule of thumb", "Control")
        )
        assert share.given == {"group": 1, "λ": pytest.approx(2, abs=1e-9), "period": 1}
        assert share.result == pytest.approx({"A": 7 / 15, "B": 3 / 15, "C": 4 / 15, "D": 1 / 15})
        assert (thumb.given, thumb.result) == ({"group": 1}, 3)
        assert sum(check.given["t"].values()) == pytest.approx(1, abs=2e-3)
        assert float(check.given["S"]) == pytest.approx(2, abs=2e-2)
        assert check.result["overlaps"] == []
        assert set(check.result["t_control"]) == set("ABCD")
        (quality,) = [step for step in steps if step.player == "A"]
        assert quality.given == {"t": pytest.approx(7 / 15), "n": 4}
        assert quality.result == pytest.approx(28 / 15)


class TestTheYearAfter:
    def test_a_second_tournament_begins_with_nothing(self, club):
        """WALDSTEIN 2, WALDSTEIN 5: what was before plays no part; C takes a point more from A.

        A–C 1:1, the rest as it was.  The sums for t = x, y, z, 1 of A, B, C, D:
        λx = 2y + z + 2, λy = z + 2, λz = x + y + 1½, λ = ½z.  So z = 2λ, y = 2 + 2/λ, and from
        λx = 2y + z + 2: x = 2 + 6/λ + 4/λ²; λz = x + y + 1½ gives 2λ² = 5½ + 8/λ + 4/λ², that is
        4λ⁴ − 11λ² − 16λ − 8 = 0: λ = 2.2252 (98.07 − 54.47 − 35.60 − 8), t ∝ 5.504 2.899 4.450 1,
        together 13.853: .3973 .2092 .3212 .0722.
        """
        cup = WITHOUT_X_AND_L.replace("AC1", "AC½")
        (group,) = club.standings(cup).groups
        assert group.strength == pytest.approx(2.2252, abs=5e-5)
        t = [row.t for row in club.rows(cup).values()]
        assert t == pytest.approx([0.3973, 0.2092, 0.3212, 0.0722], abs=5e-5)
