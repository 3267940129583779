"""The processor instructions of common commands, compared with those that are kept.

    uv run python -m scripts.lab.instructions            # status 1 if one takes 3 % more
    uv run python -m scripts.lab.instructions --keep     # after a change with a reason

A stopwatch on a busy machine sees a change of a fifth; instructions, counted by valgrind, one of a
hundredth.  They belong to one build of Python: with another, and without valgrind, nothing is
compared, and the output says so.
"""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from projections.api import Ledger
from scripts.generate_federation import federation

KEPT = Path(__file__).with_suffix(".json")
PROGRAM = ("-m", "projections.interfaces.cli.program")
GAMES = 2_000
PLAYER = "p000001"
NEWCOMERS = ("Nina", "Nora")
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "help": ("--help",),
    "ratings": ("ratings", "dwz"),
    "player": ("player", "dwz", PLAYER),
    "tournaments": ("tournaments", "dwz"),
    "append": ("append", "{newcomer}.jsonl", "--by", "office"),
}
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
MOST_MORE = 1.03
_COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")


def interpreter() -> str:
    """The build to which counts belong."""
    return f"{platform.machine()} {sys.version}"


def counted(arguments: Sequence[str], folder: Path) -> int:
    """The instructions of a command of the program, on the ledger in a folder.

    The first run, which is not counted, compiles modules and fills caches on disk.
    """
    first, second = ([each.format(newcomer=it) for each in arguments] for it in NEWCOMERS)
    run(first, folder)
    said = run(second, folder, VALGRIND)
    found = _COUNTED.search(said)
    if found is None:
        raise click.ClickException(f"valgrind printed no count: {said[-200:]}")
    return int(found[1].replace(",", ""))


def run(arguments: Sequence[str], folder: Path, under: Sequence[str] = ()) -> str:
    """Run a command of the program in an environment of its own; return its standard error."""
    command = [*under, sys.executable, *PROGRAM, "--database", "sqlite:///ledger.db", *arguments]
    variables = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(Path.cwd()),
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
    }
    done = subprocess.run(
        command, cwd=folder, env=variables, check=True, capture_output=True, text=True
    )
    return done.stderr


def all_counted() -> dict[str, int]:
    """The instructions of every command, on a federation of 2,000 games."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for newcomer in NEWCOMERS:
            data = {"player": newcomer, "name": f"Neu, {newcomer}"}
            line = json.dumps({"type": "player.registered", "data": data})
            (folder / f"{newcomer}.jsonl").write_text(line, "utf-8")
        run(["init"], folder)
        with Ledger(f"sqlite:///{folder / 'ledger.db'}") as ledger:
            ledger.append(federation(GAMES, 1), by="office")
            ledger.catch_up("dwz")
        return {what: counted(arguments, folder) for what, arguments in COMMANDS.items()}


def dearer(counts: Mapping[str, int], kept: Mapping[str, int]) -> list[str]:
    """The commands that take more than 3 % more instructions than kept."""
    return [what for what, count in counts.items() if count > MOST_MORE * kept.get(what, count)]


@click.command()
@click.option(
    "--keep", is_flag=True, help="Keep these counts; the next ones are compared with them."
)
def main(*, keep: bool) -> None:
    """Count the instructions of common commands; exit code 1 if one takes 3 % more than kept."""
    if shutil.which("valgrind") is None:
        click.echo("Nothing is counted: there is no valgrind on this machine.")
        return
    kept = json.loads(KEPT.read_text("utf-8"))
    if not keep and kept["interpreter"] != interpreter():
        click.echo(f"Nothing is compared: the counts are kept for {kept['interpreter']}.")
        return
    counts = all_counted()
    for what, count in counts.items():
        share = "" if what not in kept["counts"] else f"{count / kept['counts'][what]:8.3f}"
        click.echo(f"{what:12}{count:16,}{share}")
    if keep:
        document = {"interpreter": interpreter(), "counts": counts}
        KEPT.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
        return
    if found := dearer(counts, kept["counts"]):
        raise click.ClickException(f"more instructions than kept: {', '.join(found)}")


if __name__ == "__main__":
    main()
