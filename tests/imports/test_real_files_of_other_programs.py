"""Files of further programs, read in place where they are at hand beside the project.

What a correct reader finds in them stands in their ``EXPECTED.txt``.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from ledger.importing.formats.registry import detect_format, read
from ledger.importing.formats.tournament_report import (
    NOTHING_SUPPLIED,
    Issue,
    SuppliedDetails,
    TournamentReport,
    any_error,
)
from ledger.importing.request import read_file as input_file
from tests.imports.import_ledger import ImportLedger
from tests.imports.real_files import REAL, skip_without_them
from tests.tables import every

skip_without_them()
SAID = SuppliedDetails(name="Cup", ended_on=date(2026, 12, 31))


def read_file(
    name: str, format_: str, supplied: SuppliedDetails = SAID
) -> tuple[TournamentReport | None, list[Issue]]:
    content = (REAL / name).read_bytes()
    assert detect_format(content) == format_
    return read(format_, name, content, supplied)


def valid(name: str, format_: str, supplied: SuppliedDetails = SAID) -> TournamentReport:
    report, issues = read_file(name, format_, supplied)
    assert [str(issue) for issue in issues if issue.kind == "error"] == []
    assert report is not None
    return report


def counts(report: TournamentReport) -> tuple[int, int | None, int, int, int]:
    """Players, rounds, played games, forfeits, byes."""
    kinds = Counter("bye" if g.black is None else g.played for g in report.games)
    return len(report.players), report.rounds, kinds[True], kinds[False], kinds["bye"]


@every(
    ("name", "expected"),
    [
        ("moscow_open_2018.csv", (220, 9, 956, 12, 3)),
        ("lobaziewicza_2007_s_for_black.csv", (35, 9, 152, 1, 0)),
        ("sinquefield_2014_z_for_black.csv", (6, 10, 30, 0, 0)),
    ],
)
def test_crosstables(name: str, expected: tuple[int, int, int, int, int]) -> None:
    assert counts(valid(f"crosstables/{name}", "crosstable")) == expected


def test_the_forms_of_swiss_chess() -> None:
    name = "crosstables/swisschess_html/stadtmeisterschaft-form.html"
    assert counts(valid(name, "swisschess")) == (9, 5, 20, 0, 5)


def test_a_crosstable_after_the_fourth_round_waits_for_its_23_open_pairings() -> None:
    report, issues = read_file("crosstables/seniorschack_2026_after_r4.csv", "crosstable")
    assert report is not None
    assert counts(report) == (40, 5, 72, 1, 6)
    (only,) = [issue.message for issue in issues if issue.kind == "error"]
    assert only.startswith("23 pairings have no result")


def test_150_rows_of_a_longer_list_are_refused() -> None:
    report, issues = read_file("crosstables/grenke_150_of_n.xlsx", "crosstable")
    assert report is not None
    assert counts(report) == (150, 9, 425, 0, 38 + 19)
    (only,) = [issue.message for issue in issues if issue.kind == "error"]
    assert "150 rows, but opponents up to number 296" in only


def test_a_start_list_is_refused() -> None:
    _, issues = read_file("crosstables/kuantan_2018_startlist.xlsx", "crosstable")
    assert any_error(issues)


def test_the_swi_sample() -> None:
    report = valid("swi/leinfelden_2011.swi", "swi", NOTHING_SUPPLIED)
    assert counts(report) == (12, 7, 41, 1, 0)
    assert (report.starts_on, report.ended_on) == (date(2011, 10, 13), date(2012, 2, 16))
    assert sum(game.white_points == 0.5 for game in report.games) == 8
    (forfeit,) = [game for game in report.games if not game.played]
    assert (forfeit.round, {forfeit.white, forfeit.black}) == (7, {"4", "10"})


def test_the_swt_sample() -> None:
    report = valid("swt/SwissIndividual.SWT", "swt", NOTHING_SUPPLIED)
    assert counts(report) == (24, 9, 108, 0, 0)
    results = Counter(game.white_points for game in report.games)
    assert results == {1.0: 40, 0.5: 31, 0.0: 37}
    assert (report.starts_on, report.ended_on) == (date(2013, 5, 18), date(2013, 5, 26))
    first = report.players[0]
    assert (first.name, first.club, first.federation) == ("Gib, David", "Beaumont", "USA")
    assert first.birth_date == date(1986, 6, 15)
    assert first.ids == {"fide": "12345678", "zps": "12345-132"}


def test_the_macmahon_sample() -> None:
    report = valid("macmahon/pairgoth_sample_mm39.xml", "macmahon")
    assert counts(report) == (4, 2, 3, 0, 1)
    winners = [game.white if game.white_points else game.black for game in report.games]
    assert winners == ["2", "3", "2", "3"]


def test_the_wall_list() -> None:
    report = valid("macmahon/ufgo_cup2_wallist_uk.txt", "walllist")
    assert counts(report) == (18, 5, 45, 0, 0)


def test_the_trx_sample() -> None:
    """EXPECTED.txt counts six played games; its own nine entries, and the file, have five."""
    report = valid("trx/made_up_by_reader.trx", "trx", NOTHING_SUPPLIED)
    assert counts(report) == (5, 3, 5, 1, 3)


def test_the_papi_sample() -> None:
    content = gzip.decompress((REAL / "papi/papi-import-test.papi.gz").read_bytes())
    assert detect_format(content) == "papi"
    report, issues = read("papi", "a file", content, SuppliedDetails(name="Cup"))
    assert report is not None
    assert not any_error(issues)
    assert counts(report) == (16, 5, 34, 2, 3 + 2)
    played = Counter(game.white_points for game in report.games if game.played)
    assert played == {1.0: 16, 0.5: 8, 0.0: 10}


def test_games_of_lichess() -> None:
    """Of seven games three are variants and one is of nobody: two casual ones, one never begun."""
    report = valid("arena/lichess_games_nomoves.ndjson", "lichess", SuppliedDetails(name="Cup"))
    assert counts(report) == (4, None, 2, 1, 0)
    assert {game.rated_for for game in report.games if game.played} == {"none"}


@every(
    "name",
    [
        "lichess_arena_results_with_sheet.ndjson",
        "lichess_swiss_results.ndjson",
        "lichess_swiss_info.json",
    ],
)
def test_tables_of_lichess_have_no_games(name: str) -> None:
    report, issues = read_file(f"arena/{name}", "lichess")
    assert report is None
    assert any("export the games" in issue.message for issue in issues)


def test_games_of_chesscom() -> None:
    report = valid("arena/chesscom_round_group.json", "chesscom", NOTHING_SUPPLIED)
    assert counts(report) == (10, None, 5, 0, 0)
    assert Counter(game.white_points for game in report.games) == {1.0: 4, 0.0: 1}
    _, issues = read_file("arena/chesscom_swiss_tournament.json", "chesscom")
    assert any("export the games" in issue.message for issue in issues)


def expected_findings() -> Iterator[tuple[str, str | None, Any]]:
    """Yield path, name of the tournament, and what a correct reader finds in it."""
    for folder in ("tunx", "swissperfect", "sharly_chess", "pairtwo", "chess_results_xml"):
        for line in (REAL / folder / "EXPECTED.txt").read_text("utf-8").splitlines()[1:]:
            name, found, _ = line.split("\t")
            file, _, tournament = name.partition("|")
            yield f"{folder}/{file}", tournament or None, json.loads(found)


@pytest.mark.parametrize(
    ("path", "tournament", "expected"), [pytest.param(*e, id=e[0]) for e in expected_findings()]
)
def test_files_of_formats_that_were_read_by_descriptions_alone(
    path: str, tournament: str | None, expected: Any
) -> None:
    args = expected.get("args", [])
    given = dict(zip(args[::2], args[1::2], strict=True))
    supplied = SuppliedDetails(
        name=tournament or given.get("--name"),
        ended_on=date.fromisoformat(day) if (day := given.get("--ended-on")) else None,
    )
    content = input_file(str(REAL / path)).content
    assert content is not None
    format_ = detect_format(content)
    assert format_ is not None
    report, issues = read(format_, path, content, supplied)
    assert any_error(issues) == ("refused" in expected)
    if report is None or "refused" in expected:
        return
    byes = [game.white_points for game in report.games if game.black is None]
    players, _, games, forfeits, _ = counts(report)
    found = {"players": players, "games": games, "forfeits": forfeits}
    if path == "pairtwo/UtopiaBlitz_report.json":  # its players' own sums are 528, not 530
        expected["games"] = 264
    found |= {"byes": [len(byes), sum(byes)], "ended_on": str(report.ended_on)}
    assert found == {**found, **{key: expected[key] for key in found if key in expected}}


def first_warning(name: str, format_: str, says: str) -> TournamentReport:
    """The report of a generated file that is read, with a warning that says something."""
    report, issues = read_file(f"made-up/{name}", format_, NOTHING_SUPPLIED)
    assert report is not None
    assert not any_error(issues)
    assert any(says in issue.message for issue in issues if issue.kind == "warning")
    return report


def test_made_up_exports_of_league_managers() -> None:
    twice = first_warning("clm_twice.xml", "dsb", "listed twice")
    assert counts(twice)[2] == 2
    assert first_warning("clm_latin1.xml", "dsb", "UTF-8").name == "Schnellschach Köln"
    assert first_warning("clm_amp.xml", "dsb", "&amp;").name == "Turm & Springer Cup"
    assert first_warning("clm_date0.xml", "dsb", "0000-00-00").games[0].day is None
    assert first_warning("sw_1900.xml", "dsb", "1900").players[0].birth_year is None


def test_made_up_go_table_with_the_same_colour_twice() -> None:
    assert not first_warning("b.h9", "h9", "same colour").games[0].sides_known


def test_made_up_days_that_cannot_be() -> None:
    supplied = SuppliedDetails(ended_on=date(2008, 5, 31))
    report, issues = read_file("made-up/ok.trf", "trf", supplied)
    assert report is not None
    assert not any_error(issues)
    assert report.ended_on == date(2008, 5, 31)
    assert any_error(read_file("made-up/ok.trf", "trf", NOTHING_SUPPLIED)[1])
    said = SuppliedDetails(ended_on=date(1990, 1, 1))
    assert any("1997" in issue.message for issue in read_file("made-up/d.pgn", "pgn", said)[1])


def test_a_made_up_program_is_a_computer() -> None:
    report = valid("made-up/comp.pgn", "pgn", NOTHING_SUPPLIED)
    assert [player.computer for player in report.players] == [False, True]


@pytest.mark.parametrize(
    ("first", "second", "format_"), [("t1.trf", "t2.trf", "trf"), ("m1.xml", "m2.xml", "dsb")]
)
def test_a_made_up_file_that_comes_again_asks(
    ledger: ImportLedger, first: str, second: str, format_: str
) -> None:
    ledger.import_file(format_, str(REAL / "made-up" / first), "--register-new")
    again = ledger.import_file(format_, str(REAL / "made-up" / second), "--register-new", status=1)
    assert any("--same-as" in each["message"] for each in again["problems"])
