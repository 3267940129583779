"""The helper for the committee that sets a first number."""

import pytest

from projections.rulebooks.lask_1970.metod_1_initial import initial_rating


class TestTheReadings:
    """LASK Metod 1, LASK Tabell 2: how the share is rounded, and the doubtful value at .96."""

    def test_the_rulebook_uses_its_own(self, new_federation):
        rulebook = new_federation(initial_p_rounding="half_up", table2_096=504).rulebook
        assert rulebook.initial_rating(4.0, 9, 1950) == 1907
        assert rulebook.initial_rating(24.0, 25, 1950) == 1950 + 504
        assert rulebook.initial_rating(1.0, 25, 1950) == 1950 - 504

    @pytest.mark.parametrize(("points", "expected"), [(24.0, 2451), (1.0, 1449), (4.5, 1688)])
    def test_and_by_default_the_print(self, skane, points, expected):
        # 0.96 and 0.04 have 501; 4.5 of 25 are exactly 0.18, with 262.
        assert skane.rulebook.initial_rating(points, 25, 1950) == expected
        assert initial_rating(points, 25, 1950) == expected

    def test_a_share_just_above_a_hundredth_goes_to_the_next(self, skane):
        # 0.5 of 199 is a quarter of a hundredth: P = 0.01.
        assert skane.rulebook.initial_rating(0.5, 199, 1950) == 1950 - 677
