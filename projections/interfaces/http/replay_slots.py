"""Slots for answers that cost a replay: few threads of their own, and short queues before them.

A replay takes seconds and much memory.  Callers without an account share one queue, callers with
an account another one with more slots: however much strangers ask for, an officer is answered,
and the threads that answer everything else stay free (decision 0137).
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import ContextVar, copy_context
from functools import partial
from threading import Lock
from typing import Any, TypeVar

import attrs

from ledger.events.messages import Message
from projections.interfaces.http.edge.problems import SECONDS_TO_RETRY, HttpError, objected

AnswerT = TypeVar("AnswerT")
_is_slot: ContextVar[bool] = ContextVar("is_replay_slot", default=False)


def is_replay_slot() -> bool:
    """Return True in a thread of a replay slot."""
    return _is_slot.get()


def _become_slot() -> None:
    _is_slot.set(True)


@attrs.frozen
class Limits:
    """Limits of a queue: ``at_once`` replays run, ``most`` run or wait; ``most`` callers wait."""

    at_once: int
    most: int


STRANGERS = Limits(at_once=1, most=5)
ACCOUNTS = Limits(at_once=2, most=10)


@attrs.define
class _Queue:
    limits: Limits
    threads: ThreadPoolExecutor
    begun: int = 0
    callers: int = 0


class ReplaySlots:
    """The replay slots of a server process; shared by threads."""

    def __init__(self, strangers: Limits = STRANGERS, accounts: Limits = ACCOUNTS) -> None:
        self._lock = Lock()
        self._queues = {
            has_account: _Queue(
                limits, ThreadPoolExecutor(limits.at_once, "replays", initializer=_become_slot)
            )
            for has_account, limits in ((False, strangers), (True, accounts))
        }

    def begin(self, work: Callable[[], None], *, has_account: bool) -> None:
        """Do some work in a slot, as soon as one is free.

        Raises `HttpError` (503) if too many replays wait already.
        """
        queue = self._queues[has_account]
        with self._lock:
            if queue.begun >= queue.limits.most:
                raise _too_many()
            queue.begun += 1
        queue.threads.submit(self._do, queue, work)

    def _do(self, queue: _Queue, work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            with self._lock:
                queue.begun -= 1

    def wait(self, answer: Future[Any], seconds: float | None, *, has_account: bool) -> bool:
        """Wait for an answer, so many seconds or as long as it takes; return True if it is there.

        A caller who waits holds a thread.  Raises `HttpError` (503) if too many callers wait.
        """
        if answer.done():
            return True
        queue = self._queues[has_account]
        with self._lock:
            if queue.callers >= queue.limits.most:
                raise _too_many()
            queue.callers += 1
        try:
            wait([answer], timeout=seconds)
        finally:
            with self._lock:
                queue.callers -= 1
        return answer.done()

    def result_of(self, work: Callable[[], AnswerT]) -> AnswerT:
        """Return the result of an account's work, done in a slot.

        Raises whatever that raises, and `HttpError` (503) if too much is to be done.
        """
        result: Future[AnswerT] = Future()
        self.begin(partial(_finish, result, partial(copy_context().run, work)), has_account=True)
        self.wait(result, None, has_account=True)
        return result.result()

    def close(self) -> None:
        """Begin nothing more."""
        for queue in self._queues.values():
            queue.threads.shutdown(wait=False, cancel_futures=True)


def _finish(result: "Future[AnswerT]", work: Callable[[], AnswerT]) -> None:
    try:
        result.set_result(work())
    except BaseException as error:
        result.set_exception(error)


def _too_many() -> HttpError:
    message = Message(
        "too many questions about earlier positions or other rules are being answered: ask again "
        "in a few seconds"
    )
    return objected(503, "busy", message, headers={"Retry-After": str(SECONDS_TO_RETRY)})
