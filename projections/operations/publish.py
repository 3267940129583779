"""Publish a list: append the event that says what the list of a day was."""

from datetime import date
from typing import Any

from sqlalchemy import Engine

from ledger.events.canonical_json import canonical
from ledger.events.problems import refusal
from ledger.log.clock import Clock
from ledger.log.event_log import head_of
from ledger.validation.fact_checks import day_to_come
from ledger.validation.rulebook_port import RulebookPort
from ledger.validation.submission import append
from projections.queries.published_lists import announcement


def publish(  # noqa: PLR0913 - what is published, by whom, and the clock that is passed in
    engine: Engine,
    pool: str,
    day: date,
    reason: str | None,
    *,
    by: str,
    rulebooks: RulebookPort,
    clock: Clock,
    today: date,
    dry_run: bool = False,
) -> dict[str, Any]:
    """Append the event that publishes the list of a pool as of a day, as it is known now.

    A dry run says the same and writes nothing: ``published_at`` is None.

    Raises :class:`~ledger.events.problems.Refused` for a day after today, too.
    """
    if day > today:
        raise refusal("day-to-come", day_to_come(day, today), "--on")
    with engine.connect() as connection:
        known_at = head_of(connection).size
        event = announcement(connection, pool, day, known_at, reason, today)
    line = canonical(event).encode()
    receipt = append(engine, [(1, line)], by=by, rulebooks=rulebooks, clock=clock, dry_run=dry_run)
    return {**event["data"], "published_at": receipt.first}
