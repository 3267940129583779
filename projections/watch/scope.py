"""The tournaments that are watched, as a query asks for them."""

from datetime import date
from typing import Any

import attrs

from projections.queries.arguments import parameter


@attrs.frozen(kw_only=True, slots=False)  # it goes together with clocks in one query
class Scope:
    """The days that are watched, or one tournament; without either, the last year."""

    first: date | None = parameter("Tournaments that ended on this day or later.", wire="from")
    last: date | None = parameter("Tournaments that ended on this day or before.", wire="to")
    tournament: str | None = parameter("Only this tournament.", named_by="tournament")
    player: str | None = parameter("Only signals about this player.", named_by="player")
    answered: bool = parameter("Include signals that were found in order.", default=False)
    threshold: dict[str, Any] = parameter(
        "Another threshold, NAME=VALUE, as the reference lists them.", dict
    )
