"""INGO C I and B I 4: the first numbers and all later ones."""

from projections.rulebooks.ingo_1960.c_special_cases import (
    first_number,
    later_number,
    second_number,
    third_number,
)
from tests.tables import every


class TestHalves:
    """INGO C I, B I 4, R2: an exact half goes up, to the weaker number."""

    @every(
        ("F", "H", "number"),
        [(140, 131, 136), (131, 140, 136), (-1, -2, -1), (0, -3, -1)],
    )
    def test_the_second_number_is_the_mean(self, F, H, number):
        """INGO C I."""
        assert second_number(F, H, 0) == number

    def test_the_one_half_of_the_source(self):
        """INGO B I 4: Gehl of B II, (3·170 + 160)/4 = 167.5, printed 168."""
        assert later_number(170, 160, 0) == 168


class TestDecimals:
    """INGO C I, R3: numbers with decimals, where the federation keeps them."""

    def test_a_first_number_is_the_performance_in_the_places_of_numbers(self):
        """INGO C I."""
        assert first_number(136.45, 1) == 136.5
        assert first_number(136.5, 0) == 137
        assert first_number(136, 2) == 136

    def test_later_numbers_keep_their_decimals(self):
        """INGO C I and B I 4: (2·140.5 + 131)/3 = 137.33, (3·140.5 + 131)/4 = 138.125."""
        assert third_number(140.5, 131, 1) == 137.3
        assert later_number(140.5, 131, 1) == 138.1
        assert later_number(140.5, 131, 2) == 138.13
        assert later_number(140.5, 131, 3) == 138.125
