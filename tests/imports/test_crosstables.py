"""Crosstables of chess-results and Swiss-Manager: who met whom, by the rows of the list."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.importing.formats.registry import detect_format
from ledger.importing.formats.tournament_report import SuppliedDetails, TournamentReport
from tests.imports.tournament_files import (
    CROSSTABLE_HEAD,
    CROSSTABLE_ROWS,
    Result,
    crosstable,
    errors,
    messages_of,
    result_of,
    text_list,
    valid_report,
    workbook,
)
from tests.imports.valid_files import changed, check
from tests.tables import every

SAID = SuppliedDetails(ended_on=date(2024, 3, 3))
NAMED = SuppliedDetails(ended_on=date(2024, 3, 3), name="Stichkampf", system="match")
HEADINGS = "Rk.;;Name;Rtg;FED;1.Rd;2.Rd;3.Rd;Pts. ;TB1"

BOOK = workbook([HEADINGS.split(";"), *(row.split(";") for row in CROSSTABLE_ROWS)])


def read_table(content: bytes, supplied: SuppliedDetails = SAID) -> TournamentReport:
    return valid_report("crosstable", content, supplied)


def games(report: TournamentReport) -> list[tuple[int | None, str, str | None, Result]]:
    return [(game.round, game.white, game.black, result_of(game)) for game in report.games]


def one_cell(cell: str, other: str) -> bytes:
    """A table of four in which players 1 and 2 have a cell in the first round."""
    rows = [
        f"1;;Ahorn Anna;2100;GER;{cell};;",
        f"2;;Buche Bert;2000;GER;{other};;",
        "3;;Esche Eva;1900;GER;4w1;;",
        "4;;Fichte Fritz;1800;GER;3b0;;",
    ]
    return crosstable(rows, (*CROSSTABLE_HEAD[:4], "Rk.;;Name;Rtg;FED;1.Rd;2.Rd;Pts."), ())


def test_the_column_without_a_heading_has_the_titles() -> None:
    players = read_table(crosstable(CROSSTABLE_ROWS)).players
    assert [player.title for player in players] == ["FM", None, None, None]


@every(
    "table",
    [
        "Nr;Name;1;2\n1;Ahorn Anna;*;1\n2;Buche Bert;0;*\n",
        "Nr,Name,1,2,Pts\r\n1,Ahorn Anna,*,1,1\r\n2,Buche Bert,0,*,0\r\n",
        "Name\t1\t2\t3\nAhorn Anna\tx\t1\t½\nBuche Bert\t0\tx\t1\nEsche Eva\t½\t0\tx",
        "Name;1;2;3\nAhorn Anna;;1;0,5\nBuche Bert;0;;1\nEsche Eva;0,5;0;\n",
    ],
)
def test_the_table_of_two_or_three_without_points_is_a_crosstable(table: str) -> None:
    assert detect_format(table.encode()) == "crosstable"
    first = games(read_table(table.encode(), NAMED))[0]
    assert first == (None, "1", "2", (1.0, 0.0, True, None, "both"))


@every(
    "table",
    [
        "Name;Geburt;1;2\nAhorn Anna;1970;1700;20\nBuche Bert;1955;1650;15\n",
        "Name;1;2\nAhorn Anna;17;1\nBuche Bert;0;3\n",
    ],
)
def test_numbered_columns_without_mirrored_results_are_none(table: str) -> None:
    assert detect_format(table.encode()) is None


def test_clubs_and_numbers_of_fide_have_columns_of_their_own() -> None:
    heading = "Rk.;;Name;Rtg;FED;Club/City;FideID;1.Rd;2.Rd;3.Rd;Pts. ;TB1"
    more = (";SK Neustadt;4600001;", ";Eger;0;", ";;;", ";;;")
    rows = []
    for row, cells in zip(CROSSTABLE_ROWS, more, strict=True):
        about = row.split(";")
        rows.append(";".join(about[:5]) + cells + ";".join(about[5:]))
    players = read_table(crosstable(rows, (*CROSSTABLE_HEAD[:4], heading))).players
    assert [(each.club, each.ids) for each in players[:3]] == [
        ("SK Neustadt", {"fide": "4600001"}),
        ("Eger", {}),
        (None, {}),
    ]


@every(
    ("heading", "cell", "ratings"),
    [
        ("Rat", "2100", {"FIDE": 2100}),
        ("DWZ", "1520", {"DWZ": 1520}),
        ("DWZ - Index", "1520-4", {"DWZ": 1520}),
        ("DWZ/Index", "1520/4", {"DWZ": 1520}),
    ],
)
def test_ratings_are_known_by_their_headings(
    heading: str, cell: str, ratings: dict[str, int]
) -> None:
    head = (*CROSSTABLE_HEAD[:4], HEADINGS.replace("Rtg", heading))
    rows = [row.replace("2100", cell) for row in CROSSTABLE_ROWS]
    assert read_table(crosstable(rows, head)).players[0].ratings == ratings


def test_a_second_column_of_ratings_is_told() -> None:
    head = (*CROSSTABLE_HEAD[:4], HEADINGS.replace("FED", "RtgN"))
    rows = [row.replace(";GER;", ";1900;") for row in CROSSTABLE_ROWS]
    warnings = messages_of("crosstable", crosstable(rows, head), "warning", SAID)
    assert "the column RtgN looks like a rating and is not used" in warnings


def test_opponents_without_results_are_no_teams() -> None:
    messages = [issue.message for issue in errors("crosstable", one_cell("12", "11"), SAID)]
    assert any("not a result" in each for each in messages)
    assert not any("teams" in each for each in messages)


def test_a_crosstable_gives_every_game_once_with_its_colours() -> None:
    assert sorted(games(read_table(crosstable(CROSSTABLE_ROWS))), key=lambda it: it[:2]) == [
        (1, "1", "3", (1, 0, True, None, "both")),
        (1, "4", "2", (0, 1, True, None, "both")),
        (2, "2", "1", (0.5, 0.5, True, None, "both")),
        (2, "3", None, (1, 0, False, "bye", "both")),
        (3, "1", "4", (1, 0, False, "forfeit", "both")),
        (3, "3", "2", (1, 0, True, None, "both")),
    ]


def test_the_address_of_the_tournament_is_its_key_and_the_second_line_its_name() -> None:
    report = read_table(crosstable(CROSSTABLE_ROWS))
    assert (report.key, report.name) == ("chess-results-4711", "Spring Open")
    assert report.rounds == 3


def test_players_are_numbered_by_their_rows_even_where_a_shared_rank_is_left_empty() -> None:
    players = read_table(crosstable(CROSSTABLE_ROWS)).players
    assert [(each.number, each.name) for each in players] == [
        ("1", "Ahorn Anna"),
        ("2", "Buche Bert"),
        ("3", "Esche Eva"),
        ("4", "Fichte Fritz"),
    ]
    assert [each.ratings for each in players] == [
        {"FIDE": 2100},
        {"FIDE": 2000},
        {"FIDE": 1900},
        {},
    ]


@every("delimiter", [",", "\t"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    content = crosstable(CROSSTABLE_ROWS).replace(b",5;", b".5;").replace(b";", delimiter.encode())
    assert detect_format(content) == "crosstable"
    assert games(read_table(content)) == games(read_table(crosstable(CROSSTABLE_ROWS)))


@every("letter", ["b", "s", "z"])
def test_black_is_b_in_english_s_in_german_and_z_in_dutch(letter: str) -> None:
    game = read_table(one_cell("2w0", f"1{letter}1")).games[0]
    assert (game.white, game.black, game.sides_known) == ("1", "2", True)
    assert (game.white_points, game.black_points) == (0, 1)


def test_a_colour_in_another_language_is_unknown() -> None:
    content = one_cell("2n0", "1n1")
    game = read_table(content).games[0]
    assert (game.white, game.sides_known) == ("1", False)
    assert any("colours n" in each for each in messages_of("crosstable", content, "warning", SAID))


@every(
    ("cell", "other", "result"),
    [
        ("2w1", "1b0", (1, 0, True, None, "both")),
        ("2w½", "1b½", (0.5, 0.5, True, None, "both")),
        ("2w=", "1b=", (0.5, 0.5, True, None, "both")),
        ("2w+", "1b-", (1, 0, False, "forfeit", "both")),
        ("2w-", "1b-", (0, 0, False, "forfeit", "both")),
    ],
)
def test_results_of_both_cells_make_one_game(cell: str, other: str, result: Result) -> None:
    assert result_of(read_table(one_cell(cell, other)).games[0]) == result


def test_a_half_that_was_decoded_twice_is_a_half() -> None:
    content = one_cell("2wÂ½", "1bÂ½")
    assert result_of(read_table(content).games[0])[:2] == (0.5, 0.5)


@every(("cell", "points"), [("-1", 1.0), ("-½", 0.5), (" -1 ", 1.0), ("0", None), ("", None)])
def test_a_cell_without_opponent_is_a_bye_or_nothing(cell: str, points: float | None) -> None:
    report = read_table(one_cell(cell, ""))
    byes = [game.white_points for game in report.games if game.black is None]
    assert byes == ([] if points is None else [points])


@every(
    ("cell", "other", "says"),
    [
        ("2w", "1b", "1 pairings have no result"),
        ("2w1", "", "is empty"),
        ("2w1", "3b0", "names another"),
        ("2w1", "1b1", "more than one point"),
        ("1w1", "", "against himself"),
        ("200w1", "", "show complete list"),
        ("2w2½", "1b1½", "teams"),
        ("won", "1b1", "'won' is not a result"),
    ],
)
def test_cells_that_cannot_be_a_game_refuse_the_table(cell: str, other: str, says: str) -> None:
    found = errors("crosstable", one_cell(cell, other), SAID)
    assert any(says in issue.message for issue in found)


def test_a_wrong_cell_is_named_by_row_and_column() -> None:
    (only,) = [i for i in errors("crosstable", one_cell("won", ""), SAID) if "won" in i.message]
    assert (only.line, only.column) == (6, 6)


def test_equal_colours_are_a_warning_and_the_sides_are_unknown() -> None:
    content = one_cell("2w1", "1w0")
    assert not read_table(content).games[0].sides_known
    assert any(
        "same colour" in each for each in messages_of("crosstable", content, "warning", SAID)
    )


def test_points_that_are_not_those_of_the_cells_are_a_warning() -> None:
    rows = [CROSSTABLE_ROWS[0].replace("2,5", "3"), *CROSSTABLE_ROWS[1:]]
    messages = messages_of("crosstable", crosstable(rows), "warning", SAID)
    assert any("player 1: 3 points, but the games give 2.5" in each for each in messages)
    right = messages_of("crosstable", crosstable(CROSSTABLE_ROWS), "warning", SAID)
    assert not any("points" in each for each in right)


def test_the_last_day_is_asked_for_though_the_day_of_the_export_is_there() -> None:
    messages = [issue.message for issue in errors("crosstable", crosstable(CROSSTABLE_ROWS))]
    assert any("--ended-on" in each for each in messages)


def test_a_list_without_games_is_refused_with_what_to_export_instead() -> None:
    content = crosstable(["1;;Ahorn Anna;2100"], ("No.;;Name;Rtg",), ())
    assert "show complete list" in errors("crosstable", content, SAID)[0].message


def test_a_workbook_has_byes_and_ranks_as_numbers() -> None:
    rows: list[list[object]] = [
        ["Spring Open"],
        HEADINGS.split(";"),
        [1, "FM", "Ahorn Anna", 2100, "GER", "  3w1", "  2b½", -1, 2.5, 5],
        [2, None, "Buche Bert", 2000, "HUN", -1, "  1w½", "  3b0", 1.5, 4],
        [None, None, "Esche Eva", 1900, "GER", "  1b0", 0, "  2w1", 1, 4],
    ]
    content = workbook(rows)
    assert detect_format(content) == "crosstable"
    report = read_table(content)
    assert (report.name, report.encoding) == ("Spring Open", "workbook")
    assert sorted((g.round, g.white, g.black) for g in report.games if g.black) == [
        (1, "1", "3"),
        (2, "2", "1"),
        (3, "3", "2"),
    ]
    assert sorted((g.round, g.white) for g in report.games if g.black is None) == [
        (1, "2"),
        (3, "1"),
    ]


def test_a_table_of_all_against_all_has_its_games_without_rounds_and_colours() -> None:
    rows = ["1;Ahorn Anna;*;1;½;1½", "2;Buche Bert;0;*;1;1", "3;Esche Eva;½;0;*;½"]
    report = read_table(crosstable(rows, ("Cup", "Rk;Name;1;2;3;Pts"), ()))
    assert games(report) == [
        (None, "1", "2", (1, 0, True, None, "both")),
        (None, "1", "3", (0.5, 0.5, True, None, "both")),
        (None, "2", "3", (1, 0, True, None, "both")),
    ]
    assert report.system == "round-robin"
    assert not any(game.sides_known for game in report.games)


def test_a_damaged_workbook_is_refused() -> None:
    content = workbook([HEADINGS.split(";")])
    for end in range(30, len(content), 97):
        assert errors("crosstable", content[:end])


@pytest.mark.slow
@given(data=st.data())
def test_a_workbook_with_changed_bytes_is_read_or_refused(data: st.DataObject) -> None:
    check("crosstable", changed(BOOK, data))


# --- three cells a round ---------------------------------------------------------------------


def three_cells(one: str, other: str) -> bytes:
    """A text list of four in which players 1 and 2 have a cell in the first round."""
    rows = [
        f"1;1;;Ahorn Anna;2100;GER;{one};;;;;;;1;0",
        f"2;2;;Buche Bert;2000;GER;{other};;;;;;;1;0",
        "3;3;;Esche Eva;1900;GER;4;w;1;;;;;;;1;0",
        "4;4;;Fichte Fritz;1800;GER;3;b;0;;;;;;;0;0",
    ]
    return text_list(rows)


def test_the_text_list_of_swiss_manager_has_three_cells_a_round() -> None:
    assert detect_format(text_list()) == "crosstable"
    report = read_table(text_list())
    assert (report.name, report.rounds) == ("12. Spring Open", 3)
    assert sorted(games(report), key=lambda it: (it[0], it[1])) == [
        (1, "1", "3", (1, 0, True, None, "both")),
        (1, "4", "2", (0, 1, True, None, "both")),
        (2, "2", "1", (0.5, 0.5, True, None, "both")),
        (2, "3", None, (1, 0, False, "bye", "both")),
        (2, "4", None, (0.5, 0, False, "bye", "both")),
        (3, "1", "4", (1, 0, False, "forfeit", "both")),
        (3, "3", "2", (1, 0, True, None, "both")),
    ]
    assert not any(
        "points" in each for each in messages_of("crosstable", text_list(), "warning", SAID)
    )


@every(
    ("one", "other", "result"),
    [
        ("2;w;1", "1;b;0", (1, 0, True, None, "both")),
        ("2;b;0", "1;w;1", (1, 0, True, None, "both")),
        ("2;w;1", "1;s;0", (1, 0, True, None, "both")),
        (" 2;w; =", " 1;b; =", (0.5, 0.5, True, None, "both")),
        ("2;-;+", "1;-;-", (1, 0, False, "forfeit", "both")),
        ("2;w;-", "1;b;-", (0, 0, False, "forfeit", "both")),
        ("-;-;1", "-;-;0", (1, 0, False, "bye", "both")),
    ],
)
def test_three_cells_make_one_result(one: str, other: str, result: Result) -> None:
    assert result_of(read_table(three_cells(one, other)).games[0]) == result


@every("cells", ["2;-;1", "2;w;7", "0;-;+", "-;w;1", "A;w;1", "2;;½", "-;-;2"])
def test_three_cells_that_are_none_are_named_and_not_called_a_team(cells: str) -> None:
    messages = [issue.message for issue in errors("crosstable", three_cells(cells, "-;-;0"), SAID)]
    named = cells.replace(";", " ")
    assert f"{named!r} is not an opponent, colour and result" in " ".join(messages)
    assert not any("teams" in each for each in messages)


@given(data=st.data())
def test_a_text_list_with_changed_bytes_is_read_or_refused(data: st.DataObject) -> None:
    check("crosstable", changed(text_list(), data))
