"""LASK Regel 7 and Metod 1 on the command line: a club's letter, and a first number proposed."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ledger.log.database import connect
from projections.interfaces.cli.lazy_commands import main
from tests.audit.seasons import lask_number, lask_rulebook
from tests.projections.club import Club
from tests.projections.submissions import Event, game, games, membership, player, tournament

Run = Callable[..., Result]


def _season() -> list[Event]:
    """Anna beats bela of another club in March; cora and erik have no number, cora gets one."""
    clubs = {"anna": "Lund", "bela": "Malmö", "cora": "Lund", "erik": "Lund"}
    return [
        lask_rulebook(),
        *map(player, clubs),
        *(membership(name, club, "1970-01-01") for name, club in clubs.items()),
        *(lask_number(name, 1900) for name in ("anna", "bela")),
        tournament("series", "1971-03-01", pools=["lask"], format="games", flags=["long-games"]),
        game("series", "anna", "1-0", "bela", played_on="1971-03-01"),
        tournament("class two", "1971-04-01", pools=["lask"], format="games", **{"class": "II"}),
        *games("class two", "erik 1-0 anna", "erik ½-½ bela"),
        game("class two", "erik", "1-0", "cora", played=False, reason="forfeit"),
        tournament("later", "1971-09-10", pools=["lask"], format="games", flags=["long-games"]),
        game("later", "anna", "½-½", "bela", played_on="1971-09-10"),
    ]


@pytest.fixture
def run(sqlite_database: str) -> Run:
    engine = connect(sqlite_database)
    club = Club(engine, "lask")
    club.append(*_season())
    engine.dispose()

    def command(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["--database", sqlite_database, *arguments])

    return command


class TestTheReportOfAClub:
    """LASK Regel 7 a, LASK Regel 7 b, LASK Regel 7 e."""

    def test_it_has_the_numbers_the_deductions_and_the_games_against_others(self, run: Run):
        """Anna: 1900, 16 for the win, less 20 for one game in the season (Tabell 4)."""
        asked = ("--as", "club-report", "--club", "Lund", "--season", "1970")
        done = run("export", "evaluation", "lask", *asked)
        assert done.exit_code == 0, done.output
        lines = [
            (each["rule"], each["player"], each["name"], each["value"])
            for each in csv.DictReader(io.StringIO(done.stdout))
        ]
        assert lines == [
            ("LASK Regel 7 a", "anna", "Anna, Test", "1896"),
            ("LASK Regel 7 b", "", "", "20"),
            ("LASK Regel 7 c", "", "", "1"),
            ("LASK Regel 7 d", "", "", "16"),
        ]

    def test_what_cannot_be_reported_is_refused_with_the_reason(self, run: Run):
        def refused(*asked: str) -> str:
            done = run("export", "evaluation", "lask", "--as", "club-report", *asked)
            assert done.exit_code != 0
            return done.stderr

        assert "the clubs of that day: Lund, Malmö" in refused(
            "--club", "Ystad", "--season", "1970"
        )
        assert "is in the future" in refused("--club", "Lund", "--season", "1990")
        assert "takes --club and --season" in refused("--club", "Lund")
        assert "takes --club and --season" in refused("series", "--club", "L", "--season", "1970")

    def test_a_table_still_needs_its_tournament(self, run: Run):
        done = run("export", "evaluation", "lask", "--as", "csv")
        assert "takes a tournament" in done.stderr


class TestAFirstNumberProposed:
    """LASK Metod 1, LASK Tabell 1, LASK Tabell 2."""

    def test_the_first_example_of_the_rules_can_be_appended(self, run: Run, tmp_path: Path):
        """Class II is 1775; 6.5 of 9 are 73 %, with 175 more: 1950."""
        asked = ["--points", "6.5", "--games", "9", "--class", "II", "--from-day", "1971-02-01"]
        done = run("propose", "lask", "cora", "--by", "CRK", *asked)
        assert done.exit_code == 0, done.output
        event = json.loads(done.stdout)
        assert event["data"]["card"] == {"rating": 1950}
        assert event["data"]["reason"].startswith("6.5 of 9 points in class II")
        slip = tmp_path / "cora.jsonl"
        slip.write_text(done.stdout, "utf-8")
        assert run("append", str(slip)).exit_code == 0
        assert "1950" in run("player", "lask", "cora", "--on", "1971-02-01").stdout

    def test_the_result_may_be_that_of_a_tournament(self, run: Run):
        """1.5 of 2 in class II, a forfeit apart: .75 are 193 more than 1775."""
        event = json.loads(run("propose", "lask", "erik", "class two", "--by", "CRK").stdout)
        assert event["data"]["card"] == {"rating": 1968}
        assert event["data"]["from_day"] == "1971-04-01"

    @pytest.mark.parametrize(
        ("asked", "why"),
        [
            (("--points", "9", "--games", "9", "--class", "II"), "every point or none"),
            (("--points", "5", "--games", "9", "--class", "V"), "no mean strength of class V"),
            (("--points", "10", "--games", "9", "--class", "II"), "are not a possible result"),
            ((), "name a tournament"),
        ],
    )
    def test_where_none_can_be_proposed_the_reason_is_said(
        self, run: Run, asked: tuple[str, ...], why: str
    ):
        done = run("propose", "lask", "cora", "--by", "CRK", "--from-day", "1971-02-01", *asked)
        assert done.exit_code == 1
        assert why in done.stderr

    def test_a_rulebook_without_such_a_method_says_so(self, run: Run):
        asked = ["--points", "5", "--games", "9", "--from-day", "1971-02-01"]
        done = run("propose", "lask", "cora", "--by", "CRK", "--rulebook", "dwz-1995", *asked)
        assert "dwz-1995 proposes no first ratings" in done.stderr
