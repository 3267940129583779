"""Less frequent garbage collection during long work.

Python looks for cycles after every 700 new objects, but the objects of a replay or an append
live on and form none.  A sixth of a rebuild's time went into looking.  A command sets
it for the whole of its process; a program that uses the ledger has it during long work alone.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (50_000, 20, 100)
"""The thresholds of :mod:`gc`: the number of new objects before a collection."""


@contextmanager
def reduced_garbage_collection() -> Iterator[None]:
    """Reduce garbage collection inside the block, or the function it decorates.

    The setting belongs to the whole process.  If another thread or the program has already set it,
    it is left alone; the code that set it restores it.
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
