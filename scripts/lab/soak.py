"""Soak tests and attacks: long work on a ledger after which everything must hold.

``lists`` runs the state machine of tests/incremental under every rulebook in turn; the others
attack real processes (``scripts/lab/soaking``): on SQLite files in a temporary folder or on a
PostgreSQL server of its own, until the time is over or a requirement fails.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs
import click
import structlog
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from scripts.lab.soaking.commands import clocks, full_disk, interrupts
from scripts.lab.soaking.kills import kills
from scripts.lab.soaking.writers import crowd
from tests.databases.fresh import PostgreSQLDatabases
from tests.databases.server import Server
from tests.incremental.offices import CARDS, Fresh, office


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


@attrs.frozen
class Attack:
    """The duration, the random seed, and the target."""

    minutes: float
    seed: int
    new_database: Fresh


@click.group()
@click.option("--minutes", type=float, default=60.0, show_default=True)
@click.option("--postgresql", is_flag=True, help="On a PostgreSQL server started for it.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.pass_context
def main(context: click.Context, minutes: float, seed: int, *, postgresql: bool) -> None:
    """Work on a ledger, or attack it, for so many minutes; ends with what did not hold."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    new_database = context.with_resource(server()) if postgresql else new_ledger
    context.obj = Attack(minutes, seed, new_database)


@main.command()
@click.option("--steps", type=int, default=30, show_default=True, help="Steps of one office.")
@click.pass_obj
def lists(attack: Attack, steps: int) -> None:
    """Rating offices at work; after every step the lists are what a rebuild gives."""
    _soak(attack.new_database, attack.minutes, steps)


@main.command("writers")
@click.option("--count", type=int, default=8, show_default=True)
@click.pass_obj
def writers_command(attack: Attack, count: int) -> None:
    """A crowd that appends as fast as it can, and how long each of them waits."""
    with attack.new_database() as url:
        click.echo(crowd(url, count, attack.minutes * 60))


@main.command("kills")
@click.pass_obj
def kills_command(attack: Attack) -> None:
    """Writers that are killed at any moment."""
    with attack.new_database() as url, tempfile.TemporaryDirectory() as folder:
        click.echo(kills(url, Path(folder), attack.minutes, attack.seed))


@main.command("interrupts")
@click.pass_obj
def interrupts_command(attack: Attack) -> None:
    """Commands that are interrupted at any moment."""
    with attack.new_database() as url:
        click.echo(interrupts(url, attack.minutes, attack.seed))


@main.command("disk")
@click.pass_obj
def disk_command(attack: Attack) -> None:
    """A disk that fills up (SQLite)."""
    with new_ledger() as url:
        click.echo(full_disk(url, attack.minutes, attack.seed))


@main.command("clock")
@click.pass_obj
def clock_command(attack: Attack) -> None:
    """Machines whose clocks are years ahead or behind (SQLite: a server has a clock too)."""
    with new_ledger() as url:
        click.echo(clocks(url, attack.minutes, attack.seed))


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
