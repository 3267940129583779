"""Files written by other programs, read in place where they are at hand beside the project.

What a correct reader finds in them stands in their ``EXPECTED.txt``.
"""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from ledger.files import read
from ledger.files.report import NOTHING_SAID, Said, TournamentReport

REAL = Path(__file__).parents[3] / "shared" / "data"

if not REAL.is_dir():
    pytest.skip("real tournament files are not at hand", allow_module_level=True)


def expected(folder: str) -> Mapping[str, str]:
    """What EXPECTED.txt says of each file."""
    text = (REAL / folder / "EXPECTED.txt").read_text(encoding="utf-8")
    return {line.split()[0]: line for line in text.splitlines() if line.strip()}


def number(text: str, name: str) -> int:
    found = re.search(rf"\b{name}= *([0-9]+)", text)
    assert found is not None
    return int(found[1])


def report_on(folder: str, name: str, format_: str, said: Said = NOTHING_SAID) -> TournamentReport:
    report, _ = read(format_, name, (REAL / folder / name).read_bytes(), said)
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


@pytest.mark.parametrize("name", [name for name in TRF if name not in NO_PLAYERS])
def test_trf_players_rounds_games_forfeits_and_byes(name: str) -> None:
    told = TRF[name]
    report = report_on("trf", name, "trf")
    games, forfeits, byes = counts(report)
    assert len(report.players) == number(told, "P")
    assert games + (name in CONTRADICTED) == number(told, "G")
    assert forfeits == number(told, "ff")
    found = Counter(dict(re.findall(r"'(.*?)': ([0-9]+)", told.split("byes={")[1].split("}")[0])))
    given = sum(
        int(count) for code, count in found.items() if code in {"F", "H", "U", "Z", "+", "="}
    )
    assert byes == given


TRF_ROUNDS = [name for name in TRF if number(TRF[name], "G") and name not in NO_PLAYERS]


@pytest.mark.parametrize("name", TRF_ROUNDS)
def test_trf_games_reach_to_the_last_round(name: str) -> None:
    last = max(game.round or 0 for game in report_on("trf", name, "trf").games)
    pending = name == "chesspairing_trf2026-team.trf"  # its third round is not yet paired
    assert last + pending == number(TRF[name], "R")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("icu_invalid.tab", "empty"),
        ("py4swiss_incompatible_color.trf", "same colour"),
        ("py4swiss_incompatible_result.trf", "more than one point"),
        ("py4swiss_missing_result.trf", "own line says nothing"),
        ("py4swiss_too_many_results.trf", "5 rounds"),
        ("py4swiss_missing_starting_number.trf", "no games"),
        ("py4swiss_invalid_code.trf", "no games"),
        ("caissify_medium_9p7r_forfeits.trf", "2018-08-25 or 2025-08-18"),
        ("bbp_issue_7.trf", "last day"),
    ],
)
def test_a_defective_trf_is_refused_for_its_defect(name: str, says: str) -> None:
    _, issues = read("trf", name, (REAL / "trf" / name).read_bytes())
    assert any(issue.kind == "error" and says in issue.message for issue in issues)


def test_irish_days_are_read_in_all_their_spellings() -> None:
    assert report_on("trf", "icu_bunratty_minor_2011.tab", "trf").ended_on == date(2011, 2, 27)
    armstrong = report_on("trf", "icu_armstrong_2011.tab", "trf")
    assert (armstrong.starts_on, armstrong.ended_on) == (date(2010, 9, 13), date(2011, 3, 13))
    assert report_on("trf", "icu_armstrong_2012_with_bom.tab", "trf").ended_on == date(2012, 4, 1)


H9 = expected("h9")
SAID = Said(ended_on=date(2019, 10, 28))


@pytest.mark.parametrize("name", H9)
def test_go_tables(name: str) -> None:
    told = H9[name]
    tou = name.endswith(".tou")
    report = report_on("h9", name, "tou" if tou else "h9", SAID if tou else NOTHING_SAID)
    games, forfeits, _ = counts(report)
    assert len(report.players) == number(told, "P")
    assert forfeits == number(told, "bydef")
    assert sum(game.stones > 0 for game in report.games) == number(told, "handicap")
    assert max(game.stones for game in report.games) == number(told, "maxH")
    assert sum("egd" in player.ids for player in report.players) == number(told, "pins")
    if name == "honte_mpj2017.txt":  # six rounds behind tie-breaks that look like results
        assert (report.rounds, games) == (6, 14 * 6 // 2)
    else:
        assert (report.rounds, games) == (number(told, "rounds"), number(told, "games"))


def test_juvisy_gives_the_same_games_in_all_three_formats() -> None:
    reports = [
        report_on("h9", "opengotha_Tournoi_de_Juvisy.h9", "h9"),
        report_on("h9", "opengotha_Tournoi_de_Juvisy.tou", "tou", SAID),
        report_on("h9", "gotha_Tournoi_de_Juvisy.xml", "opengotha"),
    ]
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


PGN = expected("pgn")


@pytest.mark.parametrize("name", PGN)
def test_pgn_games_and_results(name: str) -> None:
    told = PGN[name]
    report = report_on("pgn", name, "pgn")
    assert len(report.games) == number(told, "games")
    results = Counter(
        {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[game.white_points] for game in report.games
    )
    found = {code: int(count) for code, count in re.findall(r"'(\S+)': ([0-9]+)", told)}
    assert results == found


def test_the_dsb_sample() -> None:
    report = report_on("dsb", "dsb_report_sample.xml", "dsb")
    assert (len(report.players), counts(report)) == (3, (1, 0, 1))
