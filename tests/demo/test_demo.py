"""The demo: its figures are right, its output is reproducible, its commands run."""

import json
import re
import shlex
from math import erf
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from projections.interfaces.cli.lazy_commands import main

FILES = Path("projections/interfaces/cli/demo").resolve()
SPRING, AUTUMN, SUMMER, CORRECTION = (
    FILES / f"club_{name}.jsonl" for name in ("spring", "autumn", "late_summer", "correction")
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UV", raising=False)
    return tmp_path


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The demo's folder, and the demo as a document: it is told once."""
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as here:
        here.chdir(folder)
        here.delenv("UV", raising=False)
        result = run("--format", "json", "demo")
    assert (result.exit_code, result.stderr) == (0, "")
    document: dict[str, Any] = json.loads(result.stdout)
    assert (folder / document["ledger"]).is_file()
    return folder, document


@pytest.fixture
def demo_document(
    told: tuple[Path, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """The demo as a document, in its folder; nobody writes into its ledger."""
    folder, document = told
    monkeypatch.chdir(folder)
    monkeypatch.delenv("UV", raising=False)
    return document


def step(demo_document: dict[str, Any], title: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = [
        each for each in demo_document["chapters"] if each["title"] == title
    ]
    assert len(found) == 1
    return found[0]


def ratings(database: str, *options: str) -> dict[str, int]:
    result = run("--database", database, "--format", "json", "ratings", "club", *options)
    assert result.exit_code == 0, result.stderr
    return {row["player"]: row["figure"] for row in json.loads(result.stdout)}


class TestDortmund1995:
    @pytest.fixture
    def rows(self, demo_document: dict[str, Any]) -> dict[str, Any]:
        document = step(demo_document, "A real tournament: Dortmund 1995")["shown"][0][
            "tournament"
        ]
        return {row["player"]: row for row in document["players"]}

    def test_everybody_has_the_points_the_newspapers_printed(self, rows: dict[str, Any]) -> None:
        """The final scores of 24 July 1995."""
        assert {player: row["points"] for player, row in rows.items()} == {
            "kramnik": 7,
            "karpov": 6.5,
            "ivanchuk": 5,
            "leko": 5,
            "lautier": 4.5,
            "short": 4,
            "piket": 4,
            "bareev": 3.5,
            "beliavsky": 3.5,
            "lobron": 2,
        }

    def test_everybody_met_everybody_once(self, rows: dict[str, Any]) -> None:
        for player, row in rows.items():
            met = [game["opponent"] for game in row["games_used"]]
            assert sorted([player, *met]) == sorted(rows)

    def test_the_new_ratings_are_those_of_a_pocket_calculator(self, rows: dict[str, Any]) -> None:
        """Index 0 stands for E = 5; nine games."""
        elo = {player: row["rating_before"] for player, row in rows.items()}
        for player, row in rows.items():
            differences = [elo[player] - elo[other] for other in elo if other != player]
            expected = sum(0.5 * (1 + erf(difference / 400)) for difference in differences)
            change = 800 * (row["points"] - expected) / (5 + 9)
            assert abs(row["rating_after"] - (elo[player] + change)) <= 0.5


class TestTheClub:
    def test_rosa_gets_her_first_rating_with_the_help_of_residual_games(
        self, demo_document: dict[str, Any]
    ) -> None:
        waiting = step(demo_document, "A club joins")["shown"][1]["player"]
        assert (waiting["figure"], len(waiting["residual_games"])) == (None, 3)
        document = step(demo_document, "The autumn tournament")["shown"][0]["tournament"]
        (row,) = [row for row in document["players"] if row["player"] == "rosa"]
        assert (row["status"], row["index_after"], row["games"]) == ("first", 1, 7)

    def test_the_late_tournament_changes_also_those_who_were_not_there(
        self, demo_document: dict[str, Any]
    ) -> None:
        (shown,) = step(demo_document, "A tournament arrives late")["shown"]
        changed = {row["player"] for row in shown["changed"]}
        there = {
            player
            for line in SUMMER.read_text("utf-8").splitlines()
            if (data := json.loads(line)["data"]) and "game" in data
            for player in (data["white"], data["black"])
        }
        assert changed > there
        assert "dorothea" not in there

    def test_dorothea_had_no_part_in_the_corrected_game_and_yet_changed(
        self, demo_document: dict[str, Any]
    ) -> None:
        (line,) = CORRECTION.read_text("utf-8").splitlines()
        game = json.loads(line)["data"]["replacement"]
        assert {game["white"], game["black"]} == {"rosa", "berta"}
        (shown,) = step(demo_document, "A result is corrected")["shown"]
        assert "dorothea" in {row["player"] for row in shown["changed"]}

    def test_had_everything_arrived_in_time_the_list_would_be_the_same(
        self, demo_document: dict[str, Any]
    ) -> None:
        database = "sqlite:///in-time.db"
        assert run("--database", database, "init").exit_code == 0
        for file in (SPRING, CORRECTION, SUMMER, AUTUMN):
            result = run("--database", database, "append", str(file))
            assert result.exit_code == 0, result.stderr
        assert ratings(database) == ratings(demo_document["database"])

    def test_the_list_of_1_december_is_still_there(self, demo_document: dict[str, Any]) -> None:
        """Known then: the spring and the autumn."""
        database = "sqlite:///then.db"
        run("--database", database, "init")
        run("--database", database, "append", str(SPRING), str(AUTUMN))
        assert ratings(demo_document["database"], "--known-at", "1995-12-01") == ratings(database)


class TestTheCommand:
    def test_it_tells_the_same_each_time(self, demo_document: dict[str, Any]) -> None:
        again = json.loads(run("--format", "json", "demo", "elsewhere").stdout)
        assert again["chapters"] == demo_document["chapters"]

    @pytest.mark.slow
    def test_every_command_it_ends_with_runs(self, demo_document: dict[str, Any]) -> None:
        assert demo_document["go_on"]
        for each in demo_document["go_on"]:
            program, *arguments = shlex.split(each["command"])
            assert program == "rating-ledger"
            result = run(*arguments)
            assert result.exit_code == 0, result.stderr

    @pytest.mark.usefixtures("folder")
    def test_the_commands_are_spelt_for_uv_where_uv_runs_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("UV", "uv")
        assert "\nuv run rating-ledger --database" in run("demo").stdout

    @pytest.mark.usefixtures("folder")
    def test_people_read_it_in_lines_that_fit(self) -> None:
        """All but the commands, which are to be pasted, and the rules' own sentences."""
        lines = run("demo").stdout.splitlines()
        our_own = [line for line in lines if not re.match(r"rating-ledger |\s*\d+\. DWZ", line)]
        assert len(our_own) > 100
        assert max(map(len, our_own)) <= 100

    @pytest.mark.slow
    def test_a_second_demo_takes_the_next_free_folder(self, folder: Path) -> None:
        first, second = (run("demo").stdout.splitlines()[0] for _ in range(2))
        assert first == "A new ledger in rating-ledger-demo/ledger.db"
        assert second == "A new ledger in rating-ledger-demo-2/ledger.db"
        assert (folder / "rating-ledger-demo-2" / "ledger.db").is_file()

    def test_a_ledger_that_is_there_is_not_touched(self, folder: Path) -> None:
        ledger = folder / "mine" / "ledger.db"
        ledger.parent.mkdir()
        ledger.write_bytes(b"precious")
        result = run("demo", "mine")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "name another folder" in result.stderr
        assert ledger.read_bytes() == b"precious"

    def test_the_ledger_of_the_federation_is_not_touched(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("RATING_LEDGER_DATABASE", "sqlite:///federation.db")
        assert run("demo").exit_code == 0
        assert not (folder / "federation.db").exists()
