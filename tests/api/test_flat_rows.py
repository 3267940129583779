"""Every evaluation as one flat table agrees with what each tournament answers."""

import csv
import io
import sys
from collections import defaultdict
from pathlib import Path

import pyarrow.parquet
import pytest

from ledger.events.problems import Refused
from projections.api import Ledger
from scripts.generate_federation import federation
from tests.console.shell import Shell
from tests.projections.submissions import POOL, adoption, games, player, summary, tournament
from tests.tables import some_at_once

FIRST_YEAR = {
    "dwz-1995": 1995,
    "egf-2021": 2012,
    "fide-2024": 2024,
    "ingo-1960": 1965,
    "lask-1970": 1970,
    "mgsz-2011": 2012,
}
SEEDS = (1, 2)
AT_ONCE = ("dwz-1995-1", "egf-2021-2", "fide-2024-1")
GAMES = 600
HEADING = ("pool", "tournament", "ended_on", "rulebook")


@pytest.fixture(
    scope="module",
    params=some_at_once((f"{it}-{seed}" for it in FIRST_YEAR for seed in SEEDS), AT_ONCE),
)
def played(request, sqlite_files, tmp_path_factory):
    """A federation of three years under a rulebook, and its first year."""
    rulebook, _, seed = request.param.rpartition("-")
    first = FIRST_YEAR[rulebook]
    lines = federation(
        GAMES,
        seed=int(seed),
        years=3,
        pool=POOL,
        rulebook=rulebook,
        from_year=first,
        discipline="go" if rulebook in {"egf-2021", "mgsz-2011"} else "chess",
    )
    with (
        sqlite_files.fresh(tmp_path_factory.mktemp("federation")) as url,
        Ledger.open(url) as ledger,
    ):
        ledger.append(lines, by="the office")
        ledger.catch_up()
        yield ledger, first


def flat(row):
    return {name: value for name, value in row.items() if not isinstance(value, (list, dict))}


def must_be_under_way(view, rows):
    """LASK books game by game: what was booked by the day stands in the players' records."""
    for row in rows:
        assert row["rulebook"] == "lask-1970"
        assert row["ended_on"] > view.day.isoformat()
        record = view.player(row["player"])
        assert row in [{"pool": POOL, **flat(each)} for each in record["history"]]


@pytest.mark.slow
@pytest.mark.parametrize("day", [None, "-02-11", "-06-30", "-12-31"])
def test_the_rows_of_every_tournament_are_among_the_flat_ones(played, day):
    ledger, first = played
    with ledger.pool(POOL, on=day and f"{first + 1}{day}") as view:
        by_tournament = defaultdict(list)
        for row in view.evaluations():
            by_tournament[row["tournament"]].append(row)
        by_game = defaultdict(list)
        for row in view.evaluations(by_game=True):
            by_game[row["tournament"]].append(row)
        listed = [row["tournament"] for row in view.tournaments()]
        assert len(by_tournament) > 3
        for id_ in by_tournament.keys() - set(listed):
            must_be_under_way(view, by_tournament[id_])
        for id_ in listed:
            answer = view.tournament(id_)
            heading = {"pool": POOL, **{name: answer[name] for name in HEADING[1:]}}
            assert by_tournament[id_] == [{**heading, **flat(row)} for row in answer["players"]]
            assert by_game[id_] == [
                {
                    **heading,
                    **flat(row),
                    **{n if n == "game" else f"game_{n}": v for n, v in game.items()},
                }
                for row in answer["players"]
                for game in row.get("games_used") or [{}]
            ]


def test_days_only_go_forward(played):
    ledger, _ = played
    days = [row["ended_on"] for row in ledger.pool(POOL).evaluations()]
    assert days == sorted(days)


@pytest.mark.slow
def test_csv_and_parquet_hold_the_same_rows(played):
    ledger, _ = played
    with ledger.pool(POOL) as view:
        for by_game in (False, True):
            rows = list(view.evaluations(by_game=by_game))
            columns = list(dict.fromkeys(name for row in rows for name in row))
            full = [{name: row.get(name) for name in columns} for row in rows]
            content = view.export_evaluations("parquet", by_game=by_game).content
            assert pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist() == full
            text = view.export_evaluations("csv", by_game=by_game).content.decode()
            read = list(csv.DictReader(io.StringIO(text)))
            written = [
                {name: "" if row[name] is None else str(row[name]) for name in columns}
                for row in full
            ]
            assert read == written


class TestBySmallExample:
    """Anna and Bela meet once; an old evaluation of Carl is known by its summary alone."""

    @pytest.fixture
    def club(self, empty: Ledger) -> Ledger:
        empty.append(
            [
                adoption("1990-01-01"),
                *map(player, ("anna", "bela", "carl")),
                summary("carl", "old", "1992-01-01"),
                tournament("open", "1996-05-01"),
                *games("open", "anna 1-0 carl", "carl 0-1 bela"),
                tournament("wien", "1996-06-01", country="AUT"),
                *games("wien", "anna 1-0 bela"),
            ],
            by="anna",
        )
        return empty

    def test_a_summary_is_an_evaluation_without_games(self, club):
        """2195-8 with 3 of 5: as the summary says, 2195-9."""
        first = next(club.pool(POOL).evaluations())
        assert {name: first[name] for name in HEADING} == {
            "pool": POOL,
            "tournament": "old",
            "ended_on": "1992-01-01",
            "rulebook": "dwz-1995",
        }
        assert (first["player"], first["rating_before"], first["rating_after"]) == (
            *("carl", 2195),
            2195,
        )
        with_games = list(club.pool(POOL).evaluations(by_game=True))
        assert "game" not in with_games[0]

    def test_one_row_for_each_player_and_game(self, club):
        """Carl meets two players without a rating: for him no game counts, each of theirs does."""
        rows = [
            (row["tournament"], row["player"], row.get("game"), row.get("game_opponent"))
            for row in club.pool(POOL).evaluations(by_game=True)
        ]
        assert rows[0] == ("old", "carl", None, None)
        assert set(rows[1:]) >= {
            ("open", "anna", "open:anna-carl", "carl"),
            ("open", "bela", "open:carl-bela", "carl"),
        }
        assert {tournament for tournament, *_ in rows} == {"old", "open"}

    def test_the_command_writes_the_table(self, club, tmp_path: Path):
        shell = Shell(club.database, tmp_path)
        for form in ("csv", "parquet"):
            for rows in ("games", "evaluations"):
                path = tmp_path / f"{rows}.{form}"
                given = ("--as", form, "--rows", rows, "--output", str(path))
                shell.table("export", "evaluations", POOL, *given)
                with club.pool(POOL) as view:
                    file = view.export_evaluations(form, by_game=rows == "games")
                assert path.read_bytes() == file.content

    def test_a_pool_without_an_evaluation_is_a_table_without_rows(self, empty):
        empty.append([adoption(), player("anna")], by="anna")
        with empty.pool(POOL) as view:
            assert view.export_evaluations("csv").content == b"\r\n"
            content = view.export_evaluations("parquet").content
            assert pyarrow.parquet.read_table(io.BytesIO(content)).num_rows == 0

    def test_without_pyarrow_parquet_is_refused_with_the_remedy(self, club, monkeypatch):
        monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
        with pytest.raises(Refused, match=r"Parquet needs pyarrow.*or write csv"):
            club.pool(POOL).export_evaluations("parquet")
