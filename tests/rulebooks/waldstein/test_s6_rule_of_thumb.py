"""WALDSTEIN 6: when to stop, how to check, how to state."""

from fractions import Fraction
from itertools import islice

from projections.rulebooks.waldstein.s2_performance import operations, performance
from projections.rulebooks.waldstein.s6_rule_of_thumb import (
    column,
    control,
    decimals_needed,
    rounded,
    rule_of_thumb,
    usual_decimals,
)
from tests.tables import every


def shares(*numbers):
    return [Fraction(number) for number in numbers]


class TestRuleOfThumb:
    """WALDSTEIN 6: three times in succession the same order."""

    def test_tabelle_1_stops_at_operation_8_off_by_two_thousandths(self, club):
        """W1: the order is right, the error twice what the paper allows."""
        table = club.table(club.cup("tab1_crosstable.csv"))
        stop = rule_of_thumb(table)
        t, _ = performance(table)
        errors = [abs(float(a) - b) for a, b in zip(stop.t(), t, strict=True)]
        assert stop.operation == 8
        assert 0.0015 < max(errors) < 0.0025

    def test_an_order_that_is_the_same_from_the_beginning_stops_at_3(self, club):
        assert rule_of_thumb(club.table("AB½ AC½ AD½ BC½ BD½ CD½")).operation == 3

    def test_twice_the_same_order_is_not_enough(self, club):
        """A has two from B, B one from C, C two from A and one from B, doubled: by hand
        2 3 5, 6 5 7, 10 7 17, 14 17 27, 34 27 45, 54 45 95, 90 95 153, 190 153 275, 306 275 533,
        550 533 887.  C A B comes twice, and twice again, before it comes three times.
        """
        table = club.table("AB1 AC0 BC½")
        stop = rule_of_thumb(table)
        assert (stop.operation, stop.operations[-1]) == (10, (550, 533, 887))

    def test_a_ring_of_three_comes_round_after_three_operations(self, club):
        """W2: every operation hands the shares on to the next; equal ones stay equal."""
        (group,) = club.standings("AB1 BC1 CA1").groups
        assert (group.period, group.stopped_at) == (3, 3)

    @every("results", ["AB1 AB1 AB1 AB0", "AB½ BC½"])
    def test_a_swinging_table_never_stops_and_keeps_its_limit(self, club, results):
        """W2."""
        by_thumb = club.standings(results, t_method="rule_of_thumb")
        assert by_thumb.groups[0].stopped_at is None
        assert by_thumb.groups[0].period == 2
        assert by_thumb.players == club.standings(results).players

    def test_twenty_operations_do_not_always_suffice(self, club):
        """E7: the strongest lost to the weakest; after twenty operations t is still off."""
        table = club.table("AB1 AC1 DA1 BC½ BD1 CD1")
        s = list(islice(operations(table), 20))[-1]
        t, _ = performance(table)
        assert max(abs(a / sum(s) - b) for a, b in zip(s, t, strict=True)) > 0.0005


class TestControl:
    """WALDSTEIN 6: no span may meet another."""

    def test_spans_that_meet_are_named(self, club):
        """Tabelle 1 with C and E the wrong way round: 0.140 to 0.1432, and 0.1391 to 0.141."""
        table = club.table(club.cup("tab1_crosstable.csv"))
        check = control(table, shares("0.233", "0.249", "0.140", "0.117", "0.141", "0.120"))
        assert check.overlaps == ((2, 4),)

    def test_players_stated_level_are_exempt(self, club):
        table = club.table("AB½ AC½ BC½")
        assert control(table, shares("0.333", "0.333", "0.333")).overlaps == ()

    def test_a_match_that_comes_back_the_wrong_way_round_is_one_span_for_both(self, club):
        """Stated 0.6 : 0.4 it comes back as 0.4 : 0.6."""
        assert control(club.table("AB1 AB0"), shares("0.6", "0.4")).overlaps == ((0, 1),)

    def test_spans_that_only_touch_meet(self, club):
        """Stated 2 : 3 : 5.  A and B have 3 points from C each, 3 · 5 = 15; C has 1 from A and 6
        from B, 2 + 6 · 3 = 20: 3 : 3 : 4.  A's span ends at 0.3, where B stands.
        """
        table = club.table("AC1 AC1 AC1 AC0 " + "BC1 " * 3 + "BC0 " * 6)
        check = control(table, shares("0.2", "0.3", "0.5"))
        assert check.t_control == tuple(shares("0.3", "0.3", "0.4"))
        assert check.overlaps == ((0, 1),)


class TestDecimals:
    """WALDSTEIN 6: the more players, the more decimals."""

    @every(("n", "decimals"), [(2, 3), (12, 3), (13, 4), (120, 4), (121, 5), (1000, 5)])
    def test_by_the_number_of_players(self, n, decimals):
        """W13: the paper settles 12; the others keep a tenth of the mean share visible."""
        assert usual_decimals(n) == decimals

    def test_players_who_would_look_alike_get_more(self, club):
        """W10: a win and 2000 draws: √2002 : √2000, 0.500 : 0.500 with three decimals."""
        rows = club.rows("AB1 " + "AB½ " * 2000)
        assert [row.stated_t for row in rows.values()] == ["0.5001", "0.4999"]

    def test_six_decimals_are_the_most(self, club):
        """W10: in turn, A's share comes back to C; spans that meet with three meet with six."""
        table = club.table("AB1 BC1 CA1")
        assert decimals_needed(table, shares("0.334", "0.333", "0.333")) == 6

    def test_the_largest_remainders_go_up(self):
        """W13: 0.08459 becomes 0.084 because others lack more (section 7, F)."""
        s4 = [15844, 16340, 13340, 15146, 12304, 8338, 9472, 7786]
        assert column([Fraction(s, 98570) for s in s4], 3)[5] == Fraction("0.084")

    @every(("n", "each"), [(3, "0.333"), (6, "0.167"), (7, "0.143"), (11, "0.091"), (16, "0.063")])
    def test_equal_shares_stay_equal_and_come_as_near_to_1_as_they_can(self, n, each):
        assert set(column([Fraction(1, n)] * n, 3)) == {Fraction(each)}

    def test_halves_go_up(self):
        assert rounded(Fraction("0.125"), 2) == Fraction("0.13")
