"""The dashboard: everything that needs an officer, counted, each with its page."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import attrs

from ledger.events.messages import Message, counted
from projections.interfaces.http.answer_cache import StillWorking
from projections.interfaces.pages.officer.data_quality import (
    OTHER_YEAR,
    doubles_of,
    tournaments_of,
)
from projections.interfaces.pages.officer.officer_request import OfficerRequest


@attrs.frozen
class Need:
    """Something that needs an officer, and the address of its page."""

    said: str
    href: str


def needs_of(request: OfficerRequest, pending: int) -> list[Need]:
    """Everything that needs an officer, the pending submissions first; empty for an arbiter."""
    return list(_needs(request, pending)) if request.is_officer else []


def _needs(request: OfficerRequest, pending: int) -> Iterator[Need]:
    if not request.pools:
        said = Message("No rating list yet: adopt a rulebook, which creates the first one.")
        yield Need(said, "/desk/decisions/rulebook")
        return
    if pending:
        yield Need(
            counted("%(count)s pending submission", "%(count)s pending submissions", pending),
            "#pending",
        )
    for pool in request.pools:
        yield from _of_pool(request, pool)
    found = _answer_if_ready(partial(doubles_of, request))
    if doubles := sum(OTHER_YEAR not in each["reasons"] for each in found):
        yield Need(
            counted(
                "%(count)s person is perhaps registered twice",
                "%(count)s persons are perhaps registered twice",
                doubles,
            ),
            "/desk/oddities#doubles",
        )


def _of_pool(request: OfficerRequest, pool: str) -> Iterator[Need]:
    rows = _answer_if_ready(partial(tournaments_of, request, pool))
    title = request.title_of(pool)
    if names := sorted(request.ledger.live_names_held_back(pool)):
        said = Message(
            "Live in %(pool)s, like withheld names and not shown until you submit the file: "
            "%(names)s",
            pool=title,
            names="; ".join(names),
        )
        yield Need(said, "/desk/live")
    if uncounted := sum(bool(row["reason"]) for row in rows):
        yield Need(
            counted(
                "%(count)s tournament does not count in %(pool)s",
                "%(count)s tournaments do not count in %(pool)s",
                uncounted,
                pool=title,
            ),
            "/desk/oddities",
        )
    if gaps := sum(not row["reason"] for row in rows):
        yield Need(
            counted(
                "%(count)s tournament of %(pool)s has gaps",
                "%(count)s tournaments of %(pool)s have gaps",
                gaps,
                pool=title,
            ),
            "/desk/oddities",
        )


def _answer_if_ready(answer: Callable[[], object]) -> Any:
    """Return an answer; nothing while it is being worked out: the dashboard waits for nobody."""
    try:
        return answer()
    except StillWorking:
        return ()
