"""Look-up of an occasion by its key, and of the cards that it is evaluated from.

Incremental replay and queries both use this.  It finds an evaluated occasion again in the current
history, so that no other module needs to know the origin of occasions.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Protocol

import attrs

from projections.engine.history.as_of import governed_on, occasion_key
from projections.engine.history.history import History
from projections.engine.replay.card_history import EvaluatedOccasion, Version, held
from projections.engine.replay.replay import cards_for
from projections.engine.replay.schedule import (
    Item,
    RulebookPeriod,
    beginnings,
    calendar,
    period_on,
    rating_item,
    tournament_gives,
)
from projections.rulebooks.occasion import ListDue, Occasion, ReportBegan, RulebookBegan


@attrs.frozen
class FoundOccasion:
    """A current occasion under its key, with the rulebook that evaluates it."""

    key: str
    period: RulebookPeriod
    occasion: Occasion


class CardsBefore(Protocol):
    """The source of the cards before an occasion: a card history, or a part of one."""

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        ...

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        ...


def find_occasion(
    history: History, pool: str, periods: Sequence[RulebookPeriod], wanted: EvaluatedOccasion
) -> FoundOccasion | None:
    """Return the current occasion under the key of ``wanted``; None if there is none.

    Reads of ``history`` what it needs and has not read yet.
    """
    period = period_on(wanted.governed_on, periods)
    if period is None:
        return None
    match wanted.kind:
        case "list":
            history.read_about((), [wanted.subject])
            return _list_due(history, period, wanted)
        case "tournament" | "start":
            found = tournament_gives_now(history, pool, periods, wanted.subject)
            return next((each for each in found if each.key == wanted.key), None)
        case "day":
            days = calendar(history.whole(), pool, period, wanted.day, wanted.day)
            return _with_key(wanted.key, period, days)
        case "rulebook":
            return _of_item(wanted.key, beginnings(history, periods))
    history.read_about((), [_rated_player(history, wanted)])
    given = history.rating_occasions(pool, periods[0].first)
    items = (rating_item(each, periods) for each in given if key_of(each) == wanted.key)
    return _of_item(wanted.key, (item for item in items if item is not None))


def _list_due(
    history: History, period: RulebookPeriod, wanted: EvaluatedOccasion
) -> FoundOccasion | None:
    """The list for which a player waits; for one registered twice, only under the id kept."""
    player = history.players.get(wanted.subject)
    if player is None:
        return None
    return FoundOccasion(wanted.key, period, ListDue(day=wanted.day, player=player))


def tournament_gives_now(
    history: History, pool: str, periods: Sequence[RulebookPeriod], tournament: str
) -> Iterator[FoundOccasion]:
    """Yield the occasions that an effective tournament of the pool gives."""
    history.read_about([tournament])
    if not history.belongs_to(tournament, pool):
        return
    (fetched,) = history.tournaments(pool, [tournament])
    for period, occasion in tournament_gives(fetched, periods):
        key = occasion_key(occasion.day, occasion.phase, tournament)
        yield FoundOccasion(key, period, occasion)


def tournament_occasions(
    history: History, pool: str, periods: Sequence[RulebookPeriod], tournament: str
) -> Iterator[FoundOccasion]:
    """Yield those with a report: not the beginning of a report, which only fixes its ratings."""
    for found in tournament_gives_now(history, pool, periods, tournament):
        if not isinstance(found.occasion, ReportBegan):
            yield found


def is_due(found: FoundOccasion, periods: Sequence[RulebookPeriod], cards: CardsBefore) -> bool:
    """True if an occasion exists given the cards before it: a list does while a report waits."""
    if not isinstance(found.occasion, ListDue):
        return True
    before = cards_before(found, periods, cards)
    card = before[found.occasion.player.id]
    return found.period.book.due_on(card) == found.occasion.day


@attrs.frozen
class Settlement:
    """The source of the rows of an occasion's report: the cards before its list, if published.

    Otherwise those at the end of the period in question; ``period`` is that of the cards.
    """

    period: RulebookPeriod
    cards: Mapping[str, object]
    is_included: bool


def settlement(
    found: FoundOccasion,
    periods: Sequence[RulebookPeriod],
    cards: CardsBefore,
    until: str,
    day: date,
) -> Settlement | None:
    """Return the settlement of an occasion's report up to the key ``until``, which ends ``day``.

    None if its report is complete at once.  Reports that still wait when another rulebook takes
    over lapse and stay as they were.
    """
    the_list = found.period.book.settled_on(found.occasion)
    if the_list is None:
        return None
    key = occasion_key(the_list, ListDue.phase, "")
    is_included, governed = key < until, governed_on(key) if key < until else day
    taken_over = _taken_over(found.period, periods)
    if taken_over is not None and taken_over <= governed:
        is_included, governed = False, taken_over - timedelta(days=1)
        key = occasion_key(taken_over, RulebookBegan.phase, "")
    period = period_on(governed, periods)
    versions = cards.versions_before(min(key, until), found.occasion.players or ())
    if period is None:
        return None
    return Settlement(period, _held_on(governed, periods, versions), is_included)


def list_of_player(
    found: FoundOccasion, history: History, periods: Sequence[RulebookPeriod], player: str
) -> FoundOccasion | None:
    """Return the list that settles a player's part in an occasion; None if there is none."""
    the_list = found.period.book.settled_on(found.occasion)
    if the_list is None or player not in history.players:
        return None
    due = ListDue(day=the_list, player=history.players[player])
    key = key_of(due)
    period = period_on(governed_on(key), periods)
    return None if period is None else FoundOccasion(key, period, due)


def _taken_over(period: RulebookPeriod, periods: Sequence[RulebookPeriod]) -> date | None:
    """Return the first day after a period whose cards the next rulebook does not continue."""
    following = periods[periods.index(period) :]
    for before, after in pairwise(following):
        if not after.book.keeps_cards_of(before.book):
            return after.first
    return None


def cards_before(
    found: FoundOccasion, periods: Sequence[RulebookPeriod], cards: CardsBefore
) -> Mapping[str, object]:
    """The cards that an occasion is evaluated from, by player."""
    key, period, occasion = found.key, found.period, found.occasion
    if isinstance(occasion, RulebookBegan):
        state = _carried_from_earlier_rulebook(found, periods, cards)
    elif occasion.players is None:
        state = _held_on(occasion.day, periods, cards.last_versions(key))
    else:
        day = governed_on(key)
        state = _held_on(day, periods, cards.versions_before(key, occasion.players))
    return cards_for(occasion, period, periods, state)


def _rated_player(history: History, wanted: EvaluatedOccasion) -> str:
    """Return the player of a decision or a summary."""
    if wanted.kind == "summary":
        return wanted.key.rpartition("\x1f")[2]
    return history.player_of(wanted.subject)


def _held_on(
    day: date, periods: Sequence[RulebookPeriod], versions: Mapping[str, Version]
) -> dict[str, object]:
    state = {}
    for player, version in versions.items():
        found = held(version, day, periods)
        if found is not None and found[1] is not None:
            state[player] = found[1]
    return state


def _carried_from_earlier_rulebook(
    found: FoundOccasion, periods: Sequence[RulebookPeriod], cards: CardsBefore
) -> dict[str, object]:
    ended = periods[periods.index(found.period) - 1]
    return _held_on(ended.last, periods, cards.last_versions(found.key))


def key_of(occasion: Occasion) -> str:
    """Return the key of an occasion that contains its own."""
    return occasion_key(occasion.day, occasion.phase, occasion.key)


def _with_key(
    key: str, period: RulebookPeriod, occasions: Iterator[Occasion]
) -> FoundOccasion | None:
    found = (each for each in occasions if key_of(each) == key)
    return next((FoundOccasion(key, period, each) for each in found), None)


def _of_item(key: str, items: Iterator[Item]) -> FoundOccasion | None:
    for item in items:
        if item.key == key and item.occasion is not None:
            return FoundOccasion(key, item.period, item.occasion)
    return None
