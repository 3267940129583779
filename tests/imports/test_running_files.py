"""Files of running tournaments: pairings without results, which a finished tournament lacks."""

import attrs

from ledger.importing.formats.registry import FORMATS, read
from ledger.importing.formats.tournament_report import NOTHING_SUPPLIED
from tests.imports.running_files import RUNNING, WITHOUT_PAIRINGS
from tests.imports.tournament_files import csv_text
from tests.imports.valid_files import SUPPLIED, objections
from tests.tables import every


def test_every_format_has_an_example_or_no_place_for_a_pairing() -> None:
    assert RUNNING.keys() | WITHOUT_PAIRINGS == FORMATS.keys()
    assert not RUNNING.keys() & WITHOUT_PAIRINGS


@every("format_", RUNNING)
def test_the_last_round_without_results_is_one_of_pairings(format_: str) -> None:
    content, expected = RUNNING[format_]
    supplied = attrs.evolve(SUPPLIED.get(format_, NOTHING_SUPPLIED), running=True)
    report, issues = read(format_, "a file", content, supplied)
    assert [str(issue) for issue in issues if issue.kind == "error"] == []
    assert report is not None
    assert {(it.round, it.white, it.black) for it in report.pairings} == expected
    open_games = {(round_, *sorted(sides)) for round_, *sides in expected}
    found = {(it.round, *sorted((it.white, it.black))) for it in report.games if it.black}
    assert found.isdisjoint(open_games)
    assert [*objections(report)] == []


@every("format_", RUNNING)
def test_a_tournament_that_is_over_is_refused_without_these_results(format_: str) -> None:
    content, _ = RUNNING[format_]
    report, issues = read(format_, "a file", content, SUPPLIED.get(format_, NOTHING_SUPPLIED))
    assert [issue for issue in issues if issue.kind == "error"]
    assert report is None or not report.pairings


def planned(format_: str, content: bytes, rounds: int | None = None) -> int | None:
    """The planned number of rounds of a running file, which ``rounds`` may supply."""
    supplied = SUPPLIED.get(format_, NOTHING_SUPPLIED)
    supplied = attrs.evolve(supplied, running=True, rounds_planned=rounds)
    report, _ = read(format_, "a file", content, supplied)
    assert report is not None
    return report.rounds_planned


def test_the_planned_rounds_are_those_that_the_file_states_never_those_that_are_paired() -> None:
    """An upload states three rounds; a crosstable has a column for each that is paired."""
    assert planned("chessresults", RUNNING["chessresults"][0]) == 3
    assert planned("trf", RUNNING["trf"][0] + b"XXR 7\n") == 7
    assert planned("trf", RUNNING["trf"][0]) is None
    table = RUNNING["crosstable"][0]
    assert planned("crosstable", table) is None
    assert planned("crosstable", table, 9) == 9
    rows = [
        line.replace(b"3.Rd", b"3.Rd;4.Rd").replace(b";1,5;5", b";;1,5;5")
        for line in table.split(b"\r\n")
    ]
    assert planned("crosstable", b"\r\n".join(rows)) == 4


def test_a_tournament_may_be_submitted_before_its_first_result() -> None:
    content = csv_text("1,1,2,,,\n")
    supplied = attrs.evolve(NOTHING_SUPPLIED, running=True)
    report, issues = read("csv", "a file", content, supplied)
    assert [str(issue) for issue in issues if issue.kind == "error"] == []
    assert report is not None
    assert (len(report.games), len(report.pairings)) == (0, 1)


def test_a_pairing_of_an_unknown_player_is_a_fault_as_in_a_game() -> None:
    supplied = attrs.evolve(NOTHING_SUPPLIED, running=True)
    _, issues = read("csv", "a file", csv_text("1,1,7,,,\n2,2,2,,,\n"), supplied)
    errors = [issue.message for issue in issues if issue.kind == "error"]
    assert any("names player 7" in each for each in errors)
    assert any("plays against himself" in each for each in errors)
