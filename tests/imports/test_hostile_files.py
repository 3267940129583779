"""Whatever the bytes: no reader raises, hangs, or lets an error pass as a tournament."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.importing.formats.registry import FORMATS, detect_format
from tests.imports import tournament_files
from tests.imports.valid_files import BINARY, GOOD, changed, check
from tests.tables import every

pytestmark = pytest.mark.hostile

ARCHIVE = tournament_files.csv_archive("1,1,2,1,0,\n")
NAMES = sorted(FORMATS)


@every("format_", NAMES)
def test_every_good_file_is_recognised_by_its_content(format_: str) -> None:
    assert detect_format(GOOD[format_]) == format_
    if format_ not in BINARY:
        assert detect_format(b"\xef\xbb\xbf" + GOOD[format_]) == format_


@pytest.mark.parametrize("format_", NAMES)
@given(content=st.binary(max_size=400))
def test_random_bytes_are_refused(format_: str, content: bytes) -> None:
    check(format_, content)
    detect_format(content)


@every("format_", NAMES)
def test_a_file_cut_off_anywhere_is_read_or_refused(format_: str) -> None:
    step = max(1, len(GOOD[format_]) // 2_000)
    for end in range(0, len(GOOD[format_]), step):
        check(format_, GOOD[format_][:end])


def test_an_archive_cut_off_anywhere_is_refused() -> None:
    for end in range(len(ARCHIVE)):
        assert tournament_files.errors("csv", ARCHIVE[:end])


@pytest.mark.parametrize("format_", NAMES)
@given(data=st.data())
def test_a_file_with_changed_bytes_is_read_or_refused(format_: str, data: st.DataObject) -> None:
    check(format_, changed(GOOD[format_], data))


@given(data=st.data())
def test_an_archive_with_changed_bytes_is_read_or_refused(data: st.DataObject) -> None:
    check("csv", changed(ARCHIVE, data))


@pytest.mark.parametrize("format_", NAMES)
@given(data=st.data())
def test_a_file_with_lines_in_disorder_is_read_or_refused(
    format_: str, data: st.DataObject
) -> None:
    """Lines in another order, some of them twice, some of them missing."""
    rows = GOOD[format_].replace(b"><", b">\n<").split(b"\n")
    places = st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=2 * len(rows))
    check(format_, b"\n".join(rows[place] for place in data.draw(places)))


@pytest.mark.parametrize("format_", NAMES)
@given(data=st.data())
def test_a_file_with_words_of_another_format_is_read_or_refused(
    format_: str, data: st.DataObject
) -> None:
    words = GOOD[format_].split(b" ")
    strange = GOOD[data.draw(st.sampled_from(NAMES))].split()
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = data.draw(st.sampled_from(strange))
    check(format_, b" ".join(words))


@pytest.mark.parametrize("format_", NAMES)
@given(text=st.text(max_size=200))
@settings(max_examples=40)
def test_any_text_in_place_of_a_line_is_read_or_refused(format_: str, text: str) -> None:
    rows = GOOD[format_].split(b"\n")
    for index in (0, len(rows) // 2, len(rows) - 2):
        changed = [*rows[:index], text.encode(errors="replace"), *rows[index + 1 :]]
        check(format_, b"\n".join(changed))


LONG = {
    "blanks": b" " * 90_000,
    "digits": b"9" * 90_000,
    "signs": b"+" * 90_000,
    "brackets": b"[" * 90_000,
    "quotes": b'[A "' * 20_000,
    "backslashes": b'[A "' + b"\\" * 80_000,
    "semicolons": b";" * 90_000,
    "angles": b"<" * 90_000,
    "short lines": b"1 A B 2d HU 1+\n" * 20_000,
    "games": b'[White "A"]\n' * 50_000,
    "players": b"001    1      A\n" * 50_000,
    "commas": b"[games]\n" + b"," * 90_000,
}


@every("format_", NAMES)
@every("name", LONG)
def test_nothing_makes_a_reader_hang(format_: str, name: str) -> None:
    started = time.process_time()
    check(format_, LONG[name])
    detect_format(LONG[name])
    assert time.process_time() - started < 5
