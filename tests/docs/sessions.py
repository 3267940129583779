"""Python sessions in documents: what stands after ``>>>`` is run, what is shown is compared.

A block ``python`` with prompts is a session; one without them only shows how something looks.  All
sessions of a document are one, run in the document's folder after its commands.  ``…`` leaves out
as it does in the output of commands.
"""

import contextlib
import doctest
import io
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.docs.documents import Block, Command, Outcome, blocks


def examples(block: Block) -> Iterator[Command]:
    """The statements of a session with the output shown after each."""
    if block.info == ("python",):
        for each in doctest.DocTestParser().get_examples(block.text):
            yield Command(block.line + 1 + each.lineno, each.source, each.want.strip("\n"))


def run_sessions(document: Path, folder: Path) -> list[Outcome]:
    """Run the statements of a document, from the first to the last."""
    names: dict[str, Any] = {"__name__": "__main__"}
    statements = [each for block in blocks(document) for each in examples(block)]
    with contextlib.chdir(folder):
        return [Outcome(each, 0, _output(each, names).strip("\n")) for each in statements]


def _output(command: Command, names: dict[str, Any]) -> str:
    """Return a statement's output, its value or the error it raises."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        shows, sys.displayhook = sys.displayhook, sys.__displayhook__
        try:
            exec(compile(command.text, "<session>", "single"), names)  # noqa: S102 - our own
        except Exception as error:
            printed.write("Traceback (most recent call last):\n")
            printed.writelines(traceback.format_exception_only(error))
        finally:
            sys.displayhook = shows
    return printed.getvalue()
