"""A calculator that knows the rules: worked examples of every rulebook, typed as people do.

A calculation is the same in Python, command, HTTP and on the page, and leaves no trace.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from ledger.events.problems import Refused
from projections.api import Ledger
from tests.console.shell import Shell
from tests.projections.submissions import adoption, decided, event, games, player, tournament
from tests.web_api.conftest import Serve, Served


@pytest.fixture
def empty(sqlite_database: str) -> Iterator[Ledger]:
    """An empty ledger."""
    with Ledger.open(sqlite_database) as ledger:
        yield ledger


def pool_of(ledger: Ledger, rulebook: str, from_day: str) -> str:
    """An empty list under a rulebook."""
    ledger.append([adoption(from_day, rulebook, rulebook=rulebook)], by="anna")
    return rulebook


def calculated(
    ledger: Ledger, rulebook: str, day: str, who: str, *typed: str, **conditions: Any
) -> Mapping[str, Any]:
    with ledger.pool(pool_of(ledger, rulebook, day), on=day) as view:
        return view.calculate(who, *typed, **conditions)


# --- the worked examples of the documents --------------------------------------------------------


def test_a_dwz_of_1995_goes_on_as_in_the_published_example(empty: Ledger) -> None:
    """A junior's 6½ of 9 against 1551 … 2375: 2085 becomes 2125, We 4.837, E 24."""
    found = calculated(
        empty,
        "dwz-1995",
        "1995-06-01",
        "2085-20",
        *(
            "1551=1",
            "1828=1",
            "2310=½",
            "2211=0",
            "2082=½",
            "1547=1",
            "2049=1",
            "2210=½",
            "2375=1",
        ),
        born=1976,
    )
    assert found["after"]["card"] == {"rating": 2125, "index": 21}
    assert found["name"] == "2085-20"
    assert found["row"]["expected"] == pytest.approx(4.837, abs=0.002)
    assert found["row"]["coefficient"] == 24
    assert [each["figure"] for each in found["with_points"] if each["points"] == 6.5] == [2125]


def test_a_dwz_of_2014_goes_on_as_in_the_published_sample(empty: Ledger) -> None:
    """3 of 5 with 1896-21 at 26 years gives 1886, E 28."""
    typed = ("1432=1", "1806=½", "1808=1", "1877=0", "1772=½")
    found = calculated(empty, "dwz-2014", "2015-01-01", "1896-21", *typed, born=1989)
    assert (found["after"]["figure"], found["row"]["coefficient"]) == (1886, 28)
    assert len(found["with_points"]) == 11
    assert found["with_points"][6] == {
        "points": 3.0,
        "figure": 1886,
        "card": {"rating": 1886, "index": 22},
        "status": "valid",
        "change": -10,
        "proposed": None,
    }


def test_nobody_gets_a_first_dwz_for_all_points_or_none(empty: Ledger) -> None:
    """DWZ 2014, Anhang 2.1: 100 % and 0 % stay residual games; 3 of 5 gives a first rating."""
    found = calculated(
        empty,
        "dwz-2014",
        "2015-01-01",
        "unrated",
        "1500=1",
        "1620=1",
        "1710=1",
        "1430=0",
        "1800=0",
    )
    assert found["after"]["card"]["index"] == 1
    figures = [each["figure"] for each in found["with_points"]]
    assert figures[0] is figures[-1] is None
    assert all(figures[1:-1])


def test_a_dwz_of_2026_expects_of_each_game_what_the_paper_does(empty: Ledger) -> None:
    typed = ("1318/w", "1973/b", "1942/w", "1964/b", "1987/w", "1905/b", "1554/w")
    found = calculated(
        empty, "dwz-2026", "2026-07-01", "1887-30", *(f"{each[:4]}=½{each[4:]}" for each in typed)
    )
    expected = [each["expected"] for each in found["games"]]
    of_white = [0.977875, 0.619457, 0.42291, 0.60728, 0.361837, 0.525371]
    own = [1 - each if number % 2 else each for number, each in enumerate(of_white)]
    assert expected[:6] == pytest.approx(own, abs=0.000001)


def test_an_ingo_match_is_evaluated_as_a_match(empty: Ledger) -> None:
    """INGO C V: A (150) scores 3 of 8 against B (130): level 132.2, H 143."""
    results = ("1", "1", "½", "½", "0", "0", "0", "0")
    found = calculated(
        empty,
        "ingo-1960",
        "1960-06-01",
        "150/6",
        *(f"130={each}" for each in results),
        system="match",
    )
    assert (found["row"]["level"], found["row"]["performance"]) == (132.2, 143)
    assert found["after"]["card"] == {"number": 149, "count": 7, "mark": None}
    assert found["row"]["rule"] == "C V"


def test_a_member_of_lask_wins_fourteen_and_then_three(empty: Ledger) -> None:
    """Sven Andersson, 1900: a win against 1850 and a draw with 1970 make 1917 in the running."""
    found = calculated(empty, "lask-1970", "1970-09-16", "1900", "1850=1", "1970=½")
    assert found["after"]["card"] == {"rating": 1900, "running": 1917}
    assert [each["change"] for each in found["with_points"]][3] == 17


def test_a_first_number_of_lask_is_proposed_to_the_committee(empty: Ledger) -> None:
    """Metod 1, Ex. 1: 6½ of 9 in class II, whose mean is 1775, proposes 1950."""
    typed = [f"1775={each}" for each in ("1", "1", "1", "1", "1", "1", "½", "0", "0")]
    found = calculated(empty, "lask-1970", "1970-09-16", "unrated", *typed, class_="II")
    assert found["proposed"] == {"rating": 1950}
    assert found["not_proposed"] is None
    assert found["after"]["status"] == "unrated"


def test_a_hungarian_elo_goes_on_as_in_the_fifth_example(empty: Ledger) -> None:
    """MGSZ, annex 2, example 5: game points 0.52 with C = 30 make 1963 of 1947."""
    found = calculated(
        empty,
        "mgsz-2011",
        "2012-03-01",
        "1947",
        *("1935=0", "1865=1", "1924=1", "1997=0", "2015=1"),
        flag=["no-handicap", "invitational"],
    )
    assert found["row"]["multiplier"] == 30
    assert found["row"]["game_points"] == pytest.approx(0.52)
    assert found["after"]["figure"] == 1963


def test_a_jigo_moves_a_gor_as_the_egd_has_it(empty: Ledger) -> None:
    """1800 against 2028.143 in class B: +5.845."""
    found = calculated(empty, "egf-2021", "2022-01-01", "1800", "2028.143=½", class_="B")
    assert found["row"]["change"] == pytest.approx(5.845, abs=0.0005)
    assert found["with_points"][1]["change"] == 5.845


def test_a_newcomer_of_go_begins_at_the_grade_that_is_typed(empty: Ledger) -> None:
    """EGF: 1 kyu stands at 2000; a draw against 2000 brings the bonus ln(1 + e^3.75) / 5 alone."""
    asked = ("egf-2021", "2022-01-01", "unrated", "2000=½")
    found = calculated(empty, *asked, class_="A", grade="1k")
    assert found["row"]["gor_before"] == 2000
    assert found["after"]["card"] == {"gor": 2000.755, "grade": "1k", "highest": "1k"}


def test_stones_count_for_black(empty: Ledger) -> None:
    """2268.985 loses with four stones against 2705.840 in class A: −3.651 by the EGD."""
    found = calculated(empty, "egf-2021", "2022-01-01", "2268.985", "2705.84=0/b4", class_="A")
    assert found["row"]["change"] == pytest.approx(-3.651, abs=0.0005)


def test_a_negative_gor_is_typed_like_any_other(empty: Ledger, tmp_path: Path) -> None:
    """EGF: two of the same strength draw, which changes neither; a typing error is still one."""
    pool_of(empty, "egf-2021", "2022-01-01")
    shell = Shell(empty.database, tmp_path)
    asked = ("calculate", "egf-2021", "-151", "-151=½", "--on", "2022-01-01")
    found = shell.json(*asked, "--class", "A")
    assert (found["before"]["figure"], found["games"][0]["figure"]) == (-151, -151)
    assert found["row"]["games_used"][0]["expected"] == 0.5
    assert shell.run(*asked, "--clas", "A").status != 0
    assert "No such option" in shell.run("calculate", "egf-2021", "1800=1", "--clas", "A").err


def test_a_fide_rating_goes_on_as_in_the_list(empty: Ledger) -> None:
    """4½ of 5 against 1787 … 2505 with K 10: 2813 becomes 2810 on the list of December 2025."""
    found = calculated(
        empty,
        "fide-2024",
        "2025-11-09",
        "2813/100/2813",
        *("1787=1", "2025=1", "2310=1", "2400=1", "2505=½"),
        born=1987,
    )
    assert (found["after"]["figure"], found["row"]["list"]) == (2810, "2025-12-01")


MONTH = [
    adoption("2024-03-01", "fide", rulebook="fide-2024"),
    *(player(each, name=f"{each.title()}, Test") for each in ("me", *"abcdefg")),
    *(
        event(
            "rating.decided",
            f"decided-{each}",
            {
                "pool": "fide", "player": each, "from_day": "2024-03-01", "kind": "initial",
                "card": {"rating": 1800, "games": 40}, "by": "FIDE", "reason": "the list",
            },
        )
        for each in ("me", *"abcdefg")
    ),
    tournament("june", "2024-06-05", name="June Open", pools=["fide"]),
    *games("june", *(f"me 1-0 {each}" for each in "abcdef")),
    tournament("late", "2024-06-29", name="Late Open", pools=["fide"]),
    *games("late", "me 1-0 g"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2024-06-01", (1800, 1800, [])),
        ("2024-06-20", (1800, 1860, ["June Open"])),
        ("2024-06-30", (1800, 1870, ["June Open", "Late Open"])),
        ("2024-07-20", (1860, 1870, ["Late Open"])),
    ],
)
def test_other_reports_of_the_month_are_named_and_not_counted_as_change(
    club: Served, tmp_path: Path, day: str, expected: tuple[int, int, list[str]]
) -> None:
    """FIDE 7.1.2: six wins against equals are 60 with K 20 on the list of July, the seventh ten
    more on that of August; a game lost to an equal is −10 whenever it is played, drawn 0, won 10.
    """
    own, without, others = expected
    club.ledger.append(MONTH, by="anna")
    with club.ledger.pool("fide", on=day) as view:
        found = view.calculate("me", f"{own}=0")
    assert found["before"]["figure"] == own
    assert found["without"]["figure"] == without
    assert found["after"]["figure"] == without - 10
    assert [each["change"] for each in found["with_points"]] == [-10, 0, 10]
    assert [each["name"] for each in found["others"]] == others
    page = club.client.get(f"/fide/calculate?player=me&game={own}%3D0&on={day}").text
    shell = Shell(club.ledger.database, tmp_path)
    told = shell.table("calculate", "fide", "me", f"{own}=0", "--on", day)
    assert (f"Without these games: {without}, by other reports" in told) == bool(others)
    assert ("Other reports for the same list:" in page) == bool(others)
    assert all(name in told and name in page for name in others)


def test_games_that_do_not_count_wait_for_no_list(empty: Ledger) -> None:
    """FIDE 1.1: ten minutes are too few, so nothing is rated; the June Open waits for July."""
    empty.append(MONTH, by="anna")
    with empty.pool("fide", on="2024-06-20") as view:
        found = view.calculate("me", "1800=0", minutes="10")
    figures = [found[when]["figure"] for when in ("before", "without", "after")]
    assert (figures, found["others"]) == ([1800] * 3, [])


def test_the_conditions_are_in_the_answer_stated_or_as_usual(empty: Ledger) -> None:
    """LASK's games are long ones unless minutes are said, and a game of chess has 120."""
    lask = ("lask-1970", "1971-06-20", "1800", "1700=1")
    usual = calculated(empty, *lask)["conditions"]
    stated = {"minutes": "90", "increment": "30.5", "country": "den", "flag": ["invitational"]}
    found = calculated(empty, *lask, **stated)["conditions"]
    assert (usual["minutes"], usual["flags"], usual["system"]) == (120, ["long-games"], "swiss")
    assert found == {
        "system": "swiss",
        "minutes": 90,
        "increment": 30.5,
        "country": "DEN",
        "class": None,
        "flags": ["invitational"],
    }


# --- registered players --------------------------------------------------------------------------

CLUB = [
    adoption("1996-01-01"),
    player("agnes", name="Müller, Ágnes"),
    player("bjorn", name="Østergård, Björn"),
    player("carla", name="Strauß, Carla"),
    decided("agnes", "1500-10", "1996-01-01"),
    decided("bjorn", "1600-10", "1996-01-01"),
    tournament("spring", "1996-05-01"),
    *games("spring", "agnes 1-0 bjorn"),
]


@pytest.fixture
def club(season_in_file: str, serve: Serve) -> Served:
    served = serve(season_in_file)
    served.ledger.append(
        [
            adoption("1996-01-01", "members"),
            player("hanna", name="Huber, Hanna"),
            player("ida", name="Ivens, Ida"),
            decided("hanna", "1500-10", "1996-01-01", pool="members"),
            decided("ida", "1600-10", "1996-01-01", pool="members"),
        ],
        by="anna",
    )
    served.ledger.catch_up()
    return served


def test_a_calculation_says_what_the_same_games_give_when_they_are_recorded(empty: Ledger) -> None:
    empty.append(CLUB, by="anna")
    with empty.pool("dwz", on="1996-09-01") as view:
        before = view.calculate("agnes", "Björn=½", "carla=1", "1700=0", minutes="120")
    empty.append(
        [
            player("guest"),
            decided("guest", "1700-6", "1996-09-01"),
            tournament("autumn", "1996-09-01"),
            *games("autumn", "agnes ½-½ bjorn", "agnes 1-0 carla", "agnes 0-1 guest"),
        ],
        by="anna",
    )
    with empty.pool("dwz", on="1996-09-01") as view:
        audit = view.audit("agnes", "autumn")
        found = next(row for row in view.ratings() if row["player"] == "agnes")
    assert before["after"]["card"] == found["card"]
    assert [step["rule"] for step in before["steps"]] == [step["rule"] for step in audit["steps"]]
    assert [step["result"] for step in before["steps"]][-1] == audit["steps"][-1]["result"]
    assert [each["reason"] for each in before["not_counted"]] == [
        each["reason"] for each in audit["not_counted"]
    ]


def test_open_games_alone_are_played_through(empty: Ledger) -> None:
    empty.append(CLUB, by="anna")
    with empty.pool("dwz") as view:
        found = view.calculate("agnes", "bjorn=1", "1700", "1800=?")
    assert [each["points"] for each in found["with_points"]] == [1, 1.5, 2, 2.5, 3]
    assert found["row"]["games"] == 1
    assert found["with_points"][0]["figure"] < found["after"]["figure"]


def test_a_calculation_is_one_everywhere_and_leaves_no_trace(club: Served, tmp_path: Path) -> None:
    head = club.ledger.positions()["head"]
    typed = ["Ivens, Ida=1", "1700=½", "1650"]
    with club.ledger.pool("members", on="1996-06-01") as view:
        found = json.loads(json.dumps(view.calculate("hanna", *typed, minutes="90")))
    shell = Shell(club.ledger.database, tmp_path)
    said = shell.json(
        "calculate", "members", "hanna", *typed, "--minutes", "90", "--on", "1996-06-01"
    )
    query = urlencode(
        [
            ("player", "hanna"),
            *(("game", each) for each in typed),
            ("minutes", 90),
            ("on", "1996-06-01"),
        ]
    )
    answer = club.client.get(f"/api/v1/pools/members/calculation?{query}")
    assert said == answer.json() == found
    page = club.client.get(f"/members/calculate?{query}").text
    shown = re.search(r'class="figures">([^<]*)<span>→</span> <b>([^<]*)</b>', page)
    assert shown is not None
    assert shown[1].strip() == "1500-10"
    assert shown[2] == "{rating}-{index}".format(**found["after"]["card"])
    assert club.ledger.positions()["head"] == head


def test_the_form_asks_what_its_address_shares(club: Served) -> None:
    form = {
        "player": "hanna",
        "opponent.1": "Ida",
        "result.1": "1",
        "opponent.2": "1700",
        "opponent.9": "1650",
        "result.9": "½",
    }
    asked = club.client.get("/members/calculate", params=form).text
    (address,) = re.findall(r'href="(/members/calculate\?[^"]*game=[^"]*)"', asked)
    shared = club.client.get(address.replace("&amp;", "&")).text
    figures = re.compile(r'class="figures">.*?</p>')
    assert figures.findall(asked) == figures.findall(shared) != []


def test_a_name_of_two_players_is_asked_about_in_its_own_field(club: Served) -> None:
    club.ledger.append([player("other", name="Huber, Hanna")], by="anna")
    with club.ledger.pool("members") as view, pytest.raises(Refused) as refused:
        view.calculate("Huber, Hanna", "1700=1", "Huber, Hanna=1")
    assert [each.field for each in refused.value.problems] == ["player", "game"]


def test_everything_that_is_wrong_is_said_at_once_under_its_field(club: Served) -> None:
    typed = ["1432=9", "nobody=1", "1850-a=1", "hanna=1"]
    with club.ledger.pool("members") as view, pytest.raises(Refused) as refused:
        view.calculate(
            "hanna", *typed, born=1980, minutes="many", system="knockabout", country="Germany"
        )
    fields = [each.field for each in refused.value.problems]
    assert fields == ["born", *["game"] * 4, "system", "country", "minutes"]
    page = club.client.get("/members/calculate", params={"player": "1850", "game": typed})
    assert page.status_code == 400
    assert page.text.count('class="fault"') == 4  # Hanna is nobody's opponent twice there
    answer = club.client.get("/api/v1/pools/members/calculation?player=hanna&game=x%3D1&born=y")
    assert answer.status_code == 400
