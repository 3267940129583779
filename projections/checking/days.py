"""On which day an event of a document took effect, and years after it."""

from collections.abc import Mapping
from datetime import MAXYEAR, date
from typing import Any

_DAY_OF = ("ended_on", "from_day", "list_date")


def day_of(document: Mapping[str, Any], subject: Any) -> str | None:
    """The day of a tournament, a known evaluation or an event by its id; None: not shown."""
    for each in document.get("inputs", []):
        data = each["data"]
        if (
            data is not None
            and each["what"] != "game"
            and subject
            in {
                each["id"],
                data.get("tournament"),
            }
        ):
            return next((str(data[field]) for field in _DAY_OF if field in data), None)
    return None


def years_later(day: str, years: int) -> str | None:
    """The same day so many years later, of 29 February the one before; None for no years."""
    if not years:
        return None
    on = date.fromisoformat(day)
    if on.year + years > MAXYEAR:
        return date.max.isoformat()
    leap = (on.month, on.day) == (2, 29)
    return on.replace(year=on.year + years, day=28 if leap and years % 4 else on.day).isoformat()
