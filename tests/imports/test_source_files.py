"""The source file of a tournament: kept, shown byte for byte, erased with its players."""

import base64
import json
import os
from hashlib import sha256

import pytest
from sqlalchemy import select

from ledger.importing.event_source import source_of
from ledger.log.database import connect
from ledger.log.schema import paper
from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import csv_text, dsb, dsb_game, trf_pair

OPEN = trf_pair("1", "0").replace(b"Neustadt", "Münster".encode("cp1252"))
CUP = dsb(dsb_game("1", "0"))
CUP_ID = "dsb-0a1b2c3d-0000-4000-8000-00000000beef"


def kept(ledger: ImportLedger) -> list[str]:
    """The digests of all source files that are kept."""
    engine = connect(ledger.database)
    with engine.connect() as connection:
        digests = list(connection.execute(select(paper.c.digest)).scalars())
    engine.dispose()
    return digests


def forget(ledger: ImportLedger, player: str) -> None:
    data = {"player": player, "reason": "on request"}
    ledger.append({"type": "player.forgotten", "data": data})


def handed_in(ledger: ImportLedger, content: bytes = OPEN, kind: str = "trf") -> str:
    """The id of a tournament submitted as a file."""
    document = ledger.import_file(kind, ledger.write_file("open.trf", content), "--register-new")
    name: str = document["tournament"]["tournament"]
    return name


def test_a_paper_comes_back_byte_for_byte(either_ledger: ImportLedger) -> None:
    name = handed_in(either_ledger)
    assert kept(either_ledger) == [sha256(OPEN).hexdigest()]
    shown = either_ledger.run("paper", name)
    assert (shown.exit_code, shown.stdout_bytes) == (0, OPEN)
    copy = either_ledger.folder / "copy.trf"
    found = either_ledger.run("paper", name, "--output", str(copy))
    assert f"open.trf, {len(OPEN)} bytes" in found.stdout
    assert copy.read_bytes() == OPEN


def test_a_program_gets_a_paper_as_a_document(ledger: ImportLedger) -> None:
    name = handed_in(ledger)
    document = json.loads(ledger.run("--format", "json", "paper", name).stdout)
    assert base64.b64decode(document.pop("content")) == OPEN
    assert document == {
        "tournament": name,
        "paper": sha256(OPEN).hexdigest(),
        "name": "open.trf",
        "bytes": len(OPEN),
        "output": None,
    }


def test_bytes_that_compress_badly_or_not_at_all_are_kept_as_well(ledger: ImportLedger) -> None:
    noise = base64.b64encode(os.urandom(40_000))
    content = OPEN + b"### " + noise + b"\n"
    assert ledger.run("paper", handed_in(ledger, content)).stdout_bytes == content


def test_what_is_not_appended_is_not_kept(ledger: ImportLedger) -> None:
    ledger.import_file("trf", ledger.write_file("o", OPEN), "--register-new", "--dry-run")
    ledger.import_file("trf", ledger.write_file("o", OPEN), status=1)
    assert kept(ledger) == []


class TestNamesOfFiles:
    """The log keeps the name of a file for good, so it must not name anybody (decision 0150)."""

    @pytest.mark.parametrize(
        ("file", "person"),
        [
            ("Ahorn.trf", "Ahorn, Anna"),
            ("simul_with_ANNA_2024.trf", "Ahorn, Anna"),
            ("SimulMueller3.pgn", "Müller, Jörg"),
            ("muellersimul.trf", "Müller, Jörg"),
            ("Joerg.swt", "Müller, Jörg"),
            ("LiWei.csv", "Li, Wei"),
            ("Đoković.trf", "Djokovic, N."),
            ("Открытый Петров.trf", "Петров, Иван"),
        ],
    )
    def test_a_file_called_after_a_player_has_a_digest_as_its_source(
        self, file: str, person: str
    ) -> None:
        names = ["Sommer, Ute", person]
        assert source_of(f"folder/{file}", "0123456789abcdef" * 4, names) == (
            "sha256:0123456789abcdef"
        )

    @pytest.mark.parametrize(
        ("file", "person"),
        [
            ("Bamberg-Open 1995.trf", "Ahorn, Anna"),
            ("Berlin.trf", "Li, Berta"),
            ("Group B.trf", "Ahorn, B."),
            ("round12.trf", "Gast 12"),
            ("spring.trf", ""),
        ],
    )
    def test_every_other_file_is_named(self, file: str, person: str) -> None:
        assert source_of(f"folder/{file}", "0" * 64, [person]) == file

    def test_nothing_of_the_name_is_left_when_the_player_is_forgotten(
        self, either_ledger: ImportLedger
    ) -> None:
        path = either_ledger.write_file("Ahorns Simul.trf", OPEN)
        document = either_ledger.import_file("trf", path, "--register-new")
        name = document["tournament"]["tournament"]
        sources = {each["source"] for each in either_ledger.log()[1:]}
        assert sources == {f"sha256:{sha256(OPEN).hexdigest()[:16]}"}
        shown = json.loads(either_ledger.run("--format", "json", "paper", name).stdout)
        assert shown["name"] == "Ahorns Simul.trf"
        assert either_ledger.run("verify").exit_code == 0
        forget(either_ledger, f"{name}-p1")
        assert either_ledger.run("verify").exit_code == 0
        assert "ahorn" not in json.dumps(either_ledger.log()).lower()

    def test_a_changed_file_called_after_a_player_replaces_the_first(
        self, ledger: ImportLedger
    ) -> None:
        """Corrections by a file are told from those by hand by the sources of the files."""
        for file, result in (("Ahorn1.xml", "1"), ("Ahorn2.xml", "0"), ("Ahorn3.xml", "1")):
            path = ledger.write_file(file, dsb(dsb_game(result, "10".replace(result, ""))))
            document = ledger.import_file("dsb", path, "--register-new")
        assert document["appended"] == 2
        assert [each["kind"] for each in document["issues"]] == []

    def test_an_arbiter_s_name_is_not_recorded_either(self, ledger: ImportLedger) -> None:
        named = OPEN.replace(b"092", b"102 Richter, Rosa\n092")
        ledger.import_file("trf", ledger.write_file("for Richter.trf", named), "--register-new")
        assert {each["source"][:7] for each in ledger.log()[1:]} == {"sha256:"}


def test_a_changed_file_is_kept_beside_the_first(ledger: ImportLedger) -> None:
    changed = dsb(dsb_game("0", "1"))
    for content in (CUP, changed, CUP, CUP):
        handed_in(ledger, content, "dsb")
    assert sorted(kept(ledger)) == sorted(sha256(each).hexdigest() for each in (CUP, changed))
    assert ledger.run("paper", CUP_ID).stdout_bytes == CUP


def test_a_paper_goes_with_any_of_its_players(either_ledger: ImportLedger) -> None:
    name = handed_in(either_ledger)
    other = handed_in(either_ledger, CUP, "dsb")
    forget(either_ledger, f"{name}-p2")
    assert len(kept(either_ledger)) == 1
    shown = either_ledger.run("paper", name)
    assert shown.exit_code == 1
    assert "erased" in shown.stderr
    assert either_ledger.run("paper", other).exit_code == 0
    assert either_ledger.run("verify").exit_code == 0


def test_earlier_papers_and_those_of_merged_players_go_as_well(ledger: ImportLedger) -> None:
    handed_in(ledger, CUP, "dsb")
    handed_in(ledger, dsb(dsb_game("0", "1")), "dsb")
    ledger.register("otto", "Spieler1, Otto")
    merge = {"keep": "otto", "drop": f"{CUP_ID}-p1", "reason": "the same"}
    ledger.append({"type": "players.merged", "data": merge})
    forget(ledger, "otto")
    assert kept(ledger) == []


def test_a_player_who_is_only_named_like_part_of_another_keeps_the_paper(
    ledger: ImportLedger,
) -> None:
    name = handed_in(ledger)
    ledger.register(f"{name}-p", "Other, One")
    forget(ledger, f"{name}-p")
    assert len(kept(ledger)) == 1


def test_a_file_that_names_somebody_forgotten_is_not_kept_again(ledger: ImportLedger) -> None:
    handed_in(ledger, CUP, "dsb")
    forget(ledger, f"{CUP_ID}-p1")
    changed = ledger.write_file("changed.xml", dsb(dsb_game("0", "1")))
    document = ledger.import_file("dsb", changed)
    assert document["appended"] == 2
    assert "erased" in document["issues"][0]["message"]
    assert kept(ledger) == []


def test_the_command_says_why_there_is_no_paper(ledger: ImportLedger) -> None:
    ledger.register("anna", "Ahorn, Anna")
    bare = {"tournament": "bare", "name": "Bare", "pools": ["house"], "discipline": "chess"}
    bare |= {"format": "swiss", "ended_on": "2024-03-03"}
    ledger.append({"type": "tournament.submitted", "id": "bare", "data": bare})
    assert "without a file" in ledger.run("paper", "bare").stderr
    assert "no tournament" in ledger.run("paper", "nowhere").stderr
    strike = {"corrects": "bare", "replacement": None, "reason": "made up"}
    ledger.append({"type": "correction.submitted", "data": strike})
    assert "struck" in ledger.run("paper", "bare").stderr


def test_a_paper_that_was_changed_in_the_database_is_not_passed_off(
    either_ledger: ImportLedger,
) -> None:
    name = handed_in(either_ledger)
    engine = connect(either_ledger.database)
    for content in (b"not even compressed", b""):
        with engine.begin() as connection:
            connection.execute(paper.update().values(content=content))
        shown = either_ledger.run("paper", name)
        assert (shown.exit_code, shown.stdout) == (1, "")
        assert "changed in the database" in shown.stderr
    engine.dispose()


def test_a_folder_of_tables_comes_back_as_an_archive_that_says_the_same(
    ledger: ImportLedger,
) -> None:
    for part in csv_text("1,1,2,1,0,\n").decode().split("[")[1:]:
        name, _, table = part.partition("]\n")
        ledger.write_file(f"{name}.csv", table.encode())
    document = ledger.import_file("csv", f"{ledger.folder}/", "--register-new")
    assert ledger.log()[-1]["source"] == ledger.folder.name
    archive = ledger.folder / "copy.zip"
    ledger.run("paper", document["tournament"]["tournament"], "--output", str(archive))
    assert ledger.import_file("csv", str(archive))["appended"] == 0


def test_two_tournaments_may_have_the_same_paper(ledger: ImportLedger) -> None:
    paper_ = ledger.write_file("cup.xml", CUP)
    ledger.import_file("dsb", paper_, "--register-new")
    links = ("--link", f"1={CUP_ID}-p1", "--link", f"2={CUP_ID}-p2", "--link", f"3={CUP_ID}-p3")
    document = ledger.import_file("dsb", paper_, "--another", *links)
    assert document["tournament"]["tournament"] != CUP_ID
    assert len(kept(ledger)) == 1
