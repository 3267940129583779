"""Cache of answers: each is computed once for a position of the log.

An answer's key has all that it depends on: its question, both clocks, the day; a page's key is
its tag.  Further callers wait a short time for an answer in progress.
An answer that turns out to cost a replay is computed in a replay slot.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from functools import partial
from itertools import islice
from sys import getsizeof
from threading import Lock
from typing import Any, TypeVar

import attrs
from cachetools import LRUCache

from projections.api import CostsReplay, replays_are_forbidden, without_replays
from projections.interfaces.http.replay_slots import ReplaySlots, is_replay_slot
from projections.operations.pool_view import PoolView

AnswerT = TypeVar("AnswerT")
MOST_BYTES = 50_000_000
BYTES_BESIDE = 3_000
"""Overhead of an answer beside itself and its question, which also limits their number."""
SAMPLE = 10
WORKERS = 4
MOST_AT_WORK = 200
"""The most answers in progress or waiting; further callers must retry."""


class StillWorking(Exception):
    """An answer takes longer than a reader should wait; it is in progress, or soon will be."""


def nobody() -> bool:
    """Return False: the caller has no account."""
    return False


class AnswerCache:
    """Answers by their questions, the last ones asked for; shared by threads.

    ``patience``: how many seconds an asker waits; None: as long as it takes, and whoever asks
    first works it out himself.  ``most``: bytes that are kept; ``largest``: of one answer.
    ``slots``: an asker works the answer out himself unless it costs a replay; a replay slot
    does that.
    """

    def __init__(
        self,
        patience: float | None,
        most: int = MOST_BYTES,
        largest: float = float("inf"),
        slots: ReplaySlots | None = None,
    ) -> None:
        self._patience = patience
        self._largest = largest
        self._slots = slots
        self._kept: LRUCache[Hashable, tuple[int, Future[Any]]]
        self._kept = LRUCache(most, getsizeof=lambda kept: kept[0])
        self._working: dict[Hashable, Future[Any]] = {}
        self._replaying: dict[Hashable, Future[Any]] = {}
        self._lock = Lock()
        needs_workers = patience and slots is None
        self._workers = needs_workers and ThreadPoolExecutor(WORKERS, thread_name_prefix="answers")

    def answer(
        self,
        question: Hashable,
        work: Callable[[], AnswerT],
        *,
        patiently: bool = False,
        has_account: Callable[[], bool] = nobody,
    ) -> AnswerT:
        """The answer to a question, computed now if nobody has asked it.

        ``has_account``: True if the caller has an account; called if the answer costs a replay.

        Raises whatever ``work`` raises, and unless it is asked ``patiently``
        :class:`StillWorking` where it takes too long, `HttpError` (503) if it costs a replay and
        too many of these are asked for.
        """
        if self._slots is None:
            return self._answer(question, work, patiently=patiently)
        if question not in self._replaying:
            try:
                with without_replays():
                    return self._answer(question, work, patiently=patiently)
            except CostsReplay:
                pass
        return self._by_replay(question, work, self._slots, has_account=has_account())

    def _answer(
        self, question: Hashable, work: Callable[[], AnswerT], *, patiently: bool
    ) -> AnswerT:
        # Nobody who may replay waits for an answer that is given up as soon as it costs a replay.
        asked = question, replays_are_forbidden()
        patiently = patiently or is_replay_slot()
        workers = None if is_replay_slot() else self._workers
        with self._lock:
            _, found = self._kept.get(question, (0, self._working.get(asked)))
            future: Future[AnswerT] = found or Future()
            if found is None:
                if workers and not patiently and len(self._working) >= MOST_AT_WORK:
                    raise StillWorking
                self._working[asked] = future
        if found is None:
            work_out = partial(self._work_out, question, work, future, self._working, asked)
            if workers:
                workers.submit(copy_context().run, work_out)
            else:
                work_out()
        if not patiently and not future.done():
            wait([future], timeout=self._patience)
            if not future.done():
                raise StillWorking
        return future.result()

    def _by_replay(
        self,
        question: Hashable,
        work: Callable[[], AnswerT],
        slots: ReplaySlots,
        *,
        has_account: bool,
    ) -> AnswerT:
        with self._lock:
            _, found = self._kept.get(question, (0, self._replaying.get(question)))
            future: Future[AnswerT] = found or Future()
            if found is None:
                work_out = partial(
                    self._work_out, question, work, future, self._replaying, question
                )
                slots.begin(work_out, has_account=has_account)
                self._replaying[question] = future
        if not slots.wait(future, self._patience, has_account=has_account):
            raise StillWorking
        return future.result()

    def of_view(
        self,
        view: PoolView,
        question: Callable[..., AnswerT],
        *arguments: Hashable,
        state: Hashable,
        patiently: bool = False,
    ) -> AnswerT:
        """The answer of a view to a question; ``state``: what it depends on beside these."""

        def work() -> AnswerT:
            with view:
                return question(view, *arguments)

        asked = question, view.name, view.as_of, repr(view.what_if), arguments
        return self.answer((asked, state), work, patiently=patiently)

    def _work_out(
        self,
        question: Hashable,
        work: Callable[[], Any],
        future: Future[Any],
        at_work: dict[Hashable, Future[Any]],
        asked: Hashable,
    ) -> None:
        """Work an answer out; until that is done it is in ``at_work`` under ``asked``."""
        try:
            answer = work()
        except BaseException as error:  # not kept: it may have been the database's
            with self._lock:
                del at_work[asked]
            future.set_exception(error)
            return
        size = BYTES_BESIDE + bytes_of(question) + bytes_of(answer)
        with self._lock:
            del at_work[asked]
            if size <= self._largest:
                self._kept[question] = min(size, int(self._kept.maxsize)), future
        future.set_result(answer)

    def close(self) -> None:
        """Begin nothing more."""
        if self._workers:
            self._workers.shutdown(wait=False, cancel_futures=True)


def bytes_of(answer: Any) -> int:
    """About how many bytes an answer takes; a long one is alike from end to end."""
    parts = answer
    if attrs.has(type(answer)):
        parts = attrs.astuple(answer, recurse=False)
    elif isinstance(answer, Mapping):
        parts = answer.values()
    elif isinstance(answer, str | bytes) or not isinstance(answer, Sequence | AbstractSet):
        return getsizeof(answer)
    sample = [bytes_of(each) for each in islice(parts, SAMPLE)]
    return getsizeof(answer) + sum(sample) * len(parts) // max(1, len(sample))
