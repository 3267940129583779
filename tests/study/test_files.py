"""Studies as flat tables and as pictures, written by the commands."""

import csv
import io
from math import log
from xml.etree import ElementTree as ET

import pytest

from projections.api import Ledger
from projections.files.charts.plots import careers_plot, sweep_plot
from tests.console.shell import Shell

SVG = "{http://www.w3.org/2000/svg}"


def read_csv(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def shell(ledger, tmp_path):
    return Shell(ledger.database, tmp_path)


class TestTables:
    def test_a_comparison_has_a_row_for_each_player_on_both_lists(self, shell, ledger):
        rows = read_csv(shell.table("compare", "dwz", "--rulebook", "ingo-1960", "--as", "csv"))
        found = ledger.compare("dwz", None, "ingo-1960")["rows"]
        assert [row["player"] for row in rows] == [row["player"] for row in found]
        assert [float(row["second"]) for row in rows] == [row["second"] for row in found]

    def test_without_anybody_on_both_lists_no_empty_file_is_written(self, shell, tmp_path):
        """Before the first tournament nobody has a rating under either."""
        asked = ("compare", "dwz", "--rulebook", "ingo-1960", "--on", "1900-01-01", "--as", "csv")
        (problem,) = shell.refused(*asked, "--output", str(tmp_path / "both.csv"))
        assert problem["code"] == "nothing-to-write"
        assert not (tmp_path / "both.csv").exists()

    def test_a_prediction_has_a_row_for_each_forecaster_and_group(self, shell):
        rows = read_csv(shell.table("predict", "dwz", "--baseline", "even", "--as", "csv"))
        whole = {row["forecaster"]: row for row in rows if row["by"] == "all"}
        assert whole["even"]["games"] == "4"
        assert float(whole["even"]["log_loss_low"]) == pytest.approx(log(2))
        assert (whole["as adopted"]["games"], whole["as adopted"]["without_figure"]) == ("3", "1")
        common = {row["forecaster"]: row for row in rows if row["by"] == "common"}
        assert {name: row["games"] for name, row in common.items()} == {
            "as adopted": "3",
            "even": "3",
        }
        colours = [row for row in rows if (row["by"], row["forecaster"]) == ("colour", "even")]
        assert [row["group"] for row in colours] == ["white", "black"]

    def test_parquet_has_the_rows_of_csv(self, shell, tmp_path):
        parquet = pytest.importorskip("pyarrow.parquet", reason="the extra arrow")
        arguments = ("predict", "dwz", "--rulebook", "dwz-1995", "--as")
        shell.table(*arguments, "parquet", "--output", str(tmp_path / "found.parquet"))
        rows = parquet.read_table(tmp_path / "found.parquet").to_pylist()
        written = read_csv(shell.table(*arguments, "csv"))
        assert [row["group"] for row in rows] == [row["group"] for row in written]
        assert [row["games"] for row in rows] == [int(row["games"]) for row in written]

    def test_the_format_csv_gives_the_same_rows(self, shell):
        plain = shell.table("--format", "csv", "compare", "dwz", "--rulebook", "dwz-2014")
        assert read_csv(plain) == read_csv(
            shell.table("compare", "dwz", "--rulebook", "dwz-2014", "--as", "csv")
        )

    def test_a_sweep_has_a_row_for_each_setting_and_season(self):
        """The rows say the season and whether the setting was chosen for it; nothing is summed."""
        trial = {"season": 1997, "chosen": True, "games": 3, "log_loss": 0.5, "brier": 0.1}
        heading = {"pool": "dwz", "rulebook": "dwz-2026", "known_at": 9}
        document = {
            **heading,
            "trials": [{**trial, "setting": {"k_max": 60}, "difference": -0.1}],
        }
        assert Ledger.study_rows(document) == [
            {**heading, **trial, "difference": -0.1, "set_k_max": 60}
        ]

    def test_a_file_without_a_form_is_wrong_usage(self, shell, tmp_path):
        outcome = shell.run("predict", "dwz", "--output", str(tmp_path / "found"))
        assert (outcome.status, "--as csv" in outcome.err) == (2, True)


class TestPictures:
    def titles(self, path):
        whole = ET.fromstring(path.read_bytes())  # noqa: S314 - our own
        return [each.text for each in whole.iter(f"{SVG}text") if each.get("class") == "title"]

    def test_a_comparison_is_drawn_with_both_courses(self, shell, tmp_path):
        path = tmp_path / "compared.svg"
        arguments = ("compare", "dwz", "--rulebook", "dwz-2014", "--on", "1998-05-01")
        assert "dwz-2014" in shell.table(*arguments, "--plot", str(path))
        assert self.titles(path) == [
            "Mean rating at the end of the year, with the middle half of all players",
            "Ratings then and now: dwz-1995",
            "Ratings then and now: dwz-2014",
            "Differences of figures, above 0: better under dwz-2014",
        ]

    def test_a_prediction_is_drawn_as_calibration(self, shell, tmp_path):
        path = tmp_path / "foreseen.svg"
        shell.table("predict", "dwz", "--plot", str(path))
        assert self.titles(path) == ["Calibration: dwz, 4 games"]

    def test_a_player_is_drawn_beside_others(self, shell, tmp_path):
        path = tmp_path / "careers.svg"
        shell.table("player", "dwz", "agnes", "--beside", "bjorn", "--plot", str(path))
        assert path.read_bytes().startswith(b"<svg")

    def test_a_withheld_name_stays_withheld(self):
        history = [
            {"rulebook": "dwz-1995", "ended_on": day, "rating_after": 1500}
            for day in ("1996-01-01", "1997-01-01")
        ]
        assert b"(withheld)" in careers_plot([{"name": None, "history": history}])

    def test_a_picture_that_is_there_is_not_replaced_unasked(self, shell, tmp_path):
        path = tmp_path / "foreseen.svg"
        path.write_text("mine")
        outcome = shell.run("predict", "dwz", "--plot", str(path))
        assert (outcome.status, path.read_text()) == (1, "mine")
        shell.table("predict", "dwz", "--plot", str(path), "--overwrite")
        assert path.read_text() != "mine"

    def test_somebody_beside_without_a_picture_is_wrong_usage(self, shell):
        outcome = shell.run("player", "dwz", "agnes", "--beside", "dora")
        assert (outcome.status, "--plot" in outcome.err) == (2, True)


def test_a_sweep_is_drawn_season_by_season():
    """Two settings and the rulebook's own in two seasons; a cell of each season is framed."""
    trials = [
        {"season": season, "setting": setting, "difference": difference}
        for season in (1997, 1998)
        for setting, difference in (({}, 0), ({"k_max": 60}, -0.1), ({"k_max": 80}, 0.1))
    ]
    seasons = [
        {"season": 1997, "chosen": {"k_max": 60}},
        {"season": 1998, "chosen": {}},
    ]
    document = {"rulebook": "dwz-2026", "settings": 2, "seasons": seasons, "trials": trials}
    whole = ET.fromstring(sweep_plot(document))  # noqa: S314 - our own
    cells = [each.get("class") for each in whole.iter(f"{SVG}rect") if each.get("class")]
    assert {name: cells.count(name) for name in set(cells)} == {
        "neither": 2,
        "cheaper": 2,
        "dearer": 2,
        "chosen": 2,
    }
