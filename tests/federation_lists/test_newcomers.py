"""Newcomers from a list: the id reveals nothing of a player, the number finds him again."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger.importing.federation_lists.sync import (
    SyncOutcome,
    SyncRequest,
    enrol,
    proposal_store,
)
from ledger.importing.new_player_ids import random_player_id, secure_random_bytes
from ledger.log.clock import now
from ledger.log.database import connect
from projections.engine.registry import RegisteredRulebooks
from tests.console.shell import Shell
from tests.federation_lists.list_files import (
    DSB_14,
    dsb,
    dsb_line,
    egd,
    egd_line,
    fide,
    fide_line,
    file_path,
)
from tests.federation_lists.list_ledger import OCTOBER, ListLedger
from tests.imports.log_text import log_text
from tests.imports.tournament_files import trf, trf_player
from tests.projections.submissions import adoption

ANNA = fide_line("46000017", "Ahorn, Anna", rating=2011, birth=1990)
BERT = fide_line("46000028", "Buche, Bert", rating=1900, birth=1980)
LIST = fide([ANNA, BERT])
ANNA_OF_DSB = dsb_line("10000039", "C0101", "Ahorn", "Anna", birth=1990, fide_id="46000017")
EVERYTHING = "--pool", "house", "--register", "--adopt"
SPELT = re.compile("p-[a-z2-7]{12}")


def players(ledger: ListLedger) -> list[str]:
    return [each["player"] for each in ledger.of_type("player.registered")]


def test_an_implausible_newcomer_is_only_registered_if_marked(ledger: ListLedger) -> None:
    """Else neither he nor his rating is accepted, whatever is accepted altogether."""
    young = fide_line("46000039", "Esche, Eva", rating=1800, birth=2099)
    content = fide([ANNA, young, fide_line("46000040", "Bye", birth=1980)])
    found = ledger.october(content, *EVERYTHING)
    assert len(players(ledger)) == 1
    assert [each["message"] for each in found["issues"] if "mark the proposal" in each["message"]]
    marks = dict.fromkeys(("fide-46000039", "fide-46000040"), "yes")
    table = ledger.marked("fide", content, marks, *OCTOBER, "--only", "GER")
    ledger.october(content, "--accept", table, "--only", "GER")
    assert len(players(ledger)) == 3


def test_no_number_or_name_of_anybody_enrolled_is_in_the_log(either_ledger: ListLedger) -> None:
    go = egd([egd_line("10000042", "Nagy Anna")])
    either_ledger.october(LIST, *EVERYTHING)
    either_ledger.enrol("dsb", dsb([ANNA_OF_DSB]), *OCTOBER, *EVERYTHING)
    either_ledger.enrol("egd", go, *EVERYTHING)
    link = f"dsb-2026-10-01-link-{players(either_ledger)[0]} 10000039"
    table = either_ledger.marked("dsb", dsb([ANNA_OF_DSB]), {link: "yes"}, *OCTOBER)
    linked = either_ledger.enrol("dsb", dsb([ANNA_OF_DSB]), *OCTOBER, "--accept", table)
    assert linked["appended"] == 1
    names = fide([ANNA.replace("Ahorn, Anna", "Ahorn, Änne"), BERT])
    marks = {f"fide-2026-10-01-change-{players(either_ledger)[0]}": "yes"}
    table = either_ledger.marked("fide", names, marks, *OCTOBER)
    assert either_ledger.october(names, "--accept", table)["appended"] == 1
    text = log_text(either_ledger.database)
    assert [id_ in text for id_ in players(either_ledger)] == [True] * 3
    personal = "46000017", "46000028", "10000039", "10000042", "Ahorn", "Buche", "Nagy"
    assert [each for each in personal if each in text] == []


def test_an_id_follows_from_nothing(ledger: ListLedger) -> None:
    ledger.october(LIST, "--register")
    forgotten = [{"player": player, "reason": "on request"} for player in players(ledger)]
    ledger.append(*({"type": "player.forgotten", "data": each} for each in forgotten))
    ledger.october(LIST, "--register")
    ids = players(ledger)
    assert len(set(ids)) == 4
    assert all(SPELT.fullmatch(id_) for id_ in ids)


def test_a_forgotten_person_who_comes_in_again_is_a_new_one(either_ledger: ListLedger) -> None:
    either_ledger.october(fide([ANNA]), *EVERYTHING)
    (before,) = players(either_ledger)
    forgotten = {"player": before, "reason": "on request"}
    either_ledger.append({"type": "player.forgotten", "data": forgotten})
    document = either_ledger.october(fide([ANNA]), *EVERYTHING)
    assert [each["kind"] for each in document["proposals"]] == ["register", "rating"]
    assert document["appended"] == 2
    assert either_ledger.october(fide([ANNA]), *EVERYTHING)["appended"] == 0


def test_a_struck_person_is_proposed_as_a_new_one(ledger: ListLedger) -> None:
    ledger.october(fide([ANNA]), "--register")
    strike = {"corrects": ledger.log()[-1]["id"], "replacement": None, "reason": "a slip"}
    ledger.append({"type": "correction.submitted", "data": strike})
    assert ledger.october(fide([ANNA]), "--register")["appended"] == 1


def test_the_answer_names_the_new_ids_once_they_are_in_the_register(ledger: ListLedger) -> None:
    for arguments in (("--only", "GER"), ("--register", "--dry-run")):
        found = ledger.october(LIST, *arguments)["proposals"]
        assert [each["player"] for each in found] == [None, None]
    found = ledger.october(LIST, *EVERYTHING)["proposals"]
    anna, bert = players(ledger)
    assert [each["player"] for each in found] == [anna, anna, bert, bert]


def test_the_other_list_knows_by_number_who_entered_from_the_first(ledger: ListLedger) -> None:
    ledger.enrol("dsb", dsb([ANNA_OF_DSB]), *OCTOBER, "--register")
    assert ledger.october(fide([ANNA]), "--register")["counts"]["register"] == 0
    assert len(players(ledger)) == 1


def test_marks_for_newcomers_hold_however_their_ids_are_thrown(either_ledger: ListLedger) -> None:
    pool = "--pool", "house", "--register"
    rating = "fide-2026-10-01-rating-house 46000017"
    marks = {"fide-46000017": "yes", rating: "yes"}
    table = either_ledger.marked("fide", LIST, marks, *OCTOBER, *pool, "--dry-run")
    first = either_ledger.october(LIST, *pool, "--accept", table)
    assert (first["appended"], first["issues"]) == (3, [])  # Bert enters with --register
    again = either_ledger.october(LIST, *pool, "--accept", table)
    assert (again["appended"], again["issues"]) == (0, [])


def test_a_link_that_was_marked_for_somebody_else_is_told(ledger: ListLedger) -> None:
    ledger.register("anna", "Ahorn, Anna")
    id_ = "fide-2026-10-01-link-anna 46000017"
    table = ledger.marked("fide", fide([ANNA]), {id_: "yes"}, *OCTOBER)
    ledger.register("other", "Ahorn, Anna", federation="GER", ids={"fide": "46000017"})
    (issue,) = ledger.october(fide([ANNA]), "--accept", table)["issues"]
    assert "not proposed (any more)" in issue["message"]


def test_a_membership_that_stands_on_the_dsbs_oldest_list_twice_enters_once(
    ledger: ListLedger,
) -> None:
    lines = ["C0101;7;A;Ahorn,Anna;W;D;1990;;;;;;;"] * 2
    document = ledger.enrol("dsb", dsb(lines, DSB_14), *OCTOBER, "--register")
    assert (document["appended"], document["damaged"]) == (1, 1)
    assert "earlier line" in document["issues"][0]["message"]


# --- beside tournament files -----------------------------------------------------------------


@pytest.fixture
def club(database: str, tmp_path: Path) -> Shell:
    """A ledger with a pool, and every command."""
    shell = Shell(database, tmp_path)
    shell.append(adoption("1990-01-01", "house"))
    return shell


def match(club: Shell) -> Any:
    """Import a match of Anna and Bert with their numbers."""
    people = trf_player(1, "Ahorn, Anna", [(2, "w", "1")], fide="46000017")
    other = trf_player(2, "Buche, Bert", [(1, "b", "0")], fide="46000028")
    head = "012 Match", "042 2024/03/01", "052 2024/03/03", "092 Match"
    path = file_path(club.folder, "match.trf", trf([people, other], head))
    return club.json("import", "trf", path, "--pool", "house", "--register-new")


def enrolled(club: Shell) -> Any:
    path = file_path(club.folder, "list.txt", LIST)
    return club.json("sync", "fide", path, *OCTOBER, "--register")


def test_who_entered_from_a_list_is_linked_in_a_tournament_file(club: Shell) -> None:
    ids = [each["player"] for each in enrolled(club)["proposals"]]
    linked = [(each["player"], each["linked"]) for each in match(club)["players"]]
    assert linked == [(id_, "number") for id_ in ids]
    assert len(club.json("log", "--type", "player.registered")) == 2


def test_who_entered_from_a_tournament_file_is_found_by_a_list(club: Shell) -> None:
    match(club)
    document = enrolled(club)
    assert (document["counts"]["register"], document["counts"]["link"]) == (0, 0)
    assert document["appended"] == 0


# --- random ids and other writers -------------------------------------------------------------


@pytest.fixture
def take(either_ledger: ListLedger) -> Iterator[Callable[..., SyncOutcome]]:
    """Enrol the list with a given source of ids, and something to do while it is read."""
    engine = connect(either_ledger.database)

    def taken(random_bytes: Callable[[], bytes], meanwhile: Callable[[], object]) -> SyncOutcome:
        request = SyncRequest(
            format="fide",
            file=Path(file_path(either_ledger.folder, "list.txt", LIST)),
            by="an office",
            rulebooks=RegisteredRulebooks(),
            clock=now,
            random_bytes=random_bytes,
            day=date(2026, 10, 1),
            register=True,
        )
        with proposal_store() as waiting:
            return enrol(engine, request, lambda _: meanwhile(), waiting)

    yield taken
    engine.dispose()


def test_dice_that_throw_the_same_twice_are_found_out(
    either_ledger: ListLedger, take: Callable[..., SyncOutcome]
) -> None:
    outcome = take(lambda: bytes(10), lambda: None)
    assert outcome.refused
    assert [(issue.kind, issue.line) for issue in outcome.issues()] == [("error", 3)]
    assert len(either_ledger.log()) == 1


def test_who_gets_the_number_while_the_list_is_read_is_not_registered_twice(
    either_ledger: ListLedger, take: Callable[..., SyncOutcome]
) -> None:
    def meanwhile() -> None:
        if "anna" not in players(either_ledger):
            either_ledger.register("anna", "Ahorn, Anna", ids={"fide": "46000017"})

    outcome = take(secure_random_bytes, meanwhile)
    assert [issue.line for issue in outcome.issues()] == [2]
    assert "take the list in again" in outcome.issues()[0].message
    assert players(either_ledger) == ["anna"]
    assert take(secure_random_bytes, meanwhile).receipt.appended == 1


def test_thrown_ids_are_made_of_the_dice_alone() -> None:
    assert random_player_id(lambda: bytes(10)) == "p-aaaaaaaaaaaa"
    assert random_player_id(lambda: b"\xff" * 10) == "p-777777777777"
    assert SPELT.fullmatch(random_player_id(secure_random_bytes))
