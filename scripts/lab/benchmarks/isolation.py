"""Measuring: a stopwatch for time, a process of its own for memory."""

import resource
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from typing import Generic, ParamSpec, TypeVar

import attrs

from projections.interfaces.cli.console import reduce_garbage_collection
from projections.interfaces.cli.logging import configure_logging

P = ParamSpec("P")
T = TypeVar("T")

# The unit of ru_maxrss: bytes on macOS, kilobytes everywhere else.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1_024


@attrs.define
class Stopwatch:
    """A stop-watch that can be started and stopped repeatedly; all times in seconds.

    ``processor`` is the time of this process itself, without waiting for the disk or for
    a database server.
    """

    seconds: float = 0.0
    processor: float = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run it inside the block."""
        began, processor = time.perf_counter(), time.process_time()
        yield
        self.seconds += time.perf_counter() - began
        self.processor += time.process_time() - processor


@attrs.frozen
class ProcessResult(Generic[T]):
    """The result of a function, and the peak memory of its process, in bytes."""

    result: T
    peak: int


def in_new_process(
    function: Callable[P, T], *arguments: P.args, **options: P.kwargs
) -> ProcessResult[T]:
    """Call a function in a new process, with nothing else in its memory or its caches.

    The process is forked from one that has only loaded the modules; they are
    part of the peak.
    """
    call = partial(function, *arguments, **options)
    with ProcessPoolExecutor(1, mp_context=_forking()) as process:
        return process.submit(_with_peak, call).result()


def _forking() -> BaseContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["__main__", "scripts.lab.benchmarks.parts"])
    return context


def _with_peak(call: Callable[[], T]) -> ProcessResult[T]:
    configure_logging(verbose=False)  # as the command line does
    reduce_garbage_collection()
    result = call()
    return ProcessResult(result, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT)
