"""The fold: occasions in the order of the world, worked out by the rulebook of the day.

The state is one card per player.  Nothing here knows a rule: the rulebook says what a card is,
what changes it and what it is worth.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import structlog

from projections.agenda import AS_ADOPTED, Item, Reign, WhatIf, items, occasions, reigns
from projections.cut import Cut
from projections.history import History
from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.occasion import Occasion, RulebookBegan

log = structlog.get_logger(__name__)
Cards = dict[str, Any]


@attrs.frozen
class Evaluated:
    """One occasion worked out: the cards before it that it was given, and the outcome."""

    item: Item
    occasion: Occasion
    before: Mapping[str, Any]
    evaluation: Evaluation[Any]


def replay(
    history: History,
    pool: str,
    cut: Cut,
    what_if: WhatIf = AS_ADOPTED,
    cards: Cards | None = None,
) -> Iterator[Evaluated]:
    """Every occasion of a pool up to the cut, worked out one after another.

    ``cards`` is the state, updated in place; empty at the beginning of the world.
    """
    state: Cards = {} if cards is None else cards
    spans = reigns(history, pool, what_if)
    agenda = items(history, pool, spans, cut)
    yield from evaluate_all(history, pool, spans, agenda, state)
    log.info("pool_replayed", pool=pool, position=history.position, occasions=len(agenda))


def evaluate_all(
    history: History, pool: str, spans: Sequence[Reign], agenda: Sequence[Item], state: Cards
) -> Iterator[Evaluated]:
    """Work out an agenda, starting from ``state``, which is updated in place."""
    for item, occasion in occasions(history, pool, agenda):
        before = cards_for(occasion, item.reign, spans, state)
        evaluation = item.reign.book.evaluate(occasion, before)
        if isinstance(occasion, RulebookBegan) and occasion.before != item.reign.book.name:
            state.clear()  # cards of another rulebook mean nothing to this one
        state.update(evaluation.cards)
        yield Evaluated(item, occasion, before, evaluation)


def cards_for(
    occasion: Occasion, reign: Reign, spans: Sequence[Reign], state: Mapping[str, Any]
) -> Mapping[str, Any]:
    """The cards that an occasion is worked out from.

    A beginning rulebook is given figures and counts in place of the cards of the one before.
    """
    if isinstance(occasion, RulebookBegan):
        book = spans[spans.index(reign) - 1].book
        return {
            player: book.conversion_source(card, occasion.day) for player, card in state.items()
        }
    if occasion.players is None:
        return dict(state)
    return {player: state.get(player) for player in occasion.players}
