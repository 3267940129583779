"""The clock that the log is written by; everybody is handed one, nobody fetches it."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def now() -> datetime:
    """The machine's clock, in UTC."""
    return datetime.now(UTC)


def certainly_now() -> datetime:
    """The machine's clock where somebody vouches for it: it may be far ahead of the log."""
    return now()
