"""A pool under EGF 2021 in daily use: late tournaments, merges, published lists, files."""

import csv
import io

import pytest

from tests.console.shell import Shell
from tests.projections.submissions import Event, correction, merge, player
from tests.rulebooks.egf_2021.go_club import POOL, decided, governed, handed_in, ruled

PEOPLE = [
    governed(),
    *(player(name) for name in ("anna", "anna2", "bela", "cili")),
    decided("anna", "2022-01-01", gor=1500, grade="6k"),
    decided("bela", "2022-01-01", gor=1612.5, grade="5k"),
    decided("cili", "2022-01-01", gor=1612.499, grade="3k"),
]
LATE = handed_in("spring", "2022-03-01", "bela 1-0 anna", entered={"anna": "4k"})
SUMMER = handed_in("summer", "2022-06-01", "anna 1-0 bela", entered={"anna": "4k"})


def gor(shell: Shell, *options: str) -> dict[str, float]:
    return {row["player"]: row["card"]["gor"] for row in shell.json("ratings", POOL, *options)}


def test_a_late_tournament_takes_the_reset_from_the_one_after_it(shell: Shell) -> None:
    """EGF reset, EGF after: 4 kyu is new in whichever tournament ends first."""
    shell.append(*PEOPLE, *SUMMER)
    (anna,) = [row for row in evaluated(shell, "summer") if row["player"] == "anna"]
    assert (anna["reset_from"], anna["gor_before"]) == (1500, 1700)
    shell.append(*LATE)
    (first,) = [row for row in evaluated(shell, "spring") if row["player"] == "anna"]
    assert (first["reset_from"], first["gor_before"]) == (1500, 1700)
    (anna,) = [row for row in evaluated(shell, "summer") if row["player"] == "anna"]
    assert (anna["reset_from"], anna["gor_before"]) == (None, first["gor_after"])


def test_a_corrected_grade_changes_the_reset_and_everything_after(shell: Shell) -> None:
    """EGF reset."""
    shell.append(*PEOPLE, *LATE, *SUMMER)
    before = gor(shell)
    modest = [{"player": "anna", "entry_grade": "5k"}]
    shell.append(correction(LATE[0], "modest", entrants=modest))
    after = gor(shell)
    assert after["anna"] < before["anna"]
    assert after["bela"] != before["bela"]
    (summer,) = [row for row in evaluated(shell, "summer") if row["player"] == "anna"]
    assert summer["reset_from"] is None


def test_a_decision_about_one_registration_is_about_the_person(shell: Shell) -> None:
    """EGF reset, EGF entry: who was registered twice is one player of the list."""
    games = handed_in("spring", "2022-03-01", "bela 1-0 anna2", entered={"anna2": "9k"})
    reset = ruled("reset", {"gor": 1800}, tournament="spring", player="anna2")
    shell.append(*PEOPLE, *games, reset, merge("anna", "anna2"))
    (anna,) = [row for row in evaluated(shell, "spring") if row["player"] == "anna"]
    assert (anna["reset_from"], anna["gor_before"], anna["grade"]) == (1500, 1800, "9k")


def test_the_list_is_ordered_by_gor_where_the_printed_figures_are_the_same(shell: Shell) -> None:
    """EGF lists: 1612.6 and 1612.5 are both printed as 1613."""
    shell.append(*PEOPLE, decided("anna2", "2022-02-01", gor=1612.6, grade="5k"))
    rows = shell.json("ratings", POOL)
    assert [(row["player"], row["figure"]) for row in rows] == [
        ("anna2", 1613),
        ("bela", 1613),
        ("cili", 1612),
        ("anna", 1500),
    ]


def test_a_published_list_is_given_again(shell: Shell) -> None:
    shell.append(*PEOPLE)
    shell.json("publish", POOL, "--on", "2022-02-01")
    shell.append(*LATE)
    (published,) = shell.json("published", POOL)
    assert published["proven"] is True
    assert published["differences"] == []


def test_the_exported_list_has_grades_and_proposals(shell: Shell) -> None:
    """EGF proposals."""
    shell.append(*PEOPLE)
    text = shell.table("export", "ratings", POOL, "--as", "csv")
    rows = {row["player"]: row for row in csv.DictReader(io.StringIO(text))}
    assert rows["bela"]["gor"] == "1612.5"
    assert (rows["cili"]["grade"], rows["cili"]["proposal"]) == ("3k", "4k")
    assert rows["anna"]["proposal"] == ""


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (decided("anna", "2023-01-01", gor=-901, grade="6k"), "data.card.gor"),
        (decided("anna", "2023-01-01", gor=1500, grade="6k", kind="newcomer"), "data.kind"),
        (ruled("class", {"class": "E"}, tournament="spring"), "data.value"),
        (ruled("scope", {"class": "A"}, tournament="spring"), "data.rule"),
    ],
)
def test_what_is_wrong_is_refused_by_its_field(shell: Shell, event: Event, field: str) -> None:
    """EGF class, EGF entry."""
    shell.append(*PEOPLE, *LATE)
    path = shell.file("wrong.jsonl", event)
    assert field in {problem["field"] for problem in shell.refused("append", path)}


def evaluated(shell: Shell, name: str) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = shell.json("tournament", POOL, name)["players"]
    return rows
