"""The canonical CSV and JSON Lines."""

from datetime import date
from pathlib import Path

from ledger.importing.formats.canonical.csv_tables import packed
from ledger.importing.formats.tournament_report import SuppliedDetails
from tests.imports.json_lines import ANNA, BERT, CUP, GAME, WON, lines
from tests.imports.tournament_files import (
    GAMES_CSV,
    PLAYERS_CSV,
    TOURNAMENT_CSV,
    Result,
    csv_archive,
    csv_text,
    errors,
    result_of,
    valid_report,
)
from tests.tables import every

RESULTS: dict[tuple[str, str, str], Result] = {
    ("1", "0", ""): (1, 0, True, None, "both"),
    ("0", "1", "yes"): (0, 1, True, None, "both"),
    ("0.5", "0.5", "both"): (0.5, 0.5, True, None, "both"),
    ("½", "½", ""): (0.5, 0.5, True, None, "both"),
    ("=", "=", ""): (0.5, 0.5, True, None, "both"),
    ("0.5", "0", ""): (0.5, 0, True, None, "both"),
    ("0", "0", ""): (0, 0, True, None, "both"),
    ("1", "0", "no"): (1, 0, True, None, "none"),
    ("1", "0", "white"): (1, 0, True, None, "white"),
    ("1", "0", "black"): (1, 0, True, None, "black"),
    ("+", "-", ""): (1, 0, False, "forfeit", "both"),
    ("-", "-", ""): (0, 0, False, "forfeit", "both"),
    ("0", "-", ""): (0, 0, True, None, "white"),
    ("0", "-", "black"): (0, 0, True, None, "none"),
}


@every("row", RESULTS)
def test_results_of_the_tables_one_by_one(row: tuple[str, str, str]) -> None:
    white, black, rated = row
    content = csv_text(f"1,1,2,{white},{black},{rated}\n")
    (game,) = valid_report("csv", content).games
    assert result_of(game) == RESULTS[row]


@every(
    "row",
    [
        "1,1,2,1,0.5,",
        "1,1,2,,,",
        "1,1,2,*,*,",
        "1,1,2,1,0,maybe",
        "x,1,2,1,0,",
        "1,1,9,1,0,",
        "1,1,1,1,0,",
        "1,1,2,1,0,,,,",
    ],
)
def test_rows_that_cannot_be_are_refused(row: str) -> None:
    assert errors("csv", csv_text(row + "\n"))


@every(("cell", "points"), [("1", 1.0), ("+", 1.0), ("0.5", 0.5), ("0", 0.0)])
def test_a_game_without_black_is_a_bye(cell: str, points: float) -> None:
    _, bye = valid_report("csv", csv_text(f"1,1,2,1,0,\n2,1,,{cell},,\n")).games
    assert result_of(bye) == (points, 0, False, "bye", "both")


def test_all_forms_of_the_tables_give_the_same_tournament(tmp_path: Path) -> None:
    games = "1,1,2,1,0,\n2,2,1,=,=,\n"
    text = valid_report("csv", csv_text(games))
    archive = valid_report("csv", csv_archive(games))
    semicolons = valid_report(
        "csv",
        csv_text(games)
        .replace(b'"Ahorn, Anna"', b"Ahorn Anna")
        .replace(b'"Buche, Bert"', b"Buche Bert")
        .replace(b",", b";"),
    )
    for name, table in (
        ("tournament", TOURNAMENT_CSV),
        ("players", PLAYERS_CSV),
        ("games", GAMES_CSV + games),
    ):
        (tmp_path / f"{name}.csv").write_text(table, encoding="utf-8")
    folder = valid_report("csv", packed(tmp_path))
    for other in (archive, folder):
        assert [result_of(g) for g in other.games] == [result_of(g) for g in text.games]
        assert other.players[0].name == text.players[0].name == "Ahorn, Anna"
    assert [result_of(g) for g in semicolons.games] == [result_of(g) for g in text.games]
    assert packed(tmp_path) == packed(tmp_path)


def test_the_tournament_and_its_players_are_read() -> None:
    report = valid_report("csv", csv_text("1,1,2,1,0,\n"))
    assert (report.name, report.ended_on) == ("Club Cup", date(2024, 3, 3))
    assert report.players[0].ids == {"fide": "1200001"}
    assert report.players[0].birth_year == 1990


@every(
    "tournament",
    [
        "key,value\nname,Cup\n",
        TOURNAMENT_CSV + "colour,blue\n",
        TOURNAMENT_CSV + "name,Another\n",
        TOURNAMENT_CSV + "discipline,draughts\n",
        TOURNAMENT_CSV + f"key,{'k' * 101}\n",
    ],
    ids=["no end", "unknown field", "twice", "unknown choice", "bad key"],
)
def test_a_tournament_that_cannot_be_is_refused(tournament: str) -> None:
    assert errors("csv", csv_text("1,1,2,1,0,\n", tournament=tournament))


def test_an_unknown_column_is_refused_unless_it_is_mapped() -> None:
    players = "Nr,Name,Verein,Schuhgröße\n1,Ahorn,SK,39\n2,Buche,SK,44\n"
    content = csv_text("1,1,2,1,0,\n", players=players)
    assert errors("csv", content)
    names = {"Nr": "number", "Verein": "club", "Schuhgröße": ""}
    report = valid_report("csv", content, SuppliedDetails(columns={"players": names}))
    assert [(each.number, each.name, each.club) for each in report.players] == [
        ("1", "Ahorn", "SK"),
        ("2", "Buche", "SK"),
    ]


@every(
    "content",
    [b"[players]\nnumber,name\n", b"hello", b"PK\x03\x04broken", csv_text('1,1,2,1,"0\n')],
)
def test_what_are_no_tables_is_refused(content: bytes) -> None:
    assert errors("csv", content)


def test_an_archive_that_blows_up_is_refused() -> None:
    assert "split it" in errors("csv", csv_archive("0" * 20_000_001))[0].message


def test_json_lines_give_the_same_as_the_tables() -> None:
    draw = {**GAME, "result_white": "0.5", "result_black": 0.5, "rated": False}
    report = valid_report("jsonl", lines(CUP, ANNA, BERT, draw))
    assert (report.key, report.ended_on) == ("cup-2024", date(2024, 3, 3))
    assert result_of(report.games[0]) == (0.5, 0.5, True, None, "none")
    assert report.players[1].birth_year == 1980


@every(
    "bad",
    [
        "{not json",
        "[1]",
        '{"kind":"game","kind":"game"}',
        '{"kind":"game","round":NaN}',
        {"kind": "referee"},
        {"kind": "player", "number": 3, "name": "X", "shoe": 39},
        {"kind": "player", "number": {"a": 1}, "name": "X"},
        CUP,
        "[" * 100_000,
    ],
)
def test_a_bad_line_refuses_the_file(bad: object) -> None:
    assert valid_report("jsonl", lines(CUP, ANNA, BERT, WON))
    assert errors("jsonl", lines(CUP, ANNA, BERT, WON, bad))
