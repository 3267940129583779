"""What callers from outside write, read as values: days, positions and moments.

Raises ValueError with words that say how to write it; the command line and the web answer with
the same words.
"""

from datetime import UTC, date, datetime

DayLike = date | str
Moment = int | datetime | str
"""A position of the log, or a moment: a datetime, or ISO text; without a zone it is UTC."""


def day_of(given: DayLike | None) -> date | None:
    """A day, as a date or as ``YYYY-MM-DD``."""
    if given is None:
        return None
    if isinstance(given, date):
        return given.date() if isinstance(given, datetime) else given
    try:
        return datetime.strptime(given, "%Y-%m-%d").replace(tzinfo=UTC).date()
    except (ValueError, TypeError):
        raise ValueError(f"{given!r} is not a day: write it as YYYY-MM-DD") from None


def position_or_moment(given: Moment | None) -> int | datetime | None:
    """A position of the log as a number, a moment as a datetime with its zone."""
    if isinstance(given, str):
        if given.isdecimal() and given.isascii() and len(given) < 19:
            return int(given)
        try:
            given = datetime.fromisoformat(given)
        except ValueError:
            raise _no_moment(given) from None
    if isinstance(given, datetime):
        return given if given.tzinfo else given.replace(tzinfo=UTC)
    if given is not None and (isinstance(given, bool) or not isinstance(given, int) or given < 0):
        raise _no_moment(given)
    return given


def _no_moment(given: object) -> ValueError:
    return ValueError(f"{given!r} is neither a position nor a time like 2026-01-31T12:00:00Z")
