"""Files that no reader takes: the answer says what they are and what to export instead."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.importing.formats.registry import FORMATS, detect_format, read
from ledger.importing.formats.text import LARGEST_FILE
from ledger.importing.formats.unreadable import describe_unreadable
from tests.imports.import_ledger import ImportLedger
from tests.imports.real_files import REAL
from tests.imports.unreadable_kinds import KINDS
from tests.tables import every


@every("content", KINDS, ids=[says for says, _ in KINDS.values()])
def test_a_file_of_another_kind_is_named_with_its_remedy(content: bytes) -> None:
    says, remedy = KINDS[content]
    assert detect_format(content) is None
    sentence = describe_unreadable(content)
    assert says in sentence
    assert remedy in sentence


def test_a_file_that_is_too_large_is_called_so_whatever_it_is() -> None:
    assert "more than 20 MB" in describe_unreadable(b"x" * (LARGEST_FILE + 1))


def test_an_indented_json_is_one_sentence_even_as_canonical_lines() -> None:
    content = json.dumps({"kind": "tournament", "list": [*range(3_000)]}, indent=1).encode()
    assert detect_format(content) == "jsonl"
    (only,) = read("jsonl", "a file", content)[1]
    assert (only.kind, "one JSON document over many lines" in only.message) == ("error", True)


@given(st.binary(max_size=300))
def test_every_sentence_about_a_file_can_be_printed(content: bytes) -> None:
    assert describe_unreadable(content).isprintable()


@every("format_", FORMATS)
def test_whoever_names_a_format_is_told_too_what_the_file_is(format_: str) -> None:
    _, issues = read(format_, "a file", b"%PDF-1.7\n")
    assert any(issue.kind == "error" for issue in issues)
    assert any("a PDF" in issue.message for issue in issues)


def test_import_auto_says_what_the_file_is(ledger: ImportLedger) -> None:
    document = ledger.import_file("auto", ledger.write_file("a.pdf", b"%PDF-1.7\n"), status=1)
    assert "this is a PDF" in document["problems"][0]["message"]


@pytest.mark.skipif(not REAL.is_dir(), reason="real tournament files are not at hand")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("crosstables/portimao_2024_r9_pairings.html", "the pairings of one round"),
        ("crosstables/portimao_2024_r9_pairings_copied.txt", "the pairings of one round"),
        ("crosstables/swisschess_html/stadtmeisterschaft-paar-r1.html", "the pairings of one"),
        ("crosstables/swisschess_html/stadtmeisterschaft-teil.html", "a list of players"),
        ("crosstables/swisschess_html/stadtmeisterschaft-dwz.html", "ratings"),
    ],
)
def test_real_pages_are_named(name: str, says: str) -> None:
    content = (REAL / name).read_bytes()
    assert detect_format(content) is None
    assert says in describe_unreadable(content)


@pytest.mark.parametrize("format_", ["auto", "csv", "crosstable", "trf"])
def test_a_list_of_members_is_called_so_and_led_to_its_own_command(
    ledger: ImportLedger, format_: str
) -> None:
    path = ledger.write_file("members.csv", b"Name,Vorname,Jahr,DWZ\nAdler,Max,1970,1700-20\n")
    (problem,) = ledger.import_file(format_, path, status=1)["problems"]
    assert "this is a list of members" in problem["message"]
    assert "players add" in problem["message"]
    damaged = ledger.write_file("open.csv", b"Name,Jahr,1.Rd,2.Rd\nAdler,1970,2w1,99\n")
    said = ledger.import_file(format_, damaged, status=1)["problems"]
    assert not any("list of members" in each["message"] for each in said)
