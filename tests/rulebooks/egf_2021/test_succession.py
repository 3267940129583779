"""From the Hungarian list to Europe's: twenty years of go under both, and one after the other."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import orjson
import pytest

from ledger.log.clock import now
from ledger.log.database import connect
from ledger.validation.submission import append
from projections.engine.registry import RegisteredRulebooks
from projections.engine.replay.schedule import WhatIf
from projections.queries.audit import audit
from projections.rulebooks.egf_2021.rulebook import Egf2021
from scripts.generate_federation import federation
from tests.console.shell import Shell
from tests.databases.fresh import SQLiteFiles
from tests.projections.club import Club
from tests.projections.submissions import adoption, correction, game, player, tournament
from tests.rulebooks.egf_2021.go_club import POOL

SUCCESSION = "2022-01-01"
EGF = WhatIf(rulebook="egf-2021")
PIECES = Egf2021.conversions["mgsz-2011"]["pieces"]


@pytest.fixture(scope="module")
def hungary(sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A generated federation from 2012 to 2031 that lives by MGSZ 2011 throughout."""
    lines = federation(
        2_000, seed=7, from_year=2012, years=20, pool=POOL, rulebook="mgsz-2011", discipline="go"
    )
    with sqlite_files.fresh(tmp_path_factory.mktemp("hungary")) as url:
        club = Club(connect(url), POOL)
        append(
            club.engine,
            enumerate(lines, 1),
            by="the office",
            rulebooks=RegisteredRulebooks(),
            clock=now,
        )
        club.catch_up()
        yield club
        club.engine.dispose()


def test_both_systems_rank_the_same_people_alike(hungary: Club) -> None:
    """Side by side: the what-if starts from the same cards, by the conversion on record."""
    with hungary.answers() as answers, hungary.answers(what_if=EGF) as asked:
        elo = {row["player"]: row["figure"] for row in answers.ratings()}
        gor = {row["player"]: row["card"]["gor"] for row in asked.ratings()}
    assert elo.keys() == gor.keys()
    assert len(elo) > 20
    pairs = [(one, two) for one in elo for two in elo if elo[one] - elo[two] >= 150]
    alike = sum(gor[one] > gor[two] for one, two in pairs)
    assert len(pairs) > 50
    assert alike / len(pairs) > 0.9


def test_a_tournament_has_an_evaluation_under_either(hungary: Club) -> None:
    with hungary.answers() as answers, hungary.answers(what_if=EGF) as asked:
        names = answers.whole_history().tournament_ids(POOL)[::8]
        for name in names:
            one, other = answers.tournament(name), asked.tournament(name)
            assert (one["rulebook"], other["rulebook"]) == ("mgsz-2011", "egf-2021")
            if one["rated"] and other["rated"]:
                played = {row["player"] for row in one["players"]}
                assert {row["player"] for row in other["players"]} == played
    assert len(names) > 3


class TestSuccession:
    """EGF conversion: the pool adopts EGF 2021 with the pieces on record."""

    @pytest.fixture
    def shell(self, sqlite_database: str, tmp_path: Path) -> Shell:
        shell = Shell(sqlite_database, tmp_path)
        decided = {"pool": POOL, "from_day": "2012-01-01", "kind": "initial"}
        decided |= {"by": "the committee", "card": {"elo": 2015, "grade": "2d"}}
        cards = [
            {
                "type": "rating.decided",
                "id": f"card {name}",
                "data": {**decided, "player": name, "reason": "list of 2011"},
            }
            for name in ("anna", "bela")
        ]
        time = {"minutes": 60, "overtime": "japanese", "seconds": 30}
        facts = {"pools": [POOL], "discipline": "go", "thinking_time": time, "format": "games"}
        shell.append(
            adoption("2012-01-01", POOL, rulebook="mgsz-2011"),
            player("anna"),
            player("bela"),
            *cards,
            tournament("buda", "2015-05-05", **facts),
            game("buda", "anna", "1-0", "bela"),
            adoption(SUCCESSION, POOL, rulebook="egf-2021", conversion={"pieces": PIECES}),
            tournament("pest", "2022-05-05", **facts),
            game("pest", "bela", "1-0", "anna"),
        )
        return shell

    def test_one_history_runs_across_both(self, shell: Shell) -> None:
        """2015, C = 15, equals: ±0.5 · 15 + 0.5 = +8 and −7: 2023 and 2008.

        The band of 1 dan begins at 1980, 70 wide: 1.429 · 2023 − 779.42 = 2111.4, 2008 gives
        2090.0.  Both keep 2 dan.  In 2022 Bela wins: from 2090 (con 17.8159, bonus 0.5390; Se
        0.4697) he comes to 2099.992, and Anna from 2111 (con 17.3238, bonus 0.4905; Se
        0.5306) to 2102.298.
        """
        anna, bela = (shell.json("player", POOL, name) for name in ("anna", "bela"))
        assert [row["rulebook"] for row in anna["history"]] == [
            "mgsz-2011",
            "egf-2021",
            "egf-2021",
        ]
        carried = [each["history"][1] for each in (anna, bela)]
        assert [row["elo_before"] for row in carried] == [2023, 2008]
        assert [row["gor_after"] for row in carried] == [2111, 2090]
        assert {(row["grade_after"], row["highest_after"]) for row in carried} == {("2d", "2d")}
        assert anna["card"] == {"gor": 2102.298, "grade": "2d", "highest": "2d"}
        assert bela["card"] == {"gor": 2099.992, "grade": "2d", "highest": "2d"}

    def test_the_conversion_has_its_step_in_the_audit(self, shell: Shell) -> None:
        engine = connect(shell.database)
        with Club(engine, POOL).answers(on="2022-01-01") as answers:
            document = audit(answers, "anna", None).document()
        engine.dispose()
        (step,) = document["steps"]
        assert (step["rule"], step["result"]) == ("EGF conversion", 2111)
        assert step["given"]["figure"] == 2023

    def test_a_correction_before_the_seam_is_felt_behind_it(self, shell: Shell) -> None:
        before = {row["player"]: row["card"]["gor"] for row in shell.json("ratings", POOL)}
        wrong = game("buda", "anna", "1-0", "bela")
        shell.append(correction(wrong, "judged again", white_points=0, black_points=1))
        after = {row["player"]: row["card"]["gor"] for row in shell.json("ratings", POOL)}
        assert after["anna"] < before["anna"]
        assert after["bela"] > before["bela"]
        assert shell.run("rebuild", POOL, "--check").status == 0
        changed = shell.json("diff", POOL, "--from-known", "10", "--to-known", "11")
        assert {row["player"] for row in changed} == {"anna", "bela"}
        assert all("judged again" in orjson.dumps(row).decode() for row in changed)

    def test_the_command_that_changes_a_rulebook_knows_the_conversion(
        self, sqlite_database: str, tmp_path: Path
    ) -> None:
        shell = Shell(sqlite_database, tmp_path)
        shell.append(adoption("2012-01-01", POOL, rulebook="mgsz-2011"))
        options = ("--rulebook", "egf-2021", "--from", SUCCESSION, "--convert")
        assert shell.json("pool", POOL, *options)["appended"] == 1
        (adopted,) = shell.json("log", "--type", "rulebook.adopted", "--from", "2")
        assert len(adopted["data"]["conversion"]["pieces"]) == len(PIECES)
        assert date.fromisoformat(adopted["data"]["from_day"]) == date(2022, 1, 1)
