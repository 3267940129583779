"""MGSZ 8.§ (2): the game point of a game."""

from statistics import NormalDist

from projections.rulebooks.mgsz_2011.p08_game_points import Pairing, chance, game_point
from projections.rulebooks.mgsz_2011.readings import Readings
from tests.tables import every

READINGS = Readings()


def seen(Ep, opponent_Ep, score, stones=0, readings=READINGS):
    return game_point(Pairing("1", "other", stones, score), Ep, opponent_Ep, readings)


class TestHandicap:
    """MGSZ 8 (2) step 1: the receiver's Elo grows, stone by stone."""

    @every(("score", "Jp"), [(1, 115), (0, -115)])
    def test_a_weaker_player_with_too_many_stones_becomes_the_stronger_one(self, score, Jp):
        """1935 with three stones is 2145, 195 above 1950: the roles are swapped."""
        if score:
            assert seen(1935, 1950, 1, stones=3).Jp == Jp
        else:
            assert seen(1950, 1935, 0, stones=-3).Jp == Jp

    def test_the_stronger_who_wins_all_the_same_gains_most_of_a_point(self):
        won = seen(1950, 1935, 1, stones=-3)
        assert (won.difference, won.chance, won.Jp) == (-195, 115, 885)

    def test_the_opponents_elo_is_told_uncorrected(self):
        assert seen(1950, 1935, 1, stones=-3).opponent_Ep == 1935

    def test_a_stronger_player_who_receives_stones_is_corrected(self):
        """Reading M14: 1950 with a stone is 2010, 75 above 1935."""
        won = seen(1950, 1935, 1, stones=1)
        assert (won.difference, won.Jp) == (75, 320)

    def test_by_the_letter_it_is_the_lower_elo_that_is_corrected(self):
        """Reading M14: 1935 with a stone is 1995, 45 above 1950."""
        literal = Readings(handicap_correction="lower")
        assert seen(1950, 1935, 1, stones=1, readings=literal).difference == -45
        assert seen(1935, 1950, 1, stones=-1, readings=literal).difference == 45

    @every("how", ["receiver", "lower"])
    def test_of_two_equals_the_receiver_is_corrected(self, how):
        reading = Readings(handicap_correction=how)
        assert seen(1950, 1950, 1, stones=1, readings=reading).difference == 60
        assert seen(1950, 1950, 1, stones=-1, readings=reading).difference == -60

    def test_the_open_bands_have_the_width_that_is_read(self):
        wide = Readings(top_band_width=250, bottom_band_width=20)
        assert seen(2700, 2700, 1, stones=2, readings=wide).difference == 500
        assert seen(960, 960, 1, stones=2, readings=wide).difference == 40


class TestGamePoint:
    """MGSZ 8 (2) step 2, MGSZ 8 (2): the chance, or its complement."""

    @every("difference", [0, 1, 2])
    def test_between_equals_a_game_is_worth_half_a_point(self, difference):
        assert seen(1900 + difference, 1900, 1).Jp == 500
        assert seen(1900, 1900 + difference, 1).Jp == 500

    def test_beating_somebody_348_below_is_worth_nothing_and_losing_to_him_a_whole_point(self):
        assert seen(2000, 1652, 1).Jp == 0
        assert seen(2000, 1652, 0).Jp == -1000

    @every(("Ep", "other", "Jp"), [(1947, 1865, -190), (1865, 1947, 190)])
    def test_a_jigo_costs_the_stronger_player(self, Ep, other, Jp):
        """Reading M15."""
        assert seen(Ep, other, 0.5).Jp == Jp


class TestTable4:
    """MGSZ table 4."""

    def test_the_chances_fall_from_one_half_to_nothing(self):
        chances = [chance(difference) for difference in range(400)]
        assert chances == sorted(chances, reverse=True)
        assert (chances[0], chances[-1]) == (500, 0)
        assert all(value % 5 == 0 for value in chances)

    def test_up_to_137_the_bands_are_the_normal_distribution_to_two_decimals(self):
        """1 − Φ(Δp/160) at the middle of a band, five points wide."""
        for middle in range(5, 136, 5):
            curve = 1 - NormalDist(sigma=160).cdf(middle)
            printed = {chance(difference) for difference in range(middle - 2, middle + 3)}
            assert printed == {10 * round(100 * curve)}

    def test_beyond_137_the_printed_values_leave_the_curve_by_little(self):
        off = [
            abs(chance(difference) / 1000 - (1 - NormalDist(sigma=160).cdf(difference)))
            for difference in range(138, 400)
        ]
        assert max(off) < 0.018
