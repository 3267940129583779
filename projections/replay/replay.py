"""The fold: occasions in the order of history, evaluated by the rulebook of their day.

The state is one card per player.  Nothing here knows a rule: the rulebook says what a card is,
what changes it and what it is worth.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

import attrs

from ledger.diagnostics import Diagnostics
from projections.history.cut import Cut
from projections.history.history import History
from projections.replay.schedule import (
    AS_ADOPTED,
    Item,
    RulebookPeriod,
    Schedule,
    WhatIf,
    occasions,
    periods,
    schedule,
)
from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.occasion import Occasion, RulebookBegan

log = Diagnostics(__name__)


@attrs.frozen
class Evaluated:
    """One occasion evaluated: the cards before it that it was given, and the outcome."""

    item: Item
    occasion: Occasion
    before: Mapping[str, Any]
    evaluation: Evaluation[Any]


@attrs.frozen
class Replay:
    """A pool's history about to be replayed: its rulebooks, and its schedule."""

    history: History
    pool: str
    spans: Sequence[RulebookPeriod]
    schedule: Schedule

    @classmethod
    def of(cls, history: History, pool: str, cut: Cut, what_if: WhatIf = AS_ADOPTED) -> Self:
        """Everything of a pool up to the cut, from its beginning."""
        spans = periods(history, pool, what_if)
        return cls(history, pool, spans, schedule(history, pool, spans, cut))

    def run(self) -> Iterator[Evaluated]:
        """Every occasion evaluated, one after another; the state starts from nothing."""
        state: dict[str, Any] = {}
        for item, occasion in occasions(self.history, self.pool, self.schedule.items):
            before = cards_for(occasion, item.period, self.spans, state)
            evaluation = item.period.book.evaluate(occasion, before)
            if isinstance(occasion, RulebookBegan) and not _goes_on(item.period, self.spans):
                state.clear()  # cards of another rulebook mean nothing to this one
            state.update(evaluation.cards)
            yield Evaluated(item, occasion, before, evaluation)
        log.info("pool_replayed", pool=self.pool, occasions=len(self.schedule.items))


def _goes_on(period: RulebookPeriod, spans: Sequence[RulebookPeriod]) -> bool:
    """Whether a beginning rulebook goes on with the cards of the one before."""
    return period.book.keeps_cards_of(spans[spans.index(period) - 1].book)


def cards_for(
    occasion: Occasion,
    period: RulebookPeriod,
    spans: Sequence[RulebookPeriod],
    state: Mapping[str, Any],
) -> Mapping[str, Any]:
    """The cards that an occasion is evaluated from.

    A beginning rulebook is given what it converts of the cards of the one before.
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
