"""Tie-breaks as published, from the file of the tournament to the command's own figures.

Two events whose every round was played, and an exercise of FIDE's technical commission in which
nearly every kind of unplayed round comes.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import pytest

from tests.console.shell import Shell
from tests.databases.fresh import SQLiteFiles
from tests.imports.real_files import REAL, import_file, ledger_shell, skip_without_them
from tests.projections.submissions import POOL, adoption

skip_without_them()

BUCHHOLZ, SONNEBORN_BERGER = "buchholz-fide", "sonneborn-berger-fide"
LISTED = re.compile(r"Player\(([0-9]+),.*?\),([0-9.]+),List\(([^)]*)\)")
Rows = Mapping[str, Mapping[str, Any]]


def published(name: str, column: int) -> Mapping[str, tuple[float, float]]:
    """Score and tie-break of everybody, by FIDE's number."""
    text = (REAL / "tiebreak" / name).read_text(encoding="utf-8")
    return {
        number: (float(score), float(values.split(",")[column]))
        for number, score, values in LISTED.findall(text)
    }


def exercise() -> list[dict[str, str]]:
    """The exercise's players in their order, with the columns as published."""
    text = (REAL / "tiebreak" / "tec2023_swiss_expected.tsv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t"))


@attrs.frozen
class Standings:
    """A ledger with the tournaments in it, their ids, and FIDE's numbers of their players."""

    shell: Shell
    tournaments: Mapping[str, str]
    numbers: Mapping[str, str]

    def standings(self, tournament: str, method: str) -> Rows:
        found = self.shell.json("standings", self.tournaments[tournament], "--method", method)
        return {row["player"]: row for row in found["players"]}


@pytest.fixture(scope="module")
def imported(
    sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Standings]:
    """The three tournaments, imported; a PGN has neither its system nor, mostly, its last day."""
    with ledger_shell(
        sqlite_files, tmp_path_factory.mktemp("hall"), adoption("2000-01-01")
    ) as shell:
        supplied = "--name", "Masters", "--ended-on", "2025-06-27", "--system", "round-robin"
        swiss = "--system", "swiss"
        documents = {
            "rapid": import_file(shell, "pgn", "pgn/fwwrc2024_rapid_women.pgn", POOL, *swiss),
            "masters": import_file(
                shell, "pgn", "pgn/uzchesscup2025_masters.pgn", POOL, *supplied
            ),
            "exercise": import_file(
                shell, "trf", "trf/sharly_import_individual.trf", POOL, *swiss
            ),
        }
        tournaments = {name: each["tournament"]["tournament"] for name, each in documents.items()}
        numbers = {
            player["player"] or f"{tournaments[name]}-p{player['number']}": player["ids"]["fide"]
            for name, document in documents.items()
            for player in document["players"]
            if "fide" in player["ids"]
        }
        yield Standings(shell, tournaments, numbers)


PUBLISHED = {
    ("rapid", BUCHHOLZ): ("tiebreak_scalachess_official_tournament.txt", 1, 110),
    ("rapid", SONNEBORN_BERGER): ("tiebreak_scalachess_tournament.txt", 4, 110),
    ("masters", SONNEBORN_BERGER): ("tiebreak_scalachess_uzchesscup.txt", 1, 10),
}
"""The file that was published, the tie-break's column in it, and how many players it lists."""


@pytest.mark.parametrize(("tournament", "method"), PUBLISHED)
def test_everybody_has_the_published_value(
    imported: Standings, tournament: str, method: str
) -> None:
    file, column, players = PUBLISHED[tournament, method]
    rows = imported.standings(tournament, method)
    found = {imported.numbers[id_]: (row["points"], row["value"]) for id_, row in rows.items()}
    assert found == published(file, column)
    assert len(found) == players


@pytest.mark.parametrize(("method", "column"), [(BUCHHOLZ, "BH"), (SONNEBORN_BERGER, "SB")])
def test_the_exercise_comes_out_with_all_its_byes_and_forfeits(
    imported: Standings, method: str, column: str
) -> None:
    rows = by_number(imported.standings("exercise", method))
    found = {number: row["value"] for number, row in rows.items()}
    assert found == {row["startno"]: float(row[column]) for row in exercise()}


def test_the_exercise_is_ranked_by_score_and_buchholz_as_published(
    imported: Standings,
) -> None:
    """Those whom Buchholz leaves level share the places that further tie-breaks divide."""
    rows = by_number(imported.standings("exercise", BUCHHOLZ))
    ranked = {row["startno"]: int(row["rank"]) for row in exercise()}
    for number, row in rows.items():
        first, last = row["place"]
        assert first <= ranked[number] <= last


def by_number(rows: Rows) -> Rows:
    """The exercise's rows by starting number."""
    return {id_.rpartition("-p")[2]: row for id_, row in rows.items()}
