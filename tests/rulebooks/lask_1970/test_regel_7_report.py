"""A club's report on 1 June, and the sums N and S behind it."""

from datetime import date

from projections.rulebooks.lask_1970.regel_6_base_dates import club_report, club_totals


def totals(federation, day):
    return {
        club: (record.N, record.S)
        for club, record in club_totals(federation.on(day).values()).items()
    }


def first_of_june(federation):
    (occasion,) = (
        occasion
        for occasion, _ in federation.replay("1971-06-01")
        if occasion.phase == 1 and occasion.name == "1/6"
    )
    return occasion


class TestGamesBetweenClubs:
    """LASK Regel 7 c, LASK Regel 7 d: N games against players of other clubs, S their points."""

    def test_each_club_counts_the_game_and_what_it_brought_its_own_player(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1800, club="Malmö")
        skane.plays("A", "B", 1.0, "1970-10-01")
        skane.plays("B", "A", 1.0, "1970-10-08")
        assert totals(skane, "1970-10-08") == {"Lund": (2, 12 - 20), "Malmö": (2, 20 - 12)}

    def test_games_inside_a_club_and_of_players_without_one_do_not_count(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1800, club="Lund")
        skane.member("C", 1800)
        skane.plays("A", "B", 1.0, "1970-10-01")
        skane.plays("A", "C", 1.0, "1970-10-01")
        assert totals(skane, "1970-10-01") == {}

    def test_games_against_ranked_outsiders_count(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("X", club="Kalmar")
        skane.member("Y")
        skane.ranked("X", 1900, "1970-10-01", kind="outsider")
        skane.ranked("Y", 1900, "1970-10-01", kind="outsider")
        skane.plays("A", "X", 1.0, "1970-10-02")
        skane.plays("A", "Y", 1.0, "1970-10-02")
        assert totals(skane, "1970-10-02") == {"Lund": (2, 32)}

    def test_summer_games_do_not_count(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1900, club="Malmö")
        skane.plays("A", "B", 1.0, "1971-05-31")
        skane.plays("A", "B", 1.0, "1971-06-01")
        assert totals(skane, "1971-08-31") == {"Lund": (1, 16), "Malmö": (1, -16)}

    def test_concentrated_tournaments_do_not_count(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1900, club="Malmö")
        skane.concentrated(skane.game("A", "B", 1.0), ended_on="1970-10-01")
        assert totals(skane, "1970-10-01") == {}

    def test_a_player_who_changes_clubs_plays_for_the_club_of_the_day(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1900, club="Malmö")
        skane.moves("A", "Eslöv", "1971-01-01")
        skane.plays("A", "B", 1.0, "1970-12-31")
        skane.plays("A", "B", 0.5, "1971-01-01")
        games = totals(skane, "1971-01-01")
        assert games["Lund"] == (1, 16)
        assert games["Eslöv"] == (1, -1)
        assert games["Malmö"] == (2, -15)

    def test_a_new_season_begins_with_nothing(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1900, club="Malmö")
        skane.plays("A", "B", 1.0, "1970-10-01")
        assert totals(skane, "1971-09-01") == {}


class TestTheReport:
    """LASK Regel 7 a, LASK Regel 7 b, LASK Regel 7 e: numbers, deductions, newcomers."""

    def test_a_club_reports_its_members_of_1_june(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1900, club="Malmö")
        skane.member("C", club="Lund")
        skane.member("D", club="Lund")
        skane.member("X", club="Lund")
        skane.ranked("C", 1700, "1971-02-01")
        skane.ranked("D", 1600, "1971-06-01")
        skane.ranked("X", 2000, "1971-02-01", kind="outsider")
        skane.plays("A", "B", 1.0, "1971-03-01")
        occasion = first_of_june(skane)
        report = club_report("Lund", occasion, skane.cards)
        assert report.ratings == {"A": 1916 - 20, "C": 1700 - 27, "D": 1600}
        assert report.deductions == 47
        assert (report.N, report.S) == (1, 16)
        assert report.originals == {"C": 1700, "D": 1600}

    def test_who_left_in_the_spring_is_reported_by_his_new_club(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.moves("A", "Malmö", "1971-05-01")
        occasion = first_of_june(skane)
        assert club_report("Lund", occasion, skane.cards).ratings == {}
        assert club_report("Malmö", occasion, skane.cards).ratings == {"A": 1873}


class TestTheLetter:
    """LASK Regel 7: the report as the CRK gets it, letter by letter."""

    def test_every_line_stands_under_the_letter_that_asks_for_it(self, skane):
        """A has won against B of another club; C joined in October and has not played.

        One game costs 20, none 27 (Tabell 4): 1900 + 16 - 20 and 1800 - 27.
        """
        skane.member("A", 1900, club="Lund")
        skane.member("B", 1900, club="Malmö")
        skane.member("C", club="Lund")
        skane.ranked("C", 1800, "1970-10-02")
        skane.plays("A", "B", 1.0, "1970-10-01")
        occasion = first_of_june(skane)
        assert list(skane.rulebook.club_report("Lund", occasion, skane.cards)) == [
            line("a", "A", "number on 1/6", 1896),
            line("a", "C", "number on 1/6", 1773),
            line("b", None, "sum of the deductions", 47),
            line("c", None, "N, games against other clubs", 1),
            line("d", None, "S, points won in them", 16),
            line("e", "C", "first number", 1800),
        ]

    def test_it_is_written_as_it_stands_on_the_1_june_that_ends_the_season(self, skane):
        assert skane.rulebook.report_day(1970) == date(1971, 6, 1)


def line(letter, player, what, value):
    return {"rule": f"LASK Regel 7 {letter}", "player": player, "what": what, "value": value}
