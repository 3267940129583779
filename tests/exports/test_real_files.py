"""Files written by other programs, read, recorded, written again and read once more.

They are read in place where they are at hand beside the project.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from ledger.importing.formats.registry import read
from ledger.importing.formats.tournament_report import (
    NOTHING_SUPPLIED,
    GameReport,
    SuppliedDetails,
    TournamentReport,
    any_error,
)
from tests.exports.conftest import NewLedger
from tests.exports.export_ledger import ExportLedger
from tests.exports.tournaments import with_absences

pytestmark = pytest.mark.slow

REAL = Path(__file__).parents[3] / "shared" / "data"
READERS = {".trf": "trf", ".tab": "trf", ".h9": "h9", ".txt": "h9"}
FORMS = {"trf": ["trf16", "trf26", "csv"], "h9": ["h9", "jsonl"]}
CANONICAL = ("csv", "jsonl")

if not REAL.is_dir():
    pytest.skip("real tournament files are not at hand", allow_module_level=True)


@cache
def report_on(path: Path) -> TournamentReport | None:
    """The report of a file, last day and name supplied where it does not have them."""
    for supplied in (
        NOTHING_SUPPLIED,
        SuppliedDetails(name="A tournament", ended_on=date(2026, 12, 31)),
    ):
        reader = READERS[path.suffix]
        report, issues = read(reader, path.name, path.read_bytes(), supplied)
        if report is not None and not any_error(issues):
            return report
    return None


def readable(folder: str) -> Iterator[Path]:
    """The files that are read without an error."""
    for path in sorted((REAL / folder).iterdir()):
        if path.suffix in READERS and path.name != "EXPECTED.txt" and report_on(path):
            yield path


PAPERS = [(path, form) for folder in FORMS for path in readable(folder) for form in FORMS[folder]]


def names_by_number(report: TournamentReport) -> Mapping[str, str]:
    """Start numbers are given anew, in the order of the file, of an h9 in that of the places."""
    return {player.number: player.name[:33].rstrip() for player in report.players}


def games(report: TournamentReport) -> Counter[object]:
    """Every game, forfeit and bye, whoever has which number."""
    name = names_by_number(report)

    def messages(game: GameReport) -> object:
        sides = name[game.white], None if game.black is None else name[game.black]
        return replace(game, white="", black=None, line=None, sides_known=True), sides

    return Counter(repr(messages(game)) for game in report.games)


@pytest.mark.parametrize(("path", "form"), PAPERS, ids=lambda value: getattr(value, "name", value))
def test_the_same_games_byes_and_forfeits(ledger: ExportLedger, path: Path, form: str) -> None:
    reader = form if form in CANONICAL else READERS[path.suffix]
    before = report_on(path)
    assert before is not None
    content, messages = ledger.written(ledger.submit(before), form)
    after, issues = read(reader, path.name, content)
    assert [str(issue) for issue in issues if issue.kind == "error"] == []
    assert after is not None
    assert games(after) == games(with_absences(before) if form == "trf26" else before)
    named = [[*names_by_number(report).values()] for report in (before, after)]
    if form == "h9":
        named = list(map(sorted, named))
    assert named[0] == named[1]
    assert (after.ended_on, after.starts_on) == (before.ended_on, before.starts_on)
    assert all(each.startswith("warning: ") for each in messages)
    assert form not in CANONICAL or messages == []


TEAMS = (
    ("trf", "trf/chesspairing_trf2026-team.trf"),
    ("chessresults", "chess_results_xml/Team_SwissSystem.xml"),
    ("crosstable", "crosstables/tirol_league_board_pairings_excerpt_de.html"),
)


@pytest.mark.parametrize(("reader", "name"), TEAMS, ids=lambda value: value)
def test_teams_and_matches_of_a_file_come_back_from_a_trf26(
    new_ledger: NewLedger, reader: str, name: str
) -> None:
    content = (REAL / name).read_bytes()
    for supplied in (NOTHING_SUPPLIED, SuppliedDetails(ended_on=date(2024, 1, 31))):
        report, issues = read(reader, name, content, supplied)
        if not any_error(issues):
            break
    found = []
    for _ in range(2):
        assert report is not None
        with new_ledger() as ledger:
            id_ = ledger.submit(report)
            content, _messages = ledger.written(id_, "trf26")
            shown = ledger.run("--format", "json", "crosstable", "dwz", id_).stdout
        table = json.loads(shown)
        people = {row["player"]: row["name"] for row in table["players"]}
        named = [[people[each] for each in team["players"]] for team in table["teams"]]
        teams = [{**team, "players": who} for team, who in zip(table["teams"], named, strict=True)]
        matches = [{**it, "games": len(it["games"])} for it in table["matches"]]
        found.append((teams, matches))
        report, _ = read("trf", "again.trf", content)
    assert found[0][1]
    assert found[0] == found[1]
