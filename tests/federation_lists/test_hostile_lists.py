"""Whatever the bytes: no reader of a list raises, hangs, fills the memory or lies."""

import time
import tracemalloc
from datetime import date
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.codec import read_line
from ledger.events.problems import Refused
from ledger.importing.federation_lists.comparison import registration
from ledger.importing.federation_lists.list_file import LONGEST_LINE
from ledger.importing.federation_lists.player_list import MOST_OF_A_KIND, Entry, ListFindings
from ledger.importing.federation_lists.proposals import Edition, read_marks
from ledger.importing.federation_lists.sync import detect_format, read_list
from ledger.validation.fact_checks import complaints_about
from tests.federation_lists.list_files import (
    COMBINED,
    DSB_15,
    EGD_HEAD,
    archive,
    dsb,
    dsb_line,
    egd,
    egd_line,
    fide,
    fide_line,
    fide_person,
    fide_xml,
    read,
)
from tests.federation_lists.list_ledger import OCTOBER, ListLedger

pytestmark = pytest.mark.hostile

GOOD = {
    "text of fide": fide([fide_line(f"460000{n}", f"Ahorn, {n}", rating=2000) for n in range(5)]),
    "xml of fide": fide_xml(*(fide_person(f"460000{n}", f"Ahorn, {n}", 2000) for n in range(5))),
    "dsb": dsb([dsb_line(f"1000000{n}", "C0101", "Böhme", str(n), dwz=1712) for n in range(5)]),
    "egd": egd([egd_line(f"1000000{n}", f"Nagy {n}") for n in range(5)]),
}
EVERY_LIST = pytest.mark.parametrize("name", GOOD)


def format_of(name: str) -> str:
    return name.rpartition(" ")[2]


def check(name: str, content: bytes) -> list[Entry]:
    """Read it; every entry can be registered, every message can be printed."""
    list_, entries, findings = read(format_of(name), content)
    issues = findings.issues()
    assert list_ is not None or any(issue.kind == "error" for issue in issues)
    assert all(issue.message and issue.message.isprintable() for issue in issues)
    for entry in entries:
        edition = Edition(namespace="fide", system="FIDE", day=date(2026, 10, 1), source="list")
        line = read_line(1, orjson.dumps(registration(entry, "somebody", edition).event))
        assert not isinstance(line, list), line
        assert [*complaints_about(line.fact)] == []
    return entries


@EVERY_LIST
@given(content=st.binary(max_size=400))
@settings(max_examples=50)
def test_random_bytes_are_refused(name: str, content: bytes) -> None:
    assert check(name, content) == []
    detect_format(BytesIO(content))


@EVERY_LIST
@given(data=st.data())
@settings(max_examples=50)
def test_of_a_list_that_was_cut_off_only_whole_persons_are_read(
    name: str, data: st.DataObject
) -> None:
    whole = {each.number: each for each in check(name, GOOD[name])}
    as_of = check(name, GOOD[name][: data.draw(st.integers(0, len(GOOD[name])))])
    if name != "dsb":  # a cut cell of a table looks like a whole one where it is the last
        assert all((each.figure, each.name) == _as_in(whole[each.number]) for each in as_of)


def _as_in(entry: Entry) -> tuple[int | None, str]:
    return entry.figure, entry.name


PIECES = st.sampled_from([b"", b"0", b"9" * 30, b'"', b"\n", b"\r", b" ", b"\xff", b"\x00", b"<"])
EDITS = st.tuples(st.integers(0, 2_000), st.integers(0, 40), PIECES)
"""Edits: the place, the number of bytes removed, their replacement."""


@EVERY_LIST
@given(edits=st.lists(EDITS, min_size=1, max_size=6))
def test_a_list_with_changed_bytes_is_read_or_refused(
    name: str, edits: list[tuple[int, int, bytes]]
) -> None:
    content = GOOD[name]
    for at, gone, piece in edits:
        content = content[:at] + piece + content[at + gone :]
    check(name, content)


@EVERY_LIST
@given(text=st.text(max_size=200))
@settings(max_examples=40)
def test_any_text_in_place_of_a_line_harms_no_other(name: str, text: str) -> None:
    lines = GOOD[name].split(b"\n")
    for index in (0, len(lines) // 2, len(lines) - 3):
        changed = [*lines[:index], text.encode(errors="replace"), *lines[index + 1 :]]
        check(name, b"\n".join(changed))


LONG = {
    "blanks": b" " * 3_000_000,
    "digits": b"9" * 3_000_000,
    "quotes": b'"' * 3_000_000,
    "semicolons": b";" * 3_000_000,
    "angles": b"<" * 3_000_000,
    "elements": b"<a>" * 300_000,
    "brackets": b"(1 Jan 2020" * 100_000,
    "empty lines": b"\n" * 100_000,
    "short lines": b"x\n" * 20_000,
    "a PIN and nothing": b" 12345678  \n" * 10_000,
}
HEADS = {
    "text of fide": COMBINED.encode() + b"\r\n",
    "xml of fide": b"<playerslist><player><name>",
    "dsb": DSB_15.encode() + b"\n",
    "egd": EGD_HEAD.encode() + egd_line("10000001", "Nagy Anna").encode() + b"\n",
}


@EVERY_LIST
@pytest.mark.parametrize("long", LONG)
def test_nothing_makes_a_reader_hang_or_fill_the_memory(name: str, long: str) -> None:
    started = time.process_time()
    for head in (b"", HEADS[name]):
        content = BytesIO(head + LONG[long])
        findings = ListFindings()
        tracemalloc.start()
        list_ = read_list(format_of(name), content, findings)
        for _ in () if list_ is None else list_.entries:
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 13_000_000
        detect_format(content)
    assert time.process_time() - started < 20


def test_however_many_lines_are_damaged_only_so_many_are_told() -> None:
    lines = [fide_line(f"no{number}", "Ahorn, Anna", rating=2000) for number in range(300)]
    wrong = [
        fide_line("4600001", "Ahorn, Anna").replace("GER", f"{number:03}") for number in range(300)
    ]
    _, _, findings = read("fide", fide([*lines, *wrong]))
    assert findings.damaged_lines == 300
    assert len(findings.issues()) == MOST_OF_A_KIND + 1
    # of 300 numbers, 300 federations and the lines without a number, 100 are told
    assert findings.issues()[-1].message == "… and 501 more of this kind"


def test_a_line_that_is_too_long_harms_no_other() -> None:
    long = "x" * (LONGEST_LINE + 1)
    _, entries, findings = read("fide", fide([long, fide_line("4600001", "Ahorn, Anna")]))
    assert [each.name for each in entries] == ["Ahorn, Anna"]
    assert findings.damaged_lines == 1


@pytest.mark.parametrize("end", [10, 60, 200, -30])
def test_a_damaged_archive_is_refused(ledger: ListLedger, end: int) -> None:
    lines = [fide_line(str(4600000 + number), f"Ahorn, {number}") for number in range(200)]
    packed = archive("list.txt", fide(lines))
    (problem,) = ledger.october(packed[:end], status=1)["problems"]
    assert "archive" in problem["message"]


def test_an_archive_with_a_flipped_byte_is_refused(ledger: ListLedger) -> None:
    lines = [fide_line(str(4600000 + number), f"Ahorn, {number}") for number in range(200)]
    packed = bytearray(archive("list.txt", fide(lines)))
    packed[len(packed) // 2] ^= 0xFF
    assert ledger.october(bytes(packed), "--register", status=1)["problems"]
    assert len(ledger.log()) == 1


@given(content=st.binary(max_size=300))
@settings(max_examples=15)
def test_no_table_of_marks_ends_in_a_traceback(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "marks.csv"
        for head in (b"", b"accept,proposal\n"):
            path.write_bytes(head + content)
            try:
                marks = read_marks(path)
            except Refused as refused:
                marks = {each.code: "refused" for each in refused.problems}
            assert marks


@pytest.mark.parametrize("only", ["ger", "Germany", "GER,1"])
def test_only_takes_federations(ledger: ListLedger, only: str) -> None:
    file_path = ledger.write_file("l", GOOD["text of fide"])
    result = ledger.run("sync", "fide", file_path, *OCTOBER, "--only", only)
    assert (result.exit_code, "three capital letters" in result.stderr) == (2, True)
