"""The command ``demo``: an example ledger, built and shown step by step.

A real tournament, Dortmund 1995, and a season of a club that does not exist.  Its events
lie beside this file as JSON Lines; every number shown is an answer of the projections.
"""

import os
import shlex
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from sqlalchemy import URL, Engine

from ledger.events.problems import refusal
from ledger.log.database import connect
from ledger.log.revisions import upgrade
from ledger.log.verification import verify
from projections.api import Ledger
from projections.interfaces.cli.console import CommandContext, ledger_command
from projections.interfaces.cli.demo.scenario import paragraph, scenario

FOLDER = "rating-ledger-demo"
LEDGER = "ledger.db"
PAGES = "http://127.0.0.1:8000"
TITLES = {"club": "Schachfreunde Beispielstadt", "dortmund": "Dortmund 1995"}
NEXT_QUESTIONS = {
    "The club's current list": "ratings club",
    "The same day as it was known on 1 December, before the summer open arrived": (
        "ratings club --on 1995-11-25 --known-at 1995-12-01"
    ),
    "Rosa's record": "player club rosa",
    "How her first rating came about": "audit club rosa summer-1995",
    "Leko's nine games in Dortmund": "audit dortmund leko",
    "The correction, as it lies in the log": "log --type correction.submitted --format json",
}


@click.command("demo")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@ledger_command
def demo_command(context: CommandContext, folder: Path | None) -> None:
    """Create a small example ledger and show what happens in it.

    The ledger is a separate file in FOLDER; --database is ignored.  Without FOLDER it is
    rating-ledger-demo in the current folder, or the next free one of rating-ledger-demo-2, -3 …
    """
    path = _ledger_path(folder)
    database = URL.create("sqlite", database=path.as_posix()).render_as_string()
    engine = _create_ledger(path, database)
    steps = list(scenario(engine))
    events = _verified(engine)
    engine.dispose()
    _give_titles(database)
    next_commands = {
        about: _command_line(database, arguments) for about, arguments in NEXT_QUESTIONS.items()
    }
    document: dict[str, Any] = {
        "ledger": path.as_posix(),
        "database": database,
        "events": events,
        "chapters": [step.document() for step in steps],
        "go_on": [
            {"about": about, "command": command} for about, command in next_commands.items()
        ],
        "look": {"address": PAGES, "command": _command_line(database, "serve")},
    }

    def show(console: Console) -> None:
        console.print(f"A new ledger in [bold]{path.as_posix()}[/bold]")
        for number, step in enumerate(steps, start=1):
            step.show(console, number)
        _show_next_commands(console, events, next_commands)
        console.print(f"\n# The same on pages, at {PAGES}")
        console.print(document["look"]["command"], soft_wrap=True)

    context.answer(document, show)


def make_demo(path: Path) -> str:
    """The demo's ledger in a new file, without its story; the URL of it."""
    database = URL.create("sqlite", database=path.as_posix()).render_as_string()
    engine = _create_ledger(path, database)
    for _ in scenario(engine):
        pass
    engine.dispose()
    _give_titles(database)
    return database


def _give_titles(database: str) -> None:
    """Head the lists as a club would; settings of the pages, no events of the log."""
    with Ledger.open(database) as ledger:
        for pool, title in TITLES.items():
            ledger.describe_list(pool, title=title, by="demo")


def _ledger_path(folder: Path | None) -> Path:
    """Return the path of the new ledger; existing files are not touched."""
    if folder is None:
        number = 1
        while (path := Path(FOLDER if number == 1 else f"{FOLDER}-{number}")).exists():
            number += 1
        return path / LEDGER
    path = folder / LEDGER
    if path.exists():
        message = f"there is a ledger in {path} already: name another folder, or remove it"
        raise refusal("demo-exists", message, "FOLDER")
    return path


def _create_ledger(path: Path, database: str) -> Engine:
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = connect(database, create=True)
    upgrade(engine)
    return engine


def _verified(engine: Engine) -> int:
    """The number of events, every one as recorded."""
    verdict = verify(engine)
    if verdict.finding is not None:
        raise refusal("not-verified", verdict.finding.message)
    return verdict.events


def _command_line(database: str, arguments: str) -> str:
    """A command to paste, spelt as this one was called: through uv or by its name."""
    runner = "uv run " if "UV" in os.environ else ""
    return f"{runner}rating-ledger --database {shlex.quote(database)} {arguments}"


def _show_next_commands(console: Console, events: int, next_commands: dict[str, str]) -> None:
    console.print("\n[bold]Next steps[/bold]")
    paragraph(
        console,
        f"The log holds {events} events, every one as recorded. Nothing was overwritten, so any "
        "day can be asked about, as known at any moment:",
    )
    for about, command in next_commands.items():
        console.print(f"\n# {about}")
        console.print(command, soft_wrap=True)
