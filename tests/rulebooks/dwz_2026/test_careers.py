"""Players over three to seven tournaments, computed by hand with the edition, from the log.

Every opponent was born in 1950, comes with the card given and is met in one tournament only; in
pairs about x means two 100 below and above x, two 50, the fifth x itself, which together expect
half the points.  Rn = Ro + K · (W − We), K = K0 · b + a with one decimal (Anhang 1.2).
"""

from tests.console.shell import Shell
from tests.projections.submissions import POOL, adopted, adoption, decided, player
from tests.rulebooks.dwz_2014.federation import about, cards, evaluated, meets, rows, waiting

DAY = "2026-06-08"


def test_a_newcomer_waits_is_corrected_and_leaves_the_rows_of_the_young(shell: Shell) -> None:
    """DWZ 2026 3.4.2, DWZ 2026 3.4.4, DWZ 2026 Anhang 1.2: Tom, born in 2003.

    July 2026, draws with 1500 and 1700, which wait.  September, draws with 1550 1650 1600: 2½ of
    five in pairs about 1600: Ri = 1600, and 1600 + 0.08 · 400 = 1632-1.  The 1600-20 who drew is
    evaluated against 1632: Φ(−32/282.84) = 0.4550, K 28: 1600 + 28 · 0.0450 = 1601.3.
    December, 23 years, 3/4 in pairs: K0 60, no bonus from 1600 on: 1692-2.
    2027, 24, 1/4: K0 60, no brake from 1600 on: 1632-3.
    2028, 25, 0/4, We 2: K0 48: 1536-4.
    Autumn, 25, 3/4: K0 46, + 4: 1586-5.
    2029, 26, 1/4: K0 40, b = 2386/2400: 39.77, so 39.8: 1546.2.
    """
    shell.append(adoption(DAY, rulebook="dwz-2026"), player("tom", birth_year=2003))
    meets(shell, "tom", "one", "2026-07-01", "½½", 1500, 1700)
    assert waiting(shell, "tom", "2026-07-01") == [(1500, 0.5), (1700, 0.5)]
    meets(shell, "tom", "two", "2026-09-01", "½½½", 1550, 1650, 1600)
    meets(shell, "tom", "three", "2026-12-01", "11½½", *about(1632, 4))
    meets(shell, "tom", "four", "2027-05-01", "½½00", *about(1692, 4))
    meets(shell, "tom", "five", "2028-05-01", "0000", *about(1632, 4))
    meets(shell, "tom", "six", "2028-10-01", "11½½", *about(1536, 4))
    meets(shell, "tom", "seven", "2029-05-01", "½½00", *about(1586, 4))
    assert evaluated(shell, "tom") == [
        (None, "1632-1"),
        (60.0, "1692-2"),
        (60.0, "1632-3"),
        (48.0, "1536-4"),
        (50.0, "1586-5"),
        (39.8, "1546-6"),
    ]
    assert cards(shell)["two-3"] == "1601-21"
    assert shell.run("rebuild", POOL, "--check").status == 0


def test_a_child_stays_at_the_minimum_and_rises_from_it(shell: Shell) -> None:
    """DWZ 2026 3.4.4, DWZ 2026 3.5, DWZ 2026 3.6: Ben, born in 2018.

    2026, 1/5 with 1150: Φ(−0.8416) = 0.2: Ri = 1150 − 238 = 912, and 1100 + 9 · 0.08 · 912/11 =
    1159.7: 1160-1. Autumn, 0/2 with 1160: b = 1960/2400, K = 60 · b = 49.0: 1111-2. 2027, 0/2 with
    1111: b = 1911/2400: 47.775, so 47.8: 1063.2, but not below 1100-3. Autumn, 2/2 with 1100: K0
    48 + 900/30 = 78: 1178-4. 2028, 0/5 with 1178, We 2½: K = 46 · 1978/2400 = 37.9: 1083.25, again
    1100-5, and without a point no performance.
    """
    shell.append(adoption(DAY, rulebook="dwz-2026"), player("ben", birth_year=2018))
    meets(shell, "ben", "one", "2026-07-01", "10000", *[1150] * 5)
    meets(shell, "ben", "two", "2026-10-01", "00", 1160, 1160)
    meets(shell, "ben", "three", "2027-05-01", "00", 1111, 1111)
    meets(shell, "ben", "four", "2027-10-01", "11", 1100, 1100)
    meets(shell, "ben", "five", "2028-05-01", "00000", *[1178] * 5)
    assert evaluated(shell, "ben") == [
        (None, "1160-1"),
        (49.0, "1111-2"),
        (47.8, "1100-3"),
        (78.0, "1178-4"),
        (37.9, "1100-5"),
    ]
    assert rows(shell, "one")["ben"]["performance"] == 912
    assert rows(shell, "five")["ben"]["performance"] is None
    assert shell.run("rebuild", POOL, "--check").status == 0


def test_k_changes_its_row_at_2000_and_with_the_dated_parameters(shell: Shell) -> None:
    """DWZ 2026 Anhang 1.2: Vera, born in 1980, 1980-4; ± 1 of We 2 each time.  2028 is made up.

    2026, below 2000, index 4: K 42: 2022-5.  2027, from 2000 on, index 5: 37: 2059-6.
    2028, index 6: 35, but k_max 30: 2029-7.  2029, the parameters of before again, index 7: 33:
    1996-8.  2030, below 2000 again, index 8: 34: 2030-9.
    """
    shell.append(
        adoption(DAY, rulebook="dwz-2026"),
        adoption("2028-01-01", rulebook="dwz-2026", parameters={"k_max": 30}),
        adoption("2029-01-01", rulebook="dwz-2026"),
        player("vera", birth_year=1980),
        decided("vera", "1980-4", "2026-07-01"),
    )
    meets(shell, "vera", "one", "2026-09-01", "11½½", *about(1980, 4))
    meets(shell, "vera", "two", "2027-12-31", "11½½", *about(2022, 4))
    meets(shell, "vera", "three", "2028-01-01", "½½00", *about(2059, 4))
    meets(shell, "vera", "four", "2029-01-01", "½½00", *about(2029, 4))
    meets(shell, "vera", "five", "2030-05-01", "11½½", *about(1996, 4))
    assert evaluated(shell, "vera") == [
        (42.0, "2022-5"),
        (37.0, "2059-6"),
        (30.0, "2029-7"),
        (33.0, "1996-8"),
        (34.0, "2030-9"),
    ]
    assert shell.run("rebuild", POOL, "--check").status == 0


def test_a_fide_figure_has_the_k_of_its_index_and_is_then_a_dwz(shell: Shell) -> None:
    """DWZ 2026 4.1.2, DWZ 2026 Anhang 1.2: Uwe, born in 1970, FIDE 2100; ± 1 of We 2 each time.

    Index 6: K 35: 2135-7.  Then 33: 2102-8.  Then 31: 2133-9.
    """
    shell.append(adoption(DAY, rulebook="dwz-2026"), player("uwe", birth_year=1970))
    shell.append(adopted("uwe", 2100, "2026-07-01"))
    meets(shell, "uwe", "one", "2026-09-01", "11½½", *about(2100, 4))
    meets(shell, "uwe", "two", "2027-05-01", "½½00", *about(2135, 4))
    meets(shell, "uwe", "three", "2028-05-01", "11½½", *about(2102, 4))
    assert evaluated(shell, "uwe") == [(35.0, "2135-7"), (33.0, "2102-8"), (31.0, "2133-9")]
    assert shell.run("rebuild", POOL, "--check").status == 0
