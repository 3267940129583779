"""What is worked out once for a position of the log is not worked out again.

An answer depends on its question, both clocks and the day alone, so it may be kept under these.
Whoever asks for what is being worked out waits for it with the others, a little while; then he is
told that it takes longer, and finds it when he comes again.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import date
from itertools import islice
from threading import Lock
from typing import Any, TypeVar

import attrs

AnswerT = TypeVar("AnswerT")
CELLS_KEPT = 500_000
"""About 50 MB: an answer may be one number or the list of a whole federation."""
LEAST_CELLS = 100
CHARACTERS_IN_A_CELL = 50
SAMPLE = 10
WORKERS = 4


@attrs.frozen
class OfPool:
    """A question to a view of a pool, with all that says which view: what an answer is kept under.

    ``position``: as known there; ``what_if``: another rulebook, and other readings of it.
    """

    question: Callable[..., Any]
    pool: str
    on: date | None
    position: int | None
    arguments: tuple[Hashable, ...] = ()
    what_if: Hashable = None


class StillWorking(Exception):
    """An answer takes longer than a reader is to wait; it is being worked out."""


class AnswerCache:
    """Answers by their questions, the last ones asked for; shared by threads.

    ``patience``: how many seconds an asker waits; None: as long as it takes, and whoever asks
    first works it out himself.  ``cells``: how much is kept, see :func:`cells_of`.
    """

    def __init__(self, patience: float | None, cells: int = CELLS_KEPT) -> None:
        self._patience = patience
        self._most = cells
        self._answers: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._cells: dict[Hashable, int] = {}
        self._kept = 0
        self._lock = Lock()
        self._workers = None
        if patience is not None:
            self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="answers")

    def answer(self, question: Hashable, work: Callable[[], AnswerT]) -> AnswerT:
        """The answer to a question, worked out now where nobody has asked it.

        Raises :class:`StillWorking` where it takes too long, and whatever ``work`` raises.
        """
        future = self._future(question, work)
        wait([future], timeout=self._patience)
        if not future.done():
            raise StillWorking
        return future.result()

    def awaited(self, question: Hashable, work: Callable[[], AnswerT]) -> AnswerT:
        """The same, however long it takes, for a program that asks.

        Raises whatever ``work`` raises.
        """
        return self._future(question, work).result()

    def _future(self, question: Hashable, work: Callable[[], AnswerT]) -> "Future[AnswerT]":
        with self._lock:
            future = self._answers.get(question)
            if future is not None:
                self._answers.move_to_end(question)
                return future
            future = self._answers[question] = Future()
        if self._workers is None:
            self._work_out(question, work, future)
        else:
            self._workers.submit(self._work_out, question, work, future)
        return future

    def _work_out(
        self, question: Hashable, work: Callable[[], Any], future: "Future[Any]"
    ) -> None:
        try:
            answer = work()
        except BaseException as error:
            with self._lock:  # a failure is not kept: it may have been the database's
                self._answers.pop(question, None)
            future.set_exception(error)
        else:
            self._keep(question, LEAST_CELLS + cells_of(answer))
            future.set_result(answer)

    def _keep(self, question: Hashable, cells: int) -> None:
        """Make room for an answer; what is still being worked out weighs nothing yet."""
        with self._lock:
            self._cells[question] = cells
            self._kept += cells
            done = (each for each in self._answers if each in self._cells and each != question)
            oldest = []
            for old in done:
                if self._kept <= self._most:
                    break
                self._kept -= self._cells.pop(old)
                oldest.append(old)
            for old in oldest:
                del self._answers[old]

    def close(self) -> None:
        """Begin nothing more."""
        if self._workers is not None:
            self._workers.shutdown(wait=False, cancel_futures=True)


_ONE_CELL = {int, float, bool, type(None), date}
"""What most cells are: asked first."""


def cells_of(answer: object) -> int:
    """About how many cells an answer has as a table; a long one is alike from end to end."""
    if isinstance(answer, str | bytes):
        return 1 + len(answer) // CHARACTERS_IN_A_CELL
    kind: Any = type(answer)
    if kind in _ONE_CELL:
        return 1
    if attrs.has(kind):
        return 1 + sum(cells_of(getattr(answer, each.name)) for each in attrs.fields(kind))
    if isinstance(answer, Mapping | Sequence | AbstractSet) and answer:
        parts = answer.values() if isinstance(answer, Mapping) else answer
        sample = list(islice(parts, SAMPLE))
        return 1 + sum(map(cells_of, sample)) * len(answer) // len(sample)
    return 1
