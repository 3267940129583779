"""The day a game belongs to, and the occasions of a tournament."""

from datetime import date

from projections.rulebooks.occasion import GamesPlayed, TournamentEnded


class TestTheDayOfAGame:
    """LASK Rankingregel 3: an adjourned game belongs to the day on which it was finished."""

    def test_a_league_gives_work_on_each_of_its_days_whenever_it_ends(self, skane):
        games = (
            skane.game("A", "B", 1.0, "1970-09-20", game="1"),
            skane.game("C", "D", 1.0, "1970-09-13", game="2"),
            skane.game("C", "A", 1.0, "1970-09-13", game="3", finished_on=date(1970, 9, 20)),
            skane.game("B", "D", 1.0, None, game="4"),
        )
        league = skane.tournament(*games, ended_on="1970-12-01")
        days = [
            (occasion.day.isoformat(), [game.game for game in occasion.games])
            for occasion in skane.rulebook.occasions(league)
        ]
        assert days == [
            ("1970-09-13", ["2"]),
            ("1970-09-20", ["1", "3"]),
            ("1970-12-01", ["4"]),
        ]

    def test_games_of_one_league_fall_into_two_periods(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        league = skane.tournament(
            skane.game("A", "B", 1.0, "1970-10-31", game="1"),
            skane.game("B", "A", 0.0, "1970-11-01", game="2"),
            ended_on="1970-11-01",
        )
        assert skane.running("1970-11-01") == {"A": 1916 + 15, "B": 1884 - 15}
        rows = {row["player"]: row for row in skane.report(league).rows}
        assert rows["A"]["base"] is None
        assert [game["base"] for game in rows["A"]["games_used"]] == [1900, 1916]


class TestAConcentratedTournament:
    """LASK Regel 10: it is booked as a whole, at its end; in the other reading at its start."""

    def whole(self, federation):
        federation.member("A", 1900)
        federation.member("B", 1900)
        game = federation.game("A", "B", 1.0, "1970-10-31")
        return federation.concentrated(
            game, starts_on=date(1970, 10, 31), ended_on="1970-11-02", class_="I"
        )

    def test_it_belongs_to_the_period_in_which_it_ended(self, skane):
        tournament = self.whole(skane)
        occasion = TournamentEnded(day=date(1970, 11, 2), tournament=tournament)
        assert list(skane.rulebook.occasions(tournament)) == [occasion]
        assert skane.bases("1970-11-02") == {"A": 1900, "B": 1900}
        assert skane.bases("1971-01-01") == {"A": 1916, "B": 1884}

    def test_it_may_be_read_as_belonging_to_the_period_in_which_it_began(self, new_federation):
        federation = new_federation(concentrated_date="start")
        tournament = self.whole(federation)
        (occasion,) = federation.rulebook.occasions(tournament)
        assert occasion.day == date(1970, 10, 31)
        assert federation.bases("1970-11-01") == {"A": 1916, "B": 1884}

    def test_without_a_first_day_the_last_one_counts_in_either_reading(self, new_federation):
        federation = new_federation(concentrated_date="start")
        tournament = federation.concentrated(federation.game("A", "B", 1.0), ended_on="1970-11-02")
        (occasion,) = federation.rulebook.occasions(tournament)
        assert occasion.day == date(1970, 11, 2)

    def test_the_games_of_any_other_tournament_come_day_by_day(self, skane):
        open_tournament = skane.tournament(
            skane.game("A", "B", 1.0, "1970-10-31"), ended_on="1970-11-02", format="swiss"
        )
        (occasion,) = skane.rulebook.occasions(open_tournament)
        assert isinstance(occasion, GamesPlayed)
