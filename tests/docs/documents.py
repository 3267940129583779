"""The documents as programs: their files are written, their commands run, their output compared.

Two kinds of fenced blocks have a meaning, in the order in which they stand:

* ``jsonl title="NAME"`` (or ``json``, ``csv``, ``python``): the file NAME with this content;
* ``console``: lines that begin with ``$ `` are commands, the lines after each are its output.
  ``…`` as a line stands for any lines, within a line for anything.  A command whose output shows
  a line beginning with ``refused: `` must fail, any other must succeed.

All blocks of a document share one folder and one shell, so that what is exported stays so.  The
commands of the documents ``IN_PROCESSES`` are processes, each for itself.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import attrs

from tests.docs.shell import Shell

ROOT = Path(__file__).parents[2]
LEFT_OUT = "…"
IN_PROCESSES = ("README.md",)
BLOCK = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@attrs.frozen
class Block:
    """A fenced block: the words after the fence, its text, the line on which it begins."""

    info: tuple[str, ...]
    text: str
    line: int


@attrs.frozen
class Command:
    """A command of a document and the output shown after it."""

    line: int
    text: str
    shown: str

    @property
    def is_refused(self) -> bool:
        return any(line.startswith("refused: ") for line in self.shown.splitlines())


@attrs.frozen
class Outcome:
    """The outcome of a command."""

    command: Command
    status: int
    output: str

    @property
    def problem(self) -> str | None:
        """Return the document's error about this command, or None."""
        if (self.status == 0) == self.command.is_refused:
            return f"ends with status {self.status}:\n{self.output}"
        if not _matches(self.command.shown, self.output):
            return f"shows\n{self.command.shown}\nbut gives\n{self.output}"
        return None


def blocks(document: Path) -> Iterator[Block]:
    """The fenced blocks of a Markdown document, in their order."""
    text = document.read_text("utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        words = (word.removeprefix('title="').rstrip('"') for word in found["info"].split())
        yield Block(tuple(words), found["text"], line)


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block with the output shown after each."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        text, _, shown = part.partition("\n")
        yield Command(block.line, text, shown.strip("\n"))


def run(document: Path, folder: Path) -> list[Outcome]:
    """Run a document in a folder, from its first block to its last."""
    shell = Shell(folder, processes=document.name in IN_PROCESSES)
    outcomes: list[Outcome] = []
    for block in blocks(document):
        match block.info:
            case ("jsonl" | "json" | "csv" | "python", name):
                (folder / name).write_text(block.text, "utf-8")
            case ("console",):
                for command in commands(block):
                    status, printed = shell.run(command.text)
                    outcomes.append(Outcome(command, status, printed.strip("\n")))
    return outcomes


def drawn(document: Path, folder: Path) -> list[Path]:
    """The drawings that a document shows, as its commands have drawn them in the folder."""
    shown = re.findall(r"!\[[^\]]*\]\(([^)/]+\.svg)\)", document.read_text("utf-8"))
    return [folder / name for name in shown]


def _matches(shown: str, given: str) -> bool:
    """True if the output shown, with its omissions, is the output given."""
    pattern = "".join(map(_pattern, shown.splitlines()))
    return re.fullmatch(pattern, given + "\n" if given else "") is not None


def _pattern(line: str) -> str:
    """A shown line as a pattern; beside what it leaves out, blanks stand for any blanks."""
    text = line.strip()
    if text == LEFT_OUT:
        return r"(?:[^\n]*\n)*"
    pattern = r"[^\n]*".join(map(re.escape, line.rstrip().split(LEFT_OUT)))
    return (re.sub(r"(?:\\ )+", "[ ]+", pattern) if LEFT_OUT in text else pattern) + r"[ ]*\n"
