"""Many files in a call: the mapping file, folders, summaries, dry runs."""

import csv
import os
import sqlite3
from contextlib import closing

import pytest

from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import HEAD, dsb, dsb_game, trf, trf_player
from tests.imports.versions import ID, MORE, PEOPLE, changed, handed_in, open_


def test_proposals_are_written_filled_in_and_read_back(ledger: ImportLedger) -> None:
    ledger.register("bert", "Buche, Bert")
    ledger.register("b2", "Bert Buche", club="c1")
    first, second = (ledger.write_file(f"{name}.trf", open_(MORE)) for name in "ab")
    table, outcome = ledger.folder / "open.csv", ("--proposals", str(ledger.folder / "open.csv"))
    ledger.import_file("trf", first, second, "--register-new", *outcome, status=1)
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [row["number"] for row in rows if row["file"] == first] == ["2"]
    assert rows[0] == {
        "file": first,
        "number": "2",
        "name": "Buche, Bert",
        "birth_year": "",
        "club": "",
        "figure": "",
        "proposal": "b2; bert",
        "known_name": "Bert Buche; Buche, Bert",
        "known_birth_year": "",
        "known_club": "c1; ?",
        "known_figure": "",
        "known_last_tournament": "",
        "reasons": "same name; same name",
        "link": "",
    }
    filled = table.read_text("utf-8").replace("same name,\n", "same name,bert\n")
    table.write_text(filled, "utf-8")
    links = ("--links", str(table), "--register-new")
    documents = ledger.import_file("trf", first, second, *links)
    assert [each["appended"] for each in documents] == [4 + 6, 0]
    assert [player["player"] for player in documents[0]["players"]][1] == "bert"


@pytest.mark.parametrize(
    "text", ["number,link\n1,new\n", "file,number,link\na,1,x\na,1,y\n", "\xff"]
)
def test_a_mapping_file_that_is_none_is_refused(ledger: ImportLedger, text: str) -> None:
    table = ledger.write_file("links.csv", text.encode("latin-1"))
    arguments = ("--pool", "house", "--links", table)
    result = ledger.run("import", "trf", ledger.write_file("a.trf", open_()), *arguments)
    assert result.exit_code == 1
    assert result.stderr.startswith("refused: ")


def test_who_has_played_in_the_pool_before_is_proposed_with_that_reason(
    ledger: ImportLedger,
) -> None:
    name = handed_in(ledger, open_())
    ledger.register("other", "Buche, Bert")
    head = (*HEAD[:3], "042 2025/03/01", "052 2025/03/03")
    document = changed(ledger, open_(head=head), status=1)
    proposals = document["players"][1]["proposals"]
    assert [(each["player"], each["reasons"]) for each in proposals] == [
        (f"{name}-p2", ["same name", "played in the rating list before"]),
        ("other", ["same name"]),
    ]


def test_a_folder_stands_for_all_files_in_it(ledger: ImportLedger) -> None:
    folder = ledger.folder / "papers"
    (folder / "deeper").mkdir(parents=True)
    (folder / "b.trf").write_bytes(open_(MORE))
    (folder / "a.xml").write_bytes(dsb(dsb_game("1", "0")))
    (folder / ".hidden").write_bytes(b"no tournament")
    documents = ledger.import_file("auto", str(folder), "--register-new")
    assert [each["file"].rpartition("/")[2] for each in documents] == ["a.xml", "b.trf"]
    (folder / "a.xml").unlink()
    (folder / "b.trf").unlink()
    assert ledger.run("import", "trf", str(folder), "--pool", "house").exit_code == 2


def test_a_summary_says_what_happened_to_each_file(ledger: ImportLedger) -> None:
    file_paths = [
        ledger.write_file("open.trf", open_(MORE)),
        ledger.write_file("bad.trf", b"\x00\x01"),
    ]
    file_paths.append(ledger.write_file("cup.xml", dsb(dsb_game("1", "0"))))
    result = ledger.run("import", "auto", *file_paths, "--pool", "house", "--register-new")
    lines = [line for line in result.stdout.splitlines() if "│" in line]
    found = {line.split("│")[1].strip().rpartition("/")[2]: line for line in lines}
    assert "11 events appended" in found["open.trf"]
    assert "Refused" in found["bad.trf"]
    assert ID in found["cup.xml"]
    assert "5 events appended" in found["cup.xml"]


def test_later_files_of_a_dry_run_see_whom_earlier_ones_would_register(
    either_ledger: ImportLedger,
) -> None:
    fide = dict.fromkeys(("1", "2"), "")
    fide |= {"1": "4600001", "2": "4600002"}
    games = {1: [(2, "w", "1")], 2: [(1, "b", "0")]}
    file_paths = []
    for month in ("03", "05"):
        head = ("012 Match", f"042 2024/{month}/01", f"052 2024/{month}/03", "092 Match")
        lines = [trf_player(n, PEOPLE[n], cells, fide=fide[str(n)]) for n, cells in games.items()]
        file_paths.append(either_ledger.write_file(f"{month}.trf", trf(lines, head)))
    file_paths.insert(1, either_ledger.write_file("bad.trf", b"\x00\x01"))
    before = either_ledger.log()
    documents = either_ledger.import_file(
        "trf", *file_paths, "--register-new", "--dry-run", status=1
    )
    assert [[p["linked"] for p in each["players"]] for each in documents] == [
        ["new", "new"],
        [],
        ["number", "number"],
    ]
    assert either_ledger.log() == before


def test_a_file_that_the_database_does_not_take_leaves_those_before_it_written(
    ledger: ImportLedger, sqlite_database: str
) -> None:
    """The disk fails as soon as the events of March are there: March is told, May is refused."""
    files = []
    for month in ("03", "05"):
        head = ("012 Match", f"042 2024/{month}/01", f"052 2024/{month}/03", "092 Match")
        cells = {1: [(2, "w", "1")], 2: [(1, "b", "0")]}
        lines = [trf_player(n, f"{PEOPLE[n]} {month}", its) for n, its in cells.items()]
        files.append(ledger.write_file(f"{month}.trf", trf(lines, head)))
    size = len(ledger.log())
    fails = f"WHEN NEW.position > {size + 4} BEGIN SELECT RAISE(ABORT, 'disk trouble'); END"
    with closing(sqlite3.connect(sqlite_database.removeprefix("sqlite:///"))) as connection:
        connection.execute(f"CREATE TRIGGER worn BEFORE INSERT ON event {fails}")
    first, second = ledger.import_file("trf", *files, "--register-new", status=1)
    assert (first["appended"], second["appended"]) == (4, 0)
    assert "disk trouble" in second["problems"][0]["message"]
    assert len(ledger.log()) == size + 4


def test_a_file_whose_name_is_no_text_is_taken_like_any_other(ledger: ImportLedger) -> None:
    folder = ledger.folder / "papers"
    folder.mkdir()
    (folder / os.fsdecode(b"open-\xff.trf")).write_bytes(open_())
    document = ledger.import_file("trf", str(folder), "--register-new")
    assert document["file"].endswith("open-\N{REPLACEMENT CHARACTER}.trf")
    assert ledger.log()[-1]["source"] == "open-\N{REPLACEMENT CHARACTER}.trf"
