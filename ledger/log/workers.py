"""Processes that share work: those of this machine, or any others behind an executor."""

from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from multiprocessing import get_context

Workers = Callable[[], AbstractContextManager[Executor]]
"""Begins the processes, and ends them after the block."""


def processes(number: int) -> Workers | None:
    """Return so many processes of this machine; None for one, which does the work itself."""
    if number == 1:
        return None
    # A fork would share the connections of this process with the others.
    return partial(ProcessPoolExecutor, number, mp_context=get_context("spawn"))
