"""Papi, the French pairing program, whose file is a database."""

from datetime import date

from ledger.importing.formats.registry import detect_format
from tests.imports.jet_files import NUMBER, PAGE, jet
from tests.imports.papi_files import ROWS, papi, papi_json
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report
from tests.tables import every


def test_a_papi_tournament_is_read() -> None:
    report = valid_report("papi", papi())
    assert (report.name, report.place, report.system) == ("Coupe d'été", "Juvisy", "swiss")
    assert (report.starts_on, report.ended_on) == (date(2025, 9, 5), date(2025, 9, 7))
    found = sorted(((g.round, g.white, g.black, result_of(g)) for g in report.games), key=str)
    expected: list[tuple[int, str, str | None, Result]] = [
        (1, "2", "3", (1, 0, True, None, "both")),
        (1, "4", None, (1, 0, False, "bye", "both")),
        (2, "2", None, (0.5, 0, False, "bye", "both")),
        (2, "3", "4", (0, 1, False, "forfeit", "both")),
        (3, "4", "2", (0.5, 0.5, True, None, "both")),
    ]
    assert found == sorted(expected, key=str)
    assert report.games[0].day == date(2025, 9, 5)


@every("earlier", [False, True])
def test_the_json_of_sharly_chess_is_read_as_the_file_that_it_is_made_from(earlier: bool) -> None:
    content = papi_json(earlier=earlier)
    assert detect_format(content) == "papijson"
    report, of_file = valid_report("papijson", content), valid_report("papi", papi())
    assert [(g.round, g.white, g.black, result_of(g)) for g in report.games] == [
        (g.round, g.white, g.black, result_of(g)) for g in of_file.games
    ]
    assert [
        (each.number, each.name, each.sex, each.birth_date, each.club, each.title, each.ids)
        for each in report.players
    ] == [
        (each.number, each.name, each.sex, each.birth_date, each.club, each.title, each.ids)
        for each in of_file.players
    ]
    assert (report.name, report.place, report.system) == (of_file.name, of_file.place, "swiss")
    assert (report.starts_on, report.ended_on) == (of_file.starts_on, of_file.ended_on)
    assert [each.ratings for each in report.players] == [each.ratings for each in of_file.players]
    assert report.officials.chief_arbiter == of_file.officials.chief_arbiter == "Juge, Jean"


def test_a_json_without_players_is_refused() -> None:
    assert errors("papijson", b'{"variables": {"name": "Coupe"}}')


def test_a_papi_player_has_his_figures_and_nobody_is_exempt() -> None:
    anna, *others = valid_report("papi", papi()).players
    assert (anna.number, anna.name, anna.sex) == ("2", "AHORN, Anna", "f")
    assert (anna.birth_date, anna.club) == (date(1970, 1, 31), "Échiquier")
    assert anna.title == "WFM"
    assert (anna.ids, anna.ratings) == ({"fide": "600001"}, {"FIDE": 2100})
    assert [each.name for each in others] == ["BUCHE", "ESCHE"]


@every(
    ("one", "other", "expected"),
    [
        (3, 1, (1, 0, True, None, "both")),
        (1, 3, (0, 1, True, None, "both")),
        (2, 2, (0.5, 0.5, True, None, "both")),
        (6, 4, (1, 0, False, "forfeit", "both")),
        (5, 5, (0, 0, False, "forfeit", "both")),
    ],
)
def test_the_codes_of_papi_make_one_result(one: int, other: int, expected: Result) -> None:
    rows = {ref: cells for ref, (_, cells) in ROWS.items()}
    rows[2] = (("B", 3, one), *rows[2][1:])
    rows[3] = (("N", 2, other), *rows[3][1:])
    assert result_of(valid_report("papi", papi(rows)).games[0]) == expected


@every(
    ("one", "other", "says"),
    [(0, 0, "no result"), (3, 3, "more than one point"), (9, 1, "has the invalid result")],
)
def test_papi_results_that_cannot_be_are_refused(one: int, other: int, says: str) -> None:
    rows = {ref: cells for ref, (_, cells) in ROWS.items()}
    rows[2] = (("B", 3, one), *rows[2][1:])
    rows[3] = (("N", 2, other), *rows[3][1:])
    assert any(says in issue.message for issue in errors("papi", papi(rows)))


def test_a_papi_file_without_its_tables_is_refused() -> None:
    content = jet({"AUTRE": ({"Ref": NUMBER}, [{"Ref": 1}])})
    assert detect_format(content) == "papi"
    assert "INFO and JOUEUR" in errors("papi", content)[0].message


def test_a_database_whose_pages_go_round_in_a_circle_is_refused() -> None:
    content = bytearray(papi())
    content[2 * PAGE + 4] = 2  # the catalogue goes on where it begins
    content[2 * PAGE + 45] = 0xFF  # and has more columns than fit on its page
    assert errors("papi", bytes(content))


def test_rows_that_access_has_moved_are_read_where_they_stand_now() -> None:
    """Rows 0, 1 and 5 of INFO are the name, the place and the first day; row 1 of JOUEUR is 2."""
    content = papi(moved={"INFO": [0, 1, 5], "JOUEUR": [1]})
    report = valid_report("papi", content)
    assert (report.name, report.place) == ("Coupe d'été", "Juvisy")
    assert report.starts_on == date(2025, 9, 5)
    assert [player.name for player in report.players] == ["AHORN, Anna", "BUCHE", "ESCHE"]
    assert len(report.games) == 5


@every(
    "pointer",
    [
        b"\x00\x07\x00\x00",  # a page of the players
        b"\x00\xff\xff\x00",  # a page beyond the end
        b"\x05\x08\x00\x00",  # a row that is not on its page
    ],
)
def test_a_pointer_to_where_no_row_stands_refuses_the_file(pointer: bytes) -> None:
    content = papi(moved={"INFO": [0]})
    assert content.count(b"\x00\x08\x00\x00", 5 * PAGE, 6 * PAGE) == 1
    broken = content[: 5 * PAGE] + content[5 * PAGE :].replace(b"\x00\x08\x00\x00", pointer, 1)
    assert "damaged" in errors("papi", broken)[0].message


def test_two_pointers_to_one_row_refuse_the_file() -> None:
    content = papi(moved={"INFO": [0, 1]})
    twice = content[: 5 * PAGE] + content[5 * PAGE :].replace(
        b"\x01\x08\x00\x00", b"\x00\x08\x00\x00", 1
    )
    assert twice != content
    assert "damaged" in errors("papi", twice)[0].message


def test_a_papi_file_without_days_asks_for_the_last() -> None:
    content = papi(DateFin="")
    assert any("--ended-on" in issue.message for issue in errors("papi", content))


def test_an_unknown_system_is_guessed_and_said() -> None:
    messages = messages_of("papi", papi(Genre="Molter"), "warning")
    assert any("--system" in each for each in messages)
