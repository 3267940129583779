"""Ctrl-C before the program has begun: it ends at once, with one line.

While modules are being loaded there is nothing to be taken back, and an exception could come out
of anybody's import (decision 0043).  What this module needs is built into Python, so that it is
there first.
"""

import _signal  # type: ignore[import-not-found] # `signal` loads a dozen modules more
import os

INTERRUPTED = 130


def end_at_once(_signal_number: int, _frame: object) -> None:
    """End the program with one line."""
    os.write(2, b"interrupted: nothing was done\n")
    os._exit(INTERRUPTED)


def starting() -> None:
    """Install a handler that ends the program on an interrupt."""
    _signal.signal(_signal.SIGINT, end_at_once)
