"""Players over three to six tournaments, computed by hand with the edition, from the log.

Every opponent was born in 1950, comes with the card given and is met in one tournament only; in
pairs about x means two 100 below and above x, two 50, the fifth x itself, which together expect
half the points.  E is E0 · fB + SBr of Anhang 1.2, rounded; Φ from a table of the normal curve.
"""

from tests.console.shell import Shell
from tests.projections.submissions import POOL, adopted, decided, player
from tests.rulebooks.dwz_2014.federation import (
    about,
    cards,
    cup,
    evaluated,
    meets,
    only_2014,
    people,
    rows,
    waiting,
)


def test_a_girl_begins_below_800_is_braked_accelerated_and_exceptional(shell: Shell) -> None:
    """DWZ 2014 3.4.4, DWZ 2014 Anhang 1.2, DWZ 2014 3.6.3: Ida, born in 2001.

    2014: 1/5 with 900: Φ(−0.8416) = 0.2, so Ri = 900 − 238 = 662, and 700 + 662/8 = 782.75: 783-1.
    Autumn, 0/2 with 783, We 1: E0 = 0.783⁴ + 5 = 5.376, SBr = e^(517/150) − 1 = 30.396; E = 36
    however low the index: 783 − 800/38 = 761.9.
    2015, 2/2 with 762, We 1: E0 = 5.337, fB = ½, so 2.67, at least 5: 762 + 800/7 = 876.3.
    2018, 3/5 with 1200: the performance 1200 + 282.84 · 0.25335 = 1271.7, so 1272, is more than
    300 above 876: exceptional.  She herself expects 5 · Φ(−324/282.84) = 5 · 0.1260 = 0.630;
    E0 = 5.589 · ½, at least 5: 876 + 800 · 2.370/10 = 1065.6.
    Her opponents expect Φ(−72/282.84) = 0.3995 against 1272.  Who won: E = 2.07 + 15 = 17, and
    1200 + 800 · 0.6005/18 = 1226.7.  Who lost: + e^(100/150) − 1 = 0.95, E = 18, and
    1200 − 800 · 0.3995/19 = 1183.2.
    Jan drew with her: a residual game against 1272.  In 2019 he scores 2/4 in pairs about 1272:
    2½ of five about 1272, his first DWZ.
    """
    shell.append(only_2014(), player("ida", birth_year=2001), player("jan", birth_year=1990))
    meets(shell, "ida", "one", "2014-05-01", "10000", *[900] * 5)
    meets(shell, "ida", "two", "2014-10-01", "00", 783, 783)
    meets(shell, "ida", "three", "2015-05-01", "11", 762, 762)
    others = {f"o{n}": "1200-20" for n in range(5)}
    games = ["ida 1-0 o0", "ida 1-0 o1", "ida 1-0 o2", "o3 1-0 ida", "o4 1-0 ida", "ida ½-½ jan"]
    shell.append(*people("2018-01-01", **others), *cup("four", "2018-05-01", *games))
    assert evaluated(shell, "ida") == [(None, "783-1"), (36, "762-2"), (5, "876-3"), (5, "1066-4")]
    assert rows(shell, "four")["ida"]["special"] == 1272
    assert rows(shell, "one")["ida"]["performance"] == 662
    held = cards(shell)
    assert (held["o0"], held["o3"]) == ("1183-21", "1227-21")
    assert waiting(shell, "jan", "2018-05-01") == [(1272, 0.5)]
    meets(shell, "jan", "five", "2019-05-01", "1½½0", *about(1272, 4))
    assert evaluated(shell, "jan") == [(None, "1272-1")]
    assert shell.run("rebuild", POOL, "--check").status == 0


def test_a_player_grows_up_while_the_index_lets_e_rise(shell: Shell) -> None:
    """DWZ 2014 3.4.4, DWZ 2014 2.2.4, DWZ 2014 Anhang 1.2: Anna, born in 1990.

    2008, 2½/5 in pairs about 1600: 1600-1. Autumn, 18 years, 3/4 in pairs, We 2 as ever below:
    (6.55 + 5) · 0.8 = 9.24, at most 5 · 1: 1600 + 800/9 = 1688.9. 2009, 19, 1/4: no fB, 8.14 + 5 =
    13.14, at most 10: 1689 − 800/14 = 1631.9. 2010, 20, 3/4: (7.09 + 5) · 0.816 = 9.87, so 10:
    1632 + 800/14 = 1689.1. 2011, 21, 3/4: 8.14 + 10 = 18.14, no fB: 1689 + 800/22 = 1725.4. 2016,
    26, 1/4: 8.85 + 15 = 23.85, so 24, at most 25: 1725 − 800/28 = 1696.4.
    """
    shell.append(only_2014(), player("anna", birth_year=1990))
    meets(shell, "anna", "one", "2008-05-01", "1½½½0", *about(1600, 5))
    meets(shell, "anna", "two", "2008-10-01", "11½½", *about(1600, 4))
    meets(shell, "anna", "three", "2009-05-01", "½½00", *about(1689, 4))
    meets(shell, "anna", "four", "2010-05-01", "11½½", *about(1632, 4))
    meets(shell, "anna", "five", "2011-05-01", "11½½", *about(1689, 4))
    meets(shell, "anna", "six", "2016-05-01", "½½00", *about(1725, 4))
    assert evaluated(shell, "anna") == [
        (None, "1600-1"),
        (5, "1689-2"),
        (10, "1632-3"),
        (10, "1689-4"),
        (18, "1725-5"),
        (24, "1696-6"),
    ]
    assert shell.run("rebuild", POOL, "--check").status == 0


def test_a_fide_figure_enters_with_6_and_its_dwz_never_lapses(shell: Shell) -> None:
    """DWZ 2014 4.1.2, DWZ 2014 4.1.1, DWZ 2014 Anhang 1.2: Uwe, born in 1970, FIDE 2100.

    2014, 3/5 in pairs, We 2½: as with index 1, E = 5: 2100 + 400/10 = 2140, index 6 + 1.
    2015, 2/5: 20.97 + 15 = 36, at most 30: 2140 − 400/35 = 2128.6.
    2026, eleven years later, 3/4, We 2: 20.55 + 15, again 30: 2129 + 800/34 = 2152.5.
    A figure of a list in between changes nothing: who has a DWZ has no use for it.
    """
    shell.append(only_2014(), player("uwe", birth_year=1970), adopted("uwe", 2100, "2014-01-01"))
    assert cards(shell, "--on", "2014-01-01") == {"uwe": "2100-6"}
    meets(shell, "uwe", "one", "2014-05-01", "11½½0", *about(2100, 5))
    meets(shell, "uwe", "two", "2015-05-01", "½½½½0", *about(2140, 5))
    shell.append(adopted("uwe", 2250, "2020-01-01"))
    meets(shell, "uwe", "three", "2026-05-01", "11½½", *about(2129, 4))
    assert evaluated(shell, "uwe") == [(5, "2140-7"), (30, "2129-8"), (30, "2153-9")]
    assert shell.run("rebuild", POOL, "--check").status == 0


def test_the_brake_is_at_most_150_and_lets_a_weak_player_rise_as_ever(shell: Shell) -> None:
    """DWZ 2014 Anhang 1.2: Otto, 60, 500-4; E0 = 0.06 + 15.

    2010, 0/2 with 500, We 1: SBr = e^(800/150) − 1 = 206.1, so 150: 500 − 800/152 = 494.7.
    2011, 2/2 with 495: no brake; 15: 495 + 800/17 = 542.06.
    2012, 0/1 with 542: SBr = e^(758/150) − 1 = 155.5, with E0 150 at most: 542 − 400/151 = 539.4.
    2013, 0/2 with 939, 400 above: We = 2 · Φ(−1.4142) = 0.1573; SBr = e^(761/150) − 1 = 158.7,
    again 150: 539 − 800 · 0.1573/152 = 538.2.
    """
    shell.append(only_2014(), player("otto", birth_year=1950), decided("otto", "500-4"))
    meets(shell, "otto", "one", "2010-05-01", "00", 500, 500)
    meets(shell, "otto", "two", "2011-05-01", "11", 495, 495)
    meets(shell, "otto", "three", "2012-05-01", "0", 542)
    meets(shell, "otto", "four", "2013-05-01", "00", 939, 939)
    history = evaluated(shell, "otto")
    assert history == [(150, "495-5"), (15, "542-6"), (150, "539-7"), (150, "538-8")]
    assert shell.run("rebuild", POOL, "--check").status == 0
