"""FIDE C.07 against values that others published, in files beside the project.

The crosstable of FIDE's exercises of 2023, and two tournaments by scalachess.
"""

import csv
import json
import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from ledger.importing.formats.registry import read
from projections.rulebooks.fide_c07.codes import code_of
from projections.rulebooks.fide_c07.p04_order import standings
from projections.rulebooks.tournament import Game, Player, Tournament

pytestmark = pytest.mark.slow

REAL = Path(__file__).parents[4] / "shared" / "data"
A_FLOAT = Fraction(1, 10_000)
SHORT_OF = {"PTP": 3, "APPO": 1}
"""Excess of theirs: a sum of floats falls short of a score that the exact one equals."""
OF_SCALACHESS = re.compile(r"PlayerWithScore\(Player\((\d+),Some\(\d+\)\),([\d.]+),List\((.*)\)\)")

if not REAL.is_dir():
    pytest.skip("real tournament files are not at hand", allow_module_level=True)


def report_on(form, name):
    path = REAL / name
    report, issues = read(form, path.name, path.read_bytes())
    assert report is not None, issues
    return report


def tournament_of(report, names):
    """The tournament of a report, its players called by their names in the published list."""
    games = tuple(
        Game(
            game=str(number),
            white=names[game.white],
            black=None if game.black is None else names[game.black],
            white_points=game.white_points,
            black_points=game.black_points,
            round=game.round,
            played=game.played,
            reason=game.reason,
            stones=game.stones,
            receiver=game.receiver,
        )
        for number, game in enumerate(report.games)
    )
    return Tournament(
        id="open",
        name="Open",
        discipline="chess",
        format=report.system,
        ended_on=report.ended_on or date(2024, 1, 1),
        rounds=report.rounds,
        games=games,
        players={name: Player(id=name) for name in names.values()},
    )


def test_the_exercises_of_fide():
    """C.07 8.1, C.07 8.2, C.07 8.3, C.07 9.1, C.07 14.1 under the text of 2023, which had no
    limits of the dummy (C.07 16.4).
    """
    report = report_on("trf", "trf/sharly_import_individual.trf")
    given = tournament_of(report, {each.number: each.number for each in report.players})
    columns = ["BH", "BH_C1", "AOB", "FB", "SB", "SB_C1"]
    codes = [code_of(column.replace("_", "-")) for column in columns]
    found = standings(given, codes).values
    with (REAL / "tiebreak" / "tec2023_swiss_expected.tsv").open() as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    assert len(rows) == len(found)
    differing = [
        (row["name"], column, float(value), row[column])
        for row in rows
        for column, value in zip(["score", *columns], found[row["startno"]], strict=True)
        if abs(value - Fraction(row[column])) > Fraction(1, 20)
    ]
    assert not differing


@pytest.mark.parametrize(
    ("game_file", "values_file", "codes"),
    [
        ("fwwrc2024_rapid_women", "official_tournament", ["BH-C1", "BH", "ARO-C1"]),
        ("fwwrc2024_rapid_women", "tournament", ["AOB", "APPO", None, "PTP", "SB"]),
        ("uzchesscup2025_masters", "uzchesscup", [None, "SB", "WON", "BWG", "KS"]),
    ],
)
def test_the_values_of_scalachess(game_file, values_file, codes):
    """C.07 7.2, C.07 7.4, C.07 9.2, C.07 10.1, C.07 10.3, C.07 10.5: of 110 players in eleven
    rounds, and of a round robin.  Its direct encounter is a sum of points, not an order.
    """
    report = report_on("pgn", f"pgn/{game_file}.pgn")
    names = {player.number: player.ids["fide"] for player in report.players}
    ratings = {names[player.number]: player.ratings["FIDE"] for player in report.players}
    given = tournament_of(report, names)
    text = (REAL / "tiebreak" / f"tiebreak_scalachess_{values_file}.txt").read_text()
    rows = {
        player: [score, *rest.split(", ")] for player, score, rest in OF_SCALACHESS.findall(text)
    }
    found = standings(given, [code_of(code or "DE") for code in codes], ratings).values
    assert rows.keys() <= found.keys()
    differing = [
        (player, code, float(found[player][place]), value)
        for player, row in rows.items()
        for place, (code, value) in enumerate(zip(["PTS", *codes], row, strict=True))
        if code
        and not -A_FLOAT <= Fraction(value) - found[player][place] <= SHORT_OF.get(code, A_FLOAT)
    ]
    assert not differing


GO_TABLES = [
    ("honte_kpmc2024.txt", 60),
    ("honte_mpj2017.txt", 14),
    ("honte_wagc2025.txt", 52),
]
JUVISY = "opengotha_Tournoi_de_Juvisy.h9"


def columns_of(name):
    """The codes in the heading of a go table, and of each place its line after club."""
    lines = (REAL / "h9" / name).read_text(encoding="latin-1").splitlines()
    (heading,) = (line for line in lines if line.startswith("; Pl Name"))
    codes = re.findall("MMS|NBW|SSOS|SOSOS|SOS|DC", heading)
    places = {}
    for line in lines:
        if found := re.match(r" *(\d+) .*? (?:\d+[DKdk]) +\w\w +\S+ +(.*)", line):
            places[found[1]] = found[2].split()
    return codes, places


def test_a_mcmahon_table_of_opengotha():
    """MMS, SOS and SOSOS of 19 players, handicaps and absences included; the bar is at 3 dan."""
    codes, places = columns_of(JUVISY)
    report = report_on("h9", f"h9/{JUVISY}")
    given = tournament_of(report, {each.number: each.number for each in report.players})
    starts = {
        each.number: int(each.grade[:-1]) + 29
        if each.grade[-1] == "d"
        else 30 - int(each.grade[:-1])
        for each in report.players
    }
    found = standings(given, [code_of(code) for code in codes], starts=starts)
    assert codes == ["MMS", "SOS", "SOSOS"]
    assert {it: list(map(int, row[:3])) for it, row in places.items()} == {
        it: list(map(int, each)) for it, each in found.values.items()
    }
    assert_places(found, {it: int(it) for it in places}, least=19)


@pytest.mark.parametrize(("name", "least"), GO_TABLES)
def test_the_places_of_go_tables(name, least):
    """Places of tables whose headings say by what they were ranked."""
    codes, places = columns_of(name)
    report = report_on("h9", f"h9/{name}")
    given = tournament_of(report, {each.number: each.number for each in report.players})
    found = standings(given, [code_of(code) for code in codes])
    assert_places(found, {it: int(it) for it in places}, least)


def test_the_places_of_a_blitz_tournament():
    """49 players in eleven rounds: Buchholz, Median Buchholz, Sonneborn Berger, Progressief.

    C.07 16.5.1: of the one who was absent once, PairTwo cuts the lowest opponent, not the absence.
    """
    path = REAL / "pairtwo" / "UtopiaBlitz_report.json"
    stated = json.loads(path.read_text("utf-8"))
    report = report_on("pairtwojson", "pairtwo/UtopiaBlitz_report.json")
    given = tournament_of(report, {each.number: each.name for each in report.players})
    codes = [code_of(name) for name in stated["tournament"]["tie_breaks"]]
    found = standings(given, codes)
    differing = [
        row["name"]
        for row in stated["players"]
        if list(map(Fraction, row["tie breaks"])) != list(found.values[row["name"]][1:])
    ]
    assert len(differing) == 1
    in_order = enumerate(stated["players"], start=1)
    assert_places(found, {row["name"]: place for place, row in in_order}, least=49)


def assert_places(found, stated, least):
    agreeing = [it for it, (first, last) in found.places.items() if first <= stated[it] <= last]
    assert len(agreeing) >= least


def test_a_chess_results_table_of_2018():
    """C.07 until 2023 15.2, C.07 until 2023 15.3: 220 players in nine rounds, 12 forfeits; BH,
    BH-C1, DE and SB decided.
    """
    path = REAL / "crosstables" / "moscow_open_2018.csv"
    lines = path.read_text("utf-8-sig").splitlines()
    rows = [line.split(";") for line in lines if re.match(r"\d+;", line)]
    report = report_on("crosstable", "crosstables/moscow_open_2018.csv")
    given = tournament_of(report, {each.number: each.number for each in report.players})
    given = evolve(given, format="swiss", ended_on=date(2018, 2, 4))
    found = standings(given, [code_of(code) for code in ("BH", "BH-C1", "DE", "SB")])
    differing = [
        row[0]
        for row in rows
        for place in (0, 1, 2, 4)
        if found.values[row[0]][place] != Fraction(row[14 + place].replace(",", "."))
    ]
    assert not differing
    assert_places(found, {row[0]: int(row[0]) for row in rows}, least=220)
