"""Irregularities in previews, by command and on the officers' page; nobody else sees them."""

import re
from collections.abc import Mapping
from math import floor, log10
from pathlib import Path
from typing import Any

import pytest

from projections.queries.arguments import Upload
from tests.console.shell import Shell
from tests.projections.submissions import POOL, adoption, decided, player
from tests.watch.planted import MEMBERS, NAMES, event_of, honest, won_by
from tests.web_api.conftest import Serve, Served
from tests.web_api.officer import come, employ, send

HOW: Mapping[str, Any] = {"pools": [POOL], "minutes": 120, "by": "carla", "accept": "names"}


def table(place: str, opponent: int) -> Upload:
    """A one-round event of two members on the first of May."""
    lines = [
        "012 Spring event",
        f"022 {place}",
        "032 GER",
        "042 1996/05/01",
        "052 1996/05/01",
        "092 Swiss",
        f"001    1      {NAMES['m00']:33}{'':42}     2 w 1",
        f"001    2      {NAMES[MEMBERS[opponent]]:33}{'':42}     1 b 0",
        "",
    ]
    return Upload(f"{place}.trf", "\n".join(lines).encode())


@pytest.fixture
def office(sqlite_database: str, serve: Serve) -> Served:
    """The members of a club, one of whom had ten improbable wins."""
    strong = dict.fromkeys(MEMBERS[1:11], 1900)
    return serve(
        sqlite_database,
        [
            adoption(),
            *(player(each, name=NAMES[each]) for each in MEMBERS),
            *(decided(each, f"{strong.get(each, 1500)}-10") for each in MEMBERS),
            *(
                decided(each, f"{strong.get(each, 1500)}-10", f"1995-0{month}-02")
                for month in range(1, 7)
                for each in MEMBERS
            ),
            *event_of("open", "1996-04-01", *won_by("m00", MEMBERS[1:11])),
            *honest("cup", "1996-04-20"),
        ],
    )


def test_a_preview_says_that_a_player_is_in_two_places(office: Served) -> None:
    ledger = office.ledger
    ledger.import_file(table("Bonn", 1), **HOW)
    second = ledger.import_file(table("Ulm", 2), effects=True, dry_run=True, **HOW)
    (signal,) = second["signals"]
    assert (signal["kind"], signal["pool"], signal["players"]) == ("two-places", POOL, ["m00"])
    assert signal["sentence"] == "had games in two tournaments on 1996-05-01"
    same = ledger.import_file(table("Bonn", 2), effects=True, dry_run=True, **HOW)
    assert same["signals"] == []


def test_an_arbiter_is_not_told(office: Served) -> None:
    ledger = office.ledger
    ledger.import_file(table("Bonn", 1), **HOW)
    told = ledger.import_file(table("Ulm", 2), effects=True, dry_run=True, as_officer=False, **HOW)
    assert told["signals"] == []


def test_the_command_lists_answers_and_lists_again(office: Served, tmp_path: Path) -> None:
    shell = Shell(office.ledger.database, tmp_path)
    said = shell.table("watch", POOL)
    assert "Improbable results" in said
    assert "Adler, Test: scored 10.0 of 10; 0.8 were expected (1 in " in said
    whole = shell.json("watch", POOL)
    row, lines = whole["signals"][0], said.splitlines()
    asked = sum(each["asked"] for each in whole["families"])
    days = f"from {whole['first_day']} to {whole['last_day']}"
    assert lines[0] == f"{whole['tournaments']} tournaments {days}: {asked} questions asked"
    once_in = 1 / row["chance"]
    assert f"(1 in {round(once_in, 1 - floor(log10(once_in))):,.0f})" in " ".join(said.split())
    (at,) = (n for n, line in enumerate(lines) if line.startswith(f"  {row['signal']}  Adler, "))
    assert re.match(" {20}(?! )", lines[at + 1])  # below the name
    assert any(line.startswith(f"{' ' * 20}in ") for line in lines[at : at + 4])
    answer = ("decide", "signal", row["signal"], "--reason", "a champion of another federation")
    assert "is in order" in shell.table(*answer)
    assert "Improbable results" not in shell.table("watch", POOL)
    again = shell.table("watch", POOL, "--answered")
    assert "in order: a champion of another federation" in again


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--threshold", "patience=3"), "no parameter of this name"),
        (("--threshold", "settled=2.5"), "must be a whole number, 1 or more"),
        (("--threshold", "false_share=0"), "must be a number above 0"),
        (("--from", "1996-05-01", "--to", "1996-04-01"), "exchange them"),
        (("--player", "nobody"), "nobody"),
        (("--tournament", "nowhere"), "nowhere"),
    ],
)
def test_a_question_that_cannot_be_is_refused(
    office: Served, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    shell = Shell(office.ledger.database, tmp_path)
    (problem,) = shell.refused("watch", POOL, *options)
    assert said in problem["message"]


@pytest.fixture
def officer(office: Served) -> Served:
    """The officer at the pages."""
    employ(office)
    come(office, "olga")
    return office


def open_signal(officer: Served) -> str:
    """The signal that the page asks about first."""
    page = officer.get("/desk/oddities").text
    assert "scored 10.0 of 10; 0.8 were expected" in page
    return page.partition('name="signal" value="')[2][:16]


def test_the_page_answers_a_signal(officer: Served) -> None:
    answer = {"signal": open_signal(officer), "reason": "a champion", "action": "do"}
    assert send(officer, "/desk/oddities", **answer).status_code == 303
    assert "0.8 were expected" not in officer.get("/desk/oddities").text


def test_an_answer_without_a_reason_is_refused_on_the_page(officer: Served) -> None:
    answer = {"signal": open_signal(officer), "reason": " ", "action": "do"}
    refused = send(officer, "/desk/oddities", **answer)
    assert refused.status_code == 422
    assert "say why it is in order" in refused.text
    open_signal(officer)


@pytest.mark.parametrize(
    ("role", "status"),
    [("reader", 401), ("arbiter", 403), ("auditor", 200), ("officer", 200), ("admin", 200)],
)
def test_irregularities_are_for_officers_and_auditors(
    office: Served, role: str, status: int
) -> None:
    assert office.get(f"/api/v1/pools/{POOL}/irregularities", role).status_code == status
