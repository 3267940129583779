"""Files written by other programs, read in place where they are at hand beside the project.

What a correct reader finds in them stands in their ``EXPECTED.txt``.
"""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import date

from ledger.importing.formats.registry import detect_format, read
from ledger.importing.formats.tournament_report import (
    NOTHING_SUPPLIED,
    SuppliedDetails,
    TournamentReport,
    any_error,
)
from tests.imports.real_files import REAL, skip_without_them
from tests.tables import every

skip_without_them()


def expected(folder: str) -> Mapping[str, str]:
    """Return the entries of EXPECTED.txt by file."""
    text = (REAL / folder / "EXPECTED.txt").read_text(encoding="utf-8")
    return {line.split()[0]: line for line in text.splitlines() if line.strip()}


def number(text: str, name: str) -> int:
    found = re.search(rf"\b{name}= *([0-9]+)", text)
    assert found is not None
    return int(found[1])


# What has to be said of a file that does not tell its last day, or writes it in a way that
# means several, or does not name the tournament.
WHAT_TO_SAY: Mapping[str, SuppliedDetails] = {
    "bbp_issue_15.trf": SuppliedDetails(ended_on=date(2019, 1, 31)),
    "bbp_issue_7.trf": SuppliedDetails(ended_on=date(2019, 1, 31)),
    "caissify_medium_9p7r_forfeits.trf": SuppliedDetails(ended_on=date(2025, 8, 18)),
    "caissify_misc_edge_case_1.trf": SuppliedDetails(ended_on=date(2025, 8, 11)),
    "caissify_misc_edge_case_2.trf": SuppliedDetails(ended_on=date(2025, 8, 11)),
    "caissify_misc_edge_case_3.trf": SuppliedDetails(ended_on=date(2025, 8, 28)),
    "icu_latin-1.tab": SuppliedDetails(ended_on=date(2008, 6, 9)),
    "icu_utf-8.tab": SuppliedDetails(ended_on=date(2008, 6, 9)),
    "opengotha_Tournoi_de_Juvisy.tou": SuppliedDetails(ended_on=date(2019, 10, 28)),
    "py4swiss_incorrect_points.trf": SuppliedDetails(name="Cup", ended_on=date(2025, 1, 31)),
    "sharlybbp_team_utf8_names.trf": SuppliedDetails(ended_on=date(2025, 1, 31)),
    "uzchesscup2025_masters.pgn": SuppliedDetails(ended_on=date(2025, 6, 27)),
    "worldcup2011.pgn": SuppliedDetails(system="knockout"),
}
DEFECTS: Mapping[str, str] = {
    "icu_invalid.tab": "empty",
    "py4swiss_incompatible_color.trf": "same colour",
    "py4swiss_incompatible_result.trf": "more than one point",
    "py4swiss_missing_result.trf": "own line is empty",
    "py4swiss_too_many_results.trf": "5 rounds",
    "py4swiss_missing_starting_number.trf": "no games",
    "py4swiss_invalid_code.trf": "no games",
    "dortmund_1928_2010.pgn": "plays against himself",  # besides, it holds many tournaments
}


def content_of(folder: str, name: str) -> bytes:
    return (REAL / folder / name).read_bytes()


def report_on(folder: str, name: str, format_: str) -> TournamentReport:
    """The report of a file, with what has to be said; only the defective ones are refused."""
    supplied = WHAT_TO_SAY.get(name, NOTHING_SUPPLIED)
    report, issues = read(format_, name, content_of(folder, name), supplied)
    assert any_error(issues) == (name in DEFECTS)
    assert report is not None
    return report


def counts(report: TournamentReport) -> tuple[int, int, int]:
    """Played games, forfeits, byes."""
    kinds = Counter("bye" if g.black is None else g.played for g in report.games)
    return kinds[True], kinds[False], kinds["bye"]


TRF = expected("trf")
NO_PLAYERS = ("icu_invalid.tab",)
# One game of these is contradicted by the other line; a tolerant reader takes it nevertheless.
CONTRADICTED = ("py4swiss_incompatible_color.trf", "py4swiss_incompatible_result.trf")


@every("name", [name for name in TRF if name not in NO_PLAYERS])
def test_trf_players_rounds_games_forfeits_and_byes(name: str) -> None:
    expected_counts = TRF[name]
    report = report_on("trf", name, "trf")
    games, forfeits, byes = counts(report)
    assert len(report.players) == number(expected_counts, "P")
    assert games + (name in CONTRADICTED) == number(expected_counts, "G")
    assert forfeits == number(expected_counts, "ff")
    found = Counter(
        dict(re.findall(r"'(.*?)': ([0-9]+)", expected_counts.split("byes={")[1].split("}")[0]))
    )
    given = sum(
        int(count) for code, count in found.items() if code in {"F", "H", "U", "Z", "+", "="}
    )
    assert byes == given


TRF_ROUNDS = [name for name in TRF if number(TRF[name], "G") and name not in NO_PLAYERS]


@every("name", TRF_ROUNDS)
def test_trf_games_reach_to_the_last_round(name: str) -> None:
    last = max(game.round or 0 for game in report_on("trf", name, "trf").games)
    pending = name == "chesspairing_trf2026-team.trf"  # its third round is not yet paired
    assert last + pending == number(TRF[name], "R")


@every("name", DEFECTS)
def test_a_defective_file_is_refused_for_its_defect_whatever_is_said(name: str) -> None:
    folder, format_ = ("pgn", "pgn") if name.endswith(".pgn") else ("trf", "trf")
    supplied = SuppliedDetails(name="Cup", ended_on=date(2025, 12, 31))
    _, issues = read(format_, name, content_of(folder, name), supplied)
    errors = [issue.message for issue in issues if issue.kind == "error"]
    assert any(DEFECTS[name] in message for message in errors)


ALL = [
    (folder, name)
    for folder in ("trf", "h9", "pgn", "dsb")
    for name in sorted(path.name for path in (REAL / folder).iterdir())
    if name != "EXPECTED.txt" and not name.endswith(".xsd")
]


@every(("folder", "name"), ALL)
def test_every_file_is_taken_as_it_is_or_with_its_last_day_or_refused(
    folder: str, name: str
) -> None:
    content = content_of(folder, name)
    format_ = detect_format(content) or "trf"
    assert any_error(read(format_, name, content)[1]) == (name in {*WHAT_TO_SAY, *DEFECTS})
    supplied = WHAT_TO_SAY.get(name, NOTHING_SUPPLIED)
    assert any_error(read(format_, name, content, supplied)[1]) == (name in DEFECTS)


def test_a_day_that_can_mean_several_is_told_with_all_of_them() -> None:
    name = "caissify_medium_9p7r_forfeits.trf"
    _, issues = read("trf", name, content_of("trf", name))
    assert any("2018-08-25 or 2025-08-18" in issue.message for issue in issues)


def test_wrong_points_are_told_and_do_not_refuse_the_file() -> None:
    name = "py4swiss_incorrect_points.trf"
    _, issues = read("trf", name, content_of("trf", name), WHAT_TO_SAY[name])
    assert any("points" in issue.message for issue in issues if issue.kind == "warning")


def test_irish_days_are_read_in_all_their_spellings() -> None:
    assert report_on("trf", "icu_bunratty_minor_2011.tab", "trf").ended_on == date(2011, 2, 27)
    armstrong = report_on("trf", "icu_armstrong_2011.tab", "trf")
    assert (armstrong.starts_on, armstrong.ended_on) == (date(2010, 9, 13), date(2011, 3, 13))
    assert report_on("trf", "icu_armstrong_2012_with_bom.tab", "trf").ended_on == date(2012, 4, 1)


H9 = expected("h9")


@every("name", H9)
def test_go_tables(name: str) -> None:
    expected_counts = H9[name]
    report = report_on("h9", name, "tou" if name.endswith(".tou") else "h9")
    games, forfeits, _ = counts(report)
    assert len(report.players) == number(expected_counts, "P")
    assert forfeits == number(expected_counts, "bydef")
    free_wins = [game for game in report.games if game.black is None and game.white_points == 1]
    assert len(free_wins) == number(expected_counts, "freewin")
    assert sum(game.stones > 0 for game in report.games) == number(expected_counts, "handicap")
    assert max(game.stones for game in report.games) == number(expected_counts, "maxH")
    assert sum("egd" in player.ids for player in report.players) == number(expected_counts, "pins")
    if name == "honte_mpj2017.txt":  # six rounds behind tie-breaks that look like results
        assert (report.rounds, games) == (6, 14 * 6 // 2)
    else:
        assert (report.rounds, games) == (
            number(expected_counts, "rounds"),
            number(expected_counts, "games"),
        )


def test_juvisy_gives_the_same_tournament_in_all_three_formats() -> None:
    reports = [
        report_on("h9", "opengotha_Tournoi_de_Juvisy.h9", "h9"),
        report_on("h9", "opengotha_Tournoi_de_Juvisy.tou", "tou"),
        report_on("h9", "gotha_Tournoi_de_Juvisy.xml", "opengotha"),
    ]
    heads = {(r.name, r.place, r.ended_on, r.rounds) for r in reports}
    assert heads == {("Tournoi de Juvisy", "Juvisy", date(2019, 10, 28), 4)}
    assert [report.system for report in reports] == ["swiss", "swiss", "team"]
    first, *others = ({(p.name, p.club, p.grade) for p in r.players} for r in reports)
    assert others == [first, first]
    tournaments = []
    for report in reports:
        names = {player.number: (player.name, player.grade) for player in report.players}
        tournaments.append(
            {
                (g.round, names[g.white], names[g.black], g.white_points, g.stones)
                for g in report.games
                if g.black is not None and g.played
            }
        )
    assert tournaments[0] == tournaments[1] == tournaments[2]
    assert len(tournaments[0]) == 36
    assert sum(stones > 0 for *_, stones in tournaments[0]) == 19


def test_the_teams_of_juvisy_met_on_three_boards() -> None:
    report = report_on("h9", "gotha_Tournoi_de_Juvisy.xml", "opengotha")
    assert sorted((it.number, it.name) for it in report.teams) == [
        (1, "Levallois-Jussieu"),
        (2, "Olga's team"),
        (3, "ROBOCOP"),
        (4, "FLG"),
        (5, "GELE"),
        (6, "Poilâne"),
    ]
    team_of = {each.number: each.table_line.team for each in report.players}
    boards = Counter((it.round, it.board) for it in report.games if it.black)
    assert set(boards.values()) == {3}
    first = {(team_of[it.white], team_of[it.black or ""]) for it in report.games if it.round == 1}
    assert {frozenset(each) for each in first} == {
        frozenset({1, 2}),
        frozenset({4, 5}),
        frozenset({3, 6}),
    }


PGN = expected("pgn")


@every("name", PGN)
def test_pgn_games_and_results(name: str) -> None:
    expected_counts = PGN[name]
    report = report_on("pgn", name, "pgn")
    assert len(report.games) == number(expected_counts, "games")
    results = Counter(
        {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[game.white_points] for game in report.games
    )
    found = {code: int(count) for code, count in re.findall(r"'(\S+)': ([0-9]+)", expected_counts)}
    assert results == found


def test_the_dsb_sample() -> None:
    report = report_on("dsb", "dsb_report_sample.xml", "dsb")
    assert (len(report.players), counts(report)) == (3, (1, 0, 1))
