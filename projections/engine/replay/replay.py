"""The fold: occasions in the order of history, evaluated by the rulebook of their day.

The state is one card per player.  No rule is known here: the rulebook defines a card, its changes
and its value.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Self

import attrs

from ledger.diagnostics import Diagnostics
from projections.engine.history.as_of import EVERYTHING, AsOf, governed_on, occasion_key
from projections.engine.history.history import History
from projections.engine.replay.permission import announce_replay
from projections.engine.replay.schedule import (
    AS_ADOPTED,
    Item,
    RulebookPeriod,
    Schedule,
    WhatIf,
    occasions,
    period_on,
    periods,
    schedule,
)
from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.occasion import ListDue, Occasion, RulebookBegan

log = Diagnostics(__name__)


@attrs.frozen
class Evaluated:
    """One occasion evaluated: the cards before it, and the outcome.

    ``begins_anew``: a rulebook began that discards all cards before.
    """

    item: Item
    occasion: Occasion
    before: Mapping[str, object]
    evaluation: Evaluation[object]
    begins_anew: bool


@attrs.frozen
class Replay:
    """A pool's history before a replay: its rulebooks, and its schedule."""

    history: History
    pool: str
    spans: Sequence[RulebookPeriod]
    schedule: Schedule
    as_of: AsOf = EVERYTHING

    @classmethod
    def of(cls, history: History, pool: str, as_of: AsOf, what_if: WhatIf = AS_ADOPTED) -> Self:
        """Return the replay of all of a pool up to the cut, from its beginning.

        Raises `CostsReplay` if replays are forbidden in this context.
        """
        announce_replay()
        spans = periods(history, pool, what_if)
        return cls(history, pool, spans, schedule(history, pool, spans, as_of), as_of)

    def run(self) -> Iterator[Evaluated]:
        """Yield every occasion evaluated, one after another, from an empty state."""
        fold = Fold(self)
        for item, occasion in occasions(self.history, self.pool, self.spans, self.schedule.items):
            yield from fold.lists_before(item.key)
            yield fold.evaluated(item, occasion)
        yield from fold.lists_before(None)
        log.info("pool_replayed", pool=self.pool, occasions=len(self.schedule.items))


class Fold:
    """A replay in progress: the current cards, and the lists for which some of them wait.

    ``awaited``: the last list that each player's card has waited for since the beginning.
    """

    def __init__(self, replay: Replay, cards: Mapping[str, object] | None = None) -> None:
        self._replay = replay
        self._state = dict(cards or {})
        self._lists: list[tuple[str, date, str]] = []
        self.awaited: dict[str, date] = {}

    def evaluated(self, item: Item, occasion: Occasion) -> Evaluated:
        """Evaluate an occasion and update the state."""
        spans, book = self._replay.spans, item.period.book
        before = cards_for(occasion, item.period, spans, self._state)
        evaluation = book.evaluate(occasion, before)
        begins_anew = isinstance(occasion, RulebookBegan) and not _goes_on(item.period, spans)
        if begins_anew:
            self._state.clear()  # a rulebook cannot read another rulebook's cards
        for player, card in evaluation.cards.items():
            self._state[player] = card
            the_list = book.due_on(card)
            if the_list is not None and self.awaited.get(player) != the_list:
                self._await(the_list, player)
        return Evaluated(item, occasion, before, evaluation, begins_anew)

    def _await(self, the_list: date, player: str) -> None:
        """Queue a list for a player by its key: lists are in the order of their keys."""
        self.awaited[player] = the_list
        key = occasion_key(the_list, ListDue.phase, player)
        heapq.heappush(self._lists, (key, the_list, player))

    def lists_before(self, key: str | None) -> Iterator[Evaluated]:
        """The lists that come before the key of an occasion; None: all up to the cut."""
        while self._lists:
            own, day, player = self._lists[0]
            if not self._replay.as_of.covers(day) or (key is not None and own >= key):
                return
            heapq.heappop(self._lists)
            yield from self.list_due(own, day, player)

    def list_due(self, key: str, day: date, player: str) -> Iterator[Evaluated]:
        """A player's list, evaluated if the current card still waits for it."""
        period = period_on(governed_on(key), self._replay.spans)
        if period is not None and period.book.due_on(self._state.get(player)) == day:
            due = ListDue(day=day, player=self._replay.history.players[player])
            yield self.evaluated(Item(key, day, period, due), due)


def _goes_on(period: RulebookPeriod, spans: Sequence[RulebookPeriod]) -> bool:
    """True if a new rulebook continues the cards of the one before."""
    return period.book.keeps_cards_of(spans[spans.index(period) - 1].book)


def cards_for(
    occasion: Occasion,
    period: RulebookPeriod,
    spans: Sequence[RulebookPeriod],
    state: Mapping[str, object],
) -> Mapping[str, object]:
    """Return the cards that an occasion is evaluated from.

    A new rulebook gets the converted cards of the one before.
    """
    if isinstance(occasion, RulebookBegan):
        before, book = spans[spans.index(period) - 1].book, period.book
        return {
            player: book.converts_from(before, card, occasion.day)
            for player, card in state.items()
        }
    if occasion.players is None:
        return dict(state)
    return {player: state.get(player) for player in occasion.players}
