"""MGSZ 7.§: the new Elo, rounded once."""

from projections.rulebooks.mgsz_2011.p07_new_elo import new_elo, rounded
from projections.rulebooks.mgsz_2011.readings import Readings
from tests.tables import every


class TestNewElo:
    """MGSZ 7: Ep + [C · ΣJp + 0.5]."""

    def test_the_elo_may_fall_below_zero(self):
        assert new_elo(3, 5, -1000, Readings()) == -2

    @every(
        ("thousandths", "floor", "half_away", "trunc"),
        [
            (2500, 3, 3, 3),
            (2499, 2, 2, 2),
            (0, 0, 0, 0),
            (-499, 0, 0, 0),
            (-500, 0, -1, 0),
            (-501, -1, -1, 0),
            (-1500, -1, -2, -1),
            (-2500, -2, -3, -2),
            (-10350, -10, -10, -9),
            (-10501, -11, -11, -10),
            (-5495, -5, -5, -4),
        ],
    )
    def test_the_three_readings_of_the_brackets(self, thousandths, floor, half_away, trunc):
        """Reading M10."""
        read = [
            rounded(thousandths, Readings(rounding=how)) for how in ("floor", "half_away", "trunc")
        ]
        assert read == [floor, half_away, trunc]

    def test_two_equals_may_win_more_than_they_lose(self, club):
        """MGSZ 7: +2.5 and −2.5 become +3 and −2."""
        cup = club.tournament(club.game("a", "b"), C=5)
        assert club.elos(cup, {"a": 1500, "b": 1500}) == {"a": 1503, "b": 1498}

    def test_a_tournament_is_rounded_once_and_not_game_by_game(self, club):
        """MGSZ 7: two losses of 2.5 points are 5, not 2 + 2."""
        cup = club.tournament(club.game("a", "b"), club.game("a", "c"), C=5)
        elos = club.elos(cup, {"a": 1500, "b": 1500, "c": 1500})
        assert elos == {"a": 1505, "b": 1498, "c": 1498}
