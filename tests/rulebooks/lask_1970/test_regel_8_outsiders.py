"""Players of other federations, and players whose number is still missing."""

import pytest


@pytest.fixture
def match(skane):
    """A of Lund against X of Kalmar, whom the committee ranked on 1 October."""
    skane.member("A", 1900, club="Lund")
    skane.member("X", club="Kalmar")
    skane.ranked("X", 1900, "1970-10-01", kind="outsider")
    return skane


class TestOutsiders:
    """LASK Regel 8: the CRK ranks them; nothing is booked for them."""

    def test_an_outsider_has_no_running_number(self, match):
        card = match.on("1970-10-01")["X"]
        standing = match.rulebook.standing(card, None)
        assert standing.card == {"rating": 1900, "running": None}
        assert standing.status == "valid"

    def test_his_number_stands_still_until_the_committee_sets_another(self, match):
        match.plays("A", "X", 0.0, "1970-10-04")
        match.ranked("X", 1950, "1971-03-15", kind="outsider")
        match.plays("A", "X", 0.5, "1971-03-20")
        assert match.bases("1971-03-14") == {"A": 1884, "X": 1900}
        assert match.running("1971-03-20") == {"A": 1884 + 3, "X": 1950}

    def test_the_numbers_may_come_after_the_game_if_they_are_dated_before_it(self, match):
        match.plays("A", "X", 1.0, "1970-10-01")
        assert match.running("1970-10-01")["A"] == 1916

    def test_he_has_no_row_in_the_report(self, match):
        game = match.game("A", "X", 1.0, "1970-10-04")
        report = match.report(match.tournament(game, ended_on="1970-10-04"))
        assert [row["player"] for row in report.rows] == ["A"]

    def test_a_game_of_two_outsiders_is_booked_for_nobody(self, match):
        match.member("Y")
        match.ranked("Y", 1800, "1970-10-01", kind="outsider")
        game = match.game("X", "Y", 1.0, "1970-10-04")
        report = match.report(match.tournament(game, ended_on="1970-10-04"))
        assert [left.reason for left in report.games_not_rated] == [
            "LASK Regel 8: it counts for outsiders only, whose numbers are not booked"
        ]

    def test_a_game_that_counts_for_the_outsider_only_is_booked_for_nobody(self, match):
        match.plays("A", "X", 1.0, "1970-10-04", rated_for="black")
        assert match.running("1970-10-04") == {"A": 1900, "X": 1900}

    def test_an_outsider_who_is_given_a_members_number_is_booked_from_then_on(self, match):
        match.ranked("X", 1910, "1971-02-01")
        match.plays("A", "X", 0.0, "1971-02-02")
        card = match.on("1971-02-02")["X"]
        assert (card.running, card.outsider) == (1926, False)
        assert (card.original, card.original_on.isoformat()) == (1910, "1971-02-01")

    def test_a_member_set_as_outsider_is_booked_no_longer(self, match):
        match.ranked("A", 1905, "1971-02-01", kind="outsider")
        match.plays("A", "X", 1.0, "1971-02-02")
        assert match.bases("1971-09-01")["A"] == 1905

    def test_his_earlier_games_still_count_for_his_club(self, match):
        match.plays("A", "X", 1.0, "1970-10-02")
        match.ranked("A", 1905, "1971-02-01", kind="outsider")
        (record,) = match.on("1971-06-01")["A"].season.interclub
        assert (record.club, record.N, record.S) == ("Lund", 1, 16)
        assert match.on("1971-09-01")["A"].season.interclub == ()


class TestPendingGames:
    """LASK Rankingregel 1: a difference of numbers needs two of them."""

    def test_a_game_against_an_unranked_player_changes_nothing_and_counts_nowhere(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", club="Malmö")
        skane.plays("A", "B", 1.0, "1970-10-01")
        card = skane.on("1971-05-31")["A"]
        assert (card.running, card.season.games, card.season.interclub) == (1900, 0, ())
        assert set(skane.cards) == {"A"}

    def test_the_report_names_who_lacks_a_number(self, skane):
        for player in ("B", "C"):
            skane.member(player)
        skane.member("A", 1900)
        games = (skane.game("A", "B", 1.0, game="1"), skane.game("B", "C", 1.0, game="2"))
        report = skane.report(skane.tournament(*games, ended_on="1970-10-01"))
        assert [left.reason for left in report.games_not_rated] == [
            "LASK Rankingregel 1: pending, B had no rating on the day of the game",
            "LASK Rankingregel 1: pending, B and C had no rating on the day of the game",
        ]
        assert report.excluded is None

    def test_a_number_dated_after_the_game_does_not_release_it(self, skane):
        skane.member("A", 1900)
        skane.member("B")
        skane.plays("A", "B", 1.0, "1970-10-01")
        skane.ranked("B", 1900, "1970-10-02")
        assert skane.running("1970-10-31") == {"A": 1900, "B": 1900}

    def test_a_number_dated_on_the_day_of_the_game_releases_it(self, skane):
        skane.member("A", 1900)
        skane.member("B")
        skane.plays("A", "B", 1.0, "1970-10-02")
        skane.ranked("B", 1900, "1970-10-02")
        assert skane.running("1970-10-31") == {"A": 1916, "B": 1884}
