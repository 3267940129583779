"""The log lines of what a test does, and afterwards nobody is listening, as before."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from structlog.testing import capture_logs


@contextmanager
def logged_lines() -> Iterator[list[Any]]:
    """The list grows with every line; structlog is then as a program that asks for none has it."""
    try:
        with capture_logs() as lines:
            yield lines
    finally:
        structlog.reset_defaults()
