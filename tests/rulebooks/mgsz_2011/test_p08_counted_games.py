"""MGSZ 8.§ (1): which games give game points."""

from projections.rulebooks.tournament import Entrant
from tests.tables import every

EVEN = {"a": 1947, "b": 1865}


class TestGamesNotPlayed:
    """MGSZ 8 (1), MGSZ 8 (1) a, MGSZ 8 (1) b, MGSZ 8 (1) c."""

    @every(
        ("reason", "paragraph"),
        [
            ("forfeit", "MGSZ 8 (1) a"),
            ("referee", "MGSZ 8 (1) b"),
            ("double-loss", "MGSZ 8 (1) b"),
            ("annulled", "MGSZ 8 (1) b"),
            ("bye", "MGSZ 8 (1) c"),
            (None, "MGSZ 8 (1)"),
        ],
    )
    def test_a_game_not_played_gives_no_points(self, club, reason, paragraph):
        cup = club.tournament(club.game("a", "b", played=False, reason=reason))
        assert club.left_out(cup, EVEN) == {"1": paragraph}
        assert club.elos(cup, EVEN) == {}

    def test_a_bye_has_no_opponent(self, club):
        cup = club.tournament(club.game("a", None))
        assert club.left_out(cup, EVEN) == {"1": "MGSZ 8 (1) c"}

    def test_a_player_who_meets_himself_after_a_merger_has_not_played(self, club):
        """MGSZ 8 (2), reading M34."""
        cup = club.tournament(club.game("a", "a"))
        assert club.left_out(cup, EVEN) == {"1": "MGSZ 8 (2)"}
        assert club.elos(cup, EVEN) == {}

    @every("result", ["1-1", "0-0", "½-0", "0-½"])
    def test_a_result_without_winner_and_loser_is_the_referees(self, club, result):
        """MGSZ 8 (1) b, reading M22."""
        cup = club.tournament(club.game("a", "b", result))
        assert club.left_out(cup, EVEN) == {"1": "MGSZ 8 (1) b"}
        assert club.elos(cup, EVEN) == {}


class TestJigo:
    """MGSZ 8 (2), reading M15: a drawn game."""

    def test_a_jigo_is_the_mean_of_a_win_and_a_loss(self, club):
        """82 apart: 0.31 − 0.5 = −0.19, times 15 is −2.85."""
        cup = club.tournament(club.game("a", "b", "½-½"))
        assert club.elos(cup, EVEN) == {"a": 1944, "b": 1868}

    def test_a_jigo_may_be_left_out(self, club):
        cup = club.tournament(club.game("a", "b", "½-½"))
        assert club.left_out(cup, EVEN, draw="excluded") == {"1": "MGSZ 8 (2)"}


class TestResultsForOneSide:
    """MGSZ 8 (1): a result may count for one side only."""

    @every(("side", "changed"), [("white", {"a"}), ("black", {"b"})])
    def test_it_changes_only_that_side(self, club, side, changed):
        cup = club.tournament(club.game("a", "b", rated_for=side))
        both = club.elos(club.tournament(club.game("a", "b")), EVEN)
        assert club.elos(cup, EVEN) == {player: both[player] for player in changed}
        assert club.left_out(cup, EVEN) == {}

    def test_for_neither_side_it_is_a_dispute_settled(self, club):
        """MGSZ 10 (1), reading M31."""
        cup = club.tournament(club.game("a", "b", rated_for="none"))
        assert club.left_out(cup, EVEN) == {"1": "MGSZ 10 (1)"}

    def test_for_a_guest_alone_it_changes_nothing(self, club):
        """MGSZ 6 (1) step 2, reading M28."""
        guest = (Entrant(player="g", entry_grade="1k"),)
        cup = club.tournament(club.game("a", "g", rated_for="black"), entrants=guest)
        assert club.left_out(cup, EVEN) == {"1": "MGSZ 6 (1) step 2"}
