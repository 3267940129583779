"""MGSZ 1.§: which tournaments are rated."""

from tests.tables import every


class TestScope:
    """MGSZ 1 (2), MGSZ 1 (3)."""

    @every("board", [None, 19, 13])
    def test_both_boards_are_rated_and_19_goes_without_saying(self, club, board):
        cup = club.tournament(club.game("a", "b"), board=board)
        assert club.why_not(cup, {"a": 1900, "b": 1900}) is None

    @every("board", [9, 11, 21])
    def test_other_boards_are_never_rated(self, club, board):
        """MGSZ 1 (2): not even with a multiplier of the committee."""
        cup = club.tournament(club.game("a", "b"), board=board, C=10)
        assert club.why_not(cup, {"a": 1900, "b": 1900}).startswith("MGSZ 1 (2): ")
        assert club.elos(cup, {"a": 1900, "b": 1900}) == {}

    def test_a_chess_tournament_is_not_rated(self, club):
        cup = club.tournament(club.game("a", "b"), discipline="chess", C=10)
        assert club.why_not(cup, {"a": 1900, "b": 1900}).startswith("MGSZ 1 (2): ")

    def test_pair_go_is_not_rated(self, club):
        """MGSZ 1 (3)."""
        cup = club.tournament(club.game("a", "b"), format="pairs", C=10)
        assert club.why_not(cup, {"a": 1900, "b": 1900}).startswith("MGSZ 1 (3): ")

    def test_a_team_match_of_single_boards_is_rated(self, club):
        """MGSZ 1 (3): only jointly played games are left out."""
        cup = club.tournament(club.game("a", "b"), format="team", C=10)
        assert club.elos(cup, {"a": 1900, "b": 1900}) == {"a": 1905, "b": 1895}
