"""DWZ over the years: what one tournament leaves behind is what the next one begins with.

Opponents mostly stand in pairs equally far above and below a player: then P(D) + P(−D) = 1 (4.5),
We is exactly half the number of games, and every figure here can be checked with a pocket
calculator: Rn = Ro + 800 (W − We)/(E + n), E = (Ro/1000)^4 + J within 5 · index, 30 and 5 (4.9.1,
4.9.2).
"""

from collections.abc import Sequence

import pytest

from projections.rulebooks.dwz.rulebook import Dwz1995
from projections.rulebooks.tournament import Player, ThinkingTime, Tournament
from tests.rulebooks.careers import Careers, event, games, rows

LONG = ThinkingTime(minutes=120)


class Chess(Careers):
    """A pool of DWZ."""

    def __init__(self) -> None:
        super().__init__(Dwz1995())
        self.born: dict[str, int] = {}

    def rated(self, on: str, *ratings: int) -> list[str]:
        """Fresh opponents of these ratings with index 10."""
        names = [f"{on} {rating}".replace(" ", "/") for rating in ratings]
        for name, rating in zip(names, ratings, strict=True):
            self.decide(on, **{name: {"rating": rating, "index": 10}})
        return names

    def meets(self, player: str, on: str, results: str, *ratings: int) -> Tournament:
        """A tournament of one player against fresh opponents; it is played at once."""
        return self.cup(on, games(player, results, self.rated(on, *ratings)))

    def cup(self, on: str, played: Sequence[str]) -> Tournament:
        """A tournament, played at once."""
        people = {name: Player(id=name, birth_year=year) for name, year in self.born.items()}
        cup = event(f"cup of {on}", on, *played, people=people, thinking_time=LONG)
        self.report = rows(self.play(cup))
        return cup


@pytest.fixture
def pool():
    return Chess()


class TestResidualGames:
    def test_two_games_two_games_and_one_make_a_first_dwz(self, pool):
        """DWZ 4.4, DWZ 4.3.2: residual games of two tournaments and one game of a third.

        Five games (4.3.2): 1 and ½ against 1496 and 1696, 0 and ½ against 1546 and 1646, ½ against
        1596: W = 2½ of 5, Rc = (1496 + 1696 + 1546 + 1646 + 1596)/5 = 1596, D(0.5) = 0: start
        1596. There We = P(100) + P(−100) + P(50) + P(−50) + P(0) = 2½ = W: it stays 1596, index 1
        (4.9.3).
        """
        pool.meets("anna", "1995-02-19", "1½", 1496, 1696)
        assert pool.waiting("anna", "1995-02-19") == [(1496, 1.0), (1696, 0.5)]
        pool.meets("anna", "1995-09-10", "0½", 1546, 1646)
        assert pool.shown("anna", "1995-09-10") == "unrated"
        assert [rating for rating, _ in pool.waiting("anna", "1995-09-10")] == [
            *(1496, 1696),
            *(1546, 1646),
        ]
        pool.meets("anna", "1996-06-30", "½", 1596)
        assert pool.shown("anna", "1996-06-30") == "1596-1"
        assert (pool.report["anna"]["games"], pool.report["anna"]["stage"]) == (5, 1)
        assert pool.waiting("anna", "1996-06-30") == []

    def test_on_their_last_day_residual_games_of_two_years_ago_still_count(self, pool):
        """DWZ 6.1.1: two years after the end of their tournament, that day included.

        1400: 0, 1500: 0, 1450: 1, 1550: ½, 1475: ½, so W = 2 of 5, Rc = 7375/5 = 1475,
        D(0.4) = −71.7: start 1475 − 72 = 1403.  There the P are 0.504 0.366 0.434 0.302 0.400, We
        = 2.006; D(0.5 − 0.006/5) = −0.8, rounded −1: 1402.  There We = 1.998, D = +0.2: it stays.
        """
        pool.meets("bert", "1995-03-10", "00", 1400, 1500)
        pool.meets("bert", "1996-05-01", "1½", 1450, 1550)
        pool.meets("bert", "1997-03-10", "½", 1475)
        assert pool.shown("bert", "1997-03-10") == "1402-1"

    def test_a_day_later_they_are_thrown_away_and_the_younger_ones_wait_on(self, pool):
        """DWZ 6.1.1, DWZ 4.4: three are left; with two more, and without the first two, it is
        done.

        1450: 1, 1550: ½, 1475: ½, 1500: 0, 1525: ½: W = 2½ of 5, Rc = 7500/5 = 1500.  In pairs
        1450/1550 and 1475/1525 about 1500: We = 2½ = W, so 1500.
        """
        pool.meets("bert", "1995-03-10", "00", 1400, 1500)
        pool.meets("bert", "1996-05-01", "1½", 1450, 1550)
        pool.meets("bert", "1997-03-11", "½", 1475)
        assert pool.shown("bert", "1997-03-11") == "unrated"
        three = [(1450, 1.0), (1550, 0.5), (1475, 0.5)]
        assert pool.waiting("bert", "1997-03-11") == three
        assert pool.waiting("bert", "1998-05-02") == [(1475, 0.5)]
        pool.meets("bert", "1998-05-01", "0½", 1500, 1525)
        assert pool.shown("bert", "1998-05-01") == "1500-1"

    def test_residual_games_once_used_are_spent(self, pool):
        """DWZ 4.4, DWZ 6.1.1: five years without a game later nothing of them comes back.

        First DWZ of 1996 as above, 1596-1.  In 2001, a day after its five years, one game: that
        game alone waits.
        """
        pool.meets("anna", "1996-03-01", "1½", 1496, 1696)
        pool.meets("anna", "1996-06-30", "0½½", 1546, 1646, 1596)
        assert pool.shown("anna", "2001-06-30") == "1596-1"
        pool.meets("anna", "2001-07-01", "1", 1700)
        assert pool.shown("anna", "2001-07-01") == "lapsed 1596-1"
        assert pool.waiting("anna", "2001-07-01") == [(1700, 1.0)]

    def test_a_rating_by_decision_leaves_no_residual_games(self, pool):
        """DWZ 4.4: they are kept for players without a DWZ; whoever has obtained one has none."""
        pool.meets("anna", "1996-03-01", "1½", 1496, 1696)
        pool.decide("1996-04-01", anna={"rating": 1500, "index": 3})
        assert pool.waiting("anna", "1996-04-01") == []


class TestValidity:
    def test_five_years_after_the_last_evaluation_a_dwz_still_counts(self, pool):
        """DWZ 6.1.1: for tournaments that end on that day, for the player and the opponents.

        1996: 1700-7 without a year of birth (J = 15): E = 1.7^4 + 15 = 8.35 → 8 + 15 = 23; four
        in pairs, W 2½ of We 2: 1700 + 800·½/27 = 1714.8.  2001: E = 1.715^4 + 15 = 8.65 → 9 + 15
        = 24; 1615, 1815, 1715 and W 2 of We 1½: 1715 + 800·½/27 = 1729.8.
        """
        pool.decide("1995-05-20", wera={"rating": 1700, "index": 7})
        pool.meets("wera", "1996-01-15", "1½01", 1600, 1650, 1800, 1750)
        assert pool.shown("wera", "1996-01-15") == "1715-8"
        pool.meets("wera", "2001-01-15", "1½½", 1615, 1815, 1715)
        assert pool.shown("wera", "2001-01-15") == "1730-9"

    def test_a_day_later_the_player_begins_again(self, pool):
        """DWZ 6.1.1, DWZ 4.4: lapsed means unrated; the first DWZ after it has index 1 again.

        2001, a day too late: 1615: 1, 1815: ½, 1715: ½ become residual games, and Yves, who has
        met nobody else, is not evaluated.  Then 1745: 0, 1685: ½: W 2½ of 5, Rc = 8575/5 = 1715,
        in pairs about 1715, so 1715-1.  After that E ≤ 5 · 1: four in pairs, W 3 of We 2:
        1715 + 800/(5 + 4) = 1803.9.
        """
        pool.decide("1995-05-20", wera={"rating": 1700, "index": 7})
        pool.meets("wera", "1996-01-15", "1½01", 1600, 1650, 1800, 1750)
        opponents = pool.rated("2001-01-16", 1615, 1815, 1715)
        pool.cup("2001-01-16", games("wera", "1½½", opponents))
        assert pool.shown("wera", "2001-01-16") == "lapsed 1715-8"
        assert pool.shown(opponents[2], "2001-01-16") == "1715-10"
        assert pool.waiting("wera", "2001-01-16") == [(1615, 1.0), (1815, 0.5), (1715, 0.5)]
        pool.meets("wera", "2001-11-10", "0½", 1745, 1685)
        assert pool.shown("wera", "2001-11-10") == "1715-1"
        pool.meets("wera", "2002-04-01", "11½½", 1615, 1815, 1665, 1765)
        assert pool.shown("wera", "2002-04-01") == "1804-2"


class TestCoefficient:
    def test_the_index_grows_and_holds_e_down_until_the_formula_is_smaller(self, pool):
        """DWZ 4.9.2, DWZ 4.9.3: born in 1976; E is the least of formula, 5 · index and 30.

        | ended | Ro-index | A, J | Ro^4 + J | 5·index | E | n, W, We | 800(W − We)/(E + n) |
        | 1996-10 | 1596-1 | 20, 5 | 6 + 5 = 11 | 5 | 5 | 4, 3, 2 | 800/9 = 88.9 → 1685-2 |
        | 1997-03 | 1685-2 | 21, 10 | 8 + 10 = 18 | 10 | 10 | 5, 4, 2½ | 1200/15 = 80 → 1765-3 |
        | 2001-05 | 1765-3 | 25, 10 | 10 + 10 = 20 | 15 | 15 | 6, 2, 3 | −800/21 = −38.1 → 1727-4 |
        | 2002-02 | 1727-4 | 26, 15 | 9 + 15 = 24 | 20 | 20 | 4, 3, 2 | 800/24 = 33.3 → 1760-5 |
        | 2003-02 | 1760-5 | 27, 15 | 10 + 15 = 25 | 25 | 25 | 5, 1½, 2½ | −26.7 → 1733-6 |
        | 2004-02 | 1733-6 | 28, 15 | 9 + 15 = 24 | 30 | 24 | 4, 2½, 2 | 400/28 = 14.3 → 1747-7 |
        """
        pool.born["anna"] = 1976
        pool.meets("anna", "1996-06-30", "1½0½½", 1496, 1696, 1546, 1646, 1596)
        assert pool.shown("anna", "1996-06-30") == "1596-1"
        pool.meets("anna", "1996-10-31", "11½½", 1496, 1696, 1546, 1646)
        assert (pool.report["anna"]["coefficient"], pool.shown("anna", "1996-10-31")) == (
            5,
            "1685-2",
        )
        pool.meets("anna", "1997-03-31", "111½½", 1585, 1785, 1635, 1735, 1685)
        assert pool.shown("anna", "1997-03-31") == "1765-3"
        pool.meets("anna", "2001-05-31", "½½0½0½", 1665, 1865, 1715, 1815, 1740, 1790)
        assert pool.shown("anna", "2001-05-31") == "1727-4"
        pool.meets("anna", "2002-02-28", "11½½", 1627, 1827, 1677, 1777)
        assert pool.shown("anna", "2002-02-28") == "1760-5"
        pool.meets("anna", "2003-02-28", "½½½00", 1660, 1860, 1710, 1810, 1760)
        assert pool.shown("anna", "2003-02-28") == "1733-6"
        pool.meets("anna", "2004-02-29", "1½½½", 1633, 1833, 1683, 1783)
        assert pool.shown("anna", "2004-02-29") == "1747-7"
        assert pool.standing("anna", "2009-02-28").status == "valid"
        assert pool.standing("anna", "2009-03-01").status == "lapsed"

    def test_a_player_grows_out_of_the_age_classes(self, pool):
        """DWZ 4.9.2, DWZ 4.2: born in 1976, with an index high enough to leave E alone.

        1996, A 20, J 5: E = 5 + 5 = 10; 3 of 4: 1500 + 800/14 = 1557.1.
        1997, A 21, J 10: E = 1.557^4 + 10 = 5.88 + 10 = 16; 1 of 4: 1557 − 800/20 = 1517.
        2001, A 25, J 10: E = 1.517^4 + 10 = 5.30 + 10 = 15; 3 of 5: 1517 + 400/20 = 1537.
        2002, A 26, J 15: E = 1.537^4 + 15 = 5.58 + 15 = 21; 3 of 4: 1537 + 800/25 = 1569.
        """
        pool.born["bert"] = 1976
        pool.decide("1996-01-01", bert={"rating": 1500, "index": 20})
        pool.meets("bert", "1996-12-31", "11½½", 1400, 1600, 1450, 1550)
        assert pool.shown("bert", "1996-12-31") == "1557-21"
        pool.meets("bert", "1997-01-01", "½½00", 1457, 1657, 1507, 1607)
        assert pool.shown("bert", "1997-01-01") == "1517-22"
        pool.meets("bert", "2001-12-31", "11100", 1517, 1417, 1617, 1467, 1567)
        assert pool.shown("bert", "2001-12-31") == "1537-23"
        pool.meets("bert", "2002-01-01", "11½½", 1437, 1637, 1487, 1587)
        assert pool.shown("bert", "2002-01-01") == "1569-24"


class TestSpecialEvaluation:
    def test_it_reaches_opponents_and_through_a_residual_game_the_next_year(self, pool):
        """DWZ 4.7.6, DWZ 4.7.7: Rp = 1500 + 800 (4 − 2½)/5 = 1740, 240 above Ro.

        Cora (1500-10, J 15: E = 5 + 15 = 20) scores 4 of 5 against 1400, 1600, 1450, 1550 and
        Olga, 1500; her own Rn starts from 1500: 1500 + 800·1½/25 = 1548.  Olga, who lost to her
        alone, expects P(1500 − 1740) = P(−240) = 0.198: 1500 − 800·0.198/21 = 1492.5 → 1492
        (against 1500 it were 1481).  Nils, unrated, drew with Cora: a residual game against 1740.

        A year later Nils scores 2 of 4 against 1640, 1840, 1690, 1790: all five lie in pairs about
        1740, W = 2½: 1740-1.  With the residual game against 1500 it would be 1693.
        """
        pool.decide("1997-01-01", cora={"rating": 1500, "index": 10})
        pool.decide("1997-01-01", olga={"rating": 1500, "index": 10})
        others = pool.rated("1997-01-01", 1400, 1600, 1450, 1550)
        beaten = games("cora", "1½1½", others)
        pool.cup("1997-03-01", ["olga 0 cora", *beaten, "cora ½ nils"])
        assert pool.report["cora"]["special"] == 1740
        assert pool.shown("cora", "1997-03-01") == "1548-11"
        assert pool.shown("olga", "1997-03-01") == "1492-11"
        assert pool.waiting("nils", "1997-03-01") == [(1740, 0.5)]
        pool.meets("nils", "1998-03-01", "½½01", 1640, 1840, 1690, 1790)
        assert pool.shown("nils", "1998-03-01") == "1740-1"

    def test_rp_is_rounded_once_and_as_it_is(self, pool):
        """DWZ 4.7.6: 5½ of 6 in pairs about 1500: Rp = 1500 + 800 · 2½/6 = 1833.3."""
        pool.decide("1997-01-01", dora={"rating": 1500, "index": 10})
        pool.meets("dora", "1997-03-01", "11111½", 1400, 1600, 1450, 1550, 1480, 1520)
        assert pool.report["dora"]["special"] == 1833


class TestTwoStages:
    """DWZ 4.7.3: first ratings in two stages, with residual games of the year before."""

    def test_first_ratings_of_one_tournament_serve_each_other_and_those_who_wait(self, pool):
        """DWZ 4.7.3.1, DWZ 4.7.3.2, DWZ 4.7.4, DWZ 4.7.7.

        1997 leaves Paul three residual games: 1400: 1, 1500: ½, 1600: ½.  1998: Rita has five
        games against rated players, 3 of 5 against 1400, 1600, 1450, 1550, 1500: stage 1.  Paul
        has one (1550: 0) and beats Rita: with the residual games five, so stage 2.  Start: Rita
        1500 + D(0.6) = 1500 + 72 = 1572; Paul (1400 + 1500 + 1600 + 1550 + 1572)/5 = 1524.4, 3 of
        5: 1524 + 72 = 1596.  Passes: Rita 1572 1518 1517 1515, Paul 1596 1599 1588 1587.  There
        Rita's expectation is 0.658 + 0.382 + 0.591 + 0.451 + 0.521 and P(1515 − 1587) = 0.400,
        together 3.00 of her 3 of 6; Paul's 0.746 + 0.621 + 0.482 + 0.552 + P(72) = 0.600,
        together 3.00 of his 3 of 5.

        Sven lost to Rita and beat Paul: against stage 1 he keeps (1515: 0), against stage 2
        nothing.  1999, 2½ of 4 against 1415, 1615, 1465, 1565: W 2½ of 5 about 1515: 1515-1.
        """
        pool.meets("paul", "1997-04-01", "1½½", 1400, 1500, 1600)
        against = pool.rated("1998-01-01", 1400, 1600, 1450, 1550, 1500)
        (other,) = pool.rated("1998-01-02", 1550)
        rita = games("rita", "11½½0", against)
        cup = [*rita, f"paul 0 {other}", "paul 1 rita", "sven 0 rita", "sven 1 paul"]
        pool.cup("1998-04-01", cup)
        assert (pool.report["rita"]["stage"], pool.report["paul"]["stage"]) == (1, 2)
        assert pool.shown("rita", "1998-04-01") == "1515-1"
        assert pool.shown("paul", "1998-04-01") == "1587-1"
        assert pool.waiting("sven", "1998-04-01") == [(1515, 0.0)]
        pool.meets("sven", "1999-04-01", "1½½½", 1415, 1615, 1465, 1565)
        assert pool.shown("sven", "1999-04-01") == "1515-1"

    def test_one_game_against_a_newcomer_is_enough_beside_four_that_wait(self, pool):
        """DWZ 4.7.3.2: at least one game of this tournament; the others may be residual games.

        Tom keeps 1400, 1600, 1450, 1550 with 2 points.  A year later Una has five games in pairs
        about 1500 with 2½ points, and draws with Tom: both 1500, Tom in the second stage.
        """
        pool.meets("tom", "1997-04-01", "1½½0", 1400, 1600, 1450, 1550)
        against = pool.rated("1998-01-01", 1400, 1600, 1450, 1550, 1500)
        pool.cup("1998-04-01", [*games("una", "1½½0½", against), "tom ½ una"])
        assert (pool.report["una"]["stage"], pool.report["tom"]["stage"]) == (1, 2)
        assert pool.shown("una", "1998-04-01") == "1500-1"
        assert pool.shown("tom", "1998-04-01") == "1500-1"


class TestAdoptedFigures:
    def test_a_fide_figure_begins_at_index_0_and_comes_back_when_the_dwz_lapses(self, pool):
        """DWZ 6.1.2, DWZ 4.9.2: index 0 counts as 1 for E ≤ 5 · index; 4.9.3: then index 1.

        1995: Ro 2100-0, E ≤ 5, five in pairs, W 3: 2100 + 400/10 = 2140-1.
        1996: E ≤ 5 · 1, W 2 of 5: 2140 − 400/10 = 2100-2.
        A list of July 1999 says 2200: the DWZ of March 1996 goes before until March 2001.  In
        September 2001 it has lapsed, the list holds until July 2004: Ro 2200-0, E 5, four in
        pairs, W 2½: 2200 + 400/9 = 2244.4-1.
        """
        pool.adopt("uwe", 2100, list_date="1995-01-01")
        assert pool.shown("uwe", "1995-01-01") == "2100-0"
        pool.meets("uwe", "1995-06-11", "11100", 2100, 2000, 2200, 2050, 2150)
        assert pool.shown("uwe", "1995-06-11") == "2140-1"
        pool.meets("uwe", "1996-03-17", "½½½½0", 2140, 2040, 2240, 2090, 2190)
        assert pool.shown("uwe", "1996-03-17") == "2100-2"
        pool.adopt("uwe", 2200, list_date="1999-07-01")
        assert pool.shown("uwe", "2001-03-17") == "2100-2"
        assert pool.shown("uwe", "2001-03-18") == "2200-0"
        pool.meets("uwe", "2001-09-01", "1½½½", 2100, 2300, 2150, 2250)
        assert pool.shown("uwe", "2001-09-01") == "2244-1"


class TestSummaries:
    def test_two_summaries_are_corrected_one_by_one_and_a_tournament_goes_on_from_there(
        self, pool
    ):
        """DWZ 4.10.1.1, DWZ 4.10.1.2: the first is an official evaluation, with another Ro.

        Recorded: Ro 2195, We 2.987, n 5, W 3, E 30.  Vera comes with 2165-12:
        D(2.987/5) = 69.8, Rc = 2195 − 69.8 = 2125.2, P(2165 − 2125.2) = P(39.8) = 0.5559,
        We = 2.779; E = 22 + 15 → 30: 2165 + 800·0.221/35 = 2170.04 → 2170-13.
        The next is recorded with Ro 2195, We 2.5, n 5, W 3½: Rc = 2195; P(2170 − 2195) = P(−25) =
        0.4648, We = 2.324: 2170 + 800·1.176/35 = 2196.9 → 2197-14.
        Then a tournament: E 30, four in pairs, W 3: 2197 + 800/34 = 2220.5 → 2221-15.
        """
        pool.decide("1997-01-01", vera={"rating": 2165, "index": 12})
        recorded = {"rating_before": 2195, "index_before": 12, "games": 5, "coefficient": 30}
        after = {"rating_after": 2195, "index_after": 13}
        cup = {"points": 3.0, "expected": 2.987, **recorded, **after}
        (row,) = pool.summary("vera", "old cup", "1997-05-01", **cup).rows
        assert (round(row["opponents_mean"], 1), round(row["expected"], 3)) == (2125.2, 2.779)
        assert pool.shown("vera", "1997-05-01") == "2170-13"
        league = {"points": 3.5, "expected": 2.5, **recorded, **after}
        pool.summary("vera", "old league", "1997-09-01", **league)
        assert pool.shown("vera", "1997-09-01") == "2197-14"
        pool.meets("vera", "1998-02-01", "11½½", 2097, 2297, 2147, 2247)
        assert pool.shown("vera", "1998-02-01") == "2221-15"
