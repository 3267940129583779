"""A picture of each command's output on a terminal of 80 columns, of the demo's ledger.

    python -m scripts.terminal_pictures FOLDER
    python -m scripts.terminal_pictures FOLDER --columns 60 --only audit --png

SVG as rich exports it; with --png also Chromium's rendering.  Look at the pictures, do
not keep them.
"""

import fcntl
import io
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from projections.interfaces.cli.demo.demo_command import make_demo
from scripts.benchmarks.program_files import crosstable
from scripts.benchmarks.tournament_open import random_open

PROGRAM = """
import sys
from projections.interfaces.cli.program import main
sys.argv[0] = "rating-ledger"
main()
"""
CLOCK = "--clock-is-right"
COMMANDS: Mapping[str, Sequence[Sequence[str]]] = {
    "help": (["--help"], ["players", "--help"], ["import", "--help"]),
    "init": (["init"],),
    "rulebooks": (["rulebooks"], ["rulebooks", "dwz-2014"]),
    "pools": (["pools"], ["pool", "club"]),
    "pool": (["pool", "juniors", "--rulebook", "dwz-2014", "--from", "1996-01-01", CLOCK],),
    "players": (["players", "club"], ["players", "show", "Rosa"]),
    "players-add": (["players", "add", "members.csv", "--pool", "club", "--dry-run"],),
    "players-rename": (["players", "rename", "rosa", "Blum, Rosa", "--reason", "married", CLOCK],),
    "ratings": (["ratings", "club"], ["ratings", "dortmund"]),
    "ratings-none": (["ratings", "club", "--rulebook", "mgsz-2011"],),
    "player": (["player", "club", "Rosa"],),
    "tournaments": (["tournaments", "club"],),
    "tournament": (["tournament", "club", "autumn-1995"],),
    "games": (["games", "autumn-1995"],),
    "standings": (["standings", "dortmund-1995"],),
    "audit": (["audit", "club", "Rosa", "autumn-1995"],),
    "diff": (["diff", "club", "--from-known", "100"],),
    "compare": (["compare", "club", "--rulebook", "dwz-2014", "--details"],),
    "predict": (["predict", "club", "--details"],),
    "sweep": (["sweep", "club", "--rulebook", "dwz-1995", "--vary", "expectancy=normal,table"],),
    "published": (["published", "club"],),
    "export": (["export", "ratings", "club", "--as", "html", "--output", "list.html"],),
    "site": (["site", "public"],),
    "log": (["log", "--tournament", "autumn-1995"],),
    "verify": (["verify"],),
    "rebuild": (["rebuild", "--check"],),
    "account": (["account", "add", "carla", "--role", "officer", "--no-password"],),
    "account-list": (["account", "list"],),
    "token": (["token", "add", "carla"],),
    "import": (
        ["import", "auto", "open.csv", "--pool", "club", "--ended-on", "1996-08-11", CLOCK],
    ),
    "import-dry": (
        [
            *("import", "auto", "open.csv", "--pool", "club", "--ended-on", "1996-08-11"),
            *("--register-new", "--dry-run", "--minutes", "120", CLOCK),
        ],
    ),
    "import-many": (["import", "auto", "papers", "--pool", "club", "--dry-run", CLOCK],),
    "import-wrong": (["import", "auto", "list.pdf", "--pool", "club", CLOCK],),
    "correct": (
        [
            *("correct", "autumn-1995", "Rosa", "Rolf", "--result", "½-½"),
            *("--reason", "the slip says a draw", "--dry-run", CLOCK),
        ],
    ),
    "append-wrong": (["append", "wrong.jsonl", CLOCK],),
    "nobody": (["player", "club", "Nobody"], ["ratings", "clup"]),
}
_LINE_ERASED = "\x1b[1A\x1b[2K"
_ERASED = re.compile(r"[^\n]*\r|\x1b\[\?25[hl]|\x1b\[2K")
MEMBERS = "Name;Vorname;Geburtsjahr;DWZ;Telefon\nBlum;Rosa;1962;1750-8;1\nNeu;Nina;2001;kein;2\n"
WRONG = '{"type": "player.registered", "data": {"player": "x" "name": "y"}}\n'


@click.command
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--columns", default=80, show_default=True, help="How wide the terminal is.")
@click.option("--only", multiple=True, type=click.Choice(list(COMMANDS)), help="Only these.")
@click.option("--png", is_flag=True, help="Beside the SVG a PNG, made by Chromium.")
def main(folder: Path, columns: int, only: tuple[str, ...], *, png: bool) -> None:
    """Make the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        url = _prepared(Path(scratch))
        for name in only or COMMANDS:
            picture = _picture(COMMANDS[name], Path(scratch), url, columns, name)
            (folder / f"{name}-{columns}.svg").write_text(picture, "utf-8")
    if png:
        _rasterise(sorted(folder.glob(f"*-{columns}.svg")))


def _prepared(folder: Path) -> str:
    """Create the demo's ledger, and files to submit."""
    (folder / "members.csv").write_text(MEMBERS, "utf-8")
    (folder / "wrong.jsonl").write_text(WRONG, "utf-8")
    (folder / "list.pdf").write_bytes(b"%PDF-1.7\n")
    (folder / "open.csv").write_text(crosstable(random_open(1, 8, 5)), "utf-8")
    (folder / "papers").mkdir()
    for number in range(12):
        text = crosstable(random_open(number, 6, 3))
        (folder / "papers" / f"open-{number}.csv").write_text(text, "utf-8")
    return make_demo(folder / "rating-ledger.db")


def _picture(
    commands: Iterable[Sequence[str]], folder: Path, url: str, columns: int, name: str
) -> str:
    console = Console(record=True, width=columns, file=io.StringIO())
    for command in commands:
        shown = " ".join(f'"{word}"' if " " in word else word for word in command)
        console.print(Text(f"$ rating-ledger {shown}", style="bold green"))
        console.print(Text.from_ansi(_on_terminal(command, folder, url, columns)))
    return console.export_svg(title=name)


def _on_terminal(command: Sequence[str], folder: Path, url: str, columns: int) -> str:
    """Return a command's output on a terminal, standard error included."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {
        **{key: value for key, value in os.environ.items() if key not in {"COLUMNS", "LINES"}},
        "RATING_LEDGER_DATABASE": url,
        "TERM": "xterm-256color",
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    written = b"".join(iter(lambda: _piece(ours), b""))
    os.close(ours)
    program.wait()
    text = written.decode("utf-8", errors="replace").replace("\r\n", "\n")
    shown, *after = text.split(_LINE_ERASED)
    for each in after:  # a finished progress bar
        shown = "\n".join([*shown.rstrip("\r").split("\n")[:-2], each])
    return _ERASED.sub("", shown)


def _piece(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65_536)
    except OSError:  # the terminal is closed
        return b""


def _rasterise(pictures: Sequence[Path]) -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a tool of developers

    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 600})
        for picture in pictures:
            page.set_content(picture.read_text("utf-8"))
            page.locator("svg").first.screenshot(path=picture.with_suffix(".png"))
        browser.close()


if __name__ == "__main__":
    main()
