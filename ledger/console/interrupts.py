"""Ctrl-C while a command works: everything begun is taken back, and one line says what was done.

Before it, :mod:`ledger.console.startup` ends the program; when the answer has been given, an
interrupt comes too late.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from ledger.console.startup import end_at_once


@contextmanager
def working() -> Iterator[None]:
    """In here an interrupt is a KeyboardInterrupt, and after it nothing any more.

    Where somebody else's program runs a command, it sees to its own signals.
    """
    if signal.getsignal(signal.SIGINT) is not end_at_once:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
