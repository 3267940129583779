"""The EGD's list where its figures are the pool's own: EGF 2021, and where they are not."""

from pathlib import Path
from typing import Any

import pytest

from tests.console.shell import Shell
from tests.federation_lists.list_files import EGD_HEAD, egd, egd_line, file_path, valid_entries
from tests.projections.submissions import adoption, game, player, tournament
from tests.rulebooks.egf_2021.go_club import POOL, decided, governed

LATER = EGD_HEAD.replace("(22 Feb 2018)", "(22 Aug 2018)")


def line(pin: str, name: str, grade: str, gor: int) -> str:
    return egd_line(pin, name, "HU", "Buda", gor).replace(" 2d  ", f" {grade:3} ")


FIRST = [
    line("10000001", "Ahorn Xaver", "2d", 2185),
    line("10000002", "Buche Xaver", "31k", -900),
    line("10000003", "Esche Xaver", "3p", 2758),
    line("10000004", "Linde Xaver", "5k", 1600),
]


@pytest.fixture
def club(sqlite_database: str, tmp_path: Path) -> Shell:
    """Four players of the EGD under EGF 2021; Linde has played in the pool."""
    shell = Shell(sqlite_database, tmp_path)
    names = ("ahorn", "buche", "esche", "linde")
    shell.append(
        governed("2017-01-01"),
        *(
            player(name, name=f"{name.title()}, Xaver", ids={"egd": f"1000000{number}"})
            for number, name in enumerate(names, start=1)
        ),
        player("other"),
        tournament("cup", "2017-05-05", pools=[POOL], discipline="go", thinking_time=None),
        game("cup", "linde", "1-0", "other"),
    )
    return shell


def enrolled(shell: Shell, content: bytes, *options: str) -> dict[str, Any]:
    path = file_path(shell.folder, "allworld_lp.html", content)
    document: dict[str, Any] = shell.json("sync", "egd", path, "--pool", POOL, *options)
    return document


def test_the_grade_stands_in_the_line() -> None:
    found = {each.name: (each.grade, each.figure) for each in valid_entries("egd", egd(FIRST))}
    assert found == {
        "Ahorn, Xaver": ("2d", 2185),
        "Buche, Xaver": ("31k", -900),
        "Esche, Xaver": ("3p", 2758),
        "Linde, Xaver": ("5k", 1600),
    }


def test_gor_and_grade_are_decided_for_who_has_not_played(club: Shell) -> None:
    assert enrolled(club, egd(FIRST), "--adopt")["counts"]["rating"] == 3
    listed = {row["player"]: row["card"] for row in club.json("ratings", POOL)}
    assert listed == {
        "ahorn": {"gor": 2185.0, "grade": "2d", "highest": "2d"},
        "buche": {"gor": -900.0, "grade": "31k", "highest": "31k"},
        "esche": {"gor": 2758.0, "grade": "3p", "highest": "3p"},
    }
    event = club.json("log", "--type", "rating.decided")[0]["data"]
    assert (event["kind"], event["by"], event["from_day"]) == ("initial", "EGD", "2018-02-22")
    assert event["reason"] == "EGD list of 2018-02-22"


def test_a_later_list_proposes_what_has_changed_and_nothing_else(club: Shell) -> None:
    enrolled(club, egd(FIRST), "--adopt")
    assert enrolled(club, egd(FIRST), "--adopt")["appended"] == 0
    assert enrolled(club, egd(FIRST, LATER))["counts"]["rating"] == 0
    changed = [line("10000001", "Ahorn Xaver", "1d", 2120), *FIRST[1:]]
    assert enrolled(club, egd(changed, LATER), "--adopt")["appended"] == 1
    *_, event = club.json("log", "--type", "rating.decided")
    assert event["data"]["card"] == {"gor": 2120, "grade": "1d"}
    assert (event["data"]["kind"], event["data"]["from_day"]) == ("carried-over", "2018-08-22")
    record = club.json("player", POOL, "ahorn")
    assert record["card"] == {"gor": 2120.0, "grade": "1d", "highest": "2d"}


def test_an_older_list_proposes_nothing_over_a_newer_one(club: Shell) -> None:
    enrolled(club, egd(FIRST, LATER), "--adopt")
    changed = [line("10000001", "Ahorn Xaver", "1d", 2120), *FIRST[1:]]
    assert enrolled(club, egd(changed))["counts"]["rating"] == 0


def test_what_the_federation_decided_itself_is_left_alone(club: Shell) -> None:
    club.append(decided("ahorn", "2018-01-01", gor=2300, grade="3d"))
    assert enrolled(club, egd(FIRST))["counts"]["rating"] == 2


def test_under_another_rulebook_the_gor_is_a_figure_of_another_system(club: Shell) -> None:
    club.append(adoption("2017-01-01", "hungary", rulebook="mgsz-2011"))
    path = file_path(club.folder, "list.html", egd(FIRST[:1]))
    club.json("sync", "egd", path, "--pool", "hungary", "--adopt")
    (event,) = club.json("log", "--type", "rating.adopted")
    assert (event["data"]["system"], event["data"]["figure"]) == ("EGD", 2185)
