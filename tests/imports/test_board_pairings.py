"""The board pairings of teams on chess-results: matches with their boards, round by round."""

from collections.abc import Sequence
from datetime import date

import pytest

from ledger.importing.formats.archive import packed
from ledger.importing.formats.registry import detect_format
from ledger.importing.formats.tournament_report import (
    SuppliedDetails,
    TeamReport,
    TournamentReport,
)
from tests.imports.real_files import REAL
from tests.imports.tournament_files import errors, messages_of, valid_report, workbook
from tests.tables import every

SAID = SuppliedDetails(ended_on=date(2024, 11, 9), name="Liga")
FIRST = """1. Runde am 2024/10/12 um 14:00
Br.;1;Turm;Elo;-;2;Springer;Elo;1½ : ½;PGN
1.1;FM;sAhorn Anna;2100;-;;wBuche Bert;2000;½ - ½;PGN
1.2;;wEsche Eva;1900;-;;sFichte Fritz;;1 - 0;PGN
Br.;3;Dame;Elo;-;4;Läufer;Elo;1 : 1;PGN
2.1;;sGinkgo Gert;1800;-;;wHasel Hans;1700;0 - 1;PGN
2.2;;Ilex Ida;1600;-;;;;+ - -;PGN"""
SECOND = """2. Runde am 2024/11/09 um 14:00
Br.;4;Läufer;Elo;-;1;Turm;Elo;0 : 2;PGN
1.1;;wHasel Hans;1700;-;FM;sAhorn Anna;2100;0 - 1;PGN
1.2;;Jasmin Jo;;-;;Esche Eva;1900;- - +;PGN"""
GAMES = [
    (1, 1, "Buche Bert", "Ahorn Anna", 0.5, True),
    (1, 2, "Esche Eva", "Fichte Fritz", 1.0, True),
    (1, 1, "Hasel Hans", "Ginkgo Gert", 1.0, True),
    (1, None, "Ilex Ida", None, 1.0, True),
    (2, 1, "Hasel Hans", "Ahorn Anna", 0.0, True),
    (2, 2, "Jasmin Jo", "Esche Eva", 0.0, False),
]


def cell(text: str) -> str:
    """A cell of a page, with the picture of the colour that precedes a name."""
    if text[:1] in {"w", "s"} and text[1:2].isupper():
        picture = f'<div class="Farbe{text[0]}T"></div>'
        text = f'<table><tr><td>{picture}</td><td class="CR">{text[1:]}</td></tr></table>'
    return f'<td class="CRc">{text or "&nbsp;"}</td>'


def page(*rounds: str, number: int = 4711) -> bytes:
    """A page as it is saved: all within a table of the layout, each round under its heading."""
    parts = []
    for heading, *rows in (round_.split("\n") for round_ in rounds):
        lines = "".join(f"<tr>{''.join(map(cell, row.split(';')))}</tr>\r\n" for row in rows)
        parts.append(f'<h3>{heading}</h3><table class="CRs1">{lines}</table>')
    address = f'<form action="./tnr{number}.aspx?lan=0&amp;art=3">'
    head = f"<html><body>{address}<table><tr><td><h2>Bezirksliga</h2><h2>Paarungen</h2>"
    return f"{head}{''.join(parts)}</td></tr></table></form></body></html>".encode()


def copied(*rounds: str) -> str:
    """The same as text without the pictures."""
    return "\n".join(rounds).replace(";s", ";").replace(";w", ";")


def games(report: TournamentReport) -> list[tuple[object, ...]]:
    names: dict[str | None, str] = {each.number: each.name for each in report.players}
    return [
        (it.round, it.board, names[it.white], names.get(it.black), it.white_points, it.sides_known)
        for it in report.games
    ]


@every(
    "content",
    [page(FIRST, SECOND), packed([("r2.html", page(SECOND)), ("r1.HTM", page(FIRST))])],
    ids=["one page", "an archive of pages"],
)
def test_the_rounds_of_a_league_are_one_tournament_with_teams_boards_and_colours(
    content: bytes,
) -> None:
    assert detect_format(content) == "crosstable"
    report = valid_report("crosstable", content)
    assert set(games(report)) == set(GAMES)
    assert {(team.number, team.name) for team in report.teams} == {
        (1, "Turm"),
        (2, "Springer"),
        (3, "Dame"),
        (4, "Läufer"),
    }
    ahorn = next(each for each in report.players if each.name == "Ahorn Anna")
    assert (ahorn.title, ahorn.ratings, ahorn.table_line.team) == ("FM", {"FIDE": 2100}, 1)
    assert (report.system, report.boards, report.rounds) == ("team", 2, 2)
    assert (report.key, report.name) == ("chess-results-4711", "Bezirksliga")
    assert (report.starts_on, report.ended_on) == (date(2024, 10, 12), date(2024, 11, 9))
    assert {(it.round, it.day) for it in report.games if it.played} == {
        (1, date(2024, 10, 12)),
        (2, date(2024, 11, 9)),
    }


def test_the_page_of_one_round_is_no_correction_of_another_round() -> None:
    assert valid_report("crosstable", page(SECOND)).key == "chess-results-4711-round-2"


@every(
    "content",
    [
        copied(FIRST, SECOND).encode(),
        copied(FIRST, SECOND).replace(";", "\t").replace("½", "0,5").encode(),
        workbook([row.split(";") for row in copied(FIRST, SECOND).split("\n")]),
    ],
    ids=["csv", "copied", "sheet"],
)
def test_a_copied_text_has_no_colours_and_says_so(content: bytes) -> None:
    assert detect_format(content) == "crosstable"
    found = games(valid_report("crosstable", content, SAID))
    assert [each[:2] for each in found] == [each[:2] for each in GAMES]
    assert found[0][2:] == ("Ahorn Anna", "Buche Bert", 0.5, False)
    (told,) = messages_of("crosstable", content, "adjusted", SAID)
    assert told.startswith("4 games without colours")


@every(
    ("old", "new", "kind", "says"),
    [
        ("1½ : ½", "2 : 0", "warning", "Turm – Springer: the score is 2 : 0, but the boards give"),
        ("½ - ½", "½ - x", "error", "has the result ½ - x, whose meaning is not known"),
        ("½ - ½", "", "error", "1 pairings have no result"),
        ("1. Runde am 2024/10/12 um 14:00", "", "adjusted", "the list does not name its round"),
        ("Br.;3;Dame", "Br.;1;Turm", "error", "team Turm has two matches in round 1"),
        ("1.1;FM", ";FM", "warning", "the score is 1½ : ½, but the boards give 1 : 0"),
    ],
)
def test_what_does_not_fit_is_told(old: str, new: str, kind: str, says: str) -> None:
    content = page(FIRST.replace(old, new))
    assert any(says in message for message in messages_of("crosstable", content, kind, SAID))


def test_matches_without_boards_are_led_to_the_list_that_has_them() -> None:
    rows = [row for row in FIRST.split("\n") if row[1] != "."]
    first, *_ = errors("crosstable", page("\n".join(["1. Runde", *rows])), SAID)
    assert first.message == "Turm – Springer has no boards: take the list of the board pairings"


def test_a_running_round_keeps_its_open_boards() -> None:
    running = SuppliedDetails(ended_on=date(2024, 11, 9), running=True)
    report = valid_report("crosstable", page(FIRST.replace("½ - ½", "-")), running)
    assert [(it.round, it.board, it.white, it.black) for it in report.pairings] == [
        (1, 1, "2", "1")
    ]


@pytest.mark.skipif(not REAL.is_dir(), reason="real tournament files are not at hand")
def test_the_excerpt_of_a_real_league_has_the_results_that_were_counted_by_hand() -> None:
    name = "crosstables/tirol_league_board_pairings_excerpt_de.html"
    report = valid_report("crosstable", (REAL / name).read_bytes(), SAID)
    assert report.teams == (
        TeamReport(number=2, name="Rochade Rum"),
        TeamReport(number=9, name="Schwaz"),
    )
    white: Sequence[float] = (0.5, 0, 1, 0.5, 1, 1)
    assert [(it.board, it.white_points) for it in report.games] == [*enumerate(white, start=1)]
    left = [int(it.white) % 2 == 1 for it in report.games]
    assert left == [True, False, True, False, True, False]
    assert all(it.sides_known for it in report.games)
