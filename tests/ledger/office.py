"""The rating office of the tests: submits, reads back, verifies."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Engine

from ledger.events.problems import Problem, Refused
from ledger.log.clock import now
from ledger.log.effective_events import EffectiveEvents
from ledger.log.event_log import Entry, Receipt, head_of, read
from ledger.log.verification import Verdict, verify
from ledger.validation.submission import append
from tests.ledger.house_rulebooks import HouseRulebooks
from tests.ledger.lines import Event, every_event, lines, season

RULEBOOKS = HouseRulebooks()


class SetClock:
    """A clock that shows what a test sets; until then the time at which it was made."""

    def __init__(self) -> None:
        self.at = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.at

    def turn(self, **by: float) -> datetime:
        """Turn it on, or back."""
        self.at += timedelta(**by)
        return self.at


def data_in(entry: Entry) -> dict[str, Any]:
    """The data of an event as the log keeps them."""
    data: dict[str, Any] = json.loads(entry.payload)
    return data


class Office:
    """A ledger and everything a test wants to do with it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.clock = SetClock()

    def append(self, *events: Event, by: str = "the office", dry_run: bool = False) -> Receipt:
        """Hand the events in, in one call."""
        how: dict[str, Any] = {"rulebooks": RULEBOOKS, "clock": self.clock, "dry_run": dry_run}
        return append(self.engine, lines(events), by=by, **how)

    def open_season(self) -> None:
        """A pool, four players and a tournament, see :func:`tests.ledger.lines.season`."""
        self.append(*season())

    def hand_in_everything(self) -> int:
        """A season, then one event of every type, a correction last; the size of the log."""
        self.open_season()
        last = self.append(*every_event().values()).last
        assert last is not None
        return last

    def problems(self, *events: Event) -> tuple[Problem, ...]:
        """Return the problems of the events; none of them may have been written."""
        return self.problems_of(lines(events))

    def problems_of(self, lines: Sequence[tuple[int, bytes]]) -> tuple[Problem, ...]:
        """Return the problems of raw lines; none of them may have been written."""
        before = self.contents()
        try:
            append(self.engine, lines, by="the office", rulebooks=RULEBOOKS, clock=now)
        except Refused as refused:
            assert self.contents() == before, "a refused call has written something"
            return refused.problems
        raise AssertionError("nothing was found wrong")

    def codes(self, *events: Event) -> list[tuple[int | None, str | None, str]]:
        """Line, field and code of every problem of the events."""
        return [(each.line, each.field, each.code) for each in self.problems(*events)]

    def entries(self) -> list[Entry]:
        """The log."""
        with self.engine.connect() as connection:
            return list(read(connection))

    def contents(self) -> tuple[object, ...]:
        """Everything that is stored: log, head, personal data."""
        with self.engine.connect() as connection:
            people = connection.exec_driver_sql("SELECT * FROM person ORDER BY position").all()
            return head_of(connection), tuple(read(connection)), tuple(map(tuple, people))

    def standing(self) -> dict[str, object]:
        """Return the effective data of every event by its id; struck ones are None."""
        return {each.recorded.id: each.data for each in EffectiveEvents(self.entries())}

    def verdict(self) -> Verdict:
        """Return the verdict on the log."""
        return verify(self.engine)
