"""Permission to replay: a caller can find out that an answer costs a replay before it is made.

A replay takes seconds and much memory, so a server gives replays threads of their own.  All code
that replays, or goes back over many occasions, announces it here.  The cost of an answer is
therefore known in one place, whatever the question.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_forbidden: ContextVar[bool] = ContextVar("replays_forbidden", default=False)


class CostsReplay(Exception):
    """An answer costs a replay, and replays are forbidden in this context."""


@contextmanager
def without_replays() -> Iterator[None]:
    """Forbid replays in this context; `announce_replay` raises in here."""
    token = _forbidden.set(True)
    try:
        yield
    finally:
        _forbidden.reset(token)


def replays_are_forbidden() -> bool:
    """Return True if this context must not replay."""
    return _forbidden.get()


def announce_replay() -> None:
    """Announce a replay before it begins.

    Raises `CostsReplay` if replays are forbidden in this context.
    """
    if _forbidden.get():
        raise CostsReplay
