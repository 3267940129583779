"""A soak test of the read model: after every step it must be what a rebuild gives.

Runs the state machine of tests/incremental under every rulebook in turn, on SQLite files in a
temporary folder or on a PostgreSQL server of its own, until the time is over or a difference is
found.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
import structlog
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from ledger.log.database import connect, upgrade
from tests.databases.fresh import PostgreSQLDatabases
from tests.databases.server import Server
from tests.incremental.offices import CARDS
from tests.incremental.test_incremental_replay import Fresh, office


@contextmanager
def new_ledger() -> Iterator[str]:
    """The URL of an empty ledger in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'ledger.db'}"
        engine = connect(url, create=True)
        upgrade(engine)
        engine.dispose()
        yield url


@contextmanager
def server() -> Iterator[Fresh]:
    """A PostgreSQL server that gives empty ledgers."""
    started = Server(folder=tempfile.gettempdir())
    try:
        started.start()
        yield PostgreSQLDatabases(started).fresh
    finally:
        started.remove()


@click.command()
@click.option("--minutes", type=float, default=60.0, show_default=True)
@click.option("--postgresql", is_flag=True, help="On a PostgreSQL server started for it.")
@click.option("--steps", type=int, default=30, show_default=True, help="Steps of one office.")
def main(minutes: float, steps: int, *, postgresql: bool) -> None:
    """Soak the read model: go on and compare, for so many minutes."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    with ExitStack() as stack:
        new_database = stack.enter_context(server()) if postgresql else new_ledger
        _soak(new_database, minutes, steps)


def _soak(new_database: Fresh, minutes: float, steps: int) -> None:
    until, ledgers = time.monotonic() + minutes * 60, 0
    while time.monotonic() < until:
        for rulebook in CARDS:
            run_state_machine_as_test(
                office(rulebook, new_database),
                settings=settings(
                    max_examples=10,
                    stateful_step_count=steps,
                    deadline=None,
                    database=None,
                    phases=[Phase.generate, Phase.shrink],
                    suppress_health_check=list(HealthCheck),
                ),
            )
            ledgers += 10
        click.echo(f"{ledgers} offices, no difference", err=True)
    click.echo(f"{ledgers} offices of up to {steps} steps in {minutes:g} minutes: no difference.")


if __name__ == "__main__":
    main()
