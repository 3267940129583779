"""Long work during which the collector of cyclic garbage looks seldom.

Python looks for cycles after every 700 objects more than before, and what a replay or an append
makes lives on without any.  Of a rebuild a sixth of the time went into looking.  A command sets
it for the whole of its process; a program that uses the ledger has it during long work alone.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (50_000, 20, 100)
"""The thresholds of :mod:`gc`: after so many objects more than before it looks."""


@contextmanager
def collected_seldom() -> Iterator[None]:
    """Inside the block, or the function it decorates, the collector looks seldom.

    The setting is that of the whole process.  Where it is there already, by another thread's
    work or the program's own choice, it is left alone; whoever has set it puts it back.
    """
    before = gc.get_threshold()
    if not 0 < before[0] < SELDOM[0]:
        yield
        return
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
