"""What is worked out once for a position of the log is not worked out again.

An answer depends on its question, both clocks and the day alone, so it may be kept under these.
Whoever asks for what is being worked out waits for it with the others, a little while; then he is
told that it takes longer, and finds it when he comes again.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Lock
from typing import Any, TypeVar

AnswerT = TypeVar("AnswerT")
ANSWERS_KEPT = 256
WORKERS = 4


class StillWorking(Exception):
    """An answer takes longer than a reader is to wait; it is being worked out."""


class AnswerCache:
    """Answers by their questions, the last ones asked for; shared by threads."""

    def __init__(self, patience: float | None, size: int = ANSWERS_KEPT) -> None:
        self._patience = patience
        self._size = size
        self._answers: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._lock = Lock()
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="answers")

    def answer(self, question: Hashable, work: Callable[[], AnswerT]) -> AnswerT:
        """The answer to a question, worked out now where nobody has asked it.

        Raises :class:`StillWorking` where it takes too long, and whatever ``work`` raises.
        """
        future = self._future(question, work)
        wait([future], timeout=self._patience)
        if not future.done():
            raise StillWorking
        try:
            found: AnswerT = future.result()
        except BaseException:
            self._forget(question, future)
            raise
        return found

    def _future(self, question: Hashable, work: Callable[[], AnswerT]) -> "Future[AnswerT]":
        with self._lock:
            future = self._answers.get(question)
            if future is None:
                future = self._answers[question] = self._workers.submit(work)
            self._answers.move_to_end(question)
            while len(self._answers) > self._size:
                self._answers.popitem(last=False)
            return future

    def _forget(self, question: Hashable, future: "Future[Any]") -> None:
        """A failure is not kept: it may have been the database's."""
        with self._lock:
            if self._answers.get(question) is future:
                del self._answers[question]

    def close(self) -> None:
        """Begin nothing more."""
        self._workers.shutdown(wait=False, cancel_futures=True)
