"""Rating lists as files: for programs, and for people who double-click."""

import csv
import io
import json
from pathlib import Path

import pytest

from ledger.importing.formats.csv_cells import unguarded
from tests.exports.export_ledger import ExportLedger
from tests.projections.submissions import decided, games, player, tournament, withheld

NAMES = {
    "anna": "Ahorn, Anna",
    "00123": "=HYPERLINK(1)",
    "mar-96": "@Buche; Bert",
    "1-2": '-"Esche", Eva',
    "-172": "Fichte, Fritz",
    "maria": "Martin, Maria",
}


@pytest.fixture
def listed(ledger: ExportLedger) -> ExportLedger:
    """Six players, 100 points apart; Maria's name is withheld."""
    for place, (id_, name) in enumerate(NAMES.items()):
        ledger.append(player(id_, name=name), decided(id_, f"{1900 - 100 * place}-10"))
    ledger.append(withheld("maria", "1995-01-01"))
    return ledger


def exported(ledger: ExportLedger, tmp_path: Path, form: str, *more: str) -> bytes:
    """The bytes of a list that was written to a file; nothing is said beside it."""
    path = tmp_path / "list"
    arguments = ("dwz", "--as", form, "--on", "1996-01-01", "--output", str(path), *more)
    result = ledger.run("export", "ratings", *arguments, "--overwrite")
    assert (result.exit_code, result.stdout) == (0, "")
    return path.read_bytes()


def test_csv_keeps_every_text_and_no_cell_is_a_formula(
    listed: ExportLedger, tmp_path: Path
) -> None:
    content = exported(listed, tmp_path, "csv").decode()
    assert content.startswith(
        "place,player,name,rating,index,last_event,valid_until,status\r\n"
        '1,anna,"Ahorn, Anna",1900,10,decision anna 1995-07-01,2000-07-01,valid\r\n'
    )
    rows = list(csv.DictReader(io.StringIO(content, newline="")))
    assert [row["player"] for row in rows] == [*NAMES]
    names = ["Ahorn, Anna", "'=HYPERLINK(1)", "'@Buche; Bert", '\'-"Esche", Eva', "Fichte, Fritz"]
    assert [row["name"] for row in rows] == [*names, ""]
    assert [unguarded(row["name"]) for row in rows] == [*list(NAMES.values())[:-1], ""]


def test_json_tells_what_it_is_a_list_of(listed: ExportLedger, tmp_path: Path) -> None:
    document = json.loads(exported(listed, tmp_path, "json"))
    assert document["pool"] == "dwz"
    assert document["rulebook"] == "dwz-1995"
    assert document["day"] == "1996-01-01"
    assert document["known_at"] == 2 + 2 * len(NAMES) + 1
    first, *_, last = document["players"]
    assert first["card"] == {"rating": 1900, "index": 10}
    assert (last["player"], last["name"]) == ("maria", None)


def test_its_digest_is_the_one_that_is_published(listed: ExportLedger, tmp_path: Path) -> None:
    digest = json.loads(exported(listed, tmp_path, "json"))["digest"]
    published = listed.run("--format", "json", "publish", "dwz", "--on", "1996-01-01")
    assert json.loads(published.stdout)["digest"] == digest


def test_a_list_known_at_an_earlier_position_is_as_it_was(
    listed: ExportLedger, tmp_path: Path
) -> None:
    before = exported(listed, tmp_path, "csv")
    listed.append(tournament("cup", "1995-12-01"), *games("cup", "anna 0-1 1-2"))
    at = str(2 + 2 * len(NAMES) + 1)
    assert exported(listed, tmp_path, "csv") != before
    assert exported(listed, tmp_path, "csv", "--known-at", at) == before


class TestSpreadsheet:
    def cells(self, ledger: ExportLedger, tmp_path: Path) -> list[list[str]]:
        content = exported(ledger, tmp_path, "xlsx-csv")
        assert content.startswith(b"\xef\xbb\xbfplace;player;name;rating;index;")
        assert content.endswith(b"\r\n")
        text = io.StringIO(content.decode("utf-8-sig"), newline="")
        return list(csv.reader(text, delimiter=";"))[1:]

    def test_ids_that_look_like_numbers_or_days_remain_texts(
        self, listed: ExportLedger, tmp_path: Path
    ) -> None:
        rows = self.cells(listed, tmp_path)
        ids = ["anna", "'00123", "'mar-96", "'1-2", "'-172", "maria"]
        assert [row[1] for row in rows] == ids
        assert [row[2] for row in rows] == [
            "Ahorn, Anna",
            "'=HYPERLINK(1)",
            "'@Buche; Bert",
            '\'-"Esche", Eva',
            "Fichte, Fritz",
            "(withheld)",
        ]

    def test_a_text_that_is_both_a_formula_and_like_a_number_gets_one_apostrophe(
        self, ledger: ExportLedger, tmp_path: Path
    ) -> None:
        ledger.append(player("-1a", name="+2 Anna"), decided("-1a", "1500-1"))
        assert self.cells(ledger, tmp_path)[0][1:3] == ["'-1a", "'+2 Anna"]


def test_an_empty_list_has_its_columns(ledger: ExportLedger, tmp_path: Path) -> None:
    content = exported(ledger, tmp_path, "csv")
    assert content == b"place,player,name,rating,index,last_event,valid_until,status\r\n"
