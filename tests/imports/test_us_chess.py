"""The rating report of US Chess: three dBase tables, of which each section is a tournament."""

from datetime import date
from pathlib import Path

from ledger.importing.formats.registry import detect_format, read
from ledger.importing.formats.tournament_report import SuppliedDetails
from ledger.importing.request import files_in
from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report
from tests.imports.us_chess_files import (
    CELLS,
    HEAD,
    OPEN,
    PLAYER,
    archive,
    dbase,
    details,
    files,
    players,
    us_chess,
)
from tests.tables import every

SAID = SuppliedDetails(name="Harvest", ended_on=date(2024, 3, 3))


def test_a_report_is_read() -> None:
    report = valid_report("uschess", us_chess())
    assert (report.name, report.place, report.country) == (
        "Harvest Swiss Open",
        "Boston, MA",
        "USA",
    )
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 1), date(2024, 3, 3))
    assert (report.rounds, report.system, report.key) == (3, "swiss", None)
    found = [(g.round, g.white, g.black, result_of(g)) for g in report.games]
    expected: list[tuple[int, str, str | None, Result]] = [
        (1, "1", "3", (1, 0, True, None, "both")),
        (1, "4", "2", (1, 0, True, None, "both")),
        (2, "2", "1", (0.5, 0.5, True, None, "both")),
        (2, "3", None, (1, 0, False, "bye", "both")),
        (3, "1", None, (0.5, 0, False, "bye", "both")),
        (3, "2", "3", (1, 0, False, "forfeit", "both")),
    ]
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_players_have_their_figures_and_members_numbers() -> None:
    anna, *_ = valid_report("uschess", us_chess()).players
    assert (anna.number, anna.name, anna.ratings) == ("1", "AHORN, ANNA", {"USCF": 1100})
    assert anna.ids == {"uschess": "12345671"}


@every(
    ("control", "minutes", "increment"),
    [
        ("40/90,SD/30;+30", 120, 30),
        ("G/90;+30", 90, 30),
        ("G/90 inc/30", 90, 30),
        ("Game/60 d/0", 60, None),
        ("G/60;d0", 60, None),
    ],
)
def test_a_time_with_an_increment_is_taken_over(
    control: str, minutes: float, increment: float | None
) -> None:
    content = us_chess(section={**OPEN, "S_TIMECTL": control})
    time = valid_report("uschess", content).thinking_time
    assert time is not None
    assert (time.minutes, time.increment_seconds or None) == (minutes, increment)


@every("control", ["G/60;d5", "G60; d5", "Game/60 d/5"])
def test_a_delay_is_left_to_the_arbiter(control: str) -> None:
    content = us_chess(section={**OPEN, "S_TIMECTL": control})
    assert valid_report("uschess", content).thinking_time is None
    assert any(
        "give --minutes 60 --increment 5" in each
        for each in messages_of("uschess", content, "warning")
    )


def test_the_number_that_us_chess_gave_is_the_key() -> None:
    content = us_chess(head={**HEAD, "H_EVENT_ID": "202403030123"})
    assert valid_report("uschess", content).key == "uschess-202403030123-1"
    assert valid_report("uschess", us_chess(head={**HEAD, "H_EVENT_ID": "MINE"})).key is None


def test_of_several_sections_one_is_said_by_its_name() -> None:
    """Surplus columns of the shorter section are padding, whatever stands in them."""
    blitz = {**OPEN, "S_SEC_NUM": "2", "S_SEC_NAME": "Side Games", "S_TOT_RNDS": "1"}
    side = players([("W2W", "U0", "U0"), ("L1B", "W1W", "U0")], section=" 2")
    content = archive(files([*players(), *side], sections=[OPEN, blitz]))
    (refused,) = errors("uschess", content)
    assert "--name (Harvest Swiss Open, Harvest Swiss Side Games)" in refused.message
    for name in ("Side Games", "Harvest Swiss Side Games"):
        report = valid_report("uschess", content, SuppliedDetails(name=name))
        assert (report.name, len(report.players), len(report.games)) == (name, 2, 1)


def test_columns_of_a_round_robin_may_be_opponents() -> None:
    cells = (("U0", "W2W", "D3B"), ("L1B", "U0", "F3W"), ("D1W", "X2B", "U0"))
    report = valid_report("uschess", us_chess(cells, section={**OPEN, "S_TRN_TYPE": "R"}))
    assert (report.system, report.rounds) == ("round-robin", None)
    found = {(g.round, g.white, g.black, result_of(g)[:3]) for g in report.games}
    assert found == {
        (None, "1", "2", (1, 0, True)),
        (None, "3", "1", (0.5, 0.5, True)),
        (None, "2", "3", (0, 1, False)),
    }


def test_columns_of_a_round_robin_may_be_rounds() -> None:
    cells = (("W2W", "D3B"), ("L1B", "U0"), ("B0", "D1W"))
    section = {**OPEN, "S_TRN_TYPE": "R", "S_TOT_RNDS": "2"}
    report = valid_report("uschess", us_chess(cells, section=section))
    assert {g.round for g in report.games} == {1, 2}


@every(("code", "points"), [("X0", 1), ("F0", 0)])
def test_the_two_forfeits_of_a_round_that_name_nobody_are_one_game(
    code: str, points: float
) -> None:
    """Nobody forfeits alone; lost by both, the game would vanish."""
    content = us_chess([*CELLS[:1], ("L4B", "D1W", code), ("L1B", "B0", "F0"), CELLS[3]])
    games = valid_report("uschess", content).games
    assert [(g.white, g.black, *result_of(g)) for g in games if g.round == 3 and g.black] == [
        ("2", "3", points, 0, False, "forfeit", "both")
    ]
    assert any("entered as one game" in e for e in messages_of("uschess", content, "adjusted"))


def test_more_forfeits_of_a_round_are_byes_and_said_to_be() -> None:
    rounds = [
        (*cells[:2], code) for cells, code in zip(CELLS, ("X0", "F0", "F0", "F0"), strict=True)
    ]
    games = valid_report("uschess", us_chess(rounds)).games
    found = [(g.white, g.black, g.white_points) for g in games if g.round == 3]
    assert found == [("1", None, 1), ("2", None, 0), ("3", None, 0), ("4", None, 0)]
    messages = messages_of("uschess", us_chess(rounds), "adjusted")
    assert any("entered as byes" in each for each in messages)


def test_in_a_table_of_opponents_a_forfeit_is_against_its_column() -> None:
    cells = (("U0", "W2W", "F0"), ("L1B", "U0", "X0"), ("X0", "F0", "U0"))
    section = {**OPEN, "S_TRN_TYPE": "R", "S_TOT_RNDS": "3"}
    games = valid_report("uschess", us_chess(cells, section=section)).games
    found = {(g.white, g.black, g.white_points, g.black_points) for g in games if not g.played}
    assert found == {("1", "3", 0, 1), ("2", "3", 1, 0)}


@every(
    ("one", "other", "says"),
    [
        ("W3W", "W1B", "more than one point"),
        ("W3W", "U0", "is empty"),
        ("N3W", "N1B", "has the invalid result 'N3W'"),
        ("W0", "L1B", "has the invalid result 'W0'"),
        ("3-1", "L1B", "has the invalid result '3-1'"),
        ("W1W", "L1B", "plays against himself"),
        ("W9W", "L1B", "whose own line is empty"),
    ],
)
def test_results_that_cannot_be_are_refused(one: str, other: str, says: str) -> None:
    cells = ((one, *CELLS[0][1:]), CELLS[1], (other, *CELLS[2][1:]), CELLS[3])
    assert any(says in each.message for each in errors("uschess", us_chess(cells)))


class TestTables:
    def test_the_table_of_players_alone_wants_name_and_last_day(self) -> None:
        content = files()["TDEXPORT.DBF"]
        assert detect_format(content) == "uschess"
        assert valid_report("uschess", content, SAID).name == "Harvest"
        says = [each.message for each in errors("uschess", content)]
        assert any("--ended-on" in each for each in says)
        assert any("--name" in each for each in says)

    @every("name", ["THEXPORT.DBF", "TSEXPORT.DBF"])
    def test_without_the_table_of_players_it_is_refused(self, name: str) -> None:
        content = files()[name]
        assert detect_format(content) == "uschess"
        assert "no TDEXPORT.DBF" in errors("uschess", content)[0].message

    def test_the_older_format_without_names_is_refused(self) -> None:
        fields = {name: size for name, size in PLAYER.items() if name != "D_NAME"}
        older = archive({**files(), "TDEXPORT.DBF": details(players(), fields)})
        assert "format 2C" in errors("uschess", older)[0].message

    def test_deleted_rows_are_passed_over(self) -> None:
        rounds = {f"D_RND{round_:02}": 7 for round_ in (1, 2, 3)}
        rows = [*players(), {**players()[0], "D_NAME": "AHORN, ANN"}]
        content = dbase({**PLAYER, **rounds}, rows, deleted=[4])
        assert len(valid_report("uschess", content, SAID).players) == 4

    def test_an_archive_of_two_reports_is_refused(self) -> None:
        """Also where one report has the players, and another the name and the days."""
        both = {f"{prefix}{name}": file for prefix in "AB" for name, file in files().items()}
        mixed = {f"{name[1]} {name}": file for name, file in files().items()}
        for tables in (both, mixed):
            assert "of several reports" in errors("uschess", archive(tables))[0].message
        assert valid_report("uschess", archive({k: v for k, v in both.items() if k[0] == "A"}))

    @every("cut", [1, 40, 200])
    def test_a_table_that_ends_too_early_is_refused(self, cut: int) -> None:
        tables = files()
        tables["TDEXPORT.DBF"] = tables["TDEXPORT.DBF"][: -cut - 1]
        assert "cannot be read" in errors("uschess", archive(tables))[0].message

    def test_a_table_with_millions_of_rows_is_refused_before_it_is_read(self) -> None:
        content = bytearray(files()["TDEXPORT.DBF"])
        content[4:8] = b"\xff\xff\xff\x7f"
        assert "cannot be read" in errors("uschess", bytes(content))[0].message


def test_a_folder_of_the_three_tables_is_one_file(ledger: ImportLedger, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    folder.mkdir()
    for name, content in files().items():
        (folder / f"Harvest {name}").write_bytes(content)
    (folder / "notes.txt").write_text("nothing")
    document = ledger.import_file("auto", str(folder), "--register-new")
    assert document["appended"] > 0
    assert document["tournament"]["name"] == "Harvest Swiss Open"


def test_tables_of_different_reports_in_a_folder_are_not_one_file(tmp_path: Path) -> None:
    for name, content in files().items():
        (tmp_path / f"{name[1]} {name}").write_bytes(content)
    assert len([*files_in((str(tmp_path),))]) == 3


def test_accents_of_windows_are_read() -> None:
    tables = files()
    tables["TDEXPORT.DBF"] = tables["TDEXPORT.DBF"].replace(b"BUCHE", b"B\xfcCHE")
    _, issues = read("uschess", "a file", archive(tables))
    assert not [issue for issue in issues if issue.kind == "error"]
    assert valid_report("uschess", archive(tables)).players[1].name == "BüCHE, BERT"
