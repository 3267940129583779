"""DWZ 4.8: Rh, the performance in one tournament."""

from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.dwz.editions import DWZ_1995
from projections.rulebooks.dwz.p4_08_performance import performance_1995
from tests.rulebooks.dwz_1995.club import against, rows, tournament
from tests.tables import every

OPPONENTS = st.lists(st.integers(min_value=800, max_value=2400), min_size=5, max_size=11)


class TestPerformance:
    """DWZ 4.8: what the same games would give a player without a DWZ."""

    @every("own", [800, 1500, 2400])
    def test_the_own_rating_does_not_matter(self, own):
        games, cards = against("anna", "1 ½ ½ 0 0", [1500, 1620, 1710, 1430, 1800])
        row = rows(tournament(*games), {**cards, "anna": f"{own}-10"})["anna"]
        newcomer = rows(tournament(*games), cards)["anna"]
        assert row["performance"] == newcomer["rating_after"] == newcomer["performance"]

    def test_one_draw_shows_the_opponent_s_rating(self):
        assert performance_1995([1462], 0.5, DWZ_1995) == 1462

    @every(
        ("opponents", "W", "Rh"),
        [
            ([1612, 1430], 2.0, 2198),  # everything won: 1521 + 677
            ([1500, 1612], 0.0, 879),  # nothing: 1556 - 677
            ([1612, 1620, 1800], 0.5, 1391),
            ([1500, 1612], 1.0, 1556),
        ],
    )
    def test_few_games_are_enough(self, opponents, W, Rh):
        assert performance_1995(opponents, W, DWZ_1995) == Rh

    def test_whole_steps_stop_where_the_exact_root_would_be_rounded_up(self):
        """An official evaluation of 2001: 2294, though W = We at 2294.6 (R6)."""
        opponents = [1888, 2188, 2013, 2273, 2102, 1742, 2169, 2092, 1938]
        assert performance_1995(opponents, 7.0, DWZ_1995) == 2294

    @given(OPPONENTS, st.data())
    def test_everybody_stronger_by_100_is_a_performance_higher_by_100(self, opponents, data):
        W = data.draw(st.integers(0, 2 * len(opponents))) / 2
        stronger = [rating + 100 for rating in opponents]
        assert (
            performance_1995(stronger, W, DWZ_1995)
            == performance_1995(opponents, W, DWZ_1995) + 100
        )
