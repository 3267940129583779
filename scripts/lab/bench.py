"""Measure speed and memory of the ledger over a generated federation.

    python scripts/lab/bench.py                              # 1,000,000 games on SQLite
    python scripts/lab/bench.py --postgresql start           # and on a PostgreSQL of its own
    python scripts/lab/bench.py --games 10000000 --only rebuild

Beside each figure are its target and, from the same run, the time of the bare database driver
or of a full rebuild.  Leave the machine alone meanwhile.
"""

import platform
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click
import orjson
from rich.console import Console

from scripts.lab.benchmarks.databases import PostgreSQLDatabases, SQLiteFiles, started
from scripts.lab.benchmarks.figures import Figure, table
from scripts.lab.benchmarks.parts import PARTS
from scripts.lab.benchmarks.run import BenchmarkRun

START = "start"
WIDTH = 220


@click.command
@click.option(
    "--games",
    type=click.IntRange(1_000, 10_000_000),
    default=1_000_000,
    show_default=True,
    help="Size of the federation.",
)
@click.option(
    "--only",
    "names",
    type=click.Choice(list(PARTS)),
    multiple=True,
    default=list(PARTS),
    help="Only this part; may be given several times.",
)
@click.option(
    "--times",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="How often a question is asked; the median counts.",
)
@click.option(
    "--postgresql",
    metavar="URL|start",
    help="Also on this server, where databases can be created, or on one started for it.",
)
@click.option("--json", "file", type=click.File("wb"), help="Write the figures to a file, too.")
@click.option("--keep", is_flag=True, help="Leave the folder with its ledgers there.")
def main(
    *, names: Sequence[str], postgresql: str | None, file: BinaryIO | None, keep: bool, **size: int
) -> None:
    """Measure speed and memory of the ledger over a generated federation."""
    with ExitStack() as stack:
        folder = stack.enter_context(_folder(keep=keep))
        runs = [BenchmarkRun(SQLiteFiles(folder), folder, **size)]
        if postgresql is not None:
            url = stack.enter_context(started()) if postgresql == START else postgresql
            server = PostgreSQLDatabases(url)
            stack.callback(server.drop)
            runs.append(BenchmarkRun(server, folder, **size))
        measured = {run.databases.name: list(_measured(run, names)) for run in runs}
    _print(measured, size["games"])
    if file is not None:
        document = _document(measured, size["games"])
        file.write(orjson.dumps(document, option=orjson.OPT_INDENT_2))


@contextmanager
def _folder(*, keep: bool) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="rating-ledger-bench-"))
    click.echo(f"working in {folder}", err=True)
    try:
        yield folder
    finally:
        if not keep:
            shutil.rmtree(folder)


def _measured(run: BenchmarkRun, names: Sequence[str]) -> Iterator[Figure]:
    for name in names:
        click.echo(f"measuring {name} on {run.databases.name}", err=True)
        yield from PARTS[name](run)


def _print(measured: Mapping[str, Sequence[Figure]], games: int) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=WIDTH)
    for database, figures in measured.items():
        console.print(table(f"{database}, {games:,} games", figures))
    console.print("The targets are those of 1,000,000 games.")


def _document(measured: Mapping[str, Sequence[Figure]], games: int) -> Mapping[str, Any]:
    return {
        "games": games,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "machine": platform.platform(),
        "figures": [figure.document() for some in measured.values() for figure in some],
    }


if __name__ == "__main__":
    main()
