"""WALDSTEIN 2: the Turnierleistung t and the operations that lead to it."""

from decimal import Decimal
from fractions import Fraction
from itertools import islice
from math import cos, fsum, pi, sin

import pytest

from projections.rulebooks.waldstein.perron import limit
from projections.rulebooks.waldstein.s2_performance import operation, operations, performance
from projections.rulebooks.waldstein.s6_rule_of_thumb import column
from tests.tables import every


class TestOperations:
    """WALDSTEIN 2: every point times the opponent's number of the operation before."""

    def test_the_first_operation_is_gelbfuss(self, club):
        cup = club.cup("tab1_crosstable.csv")
        doubled_twice = next(operations(club.table(cup)))
        gelbfuss = club.rows(cup, "gelbfuss").values()
        assert [Fraction(s, 4) for s in doubled_twice] == [row.value for row in gelbfuss]

    def test_the_shares_of_tabelle_1_stand_still_from_operation_12_on(self, club):
        found = [
            column([Fraction(s, sum(numbers)) for s in numbers], 3)
            for numbers in islice(operations(club.table(club.cup("tab1_crosstable.csv"))), 40)
        ]
        settled = found[-1]
        assert found[11:] == [settled] * len(found[11:])
        assert found[10] != settled

    def test_any_start_leads_to_the_same_shares(self, club):
        """WALDSTEIN 6: the points play no part, only the results do."""
        table = club.table(club.cup("tab1_crosstable.csv"))
        s = (1, 1000, 1, 7, 1, 50)
        for _ in range(120):
            s = operation(table.points, s)
        t, _ = performance(table)
        assert [number / sum(s) for number in s] == pytest.approx(t, abs=1e-12)

    def test_a_match_swings_for_ever(self, club):
        """3 : 1 — equal after every odd operation, 3 : 1 after every even one."""
        table = club.table("AB1 AB1 AB1 AB0")
        for number, (a, b) in enumerate(islice(operations(table), 40), start=1):
            assert a == (b if number % 2 else 3 * b)


class TestLimit:
    """WALDSTEIN 2: the strengths come out as they were put in."""

    @every(
        ("cup", "strength", "t"),
        [
            (
                "tab1_crosstable.csv",
                2.218051,
                [0.233396, 0.248921, 0.142292, 0.116652, 0.139177, 0.119562],
            ),
            (
                "tab6_swiss.csv",
                1.436897,
                [0.199470, 0.167689, 0.187740, 0.204148, 0.098877, 0.142076],
            ),
            (
                "tab8_paris_1966.csv",
                3.249225,
                [
                    0.160264, 0.166055, 0.135596, 0.152949,
                    0.124841, 0.084613, 0.096379, 0.079304,
                ],
            ),
        ],
    )  # fmt: skip
    def test_the_tables_of_the_paper(self, club, cup, strength, t):
        """To six decimals, from an independent computation."""
        table = club.table(club.cup(cup))
        found, factor = performance(table)
        assert found == pytest.approx(t, abs=5e-7)
        assert factor == pytest.approx(strength, abs=5e-7)

    def test_a_match_is_the_square_root_of_its_result_to_the_last_bit(self, club):
        """2 : 1 gives √2 : 1, so t = 2 − √2 and √2 − 1, and λ = √2."""
        root = Decimal(2).sqrt()
        t, factor = performance(club.table("AB1 AB1 AB0"))
        assert t == (float(2 - root), float(root - 1))
        assert factor == float(root)

    def test_a_hundred_players_of_two_kinds_to_the_last_bit(self):
        """Forty strong, sixty weak; like with like one draw, strong with weak a win and a draw.

        λ a = ½·39 a + 1½·60 b and λ b = ½·40 a + ½·59 b: a quadratic equation for λ.
        """
        strong, weak = 40, 60
        own, above, below = 1, 3, 1
        rows = [
            {
                j: own if (i < strong) == (j < strong) else above if i < strong else below
                for j in range(strong + weak)
                if j != i
            }
            for i in range(strong + weak)
        ]
        t, doubled = limit(rows)
        among_strong, among_weak = Decimal(strong - 1), Decimal(weak - 1)
        half = (among_strong + among_weak) / 2
        factor = (
            half + (((among_strong - among_weak) / 2) ** 2 + above * weak * below * strong).sqrt()
        )
        ratio = above * weak / (factor - among_strong)
        b = 1 / (strong * ratio + weak)
        assert t == (float(ratio * b),) * strong + (float(b),) * weak
        assert doubled == float(factor)

    def test_a_long_chain_of_draws(self):
        """Chain of n draws: t_i = sin(iπ/(n+1)) over their sum, λ = cos(π/(n+1))."""
        n = 120
        rows = [{j: 1 for j in (i - 1, i + 1) if 0 <= j < n} for i in range(n)]
        t, doubled = limit(rows)
        wave = [sin((i + 1) * pi / (n + 1)) for i in range(n)]
        assert t == pytest.approx([height / fsum(wave) for height in wave], rel=1e-12)
        assert doubled / 2 == pytest.approx(cos(pi / (n + 1)), rel=1e-14)

    def test_the_weakest_link_of_a_long_chain_is_small_but_positive(self):
        """Forty who drew all, and a hundred of whom each beat only the one before him."""
        drawn, chain = 40, 100
        rows = [{j: 1 for j in range(drawn) if j != i} for i in range(drawn)]
        rows += [{drawn + i - 1: 2} for i in range(chain)]
        rows[0][drawn + chain - 1] = 2
        t, _ = limit(rows)
        assert min(t) > 0
        assert sum(t) == pytest.approx(1, abs=1e-12)

    def test_a_table_that_is_no_group_is_refused(self):
        """Two cycles, one above the other: λ is a double root, and nothing settles."""
        rows = [{1: 2, 3: 2}, {2: 2}, {0: 2}, {4: 2}, {5: 2}, {3: 2}]
        with pytest.raises(ArithmeticError):
            limit(rows)
