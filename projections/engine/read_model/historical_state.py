"""Going back: a pool's cards as known at an earlier position than the read model's.

The events since are undone, in the way of the incremental update.  The occasions they invalidate
are evaluated as known then; an occasion not known then disappears with its cards.  From there on,
every occasion that reads a changed card is evaluated again.  Everything else is as stored.
Nothing is written: the differences are a journal (decision 0090).
"""

import heapq
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Row

from projections.engine.history.as_of import AsOf, governed_on, occasion_key
from projections.engine.history.history import History
from projections.engine.read_model.due_occasions import (
    OF_A_RATING,
    OF_A_TOURNAMENT,
    Due,
    DueOccasions,
)
from projections.engine.read_model.earlier_card_history import (
    EarlierCardHistory,
    Journal,
    Texts,
    packed,
)
from projections.engine.read_model.invalidation import RebuildNeeded, invalidated_between
from projections.engine.read_model.stored_card_history import CardWindow, StoredCardHistory
from projections.engine.replay.card_history import (
    EvaluatedOccasion,
    Version,
    evaluated_occasion,
    held,
)
from projections.engine.replay.find_occasion import (
    FoundOccasion,
    cards_before,
    find_occasion,
    is_due,
    key_of,
)
from projections.engine.replay.permission import announce_replay
from projections.engine.replay.schedule import periods
from projections.rulebooks.occasion import ListDue

READ_AHEAD = 24
MOST_EVALUATED_CHEAPLY = 100
"""Going back over more occasions costs about as much as a replay."""
UNDATED = ("day", "list")


def history_known_at(
    connection: Connection, active: Row[Any], position: int
) -> EarlierCardHistory:
    """Return the card history of the active generation as known at an earlier position.

    Raises `RebuildNeeded` if the events since have changed more than single occasions, and
    `CostsReplay` if it goes over many occasions and replays are forbidden in this context.
    """
    invalidated = invalidated_between(connection, active.pool, position, active.position)
    if active.summaries and (invalidated.tournaments or invalidated.players or invalidated.clubs):
        raise RebuildNeeded  # a summary replaces its tournament again
    history = History.about(connection, AsOf(known_at=position), active.pool)
    spans = periods(history, active.pool)
    stored = StoredCardHistory(connection, active, spans)
    due = list(DueOccasions(history, stored, active.pool, tuple(spans)).of(invalidated))
    if len(due) > MOST_EVALUATED_CHEAPLY:
        announce_replay()
    return _HistoricalRun(history, stored, active.pool, due).earlier()


class _HistoricalRun:
    """One run of going back, in the order of history, with the cards as known then."""

    def __init__(
        self, history: History, stored: StoredCardHistory, pool: str, due: Iterable[Due]
    ) -> None:
        self._history = history
        self._stored = stored
        self._pool = pool
        self._periods = stored.periods
        self._invalidated = {each.key: each for each in due}
        self._ratings = set(self._standing_ratings())
        self._last_day = self._last_dated()
        self._follow_the_calendar()
        first = min(self._invalidated, default="~")
        self._written = {done.key: done for done in stored.since(first)}
        self._order = list(self._written)
        self._waiting = sorted({*self._written, *self._invalidated})
        self._foreseen: set[str] = set()
        self._changed: set[str] = set()
        self._window = CardWindow(stored, first)
        self._journal = Journal(history.position, stored.horizon)
        self._earlier = EarlierCardHistory(stored, self._journal, self._window)

    def earlier(self) -> EarlierCardHistory:
        """Run to the end and return the earlier card history."""
        self._read_for(self._invalidated.values())
        evaluated = 0
        while self._waiting:
            key = heapq.heappop(self._waiting)
            if self._is_affected(key):
                self._evaluate(key)
                evaluated += 1
                if evaluated > MOST_EVALUATED_CHEAPLY:
                    announce_replay()
        self._earlier.horizon = self._horizon()
        return self._earlier

    # --- the cards before an occasion ---

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        return self._earlier.last_versions(before)

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        return self._window.versions_before(key, players)

    # --- occasions to evaluate again ---

    def _is_affected(self, key: str) -> bool:
        return key in self._invalidated or self._reads_changed_card(self._written[key])

    def _reads_changed_card(self, done: EvaluatedOccasion) -> bool:
        if done.players is None:
            return bool(self._changed)
        return not self._changed.isdisjoint(done.players)

    def _evaluate(self, key: str) -> None:
        written = self._written.get(key)
        due = self._invalidated.get(key) or Due.of(self._written[key])
        if key not in self._foreseen:
            self._read_for(islice(self._affected_from(due), READ_AHEAD))
        found = self._find(due)
        done, new = None, Texts()
        if found is not None:
            before = cards_before(found, self._periods, self)
            evaluation = found.period.book.evaluate(found.occasion, before)
            done = evaluated_occasion(key, found.occasion, evaluation)
            new = packed(found.period.book, evaluation.cards)
        if done != written:
            self._journal.occasions[key] = done
        old = self._old_cards(key, [it for it in (done, written) if it is not None], new)
        self._replace(key, old, new)
        self._wait_for_lists(key, old.keys() | new.keys())

    def _affected_from(self, due: Due) -> Iterator[Due]:
        """Yield an occasion, and those after it known to read a changed card."""
        yield due
        for key in islice(self._order, bisect_left(self._order, due.key), None):
            if key not in self._foreseen and self._reads_changed_card(self._written[key]):
                yield Due.of(self._written[key])

    def _read_for(self, due: Iterable[Due]) -> None:
        """Read in one go the data that some occasions will need."""
        some = list(due)
        self._foreseen.update(each.key for each in some)
        self._history.read_about(
            [each.subject for each in some if each.kind in OF_A_TOURNAMENT],
            [each.subject for each in some if each.kind == "list"],
        )
        written = [self._written[each.key] for each in some if each.key in self._written]
        self._window.read(player for done in written for player in done.players or ())

    def _find(self, due: Due) -> FoundOccasion | None:
        """Return an occasion as it was then; None: it did not exist."""
        if due.kind == "rulebook":
            raise RebuildNeeded  # a change before a change of rulebooks
        if due.kind == "day" and date.fromisoformat(due.key[:10]) > self._last_day:
            return None
        if due.kind in OF_A_RATING and due.key in self._invalidated.keys() - self._ratings:
            return None
        wanted = EvaluatedOccasion(due.key, due.kind, due.subject)
        found = find_occasion(self._history, self._pool, self._periods, wanted)
        if found is None or not is_due(found, self._periods, self):
            return None
        return found

    def _standing_ratings(self) -> Iterator[str]:
        """Yield the keys of the invalidated ratings that were effective then."""
        if any(due.kind in OF_A_RATING for due in self._invalidated.values()):
            given = self._history.rating_occasions(self._pool, self._periods[0].first)
            yield from map(key_of, given)

    # --- differences ----

    def _old_cards(
        self, key: str, read: Sequence[EvaluatedOccasion], new: Mapping[str, str]
    ) -> Mapping[str, str]:
        if any(done.players is None for done in read):
            return self._stored.texts_under(key)
        involved = {*new, *(player for done in read for player in done.players or ())}
        return self._window.written(key, involved)

    def _replace(self, key: str, old: Mapping[str, str], new: Mapping[str, str]) -> None:
        differing = {
            player: new.get(player)
            for player in (*old, *(it for it in new if it not in old))
            if old.get(player) != new.get(player)
        }
        self._window.read(differing)
        self._window.replace(key, differing)
        for player, text in differing.items():
            self._journal.cards.setdefault(player, {})[key] = text
        self._changed -= old.keys() | new.keys()
        self._changed |= differing.keys()

    def _wait_for_lists(self, key: str, players: AbstractSet[str]) -> None:
        """Make the lists due for which changed or restored cards wait."""
        differing = self._changed & players
        day = governed_on(key)
        for player, version in self.versions_before(f"{key}\0", differing).items():
            holds = held(version, day, self._periods)
            the_list = None if holds is None else holds[0].book.due_on(holds[1])
            if the_list is None:
                continue
            due = Due(occasion_key(the_list, ListDue.phase, player), "list", player)
            if due.key not in self._invalidated:
                self._invalidated[due.key] = due
                if due.key not in self._written:
                    heapq.heappush(self._waiting, due.key)

    # --- the days ---

    def _last_dated(self) -> date:
        """Return the last day with any event, lists and calendars apart."""
        first = min(self._invalidated, default="~")
        kept = [done for done in self._stored.since(first) if done.kind not in UNDATED]
        due = {each.key: each for each in map(Due.of, kept)} | self._invalidated
        for key in sorted(due, reverse=True):
            if due[key].kind not in UNDATED and (
                key not in self._invalidated or self._find(due[key]) is not None
            ):
                return self._latest_day(key)
        return self._latest_day(self._stored.last_key(first, UNDATED))

    def _latest_day(self, key: str | None) -> date:
        days = [period.first for period in self._periods]
        return max([*days, *([date.fromisoformat(key[:10])] if key else [])], default=date.min)

    def _follow_the_calendar(self) -> None:
        """Add or remove days of the calendar up to the last day with any event."""
        for done in self._stored.of_kinds(["day"]):
            if done.day > self._last_day:
                self._invalidated[done.key] = Due.of(done)
        first, last = self._stored.horizon, self._last_day
        for period in self._periods:
            for came in period.book.calendar(max(first, period.first), min(last, period.last)):
                if came.day > first:
                    self._invalidated[key_of(came)] = Due(key_of(came), "day", came.name)

    def _horizon(self) -> date:
        first = min(self._invalidated, default="~")
        done = self._written | self._journal.occasions
        keys = [key for key, each in done.items() if each is not None and each.kind != "day"]
        return self._latest_day(max(keys, default=None) or self._stored.last_key(first, ["day"]))
