"""Tournaments, careers, the Umstufung and dated parameters, from the log to the audit."""

from typing import Any

import pytest

from projections.checking.check import checked
from tests.console.shell import Shell
from tests.projections.submissions import POOL, adopted, adoption, decided, player, summary
from tests.rulebooks.dwz_2014.federation import cards, cup, people, rows, waiting
from tests.rulebooks.dwz_2014.written_examples import differing
from tests.rulebooks.dwz_2026.club import tournaments
from tests.rulebooks.dwz_2026.federation import PIECES, only_2026, umstufung

EVE, DAY = "2026-06-07", "2026-06-08"


@pytest.mark.parametrize("example", tournaments(), ids=lambda example: example["says"])
def test_a_worked_tournament_is_evaluated_the_same_from_the_log(example, shell: Shell) -> None:
    """DWZ 2026 3.4.1, DWZ 2026 3.4.4, DWZ 2026 3.5."""
    events = [only_2026(**example.get("parameters", {}))]
    for each in example["players"]:
        name, own, age = each.split()
        events.append(player(name, birth_year=1996 - int(age)))
        if name in example.get("adopted", ()):
            events.append(adopted(name, int(own.partition("-")[0]), "1995-07-01"))
        elif own != "-":
            events.append(decided(name, own, "1995-07-01"))
    shell.append(*events, *cup("cup", "1996-01-31", *example["games"]))
    found = rows(shell, "cup")
    wrong = {name: differing(found[name], row) for name, row in example["rows"].items()}
    assert not any(wrong.values()), wrong
    assert shell.run("rebuild", POOL, "--check").status == 0


def people_of_june() -> list[dict[str, Any]]:
    births = {"a": 1970, "b": 2012, "c": 1990, "d": 1980, "e": 2001}
    return [
        adoption("2016-08-01", rulebook="dwz-2014"),
        *(player(name, birth_year=year) for name, year in births.items()),
        decided("a", "1800-30", "2020-01-01"),
        decided("b", "690-2", "2026-01-01"),
        decided("d", "2150-8", "2026-01-01"),
        adopted("e", 1650, "2026-05-01"),
    ]


def june() -> list[dict[str, Any]]:
    """Two tournaments that begin on 5 June and end on the days before and of the Umstufung."""
    return [
        *cup("B", EVE, "a 1-0 d", "c ½-½ a", "c 0-1 d", starts_on="2026-06-05"),
        *cup(
            "A",
            DAY,
            *("a 0-1 d", "b ½-½ a", "e 1-0 a", "c 1-0 d", "c 1-0 e", "c 1-0 b"),
            starts_on="2026-06-05",
        ),
    ]


def shown(shell: Shell, name: str) -> dict[str, Any]:
    """Of everyone rated: Ro, the coefficient, and what came of it."""
    return {
        player: (row["rating_before"], row["coefficient"], row["rating_after"], row["index_after"])
        for player, row in rows(shell, name).items()
        if row["status"] in {"rated", "first"}
    }


class TestUmstufung:
    """DWZ 2026 Umstufung: its place, its entry in the record and its step in the audit."""

    def test_it_lies_between_the_tournaments_of_the_seventh_and_the_eighth(
        self, shell: Shell
    ) -> None:
        """c's games of B, against 1800 and 2150, count as 1912 and 2150 in A: five games."""
        shell.append(*people_of_june(), umstufung(), *june())
        assert shown(shell, "B") == {"a": (1800, 25, 1827, 31), "d": (2150, 30, 2127, 9)}
        assert waiting(shell, "c", EVE) == [(1800, 0.5), (2150, 0)]
        before = {"a": "1827-31", "b": "690-2", "d": "2127-9", "e": "1650-6"}
        assert cards(shell, "--on", EVE) == before
        assert shown(shell, "A") == {
            "a": (1929, 28.0, 1885, 33),
            "b": (1100, 78.0, 1139, 4),
            "c": (None, None, 2081, 1),
            "d": (2127, 27.0, 2118, 11),
            "e": (1650, 42.0, 1683, 7),
        }
        assert (rows(shell, "A")["c"]["games"], rows(shell, "A")["c"]["points"]) == (5, 3.5)
        assert shell.run("rebuild", POOL, "--check").status == 0

    def test_residual_games_may_stay_as_they_are(self, shell: Shell) -> None:
        shell.append(*people_of_june(), umstufung(residual_games="keep"), *june())
        after = {name: (row[2], row[3]) for name, row in shown(shell, "A").items()}
        expected = {"a": (1885, 33), "b": (1139, 4), "d": (2117, 11), "e": (1682, 7)}
        assert after == {**expected, "c": (2053, 1)}

    def test_residual_games_may_be_dropped(self, shell: Shell) -> None:
        shell.append(*people_of_june(), umstufung(residual_games="drop"), *june())
        assert rows(shell, "A")["c"]["status"] == "residual"

    def test_a_tournament_of_april_that_arrives_late_is_evaluated_before_it(
        self, shell: Shell
    ) -> None:
        shell.append(*people_of_june(), umstufung(), *june())
        shell.append(*cup("Z", "2026-04-10", "a 0-1 d", "d 1-0 a", starts_on="2026-04-01"))
        assert shown(shell, "Z") == {"a": (1800, 25, 1794, 31), "d": (2150, 30, 2155, 9)}
        assert shown(shell, "B") == {"a": (1794, 25, 1822, 32), "d": (2155, 30, 2132, 10)}
        assert shown(shell, "A") == {
            "a": (1926, 28.0, 1882, 34),
            "b": (1100, 78.0, 1139, 4),
            "c": (None, None, 2083, 1),
            "d": (2132, 25.0, 2124, 12),
            "e": (1650, 42.0, 1682, 7),
        }
        assert shell.run("rebuild", POOL, "--check").status == 0

    def test_the_record_has_an_entry_and_the_audit_its_step(self, shell: Shell) -> None:
        """1827 · 0.64 + 760 = 1929.28."""
        event = umstufung()
        shell.append(*people_of_june(), event, *june())
        entries = [
            (each["tournament"], each.get("conversion"), each["rulebook"])
            for each in shell.json("player", POOL, "a")["history"]
        ]
        assert entries == [
            ("B", None, "dwz-2014"),
            (None, True, "dwz-2026"),
            ("A", None, "dwz-2026"),
        ]
        (entry,) = [row for row in shell.json("player", POOL, "a")["history"] if "event" in row]
        figures = {key: value for key, value in entry.items() if key.startswith(("rating", "ind"))}
        assert (entry["event"], entry["ended_on"]) == (event["id"], DAY)
        assert figures == {
            "rating_before": 1827,
            "index_before": 31,
            "rating_after": 1929,
            "index_after": 32,
        }
        audit = shell.json("audit", POOL, "a", event["id"])
        (step,) = audit["steps"]
        assert (step["rule"], step["result"]) == ("DWZ 2026 Umstufung", 1929)
        assert step["given"] == {"x": 1827, "factor": 0.64, "plus": 760, "below": 2110}
        assert audit["card_before"]["card"] == {"rating": 1827, "index": 31}
        assert audit["card_after"]["card"] == {"rating": 1929, "index": 32}
        assert audit["card_after"]["last_event"] == event["id"]

    def test_people_read_it_in_the_record_too(self, shell: Shell) -> None:
        event = umstufung()
        shell.append(*people_of_june(), event, *june())
        printed = shell.run("--format", "table", "player", POOL, "a").out
        (line,) = [line for line in printed.splitlines() if "converted" in line]
        assert {"1827-31", "1929-32"} <= set(line.split())

    def test_who_has_no_dwz_gets_none_and_a_foreign_figure_stays(self, shell: Shell) -> None:
        shell.append(*people_of_june(), umstufung())
        assert cards(shell) == {"a": "1912-31", "b": "1100-3", "d": "2150-9", "e": "1650-6"}
        assert shell.json("player", POOL, "c")["history"] == []
        assert shell.json("player", POOL, "e")["history"] == []

    def test_a_decision_of_its_day_comes_after_it(self, shell: Shell) -> None:
        shell.append(*people_of_june(), umstufung(), decided("a", "1700-3", DAY))
        assert cards(shell)["a"] == "1700-3"

    def test_a_dwz_that_had_lapsed_under_1995_is_converted_as_well(self, shell: Shell) -> None:
        """DWZ 2026 4.1.1: Ada's 1700-9 of 1996; 1700 · 0.64 + 760 = 1848."""
        shell.append(
            adoption("1995-01-01"),
            *people("1996-01-01", ada="1700-9"),
            adoption("2003-01-01", rulebook="dwz-2014"),
            umstufung(),
        )
        assert cards(shell, "--on", "2002-12-31") == {}
        assert cards(shell) == {"ada": "1848-10"}

    @pytest.mark.parametrize(
        ("years", "listed"), [(5, "1650-6"), (0, "1848-10")], ids=["hidden", "in force again"]
    )
    def test_a_lapsed_dwz_beside_a_valid_foreign_figure_has_its_entry(
        self, shell: Shell, years: int, listed: str
    ) -> None:
        """DWZ 2026 Umstufung, DWZ 6.1.1: 1700-9 of 1996 · 0.64 + 760 = 1848, of index 9 + 1.

        On the eve the FIDE figure 1650 of 2024 is valid; where a DWZ lapses it is so after it.
        """
        event = umstufung()
        event["data"]["parameters"] = {"validity_years": years}
        shell.append(
            adoption("1995-01-01"),
            *people("1996-01-01", ada="1700-9"),
            adopted("ada", 1650, "2024-01-01"),
            event,
        )
        assert cards(shell, "--on", EVE) == {"ada": "1650-0"}
        assert cards(shell) == {"ada": listed}
        (entry,) = shell.json("player", POOL, "ada")["history"]
        assert (entry["event"], entry["conversion"], entry["ended_on"]) == (event["id"], True, DAY)
        assert (entry["rating_before"], entry["index_before"]) == (1700, 9)
        assert (entry["rating_after"], entry["index_after"]) == (1848, 10)
        audit = shell.json("audit", POOL, "ada", event["id"])
        assert [step["result"] for step in audit["steps"]] == [1848]
        found = checked(audit)
        assert (found["contradicted"], found["misfits"]) == (0, [])

    def test_a_pool_that_skips_2014_converts_what_had_lapsed(self, shell: Shell) -> None:
        shell.append(adoption("1995-01-01"), *people("1996-01-01", ada="1700-9"), umstufung())
        assert cards(shell) == {"ada": "1848-10"}


class TestAdoptingByCommand:
    """DWZ 2026 Umstufung: it is on record, and the command writes it."""

    def test_the_conversion_on_record_is_the_umstufung(self, shell: Shell) -> None:
        shell.append(*people_of_june())
        change = ("pool", POOL, "--rulebook", "dwz-2026", "--from", DAY)
        document = shell.json(*change, "--convert")
        assert document["conversion"] == {"pieces": PIECES, "count_plus": 1}
        assert cards(shell) == {"a": "1912-31", "b": "1100-3", "d": "2150-9", "e": "1650-6"}
        printed = " ".join(shell.run("--format", "table", "pool", POOL).out.split())
        assert "the number of evaluations rises by 1." in printed

    def test_without_it_the_cards_go_on_as_they_are(self, shell: Shell) -> None:
        shell.append(*people_of_june())
        shell.json("pool", POOL, "--rulebook", "dwz-2026", "--from", DAY, "--keep-figures")
        assert cards(shell)["a"] == "1800-30"


class TestDatedParameters:
    """DWZ 2026 Anhang 1.2: the rulebook adopted again with other parameters; no card changes."""

    def test_each_tournament_has_those_of_its_last_day(self, shell: Shell) -> None:
        """The values of 2027 are made up.  A, 14, 1400-5; b, 56, 1500-20.

        2026: K = 44 + 600/30 = 64 and 28 · 2300/2400 = 26.83.
        2027: 42 + 518/40 = 54.95, at most 55, so 55.0 and 28 · 2066/2200 = 26.29.
        """
        later = {"youth_divisor": 40, "k_max": 55, "brake_shift": 600}
        shell.append(
            adoption(DAY, rulebook="dwz-2026"),
            adoption("2027-01-01", rulebook="dwz-2026", parameters=later),
            *(player(name, birth_year=year) for name, year in (("a", 2012), ("b", 1970))),
            decided("a", "1400-5", "2026-07-01"),
            decided("b", "1500-20", "2026-07-01"),
            *cup("T1", "2026-12-31", "a 1-0 b", "b 0-1 a"),
            *cup("T2", "2027-01-01", "a 1-0 b", "b 0-1 a"),
        )
        assert shown(shell, "T1") == {"a": (1400, 64.0, 1482, 6), "b": (1500, 26.8, 1466, 21)}
        assert shown(shell, "T2") == {"a": (1482, 55.0, 1535, 7), "b": (1466, 26.3, 1441, 22)}
        assert "event" not in shell.json("player", POOL, "a")["history"][-1]

    def test_what_is_not_named_again_has_its_default(self, shell: Shell) -> None:
        shell.append(
            adoption(DAY, rulebook="dwz-2026", parameters={"minimum": 900}),
            adoption("2027-01-01", rulebook="dwz-2026", parameters={"k_max": 90}),
            *people("2026-07-01", a="1105-20", b="1105-20", c="1105-20", d="1105-20"),
            *cup("T1", "2026-12-31", "a 1-0 b"),
            *cup("T2", "2027-01-01", "c 1-0 d"),
        )
        assert rows(shell, "T1")["b"]["rating_after"] == 1094
        assert rows(shell, "T2")["d"]["rating_after"] == 1100


class TestCareers:
    """DWZ 2026 3.5, DWZ 2026 Anhang 1.2, DWZ 2026 2.2.4: careers computed by hand."""

    def test_a_child_rises_is_braked_and_grows_up(self, shell: Shell) -> None:
        """Kim, born in 2014, from 1110-1; the others come with the card given.

        2026, 12 years old: 2 of 2 with 1110, We = 1.  K = 60 + 890/30 = 89.7, at most 80: 1190-2.
        2027: 0 of 2 with 1190, We = 1.  K = 60 · 1990/2400 = 49.75, so 49.8: 1140.2, 1140-3.
        2036, 22 years old: 1 of 1 with 1140, We = ½.  K = 48 + 4 = 52: 1166-4.
        2041, 27 years old: 0 of 1 with 1166.  K = 42 · 1966/2400 = 34.405, so 34.4: 1148.8.
        """
        others = dict.fromkeys(("a0", "a1"), "1110-20") | dict.fromkeys(("b0", "b1"), "1190-20")
        shell.append(
            adoption(DAY, rulebook="dwz-2026"),
            *people("2026-07-01", **others, c0="1140-20", d0="1166-20"),
            player("kim", birth_year=2014),
            decided("kim", "1110-1", "2026-07-01"),
            *cup("one", "2026-09-01", "kim 1-0 a0", "a1 0-1 kim"),
            *cup("two", "2027-05-01", "kim 0-1 b0", "b1 1-0 kim"),
            *cup("three", "2036-05-01", "kim 1-0 c0"),
            *cup("four", "2041-05-01", "d0 1-0 kim"),
        )
        history = shell.json("player", POOL, "kim")["history"]
        found = [(row["coefficient"], row["rating_after"], row["index_after"]) for row in history]
        assert found == [(80.0, 1190, 2), (49.8, 1140, 3), (52.0, 1166, 4), (34.4, 1149, 5)]

    def test_a_newcomer_who_wins_everything_begins_with_a_fictitious_draw(
        self, shell: Shell
    ) -> None:
        """DWZ 2026 3.6.2: Nora, born in 1980, wins 5 of 5 with people of 1500.

        5½ of 6: Φ(x) = 11/12 at x = 1.38299, 391.2 above 1500.  Ri = 1891, and 1891 + 0.08 · 109 =
        1899.72: 1900-1.  In autumn a draw with 1900: W = We, and she stays.
        """
        shell.append(
            adoption(DAY, rulebook="dwz-2026"),
            *people("2026-07-01", **dict.fromkeys("abcde", "1500-20"), f="1900-20"),
            player("nora", birth_year=1980),
            *cup("summer", "2026-08-01", *(f"nora 1-0 {name}" for name in "abcde")),
            *cup("autumn", "2026-10-01", "nora ½-½ f"),
        )
        first, second = shell.json("player", POOL, "nora")["history"]
        assert (first["rating_after"], first["games"], first["points"]) == (1900, 5, 5)
        assert first["performance"] == 1891
        assert (second["rating_after"], second["index_after"], second["coefficient"]) == (
            1900,
            2,
            60.0,
        )

    def test_a_summary_is_corrected_with_this_editions_k(self, shell: Shell) -> None:
        """DWZ 4.10.1.1 goes on: from 1165-8 in place of 1195, 2 points of 5 with We 3.5.

        P = 0.7, Rc = 1195 − 148.3 = 1046.7; We′ = 5 · Φ(118.3/282.84) = 3.3111;
        K = 34 · 1965/2400 = 27.84, so 27.8; 1165 − 27.8 · 1.3111 = 1128.6.
        """
        facts = {"rating_before": 1195, "expected": 3.5, "points": 2, "rating_after": 1150}
        shell.append(
            only_2026(),
            *people("1995-01-01", vera="1165-8"),
            summary("vera", "old", "1995-05-01", **facts),
        )
        (row,) = shell.json("player", POOL, "vera")["history"]
        assert (row["rating_after"], row["coefficient"], row["approximate"]) == (1129, 27.8, True)

    @pytest.mark.parametrize("recorded", [27.8, 28])
    def test_a_summary_that_holds_has_the_coefficient_as_it_was_recorded(
        self, shell: Shell, recorded: float
    ) -> None:
        """DWZ 4.10.1.2, DWZ 2026 Anhang 1.2: 1195 + 27.8 · (2 − 3.5) = 1153.3."""
        facts = {"rating_before": 1195, "expected": 3.5, "points": 2, "rating_after": 1153}
        shell.append(
            only_2026(),
            *people("1995-01-01", vera="1195-8"),
            summary("vera", "old", "1995-05-01", **facts, coefficient=recorded),
        )
        (row,) = shell.json("player", POOL, "vera")["history"]
        assert (row["rating_after"], row["coefficient"]) == (1153, recorded)
        assert type(row["coefficient"]) is type(recorded)  # a whole number is written as one
        found = checked(shell.json("audit", POOL, "vera", "old"))
        assert (found["contradicted"], found["misfits"]) == (0, [])


class TestParameters:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("first_correction", -0.01),
            ("youth_divisor", 0),
            ("brake_shift", True),
            ("junior_bonus", "4"),
            ("k_max", 80.05),
            ("minimum", 1100.5),
            ("minimum", -1),
            ("perfect_score", "win"),
        ],
    )
    def test_a_reading_that_it_cannot_have_is_refused(self, shell: Shell, name, value) -> None:
        (problem,) = shell.refused("append", shell.file("rules.jsonl", only_2026(**{name: value})))
        assert problem["field"].endswith(name)

    def test_decimals_and_null_are_taken(self, shell: Shell) -> None:
        chosen = {"first_correction": 0.075, "k_max": 72.5, "youth_divisor": 0.001, "minimum": 0}
        shell.append(only_2026(**chosen, junior_bonus=None))


def test_a_pool_may_be_asked_what_the_edition_before_would_say(shell: Shell) -> None:
    """Nothing is written: E = 5 by the index of 1, and 1500 + 800 · ½/6 = 1566.7."""
    shell.append(
        only_2026(),
        *people("1995-01-01", a="1500-20", b="1500-1"),
        *cup("cup", "1995-05-01", "b 1-0 a"),
    )
    assert cards(shell)["b"] == "1532-2"  # K = 60 + 4
    assert cards(shell, "--rulebook", "dwz-2014")["b"] == "1567-2"
    assert cards(shell, "--set", "k_max=50")["b"] == "1525-2"
