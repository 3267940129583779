"""Write the outputs that a document shows anew, for review as a diff.

    python -m tests.docs.renew README.md docs/TOUR.md

What a document leaves out (``…``) stays as it stands.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.docs.documents import BLOCK, LEFT_OUT, Outcome, run


def renewed(document: Path, folder: Path) -> str:
    """The text of a document with the outputs of its commands as they are now."""
    outcomes = iter(run(document, folder))
    parts: list[str] = []
    text, end = document.read_text("utf-8"), 0
    for block in BLOCK.finditer(text):
        if block["info"].split() != ["console"]:
            continue
        own = [next(outcomes) for _ in range(block["text"].count("\n$ ") + 1)]
        parts += [text[end : block.start("text")], *_lines(own)]
        end = block.end("text")
    return "".join([*parts, text[end:]])


def _lines(outcomes: list[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        command = outcome.command
        output = command.shown if LEFT_OUT in command.shown else outcome.output
        yield f"$ {command.text}\n"
        yield from (f"{line.rstrip()}\n" for line in output.splitlines())


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            fresh = renewed(Path(name), Path(folder))
        Path(name).write_text(fresh, "utf-8")
