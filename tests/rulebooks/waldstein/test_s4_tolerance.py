"""WALDSTEIN 4: Buchholz' tolerance in favour of the order of points."""

from fractions import Fraction

from projections.rulebooks.waldstein.s2_performance import buchholz_levels
from tests.tables import every

TENTH = Fraction(1, 10)


def levels(*numbers, tolerance=TENTH):
    """Players given as (b, p)."""
    b, p = zip(*numbers, strict=True)
    return buchholz_levels([Fraction(x) for x in b], [Fraction(x) for x in p], tolerance)


class TestTolerance:
    """WALDSTEIN 4: a lead of ten per cent does not overturn the points."""

    @every(("ahead", "order"), [(11, [[1], [0]]), (Fraction(1101, 100), [[0], [1]])])
    def test_a_lead_of_exactly_the_tolerance_is_too_little(self, ahead, order):
        assert levels((ahead, 2), (10, 3)) == order

    def test_who_has_more_points_and_more_of_the_number_stays_ahead(self):
        assert levels((11, 3), (10, 2)) == [[0], [1]]

    def test_a_player_passes_several_who_have_fewer_points(self):
        """12 and 11½ have 2 points, 11 has 3: he passes both, and they keep their order."""
        assert levels((12, 2), (Fraction("11.5"), 2), (11, 3)) == [[2], [0], [1]]

    def test_nobody_is_passed_beyond_a_neighbour_who_is_too_far_ahead(self):
        assert levels((20, 1), (11, 2), (10, 3)) == [[0], [2], [1]]

    def test_equal_numbers_with_equal_points_share_a_place_and_with_unequal_ones_do_not(self):
        assert levels((10, 2), (10, 2), (10, 3)) == [[2], [0, 1]]

    def test_switched_off_equal_numbers_share_a_place_whatever_the_points(self, club):
        """A and B of AB1 AB½ have 1½ and ½ points, and 0.75 each."""
        assert club.places("AB1 AB½", "buchholz") == [(1, 2), (1, 2)]
        assert club.places("AB1 AB½", "buchholz", buchholz_tolerance=0.1) == [(1, 1), (2, 2)]

    def test_the_tolerance_also_holds_where_buchholz_decides_the_places_of_t(self, club):
        cup = club.cup("tab6_swiss.csv")
        places = club.places(cup, ranking_by="buchholz_original", buchholz_tolerance=0.1)
        assert places == [(1, 1), (3, 3), (2, 2), (4, 4), (5, 5), (6, 6)]
