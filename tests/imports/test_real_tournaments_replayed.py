"""Real tournaments from their files to ratings, checked against what was computed beside them.

A go tournament with handicap by its h9 file, an open by its TRF: imported, replayed, and the
figures computed again here, from the bytes of the file or by hand.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.console.shell import Shell
from tests.databases.fresh import SQLiteFiles
from tests.imports.real_files import REAL, import_file, ledger_shell, skip_without_them
from tests.projections.submissions import POOL, Event, adopted, adoption, event, exception

skip_without_them()

GO = "go"
JUVISY = "h9/opengotha_Tournoi_de_Juvisy.h9"
GROS = "trf/echecs_javafo_sample2.trf"


@attrs.frozen
class Replayed:
    """A ledger with one tournament in it: its id, and everybody's id by his number in the file."""

    shell: Shell
    pool: str
    tournament: str
    players: Mapping[str, str]

    @property
    def evaluation(self) -> Any:
        return self.shell.json("tournament", self.pool, self.tournament)

    def rows(self) -> Mapping[str, Mapping[str, Any]]:
        """The rows of the evaluation by the players' numbers in the file."""
        numbers = {id_: number for number, id_ in self.players.items()}
        return {numbers[row["player"]]: row for row in self.evaluation["players"]}

    def check(self) -> None:
        """Check that the derived tables equal a replay."""
        self.shell.json("rebuild", self.pool)
        checked = self.shell.json("rebuild", self.pool, "--check")
        assert checked["differences"] == []


def import_and_evaluate(shell: Shell, format_: str, name: str, pool: str) -> Replayed:
    document = import_file(shell, format_, name, pool)
    (submitted,) = shell.json("log", "--type", "tournament.submitted")
    registered = shell.json("log", "--type", "player.registered")
    ids = [each["data"]["player"] for each in registered]
    numbers = [player["number"] for player in document["players"]]
    tournament = submitted["data"]["tournament"]
    return Replayed(shell, pool, tournament, dict(zip(numbers, ids, strict=True)))


def check_every_audit(replayed: Replayed, folder: Path) -> None:
    """The audit document of everybody with a counted game, recomputed from its own numbers."""
    for row in (each for each in replayed.evaluation["players"] if each["games_used"]):
        path = folder / "audit.md"
        arguments = replayed.pool, row["player"], replayed.tournament
        replayed.shell.json("audit", *arguments, "--document", str(path), "--overwrite")
        verdict = replayed.shell.json("check-audit", str(path))
        assert verdict["holds"]
        assert verdict["confirmed"] > 0


# --- go, with handicap -----------------------------------------------------------------------

# The lower limits of the grades of those who entered (MGSZ, table 1).
LIMITS = {"3d": 2130, "2d": 2050, "1d": 1980, "2k": 1865, "3k": 1815, "4k": 1765, "5k": 1720}
LIMITS |= {"6k": 1675, "7k": 1635, "9k": 1555, "10k": 1520, "18k": 1280}


@pytest.fixture(scope="module")
def juvisy(
    sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Replayed]:
    """Everybody stands in the register with the lower limit of the grade he enters with."""
    rules = {"pool": GO, "rulebook": "mgsz-2011", "from_day": "2012-01-01"}
    mgsz = event("rulebook.adopted", "rules", rules)
    with ledger_shell(sqlite_files, tmp_path_factory.mktemp("juvisy"), mgsz) as shell:
        replayed = import_and_evaluate(shell, "h9", JUVISY, GO)
        (submitted,) = shell.json("log", "--type", "tournament.submitted")
        for entrant in submitted["data"]["entrants"]:
            shell.append(entered(entrant["player"], entrant["entry_grade"]))
        yield replayed


def entered(player: str, grade: str) -> Event:
    data = {
        "pool": GO,
        "player": player,
        "from_day": "2019-01-01",
        "card": {"elo": LIMITS[grade], "grade": grade},
        "kind": "initial",
        "by": "the Rating Committee",
        "reason": "entry",
    }
    return event("rating.decided", f"entry {player}", data)


def test_all_of_juvisy_is_rated_but_its_byes(juvisy: Replayed) -> None:
    evaluation = juvisy.evaluation
    assert evaluation["rated"]
    assert len(evaluation["players"]) == 19
    assert sum(len(row["games_used"]) for row in evaluation["players"]) == 2 * 36
    reasons = Counter(each["reason"] for each in evaluation["games_not_rated"])
    assert reasons == {"MGSZ 8 (1) c: a bye": 4}


def test_the_final_table_of_juvisy_is_that_of_its_file(juvisy: Replayed) -> None:
    """As submitted, and the same places again from games, handicaps and McMahon scores."""
    table = juvisy.shell.json("crosstable", GO, juvisy.tournament)
    text = (REAL / JUVISY).read_text("iso8859-15")
    stated = re.findall(r"^ +(\d+) .* \w{4} +(\d+) +(\d+) +(\d+) 0 ", text, re.MULTILINE)
    assert (table["source"], table["tie_breaks"]) == ("submitted", ["MMS", "SOS", "SOSOS"])
    assert len(stated) == 19
    assert [[row["place"][0], *row["tie_breaks"]] for row in table["players"]] == [
        list(map(int, line)) for line in stated
    ]
    assert all(
        row["calculated_place"] == [place, place] for place, row in enumerate(table["players"], 1)
    )


def test_the_handicap_of_juvisy_counts_as_worked_out_by_hand(juvisy: Replayed) -> None:
    """82 minutes without overtime are category B: C = 15.

    Number 8 (4 kyu, 1765) beats a 7 kyu (1635) with two stones: 1635 + 40 + 45 = 1720, so he
    wins .390 at 45; beats his equal, .500; loses to one 3 kyu (1815), −.380 at 50, and beats
    another, .620.  15 · 1.130 = 16.95.

    Number 14 (5 kyu, 1720) beats a 10 kyu (1520) with three stones: 1520 + 35 + 40 + 40 = 1635,
    .300 at 85; loses to an 18 kyu (1280) with nine: 1280 + 2 · 25 + 4 · 30 + 3 · 35 = 1555, −.850
    at 165; and to a 6 kyu (1675), −.610 at 45.  15 · −1.160 = −17.40.
    """
    rows = juvisy.rows()
    eighth, fourteenth = rows["8"], rows["14"]
    points = [game["game_points"] for game in eighth["games_used"]]
    assert points == pytest.approx([0.39, 0.5, -0.38, 0.62])
    assert (eighth["multiplier"], eighth["elo_before"], eighth["elo_after"]) == (15, 1765, 1782)
    points = [game["game_points"] for game in fourteenth["games_used"]]
    assert points == pytest.approx([0.30, -0.85, -0.61])
    assert (fourteenth["elo_before"], fourteenth["elo_after"]) == (1720, 1703)
    assert fourteenth["grade_after"] == "5k"


@pytest.mark.slow
def test_every_audit_of_juvisy_holds(juvisy: Replayed, tmp_path: Path) -> None:
    check_every_audit(juvisy, tmp_path)


def test_juvisy_rebuilt_is_juvisy_replayed(juvisy: Replayed) -> None:
    juvisy.check()


# --- chess -----------------------------------------------------------------------------------


@attrs.frozen
class PlayerSheet:
    """A line of the file, cut into its columns here."""

    number: str
    rating: int
    cells: tuple[tuple[str, str], ...]
    """Opponent and result of every round."""


def sheets() -> Mapping[str, PlayerSheet]:
    found = {}
    for line in (REAL / GROS).read_text(encoding="cp1252").splitlines():
        if not line.startswith("001"):
            continue
        rounds = [line[at : at + 10].ljust(10) for at in range(91, len(line), 10)]
        cells = tuple((cell[:4].strip().lstrip("0"), cell[7]) for cell in rounds)
        sheet = PlayerSheet(line[4:8].strip(), int(line[48:52].strip() or 0), cells)
        found[sheet.number] = sheet
    return found


@pytest.fixture(scope="module")
def gros(
    sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Replayed]:
    """Add a DWZ officer's data: an exception for abroad, the thinking time, FIDE's ratings."""
    folder = tmp_path_factory.mktemp("gros")
    with ledger_shell(sqlite_files, folder, adoption("1995-01-01")) as shell:
        replayed = import_and_evaluate(shell, "trf", GROS, POOL)
        time = 'thinking_time={"minutes": 120}'
        corrected = "correct", replayed.tournament, "--set", time, "--reason", "asked for"
        assert shell.run(*corrected).status == 0
        shell.append(exception(replayed.tournament, "exception", granted=True))
        rated = [sheet for sheet in sheets().values() if sheet.rating]
        players = replayed.players
        shell.append(*(adopted(players[it.number], it.rating, "2010-09-01") for it in rated))
        yield replayed


def counted(sheet: PlayerSheet, everybody: Mapping[str, PlayerSheet]) -> list[tuple[int, float]]:
    """Rating and points of every game played against somebody rated."""
    points = {"1": 1.0, "=": 0.5, "0": 0.0}
    return [
        (everybody[opponent].rating, points[result])
        for opponent, result in sheet.cells
        if opponent and result in points and everybody[opponent].rating
    ]


def test_a_real_open_is_rated_as_the_formula_has_it(gros: Replayed) -> None:
    """DWZ 4.6, 4.9.1: adopted ratings have index 0, so that E = 5; nobody of them plays five."""
    everybody, rows = sheets(), gros.rows()
    for sheet in everybody.values():
        games = counted(sheet, everybody) if sheet.rating else []
        row = rows[sheet.number]
        if not games:
            assert row["status"] != "rated"
            continue
        won = sum(points for _, points in games)
        expected = sum((1 + math.erf((sheet.rating - other) / 400)) / 2 for other, _ in games)
        after = sheet.rating + 800 * (won - expected) / (5 + len(games))
        assert row["expected"] == pytest.approx(expected)
        assert row["rating_after"] == math.floor(after + 0.5)
        assert (row["index_after"], row["points"], row["games"]) == (1, won, len(games))


def test_the_open_counts_as_many_as_its_file_tells(gros: Replayed) -> None:
    everybody = sheets()
    rated = [each for each in everybody.values() if each.rating and counted(each, everybody)]
    rows = gros.evaluation["players"]
    assert sum(row["status"] == "rated" for row in rows) == len(rated) == 40
    assert not any(row["status"] == "first" for row in rows)  # four games are too few


def test_the_open_leaves_out_what_its_file_tells(gros: Replayed) -> None:
    """Byes, forfeits, and games of two players without a rating, each on both their lines."""
    everybody = sheets()
    cells = [(sheet, *cell) for sheet in everybody.values() for cell in sheet.cells]
    byes = sum(not opponent and result in "HUZ" for _, opponent, result in cells)
    forfeits = sum(result in "+-" for _, _, result in cells)
    of_unrated = sum(
        result in "1=0" and not sheet.rating and not everybody[opponent].rating
        for sheet, opponent, result in cells
        if opponent
    )
    assert Counter(each["reason"] for each in gros.evaluation["games_not_rated"]) == {
        "DWZ 4.2: not played (bye)": byes,
        "DWZ 4.2: not played (forfeit)": forfeits / 2,
        "DWZ 4.7.7: neither player had a DWZ or obtained one": of_unrated / 2,
    }
    assert (byes, forfeits, of_unrated) == (25, 8, 12)


@pytest.mark.slow
def test_every_audit_of_the_open_holds(gros: Replayed, tmp_path: Path) -> None:
    check_every_audit(gros, tmp_path)


def test_the_open_rebuilt_is_the_open_replayed(gros: Replayed) -> None:
    gros.check()
