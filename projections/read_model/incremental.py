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
import orjson
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from ledger.log.database import among, insert_rows
from ledger.log.event_log import Head, head_of, read
from projections.history.cut import EVERYTHING, occasion_key
from projections.history.history import History
from projections.read_model.card_prefetch import CardWindow
from projections.read_model.digests import card_digest, occasion_digest, seal, total
from projections.read_model.invalidation import Invalidated, RebuildNeeded, invalidate
from projections.read_model.schema import card, card_dependency, generation, occasion
from projections.read_model.stored_card_history import StoredCardHistory
from projections.replay.card_history import EvaluatedOccasion, kind_and_subject
from projections.replay.find_occasion import (
    FoundOccasion,
    cards_before,
    find_occasion,
    is_due,
    tournament_gives_now,
)
from projections.replay.schedule import periods
from projections.rulebooks.occasion import ListDue

MOST_EVENTS = 20_000
# A longer window needs fewer queries, but more occasions fall due in it that were not foreseen.
READ_AHEAD = 24
READ_BY_ALL = ("day", "rulebook")
OF_A_TOURNAMENT = ("tournament", "start")


_NO_LONGER = delete(card).where(
    card.c.generation == bindparam("of"),
    card.c.player == bindparam("whose"),
    card.c.key == bindparam("under"),
)


@attrs.frozen(order=True)
class Due:
    """An occasion that has to be evaluated again; in the order of history."""

    key: str
    kind: str = attrs.field(order=False)
    subject: str = attrs.field(order=False)


@attrs.define
class Journal:
    """What an incremental update has replaced: cards by player and key, occasions by key.

    None stands where nothing was stored before.  ``evaluated`` counts occasions.
    """

    position: int
    horizon: date
    cards: dict[str, dict[str, str | None]] = attrs.field(factory=dict)
    occasions: dict[str, EvaluatedOccasion | None] = attrs.field(factory=dict)
    evaluated: int = 0


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
        self.journal = Journal(active.position, active.horizon)
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
        self._all_read = self._read_by_all()
        self._digest: int = active.digest

    # --- what is due ---

    def due(self, invalidated: Invalidated) -> Iterator[Due]:
        """The occasions, stored or not yet, whose inputs have changed."""
        self._history.read_about(invalidated.tournaments, invalidated.rated | invalidated.players)
        for tournament in sorted(invalidated.tournaments):
            yield from self._written_about(tournament)
            for found in tournament_gives_now(self._history, self._pool, self._spans, tournament):
                yield Due(found.key, *kind_and_subject(found.occasion))
        for player in sorted(self._history.registrations(invalidated.players)):
            yield from self._written_for(player)
        for player in sorted(self._history.registrations(invalidated.rated)):
            yield from self._ratings_of(player)
        if invalidated.rosters:
            yield from (due for due in self._all_read if due.kind == "day")

    def _written_about(self, subject: str) -> list[Due]:
        return [
            Due(done.key, done.kind, done.subject) for done in self._card_history.about(subject)
        ]

    def _written_for(self, player: str) -> list[Due]:
        keys = self._connection.execute(
            select(card_dependency.c.key).where(
                card_dependency.c.generation == self._number, card_dependency.c.player == player
            )
        ).scalars()
        done = self._card_history.at(list(keys))
        return [Due(each.key, each.kind, each.subject) for each in done.values()]

    def _ratings_of(self, player: str) -> Iterator[Due]:
        yield from (
            due for due in self._written_for(player) if due.kind in ("decision", "summary")
        )
        if not self._spans:
            return
        for given in self._history.rating_occasions(self._pool, self._spans[0].first):
            if self._history.one_person(player) in (given.players or ()):
                key = occasion_key(given.day, given.phase, given.key)
                yield Due(key, *kind_and_subject(given))

    def _read_by_all(self) -> list[Due]:
        done = self._card_history.of_kinds(READ_BY_ALL)
        return [Due(each.key, each.kind, each.subject) for each in done]

    # --- evaluating what is due ---

    def evaluate_due(self, due: Iterable[Due]) -> None:
        """Evaluate what is due, and what becomes due through it, in the order of history."""
        for each in due:
            self._queue_up(each)
        while self._queue:
            if not self._window.covers(self._queue[0].key):
                self._read_ahead(heapq.nsmallest(READ_AHEAD, self._queue))
            each = heapq.heappop(self._queue)
            self._queued.discard(each.key)
            self._evaluate(each, self._changed_before.pop(each.key, set()))
            self.journal.evaluated += 1

    def _read_ahead(self, due: Sequence[Due]) -> None:
        """Read together what the next occasions will ask for one by one."""
        self._written |= self._card_history.at(
            [each.key for each in due if each.key not in self._written]
        )
        self._window = CardWindow(self._card_history, due[0].key, due[-1].key)
        self._window.read(
            player
            for each in due
            if each.key in self._written
            for player in self._written[each.key].players or ()
        )
        self._history.read_about(
            [each.subject for each in due if each.kind in OF_A_TOURNAMENT],
            [each.subject for each in due if each.kind == "list"],
        )

    def _queue_up(self, due: Due, changed: str | None = None) -> None:
        if changed is not None:
            self._changed_before.setdefault(due.key, set()).add(changed)
        if due.key not in self._queued:
            self._queued.add(due.key)
            heapq.heappush(self._queue, due)

    def _evaluate(self, due: Due, changed_before: set[str]) -> None:
        now = self._now(due)
        players = () if now is None else now.occasion.players
        new = {} if now is None else self._worked_out(now)
        written = self._written_under(due.key)
        old_players = () if written is None else written.players
        involved = {*(players or ()), *(old_players or ()), *new}
        old = self._written_cards(due.key, involved, everyone=None in (players, old_players))
        self._write_cards(due.key, old, new)
        expected = EvaluatedOccasion(
            due.key, due.kind, due.subject, None if players is None else tuple(players)
        )
        self._write_occasion(written, None if now is None else expected, due.key)
        kept = {player for player in old.keys() & new.keys() if old[player] == new[player]}
        self._pass_on(({*old, *new} | changed_before) - kept, due.key)

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
                self._queue_up(Due(after.key, after.kind, after.subject), player)

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

    def _worked_out(self, found: FoundOccasion) -> dict[str, str]:
        """The cards that an occasion gives, packed; a list for which one of them waits is due."""
        book = found.period.book
        before = cards_before(found, self._spans, self._window)
        cards = book.evaluate(found.occasion, before).cards
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

    def _write_cards(self, key: str, old: Mapping[str, str], new: Mapping[str, str]) -> None:
        """Replace the cards written under a key by those it gives now, where they differ."""
        connection, number = self._connection, self._number
        gone = [player for player, text in old.items() if new.get(player) != text]
        come = [
            (number, it, key, text, card_digest(self._pool, it, key, text))
            for it, text in new.items()
            if old.get(it) != text
        ]
        self._digest += sum(row[-1] for row in come)
        self._digest -= sum(card_digest(self._pool, player, key, old[player]) for player in gone)
        changed = {player: new.get(player) for player in (*gone, *(row[1] for row in come))}
        for player in changed:
            self.journal.cards.setdefault(player, {}).setdefault(key, old.get(player))
        self._window.replace(key, changed)
        if gone:
            rows = [{"of": number, "whose": player, "under": key} for player in gone]
            connection.execute(_NO_LONGER, rows)
        insert_rows(connection, "card", ("generation", "player", "key", "card", "digest"), come)

    def _write_occasion(
        self, written: EvaluatedOccasion | None, now: EvaluatedOccasion | None, key: str
    ) -> None:
        """Replace the occasion written under a key, and who is read by it, if they differ."""
        if written == now:
            return
        connection, number = self._connection, self._number
        self.journal.occasions.setdefault(key, written)
        if written is not None:
            here = (occasion.c.generation == number) & (occasion.c.key == key)
            connection.execute(delete(occasion).where(here))
            read = (card_dependency.c.generation == number) & (card_dependency.c.key == key)
            by_name = among(connection, card_dependency.c.player, written.players or ())
            connection.execute(delete(card_dependency).where(read, by_name))
            self._digest -= occasion_digest(self._pool, *_columns(written))
        if now is not None:
            columns = _columns(now)
            digest = occasion_digest(self._pool, *columns)
            self._digest += digest
            connection.execute(insert(occasion).values((number, *columns, digest)))
            rows = [(number, player, key) for player in now.players or ()]
            insert_rows(connection, "card_dependency", ("generation", "player", "key"), rows)

    def put_down(self, head: Head) -> None:
        """The generation reflects the log up to its head from now on."""
        columns = dict(self._active._mapping) | {  # noqa: SLF001 - SQLAlchemy's name of it
            "position": head.size,
            "chain_hash": head.chain_hash,
            "horizon": self.horizon(),
            "digest": total(self._digest),
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


def _columns(done: EvaluatedOccasion) -> tuple[str, str, str, str]:
    """An occasion as it is stored: key, kind, subject, and its players as JSON."""
    return done.key, done.kind, done.subject, orjson.dumps(done.players).decode()
