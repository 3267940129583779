"""The paper behind a tournament: kept with it, shown byte for byte, erased with its players."""

import base64
import json
import os
from hashlib import sha256

from sqlalchemy import select

from ledger.log.database import connect
from ledger.log.schema import paper
from tests.imports.import_ledger import ImportOffice
from tests.imports.tournament_files import csv_text, dsb, dsb_game, trf_pair

OPEN = trf_pair("1", "0").replace(b"Neustadt", "Münster".encode("cp1252"))
CUP = dsb(dsb_game("1", "0"))
CUP_ID = "dsb-0a1b2c3d-0000-4000-8000-00000000beef"


def kept(office: ImportOffice) -> list[str]:
    """The digests of all papers."""
    engine = connect(office.database)
    with engine.connect() as connection:
        digests = list(connection.execute(select(paper.c.digest)).scalars())
    engine.dispose()
    return digests


def forget(office: ImportOffice, player: str) -> None:
    data = {"player": player, "reason": "on request"}
    office.append({"type": "player.forgotten", "data": data})


def handed_in(office: ImportOffice, content: bytes = OPEN, kind: str = "trf") -> str:
    """The id of a tournament handed in as a file."""
    document = office.take_in(kind, office.paper("open.trf", content), "--register-new")
    name: str = document["tournament"]["tournament"]
    return name


def test_a_paper_comes_back_byte_for_byte(either_office: ImportOffice) -> None:
    name = handed_in(either_office)
    assert kept(either_office) == [sha256(OPEN).hexdigest()]
    shown = either_office.run("paper", name)
    assert (shown.exit_code, shown.stdout_bytes) == (0, OPEN)
    copy = either_office.folder / "copy.trf"
    told = either_office.run("paper", name, "--output", str(copy))
    assert f"open.trf, {len(OPEN)} bytes" in told.stdout
    assert copy.read_bytes() == OPEN


def test_a_program_gets_a_paper_as_a_document(office: ImportOffice) -> None:
    name = handed_in(office)
    document = json.loads(office.run("--format", "json", "paper", name).stdout)
    assert base64.b64decode(document.pop("content")) == OPEN
    assert document == {
        "tournament": name,
        "paper": sha256(OPEN).hexdigest(),
        "name": "open.trf",
        "bytes": len(OPEN),
        "output": None,
    }


def test_bytes_that_compress_badly_or_not_at_all_are_kept_as_well(office: ImportOffice) -> None:
    noise = base64.b64encode(os.urandom(40_000))
    content = OPEN + b"### " + noise + b"\n"
    assert office.run("paper", handed_in(office, content)).stdout_bytes == content


def test_what_is_not_appended_is_not_kept(office: ImportOffice) -> None:
    office.take_in("trf", office.paper("o", OPEN), "--register-new", "--dry-run")
    office.take_in("trf", office.paper("o", OPEN), status=1)
    assert kept(office) == []


def test_a_changed_file_is_kept_beside_the_first(office: ImportOffice) -> None:
    changed = dsb(dsb_game("0", "1"))
    for content in (CUP, changed, CUP, CUP):
        handed_in(office, content, "dsb")
    assert sorted(kept(office)) == sorted(sha256(each).hexdigest() for each in (CUP, changed))
    assert office.run("paper", CUP_ID).stdout_bytes == CUP


def test_a_paper_goes_with_any_of_its_players(either_office: ImportOffice) -> None:
    name = handed_in(either_office)
    other = handed_in(either_office, CUP, "dsb")
    forget(either_office, f"{name}-p2")
    assert len(kept(either_office)) == 1
    shown = either_office.run("paper", name)
    assert shown.exit_code == 1
    assert "erased" in shown.stderr
    assert either_office.run("paper", other).exit_code == 0
    assert either_office.run("verify").exit_code == 0


def test_earlier_papers_and_those_of_merged_players_go_as_well(office: ImportOffice) -> None:
    handed_in(office, CUP, "dsb")
    handed_in(office, dsb(dsb_game("0", "1")), "dsb")
    office.register("otto", "Spieler1, Otto")
    merge = {"keep": "otto", "drop": f"{CUP_ID}-p1", "reason": "the same"}
    office.append({"type": "players.merged", "data": merge})
    forget(office, "otto")
    assert kept(office) == []


def test_a_player_who_is_only_named_like_part_of_another_keeps_the_paper(
    office: ImportOffice,
) -> None:
    name = handed_in(office)
    office.register(f"{name}-p", "Other, One")
    forget(office, f"{name}-p")
    assert len(kept(office)) == 1


def test_a_file_that_names_somebody_forgotten_is_not_kept_again(office: ImportOffice) -> None:
    handed_in(office, CUP, "dsb")
    forget(office, f"{CUP_ID}-p1")
    changed = office.paper("changed.xml", dsb(dsb_game("0", "1")))
    document = office.take_in("dsb", changed)
    assert document["appended"] == 2
    assert "forgotten" in document["issues"][0]["message"]
    assert kept(office) == []


def test_the_command_says_why_there_is_no_paper(office: ImportOffice) -> None:
    office.register("anna", "Ahorn, Anna")
    bare = {"tournament": "bare", "name": "Bare", "pools": ["house"], "discipline": "chess"}
    bare |= {"format": "swiss", "ended_on": "2024-03-03"}
    office.append({"type": "tournament.submitted", "id": "bare", "data": bare})
    assert "without a file" in office.run("paper", "bare").stderr
    assert "no tournament" in office.run("paper", "nowhere").stderr
    strike = {"corrects": "bare", "replacement": None, "reason": "made up"}
    office.append({"type": "correction.submitted", "data": strike})
    assert "struck" in office.run("paper", "bare").stderr


def test_a_paper_that_was_changed_in_the_database_is_not_passed_off(
    either_office: ImportOffice,
) -> None:
    name = handed_in(either_office)
    engine = connect(either_office.database)
    for content in (b"not even compressed", b""):
        with engine.begin() as connection:
            connection.execute(paper.update().values(content=content))
        shown = either_office.run("paper", name)
        assert (shown.exit_code, shown.stdout) == (1, "")
        assert "changed in the database" in shown.stderr
    engine.dispose()


def test_a_folder_of_tables_comes_back_as_an_archive_that_says_the_same(
    office: ImportOffice,
) -> None:
    for part in csv_text("1,1,2,1,0,\n").decode().split("[")[1:]:
        name, _, table = part.partition("]\n")
        office.paper(f"{name}.csv", table.encode())
    document = office.take_in("csv", f"{office.folder}/", "--register-new")
    assert office.log()[-1]["source"] == office.folder.name
    archive = office.folder / "copy.zip"
    office.run("paper", document["tournament"]["tournament"], "--output", str(archive))
    assert office.take_in("csv", str(archive))["appended"] == 0


def test_two_tournaments_may_have_the_same_paper(office: ImportOffice) -> None:
    paper_ = office.paper("cup.xml", CUP)
    office.take_in("dsb", paper_, "--register-new")
    links = ("--link", f"1={CUP_ID}-p1", "--link", f"2={CUP_ID}-p2", "--link", f"3={CUP_ID}-p3")
    document = office.take_in("dsb", paper_, "--another", *links)
    assert document["tournament"]["tournament"] != CUP_ID
    assert len(kept(office)) == 1
