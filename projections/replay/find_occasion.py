"""An occasion found again by its key, and the cards that it is evaluated from.

Incremental replay and the questions both use this: what was evaluated once is found again in the
history as it stands now, so that nobody else needs to know where occasions come from.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Protocol

import attrs

from projections.history.cut import occasion_key
from projections.history.history import History
from projections.replay.card_history import EvaluatedOccasion, Version, held
from projections.replay.replay import cards_for
from projections.replay.schedule import (
    Item,
    RulebookPeriod,
    beginnings,
    calendar,
    occasions_of,
    period_on,
    rating_item,
)
from projections.rulebooks.occasion import Occasion, RulebookBegan


@attrs.frozen
class FoundOccasion:
    """An occasion as it stands now, under its key, and the rulebook that evaluates it."""

    key: str
    period: RulebookPeriod
    occasion: Occasion


class CardsBefore(Protocol):
    """Where the cards before an occasion are looked up: a card history, or a part of one."""

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        ...

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        ...


def find_occasion(
    history: History, pool: str, periods: Sequence[RulebookPeriod], wanted: EvaluatedOccasion
) -> FoundOccasion | None:
    """The occasion under the key of ``wanted`` as it stands now; None where there is none.

    Reads of ``history`` what it needs and has not read yet.
    """
    period = period_on(wanted.day, periods)
    if period is None:
        return None
    match wanted.kind:
        case "tournament":
            found = tournament_occasions(history, pool, periods, wanted.subject)
            return next((each for each in found if each.key == wanted.key), None)
        case "day":
            days = calendar(history.whole(), pool, period, wanted.day, wanted.day)
            return _with_key(wanted.key, period, days)
        case "rulebook":
            return _of_item(wanted.key, beginnings(periods))
    history.read_about((), [_rated_player(history, wanted)])
    given = history.rating_occasions(pool, periods[0].first)
    items = (rating_item(each, periods) for each in given if _key(each) == wanted.key)
    return _of_item(wanted.key, (item for item in items if item is not None))


def tournament_occasions(
    history: History, pool: str, periods: Sequence[RulebookPeriod], tournament: str
) -> Iterator[FoundOccasion]:
    """The occasions that a standing tournament of the pool gives, in the order of their days."""
    history.read_about([tournament])
    if not history.belongs_to(tournament, pool):
        return
    period = period_on(history.ended_on(tournament), periods)
    if period is not None:
        for key, occasion in occasions_of(history, pool, tournament, period):
            yield FoundOccasion(key, period, occasion)


def cards_before(
    found: FoundOccasion, periods: Sequence[RulebookPeriod], cards: CardsBefore
) -> Mapping[str, Any]:
    """The cards that an occasion is evaluated from, by player."""
    key, period, occasion = found.key, found.period, found.occasion
    if isinstance(occasion, RulebookBegan):
        state = _left_by_the_rulebook_before(found, periods, cards)
    elif occasion.players is None:
        state = _held_on(occasion.day, periods, cards.last_versions(key))
    else:
        state = _held_on(occasion.day, periods, cards.versions_before(key, occasion.players))
    return cards_for(occasion, period, periods, state)


def _rated_player(history: History, wanted: EvaluatedOccasion) -> str:
    """Whose rating a decision sets or a summary gives."""
    if wanted.kind == "summary":
        return wanted.key.rpartition("\x1f")[2]
    return history.player_of(wanted.subject)


def _held_on(
    day: date, periods: Sequence[RulebookPeriod], versions: Mapping[str, Version]
) -> dict[str, Any]:
    state = {}
    for player, version in versions.items():
        found = held(version, day, periods)
        if found is not None and found[1] is not None:
            state[player] = found[1]
    return state


def _left_by_the_rulebook_before(
    found: FoundOccasion, periods: Sequence[RulebookPeriod], cards: CardsBefore
) -> dict[str, Any]:
    ended = periods[periods.index(found.period) - 1]
    return _held_on(ended.last, periods, cards.last_versions(found.key))


def _key(occasion: Occasion) -> str:
    return occasion_key(occasion.day, occasion.phase, occasion.key)


def _with_key(
    key: str, period: RulebookPeriod, occasions: Iterator[Occasion]
) -> FoundOccasion | None:
    found = (each for each in occasions if _key(each) == key)
    return next((FoundOccasion(key, period, each) for each in found), None)


def _of_item(key: str, items: Iterator[Item]) -> FoundOccasion | None:
    for item in items:
        if item.key == key and item.occasion is not None:
            return FoundOccasion(key, item.period, item.occasion)
    return None
