"""A list is published: it is shown first, and the log keeps its digest."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from ledger.events.messages import marked
from projections.api import Ledger
from projections.interfaces.pages.officer.account_request import AccountRequest
from projections.interfaces.pages.officer.act import pool_field, reason_field, shown
from projections.interfaces.pages.officer.confirmation import next_step
from projections.interfaces.pages.officer.fields import FormField
from projections.queries.arguments import day_of


def publishing(asked: AccountRequest) -> Response:
    """The list of a day as it would be published, and the publication."""

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, Any]:
        day = day_of(asked.text("day")) or asked.today
        reason = asked.text("reason") or None
        return ledger.publish(
            asked.text("pool"), on=day, reason=reason, by=asked.by, dry_run=dry_run
        )

    step = next_step(asked, work)
    listed: Any = None
    if step.foreseen is not None and step.done is None:
        at = {"on": step.foreseen["day"], "known_at": step.foreseen["position"]}
        with asked.ledger.pool(step.foreseen["pool"], **at) as view:
            listed = view.listed()
    day = FormField(
        name="day",
        label=marked("List of the day"),
        value=asked.today.isoformat(),
        kind="date",
        says=("data.day",),
        required=True,
    )
    fields = [pool_field(asked.pools), day, reason_field(required=False)]
    return shown(asked, "publishing.html", fields, step, listed=listed)
