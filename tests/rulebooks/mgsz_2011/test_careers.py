"""MGSZ over the years: Elo, the grades won by it, parts of long tournaments, stones received.

Opponents are mostly guests, who have the lower limit of their entry grade (table 1: 3k 1815, 2k
1865, 1k 1920, 1d 1980, 3d 2130) and keep it.  A win of the lower player gives 1 − c, of the higher
c; a loss of the lower −c, of the higher c − 1, with c from table 4 at the difference Δp.
"""

from typing import Any

import pytest

from projections.rulebooks.evaluation import Report
from projections.rulebooks.mgsz_2011.rulebook import Mgsz2011
from projections.rulebooks.tournament import Entrant, ThinkingTime
from tests.rulebooks.careers import Careers, event

HOUR = ThinkingTime(minutes=60, overtime="japanese", seconds=30)
LONG = ThinkingTime(minutes=90, overtime="japanese", seconds=30)
EVEN = frozenset({"no-handicap"})
EUROPEAN = EVEN | {"continental-or-world-championship"}
C_15: dict[str, Any] = {"thinking_time": HOUR}
C_25: dict[str, Any] = {"thinking_time": HOUR, "flags": EVEN}
C_40: dict[str, Any] = {"thinking_time": LONG, "flags": EUROPEAN}
C_45: dict[str, Any] = {**C_40, "participants": 81}
SMALL_BOARD: dict[str, Any] = {"board": 13}


class Go(Careers):
    """A register under MGSZ."""

    def __init__(self) -> None:
        super().__init__(Mgsz2011())
        self.cups = 0

    def cup(self, *played: str, weight: dict[str, Any]) -> Report:
        """The next tournament; players called ``guest-2k`` have entered as such."""
        self.cups += 1
        named = dict.fromkeys(name for game in played for name in game.split() if "guest" in name)
        guests = [
            Entrant(player=name, entry_grade=name.removeprefix("guest-"), status="guest")
            for name in named
        ]
        facts = {"discipline": "go", "format": "swiss", "board": 19, **weight}
        cup = event(
            f"cup-{self.cups}", f"{2011 + self.cups}-05-01", *played, entrants=guests, **facts
        )
        return self.play(cup)

    def figures(self, player: str) -> str:
        return self.shown(player, "2030-01-01")


@pytest.fixture
def register():
    return Go()


class TestGrades:
    def test_a_grade_from_3_kyu_up_is_won_by_two_tournaments_in_whatever_years(self, register):
        """MGSZ 5 (1), MGSZ 5 (4), MGSZ 4 (2), MGSZ 6 (1) step 1, MGSZ 7: from 3 kyu to 1 kyu.

        1. C 15 + 10.  1850: beats 2k (Δ15 .46) +.54, beats 1k (Δ70 .33) +.67, loses to 3k (Δ35
           .41) −.59: .62 · 25 = 15.5 → +16.  1866 is at 2 kyu for the first time.
        2. 13×13, C 5: loses to 1k (Δ54 .37): −1.85 → −2.  1864 is below 1865: no second time.
        3. C 20 + 10 + 5 + 10: beats 1d (Δ116 .24) +.76, beats 1k (Δ56 .37) +.63, loses to 2k
           (Δ1 .5) −.5: .89 · 45 = 40.05 → +40.  1904: the second time: 2 kyu.
        4. beats 1k (Δ16 .46) +.54, beats 1d (Δ76 .32) +.68: 1.22 · 25 = 30.5 → +31.  1935: 1 kyu
        once.
        5. loses to 2k (Δ70 .33): −.67 · 25 = −16.75 → −17.  1918 is below 1920.
        6. beats 1k (Δ2 .5): 12.5 → +13.  1931: the second time: 1 kyu.
        7. loses to 3k twice (Δ116 .24): −1.52 · 25 = −38.  1893; the grade never falls.
        """
        register.decide("2012-01-01", judit={"elo": 1850, "grade": "3k"})
        years = (
            (C_25, "judit 1 guest-2k, judit 1 guest-1k, judit 0 guest-3k", "1866, 3 kyu"),
            (SMALL_BOARD, "judit 0 guest-1k", "1864, 3 kyu"),
            (C_45, "judit 1 guest-1d, judit 1 guest-1k, judit 0 guest-2k", "1904, 2 kyu"),
            (C_25, "judit 1 guest-1k, judit 1 guest-1d", "1935, 2 kyu"),
            (C_25, "judit 0 guest-2k", "1918, 2 kyu"),
            (C_25, "judit 1 guest-1k", "1931, 1 kyu"),
            (C_25, "judit 0 guest-3k, guest-3k 1 judit", "1893, 1 kyu"),
        )
        for weight, played, after in years:
            register.cup(*played.split(", "), weight=weight)
            assert register.figures("judit") == after

    def test_up_to_4_kyu_one_tournament_is_enough_and_grades_are_skipped(self, register):
        """MGSZ 5 (2), MGSZ 5 (3): a newcomer of 5 kyu, then 3 kyu once, then below, then again.

        1. 1760: beats 2k (Δ105 .26) +.74, beats 1k (Δ160 .16) +.84: 1.58 · 45 = 71.1 → 1831: 4 kyu
           at once; 3 kyu (1815) for the first time.
        2. loses to 3k (Δ16 .46): −.54 · 45 = −24.3 → −24: 1807, below 1815: still 4 kyu.
        3. beats 2k (Δ58 .35): .65 · 45 = 29.25: 1836: 3 kyu.
        """
        register.decide("2012-01-01", nóra={"elo": 1760, "grade": "5k"})
        register.cup("nóra 1 guest-2k", "nóra 1 guest-1k", weight=C_45)
        assert register.figures("nóra") == "1831, 4 kyu"
        register.cup("nóra 0 guest-3k", weight=C_45)
        assert register.figures("nóra") == "1807, 4 kyu"
        register.cup("nóra 1 guest-2k", weight=C_45)
        assert register.figures("nóra") == "1836, 3 kyu"

    def test_a_change_by_the_committee_keeps_what_was_attained(self, register):
        """MGSZ 3 (3), MGSZ 5 (4): an attainment of 2012 is completed after the change of 2013.

        1850 beats 2k (Δ15 .46): .54 · 40 = 21.6 → 1872, 2 kyu once.  The committee sets 1860, 3
        kyu.  Beating 2k (Δ5 .49): .51 · 40 = 20.4 → 1880: the second time: 2 kyu.
        """
        register.decide("2012-01-01", judit={"elo": 1850, "grade": "3k"})
        register.cup("judit 1 guest-2k", weight=C_40)
        assert register.figures("judit") == "1872, 3 kyu"
        register.decide("2013-01-01", judit={"elo": 1860, "grade": "3k"})
        register.cup("judit 1 guest-2k", weight=C_40)
        assert register.figures("judit") == "1880, 2 kyu"


class TestParts:
    def test_the_first_rounds_are_rated_before_the_last(self, register):
        """MGSZ 6 (3), MGSZ 6 (1) step 3, MGSZ 5 (1): three matches of two players.

        1. C 40 × 8 rounds = 320: two parts of four.  Pál wins the first four: 4 · .5 · 40 = 80:
           1980 and 1820.  Then Géza, 160 below (.16), wins four: 4 · .84 · 40 = 134.4: 1846 and
           1954. Géza is at 1 kyu once; Pál's 1980 between the parts counts for nothing.
        2. C 40 × 7 = 280: one part.  Δ108 (.25); Pál wins 4 and loses 3: 4 · .75 − 3 · .25 = 2.25,
           · 40 = 90: 1936 and 1864.  Pál is at 1 kyu once.
        3. C 45 × 7 = 315: parts of four and three.  Δ72 (.33); two wins each: 2 · .33 − 2 · .67 =
           −.68, · 45 = −30.6: −31 and +31: 1905 and 1895.  Then Δ10 (.48), Pál wins three:
           1.44 · 45 = 64.8: 1970 and 1830.  Pál: the second time: 1 kyu.
        """
        register.decide("2012-01-01", pál={"elo": 1900, "grade": "2k"})
        register.decide("2012-01-01", géza={"elo": 1900, "grade": "2k"})

        def match(results, **weight):
            games = [f"pál {r} géza r{n}" for n, r in enumerate(results, start=1)]
            register.cup(*games, weight={"rounds": len(results), **weight})
            return register.figures("pál"), register.figures("géza")

        assert match("11110000", **C_40) == ("1846, 2 kyu", "1954, 2 kyu")
        assert match("1111000", **C_40) == ("1936, 2 kyu", "1864, 2 kyu")
        assert match("1010111", **C_45) == ("1970, 1 kyu", "1830, 2 kyu")


class TestStones:
    def test_the_width_is_that_of_the_band_reached_when_the_tournament_begins(self, register):
        """MGSZ 8 (2) step 1, MGSZ 5 (4): example 7's player, and the two years after it.

        1. Example 7 leaves him with 1979, one point below 1 dan.
        2. C 15: with one stone (60 points) 2039 against 3d (Δ91 .29) he wins: +.71; he beats 1k
           (Δ59 .35): +.35: 1.06 · 15 = 15.9 → 1995: 1 dan once.
        3. now a stone is worth 70: 2065 against 3d (Δ65 .34), he loses: −5.1 → −5.  1990 is above
           1980 still: the second time: 1 dan.
        """
        register.decide("2012-01-01", péter={"elo": 1979, "grade": "1k"})
        register.cup("guest-3d 0 péter +1", "péter 1 guest-1k", weight=C_15)
        assert register.figures("péter") == "1995, 1 kyu"
        register.cup("guest-3d 1 péter +1", weight=C_15)
        assert register.figures("péter") == "1990, 1 dan"
