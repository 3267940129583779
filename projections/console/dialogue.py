"""Questions on standard error, answers from standard input: typed, or out of a pipe."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from ledger.events.characters import visible
from projections.hand_entry.lines import Slip

if TYPE_CHECKING:
    from rich.console import RenderableType

T = TypeVar("T")
_PIPED_WIDTH = 80


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
    """A line or several for whoever types."""
    for line in text.split("\n"):
        click.echo(visible(line), err=True)


def show(thing: "RenderableType") -> None:
    """A table for whoever types, as wide as the terminal."""
    from ledger.console.legible import LegibleConsole  # noqa: PLC0415 - help shows no table

    width = None if sys.stderr.isatty() else _PIPED_WIDTH
    LegibleConsole(stderr=True, width=width, highlight=False, emoji=False).print(thing)


def _answer(question: str) -> str:
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
