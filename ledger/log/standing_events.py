"""What stands: the events of the log as later corrections have left them.

Corrections are settled here and nowhere else.  A correction lies in the stream of the event it
corrects, so whole streams, known up to a position, settle by themselves: :func:`read_streams`
reads them, :class:`StandingEvents` settles them.  Most callers take the facts that stand; those
that show or compare versions also find what was recorded, what was struck, and by which
correction.

For the many games of a replay nothing is built per event: the reader asks ``verdicts`` by the id
of a game, and decodes the payload itself where there is no verdict.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import attrs
from sqlalchemy import Connection, Select, bindparam, literal, select

from ledger.events.codec import CURRENT_SCHEMA
from ledger.events.corrections import Correction, Verdict, verdicts
from ledger.events.facts import CorrectionSubmitted, Fact
from ledger.log.database import as_parameter, one_of
from ledger.log.decoding import replaced_fact, stored_data, stored_fact
from ledger.log.repeated_statements import repeated_rows
from ledger.log.schema import event


class LoggedEvent(Protocol):
    """The columns that settling needs; a :class:`Recorded` and a log entry both have them."""

    @property
    def position(self) -> int:
        """The event's place in the log."""

    @property
    def id(self) -> str:
        """The event's id."""

    @property
    def type(self) -> str:
        """The event's type, as in the vocabulary of facts."""

    @property
    def schema(self) -> int:
        """The schema version of the payload."""

    @property
    def payload(self) -> str:
        """The data as canonical JSON."""


class Recorded(NamedTuple):
    """An event as it was recorded, whatever has corrected it since."""

    position: int
    id: str
    type: str
    schema: int
    stream: str
    payload: str

    @property
    def data(self) -> dict[str, Any]:
        """The data as recorded."""
        return recorded_data(self)


Verdicts = dict[str, Verdict]
"""Verdicts by the id of the event that was corrected."""

COLUMNS = tuple(event.c[name] for name in Recorded._fields)
"""The columns of a :class:`Recorded`, in its order."""

E = TypeVar("E", bound=LoggedEvent)


@attrs.frozen
class StandingFact:
    """A fact that stands, with the event that submitted it.

    ``verdict`` is the correction by which it stands, None where it stands as submitted.
    """

    position: int
    event: str
    fact: Any
    verdict: Verdict | None = None


@attrs.frozen
class SettledEvent(Generic[E]):
    """An event as recorded, and the verdict of its corrections; None: it stands as recorded."""

    recorded: E
    verdict: Verdict | None = None

    @cached_property
    def data(self) -> Mapping[str, Any] | None:
        """The data that stand; None: struck."""
        if self.verdict is None:
            return recorded_data(self.recorded)
        if self.verdict.data is not None:
            replaced_fact(self.verdict.by.position, self.recorded.type, self.verdict.data)
        return self.verdict.data

    @property
    def corrected_by(self) -> str | None:
        """The id of the correction by which it stands or is struck."""
        return None if self.verdict is None else self.verdict.by.id

    @property
    def fact(self) -> Fact | None:
        """The fact that stands; None: struck."""
        own = self.recorded
        if self.verdict is None:
            return stored_fact(own.position, own.type, own.schema, own.payload)
        if self.verdict.data is None:
            return None
        return replaced_fact(self.verdict.by.position, own.type, self.verdict.data)


class StandingEvents(Generic[E]):
    """Events of whole streams, settled.

    Of the types that matter all events of a stream must be among ``events``, and all its
    corrections; only those that are not known yet may be missing.  ``verdicts`` are those of the
    corrections, by the id of the event corrected, whether or not that is among ``events``.
    """

    def __init__(self, events: Iterable[E]) -> None:
        self._events: Sequence[E] = sorted(events, key=attrgetter("position"))
        self._corrections = [
            Correction(each.position, each.id, recorded_data(each))
            for each in self._events
            if each.type == CorrectionSubmitted.type
        ]
        self.verdicts: Verdicts = verdicts(self._corrections)

    def __iter__(self) -> Iterator[SettledEvent[E]]:
        """The events in the order of the log, struck ones too, corrections apart."""
        for each in self.recorded():
            yield SettledEvent(each, self.verdicts.get(each.id))

    def recorded(self) -> Iterator[E]:
        """The events as they were recorded, in the order of the log, corrections apart."""
        return (each for each in self._events if each.type != CorrectionSubmitted.type)

    def is_untouched(self, event_: E) -> bool:
        """Whether one of them stands as recorded, in the schema of today."""
        return event_.id not in self.verdicts and event_.schema == CURRENT_SCHEMA.get(event_.type)

    def fact_of(self, event_: E) -> Fact | None:
        """The fact by which one of them stands; None: struck."""
        verdict = self.verdicts.get(event_.id)
        if verdict is None:  # nearly all: nothing is built for them
            return stored_fact(event_.position, event_.type, event_.schema, event_.payload)
        return SettledEvent(event_, verdict).fact

    def facts(self) -> Iterator[StandingFact]:
        """The facts that stand, in the order of the log."""
        for own in self.recorded():
            if (fact := self.fact_of(own)) is not None:
                yield StandingFact(own.position, own.id, fact, self.verdicts.get(own.id))

    def data(self) -> Iterator[tuple[E, Mapping[str, Any]]]:
        """The events that stand, in the order of the log, each with the data that stand."""
        for each in self:
            if (data := each.data) is not None:
                yield each.recorded, data

    def settled(self, id_: str) -> SettledEvent[E]:
        """The event with this id, which may be a correction itself.

        Raises ``KeyError`` where it is not among the events.
        """
        return SettledEvent(self._by_id[id_], self.verdicts.get(id_))

    def original(self, id_: str) -> str:
        """The id of the event that a correction, or a correction of one, is about in the end."""
        while id_ in self._corrects:
            id_ = self._corrects[id_]
        return id_

    def corrections_of(self, id_: str) -> Sequence[E]:
        """The corrections that are about an original in the end, in the order of the log."""
        return self._by_original.get(id_, ())

    def as_known_at(self, position: int) -> "StandingEvents[E]":
        """The same as it stood when the log ended at ``position``."""
        return StandingEvents(each for each in self._events if each.position <= position)

    @cached_property
    def _by_id(self) -> Mapping[str, E]:
        return {each.id: each for each in self._events}

    @cached_property
    def _by_original(self) -> Mapping[str, Sequence[E]]:
        found: dict[str, list[E]] = defaultdict(list)
        for each in self._corrections:
            found[self.original(each.id)].append(self._by_id[each.id])
        return found

    @cached_property
    def _corrects(self) -> Mapping[str, str]:
        return {each.id: each.data["corrects"] for each in self._corrections}


def recorded_data(event_: LoggedEvent) -> dict[str, Any]:
    """The data of an event as recorded, spelt as the current schema version spells them.

    Raises :class:`~ledger.events.problems.LedgerDamaged` where they cannot be read.
    """
    return stored_data(event_.position, event_.type, event_.schema, event_.payload)


def read_streams(
    connection: Connection,
    streams: Iterable[str],
    types: Sequence[str] | None = None,
    known_at: int | None = None,
) -> StandingEvents[Recorded]:
    """The events of some streams, of some types or of all, as known at a position or now."""
    given = {"streams": as_parameter(connection, streams)}
    if known_at is not None:
        given["known_at"] = known_at
    wanted = None if types is None else frozenset(types)
    query = _streams(connection.dialect.name, wanted, is_cut=known_at is not None)
    return StandingEvents(map(Recorded._make, repeated_rows(connection, query, given)))


@lru_cache
def _streams(dialect: str, types: frozenset[str] | None, *, is_cut: bool) -> Select[Any]:
    """The statement of :func:`read_streams`, built once for each set of types."""
    query = select(*COLUMNS).where(one_of(dialect, event.c.stream, "streams"))
    if types is not None:
        # Plain texts in a list are expanded at each call, which the driver itself cannot do.
        named = list(map(literal, sorted({*types, CorrectionSubmitted.type})))
        query = query.where(event.c.type.in_(named))
    if is_cut:
        query = query.where(event.c.position <= bindparam("known_at"))
    return query  # sorted by StandingEvents: asked for in order, SQLite would walk the whole log
