"""WALDSTEIN 1, W3: levels of those who stand equal, and the places they share."""

from projections.rulebooks.waldstein.crosstable import near_levels


class TestNearLevels:
    """WALDSTEIN 2: shares that differ by rounding alone stand level."""

    def test_near_is_a_part_of_the_largest_number(self):
        """A thousandth of 1000 is 1, and a half is less; of 1 it would be more."""
        assert near_levels([0, 1, 2], {0: 1000, 1: 1, 2: 0.5}, 0.001) == [[0], [1, 2]]

    def test_on_a_level_they_stand_in_their_order(self):
        assert near_levels([2, 0, 1], {0: 1, 1: 1, 2: 1}, 0) == [[0, 1, 2]]
