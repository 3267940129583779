"""The meaning of a list's figures in a pool: adopted, or the pool's own."""

import json
from collections.abc import Collection, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger.importing.federation_lists.sync import SyncRequest, enrol, proposal_store
from ledger.importing.new_player_ids import secure_random_bytes
from ledger.log.clock import now
from ledger.log.database import connect
from ledger.validation.rulebook_port import Objections
from tests.console.shell import Shell
from tests.federation_lists.list_files import dsb, dsb_line, fide, fide_line, file_path
from tests.ledger.house_rulebooks import HouseRulebooks

AUGUST = "--list-date", "1996-08-01"
POOL = {"pool": "dwz", "rulebook": "dwz-1995", "from_day": "1996-01-01"}
CUP = {
    "tournament": "cup",
    "name": "Cup",
    "pools": ["dwz"],
    "discipline": "chess",
    "format": "round-robin",
    "ended_on": "1996-05-01",
}
GAME = {"game": "g", "tournament": "cup", "white_points": 1, "black_points": 0}


@pytest.fixture
def club(sqlite_database: str, tmp_path: Path) -> Shell:
    """Three players under DWZ; two of them have played each other, once."""
    shell = Shell(sqlite_database, tmp_path)
    people = [
        {"player": player, "name": f"{player.title()}, X", "ids": {"dsb": dsb_, "fide": fide_}}
        for player, dsb_, fide_ in (
            ("ahorn", "10000001", "4600001"),
            ("buche", "10000002", "4600002"),
            ("esche", "10000003", "4600003"),
        )
    ]
    append(shell, "rulebook.adopted", POOL)
    append(shell, "player.registered", *people)
    append(shell, "tournament.submitted", CUP)
    append(shell, "game.submitted", {**GAME, "white": "buche", "black": "esche"})
    return shell


def append(shell: Shell, type_: str, *data: Mapping[str, Any]) -> None:
    lines = "\n".join(json.dumps({"type": type_, "data": each}) for each in data)
    assert shell.run("append", "-", stdin=lines.encode()).status == 0


def figures(shell: Shell) -> dict[str, Any]:
    rows = shell.json("ratings", "dwz", "--on", "1996-09-01", "--all")
    return {row["player"]: row["card"] for row in rows if row["figure"] is not None}


def spieler() -> bytes:
    rows = [("10000001", "Ahorn", 1712, 62), ("10000002", "Buche", 1500, 3)]
    return dsb([dsb_line(id_, "C0101", name, "X", "A", "", *card) for id_, name, *card in rows])


def test_a_figure_of_fide_is_adopted_by_dwz(club: Shell) -> None:
    lines = [fide_line(f"460000{n}", "Y", rating=1900 + n) for n in (1, 2)]
    path = file_path(club.folder, "list.txt", fide(lines))
    club.run("sync", "fide", path, *AUGUST, "--pool", "dwz", "--adopt")
    assert {player: card["rating"] for player, card in figures(club).items()} == {
        "ahorn": 1901,
        "buche": 1902,
    }


def fide_list(club: Shell, *ratings: int) -> str:
    """FIDE's list with Ahorn's rating, Buche's …"""
    lines = [fide_line(f"460000{n}", "Y", rating=each) for n, each in enumerate(ratings, start=1)]
    return str(file_path(club.folder, "list.txt", fide(lines)))


def test_a_later_list_of_fide_proposes_for_fides_own_rulebook_what_has_changed(
    club: Shell,
) -> None:
    adoption = {"pool": "elo", "rulebook": "fide-2024", "from_day": "1996-01-01"}
    append(club, "rulebook.adopted", adoption)
    enrol = ("sync", "fide", "--pool", "elo", "--adopt")
    club.json(*enrol, fide_list(club, 1901, 1902), *AUGUST)
    later = club.json(*enrol, fide_list(club, 1901, 1950), "--list-date", "1996-09-01")
    assert later["counts"]["rating"] == later["appended"] == 1
    third = club.json(*enrol, fide_list(club, 1902, 1950), "--list-date", "1996-10-01")
    assert third["appended"] == 1
    adopted = [each["data"] for each in club.json("log", "--type", "rating.adopted")]
    assert [(each["player"], each["figure"], each["list_date"]) for each in adopted] == [
        ("ahorn", 1901, "1996-08-01"),
        ("buche", 1902, "1996-08-01"),
        ("buche", 1950, "1996-09-01"),
        ("ahorn", 1902, "1996-10-01"),
    ]


def test_a_later_list_of_fide_renews_for_dwz_what_would_lapse(club: Shell) -> None:
    """DWZ 6.1.1: five years from the day of the list."""
    enrol = ("sync", "fide", "--pool", "dwz", "--adopt")
    club.json(*enrol, fide_list(club, 1901), *AUGUST)
    again = club.json(*enrol, fide_list(club, 1901), "--list-date", "1999-09-01")
    assert again["appended"] == 1


def test_a_dwz_of_the_dsb_is_the_first_rating_of_who_has_not_played(club: Shell) -> None:
    path = file_path(club.folder, "spieler.csv", spieler())
    document = club.json("sync", "dsb", path, *AUGUST, "--pool", "dwz", "--adopt")
    assert document["counts"]["rating"] == 1
    assert document["appended"] == 1
    (decided,) = club.json("log", "--type", "rating.decided")
    assert decided["data"] == {
        "pool": "dwz",
        "player": "ahorn",
        "from_day": "1996-08-01",
        "card": {"rating": 1712, "index": 62},
        "kind": "initial",
        "by": "DSB",
        "reason": "DSB list of 1996-08-01",
    }
    assert figures(club) == {"ahorn": {"rating": 1712, "index": 62}}


def test_a_dwz_from_before_the_pool_counts_from_its_first_day(club: Shell) -> None:
    path = file_path(club.folder, "spieler.csv", spieler())
    club.json("sync", "dsb", path, "--list-date", "1995-12-01", "--pool", "dwz", "--adopt")
    (decided,) = club.json("log", "--type", "rating.decided")
    assert decided["data"]["from_day"] == "1996-01-01"
    assert decided["data"]["reason"] == "DSB list of 1995-12-01"


def test_a_later_list_proposes_no_second_first_rating(club: Shell) -> None:
    path = file_path(club.folder, "spieler.csv", spieler())
    club.json("sync", "dsb", path, *AUGUST, "--pool", "dwz", "--adopt")
    later = club.json("sync", "dsb", path, "--list-date", "1996-09-01", "--pool", "dwz")
    assert later["counts"]["rating"] == 0


def test_a_dwz_without_its_index_is_not_proposed(club: Shell) -> None:
    line = dsb_line("10000001", "C0101", "Ahorn", "X", birth="", dwz=1712)
    path = file_path(club.folder, "spieler.csv", dsb([line]))
    assert club.json("sync", "dsb", path, *AUGUST, "--pool", "dwz")["counts"]["rating"] == 0


def test_who_has_a_summary_of_old_evaluations_has_a_rating(club: Shell) -> None:
    summary = {"pool": "dwz", "player": "ahorn", "tournament": "old", "ended_on": "1996-02-01"}
    before = {"rating_before": 1700, "index_before": 60, "rating_after": 1710, "index_after": 61}
    played = {"points": 2, "expected": 1.5, "games": 3}
    append(club, "evaluation.recorded", {**summary, **before, **played})
    path = file_path(club.folder, "spieler.csv", spieler())
    assert club.json("sync", "dsb", path, *AUGUST, "--pool", "dwz")["counts"]["rating"] == 0


def test_who_plays_through_a_correction_or_a_merge_has_played(club: Shell) -> None:
    append(club, "player.registered", {"player": "maple", "name": "Maple, X"})
    append(club, "players.merged", {"keep": "ahorn", "drop": "maple", "reason": "one person"})
    game = next(each for each in club.json("log") if each["type"] == "game.submitted")
    replacement = {**GAME, "white": "maple", "black": "esche"}
    correction = {"corrects": game["id"], "replacement": replacement, "reason": "mixed up"}
    append(club, "correction.submitted", correction)
    path = file_path(club.folder, "spieler.csv", spieler())
    assert club.json("sync", "dsb", path, *AUGUST, "--pool", "dwz")["counts"]["rating"] == 0


class StrictRulebooks(HouseRulebooks):
    """A house that goes by DWZ, with an index of at most 50."""

    def names(self) -> Collection[str]:
        return ("dwz-1995",)

    def objections_to_card(
        self,
        rulebook: str,
        parameters: Mapping[str, Any],
        kind: str,
        card: Mapping[str, Any],
        day: date | None = None,
    ) -> Objections:
        del day
        message = f"at most 50 ({rulebook}, {kind}, {dict(parameters)}): correct it"
        return [("card.index", message)] if card["index"] > 50 else []


def test_what_the_ledger_refuses_is_told_with_the_line_of_the_list(club: Shell) -> None:
    request = SyncRequest(
        format="dsb",
        file=Path(file_path(club.folder, "spieler.csv", spieler())),
        by="an office",
        rulebooks=StrictRulebooks(),
        clock=now,
        random_bytes=secure_random_bytes,
        pool="dwz",
        day=date(1996, 8, 1),
        adopt=True,
    )
    engine = connect(club.database)
    with proposal_store() as waiting:
        enrolled = enrol(engine, request, lambda _: None, waiting)
    engine.dispose()
    assert (enrolled.accepted, enrolled.receipt.appended) == (1, 0)
    (issue,) = enrolled.issues()
    assert (issue.kind, issue.line) == ("error", 2)
    assert "data.card.index: at most 50" in issue.message
