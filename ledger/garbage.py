"""Long work during which the collector of cyclic garbage looks seldom.

Python looks for cycles after every 700 objects more than before, and what a replay or an append
makes lives on without any.  Of a rebuild a fifth of the time went into looking.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 100_000
"""Objects more than before, after which it looks; as many in cycles may wait for it."""


@contextmanager
def collected_seldom() -> Iterator[None]:
    """Inside the block, or the function it decorates, the collector looks seldom.

    The setting is that of the whole process.  Where it is there already, by another thread's
    work or the program's own choice, it is left alone; whoever has set it puts it back.
    """
    before = gc.get_threshold()
    if not 0 < before[0] < SELDOM:
        yield
        return
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
