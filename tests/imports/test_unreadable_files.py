"""Files that no reader takes: the answer says what they are and what to export instead."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.importing.formats.registry import READERS, detect_format, read
from ledger.importing.formats.text import LARGEST_FILE
from ledger.importing.formats.unreadable import describe_unreadable
from tests.imports.import_ledger import ImportLedger
from tests.imports.real_files import REAL

KINDS = {
    b"%PDF-1.7\n%\xe2\xe3": ("a PDF", "chess-results"),
    b"\xff\xd8\xff\xe0\x00\x10JFIF": ("a picture", "TRF"),
    gzip.compress(b"001"): ("gzip", "unpack"),
    b"RIFF\x10\0\0\0WEBPVP8 ": ("a picture", "TRF"),
    b"\0\0\0\x18ftypheic\0\0\0\0": ("a picture", "TRF"),
    b"{\\rtf1\\ansi Turnier}": ("a text document (RTF)", "CSV or .xlsx"),
    b"\xd0\xcf\x11\xe0" + bytes(600) + b"W\0o\0r\0d\0": ("older Office", "CSV or .xlsx"),
    b"PK\x03\x04....word/document.xml": ("a text document (Word", "CSV or .xlsx"),
    b"PK\x03\x04....cup.trf": ("an archive", "unpack"),
    b"From: a@b.example\nTo: c@d.example\n\nhello": ("an e-mail", "attached"),
    bytes(1) + b"\x07\0" + bytes(4) + b"\x0c" + bytes(601) + b"\x89\x03" + bytes(4_000): (
        "Swiss-Chess's own file, version 9.05",
        "SWI or TRF",
    ),
    b"Rar!\x1a\x07\x00": ("an archive", "unpack"),
    b"\x93\xff\x89\x44\x00\x01": ("Swiss-Manager's own", "TRF"),
    b"\x00\x01\x00\x00Standard ACE DB\x00": ("Access database", "TRF"),
    b"<!DOCTYPE html>\n<html><table>": ("a web page", "CSV or .xlsx"),
    b"\xef\xbb\xbf<H2>Teilnehmer</H2>": ("a web page", "CSV or .xlsx"),
    b'<?xml version="1.0"?><Other/>': ("XML of a kind", "TRF"),
    b"(;GM[1]FF[4]": ("a game record (SGF)", "h9"),
    "001 a".encode("utf-16"): ("UTF-16", "save it as UTF-8"),
    b"Bo.\tNo.\t\t\tWhite\tRtg\n1\t4\t": ("pairings of one round", "crosstable"),
    b"\x7fELF\x02\x01\x01\x00\x00\x00": ("(7f 45 4c 46 02 01 01 00)", "TRF"),
    b"Dear arbiter": ("it begins with 'Dear arbiter'", "TRF"),
    b" \r\n\x00": ("the file is empty", "export the tournament again"),
}


@pytest.mark.parametrize("content", KINDS, ids=[says for says, _ in KINDS.values()])
def test_a_file_of_another_kind_is_named_with_its_remedy(content: bytes) -> None:
    says, remedy = KINDS[content]
    assert detect_format(content) is None
    sentence = describe_unreadable(content)
    assert says in sentence
    assert remedy in sentence


def test_a_file_that_is_too_large_is_called_so_whatever_it_is() -> None:
    assert "more than 20 MB" in describe_unreadable(b"x" * (LARGEST_FILE + 1))


@given(st.binary(max_size=300))
def test_every_sentence_about_a_file_can_be_printed(content: bytes) -> None:
    assert describe_unreadable(content).isprintable()


@pytest.mark.parametrize("format_", READERS)
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
        ("crosstables/tirol_league_board_pairings_excerpt_de.html", "the pairings of one round"),
        ("crosstables/swisschess_html/stadtmeisterschaft-paar-r1.html", "the pairings of one"),
        ("crosstables/swisschess_html/stadtmeisterschaft-teil.html", "a list of players"),
        ("crosstables/swisschess_html/stadtmeisterschaft-dwz.html", "ratings"),
    ],
)
def test_real_pages_are_named(name: str, says: str) -> None:
    content = (REAL / name).read_bytes()
    assert detect_format(content) is None
    assert says in describe_unreadable(content)
