"""Incremental replay: from the position of the read model, only changes are evaluated again.

New events invalidate occasions.  Each of these is evaluated again from the cards before it.  If
the outcome differs from the stored one, it is replaced, and the next occasion that reads a
changed card is evaluated in turn.  An unchanged card has no consequences.
The stored result equals that of a full rebuild.

Some events change more than single occasions (a rulebook, a decision about a whole season).  Then
:class:`RebuildNeeded` is raised, and the pool is rebuilt.
"""

import heapq
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

import attrs
from sqlalchemy import Connection, Row, bindparam, func, select, update

from ledger.log.event_log import Head, head_of, read
from projections.engine.history.as_of import AsOf, key_after, occasion_key
from projections.engine.history.history import History
from projections.engine.read_model.checked_rows import seal, total, wrong_occasion
from projections.engine.read_model.due_occasions import (
    OF_A_TOURNAMENT,
    READ_BY_ALL,
    Due,
    DueOccasions,
)
from projections.engine.read_model.earlier_card_history import Journal, ReplacedRows, Texts
from projections.engine.read_model.invalidation import Invalidated, RebuildNeeded, invalidate
from projections.engine.read_model.schema import generation, occasion
from projections.engine.read_model.standings import due_players, value_cards
from projections.engine.read_model.stored_card_history import CardWindow, StoredCardHistory
from projections.engine.registry import AnyRulebook
from projections.engine.replay.card_history import EvaluatedOccasion, evaluated_occasion
from projections.engine.replay.evaluate_part import directly_affected, evaluate_reached
from projections.engine.replay.find_occasion import (
    FoundOccasion,
    cards_before,
    find_occasion,
    is_due,
)
from projections.engine.replay.schedule import period_on, periods
from projections.rulebooks.occasion import ListDue
from projections.rulebooks.strengths import NONE_KEPT, pack

# --- reading ahead the data of the next occasions of an incremental update -----------------------


LENGTH = timedelta(days=400)
"""The length of the window read; beyond it are more cards than will be used."""
_OF_GENERATION = update(generation).where(generation.c.id == bindparam("number"))
_LAST_KEY = select(func.max(occasion.c.key)).where(
    occasion.c.generation == bindparam("number"), occasion.c.kind != "day"
)
Changed = Mapping[str, Collection[str]]
"""By key of an occasion: the players whose cards before it have changed."""


class ReadAhead:
    """Data read ahead for the occasions from the key ``first`` on, which are used in order."""

    def __init__(self, history: History, stored: StoredCardHistory, first: str) -> None:
        self._history = history
        self._stored = stored
        self.last = _last_key(first, stored.horizon)
        self.cards = CardWindow(stored, first, self.last, in_order=True)
        self._readings: dict[str, list[str]] = {}
        self._written: dict[str, EvaluatedOccasion] = {}
        self._prepared: dict[str, int] = {}

    def covers(self, key: str) -> bool:
        """True if an occasion can be prepared here."""
        return self.cards.covers(key)

    def is_prepared(self, key: str, changed: Collection[str]) -> bool:
        """True if an occasion was read for all players whose cards before it have changed."""
        return self._prepared.get(key) == len(changed)

    def written(self, key: str) -> EvaluatedOccasion | None:
        """Return a prepared occasion as stored; None: it is not stored."""
        return self._written.get(key)

    def prepare(self, keys: Sequence[str], due: Mapping[str, Due], changed: Changed) -> None:
        """Read the data for the occasions under some keys, given in their order.

        ``due``: those of them that are evaluated whatever the cards before them.
        """
        first = keys[0]
        self._prepared.update((key, len(changed.get(key, ()))) for key in keys)
        self._written |= self._stored.at([key for key in keys if key not in self._written])
        parts = [
            done
            for done in map(self._written.get, keys)
            if done is not None and done.key not in due and is_in_parts(done)
        ]
        self._history.read_tournaments([done.subject for done in parts])
        reached = set(self._reached(parts, changed))
        self._history.read_persons(reached)
        in_parts = {done.key for done in parts}
        reached.update(self._read_whole([key for key in keys if key not in in_parts], due))
        self.cards.read(reached, first)
        self._read_readings(first, reached)

    def _reached(self, parts: Sequence[EvaluatedOccasion], changed: Changed) -> Iterator[str]:
        for done in parts:
            if (before := done.strengths) is not None:
                met = self._history.opponents_in(done.subject)
                yield from directly_affected(done, before, changed[done.key], met)

    def _read_whole(self, keys: Sequence[str], due: Mapping[str, Due]) -> Iterator[str]:
        """Read the subjects of occasions evaluated as a whole; yield the players they read."""
        written = {key: self._written[key] for key in keys if key in self._written}
        whole = [due[key] if key in due else Due.of(written[key]) for key in keys]
        self._history.read_about(
            [each.subject for each in whole if each.kind in OF_A_TOURNAMENT],
            [each.subject for each in whole if each.kind == "list"],
        )
        for done in written.values():
            yield from done.players or ()

    # --- which occasions read a card ---

    def reading_after(self, key: str, players: Collection[str]) -> dict[str, str]:
        """For some players the keys of the next occasions here that read their cards by name."""
        self._read_readings(key, players)
        found = {}
        for player in players:
            keys = self._readings[player]
            index = bisect_right(keys, key)
            if index < len(keys):
                found[player] = keys[index]
        return found

    def reading_beyond(self, players: Collection[str]) -> dict[str, str]:
        """Return the same for the occasions after the window."""
        return self._stored.reading_after(self.last, players)

    def _read_readings(self, after: str, players: Collection[str]) -> None:
        new = [player for player in players if player not in self._readings]
        if new:
            self._readings.update((player, []) for player in new)
            for player, key in self._stored.reading_within(after, self.last, new):
                self._readings[player].append(key)


END = "~"
"""A key after all others."""


def is_in_parts(done: EvaluatedOccasion) -> bool:
    """True if some players of an occasion can be evaluated separately."""
    return done.kind == "tournament" and done.packed_strengths != NONE_KEPT


def _last_key(first: str, horizon: date) -> str:
    """Return the last key to read: after a year, or the end if that is near."""
    try:
        last = date.fromisoformat(first[:10]) + LENGTH
    except (ValueError, OverflowError):
        return END
    return END if last > horizon else key_after(last)


MOST_EVENTS = 20_000
AT_ONCE = 24
"""Occasions read together; more would be reached by others before their turn."""


def apply_new_events(connection: Connection, active: Row[Any]) -> Journal:
    """Bring the active generation to the end of the log, inside the caller's transaction.

    Returns the journal of replaced rows.  Raises :class:`RebuildNeeded` if only a rebuild will do;
    the caller then rolls back.

    On PostgreSQL the log may grow during the transaction.  The head is read once, and nothing
    after it is: readers rely on the recorded position of the rows (decision 0132).
    """
    head = head_of(connection)
    if head.size - active.position > MOST_EVENTS:
        raise RebuildNeeded
    incremental_update = _IncrementalUpdate(connection, active, head)
    invalidated = Invalidated()
    for entry in read(connection, after=active.position, until=head.size):
        invalidate(invalidated, entry, connection, active.pool)
    if active.summaries and (invalidated.tournaments or invalidated.players or invalidated.clubs):
        raise RebuildNeeded  # a submitted tournament replaces its summary, and the reverse
    incremental_update.evaluate_due(incremental_update.due(invalidated))
    incremental_update.record_position(incremental_update.follow_the_calendar())
    return incremental_update.journal


class _IncrementalUpdate:
    """One incremental update in progress, up to a head of the log."""

    def __init__(self, connection: Connection, active: Row[Any], head: Head) -> None:
        self._rows = ReplacedRows(connection, active)
        self.journal = self._rows.journal
        self._connection = connection
        self._pool: str = active.pool
        self._number: int = active.id
        self._active = active
        self._head = head
        self._history = History.about(connection, AsOf(known_at=head.size), self._pool)
        self._spans = periods(self._history, self._pool)
        self._card_history = StoredCardHistory(connection, active, self._spans)
        self._ahead = ReadAhead(self._history, self._card_history, END)
        self._queue: list[str] = []
        self._queued: set[str] = set()
        self._due: dict[str, Due] = {}
        self._changed_before: dict[str, set[str]] = defaultdict(set)
        self._read_beyond: set[str] = set()
        self._all_read = self._keys_read_by_all()

    # --- due occasions ---

    def due(self, invalidated: Invalidated) -> Iterator[Due]:
        """Yield the occasions, stored or not yet, whose inputs have changed."""
        stored, periods = self._card_history, tuple(self._spans)
        return DueOccasions(self._history, stored, self._pool, periods).of(invalidated)

    def _keys_read_by_all(self) -> list[str]:
        """Return the occasions that read all cards, which only some rulebooks have."""
        until = self._active.horizon
        has_any = len(self._spans) > 1 or any(
            any(span.book.calendar(span.first, min(span.last, until))) for span in self._spans
        )
        return [it.key for it in self._card_history.of_kinds(READ_BY_ALL)] if has_any else []

    # --- evaluating due occasions ---

    def evaluate_due(self, due: Iterable[Due]) -> None:
        """Evaluate the due occasions, and those that become due by them, in order."""
        self._ahead = ReadAhead(self._history, self._card_history, END)
        for each in due:
            self._make_due(each)
        while self._queue or self._read_beyond:
            if not (self._queue and self._ahead.covers(self._queue[0])):
                self._next_window()
                continue
            self._read_ahead(self._queue[0])
            key = heapq.heappop(self._queue)
            self._queued.discard(key)
            self._evaluate(key, self._due.pop(key, None), self._changed_before.pop(key, set()))
            self.journal.evaluated += 1
        self._rows.write()

    def _next_window(self) -> None:
        """Start a new window at the next occasion that is due or reads a change."""
        players, self._read_beyond = self._read_beyond, set()
        if players:
            self._queue_readers(players, self._ahead.reading_beyond(players), self._ahead.last)
        if self._queue:
            self._rows.write()
            self._history.forget_games(before=self._queue[0])
            self._ahead = ReadAhead(self._history, self._card_history, self._queue[0])

    def _read_ahead(self, key: str) -> None:
        """Read in one go the data that the next occasions will need."""
        if self._is_prepared(key):
            return
        unread = [it for it in self._queue if not self._is_prepared(it)]
        some = [it for it in heapq.nsmallest(AT_ONCE, unread) if self._ahead.covers(it)]
        self._ahead.prepare(some, self._due, self._changed_before)

    def _is_prepared(self, key: str) -> bool:
        return self._ahead.is_prepared(key, self._changed_before.get(key, ()))

    def _make_due(self, due: Due) -> None:
        """Make an occasion due whatever the cards before it."""
        self._due[due.key] = due
        self._queue_up(due.key)

    def _queue_up(self, key: str) -> None:
        if key not in self._queued:
            self._queued.add(key)
            heapq.heappush(self._queue, key)

    def _evaluate(self, key: str, due: Due | None, changed_before: set[str]) -> None:
        written = self._ahead.written(key)
        old_and_new = None
        if due is None:
            if written is None:
                raise wrong_occasion(key, self._pool)
            due = Due.of(written)
            if is_in_parts(written):
                old_and_new = self._evaluate_in_part(written, changed_before)
        old, new = old_and_new or self._evaluate_whole(due, written)
        self._ahead.cards.replace(key, self._rows.replace_cards(key, old, new))
        if due.kind in READ_BY_ALL:
            self._rows.write()  # memory does not hold every player's card
        kept = {player for player in old.keys() & new.keys() if old[player] == new[player]}
        self._make_readers_due(({*old, *new} | changed_before) - kept, key)

    def _evaluate_in_part(
        self, written: EvaluatedOccasion, changed: set[str]
    ) -> tuple[Texts, Texts] | None:
        """Return the cards, stored and new, of the players reached by changed cards."""
        before, period = written.strengths, period_on(written.governed_on, self._spans)
        if before is None or period is None:
            return None
        self._history.read_tournaments([written.subject])
        met = self._history.opponents_in(written.subject)
        players = directly_affected(written, before, changed, met)
        part = evaluate_reached(written, players, self._history, self._spans, self._ahead.cards)
        if part is None:
            return None
        strengths = pack(part.strengths, written.players)
        self._rows.write_occasion(
            written, attrs.evolve(written, packed_strengths=strengths), written.key
        )
        old = self._ahead.cards.written(written.key, part.players)
        return old, self._packed(period.book, part.cards)

    def _evaluate_whole(self, due: Due, written: EvaluatedOccasion | None) -> tuple[Texts, Texts]:
        """Return the cards, stored and new, of all players whom an occasion reads or read."""
        if due.kind in READ_BY_ALL:
            self._rows.write()
        now, done, new = self._now(due), None, Texts()
        if now is not None:
            before = cards_before(now, self._spans, self._ahead.cards)
            evaluation = now.period.book.evaluate(now.occasion, before)
            done = evaluated_occasion(due.key, now.occasion, evaluation)
            new = self._packed(now.period.book, evaluation.cards)
        read = [it.players for it in (done, written) if it is not None]
        involved = {*new, *(player for players in read for player in players or ())}
        if None in read:
            old = self._card_history.texts_under(due.key)
        else:
            old = self._ahead.cards.written(due.key, involved)
        self._rows.write_occasion(written, done, due.key)
        return old, new

    def _make_readers_due(self, players: Collection[str], key: str) -> None:
        """Make the next occasions due that read the cards of these players.

        Those after the window are looked up later, for all players together.
        """
        if not players:
            return
        here, last = self._ahead.reading_after(key, players), self._ahead.last
        without = self._queue_readers(players, here, key, last)
        if last != END:
            self._read_beyond |= without

    def _queue_readers(
        self, players: Collection[str], reading: Mapping[str, str], after: str, until: str = END
    ) -> set[str]:
        """Queue for each player the next occasion ``reading`` his card, or all cards.

        Returns those who have none up to the key ``until``.
        """
        next_of_all = bisect_right(self._all_read, after)
        by_all = min(self._all_read[next_of_all:], default=END)
        without = set()
        for player in players:
            key = min(by_all, reading.get(player, END))
            if key == END or key > until:
                without.add(player)
            else:
                self._changed_before[key].add(player)
                self._queue_up(key)
        return without

    def _now(self, due: Due) -> FoundOccasion | None:
        """Return the current occasion; None: it no longer exists."""
        if due.kind == "rulebook":
            raise RebuildNeeded  # a change before a change of rulebooks
        wanted = EvaluatedOccasion(due.key, due.kind, due.subject)
        found = find_occasion(self._history, self._pool, self._spans, wanted)
        if found is None or not is_due(found, self._spans, self._ahead.cards):
            return None
        return found

    def _packed(self, book: AnyRulebook, cards: Mapping[str, object]) -> Texts:
        """Return cards in stored form; a list for which one of them waits becomes due."""
        for player, new in cards.items():
            the_list = book.due_on(new)
            if the_list is not None:
                key = occasion_key(the_list, ListDue.phase, player)
                self._make_due(Due(key, "list", player))
        return {player: book.pack(new) for player, new in cards.items()}

    # --- writing -----------

    def record_position(self, horizon: date) -> None:
        """Record that the generation reflects the log up to the head."""
        columns = dict(self._active._mapping) | {  # noqa: SLF001 - SQLAlchemy's name of it
            "position": self._head.size,
            "chain_hash": self._head.chain_hash,
            "horizon": horizon,
            "digest": total(self._rows.digest, self._value_cards(horizon)),
        }
        columns["seal"] = seal(columns)
        self._connection.execute(_OF_GENERATION, {"number": self._number, **columns})

    def _value_cards(self, horizon: date) -> int:
        """Value changed cards, and those of another value on the horizon; return the digest."""
        players = None
        if horizon >= self._active.horizon:
            due = due_players(self._connection, self._number, horizon)
            players = {*self.journal.cards, *due}
        return value_cards(self._card_history, horizon, self._head.size, players)

    # --- the calendar ---

    def horizon(self) -> date:
        """Return the last day with any event, the rulebooks' calendars apart."""
        key = self._connection.execute(_LAST_KEY, {"number": self._number}).scalar()
        days = [span.first for span in self._spans]
        return max([*days, *([date.fromisoformat(key[:10])] if key else [])], default=date.min)

    def follow_the_calendar(self) -> date:
        """Add or remove days of the calendar up to the last day with any event; return it."""
        before, now = self._active.horizon, self.horizon()
        if now == before:
            return now
        first, last = sorted((before, now))
        expected = [
            Due(occasion_key(came.day, came.phase, came.key), "day", came.name)
            for span in self._spans
            for came in span.book.calendar(max(first, span.first), min(last, span.last))
            if came.day > first
        ]
        if now < before and expected:
            raise RebuildNeeded
        self.evaluate_due(expected)
        return self.horizon()
