"""The tournaments that are watched, as a query asks for them, and the kinds of signals."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import attrs

from ledger.events.messages import marked
from projections.queries.arguments import parameter

TITLES: Mapping[str, str] = {
    "two-places": marked("In two places at once"),
    "same-event": marked("The same event twice"),
    "identity": marked("Identity and age"),
    "improbable-result": marked("Improbable results"),
    "improbable-series": marked("Improbable series"),
    "arranged": marked("Always the same winner"),
    "sandbagging": marked("Losses before a rise"),
    "draws": marked("Many draws"),
    "unplayed": marked("Many forfeits"),
    "closed-circle": marked("Closed circles"),
    "late-or-changed": marked("Late or corrected"),
    "drift": marked("Groups that gain or lose"),
}
"""The signals by their kinds."""


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
