"""The shell in which the commands of a document run, one after the other, in one folder.

``rating-ledger`` by itself runs in the process of the tests, by the same entry to the program: a
hundred commands would otherwise load it a hundred times.  What needs a shell (a pipe, a
redirection, a variable) is given to bash, and so is every command where ``PYTHONPATH`` was set,
since another process would load other modules.
"""

import contextlib
import os
import shlex
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from projections.interfaces.cli.lazy_commands import main

CHECKOUT = Path(__file__).parents[2]
PROGRAM = "rating-ledger"
NEEDS_A_SHELL = frozenset("$`*?~<>|&;()#\\")
OF_THE_TESTS = {"UV", "RATING_LEDGER_DATABASE", "COLUMNS", "FORCE_COLOR", "PYTEST_ADDOPTS"}


class Shell:
    """``processes``: every command is a process of its own, as it is for a reader."""

    def __init__(self, folder: Path, *, processes: bool) -> None:
        self._folder = folder
        self._processes = processes
        self._environment = _environment()
        self._path = self._environment["PYTHONPATH"]

    def run(self, command: str) -> tuple[int, str]:
        """The status of a command and all that it printed."""
        apart = self._processes or self._environment.get("PYTHONPATH") != self._path
        if apart or NEEDS_A_SHELL.intersection(command) or not command.startswith(f"{PROGRAM} "):
            return self._in_bash(command)
        return self._in_this_process(shlex.split(command)[1:])

    def _in_this_process(self, arguments: list[str]) -> tuple[int, str]:
        names = {*os.environ, *self._environment}
        runner = CliRunner(env={name: self._environment.get(name) for name in names})
        with contextlib.chdir(self._folder):
            result = runner.invoke(main, arguments, prog_name=PROGRAM, catch_exceptions=False)
        return result.exit_code, result.output

    def _in_bash(self, command: str) -> tuple[int, str]:
        """Run it; what it exports stays exported."""
        left = self._folder / ".environment"
        done = subprocess.run(
            ["bash", "-c", f"{command}\nstatus=$?\nenv -0 > '{left}'\nexit $status"],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        pairs = (pair.partition("=") for pair in left.read_text("utf-8").split("\0") if pair)
        self._environment = {name: value for name, _, value in pairs}
        left.unlink()
        return done.returncode, done.stdout


def _environment() -> dict[str, str]:
    """An environment that finds the program of this one first, and the scripts of a checkout."""
    environment = {name: text for name, text in os.environ.items() if name not in OF_THE_TESTS}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    environment["PYTHONUTF8"] = "1"
    environment["PYTHONPATH"] = str(CHECKOUT)
    return environment
