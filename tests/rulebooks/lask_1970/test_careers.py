"""LASK season after season: base and running numbers, and what a season leaves to the next one.

Tabell 5 as far as it is needed: k 0 to 10 points, 2 for 34–56, 3 for 57–79, 4 for 80–102, 6 for
127–151, 8 for 179–207.  A game gives ±16 or 0, and the lower-rated player k besides, the other −k.
"""

from datetime import date

import pytest

from projections.rulebooks.evaluation import RatingStatus

LARGER = frozenset({"larger-event", "long-games"})


@pytest.fixture
def two_seasons(skane):
    """Autumn 1970 to autumn 1972, of three members in two clubs and an outsider."""
    skane.member("Anna", 1900, club="Lund")
    skane.member("Bo", 1850, club="Malmö")
    skane.member("Carl", 1970, club="Malmö")
    skane.member("Dan")
    skane.ranked("Dan", 1800, "1970-09-01", kind="outsider")
    skane.plays("Anna", "Bo", 1.0, "1970-09-06")
    skane.plays("Anna", "Carl", 0.5, "1970-09-16")
    skane.plays("Bo", "Anna", 1.0, "1970-11-10")
    skane.plays("Anna", "Carl", 1.0, "1970-12-30", finished_on=date(1971, 1, 3))
    skane.plays("Anna", "Dan", 0.5, "1971-02-28")
    skane.plays("Bo", "Carl", 1.0, "1971-05-31")
    game = skane.game("Anna", "Carl", 1.0, "1971-07-10")
    skane.tournament(game, id="SM", ended_on="1971-07-10", flags=LARGER)
    skane.decides("LASK Regel 11 b", {"S": None, "N": None, "M": 4}, club="Lund", season=1970)
    return skane


class TestTwoSeasons:
    def test_every_period_is_computed_with_its_own_bases(self, two_seasons):
        """LASK Rankingregel 1, LASK Rankingregel 2, LASK Rankingregel 3.

        1/9: Anna 1900, Bo 1850, Carl 1970.  Anna beats Bo (R 50, k 2): ±14.  She draws with Carl
        (R 70, not 1970 − 1914 = 56; k 3): +3 and −3.  Running 1917, 1836, 1967.
        1/11: these are the bases.  Bo beats Anna (R 81, k 4): ±20.  1/1: 1897, 1856, 1967.
        The game begun on 30/12 was finished on 3/1: R 70, k 3: Anna +19, Carl −19.  (With the
        bases of its first day R were 50 and k 2.)  She draws with the outsider Dan, 1800 (R 97, k
        4): −4; nothing is booked for Dan.  1/3: 1912, 1856, 1948.
        31/5: Bo beats Carl (R 92, k 4): ±20.
        """
        running = two_seasons.running("1970-10-31")
        assert running == {"Anna": 1917, "Bo": 1836, "Carl": 1967, "Dan": 1800}
        assert two_seasons.bases("1970-10-31")["Anna"] == 1900
        assert two_seasons.bases("1970-11-01")["Anna"] == 1917
        bases = two_seasons.bases("1971-01-01")
        assert bases == {"Anna": 1897, "Bo": 1856, "Carl": 1967, "Dan": 1800}
        bases = two_seasons.bases("1971-03-01")
        assert bases == {"Anna": 1912, "Bo": 1856, "Carl": 1948, "Dan": 1800}
        running = two_seasons.running("1971-05-31")
        assert running == {"Anna": 1912, "Bo": 1876, "Carl": 1928, "Dan": 1800}

    def test_the_first_of_june_takes_and_the_first_of_september_adds(self, two_seasons):
        """LASK Regel 6, LASK Regel 11 a, LASK Regel 11 b, LASK Regel 7 c, LASK Regel 7 d.

        Games from 1/9 to 31/5: Anna 5, Bo 3, Carl 3: −2, −9, −9 (Tabell 4): 1910, 1867, 1919.
        In the summer Anna beats Carl in SM (R 9, k 0): 1926, 1903.  1/9: both had part in a larger
        event: +16.  Lund reports 4 members and leaves N and S to its games: 14 + 3 − 20 + 19 − 4 =
        12 points in 5 games against other clubs, the outsider's included; the summer does not
        count: 10 · 12/5 − 12/4 = 24 − 3 = 21 for Anna.  1963, 1867, 1919.
        """
        bases = two_seasons.bases("1971-06-01")
        assert bases == {"Anna": 1910, "Bo": 1867, "Carl": 1919, "Dan": 1800}
        running = two_seasons.running("1971-08-31")
        assert running == {"Anna": 1926, "Bo": 1867, "Carl": 1903, "Dan": 1800}
        bases = two_seasons.bases("1971-09-01")
        assert bases == {"Anna": 1963, "Bo": 1867, "Carl": 1919, "Dan": 1800}

    def test_the_second_season_begins_with_nothing_counted(self, two_seasons):
        """LASK Regel 6, LASK Regel 11 a, LASK Regel 11 b: a season without a game costs 27 points.

        Neither the games of the season before nor those of the summer help: 1963 − 27 = 1936,
        1867 − 27 = 1840, 1919 − 27 = 1892.  There is no second bonus, and the general addition is
        for the first year only.
        """
        two_seasons.decides(
            "LASK Regel 11 b", {"S": 60, "N": 10, "M": 4}, club="Lund", season=1971
        )
        bases = two_seasons.bases("1972-05-31")
        assert bases == {"Anna": 1963, "Bo": 1867, "Carl": 1919, "Dan": 1800}
        bases = two_seasons.bases("1972-06-01")
        assert bases == {"Anna": 1936, "Bo": 1840, "Carl": 1892, "Dan": 1800}
        assert two_seasons.bases("1972-09-01") == bases
        anna = two_seasons.rulebook.standing(two_seasons.cards["Anna"], date(1972, 9, 1))
        assert anna == RatingStatus(
            status="valid",
            figure=1936,
            card={"rating": 1936, "running": 1936},
            last_event="SM",
        )


class TestSetByTheCommittee:
    def test_a_late_first_number_and_a_re_ranking(self, skane):
        """LASK Utgångsrankingtal, LASK Omranking, LASK Regel 6.

        Eva beats Bo (1850) in October without a number: pending, no change, no game for anybody.
        15/11: she is set at 1800.  10/1: she beats Bo (R 50, k 2): 1818 and 1832 running.
        10/2: re-ranked to 1900, which supersedes the +18.  20/2: a draw (R 50 with the new base, k
        2): Eva 1898, Bo 1834.  1/3: bases 1898 and 1834.
        1/6: two games each, −14: 1884 and 1820.
        """
        skane.member("Bo", 1850)
        skane.member("Eva")
        skane.plays("Eva", "Bo", 1.0, "1970-10-04")
        skane.ranked("Eva", 1800, "1970-11-15")
        skane.plays("Eva", "Bo", 1.0, "1971-01-10")
        skane.ranked("Eva", 1900, "1971-02-10", kind="re-ranking")
        skane.plays("Eva", "Bo", 0.5, "1971-02-20")
        assert skane.bases("1970-12-31") == {"Bo": 1850, "Eva": 1800}
        assert skane.running("1971-02-09") == {"Bo": 1832, "Eva": 1818}
        assert skane.running("1971-02-28") == {"Bo": 1834, "Eva": 1898}
        assert skane.bases("1971-03-01") == {"Bo": 1834, "Eva": 1898}
        assert skane.bases("1971-06-01") == {"Bo": 1820, "Eva": 1884}

    def test_an_outsider_becomes_a_member(self, skane):
        """LASK Regel 8, LASK Utgångsrankingtal: only from then on are his games booked.

        4/10: Dan, an outsider of 1800, beats Bo, 1850 (R 50, k 2): Bo −18, Dan stays.
        The CRK sets him to 1840 on 1/11, when Bo has 1832; a draw (R 8, k 0) changes nobody.
        1/1: he joins with 1840.  A win against Bo, 1832 (R 8, k 0): ±16.  1/3: 1856, 1816.
        1/6: Bo has three games, −9; Dan's record sheet has one, −20.
        """
        skane.member("Bo", 1850)
        skane.member("Dan")
        skane.ranked("Dan", 1800, "1970-09-01", kind="outsider")
        skane.plays("Dan", "Bo", 1.0, "1970-10-04")
        skane.ranked("Dan", 1840, "1970-11-01", kind="outsider")
        skane.plays("Dan", "Bo", 0.5, "1970-11-20")
        skane.ranked("Dan", 1840, "1971-01-01")
        skane.plays("Dan", "Bo", 1.0, "1971-02-01")
        assert skane.bases("1970-11-01") == {"Bo": 1832, "Dan": 1840}
        assert skane.bases("1971-01-01") == {"Bo": 1832, "Dan": 1840}
        assert skane.bases("1971-03-01") == {"Bo": 1816, "Dan": 1856}
        assert skane.bases("1971-06-01") == {"Bo": 1807, "Dan": 1836}


class TestConcentratedTournaments:
    def test_three_in_a_season_each_with_the_bases_of_its_period(self, skane):
        """LASK Regel 10, LASK Formel (1), LASK Regel 6: (won − lost) · 16 ± K · games.

        10/10, all against all, G = 1750; A 1900 wins 3, B 1800 2, C 1700 1, D 1600 0; K 6, 2, 2,
        6: A +48 − 18, B +16 − 6, C −16 + 6, D −48 + 18.  1/11: 1930, 1810, 1690, 1570.  28/12,
        again G = 1750, now D wins 3, C 2, B 1, A 0; differences 180, 60, 60, 180, K 8, 3, 3, 8: A
        −48 − 24, B −16 − 9, C +16 + 9, D +48 + 24.  1/1: 1858, 1785, 1715, 1642.  12/4, Monrad, A
        and B drew, A beat D, B beat C, C and D drew; against the mean of those met: A (1785 +
        1642)/2 = 1713.5 → 1714, R 144, K 6: +16 − 12; B (1858 + 1715)/2 = 1786.5 → 1787, R 2: +16;
        C 1714, R 1: −16; D 1787, R 145, K 6: −16 + 12.  1/6: eight games each, nothing is taken:
        1862, 1801, 1699, 1638.
        """
        for player, rating in {"A": 1900, "B": 1800, "C": 1700, "D": 1600}.items():
            skane.member(player, rating)
        pairs = ["AB", "AC", "AD", "BC", "BD", "CD"]
        for points, ended_on in ((1.0, "1970-10-10"), (0.0, "1970-12-28")):
            games = [skane.game(*pair, points, game=f"{pair} {ended_on}") for pair in pairs]
            skane.concentrated(*games, ended_on=ended_on)
        results = {"AB": 0.5, "AD": 1.0, "BC": 1.0, "CD": 0.5}
        games = [skane.game(*pair, points, game=pair) for pair, points in results.items()]
        skane.concentrated(*games, ended_on="1971-04-12", format="swiss")
        assert skane.bases("1970-11-01") == {"A": 1930, "B": 1810, "C": 1690, "D": 1570}
        assert skane.bases("1971-01-01") == {"A": 1858, "B": 1785, "C": 1715, "D": 1642}
        assert skane.running("1971-04-12") == {"A": 1862, "B": 1801, "C": 1699, "D": 1638}
        assert skane.bases("1971-06-01") == {"A": 1862, "B": 1801, "C": 1699, "D": 1638}
