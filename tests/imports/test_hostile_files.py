"""Whatever the bytes: no reader raises, hangs, or lets an error pass as a tournament."""

import time
from collections.abc import Iterator
from datetime import date

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.codec import read_line
from ledger.importing.formats.registry import READERS, detect_format, read
from ledger.importing.formats.tournament_report import (
    NOTHING_SUPPLIED,
    SuppliedDetails,
    TournamentReport,
)
from ledger.importing.report_events import events_of, new_player_ids, reported_tournament
from ledger.validation.fact_checks import complaints_about
from tests.imports import tournament_files
from tests.imports.test_go_tables import ROWS, TOU
from tests.imports.test_macmahon import PAIRINGS, macmahon, wall_list
from tests.imports.test_online_games import GAME_1, GAME_2, LIVE, chesscom, lichess
from tests.imports.test_papi import papi
from tests.imports.test_saved_pages import player_forms
from tests.imports.test_tables import ANNA, BERT, CUP, GAME, lines
from tests.imports.test_trx import trx

GOOD: dict[str, bytes] = {
    "trf": tournament_files.trf_pair("1", "0"),
    "csv": tournament_files.csv_text("1,1,2,1,0,\n2,2,,+,,\n"),
    "jsonl": lines(CUP, ANNA, BERT, {**GAME, "result_white": 1, "result_black": 0}),
    "h9": tournament_files.h9(ROWS),
    "tou": TOU.encode(),
    "opengotha": tournament_files.opengotha(tournament_files.opengotha_game("RESULT_WHITEWINS")),
    "dsb": tournament_files.dsb(tournament_files.dsb_game("1", "0")),
    "pgn": tournament_files.pgn(tournament_files.tags("Ahorn, Anna", "Buche, Bert")),
    "swi": tournament_files.swi(tournament_files.SWI_PLAYERS),
    "swt": tournament_files.swt(tournament_files.SWT_PAIRINGS),
    "swisschess": player_forms(),
    "macmahon": macmahon(PAIRINGS),
    "walllist": wall_list(),
    "trx": trx(),
    "papi": papi(),
    "lichess": lichess(GAME_1, GAME_2),
    "chesscom": chesscom(LIVE),
    "crosstable": tournament_files.crosstable(tournament_files.CROSSTABLE_ROWS),
}
# What their formats have no place for is said by whoever hands them in.
SAID = SuppliedDetails(name="Cup", ended_on=date(2024, 3, 3))
NAMED = SuppliedDetails(name="Cup")
SUPPLIED = {
    "crosstable": SAID,
    "macmahon": SAID,
    "swisschess": SAID,
    "walllist": SAID,
    "tou": SAID,
    "lichess": NAMED,
}
BINARY = {"swt", "papi"}
ARCHIVE = tournament_files.csv_archive("1,1,2,1,0,\n")
FORMATS = sorted(READERS)


def check(format_: str, content: bytes) -> None:
    report, issues = read(format_, "a file", content, SUPPLIED.get(format_, NOTHING_SUPPLIED))
    refused = any(issue.kind == "error" for issue in issues)
    assert refused or (report is not None and report.ended_on and report.players and report.games)
    assert all(issue.message and issue.message.isprintable() for issue in issues)
    if report is not None and not refused:
        assert [*objections(report)] == []


def objections(report: TournamentReport) -> Iterator[object]:
    """What the ledger has against the events of a report, whoever the players are."""
    new = new_player_ids(report)
    for event in events_of(reported_tournament(report, new, new, ("pool",)), "a file"):
        read_back = read_line(1, orjson.dumps(event))
        if isinstance(read_back, list):
            yield from read_back
        else:
            yield from complaints_about(read_back.fact)


@pytest.mark.parametrize("format_", FORMATS)
def test_every_good_file_is_recognised_by_its_content(format_: str) -> None:
    assert detect_format(GOOD[format_]) == format_
    if format_ not in BINARY:
        assert detect_format(b"\xef\xbb\xbf" + GOOD[format_]) == format_


@pytest.mark.parametrize("format_", FORMATS)
@given(content=st.binary(max_size=400))
@settings(max_examples=60)
def test_random_bytes_are_refused(format_: str, content: bytes) -> None:
    check(format_, content)
    detect_format(content)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_file_cut_off_anywhere_is_read_or_refused(format_: str) -> None:
    step = max(1, len(GOOD[format_]) // 2_000)
    for end in range(0, len(GOOD[format_]), step):
        check(format_, GOOD[format_][:end])


def test_an_archive_cut_off_anywhere_is_refused() -> None:
    for end in range(len(ARCHIVE)):
        assert tournament_files.errors("csv", ARCHIVE[:end])


@pytest.mark.parametrize("format_", FORMATS)
@given(data=st.data())
@settings(max_examples=120)
def test_a_file_with_changed_bytes_is_read_or_refused(format_: str, data: st.DataObject) -> None:
    check(format_, changed(GOOD[format_], data))


@given(data=st.data())
@settings(max_examples=120)
def test_an_archive_with_changed_bytes_is_read_or_refused(data: st.DataObject) -> None:
    check("csv", changed(ARCHIVE, data))


def changed(valid_report: bytes, data: st.DataObject) -> bytes:
    """The file with some bytes replaced, put in or taken out."""
    content = bytearray(valid_report)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        match data.draw(st.integers(0, 2)):
            case 0:
                content[at] = data.draw(st.integers(0, 255))
            case 1:
                content[at:at] = data.draw(
                    st.sampled_from([b"0", b"9" * 30, b'"', b"\n", b" ", b"\xff"])
                )
            case _:
                del content[at : at + data.draw(st.integers(1, 40))]
                content = content or bytearray(b"0")
    return bytes(content)


@pytest.mark.parametrize("format_", FORMATS)
@given(data=st.data())
@settings(max_examples=60)
def test_a_file_with_lines_in_disorder_is_read_or_refused(
    format_: str, data: st.DataObject
) -> None:
    """Lines in another order, some of them twice, some of them missing."""
    rows = GOOD[format_].replace(b"><", b">\n<").split(b"\n")
    places = st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=2 * len(rows))
    check(format_, b"\n".join(rows[place] for place in data.draw(places)))


@pytest.mark.parametrize("format_", FORMATS)
@given(data=st.data())
@settings(max_examples=60)
def test_a_file_with_words_of_another_format_is_read_or_refused(
    format_: str, data: st.DataObject
) -> None:
    words = GOOD[format_].split(b" ")
    strange = GOOD[data.draw(st.sampled_from(FORMATS))].split()
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = data.draw(st.sampled_from(strange))
    check(format_, b" ".join(words))


@pytest.mark.parametrize("format_", FORMATS)
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


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("name", LONG)
def test_nothing_makes_a_reader_hang(format_: str, name: str) -> None:
    started = time.process_time()
    check(format_, LONG[name])
    detect_format(LONG[name])
    assert time.process_time() - started < 5
