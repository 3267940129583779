"""The two clocks of every question about a rating: the day, and the known position of the log."""

from datetime import date, timedelta

import attrs


@attrs.frozen
class AsOf:
    """The results up to a day, as the ledger knew them at a position.

    ``day``: tournaments that ended on or before this day; ``known_at``: events at or before
    this position of the log.  Both are inclusive; None stands for everything.
    """

    day: date | None = None
    known_at: int | None = None

    def covers(self, day: date) -> bool:
        """True if ``day`` had come."""
        return self.day is None or day <= self.day


EVERYTHING = AsOf()
LAST_DAY = date.max
A_DAY = timedelta(days=1)
OF_THE_DAY_BEFORE = "/-1/"


def key_after(day: date) -> str:
    """The first key of an occasion after ``day``; see :func:`occasion_key`."""
    return "~" if day == LAST_DAY else (day + A_DAY).isoformat()


def governed_on(key: str) -> date:
    """Return the day whose rulebook governs an occasion: its own, for a list the day before."""
    day = date.fromisoformat(key[:10])
    return day - A_DAY if key.startswith(OF_THE_DAY_BEFORE, 10) else day


def occasion_key(day: date, phase: int, key: str) -> str:
    """Return the sort key of an occasion: by day, phase and id (decision 0004)."""
    return f"{day.isoformat()}/{phase}/{key}"
