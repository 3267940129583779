"""The deduction of 1 June."""

import pytest

from projections.rulebooks.lask_1970.card import UnrankedCard


def with_games(federation, number, first_number="1970-09-01"):
    """A has played ``number`` even draws in the season; the opponents play only these."""
    federation.member("A")
    federation.ranked("A", 1900, first_number)
    for game in range(number):
        opponent = f"opponent {game}"
        federation.member(opponent)
        federation.ranked(opponent, 1900, first_number)
        federation.plays("A", opponent, 0.5, "1971-02-01")
    return federation


class TestDeduction:
    """LASK Regel 6, LASK Tabell 4: the games booked from 1/9 to 31/5."""

    @pytest.mark.parametrize(
        ("games", "base"), [(0, 1873), (1, 1880), (3, 1891), (5, 1898), (6, 1900), (7, 1900)]
    )
    def test_who_plays_less_than_six_games_loses_points(self, skane, games, base):
        assert with_games(skane, games).bases("1971-06-01")["A"] == base

    def test_it_is_taken_off_after_the_period_is_closed(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 1.0, "1971-05-31")
        assert skane.bases("1971-05-31") == {"A": 1900, "B": 1900}
        assert skane.bases("1971-06-01") == {"A": 1916 - 20, "B": 1884 - 20}
        assert skane.running("1971-06-01") == {"A": 1896, "B": 1864}

    def test_a_number_dated_on_1_june_is_not_deducted_from(self, skane):
        skane.member("A", 1900)
        skane.ranked("A", 1950, "1971-06-01", kind="re-ranking")
        assert skane.bases("1971-06-01") == {"A": 1950}

    def test_the_games_of_one_season_do_not_help_in_the_next(self, skane):
        federation = with_games(skane, 6)
        assert federation.bases("1972-06-01")["A"] == 1900 - 27

    def test_a_game_on_1_september_belongs_to_the_new_season(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 0.5, "1971-09-01")
        assert skane.on("1971-09-01")["A"].season.games == 1
        assert skane.bases("1972-06-01") == {"A": 1853, "B": 1853}

    def test_a_member_ranked_in_the_middle_of_the_season_is_treated_like_others(self, skane):
        assert with_games(skane, 0, "1971-02-01").bases("1971-06-01") == {"A": 1873}

    def test_in_the_other_reading_a_newcomer_is_exempt_in_his_first_season(self, new_federation):
        federation = with_games(new_federation(inactivity_exempt_newcomers=True), 0, "1971-02-01")
        assert federation.bases("1971-06-01") == {"A": 1900}
        assert federation.bases("1972-06-01") == {"A": 1873}

    def test_who_is_ranked_on_the_first_day_of_the_season_is_no_newcomer(self, new_federation):
        federation = with_games(new_federation(inactivity_exempt_newcomers=True), 0)
        assert federation.bases("1971-06-01") == {"A": 1873}

    def test_outsiders_are_not_deducted_from(self, skane):
        skane.member("X")
        skane.ranked("X", 2000, "1970-10-01", kind="outsider")
        assert skane.bases("1971-09-01") == {"X": 2000}

    def test_a_decision_raises_the_deductions_of_one_season(self, skane):
        skane.decides("LASK Tabell 4", {"0": 40}, season=1970)
        skane.member("A", 1900)
        assert skane.bases("1971-06-01") == {"A": 1860}
        assert skane.bases("1972-06-01") == {"A": 1833}

    def test_of_two_tables_for_one_season_the_later_holds(self, skane):
        skane.decides("LASK Tabell 4", {"0": 40, "1": 30}, season=1970)
        skane.decides("LASK Tabell 4", {"1": 25}, season=1970)
        skane.member("A", 1900)
        assert skane.bases("1971-06-01") == {"A": 1873}


class TestConcentratedTournaments:
    """LASK Regel 6, LASK Regel 10: their games are booked games."""

    def six_in_a_week(self, federation, ended_on="1971-02-07"):
        federation.member("A", 1900)
        for player in range(6):
            federation.member(f"guest {player}")
        games = [
            federation.game("A", f"guest {player}", player % 2, game=str(player))
            for player in range(6)
        ]
        federation.decides("LASK Regel 10", {"mean": 1900}, tournament="week")
        federation.concentrated(*games, id="week", ended_on=ended_on)
        return federation

    def test_six_of_them_are_enough(self, skane):
        assert self.six_in_a_week(skane).bases("1971-06-01") == {"A": 1900}

    def test_in_the_other_reading_they_do_not_count(self, new_federation):
        federation = new_federation(inactivity_counts_concentrated=False)
        assert self.six_in_a_week(federation).bases("1971-06-01") == {"A": 1873}

    def test_a_summer_tournament_does_not_count(self, skane):
        federation = self.six_in_a_week(skane, ended_on="1971-06-07")
        assert federation.on("1971-08-31")["A"].season.games == 0


class TestPendingGames:
    """LASK Tabell 4: "spelade partier", those that wait for a number among them or not (L28)."""

    def season(self, federation):
        """A: 3 games with ranked B, 2 with unranked X, a walkover, and one too early."""
        for player in ("A", "B", "X"):
            federation.member(player)
        for player in ("A", "B"):
            federation.ranked(player, 1900, "1970-09-01")
        for opponent in ("B", "B", "B", "X", "X"):
            federation.plays("A", opponent, 0.5, "1971-02-01")
        federation.plays("A", "X", 1.0, "1971-02-01", played=False, reason="forfeit")
        federation.plays("A", "X", 0.5, "1970-08-31")
        federation.ranked("X", 1900, "1971-03-01")
        return federation

    def test_only_booked_games_count(self, skane):
        """A and B 3 games each, 9 points; X none, 27."""
        bases = self.season(skane).bases("1971-06-01")
        assert bases == {"A": 1891, "B": 1891, "X": 1873}

    def test_in_the_other_reading_played_games_count_for_both(self, new_federation):
        """A 5 games, 2 points; B 3, 9 points; X, ranked after his 2 games, 14."""
        federation = self.season(new_federation(inactivity_counts_pending=True))
        assert federation.bases("1971-06-01") == {"A": 1898, "B": 1891, "X": 1886}
        assert federation.bases("1972-06-01") == {"A": 1871, "B": 1864, "X": 1859}

    def test_nor_is_anything_kept_of_an_outsider_or_of_the_summer(self, new_federation):
        federation = self.season(new_federation(inactivity_counts_pending=True))
        federation.ranked("X", 1900, "1970-09-01", kind="outsider")
        federation.member("Y")
        federation.plays("X", "Y", 0.5, "1971-02-01")
        federation.plays("A", "Y", 0.5, "1971-06-01")
        on_last_day = federation.on("1971-08-31")
        assert [on_last_day[player].season.games for player in "AX"] == [5, 0]
        federation.replay("1971-09-01")
        assert federation.cards["Y"] == UnrankedCard()

    @pytest.mark.parametrize(("concentrated", "base"), [(True, 1900), (False, 1873)])
    def test_a_concentrated_tournament_without_a_mean_counts_as_others_do(
        self, new_federation, concentrated, base
    ):
        readings = {"inactivity_counts_concentrated": concentrated}
        federation = new_federation(inactivity_counts_pending=True, **readings)
        federation.member("A", 1900)
        for player in "123456":
            federation.member(player)
        games = [federation.game("A", player, 0.5, game=player) for player in "123456"]
        federation.concentrated(*games, ended_on="1971-02-07")
        assert federation.bases("1971-06-01") == {"A": base}
