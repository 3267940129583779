"""Tournaments, careers and the succession of editions, from the log to the audit."""

import pytest

from tests.console.shell import Shell
from tests.projections.submissions import POOL, adopted, membership, player, summary
from tests.rulebooks.dwz_2014.club import tournaments
from tests.rulebooks.dwz_2014.federation import (
    cards,
    cup,
    only_2014,
    people,
    rows,
    succession,
    waiting,
)
from tests.rulebooks.dwz_2014.written_examples import differing


@pytest.mark.parametrize("example", tournaments(), ids=lambda example: example["says"])
def test_a_worked_tournament_is_evaluated_the_same_from_the_log(example, shell: Shell) -> None:
    """DWZ 2014 3.4.1, DWZ 2014 3.4.2: residual games come from a tournament of their own."""
    events = [only_2014()]
    for each in example["players"]:
        name, own, age = each.split()
        events.append(player(name, birth_year=1996 - int(age)))
        if name in example.get("adopted", ()):
            events.append(adopted(name, int(own.partition("-")[0]), "1995-07-01"))
        elif own != "-":
            events += people("1995-07-01", **{name: own})[1:]
    for name, games in example.get("waiting", {}).items():
        before = {f"{name}w{n}": f"{rating}-20" for n, (rating, _) in enumerate(games)}
        written = {1: "1-0", 0.5: "½-½", 0: "0-1"}
        events += people("1995-07-01", **before)
        played = zip(before, games, strict=True)
        results = [f"{name} {written[points]} {other}" for other, (_, points) in played]
        events += cup("before", "1995-09-01", *results)
    entrants = [{"player": name} for name in example["rows"]]
    shell.append(*events, *cup("cup", "1996-01-31", *example["games"], entrants=entrants))
    found = rows(shell, "cup")
    wrong = {name: differing(found[name], row) for name, row in example["rows"].items()}
    assert not any(wrong.values()), wrong
    assert shell.run("rebuild", POOL, "--check").status == 0


class TestCareers:
    """DWZ 2014 3.5, DWZ 2014 3.7, DWZ 2014 Anhang 1.2: several tournaments, computed by hand."""

    def test_a_youth_rises_fast_and_falls_softly(self, shell: Shell) -> None:
        """Kim, born in 1990, from 1000-5; everybody else comes with the card given.

        2003: 3 of 4 with 1000.  We = 2, E = (1 + 5) · 0.5 = 3, at least 5: 1000 + 800/9 = 1088.9.
        2004: 0 of 2 with 1089.  We = 1, E = 1.4064 + 5 + e^(211/150) − 1 = 9.489: 1089 − 800/11 =
        1016.3.  2012, 22 years old: 1 of 1 with 1016.  E = 1.0656 + 10 = 11.07, W above We, no fB:
        1016 + 400/12 = 1049.3.
        """
        others = {f"a{n}": "1000-20" for n in range(4)} | {"b0": "1089-20", "b1": "1089-20"}
        shell.append(
            *succession(),
            *people("2003-01-02", **others, c0="1016-20"),
            player("kim", birth_year=1990),
            *people("2003-01-02", kim="1000-5")[1:],
            *cup("one", "2003-05-01", "kim 1-0 a0", "a1 0-1 kim", "kim ½-½ a2", "a3 ½-½ kim"),
            *cup("two", "2004-05-01", "kim 0-1 b0", "b1 1-0 kim"),
            *cup("three", "2012-05-01", "kim 1-0 c0"),
        )
        history = shell.json("player", POOL, "kim")["history"]
        shown = [(row["coefficient"], row["rating_after"], row["index_after"]) for row in history]
        assert shown == [(5, 1089, 6), (9, 1016, 7), (11, 1049, 8)]

    def test_a_newcomer_waits_begins_and_goes_on(self, shell: Shell) -> None:
        """Nora, born in 1970, plays people of 1500.

        Spring: 5 of 5, which is not a first DWZ; five residual games.
        Summer: a loss makes it 5 of 6.  Φ(x) = 5/6 at x = 0.96742: 273.6 above 1500.  1774-1.
        Autumn: a draw with 1774.  E = 5 · 1 by the index; W = We, and she stays: 1774-2.
        """
        others = {f"a{n}": "1500-20" for n in range(6)} | {"b": "1774-20"}
        spring = [f"nora 1-0 a{n}" for n in range(5)]
        shell.append(
            only_2014(),
            *people("1995-01-01", **others),
            player("nora", birth_year=1970),
            *cup("spring", "1995-04-01", *spring),
            *cup("summer", "1995-07-01", "nora 0-1 a5"),
            *cup("autumn", "1995-10-01", "nora ½-½ b"),
        )
        waiting = shell.json("player", POOL, "nora", "--on", "1995-04-01")
        assert (waiting["figure"], len(waiting["residual_games"])) == (None, 5)
        assert cards(shell, "--on", "1995-07-01")["nora"] == "1774-1"
        assert rows(shell, "summer")["nora"]["performance"] is None
        assert cards(shell)["nora"] == "1774-2"

    def test_a_late_tournament_is_put_in_where_it_belongs(self, shell: Shell) -> None:
        """Otto, 45, 1200-3.  May: 1 of 1 with 1200.  E = 2.07 + 15, at most 15: 1225-4.

        The tournament of March arrives later, 0 of 1 with 1200: E = 2.07 + 15 + e^(2/3) − 1 =
        18.02, and 1200 − 400/19 = 1178.9.  May again from 1179-4: We = Φ(-21/282.84) = 0.47041,
        E = 1.932 + 15, 1179 + 800 · 0.52959/18 = 1202.5.
        """
        late = cup("march", "1995-03-01", "otto 0-1 a0")
        shell.append(
            only_2014(),
            *people("1995-01-01", otto="1200-3", a0="1200-20", a1="1200-20"),
            *cup("may", "1995-05-01", "otto 1-0 a1"),
        )
        assert cards(shell)["otto"] == "1225-4"
        shell.append(*late)
        assert rows(shell, "march")["otto"]["rating_after"] == 1179
        assert cards(shell)["otto"] == "1203-5"

    def test_a_summary_is_corrected_with_this_editions_coefficient(self, shell: Shell) -> None:
        """DWZ 4.10.1.1 goes on: from 1165-8 in place of 1195, 2 points of 5 with We 3.5.

        P = 0.7, Rc = 1195 − 148.3 = 1046.7; We′ = 5 · Φ(118.3/282.84) = 3.3111;
        E = 1.84 + 15 + e^0.9 − 1 = 18.30; 1165 − 800 · 1.3111/23 = 1119.4.
        """
        facts = {"rating_before": 1195, "expected": 3.5, "points": 2, "rating_after": 1150}
        shell.append(
            only_2014(),
            *people("1995-01-01", vera="1165-8"),
            summary("vera", "old", "1995-05-01", **facts),
        )
        (row,) = shell.json("player", POOL, "vera")["history"]
        assert (row["rating_after"], row["coefficient"], row["approximate"]) == (1119, 18, True)


class TestSuccession:
    """DWZ 2014 4.1.1: the edition of 1995 until 2002, then this one, from 2016 in full."""

    def test_a_dwz_that_had_lapsed_holds_again_and_nothing_else_changes(
        self, shell: Shell
    ) -> None:
        """Ada's 1700-9 of 1996 lapsed in 2001; with Bo's 1800-12 she plays in 2002 and 2003.

        In 2002 she and Cy keep residual games against Bo.  From 2003 on she is 1700-9 again.
        February: 0 of 1 with 1800, We = Φ(-100/282.84) = 0.36184, E = 8.35 + 15 = 23:
        1700 − 800 · 0.36184/24 = 1687.9; Bo wins: E = 25, 1800 + 800 · 0.36184/26 = 1811.1.
        """
        shell.append(
            *succession(),
            player("cy", birth_year=1960),
            *people("1996-01-01", ada="1700-9"),
            *people("2000-01-01", bo="1800-12"),
            *cup("may", "2002-05-01", "ada 1-0 bo", "cy ½-½ bo", "ada 0-1 cy", thinking_time=LONG),
            *cup("february", "2003-02-01", "ada 0-1 bo", "cy 1-0 bo", "ada 1-0 cy"),
        )
        may = rows(shell, "may")
        assert {n: row["status"] for n, row in may.items()} == {
            "ada": "residual",
            "bo": "none",
            "cy": "residual",
        }
        assert cards(shell, "--on", "2002-12-31") == {"bo": "1800-12"}
        assert waiting(shell, "ada", "2002-12-31") == [(1800, 1)]
        assert cards(shell, "--on", "2003-01-01") == {"ada": "1700-9", "bo": "1800-12"}
        assert waiting(shell, "ada", "2003-01-01") == []
        assert waiting(shell, "cy", "2003-01-01") == [(1800, 0.5)]
        assert cards(shell) == {"ada": "1688-10", "bo": "1811-13"}
        assert waiting(shell, "cy", "2003-02-01") == [(1800, 0.5), (1800, 1), (1700, 0)]
        assert shell.run("rebuild", POOL, "--check").status == 0

    def test_the_special_evaluation_begins_with_the_second_adoption(self, shell: Shell) -> None:
        """Lou, 1400-20, draws with five of 1800-20: a performance of 1800.

        2010: her opponents are evaluated against 1400.  We = Φ(1.41421) = 0.92135, E = 10.5 + 15:
        1800 − 800 · 0.42135/26 = 1787.0.  2017: Mia does the same, and they against 1800: 1800.
        """
        names = [f"{year}{n}" for year in ("x", "y") for n in range(5)]
        shell.append(
            *succession(),
            *people("2010-01-01", **dict.fromkeys(names, "1800-20"), lou="1400-20", mia="1400-20"),
            *cup("early", "2010-05-01", *(f"lou ½-½ x{n}" for n in range(5))),
            *cup("late", "2017-05-01", *(f"mia ½-½ y{n}" for n in range(5))),
        )
        early, late = rows(shell, "early"), rows(shell, "late")
        assert (early["lou"]["special"], early["x0"]["rating_after"]) == (None, 1787)
        assert (late["mia"]["special"], late["y0"]["rating_after"]) == (1800, 1800)
        assert early["lou"]["rating_after"] == late["mia"]["rating_after"] == 1470
        audit = shell.json("audit", POOL, "mia", "late")
        assert audit["parameters"]["special_threshold"] == 300
        assert {"DWZ 2014 3.6.3", "DWZ 2014 3.5"} <= {step["rule"] for step in audit["steps"]}

    def test_between_the_editions_the_day_of_the_end_decides(self, shell: Shell) -> None:
        """Kim, 12, beats an equal of 1000: E = 6 on 31 December 2002, and 5 on the day after."""
        shell.append(
            *succession(),
            *people("2002-01-01", a="1000-20", b="1000-20"),
            *(player(name, birth_year=1990) for name in ("kim", "lea")),
            *people("2002-01-01", kim="1000-9")[1:],
            *people("2002-01-01", lea="1000-9")[1:],
            *cup("before", "2002-12-31", "kim 1-0 a", thinking_time=LONG),
            *cup("after", "2003-01-01", "lea 1-0 b"),
        )
        assert rows(shell, "before")["kim"]["coefficient"] == 6
        assert rows(shell, "after")["lea"]["coefficient"] == 5
        assert "performance" in rows(shell, "before")["kim"]
        assert [each["rulebook"] for each in shell.json("player", POOL, "lea")["history"]] == [
            "dwz-2014"
        ]

    def test_an_adopted_figure_of_before_enters_with_6_from_then_on(self, shell: Shell) -> None:
        """DWZ 2014 2.2.4: Ida's figure of 1996 lapsed in 2001, and holds again."""
        shell.append(*succession(), player("ida"), adopted("ida", 2000, "1996-01-01"))
        assert cards(shell, "--on", "2000-12-31")["ida"] == "2000-0"
        assert cards(shell, "--on", "2002-12-31") == {}
        assert cards(shell, "--on", "2003-01-01")["ida"] == "2000-6"

    def test_residual_games_of_before_count_for_a_first_dwz_under_it(self, shell: Shell) -> None:
        """DWZ 2014 3.4.1: two draws in 2002, three in 2003, all with 1500: 1500-1."""
        others = dict.fromkeys("abcde", "1500-20")
        shell.append(
            *succession(),
            player("nora"),
            *people("2002-01-01", **others),
            *cup("one", "2002-12-01", "nora ½-½ a", "nora ½-½ b", thinking_time=LONG),
            *cup("two", "2003-02-01", *(f"nora ½-½ {name}" for name in "cde")),
        )
        assert cards(shell)["nora"] == "1500-1"

    def test_a_pool_may_be_asked_what_the_other_edition_would_say(self, shell: Shell) -> None:
        """Nothing is written: under 1995 the youth's E is 6, and 1000 + 400/7 = 1057."""
        shell.append(
            only_2014(),
            *people("1995-01-01", a="1000-20"),
            player("kim", birth_year=1980),
            *people("1995-01-01", kim="1000-9")[1:],
            *cup("cup", "1995-05-01", "kim 1-0 a", thinking_time=LONG),
        )
        assert cards(shell)["kim"] == "1067-10"  # E = 5
        assert cards(shell, "--rulebook", "dwz-1995")["kim"] == "1057-10"


class TestMembers:
    """DWZ 2014 3.4.3: a club declared later, from an earlier day, makes the evaluation count."""

    def test_a_membership_that_arrives_late_is_put_in(self, shell: Shell) -> None:
        others = dict.fromkeys("abcde", "1500-20")
        shell.append(
            only_2014(members_only=True),
            *people("1995-01-01", **others),
            *(membership(name, "Caissa", "1990-01-01") for name in others),
            player("nora"),
            *cup("cup", "1995-05-01", *(f"nora ½-½ {name}" for name in others)),
        )
        assert "nora" not in cards(shell)
        assert (rows(shell, "cup")["nora"]["kept"], rows(shell, "cup")["a"]["kept"]) == (
            False,
            True,
        )
        assert rows(shell, "cup")["nora"]["rating_after"] == 1500
        shell.append(membership("nora", "Caissa", "1995-05-01"))
        assert cards(shell)["nora"] == "1500-1"
        assert rows(shell, "cup")["nora"]["kept"]
        assert shell.run("rebuild", POOL, "--check").status == 0


class TestParameters:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("special_threshold", -1),
            ("national_index", 1),
            ("residual_value", "new"),
            ("members_only", "yes"),
            ("validity_years", -1),
            ("brake_shift", 800),
        ],
    )
    def test_a_reading_that_it_cannot_have_is_refused(self, shell: Shell, name, value) -> None:
        (problem,) = shell.refused("append", shell.file("rules.jsonl", only_2014(**{name: value})))
        assert problem["field"].endswith(name)

    def test_null_means_the_default(self, shell: Shell) -> None:
        shell.append(only_2014(special_threshold=None, members_only=None))


LONG = {"minutes": 120}
