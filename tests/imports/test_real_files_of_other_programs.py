"""Files of further programs, read in place where they are at hand beside the project.

What a correct reader finds in them stands in their ``EXPECTED.txt``.
"""

from collections import Counter
from datetime import date

import pytest

from ledger.formats import detect_format, read
from ledger.formats.tournament_report import (
    NOTHING_SUPPLIED,
    Issue,
    SuppliedDetails,
    TournamentReport,
    any_error,
)
from tests.imports.real_files import REAL, skip_without_them

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


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("moscow_open_2018.csv", (220, 9, 956, 12, 3)),
        ("lobaziewicza_2007_s_for_black.csv", (35, 9, 152, 1, 0)),
        ("sinquefield_2014_z_for_black.csv", (6, 10, 30, 0, 0)),
    ],
)
def test_crosstables(name: str, expected: tuple[int, int, int, int, int]) -> None:
    assert counts(valid(f"crosstables/{name}", "crosstable")) == expected


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
