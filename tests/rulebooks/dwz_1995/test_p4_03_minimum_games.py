"""DWZ 4.3: how many ratable games an evaluation needs."""

from tests.rulebooks.dwz_1995.club import against, residual, rows, tournament, waiting
from tests.tables import every


class TestPlayersWithADwz:
    """DWZ 4.3.1: one opponent with a DWZ, from before or from the same tournament."""

    def test_a_single_game_against_a_rated_opponent_is_evaluated(self):
        row = rows(tournament("anna 1 bert"), {"anna": "1500-10", "bert": "1500-10"})["anna"]
        assert (row["status"], row["games"], row["index_after"]) == ("rated", 1, 11)

    def test_a_single_game_against_somebody_who_gets_his_first_dwz_is_evaluated(self):
        games, cards = against("new", "½ ½ ½ ½ ½", [1500] * 5)
        found = rows(tournament(*games, "new 0 late"), {**cards, "late": "1500-10"})
        assert found["new"]["rating_after"] < 1500
        assert (found["late"]["status"], found["late"]["games"]) == ("rated", 1)

    def test_without_an_opponent_who_has_or_obtains_one_rating_and_index_stay(self):
        row = rows(tournament("anna 1 new"), {"anna": "1500-10"})["anna"]
        assert (row["status"], row["games"]) == ("none", 0)
        assert (row["rating_after"], row["index_after"]) == (1500, 10)


class TestPlayersWithoutADwz:
    """DWZ 4.3.2: five games, residual games included."""

    @every(
        ("played", "kept", "status"),
        [
            (5, 0, "first"),
            (4, 0, "residual"),
            (4, 1, "first"),
            (1, 4, "first"),
            (1, 3, "residual"),
        ],
    )
    def test_five_games_are_needed_residual_games_included(self, played, kept, status):
        games, cards = against("new", "½ " * played, [1500] * played)
        before = waiting(*(residual(1400 + n, 0.5) for n in range(kept)))
        assert rows(tournament(*games), {**cards, "new": before})["new"]["status"] == status

    def test_five_games_against_one_opponent_count_as_five(self):
        games = ["new ½ anna"] * 5
        row = rows(tournament(*games), {"anna": "1500-10"})["new"]
        assert (row["status"], row["rating_after"]) == ("first", 1500)
