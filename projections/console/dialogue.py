"""Questions on standard error, answers from standard input: typed, or out of a pipe."""

import shutil
import sys
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from ledger.events.characters import visible
from projections.hand_entry.lines import Slip

if TYPE_CHECKING:
    from rich.console import RenderableType

T = TypeVar("T")
_PIPED_WIDTH = 80
_ROOM = 20  # for an answer beside its question


class EndOfInput(Exception):
    """There are no more lines, though something was asked."""


def ask(question: str, read: Callable[[str], T]) -> T:
    """The answer as ``read`` takes it; a slip is said, and the question asked again.

    Raises :class:`EndOfInput`, and KeyboardInterrupt for Ctrl-C.
    """
    while True:
        try:
            return read(_legible(_answer(question)))
        except Slip as slip:
            remark(f"  {slip}")
        except UnicodeDecodeError:
            remark("  that is not UTF-8: type it again")


def remark(text: str) -> None:
    """A line or several for whoever types, broken between words where the terminal is narrow."""
    for line in map(visible, text.split("\n")):
        for part in _broken(line) or [""]:
            click.echo(part, err=True)


def _broken(line: str, room: int = 0) -> list[str]:
    """A line in pieces as wide as the terminal, less the room that the last one is to leave."""
    if not sys.stderr.isatty():
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(
        line,
        max(1, shutil.get_terminal_size().columns - room),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def show(thing: "RenderableType") -> None:
    """A table for whoever types, as wide as the terminal."""
    from ledger.console.legible import LegibleConsole  # noqa: PLC0415 - help shows no table

    width = None if sys.stderr.isatty() else _PIPED_WIDTH
    LegibleConsole(stderr=True, width=width, highlight=False, emoji=False).print(thing)


def _answer(question: str) -> str:
    pieces = _broken(question, _ROOM)
    for piece in pieces[:-1]:
        click.echo(piece, err=True)
    question = pieces[-1]
    if sys.stdin and sys.stdin.isatty():
        return _typed(question)
    click.echo(f"{question} ", nl=False, err=True)
    line = sys.stdin.buffer.readline() if sys.stdin else b""
    if not line:
        click.echo(err=True)
        raise EndOfInput
    text = str(line, "utf-8")
    remark(text.strip())  # as a terminal shows what is typed
    return text


def _typed(question: str) -> str:
    try:
        text: str = click.prompt(
            question, default="", show_default=False, prompt_suffix=" ", err=True
        )
    except click.Abort as abort:
        click.echo(err=True)
        if isinstance(abort.__context__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise EndOfInput from None
    return text


def _legible(text: str) -> str:
    """A line without blanks around it; a slip where it has what nobody sees."""
    line = text.lstrip("\ufeff").replace("\t", " ").strip()
    if not line.isprintable():
        raise Slip(f"{line[:40]!a} has characters that cannot be seen: type it again")
    return line
