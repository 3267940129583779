"""MGSZ 6.§ (1), step 2: the starting Elo of everybody."""

from projections.rulebooks.mgsz_2011.p06_tournament import guest_value
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.tournament import Entrant
from tests.tables import every


def guest(grade, **facts):
    return Entrant(player="g", entry_grade=grade, **facts)


class TestGuests:
    """MGSZ 6 (1) step 2: a guest has the lower limit of his entry grade."""

    def test_a_guest_counts_for_his_opponent_and_is_not_kept(self, club):
        """2100 loses to 2130 and beats 1500: 15 × −0.43 = −6.45."""
        games = [club.game("a", "g", "0-1"), club.game("n", "a", "0-1")]
        cup = club.tournament(*games, entrants=(guest("3d", status="guest"),))
        after = club.evaluate(cup, {"a": 2100, "n": 1500})
        assert {player: card.elo for player, card in after.cards.items()} == {"a": 2094, "n": 1500}
        assert after.cards["n"].grade == "11k"
        assert [row["player"] for row in after.report().rows] == ["a", "n"]

    @every(("grade", "Elo"), [("35k", 1000), ("1k", 1920), ("7d", 2700)])
    def test_the_value_of_a_grade_is_its_limit(self, grade, Elo):
        assert guest_value(guest(grade), Readings()) == Elo

    @every("grade", ["8d", "9d"])
    def test_beyond_the_table_the_top_row_counts_or_the_committee_decides(self, grade):
        """Reading M13."""
        assert guest_value(guest(grade), Readings()) == 2700
        assert "committee" in guest_value(guest(grade), Readings(beyond_table="committee")).lower()

    def test_an_entry_grade_alone_makes_a_guest(self, club):
        """Reading M24: no status needs to be stated."""
        cup = club.tournament(club.game("a", "g", "0-1"), entrants=(guest("3d"),))
        assert club.elos(cup, {"a": 2100}) == {"a": 2094}

    def test_whoever_has_a_card_starts_from_it(self, club):
        cup = club.tournament(club.game("a", "g", "0-1"), entrants=(guest("9k", status="guest"),))
        assert club.elos(cup, {"a": 2100, "g": 2130}) == {"a": 2094, "g": 2136}

    def test_a_game_between_two_guests_changes_nothing(self, club):
        entrants = (guest("3d"), Entrant(player="h", entry_grade="2d"))
        cup = club.tournament(club.game("g", "h"), club.game("a", "g"), entrants=entrants)
        assert club.left_out(cup, {"a": 2100}) == {"1": "MGSZ 6 (1) step 2"}


class TestPlayersWithoutElo:
    """MGSZ 6 (1) step 2: without a starting Elo a game cannot be counted."""

    @every(
        "entrants",
        [
            (),
            (Entrant(player="g"),),
            (guest("40k"),),
            (guest("1600"),),
            (guest("9k", status="newcomer"),),
        ],
    )
    def test_a_game_against_somebody_without_elo_is_left_out_visibly(self, club, entrants):
        games = [club.game("a", "g"), club.game("a", "b")]
        cup = club.tournament(*games, entrants=entrants)
        assert club.left_out(cup, {"a": 1900, "b": 1900}) == {"1": "MGSZ 6 (1) step 2"}
        assert club.elos(cup, {"a": 1900, "b": 1900}) == {"a": 1908, "b": 1893}

    @every("pair", [("a", "x"), ("x", "a")])
    def test_whatever_colour_he_had_the_one_without_elo_is_named(self, club, pair):
        (left_out,) = (
            club.evaluate(club.tournament(club.game(*pair)), {"a": 1900}).report().games_not_rated
        )
        assert left_out.reason.startswith("MGSZ 6 (1) step 2: x is not in the register")

    def test_the_reason_names_the_player_and_what_is_missing(self, club):
        cup = club.tournament(club.game("a", "g"), entrants=(guest("9k", status="newcomer"),))
        (left_out,) = club.evaluate(cup, {"a": 1900}).report().games_not_rated
        assert left_out.reason.startswith("MGSZ 6 (1) step 2: g is a newcomer")

    def test_a_tournament_that_changes_nobody_is_rated_all_the_same(self, club):
        cup = club.tournament(club.game("g", "h"))
        report = club.evaluate(cup, {}).report()
        assert (report.excluded, report.rows) == (None, ())
