"""Thinking times in the free text of tournament files: read where certain, proposed else."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.importing.formats.registry import read
from ledger.importing.formats.time_control import read_time_control
from tests.imports.tournament_files import (
    H9_HEAD,
    HEAD,
    h9,
    messages_of,
    others,
    trf,
    valid_report,
)
from tests.tables import every

CERTAIN = {
    "90 min/40 + 30 min + 30 sec/move": (120, 30),
    "90min/40moves+30min+30sec": (120, 30),
    "All moves in 90 minutes, plus 10 seconds per move": (90, 10),
    "120 minutes per player per game": (120, 0),
    "90 minutes for 40 moves, then 30 minutes, 30 seconds per move from move 1": (120, 30),
    "1:30 + 10 from move 1": (90, 10),
    "2h/40 + 1h": (180, 0),
    "1h30 + 30s/coup": (90, 30),
    "1,5 h": (90, 0),
    "Fischer 15 min + 5 s": (15, 5),
    "90'+30''": (90, 30),
    "90' + 30\" / Zug": (90, 30),
    "2 Stunden für 40 Züge, 30 Minuten für den Rest": (150, 0),
    "90 Minuten + 30 Sekunden pro Zug ab Zug 1": (90, 30),
    "60 perc + 30 mp": (60, 30),
    "G90 + 30": (90, 30),
    "G50 + 10": (50, 10),
    "G/60; inc 10": (60, 10),
    "G/45": (45, 0),
    "G90 + 30 sec": (90, 30),
    "Game 90 min + 30 sec": (90, 30),
    "60 minute+30 sec/mutare/jucator": (60, 30),
    "90 minutes with 30 second increment from move 1": (90, 30),
    "15-15 min/all": (15, 0),
    "3 min + 2 sec inc": (3, 2),
    "3 минута за целу партију + 2 секунде по потезу": (3, 2),
    "90 минут + 30 секунд на ход": (90, 30),
    "15 хв. + 10 сек. на хід": (15, 10),
    "90 minutos + 30 segundos por jugada": (90, 30),
    "90 min. + 30 sek. na posunięcie": (90, 30),
    "90 minuti con incremento 30 secondi per mossa": (90, 30),
    "60 dakika + 30 saniye": (60, 30),
}
PROPOSED = {"90+30": (90, 30), "120": (120, 0), "15 | 10": (15, 10)}
UNKNOWN = [
    "moves/time, increment",
    "Rapid",
    "G/90 d5",
    "G40/90",
    "40 moves in 120 minutes, 20 in 60",
    "15 min + 5 s + 10 s",
    "90 min + 30 sec delay",
    "2x90 min",
    "30 sec/move",
    "7'+5'' ou 12' KO",
    "3x20 (Byo-yomi)",
    "15-10 min",
    "",
]


@every("text", CERTAIN)
def test_every_number_with_its_unit_is_understood(text: str) -> None:
    reading = read_time_control(text)
    assert reading is not None
    assert reading.certain
    assert (reading.time.minutes, reading.time.increment_seconds) == CERTAIN[text]


@every("text", PROPOSED)
def test_bare_numbers_are_only_proposed(text: str) -> None:
    reading = read_time_control(text)
    assert reading is not None
    assert not reading.certain
    assert (reading.time.minutes, reading.time.increment_seconds) == PROPOSED[text]


@every("text", UNKNOWN)
def test_a_word_that_is_not_known_leaves_the_whole_text_unread(text: str) -> None:
    assert read_time_control(text) is None


@given(st.text())
def test_no_text_is_too_strange(text: str) -> None:
    reading = read_time_control(text)
    assert reading is None or reading.time.minutes >= 0


def file_with(text: str) -> bytes:
    return trf(others(), (*HEAD, "092 Swiss", f"122 {text}"))


def test_record_122_is_taken_over_and_said() -> None:
    """FIDE TRF, record 122: free text of the organiser's."""
    report = valid_report("trf", file_with("90 min/40 + 30 min + 30 sec/move"))
    assert report.thinking_time is not None
    assert (report.thinking_time.minutes, report.thinking_time.increment_seconds) == (120, 30)


def test_bare_numbers_in_record_122_are_left_to_the_arbiter() -> None:
    report, issues = read("trf", "spring.trf", file_with("90+30"))
    assert report is not None
    assert report.thinking_time is None
    (said,) = [issue.message for issue in issues if "122" in issue.message]
    assert said.endswith("if that is so, give --minutes 90 --increment 30")


def test_words_in_record_122_that_nobody_knows_are_said_with_what_to_add() -> None:
    (said,) = [each for each in messages_of("trf", file_with("Rapid"), "warning") if "122" in each]
    assert said.endswith("is not understood: give --minutes MINUTES")


# --- EGD -------------------------------------------------------------------------------------

TABLE = ("1 Nagy Anna 2d HU Buda 2+", "2 Kis Bela 1d HU Buda 1-")


def timed(header: str) -> bytes:
    """A go table with a header of its thinking time."""
    return h9(TABLE, H9_HEAD.replace("; TM[60]", f"; {header}"))


@every(
    ("header", "minutes"),
    [
        ("TM[75]", 75),
        ("TA[75]", 75),
        ("TM[3h]", 180),
        ("TM[1.5 h]", 90),
        ("TM[ 45 min ]", 45),
        ("TM[65.5]", 65.5),
    ],
)
def test_the_adjusted_time_of_the_egd_has_its_overtime_in_it(header: str, minutes: float) -> None:
    """EGD: TM, later TA, is the adjusted thinking time in minutes."""
    time = valid_report("h9", timed(header)).thinking_time
    assert time is not None
    assert (time.minutes, time.overtime) == (minutes, "none")


@every("header", ["TM[45 + 5x30s]", "TM[one hour]", "TM[60/90]"])
def test_a_time_of_the_egd_in_words_is_left_to_the_arbiter(header: str) -> None:
    assert valid_report("h9", timed(header)).thinking_time is None
    said = messages_of("h9", timed(header), "warning")
    assert any(each.endswith("give --minutes MINUTES") for each in said)
