"""The two clocks of a request: ``?on=DAY&known_at=POSITION`` on every page and every answer.

An address that names both is quoted and never shows other numbers; so a position that the log has
not reached yet is refused, for its answer would change.
"""

from datetime import date, datetime
from typing import Any

import attrs
from starlette.requests import Request

from projections.interfaces.http.edge.parameters import KnownAt, parameter, query_of
from projections.interfaces.http.edge.problems import objected


@attrs.frozen(kw_only=True)
class Clocks:
    """As of which day, and as known at which position or moment; None is everything."""

    on: date | None = parameter("As of which day (YYYY-MM-DD); without it, everything.")
    known_at: KnownAt | None = parameter(
        "As known at which position of the log, or at which moment; without it, now."
    )

    def arguments(self) -> dict[str, Any]:
        """What the door is given."""
        return {"on": self.on, "known_at": self.known_at}

    def query(self) -> dict[str, str]:
        """What a link carries, so that it leads to the same numbers."""
        said = {"on": self.on, "known_at": self.known_at}
        return {name: _written(value) for name, value in said.items() if value is not None}

    def is_fixed(self, head: int) -> bool:
        """Whether no later event can change a figure of the answer.

        A moment is not fixed: an event may still be recorded at it.
        """
        return self.on is not None and isinstance(self.known_at, int) and self.known_at <= head


def clocks_of(request: Request) -> Clocks:
    """The two clocks that the address of a page names; its other parameters are left alone.

    Raises `Objected` (400) for what is no day or position.
    """
    return query_of(request, Clocks, strict=False)


def must_be_reached(position: object, head: int, field: str = "known_at") -> None:
    """Refuse a position that the log has not reached (404)."""
    if isinstance(position, int) and position > head:
        message = f"there is no position {position} yet: the log ends at {head}"
        raise objected(404, "unknown-position", message, field)


def _written(value: date | KnownAt) -> str:
    return str(value) if isinstance(value, int) else _iso(value)


def _iso(value: date | datetime) -> str:
    return value.isoformat()
