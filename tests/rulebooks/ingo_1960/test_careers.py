"""Ingo numbers over the years: each weight, mark and limit as the event before has left it.

Opponents are mostly rated so that their mean is the player's own number F: then the Niveau
N = (F + Σ opponents)/(k + 1) is F itself, and H = N + %d with %d from the printed table (of 6
games: 1½ points +21.4, 2 +14.3, 3 0, 4 −14.3, 4½ −21.4, 5 −28.6; of 5: 0 +41.7, 1½ +16.7; of 4: 4
−40).
"""

from typing import Any

import pytest

from projections.rulebooks.evaluation import Report
from projections.rulebooks.ingo_1960.rulebook import Ingo1960
from projections.rulebooks.tournament import Decision, Entrant
from tests.rulebooks.careers import Careers, event, games

LONG_AGO = "1960-01-01"


class Ingo(Careers):
    """A pool of Ingo numbers."""

    def __init__(self) -> None:
        super().__init__(Ingo1960())
        self.events = 0

    def has(self, player: str, number: int, count: int) -> None:
        """A number by decision (Vorwort 6)."""
        self.decide(LONG_AGO, **{player: {"number": number, "count": count}})

    def meets(self, player: str, results: str, *numbers: int, **facts: Any) -> Report:
        """One event of a player against fresh opponents of these numbers, ten times evaluated."""
        return self.cup(games(player, results, self.opponents(*numbers)), **facts)

    def opponents(self, *numbers: int) -> list[str]:
        names = [
            f"opponent {self.events}.{place}".replace(" ", "-") for place in range(len(numbers))
        ]
        for name, number in zip(names, numbers, strict=True):
            self.has(name, number, 10)
        return names

    def cup(self, played: list[str], **facts: Any) -> Report:
        """The next year's event."""
        self.events += 1
        told = {"format": "swiss", **facts}
        return self.play(
            event(f"cup-{self.events}", f"{1960 + self.events}-05-01", *played, **told)
        )

    def number(self, player: str) -> str:
        return self.shown(player, "1999-12-31")


@pytest.fixture
def pool():
    return Ingo()


class TestWeights:
    def test_from_the_first_number_to_the_seventh(self, pool):
        """INGO C I, INGO B I 4, INGO C IV, INGO C III, INGO C V: every weight once, in a row.

        /1: a newcomer, 4 of 6 against 100 120 140 160 130 150: N = (800 − 14.3)/6 = 130.95 →
            131.0, H = 131.0 − 14.3 = 116.7 → 117, which is F (C I).
        /2: 2 of 6: H = 117 + 14.3 = 131.3 → 131; (117 + 131)/2 = 124 (C I).
        /3: 4½ of 6: H = 124 − 21.4 = 102.6 → 103; (2 · 124 + 103)/3 = 117 (C I).
        /4: 1½ of 6: H = 117 + 21.4 = 138.4 → 138; (3 · 117 + 138)/4 = 122.25 → 122 (B I 4).
        /5: 4 of 4: H = 122 − 40 = 82; (5 · 122 + 82)/6 = 115.3 → 115, but at most 5 degrees: 117
        (C IV).
        /6: 5 of 6 as a junior: H = 117 − 28.6 = 88.4 → 88, 29 degrees better, so H counts double:
            (117 + 2 · 88)/3 = 97.7 → 98 (C III).
        /7: a match of six games with Bernd, 108, 2 points: N = (98 + 6 · 108)/7 = 106.6,
            H = 106.6 + 14.3 = 120.9 → 121; (7 · 98 + 121)/8 = 100.9 → 101 (C V).
        """
        pool.meets("anna", "111100", 100, 120, 140, 160, 130, 150)
        assert pool.number("anna") == "117 /1"
        pool.meets("anna", "110000", 107, 127, 97, 137, 117, 117)
        assert pool.number("anna") == "124 /2"
        pool.meets("anna", "1111½0", 114, 134, 104, 144, 124, 124)
        assert pool.number("anna") == "117 /3"
        pool.meets("anna", "1½0000", 107, 127, 97, 137, 117, 117)
        assert pool.number("anna") == "122 /4"
        pool.meets("anna", "1111", 112, 132, 122, 122)
        assert pool.number("anna") == "117 /5"
        junior = [Entrant(player="anna", junior=True)]
        pool.meets("anna", "111110", 107, 127, 97, 137, 117, 117, entrants=junior)
        assert pool.number("anna") == "98 /6"
        pool.has("bernd", 108, 10)
        pool.cup(games("anna", "110000", ["bernd"] * 6), format="match")
        assert pool.number("anna") == "101 /7"

    def test_consent_holds_for_its_event_alone(self, pool):
        """INGO C III: an adult's considerable deviation counts double by consent only.

        5 of 6 against a mean of 150: H = 150 − 28.6 = 121.4 → 121; by consent (150 + 2 · 121)/3 =
        130.7 → 131.  The next year the same success without one: H = 131 − 28.6 = 102.4 → 102;
        (3 · 131 + 102)/4 = 123.75 → 124 (B I 4).
        """
        pool.has("kapp", 150, 3)
        consent = Decision(
            event="consent",
            rule="INGO C III",
            about={"tournament": "cup-1", "player": "kapp"},
            value={"apply": True},
            by="Hauptbearbeiter",
            reason="number out of date",
        )
        pool.meets("kapp", "111110", 140, 160, 130, 170, 150, 150, decisions=(consent,))
        assert pool.number("kapp") == "131 /4"
        pool.meets("kapp", "111110", 121, 141, 111, 151, 131, 131, decisions=(consent,))
        assert pool.number("kapp") == "124 /5"

    def test_halves_go_to_the_weaker_number_and_are_carried_on(self, pool):
        """INGO B I 4: 170 /8 as Gehl in B II: (3 · 170 + 160)/4 = 167.5 → 168 /9.

        The scores of 3½ and 3 of 9 give %d −10 and +15: at first against a mean of 170 with 5½
        (%d −10): H = 160.  Then 3 of 9 about 168: H = 183; (3 · 168 + 183)/4 = 171.75 → 172 /10.
        """
        pool.has("gehl", 170, 8)
        pool.meets("gehl", "11111½000", *range(150, 195, 5))
        assert pool.number("gehl") == "168 /9"
        pool.meets("gehl", "111000000", *range(148, 193, 5))
        assert pool.number("gehl") == "172 /10"

    def test_two_games_leave_number_and_count_as_they_are(self, pool):
        """INGO C IV: the table and the short events begin at three games (R11)."""
        pool.has("gehl", 170, 2)
        pool.meets("gehl", "11", 170, 170)
        assert pool.number("gehl") == "170 /2"
        pool.meets("gehl", "½½½", 170, 170, 170)
        assert pool.number("gehl") == "170 /3"


class TestMarks:
    """INGO C II: who lost everything has a bound; nobody else's level is built on it."""

    def test_a_better_result_after_or_worse_is_the_usual_second_number(self, pool):
        """INGO C II, INGO C I: 170 /1 or worse → 165 /2 → 170 /3.

        0 of 5 against 100 110 120 130 140: N = (600 + 41.7)/5 = 128.3, H = 128.3 + 41.7 = 170.
        1½ of 5 against 120 130 140 150 160, still as a newcomer: N = (700 + 16.7)/5 = 143.3, H =
        160, better than the bound: (170 + 160)/2 = 165 without a mark.
        2 of 6 about 165: H = 179.3 → 179; (2 · 165 + 179)/3 = 169.7 → 170.
        """
        pool.meets("behn", "00000", 100, 110, 120, 130, 140)
        assert pool.number("behn") == "170 /1 or worse"
        pool.meets("behn", "1½000", 120, 130, 140, 150, 160)
        assert pool.number("behn") == "165 /2"
        pool.meets("behn", "110000", 155, 175, 145, 185, 165, 165)
        assert pool.number("behn") == "170 /3"

    def test_a_worse_result_after_or_worse_begins_anew(self, pool):
        """INGO C II: 170 /1 or worse → 200 /1 or worse → 190 /2.

        0 of 5 again, against 130 140 150 160 170: N = (750 + 41.7)/5 = 158.3, H = 200, worse than
        the bound: it counts as a first number, and is a bound again.
        1½ of 5 against 140 150 160 170 180: N = (800 + 16.7)/5 = 163.3, H = 180; (200 + 180)/2.
        """
        pool.meets("celler", "00000", 100, 110, 120, 130, 140)
        pool.meets("celler", "00000", 130, 140, 150, 160, 170)
        assert pool.number("celler") == "200 /1 or worse"
        pool.meets("celler", "1½000", 140, 150, 160, 170, 180)
        assert pool.number("celler") == "190 /2"

    def test_or_better_is_the_mirror_image(self, pool):
        """INGO C II: 5 of 5 against 160 … 200: N = (900 − 41.7)/5 = 171.7, H = 130 or better.

        Then 3½ of 5 against 120 … 160: N = (700 − 16.7)/5 = 136.7, H = 120: better than the bound,
        so 120 is a first number, and no bound.  Then 2 of 6 about 120: (120 + 134)/2 = 127 /2.
        """
        pool.meets("denel", "11111", 160, 170, 180, 190, 200)
        assert pool.number("denel") == "130 /1 or better"
        pool.meets("denel", "111½0", 120, 130, 140, 150, 160)
        assert pool.number("denel") == "120 /1"
        pool.meets("denel", "110000", 110, 130, 100, 140, 120, 120)
        assert pool.number("denel") == "127 /2"

    def test_the_same_number_again_is_no_better_one(self, pool):
        """INGO C II: H equal to the bound is the usual second number (R16): 130 /2, no mark.

        2½ of 5 against a mean of 130: N = 130, %d 0, H = 130.
        """
        pool.meets("denel", "11111", 160, 170, 180, 190, 200)
        pool.meets("denel", "11½00", 120, 130, 140, 125, 135)
        assert pool.number("denel") == "130 /2"

    def test_a_bound_is_nobodys_level_until_the_mark_is_gone(self, pool):
        """INGO C II, INGO B III 2: Elers meets Behn in the year of his losses and the year after.

        1961: Behn has lost everything, to Elers (140 /5) too: that game is struck for Elers, who
        has 3 of 6 left about 140: H = 140, (3 · 140 + 140)/4 = 140 /6.
        1962: Behn (170 or worse) scores 1½ of 5 against 120 130 150 160 and Elers, 140: H = 160,
        with which Elers reckons: 3 of 6 against five about 140 and 160: N = (140 + 700 + 160)/7 =
        142.9, H = 143; (3 · 140 + 143)/4 = 140.75 → 141 /7.
        """
        pool.has("elers", 140, 5)
        others = games("behn", "0000", pool.opponents(100, 110, 120, 130))
        elers = games("elers", "111000", pool.opponents(130, 150, 120, 160, 140, 140))
        pool.cup([*others, "behn 0 elers", *elers])
        assert pool.number("elers") == "140 /6"
        behn = games("behn", "1½00", pool.opponents(120, 130, 150, 160))
        pool.events += 1
        elers = games("elers", "1½½00", pool.opponents(130, 150, 120, 160, 140))
        pool.cup([*behn, "elers 1 behn", *elers])
        assert pool.number("elers") == "141 /7"


class TestFiftyDegrees:
    def test_as_numbers_come_closer_the_same_pair_begins_to_count(self, pool):
        """INGO C VI: 51 apart a win of the better one counts for neither; 47 apart it counts.

        1961: Fuchs 100 /5, 2 of 6 about 100 and a win against Haak, 151, who is 51 worse: struck,
        so H = 114.3 → 114; (3 · 100 + 114)/4 = 103.5 → 104 /6.  Haak has no other game: 151 /5.
        1962: 104 and 151: a win against Haak and 2 of 5 about 104: N = (104 + 520 + 151)/7 =
        110.7, %d 0: H = 111; (3 · 104 + 111)/4 = 105.75 → 106 /7.
        1963: a draw with Maas, 178, 72 worse: he counts as 106 + 50 = 156.  With 2½ of 5 about
        106: N = (106 + 530 + 156)/7 = 113.1, H = 113; (3 · 106 + 113)/4 = 107.75 → 108 /8.  (178
        would give N = 116.3 and 109.)
        """
        pool.has("fuchs", 100, 5)
        pool.has("haak", 151, 5)
        pool.has("maas", 178, 5)
        six = games("fuchs", "110000", pool.opponents(90, 110, 80, 120, 100, 100))
        pool.cup([*six, "fuchs 1 haak"])
        assert (pool.number("fuchs"), pool.number("haak")) == ("104 /6", "151 /5")
        five = games("fuchs", "11000", pool.opponents(94, 114, 99, 109, 104))
        pool.cup([*five, "haak 0 fuchs"])
        assert pool.number("fuchs") == "106 /7"
        five = games("fuchs", "11½00", pool.opponents(96, 116, 101, 111, 106))
        pool.cup([*five, "maas ½ fuchs"])
        assert pool.number("fuchs") == "108 /8"


class TestTheDocumentsTournament:
    """The worked example B II, and what its numbers are worth in the next event."""

    def test_behns_first_number_is_halved_with_the_second(self, pool):
        """INGO B II, INGO C I: Behn leaves B II with 125 /1, Celler with 125 /4.

        In a Swiss event both score 5 of 9 (%d −5) against a mean of 125: H = 120.  Behn has
        (125 + 120)/2 = 122.5 → 123 /2, Celler (3 · 125 + 120)/4 = 123.75 → 124 /5.
        """
        pool.decide(LONG_AGO, behn={"number": 125, "count": 1})
        pool.decide(LONG_AGO, celler={"number": 125, "count": 4})
        for player in ("behn", "celler"):
            pool.meets(player, "111110000", *range(105, 150, 5))
        assert (pool.number("behn"), pool.number("celler")) == ("123 /2", "124 /5")
