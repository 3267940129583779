"""Files written by other programs, where they are at hand beside the project; and their import."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.console.shell import Shell
from tests.databases.fresh import SQLiteFiles
from tests.projections.submissions import Event

REAL = Path(__file__).parents[3] / "shared" / "data"


def skip_without_them() -> None:
    """Skip the whole module that calls this where the files are not at hand."""
    if not REAL.is_dir():
        pytest.skip("real tournament files are not at hand", allow_module_level=True)


@contextmanager
def ledger_shell(files: SQLiteFiles, folder: Path, *events: Event) -> Iterator[Shell]:
    """A ledger of its own, in which a pool is adopted by the events."""
    with files.fresh(folder) as url:
        shell = Shell(url, folder)
        shell.append(*events)
        yield shell


def import_file(shell: Shell, format_: str, name: str, pool: str, *options: str) -> Any:
    """Import a real file, its players being new; gives the document that the command prints."""
    arguments = ("import", format_, str(REAL / name), "--pool", pool, "--register-new", *options)
    outcome = shell.run("--format", "json", *arguments)
    assert outcome.status == 0, outcome.err
    return json.loads(outcome.out)
