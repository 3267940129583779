"""Other libraries beside ours, over the same generated federation, in the same run.

    uv run --with 'eventsourcing[postgres]==9.5.*' --with riix --with elote \\
        python -m scripts.lab.benchmarks.peers --games 100000 --postgresql start

Each works in a process of its own; beside its figure is a note on the work it leaves out.  They
are installed for the run alone.  A missing library is skipped.  Time is that of the
processor; on PostgreSQL, where most of the work is the server's, it is that of the clock.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import date, timedelta
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import attrs
import click
import orjson
from rich.console import Console
from rich.table import Table
from sqlalchemy import make_url

from ledger.events.facts import GameSubmitted
from scripts.lab.benchmarks import replaying
from scripts.lab.benchmarks.databases import PostgreSQLDatabases, SQLiteFiles, started
from scripts.lab.benchmarks.isolation import Stopwatch, in_new_process
from scripts.lab.benchmarks.run import POOL, BenchmarkRun
from scripts.lab.benchmarks.targets import POSTGRESQL, SQLITE

PAGE = 1_000
FIRST_DAY = date(2000, 1, 1)
ELO = "the figures"


@attrs.frozen
class PeerFigure:
    """Events or games in a second of processor time, and the work left out."""

    task: str
    who: str
    per_second: float
    without: str


def _log(run: BenchmarkRun) -> str:
    return f"the log, {run.databases.name}"


def _seconds(run: BenchmarkRun, stopwatch: Stopwatch) -> float:
    """Return the counted time: on a server, including the server's part."""
    return stopwatch.processor if run.databases.name == SQLITE else stopwatch.seconds


def log_of_ours(run: BenchmarkRun) -> Iterator[PeerFigure]:
    """Append with every check, then read to verify."""
    log, made = _log(run), run.ledger.made.result
    appended = made.events / _seconds(run, made.stopwatch)
    yield PeerFigure(log, "rating-ledger, append", appended, "")
    read = made.events / _seconds(
        run, in_new_process(replaying.read_events, run.ledger.url).result
    )
    yield PeerFigure(log, "its rows, read", read, "nothing is verified")
    verified = in_new_process(replaying.verify_log, run.ledger.url).result
    yield PeerFigure(log, "rating-ledger, verify", made.events / _seconds(run, verified), "")


def log_of_eventsourcing(run: BenchmarkRun) -> Iterator[PeerFigure]:
    """Append the same payloads as stored events, a thousand a transaction, and read them."""
    import_module(f"eventsourcing.{_MODULES[run.databases.name]}")
    file, url = run.federation(run.games), run.databases.empty("eventsourcing")
    events, inserting, reading = in_new_process(_record, file, url).result
    without = "no chain, no check of what is said, no duplicate noticed, no look-up by subject"
    inserted, read = events / _seconds(run, inserting), events / _seconds(run, reading)
    yield PeerFigure(_log(run), "eventsourcing, insert_events", inserted, without)
    yield PeerFigure(_log(run), "eventsourcing, select_notifications", read, "as above")


def figures_of_ours(run: BenchmarkRun) -> Iterator[PeerFigure]:
    """Replay the whole pool, from the log on disk."""
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


Work = Callable[[BenchmarkRun], Iterator[PeerFigure]]
OF_LOGS: tuple[Work, ...] = (log_of_ours, log_of_eventsourcing)
OF_FIGURES: tuple[Work, ...] = (
    figures_of_ours,
    figures_of_riix,
    figures_of_elote,
)


_MODULES = {SQLITE: "sqlite", POSTGRESQL: "postgres"}


def _recorder(url: str) -> Any:
    """Return the other library's database writer."""
    where = make_url(url)
    if where.get_backend_name() == "sqlite":
        sqlite = import_module("eventsourcing.sqlite")
        return sqlite.SQLiteApplicationRecorder(sqlite.SQLiteDatastore(where.database))
    postgres = import_module("eventsourcing.postgres")
    host, port = where.host or where.query.get("host"), where.port or 5432
    password = where.password or "none"  # the library requires one
    store = postgres.PostgresDatastore(where.database, host, port, where.username, password)
    return postgres.PostgresApplicationRecorder(store)


def _record(file: Path, url: str) -> tuple[int, Stopwatch, Stopwatch]:
    persistence, recorder = import_module("eventsourcing.persistence"), _recorder(url)
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
    return read, inserting, reading


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
@click.option("--postgresql", metavar="URL|start", help="Logs on this server as well.")
def main(games: int, postgresql: str | None) -> None:
    """Measure other libraries beside ours, over the same generated federation."""
    table = Table(title=f"{games:,} games", title_justify="left")
    for heading in ("work", "who", "a second", "without"):
        table.add_column(heading, justify="right" if heading == "a second" else "left")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="rating-ledger-peers-")))
        files = SQLiteFiles(folder)
        _measure(table, (*OF_LOGS, *OF_FIGURES), BenchmarkRun(files, folder, games=games, times=1))
        if postgresql is not None:
            url = stack.enter_context(started()) if postgresql == "start" else postgresql
            server = PostgreSQLDatabases(url)
            stack.callback(server.drop)
            _measure(table, OF_LOGS, BenchmarkRun(server, folder, games=games, times=1))
    Console(highlight=False).print(table)


def _measure(table: Table, works: Sequence[Work], run: BenchmarkRun) -> None:
    for work in works:
        try:
            for figure in work(run):
                rate = f"{figure.per_second:,.0f}"
                table.add_row(figure.task, figure.who, rate, figure.without)
        except ModuleNotFoundError as missing:
            click.echo(f"{work.__name__}: {missing}", err=True)


if __name__ == "__main__":
    main()
