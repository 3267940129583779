"""Other libraries beside ours, over the same made-up federation, in the same run.

    uv run --with 'eventsourcing==9.5.*' --with riix --with elote \\
        python -m scripts.benchmarks.peers --games 100000

Each works in a process of its own, in processor time; what it leaves out stands beside its figure.
They are installed for the run alone.  Where one is missing, its lines are left out.  Logs are
compared on SQLite only.
"""

import tempfile
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import attrs
import click
import orjson
from rich.console import Console
from rich.table import Table

from ledger.events.facts import GameSubmitted
from scripts.benchmarks import replaying
from scripts.benchmarks.databases import SQLiteFiles
from scripts.benchmarks.isolation import Stopwatch, in_new_process
from scripts.benchmarks.run import POOL, BenchmarkRun

PAGE = 1_000
FIRST_DAY = date(2000, 1, 1)
LOG, ELO = "the log, SQLite", "the figures"


@attrs.frozen
class PeerFigure:
    """So many events or games in a second of processor time, and what that leaves out."""

    task: str
    who: str
    per_second: float
    without: str


def log_of_ours(run: BenchmarkRun) -> Iterator[PeerFigure]:
    """Appended with every check, read to be verified."""
    made = run.ledger.made.result
    yield PeerFigure(LOG, "rating-ledger, append", made.per_processor_second, "")
    read = in_new_process(replaying.read_events, run.ledger.url).result
    yield PeerFigure(LOG, "its rows, read", made.events / read.processor, "nothing is verified")
    verified = in_new_process(replaying.verify_log, run.ledger.url).result
    yield PeerFigure(LOG, "rating-ledger, verify", made.events / verified.processor, "")


def log_of_eventsourcing(run: BenchmarkRun) -> Iterator[PeerFigure]:
    """The same payloads as stored events, a thousand in each transaction, and read again."""
    import_module("eventsourcing.sqlite")
    file, path = run.federation(run.games), run.folder / "eventsourcing.db"
    events, inserted, read = in_new_process(_record, file, path).result
    without = "no chain, no check of what is said, no duplicate noticed, no look-up by subject"
    yield PeerFigure(LOG, "eventsourcing, insert_events", events / inserted, without)
    yield PeerFigure(LOG, "eventsourcing, select_notifications", events / read, "as above")


def figures_of_ours(run: BenchmarkRun) -> Iterator[PeerFigure]:
    """The replay of the whole pool, from the log on disk."""
    replayed = in_new_process(replaying.replay_pool, run.ledger.url, POOL).result
    yield PeerFigure(ELO, "rating-ledger, dwz-1995", run.games / replayed.processor, "")


def figures_of_riix(run: BenchmarkRun) -> Iterator[PeerFigure]:
    """Elo by game, from a table in memory."""
    import_module("riix.models.elo")
    seconds = in_new_process(_fit, run.federation(run.games)).result
    without = "Elo alone, from memory: no log, no first ratings, no list, no correction"
    yield PeerFigure(ELO, "riix, Elo", run.games / seconds, without)


def figures_of_elote(run: BenchmarkRun) -> Iterator[PeerFigure]:
    """Elo by game, an object for each player."""
    import_module("elote")
    seconds = in_new_process(_play, run.federation(run.games)).result
    yield PeerFigure(ELO, "elote, Elo", run.games / seconds, "as above")


WORK: tuple[Callable[[BenchmarkRun], Iterator[PeerFigure]], ...] = (
    log_of_ours,
    log_of_eventsourcing,
    figures_of_ours,
    figures_of_riix,
    figures_of_elote,
)


def _record(file: Path, path: Path) -> tuple[int, float, float]:
    sqlite, persistence = (
        import_module(f"eventsourcing.{name}") for name in ("sqlite", "persistence")
    )
    recorder = sqlite.SQLiteApplicationRecorder(sqlite.SQLiteDatastore(str(path)))
    recorder.create_table()
    versions: dict[str, int] = {}
    events = []
    for line in file.read_bytes().splitlines():
        said = orjson.loads(line)
        stream = str(said["data"].get("tournament", said["data"].get("player")))
        versions[stream] = versions.get(stream, 0) + 1
        payload = orjson.dumps(said["data"])
        id_ = uuid5(NAMESPACE_URL, stream)
        events.append(persistence.StoredEvent(id_, versions[stream], said["type"], payload))
    inserting, reading = Stopwatch(), Stopwatch()
    with inserting.running():
        for start in range(0, len(events), PAGE):
            recorder.insert_events(events[start : start + PAGE])
    read = 0
    with reading.running():
        while page := recorder.select_notifications(start=read + 1, limit=PAGE):
            read += len(page)
    if read != len(events):
        raise AssertionError(f"{len(events)} were inserted, {read} read")
    return read, inserting.processor, reading.processor


def _games(file: Path) -> list[tuple[str, str, float]]:
    """White, Black and White's points of every game that was played by two."""
    said = map(orjson.loads, file.read_bytes().splitlines())
    games = (each["data"] for each in said if each["type"] == GameSubmitted.type)
    return [
        (each["white"], each["black"], float(each["white_points"]))
        for each in games
        if each.get("black")
    ]


def _fit(file: Path) -> float:
    polars, data, elo = map(import_module, ("polars", "riix.utils.data_utils", "riix.models.elo"))
    games = _games(file)
    columns: dict[str, Any] = dict(
        zip(("white", "black", "points"), zip(*games, strict=True), strict=True)
    )
    columns["day"] = [FIRST_DAY + timedelta(days=7 * (at // PAGE)) for at in range(len(games))]
    stopwatch = Stopwatch()
    with stopwatch.running():
        dataset = data.MatchupDataset(
            polars.DataFrame(columns),
            ["white", "black"],
            "points",
            datetime_col="day",
            verbose=False,
        )
        elo.Elo(competitors=dataset.competitors).fit_dataset(dataset)
    return stopwatch.processor


def _play(file: Path) -> float:
    competitor = import_module("elote").EloCompetitor
    games, stopwatch = _games(file), Stopwatch()
    with stopwatch.running():
        players = {name: competitor(initial_rating=1500) for game in games for name in game[:2]}
        for white, black, points in games:
            if points == 0.5:
                players[white].tied(players[black])
            elif points:
                players[white].beat(players[black])
            else:
                players[white].lost_to(players[black])
    return stopwatch.processor


@click.command()
@click.option("--games", type=click.IntRange(1_000), default=100_000, show_default=True)
def main(games: int) -> None:
    """Measure other libraries beside ours, over the same made-up federation."""
    table = Table(title=f"{games:,} games, a second of processor time", title_justify="left")
    for heading in ("work", "who", "a second", "without"):
        table.add_column(heading, justify="right" if heading == "a second" else "left")
    with tempfile.TemporaryDirectory(prefix="rating-ledger-peers-") as folder:
        run = BenchmarkRun(SQLiteFiles(Path(folder)), Path(folder), games=games, times=1)
        for work in WORK:
            try:
                for figure in work(run):
                    rate = f"{figure.per_second:,.0f}"
                    table.add_row(figure.task, figure.who, rate, figure.without)
            except ModuleNotFoundError as missing:
                click.echo(f"{work.__name__}: {missing}", err=True)
    Console(highlight=False).print(table)


if __name__ == "__main__":
    main()
