"""The district itself: the same bytes each time, and all that makes a ledger real."""

from collections import Counter
from datetime import date

from ledger.importing.formats.registry import read
from scripts.federation.district.calendar import District
from scripts.federation.district.files import Files


def test_a_district_is_the_same_each_time() -> None:
    first, again = District(1), District(1)
    assert first.stages == again.stages
    assert Files(first).running == Files(again).running


def test_names_are_long_and_shared() -> None:
    members = District(1).members
    names = Counter(each.name for each in members)
    assert max(map(len, names)) > 30
    assert max(names.values()) > 1
    father = members[3]
    son = next(each for each in members if each.name == father.name and each.birth_year == 2009)
    assert (son.club, son.id) == (father.club, "d9001")


def test_the_files_are_read_without_a_question() -> None:
    files = Files(District(1))
    for file, players, rounds in (
        (files.town, 20, 5),
        (files.with_newcomers, 12, 5),
        (files.running, 46, 4),
    ):
        report, issues = read("trf", file.name, file.content)
        assert report is not None
        assert {issue.kind for issue in issues} <= {"adjusted"}
        assert len(report.players) == players
        assert {game.round for game in report.games} == {*range(1, rounds + 1)}
    assert [each.name for each in files.pending] == [
        "stadtmeisterschaft.trf",
        "neulinge.trf",
        "neulinge.trf",
    ]


def test_a_year_has_a_league_of_twelve_teams_and_a_swiss_of_220() -> None:
    lines = [line.decode() for stage in District(1).stages for line in stage.lines]
    games = Counter(line.partition('"tournament":"')[2].partition('"')[0] for line in lines)
    assert games["league-2026"] == 1 + 11 * 6 * 8
    assert games["westfalen-2026"] == 1 + 110 * 9
    assert date(2026, 10, 9) in {stage.recorded_on for stage in District(1).stages}
