"""Cache of answers: each is computed once for a state of the ledger, and kept for the newest.

A state is all that an answer depends on beside its question: positions of the log and the day;
for a page it is its tag.  Further callers wait a short time for an answer in progress.
An answer that turns out to cost a replay is computed in a replay slot.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from datetime import date
from functools import partial
from itertools import count, islice
from math import inf
from sys import getsizeof
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

import attrs
from cachetools import LRUCache

from projections.api import CostsReplay, replays_are_forbidden, without_replays
from projections.interfaces.http.replay_slots import ReplaySlots, is_replay_slot
from projections.pool_view import PoolView
from projections.queries.answer_types import Positions

AnswerT = TypeVar("AnswerT")
MOST_BYTES = 50_000_000
BYTES_BESIDE = 3_000
"""Overhead of an answer, which also limits the number of answers (decision 0123)."""
SAMPLE = 10
WORKERS = 4
MOST_AT_WORK = 200
"""The most answers in progress or waiting; further callers must retry."""


PATIENTLY = inf


class StillWorking(Exception):
    """An answer takes longer than a reader should wait; it is in progress, or soon will be."""


def nobody() -> bool:
    """Return False: the caller has no account."""
    return False


@attrs.frozen
class _Kept:
    """An answer for a state; ``number`` is that of its asking, ``size`` is in bytes."""

    state: Hashable
    number: int
    size: int
    future: Future[object]


@attrs.define
class _Waiting:
    """An answer that waits for a worker; ``is_needed``: someone waits as long as it takes."""

    asked: Hashable
    future: Future[Any]
    job: Future[None]
    is_needed: bool

    def is_dropped(self) -> bool:
        """Return True if it was not begun and now never is; whoever waits for it asks again."""
        if self.is_needed or not self.job.cancel():
            return False
        self.future.set_exception(StillWorking())
        return True


class AnswerCache:
    """Answers by their questions, the last ones asked for; shared by threads.

    Of each question only the answer for the newest state is kept, and only the newest waits for
    a worker.

    ``patience``: how many seconds an asker waits; None: as long as it takes, and whoever asks
    first works it out himself.  ``most``: bytes that are kept; ``largest``: of one answer.
    ``slots``: an asker works the answer out himself unless it costs a replay; a replay slot
    does that.
    """

    def __init__(
        self,
        patience: float | None,
        most: int = MOST_BYTES,
        largest: float = inf,
        slots: ReplaySlots | None = None,
    ) -> None:
        self._patience = patience
        self._largest = largest
        self._slots = slots
        self._kept: LRUCache[Hashable, _Kept]
        self._kept = LRUCache(most, getsizeof=lambda kept: kept.size)
        self._working: dict[Hashable, Future[Any]] = {}
        self._replaying: dict[Hashable, Future[Any]] = {}
        self._waiting: dict[Hashable, _Waiting] = {}
        self._numbers = count()
        self._lock = Lock()
        needs_workers = patience and slots is None
        self._workers = needs_workers and ThreadPoolExecutor(WORKERS, thread_name_prefix="answers")

    def answer(
        self,
        question: Hashable,
        work: Callable[[], AnswerT],
        *,
        state: Hashable = None,
        until: float | None = None,
        has_account: Callable[[], bool] = nobody,
    ) -> AnswerT:
        """The answer to a question in a state, computed now if nobody has asked it.

        ``until``: the asker waits no longer than that, by the monotonic clock; ``PATIENTLY``: as
        long as it takes.  ``has_account``: True if the caller has an account; called if the
        answer costs a replay.

        Raises whatever ``work`` raises, :class:`StillWorking` if it takes too long, `HttpError`
        (503) if it costs a replay and too many of these are asked for.
        """
        if self._slots is None:
            return self._answer(question, state, work, until)
        if (question, state) not in self._replaying:
            try:
                with without_replays():
                    return self._answer(question, state, work, until)
            except CostsReplay:
                pass
        return self._by_replay(question, state, work, self._slots, has_account=has_account())

    def _found(self, question: Hashable, state: Hashable) -> Future[Any] | None:
        kept = self._kept.get(question)
        return None if kept is None or kept.state != state else kept.future

    def _answer(
        self, question: Hashable, state: Hashable, work: Callable[[], AnswerT], until: float | None
    ) -> AnswerT:
        # Nobody who may replay waits for an answer that is given up as soon as it costs a replay.
        asked = question, state, replays_are_forbidden()
        patiently = until == PATIENTLY or is_replay_slot()
        workers = None if is_replay_slot() else self._workers
        work_out = None
        with self._lock:
            found = self._found(question, state) or self._working.get(asked)
            future: Future[AnswerT] = found or Future()
            if found is None:
                self._drop_older(question)
                if workers and not patiently and len(self._working) >= MOST_AT_WORK:
                    raise StillWorking
                self._working[asked] = future
                number = next(self._numbers)
                work_out = partial(self._work_out, asked, number, work, future, self._working)
                if workers:
                    job = workers.submit(copy_context().run, work_out)
                    self._waiting[question] = _Waiting(asked, future, job, patiently)
            elif patiently and (waiting := self._waiting.get(question)) is not None:
                waiting.is_needed |= waiting.asked == asked
        if work_out and not workers:
            work_out()
        if not patiently and not future.done():
            wait([future], timeout=self._timeout(until))
            if not future.done():
                raise StillWorking
        return future.result()

    def _timeout(self, until: float | None) -> float | None:
        if self._patience is None or until is None:
            return self._patience
        return min(self._patience, max(0.0, until - monotonic()))

    def _drop_older(self, question: Hashable) -> None:
        """Drop the answer to a question that still waits, for a state before the newest."""
        waiting = self._waiting.get(question)
        if waiting is not None and waiting.is_dropped():
            del self._working[waiting.asked], self._waiting[question]

    def _by_replay(
        self,
        question: Hashable,
        state: Hashable,
        work: Callable[[], AnswerT],
        slots: ReplaySlots,
        *,
        has_account: bool,
    ) -> AnswerT:
        asked = question, state
        with self._lock:
            found = self._found(question, state) or self._replaying.get(asked)
            future: Future[AnswerT] = found or Future()
            if found is None:
                number = next(self._numbers)
                work_out = partial(self._work_out, asked, number, work, future, self._replaying)
                slots.begin(work_out, has_account=has_account)
                self._replaying[asked] = future
        if not slots.wait(future, self._patience, has_account=has_account):
            raise StillWorking
        return future.result()

    def of_view(
        self,
        view: PoolView,
        question: Callable[..., AnswerT],
        *arguments: Hashable,
        today: date,
        at: Positions,
        until: float | None = None,
    ) -> AnswerT:
        """The answer of a view to a question on a day, with the log ``at`` these positions."""

        def work() -> AnswerT:
            with view:
                return question(view, *arguments)

        day, known_at = view.as_of.day, view.as_of.known_at
        now = at["pools"].get(view.name)
        of_view = view.name, day, None if known_at == now else known_at, repr(view.what_if)
        state = today, at["head"], now
        return self.answer((question, of_view, arguments), work, state=state, until=until)

    def _work_out(
        self,
        asked: tuple[object, ...],
        number: int,
        work: Callable[[], object],
        future: Future[Any],
        at_work: dict[Hashable, Future[object]],
    ) -> None:
        """Work an answer out; until that is done it is in ``at_work`` under ``asked``."""
        question, state, *_ = asked
        try:
            answer = work()
        except BaseException as error:  # not kept: it may have been the database's
            with self._lock:
                self._end(asked, at_work)
            future.set_exception(error)
            return
        size = BYTES_BESIDE + bytes_of(question) + bytes_of(answer)
        with self._lock:
            self._end(asked, at_work)
            newest = self._kept.get(question)
            if size <= self._largest and (newest is None or newest.number < number):
                size = min(size, int(self._kept.maxsize))
                self._kept[question] = _Kept(state, number, size, future)
        future.set_result(answer)

    def _end(self, asked: tuple[object, ...], at_work: dict[Hashable, Future[object]]) -> None:
        del at_work[asked]
        waiting = self._waiting.get(asked[0])
        if waiting is not None and waiting.asked == asked:
            del self._waiting[asked[0]]

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
