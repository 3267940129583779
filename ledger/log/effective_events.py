"""Effective events: the events of the log with later corrections applied.

Corrections are resolved only here (decision 0026).  A correction is in the stream of the event it
corrects, so whole streams, known up to a position, can be resolved alone: :func:`read_streams`
reads them, :class:`EffectiveEvents` resolves them.  Most callers take the effective facts.  Those
that show or compare versions also find the recorded and the struck data, and the
correction responsible.

For the many games of a replay no object is built per event: the reader looks up ``verdicts`` by
the id of a game, and decodes the payload itself if there is no verdict.
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
from ledger.events.facts import CorrectionSubmitted, Fact, GameSubmitted
from ledger.log.decoding import replaced_fact, stored_data, stored_fact
from ledger.log.repeated_statements import repeated_rows
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.statements import as_parameter, one_of


class LoggedEvent(Protocol):
    """The columns needed to resolve corrections; a :class:`Recorded` and a log entry have them."""

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
    """An event as recorded, before any correction."""

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
class EffectiveFact:
    """An effective fact, with the event that submitted it.

    ``verdict`` is the correction that gave it, None if it was never corrected.
    """

    position: int
    event: str
    fact: Any
    verdict: Verdict | None = None


@attrs.frozen
class SettledEvent(Generic[E]):
    """An event as recorded, and the verdict of its corrections; None: effective as recorded."""

    recorded: E
    verdict: Verdict | None = None

    @cached_property
    def data(self) -> Mapping[str, Any] | None:
        """Return the effective data; None: struck."""
        if self.verdict is None:
            return recorded_data(self.recorded)
        if self.verdict.data is not None:
            replaced_fact(self.verdict.by.position, self.recorded.type, self.verdict.data)
        return self.verdict.data

    @property
    def corrected_by(self) -> str | None:
        """Return the id of the correction that replaced or withdrew it."""
        return None if self.verdict is None else self.verdict.by.id

    @property
    def fact(self) -> Fact | None:
        """Return the effective fact; None: struck."""
        own = self.recorded
        if self.verdict is None:
            return stored_fact(own.position, own.type, own.schema, own.payload)
        if self.verdict.data is None:
            return None
        return replaced_fact(self.verdict.by.position, own.type, self.verdict.data)


class EffectiveEvents(Generic[E]):
    """Events of whole streams, with corrections applied.

    Of the relevant types all events of a stream must be among ``events``, and all its
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
        """Yield the events in order, including struck ones, without corrections."""
        for each in self.recorded():
            yield SettledEvent(each, self.verdicts.get(each.id))

    def recorded(self) -> Iterator[E]:
        """Yield the events as recorded, in the order of the log, without corrections."""
        return (each for each in self._events if each.type != CorrectionSubmitted.type)

    def is_uncorrected(self, event_: E) -> bool:
        """True if one of them is effective as recorded, in the current schema."""
        return event_.id not in self.verdicts and event_.schema == CURRENT_SCHEMA.get(event_.type)

    def fact_of(self, event_: E) -> Fact | None:
        """Return the effective fact of one of them; None: struck."""
        verdict = self.verdicts.get(event_.id)
        if verdict is None:  # nearly all events: no object is built for them
            return stored_fact(event_.position, event_.type, event_.schema, event_.payload)
        return SettledEvent(event_, verdict).fact

    def facts(self) -> Iterator[EffectiveFact]:
        """Yield the effective facts, in the order of the log."""
        for own in self.recorded():
            if (fact := self.fact_of(own)) is not None:
                yield EffectiveFact(own.position, own.id, fact, self.verdicts.get(own.id))

    def data(self) -> Iterator[tuple[E, Mapping[str, Any]]]:
        """Yield the effective events, in the order of the log, each with its effective data."""
        for each in self:
            if (data := each.data) is not None:
                yield each.recorded, data

    def settled(self, id_: str) -> SettledEvent[E]:
        """Return the event with this id, which may be a correction itself.

        Raises ``KeyError`` if it is not among the events.
        """
        return SettledEvent(self._by_id[id_], self.verdicts.get(id_))

    def original(self, id_: str) -> str:
        """Return the id of the final target of a correction, or of a correction of one."""
        while id_ in self._corrects:
            id_ = self._corrects[id_]
        return id_

    def corrections_of(self, id_: str) -> Sequence[E]:
        """Return the corrections whose final target is an original, in the order of the log."""
        return self._by_original.get(id_, ())

    def as_known_at(self, position: int) -> "EffectiveEvents[E]":
        """Return the same as of the time when the log ended at ``position``."""
        return EffectiveEvents(each for each in self._events if each.position <= position)

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
    """Return the data of an event as recorded, in the form of the current schema version.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if they cannot be read.
    """
    return stored_data(event_.position, event_.type, event_.schema, event_.payload)


def read_streams(
    connection: Connection,
    streams: Iterable[str],
    types: Sequence[str] | None = None,
    known_at: int | None = None,
) -> EffectiveEvents[Recorded]:
    """The events of some streams, of some types or of all, as known at a position or now."""
    given = {"streams": as_parameter(connection, streams)}
    if known_at is not None:
        given["known_at"] = known_at
    wanted = None if types is None else frozenset(types)
    query = _streams(connection.dialect.name, wanted, is_cut=known_at is not None)
    return EffectiveEvents(map(Recorded._make, repeated_rows(connection, query, given)))


@lru_cache
def _streams(dialect: str, types: frozenset[str] | None, *, is_cut: bool) -> Select[Any]:
    """The statement of :func:`read_streams`, built once for each set of types."""
    query = select(*COLUMNS).where(one_of(dialect, event.c.stream, "streams"))
    if types is not None:
        # Plain texts in a list are expanded at each call; the driver itself cannot do that.
        named = list(map(literal, sorted({*types, CorrectionSubmitted.type})))
        query = query.where(event.c.type.in_(named))
        if GameSubmitted.type not in types:  # most events of a tournament's stream
            query = query.where(NOT_A_GAME)
    if is_cut:
        query = query.where(event.c.position <= bindparam("known_at"))
    return query  # sorted by EffectiveEvents: with ORDER BY, SQLite would scan the whole log
