"""Players through several tournaments, computed by hand with the page's formulas.

Every opponent comes with the card given and is met in one tournament only.  Changes are to four
decimals: f · (con · (Sa − Se) + bonus), Se = 1 / (1 + e^(β(opponent) − β(player))).
"""

import pytest

from projections.rulebooks.egf_2021.rulebook import Egf2021
from projections.rulebooks.evaluation import Report
from projections.rulebooks.tournament import Entrant
from tests.rulebooks.careers import Careers, event, rows
from tests.rulebooks.egf_2021.go_club import decision


class Go(Careers):
    """A list under EGF 2021."""

    def __init__(self) -> None:
        super().__init__(Egf2021())

    def meets(self, **gor: float) -> None:
        """Opponents enter the list."""
        self.decide("2020-01-01", **{name: {"gor": r, "grade": "9d"} for name, r in gor.items()})

    def cup(self, on: str, *games: str, class_: str = "A", resets=None, **entered: str) -> Report:
        """A tournament; its id is ``cup``, as decisions have it."""
        entrants = [Entrant(player=name, entry_grade=grade) for name, grade in entered.items()]
        decisions = tuple(
            decision("reset", {"gor": gor}, player=name) for name, gor in (resets or {}).items()
        )
        facts = {"discipline": "go", "class_": class_, "decisions": decisions}
        return self.play(event("cup", on, *games, entrants=entrants, **facts))

    def holds(self, player: str) -> tuple[float, str, str]:
        card = self.cards[player]
        return card.gor, card.grade, card.highest


def test_a_girl_who_improves_is_reset_and_falls_back():
    """EGF entry, EGF reset, EGF after: Nora, a newcomer of 12 kyu.

    2021, class A, from 900 (con 53.2954, bonus 3.5): beats 1000 (Se 0.4261, +34.0880) and 800
    (0.5710, +26.3661), jigo with 1100 (0.3523, +11.3734): 971.827.
    2022, class B, 11 kyu, one better: no reset.  con 50.7664, bonus 3.3204: beats 1000 (0.4787,
    +22.3384), loses to 1500 with four stones (1321.827; 0.3406, −10.4772): 983.688.
    2023, class A, 8 kyu, three better than 11 kyu: from 1300 (con 39.8107, bonus 2.5): beats 1300
    (0.5, +22.4054), loses to 1400 with one stone (1350; 0.4547, −15.6006): 1306.805.
    2024, class D, 9 kyu, weaker: no reset.  con 39.5942, bonus 2.4830: loses to 1250 (0.5490,
    −4.8137): 1301.991.  Then 7 kyu would be one better than the 8 kyu of 2023: no reset.
    """
    go = Go()
    go.meets(a=1000, b=800, c=1100, d=1000, e=1500, f=1300, g=1400, h=1250, i=1300)
    first = go.cup("2021-06-01", "nora 1 a", "nora 1 b", "nora ½ c", nora="12k")
    used = rows(first)["nora"]["games_used"]
    assert [game["change"] for game in used] == pytest.approx(
        [34.0880, 26.3661, 11.3734], abs=0.00005
    )
    assert go.holds("nora") == (971.827, "12k", "12k")
    go.cup("2022-06-01", "nora 1 d", "e 1 nora +4", class_="B", nora="11k")
    assert go.holds("nora") == (983.688, "11k", "11k")
    third = go.cup("2023-06-01", "nora 1 f", "g 1 nora +1", nora="8k")
    row = rows(third)["nora"]
    assert (row["reset_from"], row["gor_before"], row["gor_after"]) == (983.688, 1300, 1306.805)
    go.cup("2024-06-01", "h 1 nora", class_="D", nora="9k")
    assert go.holds("nora") == (1301.991, "9k", "8k")
    last = go.cup("2025-06-01", "nora 1 i", nora="7k")
    assert rows(last)["nora"]["reset_from"] is None


def test_a_professional_enters_gives_stones_and_is_set_back_by_decision():
    """EGF scale, EGF handicap, EGF class, EGF reset: Pia, 2 professional dan.

    2021, class A, from 2730 (con 5.3426, bonus 0.0009): beats 2600 (Se 0.8082, +1.0258), loses to
    2705.84 (0.5721, −3.0558), beats 2268.985 giving four stones (2618.985; 0.7765, +1.1948):
    2729.165.  2022, class C: con 5.3551: loses to 2100 giving nine stones (2950; 0.0315, −0.0840):
    2729.081.  2023, as an amateur of 7 dan; a federation sets her start to 2700 (con 5.7995, bonus
    0.0013): beats 2600 (0.7463, +1.4726): 2701.473.  The highest stays 2 professional dan.  2024,
    9 dan: ranks below it, so no reset.
    """
    go = Go()
    go.meets(a=2600, b=2705.84, c=2268.985, d=2100, e=2600, f=2600)
    go.cup("2021-06-01", "pia 1 a", "b 1 pia", "pia 1 c +4", pia="2p")
    assert go.holds("pia") == (2729.165, "2p", "2p")
    second = go.cup("2022-06-01", "pia 0 d +9", class_="C")
    (game,) = rows(second)["pia"]["games_used"]
    assert (game["received"], game["points"]) == (-9, 0)
    assert game["change"] == pytest.approx(-0.0840, abs=0.00005)
    assert go.holds("pia") == (2729.081, "2p", "2p")
    third = go.cup("2023-06-01", "pia 1 e", resets={"pia": 2700}, pia="7d")
    assert rows(third)["pia"]["reset_from"] == 2729.081
    assert go.holds("pia") == (2701.473, "7d", "2p")
    last = go.cup("2024-06-01", "pia 1 f", pia="9d")
    assert rows(last)["pia"]["gor_before"] == 2701.473


def test_a_beginner_at_the_floor():
    """EGF floor, EGF bonus, EGF reset: Bea, a newcomer of 33 kyu.

    2021, from −900 (con 130.4821, bonus 8): loses twice to −900 (2 · −57.2410): −1014.482, and
    stays at −900; who beat her rises by 2 · 73.2410 to −753.518.
    2022, 33 kyu again: beats −800 (Se 0.4579, +78.7306): −821.269.
    2023, 29 kyu, four better, and −800 is more than she has: from −800 (con 125.5470, bonus
    7.75): beats −800 (0.5, +70.5235), loses to −700 with two stones (−650; 0.5220, −57.7853).
    The list then proposes nothing: −787.262 is near the nominal −800.
    """
    go = Go()
    go.meets(a=-900, b=-800, c=-800, d=-700)
    go.cup("2021-06-01", "a 1 bea", "a 1 bea", bea="33k")
    assert go.holds("bea") == (-900, "33k", "33k")
    assert go.cards["a"].gor == -753.518
    go.cup("2022-06-01", "bea 1 b", bea="33k")
    assert go.holds("bea") == (-821.269, "33k", "33k")
    third = go.cup("2023-06-01", "bea 1 c", "d 1 bea +2", bea="29k")
    assert rows(third)["bea"]["reset_from"] == -821.269
    assert go.holds("bea")[0] == -787.262
    assert go.standing("bea", "2023-12-31").proposal is None
