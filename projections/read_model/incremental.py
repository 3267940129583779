"""Incremental replay: from where the read model stands, only what has changed is evaluated again.

New events invalidate occasions.  Each of these is evaluated again from the cards before it; where
the outcome differs from what is stored, it is replaced, and the next occasion that reads a
changed card is evaluated in turn.  Where a card comes out unchanged, nothing follows from it.
What is stored afterwards is what a full rebuild would have stored.

Some events change more than single occasions (a rulebook, a decision about a whole season): then
:class:`RebuildNeeded` is raised, and the pool is rebuilt.
"""

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import attrs
from sqlalchemy import Connection, Row, func, select, update

from ledger.log.event_log import Head, head_of, read
from projections.history.cut import EVERYTHING, occasion_key
from projections.history.history import History
from projections.read_model.card_prefetch import CardWindow
from projections.read_model.changed_players import evaluate_reached
from projections.read_model.digests import seal
from projections.read_model.due_occasions import OF_A_TOURNAMENT, READ_BY_ALL, Due, DueOccasions
from projections.read_model.invalidation import Invalidated, RebuildNeeded, invalidate
from projections.read_model.replaced_rows import Journal, ReplacedRows, Texts
from projections.read_model.schema import generation, occasion
from projections.read_model.stored_card_history import StoredCardHistory
from projections.registry import AnyRulebook
from projections.replay.card_history import (
    EvaluatedOccasion,
    evaluated_occasion,
)
from projections.replay.find_occasion import (
    FoundOccasion,
    cards_before,
    find_occasion,
    is_due,
)
from projections.replay.schedule import period_on, periods
from projections.rulebooks.occasion import ListDue
from projections.rulebooks.strengths import NONE_KEPT, pack

MOST_EVENTS = 20_000
# A longer window needs fewer queries, but more occasions fall due in it that were not foreseen.
READ_AHEAD = 24


def apply_new_events(connection: Connection, active: Row[Any]) -> Journal:
    """Bring the active generation to the end of the log, inside the caller's transaction.

    Returns what it has replaced.  Raises :class:`RebuildNeeded` where only a rebuild will do; the
    caller then rolls back.
    """
    head = head_of(connection)
    if head.size - active.position > MOST_EVENTS:
        raise RebuildNeeded
    incremental_update = _IncrementalUpdate(connection, active)
    invalidated = Invalidated()
    for entry in read(connection, after=active.position):
        invalidate(invalidated, entry, connection, active.pool)
    if active.summaries and (invalidated.tournaments or invalidated.players):
        raise RebuildNeeded  # a submitted tournament takes the place of its summary, and back
    incremental_update.evaluate_due(incremental_update.due(invalidated))
    incremental_update.follow_the_calendar()
    incremental_update.put_down(head)
    return incremental_update.journal


class _IncrementalUpdate:
    """One incremental update under way."""

    def __init__(self, connection: Connection, active: Row[Any]) -> None:
        self._rows = ReplacedRows(connection, active)
        self.journal = self._rows.journal
        self._connection = connection
        self._pool: str = active.pool
        self._number: int = active.id
        self._active = active
        self._history = History.about(connection, EVERYTHING, self._pool)
        self._spans = periods(self._history, self._pool)
        self._card_history = StoredCardHistory(connection, active, self._spans)
        self._window = CardWindow(self._card_history, "", "")
        self._written: dict[str, EvaluatedOccasion] = {}
        self._queue: list[Due] = []
        self._queued: set[str] = set()
        self._changed_before: dict[str, set[str]] = {}
        self._invalidated: set[str] = set()
        self._foreseen: set[str] = set()
        self._all_read = self._read_by_all()

    # --- what is due ---

    def due(self, invalidated: Invalidated) -> Iterator[Due]:
        """The occasions, stored or not yet, whose inputs have changed."""
        stored, periods = self._card_history, tuple(self._spans)
        return DueOccasions(self._history, stored, self._pool, periods).of(invalidated)

    def _read_by_all(self) -> list[Due]:
        return list(map(Due.of, self._card_history.of_kinds(READ_BY_ALL)))

    # --- evaluating what is due ---

    def evaluate_due(self, due: Iterable[Due]) -> None:
        """Evaluate what is due, and what becomes due through it, in the order of history."""
        for each in due:
            self._queue_up(each)
        while self._queue:
            following = self._queue[0].key
            if not self._window.covers(following):
                self._read_ahead(heapq.nsmallest(READ_AHEAD, self._queue))
            elif following not in self._foreseen:
                self._read_for(list(self._unforeseen()))
            each = heapq.heappop(self._queue)
            self._queued.discard(each.key)
            self._foreseen.discard(each.key)
            self._evaluate(each, self._changed_before.pop(each.key, set()))
            self.journal.evaluated += 1
        self._rows.write_other_strengths()

    def _read_ahead(self, due: Sequence[Due]) -> None:
        """Read together what the next occasions will ask for one by one."""
        self._window = CardWindow(self._card_history, due[0].key, due[-1].key)
        self._read_for(due)

    def _unforeseen(self) -> Iterator[Due]:
        """What fell due in the window after it was read."""
        for each in self._queue:
            if each.key not in self._foreseen and self._window.covers(each.key):
                yield each

    def _read_for(self, due: Sequence[Due]) -> None:
        self._foreseen.update(each.key for each in due)
        unread = [each.key for each in due if each.key not in self._written]
        if unread:
            self._written |= self._card_history.at(unread)
        in_part = [each for each in due if self._can_be_in_part(each)]
        whole = [each for each in due if not self._can_be_in_part(each)]
        self._history.read_about(
            [each.subject for each in whole if each.kind in OF_A_TOURNAMENT],
            [each.subject for each in whole if each.kind == "list"],
        )
        self._history.read_tournaments([each.subject for each in in_part])
        reached: set[str] = set()
        for each in in_part:
            met, changed = self._history.opponents_in(each.subject), self._changed_before[each.key]
            reached.update(changed, *(met.get(player, ()) for player in changed))
        self._history.read_persons(reached)
        written = [self._written[each.key] for each in whole if each.key in self._written]
        self._window.read([*reached, *(it for done in written for it in done.players or ())])

    def _can_be_in_part(self, due: Due) -> bool:
        """Whether nothing but some cards before a tournament has changed, as far as is known."""
        written = self._written.get(due.key)
        return (
            due.kind == "tournament"
            and due.key not in self._invalidated
            and written is not None
            and written.packed_strengths != NONE_KEPT
        )

    def _queue_up(self, due: Due, changed: str | None = None) -> None:
        if changed is None:
            self._invalidated.add(due.key)
        else:
            self._changed_before.setdefault(due.key, set()).add(changed)
        if due.key not in self._queued:
            self._queued.add(due.key)
            heapq.heappush(self._queue, due)

    def _evaluate(self, due: Due, changed_before: set[str]) -> None:
        in_part = self._can_be_in_part(due)
        self._invalidated.discard(due.key)
        written = self._written_under(due.key)
        old_and_new = None
        if in_part and written is not None:
            old_and_new = self._evaluate_in_part(written, changed_before)
        old, new = old_and_new or self._evaluate_as_a_whole(due, written)
        self._window.replace(due.key, self._rows.write_cards(due.key, old, new))
        kept = {player for player in old.keys() & new.keys() if old[player] == new[player]}
        self._pass_on(({*old, *new} | changed_before) - kept, due.key)

    def _evaluate_in_part(
        self, written: EvaluatedOccasion, changed: set[str]
    ) -> tuple[Texts, Texts] | None:
        """The cards of those whom other cards before a tournament reach: as written, and now."""
        part = evaluate_reached(written, changed, self._history, self._spans, self._window)
        period = period_on(written.governed_on, self._spans)
        if part is None or period is None:
            return None
        strengths = pack(part.strengths, written.players)
        self._rows.write_occasion(
            written, attrs.evolve(written, packed_strengths=strengths), written.key
        )
        old = self._window.written(written.key, part.players)
        return old, self._packed(period.book, part.cards)

    def _evaluate_as_a_whole(
        self, due: Due, written: EvaluatedOccasion | None
    ) -> tuple[Texts, Texts]:
        """The cards of all whom an occasion reads or read: as written, and now."""
        now, done, new = self._now(due), None, Texts()
        if now is not None:
            before = cards_before(now, self._spans, self._window)
            evaluation = now.period.book.evaluate(now.occasion, before)
            done = evaluated_occasion(due.key, now.occasion, evaluation)
            new = self._packed(now.period.book, evaluation.cards)
        read = [it.players for it in (done, written) if it is not None]
        involved = {*new, *(player for players in read for player in players or ())}
        old = self._written_cards(due.key, involved, everyone=None in read)
        self._rows.write_occasion(written, done, due.key)
        return old, new

    def _pass_on(self, players: Collection[str], key: str) -> None:
        """The next occasions that read the cards of these players are due."""
        if not players:
            return
        by_all = next((due for due in self._all_read if due.key > key), None)
        following = self._card_history.reading_after(key, players)
        for player in players:
            after = following.get(player)
            if by_all is not None and (after is None or by_all.key < after.key):
                self._queue_up(by_all, player)
            elif after is not None:
                self._written[after.key] = after
                self._queue_up(Due.of(after), player)

    def _written_under(self, key: str) -> EvaluatedOccasion | None:
        return self._written.pop(key, None) or self._card_history.at([key]).get(key)

    def _now(self, due: Due) -> FoundOccasion | None:
        """The occasion as it stands now; None: it is none any more."""
        if due.kind == "rulebook":
            raise RebuildNeeded  # a change from before a change of rulebooks
        wanted = EvaluatedOccasion(due.key, due.kind, due.subject)
        found = find_occasion(self._history, self._pool, self._spans, wanted)
        if found is None or not is_due(found, self._spans, self._window):
            return None
        return found

    def _packed(self, book: AnyRulebook, cards: Mapping[str, Any]) -> Texts:
        """Cards as they are written; a list for which one of them waits is due."""
        for player, new in cards.items():
            the_list = book.due_on(new)
            if the_list is not None:
                key = occasion_key(the_list, ListDue.phase, player)
                self._queue_up(Due(key, "list", player))
        return {player: book.pack(new) for player, new in cards.items()}

    # --- what is written ---

    def _written_cards(
        self, key: str, players: Collection[str], *, everyone: bool
    ) -> dict[str, str]:
        if everyone:
            return self._card_history.texts_under(key)
        return self._window.written(key, players)

    def put_down(self, head: Head) -> None:
        """The generation reflects the log up to its head from now on."""
        columns = dict(self._active._mapping) | {  # noqa: SLF001 - SQLAlchemy's name of it
            "position": head.size,
            "chain_hash": head.chain_hash,
            "horizon": self.horizon(),
            "digest": self._rows.digest,
        }
        columns["seal"] = seal(columns)
        here = generation.c.id == self._number
        self._connection.execute(update(generation).where(here).values(columns))

    # --- the calendar ---

    def horizon(self) -> date:
        """The last day on which anything happens, the rulebooks' calendars apart."""
        last = select(func.max(occasion.c.key)).where(
            occasion.c.generation == self._number, occasion.c.kind != "day"
        )
        key = self._connection.execute(last).scalar()
        days = [span.first for span in self._spans]
        return max([*days, *([date.fromisoformat(key[:10])] if key else [])], default=date.min)

    def follow_the_calendar(self) -> None:
        """Days of the calendar come and go with the last day on which anything happens."""
        before, now = self._active.horizon, self.horizon()
        if now == before:
            return
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
