"""The bench at its smallest size: which figures it takes, and what stands beside them.

How fast anything is, is for the bench itself to say, on a machine that does nothing else.
"""

import json
import multiprocessing.util
import os
import tempfile
import time
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from scripts.lab.bench import main
from scripts.lab.benchmarks import web
from scripts.lab.benchmarks.crosstables import write_open
from scripts.lab.benchmarks.figures import Baseline, Figure, shown
from scripts.lab.benchmarks.targets import POSTGRESQL, SQLITE, target_of
from scripts.lab.benchmarks.web import WebServer
from tests.tables import every

pytestmark = pytest.mark.slow

FORMATS = (
    *("trf", "csv", "jsonl", "h9", "tou", "opengotha", "dsb", "pgn"),
    *("swi", "macmahon", "walllist", "trx", "crosstable"),
)
PAGES = (
    "card of the longest record",
    "cards prepared at rest",
    "cards",
    "pages of the list",
    "tournaments",
    "searches",
)
FIGURES = (
    {
        "append in bulk": "events/s",
        "append in bulk, processor time alone": "events/s",
        "append in bulk, memory": "bytes",
        "append one event after another": "events/s",
        "append one event after another, 32 writers at once": "events/s",
        "verify": "events/s",
        "verify by two processes": "events/s",
        "full rebuild": "games/s",
        "replay by two processes, processor time of the longest": "games/s",
        "full rebuild by two processes": "games/s",
        "full rebuild, memory": "bytes",
        "ratings, the whole command": "s",
        "ratings as JSON, the whole command": "s",
        "ratings, the call alone": "s",
        "player, the whole command": "s",
        "player, the call alone": "s",
        "correction one year back": "s",
        "correction one year back, 95 of 100": "s",
        "correction one year back, processor time alone": "s",
        "correction five years back": "s",
        "correction ten years back": "s",
        "correction five years back, 95 of 100": "s",
        "correction ten years back, 95 of 100": "s",
        "correction five years back, processor time alone": "s",
        "correction ten years back, processor time alone": "s",
        "new tournament at the end": "s",
        "replay under dwz-1995": "games/s",
        "replay under dwz-2014": "games/s",
        "replay under dwz-2026": "games/s",
        "replay under egf-2021": "games/s",
        "replay under fide-2024": "games/s",
        "replay under ingo-1960": "games/s",
        "replay under lask-1970": "games/s",
        "replay under mgsz-2011": "games/s",
        "standings of 200 players, 11 rounds": "s",
        "standings of 1,000 players, 11 rounds": "s",
        "import a folder of files": "s",
        "start of serve to the first answer": "s",
        "304": "s",
        "memory of serve": "bytes",
        "pages of 8 clients": "a/s",
        "pages of 8 clients, of the processor": "a/s",
        "answers of the API to 8 clients": "a/s",
        "answers of the API to 8 clients, of the processor": "a/s",
    }
    | {
        f"{page}, {state}{busy}": "s"
        for page in PAGES
        for state in ("cold", "warm")
        for busy in ("", ", of the processor")
    }
    | {
        figure: unit
        for format_ in FORMATS
        for figure, unit in ((f"read {format_}", "bytes/s"), (f"games read {format_}", "games/s"))
    }
)


def _run(folder: Path, *options: str):
    """Return the bench's output, and the document it writes."""
    file = folder / "figures.json"
    smallest = ["--games", "1000", "--times", "1", "--json", str(file)]
    outcome = CliRunner().invoke(main, [*smallest, *options])
    if outcome.exception is not None:
        raise outcome.exception
    return outcome.stdout, json.loads(file.read_bytes())


@pytest.fixture(scope="module")
def complete(tmp_path_factory):
    """Everything measured over 1,000 games; a crowd of clients stays for a moment only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web, "SECONDS_FOR_EACH_TIME", 0.5)
        return _run(tmp_path_factory.mktemp("complete"))


@pytest.fixture
def empty_folder(tmp_path, monkeypatch) -> Path:
    """The folder in which the bench makes its own; this process has its own elsewhere."""
    multiprocessing.util.get_temp_dir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def _named(document, database) -> list[str]:
    return [figure["what"] for figure in document["figures"] if figure["database"] == database]


def test_everything_that_is_to_be_measured_is_measured_in_its_unit(complete):
    _, document = complete
    assert document["games"] == 1_000
    assert {figure["what"]: figure["unit"] for figure in document["figures"]} == FIGURES


def test_every_figure_stands_in_the_table_beside_another_of_the_same_run(complete):
    table, document = complete
    for figure in document["figures"]:
        row_start = f"│ {figure['what']} "
        line = next(line for line in table.splitlines() if line.startswith(row_start))
        assert figure["beside"]["what"] in line
        assert shown(figure["value"], figure["unit"]) in line
        assert figure["value"] > 0
        assert figure["ratio"] * figure["beside"]["value"] == pytest.approx(figure["value"])


def test_what_was_timed_several_times_is_told_with_the_worst_of_them(complete):
    _, document = complete
    for figure in document["figures"]:
        assert (figure["worst"] is not None) == (figure["unit"] == "s")
        assert figure["worst"] is None or figure["worst"] >= figure["value"]


def test_what_keeps_a_server_busy_is_counted_finer_than_in_hundredths_of_a_second():
    before = time.process_time()
    counted = WebServer(os.getpid(), host="", port=0, started=0.0).processor()
    assert before < counted < time.process_time()


def test_its_folder_is_taken_away_unless_it_is_to_be_kept(empty_folder):
    _run(empty_folder, "--only", "append")
    assert [file.name for file in empty_folder.iterdir()] == ["figures.json"]
    _run(empty_folder, "--only", "append", "--keep")
    (folder,) = (file for file in empty_folder.iterdir() if file.is_dir())
    ledgers = {"dwz-1995-1000.jsonl", "federation.db", "federation.db-queue", "bare.db"}
    assert {file.name for file in folder.iterdir()} == ledgers


def test_on_a_server_it_leaves_no_database_behind(empty_folder, postgresql_server):
    url = postgresql_server.url("postgres")
    _, document = _run(empty_folder, "--only", "single", "--only", "verify", "--postgresql", url)
    for database in (SQLITE, POSTGRESQL):
        names = ["append one event after another", "verify", "verify by two processes"]
        assert _named(document, database) == names
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        names = {name for (name,) in connection.execute("SELECT datname FROM pg_database")}
    assert not any("bench" in name for name in names)


def test_everybody_plays_all_eleven_rounds_of_an_open(tmp_path):
    file = tmp_path / "open.jsonl"
    write_open(file, 50)
    events = [json.loads(line) for line in file.read_bytes().splitlines()]
    games = [each["data"] for each in events if each["type"] == "game.submitted"]
    for number in range(1, 12):
        paired = [game for game in games if game["round"] == number]
        assert len({game[side] for game in paired for side in ("white", "black")}) == 50


@every(
    ("what", "value", "unit", "kept"),
    [
        ("append in bulk", 50_000, "events/s", True),
        ("append in bulk", 49_999, "events/s", False),
        ("full rebuild, memory", 999_000_000, "bytes", True),
        ("full rebuild, memory", 1_001_000_000, "bytes", False),
        ("correction one year back", 0.039, "s", True),
        ("correction one year back", 0.041, "s", False),
        ("replay under lask-1970", 50_000, "games/s", True),
        ("replay under lask-1970", 49_999, "games/s", False),
        ("read trf", 5_000_000, "bytes/s", True),
        ("read trf", 4_999_999, "bytes/s", False),
        ("verify", 1, "events/s", None),
    ],
)
def test_rates_are_promised_as_at_least_so_much_and_times_and_memory_as_at_most(
    what, value, unit, kept
):
    baseline = Baseline("another", 1.0)
    figure = Figure(database=SQLITE, what=what, value=value, unit=unit, baseline=baseline)
    assert figure.meets_target is kept


def test_appending_to_a_server_may_take_twice_as_long():
    assert target_of("append in bulk", POSTGRESQL) == 25_000


@every(
    ("value", "unit", "text"),
    [
        (51_234.4, "events/s", "51,234 events/s"),
        (734_003_200, "bytes", "734 MB"),
        (5_320_000, "bytes/s", "5.3 MB/s"),
        (0.1834, "s", "183.4 ms"),
        (12.34, "s", "12.3 s"),
    ],
)
def test_figures_are_written_in_units_that_people_read(value, unit, text):
    assert shown(value, unit) == text


@every(("value", "kept"), [(80.0, True), (79.9, False)])
def test_a_rate_that_is_to_be_a_part_of_the_drivers_is_held_to_that(value, kept):
    beside = {"unit": "events/s", "baseline": Baseline("the driver", 100.0)}
    what = "append one event after another"
    figure = Figure(database=SQLITE, what=what, value=value, **beside)
    assert figure.target is None
    assert figure.meets_target is kept
    assert "(≥ 0.8)" in " ".join(figure.cells())
