"""A terminal of some width on which commands are run, and what is read on it."""

import io
import re
import sys

import pytest

from projections.interfaces.cli.lazy_commands import main

_ORDERS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal(io.TextIOWrapper):
    """Standard output that says of itself that it is a terminal."""

    def isatty(self) -> bool:
        return True


def shown_beside(
    monkeypatch: pytest.MonkeyPatch, width: int, typed: bytes, *arguments: str
) -> list[str]:
    """Return a dialogue's output on standard error, with its answers piped in."""
    shown = Terminal(io.BytesIO(), encoding="utf-8")
    with monkeypatch.context() as changed:
        changed.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        changed.setattr(sys, "stderr", shown)
        printed(changed, width, *arguments)
        shown.flush()
    buffer = shown.buffer
    assert isinstance(buffer, io.BytesIO)
    return _ORDERS.sub("", buffer.getvalue().decode()).splitlines()


def printed(monkeypatch: pytest.MonkeyPatch, width: int, *arguments: str) -> list[str]:
    """The lines of a command's answer on a terminal of this width, without colours."""
    stream = Terminal(io.BytesIO(), encoding="utf-8")
    with monkeypatch.context() as changed:
        changed.setattr(sys, "stdout", stream)
        changed.setenv("COLUMNS", str(width))
        changed.setenv("TERM", "xterm")
        main.main(arguments, prog_name="rating-ledger", standalone_mode=False)
        stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return _ORDERS.sub("", buffer.getvalue().decode()).splitlines()
