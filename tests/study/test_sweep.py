"""Sweeps: what is tried, what is chosen on what, and that it does not matter who works it out."""

import os
import signal

import numpy as np
import pytest

from ledger.events.problems import Refused
from ledger.log.database import snapshot
from projections.api import Ledger
from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.history.history import History
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import AS_ADOPTED
from projections.study.forecasts import encounters, forecasts
from projections.study.packed_history import PackedHistory, packed
from projections.study.sweep import grid, some_of, values_of
from projections.study.workers import Task, by_cluster, by_processes
from scripts.generate_federation import federation
from tests.console.shell import Shell
from tests.databases.fresh import SQLiteFiles
from tests.projections.submissions import game, strike
from tests.tables import every

POOL = "dwz"
VARY = {"k_max": "60:100:20", "expectancy": "normal,table"}


@pytest.fixture(scope="module")
def history_(sqlite_files: SQLiteFiles, tmp_path_factory):
    """A generated federation of five seasons, in a file."""
    with sqlite_files.fresh(tmp_path_factory.mktemp("federation")) as url:
        with Ledger.open(url) as ledger:
            ledger.append(federation(1_500, 3, years=5), by="anna")
        yield url


@pytest.fixture
def five_seasons(history_):
    with Ledger.open(history_) as ledger:
        yield ledger


class TestSettings:
    @every(
        ("text", "values"),
        [
            ("20:40:10", [20, 30, 40]),
            ("0.06:0.1:0.02", [0.06, 0.08, 0.1]),
            ("5:5:1", [5]),
            ("1:2.5:1", [1, 2]),
            ("normal,table", ["normal", "table"]),
            ("null,30,true", [None, 30, True]),
        ],
    )
    def test_ranges_and_lists(self, text, values):
        assert values_of(text) == values

    @every("text", ["1:2", "a:b:c", "1:2:0", "2:1:1", "0:1e9:1", "1:2:nan"])
    def test_what_is_no_range_is_refused_with_the_remedy(self, text):
        with pytest.raises(Refused, match="FIRST:LAST:STEP"):
            values_of(text)

    def test_every_combination(self):
        assert grid({"a": [1, 2], "b": ["x"]}) == [{"a": 1, "b": "x"}, {"a": 2, "b": "x"}]

    def test_more_than_anybody_could_try_is_refused(self):
        with pytest.raises(Refused, match="vary less"):
            grid({"a": range(200), "b": range(200)})

    def test_the_same_seed_draws_the_same(self):
        settings = grid({"a": range(100)})
        assert some_of(settings, 5, 1) == some_of(settings, 5, 1) != some_of(settings, 5, 2)
        assert some_of(settings, 500, 1) == settings


class TestPackedHistory:
    def forecasts(self, history):
        replay = Replay.of(history, POOL, EVERYTHING, AS_ADOPTED)
        return list(forecasts(replay, encounters(history, POOL, EVERYTHING)))

    def test_it_forecasts_a_merged_season_as_the_log_does(self, ledger, tmp_path):
        self.must_agree(ledger, tmp_path)

    def test_it_forecasts_a_corrected_federation_as_the_log_does(self, five_seasons, tmp_path):
        self.must_agree(five_seasons, tmp_path)

    def must_agree(self, ledger, tmp_path):
        with snapshot(ledger.engine) as connection:
            path = packed(connection, POOL, EVERYTHING, tmp_path)
            assert self.forecasts(PackedHistory(path)) == self.forecasts(
                History(connection, EVERYTHING)
            )

    def test_it_is_made_anew_where_the_log_went_on(self, ledger, tmp_path):
        with snapshot(ledger.engine) as connection:
            before = packed(connection, POOL, EVERYTHING, tmp_path)
            assert packed(connection, POOL, EVERYTHING, tmp_path) == before
            assert packed(connection, POOL, AsOf(known_at=3), tmp_path) != before
        ledger.append([strike(game("summer", "agnes", "1-0", "dora"), "slip")], by="anna")
        with snapshot(ledger.engine) as connection:
            assert packed(connection, POOL, EVERYTHING, tmp_path) != before

    def test_it_holds_no_names(self, ledger, tmp_path):
        with snapshot(ledger.engine) as connection:
            content = packed(connection, POOL, EVERYTHING, tmp_path).read_bytes()
        assert "Müller".encode() not in content


class TestChoosing:
    def test_only_seasons_with_two_before_them_are_scored(self, five_seasons, tmp_path):
        found = five_seasons.sweep(POOL, "dwz-2026", VARY, folder=tmp_path)
        assert [row["season"] for row in found["seasons"]] == [1997, 1998, 1999]
        assert found["games"] == sum(row["games"] for row in found["seasons"])
        assert found["settings"] == 6

    def test_a_season_is_scored_as_predict_scores_it(self, five_seasons, tmp_path):
        """One setting only, so it is known what was chosen: it or the rulebook's own."""
        found = five_seasons.sweep(POOL, "dwz-1995", {"expectancy": "normal"}, folder=tmp_path)
        for row in found["seasons"]:
            (dwz,) = five_seasons.predict(
                POOL,
                rulebooks=["dwz-1995"],
                first=f"{row['season']}-01-01",
                last=f"{row['season']}-12-31",
            )["forecasters"]
            assert row["games"] == dwz["games"]
            assert row["log_loss"] == pytest.approx(dwz["log_loss"]["value"], abs=1e-12)

    def test_what_a_season_brings_does_not_choose_for_it(self, five_seasons, tmp_path):
        """On the last day of 1998 nothing of 1999 has been; 1998 is chosen for all the same."""
        whole = five_seasons.sweep(POOL, "dwz-2026", VARY, folder=tmp_path)
        earlier = five_seasons.sweep(POOL, "dwz-2026", VARY, on="1998-12-31", folder=tmp_path)
        assert [row["chosen"] for row in earlier["seasons"]] == [
            row["chosen"] for row in whole["seasons"][:2]
        ]

    def test_an_interrupted_sweep_goes_on_from_what_was_worked_out(self, five_seasons, tmp_path):
        steps: list[int] = []
        whole = five_seasons.sweep(POOL, "dwz-2026", VARY, folder=tmp_path, progress=steps.append)
        assert steps == [0, 1, 1, 1, 1, 1, 1, 1]
        next(tmp_path.glob("*.npy")).unlink()
        steps.clear()
        again = five_seasons.sweep(POOL, "dwz-2026", VARY, folder=tmp_path, progress=steps.append)
        assert steps == [6, 1]
        assert again == whole

    def test_a_reading_that_is_none_is_refused_before_any_work(self, ledger, tmp_path):
        with pytest.raises(Refused, match="k_maximum"):
            ledger.sweep(POOL, "dwz-2026", {"k_maximum": "1:3:1"}, folder=tmp_path / "kept")
        with pytest.raises(Refused, match="nowhere"):
            ledger.sweep("nowhere", "dwz-2026", VARY, folder=tmp_path / "kept")
        assert not (tmp_path / "kept").exists()


def tasks():
    return [
        Task(number=number, pool=POOL, as_of=EVERYTHING, rulebook="dwz-2026", parameters=setting)
        for number, setting in enumerate(grid({"k_max": [60, 80, 100], "minimum": [0, 1100]}))
    ]


def expectations(work, path, order=1):
    return {number: found.tobytes() for number, found in work(path, tasks()[::order])}


@pytest.mark.slow
def test_the_order_in_which_settings_are_tried_and_values_named_does_not_matter(
    five_seasons, tmp_path
):
    """The same seasons, chosen settings and costs, though each is computed anew."""
    orders = ({"k_max": [60, 80], "minimum": [0, 1100]}, {"minimum": [1100, 0], "k_max": [80, 60]})
    first, second = (
        five_seasons.sweep(
            POOL, "dwz-2026", vary, folder=tmp_path / str(number), workers=1 + number
        )
        for number, vary in enumerate(orders)
    )
    assert first["seasons"] == second["seasons"]
    assert first["log_loss"] == second["log_loss"]


@pytest.mark.slow
class TestWhoWorks:
    @pytest.fixture
    def path(self, five_seasons, tmp_path):
        with snapshot(five_seasons.engine) as connection:
            return packed(connection, POOL, EVERYTHING, tmp_path)

    def test_two_processes_find_what_one_finds_bit_by_bit(self, path):
        assert expectations(by_processes(2), path) == expectations(by_processes(1), path, order=-1)

    def test_a_cluster_finds_the_same_although_a_worker_is_killed(self, path):
        """Two worker processes; one is killed when the first result is in."""
        distributed = pytest.importorskip("distributed", reason="the extra sweep")
        alone = dict(by_processes(1)(path, tasks()))
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster:
            with distributed.Client(cluster, set_as_default=False) as client:
                victim = next(iter(client.run(os.getpid).values()))
            found = {}
            for number, each in by_cluster(cluster.scheduler_address)(path, tasks()):
                if not found:
                    os.kill(victim, signal.SIGKILL)
                found[number] = each
        assert found.keys() == alone.keys()
        assert all(np.array_equal(found[each], alone[each], equal_nan=True) for each in alone)

    def test_where_no_scheduler_answers_it_is_said(self, path):
        pytest.importorskip("distributed", reason="the extra sweep")
        with pytest.raises(Refused, match="no Dask scheduler answers at nonsense"):
            list(by_cluster("nonsense://here")(path, tasks()))


class TestCommand:
    def test_json_is_what_the_door_answers(self, five_seasons, tmp_path):
        arguments = ["--rulebook", "dwz-2026", "--vary", "k_max=60:100:20", "--folder"]
        shell = Shell(five_seasons.database, tmp_path)
        printed = shell.json("sweep", POOL, *arguments, str(tmp_path / "kept"))
        assert printed == five_seasons.sweep(
            POOL, "dwz-2026", {"k_max": "60:100:20"}, folder=tmp_path / "kept"
        )

    def test_the_table_fits_eighty_columns(self, five_seasons, tmp_path):
        arguments = ["--rulebook", "dwz-1995", "--vary", "expectancy=table", "--folder"]
        shell = Shell(five_seasons.database, tmp_path)
        table = shell.table("sweep", POOL, *arguments, str(tmp_path / "kept"))
        assert max(map(len, table.splitlines())) <= 80
        assert "1999" in table

    def test_a_reading_without_values_is_wrong_usage(self, ledger, tmp_path):
        arguments = ("sweep", POOL, "--rulebook", "dwz-2026", "--vary", "k_max")
        outcome = Shell(ledger.database, tmp_path).run(*arguments)
        assert (outcome.status, "NAME=VALUES" in outcome.err) == (2, True)
