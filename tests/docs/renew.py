"""Write the outputs that a document shows anew, for review as a diff.

    python -m tests.docs.renew README.md docs/maintainers/code-tour.md

What a document leaves out (``…``) stays as it stands.
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.docs.documents import BLOCK, LEFT_OUT, Block, Outcome, drawn, run
from tests.docs.sessions import examples, run_sessions


def renewed(document: Path, folder: Path) -> str:
    """The text of a document with the outputs of its commands and sessions as they are now."""
    commands, statements = iter(run(document, folder)), iter(run_sessions(document, folder))
    parts: list[str] = []
    text, end = document.read_text("utf-8"), 0
    for block in BLOCK.finditer(text):
        match block["info"].split():
            case ["console"]:
                own = [next(commands) for _ in range(block["text"].count("\n$ ") + 1)]
                lines = _lines(own)
            case ["python"]:
                shown = list(examples(Block(("python",), block["text"], 0)))
                lines = _statements(block["text"], [next(statements) for _ in shown])
            case _:
                continue
        parts += [text[end : block.start("text")], *lines]
        end = block.end("text")
    return "".join([*parts, text[end:]])


def _lines(outcomes: list[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        yield f"$ {outcome.command.text}\n"
        yield from _output(outcome)


def _statements(text: str, outcomes: list[Outcome]) -> Iterator[str]:
    """A session with its statements as they are written, blank lines between them too."""
    waiting = iter(outcomes)
    for part in re.split(r"^(?=>>> )", text, flags=re.MULTILINE):
        statement = re.match(r"(?:(?:>>> |\.\.\. |\.\.\.$).*\n)+", part, re.MULTILINE)
        if statement is None:
            yield part
            continue
        yield statement[0]
        yield from _output(next(waiting))
        yield "\n" if part.endswith("\n\n") else ""


def _output(outcome: Outcome) -> Iterator[str]:
    shown = outcome.command.shown
    output = shown if LEFT_OUT in shown else outcome.output
    yield from (f"{line.rstrip()}\n" for line in output.splitlines())


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            fresh = renewed(Path(name), Path(folder))
            for picture in drawn(Path(name), Path(folder)):
                shutil.copy(picture, Path(name).parent)
        Path(name).write_text(fresh, "utf-8")
