"""Every version of every card: the result of a replay, in memory or in the read model.

Questions use a :class:`CardHistory`, whichever of the two it is.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import Protocol, Self

import attrs

from ledger.gc_tuning import reduced_garbage_collection
from projections.engine.history.as_of import governed_on, key_after
from projections.engine.replay.replay import Evaluated, Replay
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.rulebooks import occasion as occasions
from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.strengths import NONE_KEPT, Strengths, pack, unpack


@attrs.frozen
class _OfOccasion:
    """A row about an occasion; ``key`` is that of the occasion."""

    key: str

    @property
    def day(self) -> date:
        """The day of the occasion."""
        return date.fromisoformat(self.key[:10])

    @property
    def governed_on(self) -> date:
        """The day whose rulebook evaluates it."""
        return governed_on(self.key)


@attrs.frozen
class Version(_OfOccasion):
    """A card as an occasion left it."""

    card: object


@attrs.frozen
class EvaluatedOccasion(_OfOccasion):
    """An evaluated occasion: its key, its kind, its subject.

    ``players``: those whose cards it read, None: all.  ``packed_strengths``: their strengths
    for their opponents, as :func:`projections.rulebooks.strengths.pack` wrote them.
    """

    kind: str
    subject: str
    players: tuple[str, ...] | None = None
    packed_strengths: str = NONE_KEPT

    @cached_property
    def strengths(self) -> Strengths | None:
        """Return everyone's strength for opponents, if the rulebook gives it."""
        return unpack(self.packed_strengths, self.players)


class CardHistory(Protocol):
    """The cards of a pool through time, and the occasions that made them.

    ``position`` is the last event it knows, ``horizon`` the last day on which anything happens.
    """

    position: int
    horizon: date
    periods: Sequence[RulebookPeriod]

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        ...

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        ...

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        ...

    def about(self, subject: str) -> Sequence[EvaluatedOccasion]:
        """The occasions about a tournament, decision or day, in their order."""
        ...

    def at(self, keys: Collection[str]) -> Mapping[str, EvaluatedOccasion]:
        """The occasions under these keys."""
        ...


_KINDS: Mapping[type, tuple[str, str]] = {
    occasions.TournamentEnded: ("tournament", "key"),
    occasions.GamesPlayed: ("tournament", "key"),
    occasions.ReportEnded: ("tournament", "key"),
    occasions.ReportBegan: ("start", "key"),
    occasions.ListDue: ("list", "key"),
    occasions.SummaryKnown: ("summary", "tournament"),
    occasions.CalendarDay: ("day", "name"),
    occasions.RulebookBegan: ("rulebook", "event"),
    occasions.RatingDecided: ("decision", "event"),
    occasions.RatingAdopted: ("decision", "event"),
}


def kind_and_subject(given: occasions.Occasion) -> tuple[str, str]:
    """Return the kind of an occasion, and its subject."""
    kind, subject = _KINDS[type(given)]
    return kind, getattr(given, subject)


def evaluated_occasion(
    key: str, given: occasions.Occasion, evaluation: Evaluation[object]
) -> EvaluatedOccasion:
    """Return the record of an evaluated occasion."""
    players = None if given.players is None else tuple(given.players)
    strengths = pack(evaluation.strengths, players)
    return EvaluatedOccasion(key, *kind_and_subject(given), players, strengths)


def horizon_of(done: EvaluatedOccasion) -> date:
    """Return the last day with an event by an occasion; a day of a calendar is none."""
    return date.min if done.kind == "day" else done.day


@attrs.frozen
class PackedOccasion:
    """An evaluated occasion, and the cards it changed in stored form."""

    done: EvaluatedOccasion
    cards: Mapping[str, str]

    @classmethod
    def of(cls, evaluated: Evaluated) -> Self:
        """Return an occasion as the read model stores it."""
        packed_card = evaluated.item.period.book.pack
        cards = evaluated.evaluation.cards
        return cls(
            evaluated_occasion(evaluated.item.key, evaluated.occasion, evaluated.evaluation),
            {player: packed_card(changed) for player, changed in cards.items()},
        )


class MemoryCardHistory:
    """The card history of a replay that is not stored: of another cut, or a what-if.

    ``occasions``: its occasions, if several processes share the replay.
    """

    @reduced_garbage_collection()
    def __init__(self, replay: Replay, occasions: Iterable[PackedOccasion] | None = None) -> None:
        self.position = replay.history.position
        self.horizon = replay.schedule.horizon
        self.periods = replay.spans
        self._packed: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._done: dict[str, EvaluatedOccasion] = {}
        for each in map(PackedOccasion.of, replay.run()) if occasions is None else occasions:
            self._done[each.done.key] = each.done
            for player, text in each.cards.items():
                self._packed[player].append((each.done.key, text))
            self.horizon = max(self.horizon, horizon_of(each.done))

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        return self.versions_before(before, self._packed.keys())

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        found = {}
        for player in players:
            own = self._packed.get(player, ())
            if index := bisect_left(own, (key,)):
                found[player] = self._version(*own[index - 1])
        return found

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        return [self._version(*each) for each in self._packed.get(player, ())]

    def _version(self, key: str, text: str) -> Version:
        begun = bisect_right(self.periods, governed_on(key), key=lambda period: period.first)
        return Version(key, self.periods[begun - 1].book.unpack(text))

    def about(self, subject: str) -> Sequence[EvaluatedOccasion]:
        """The occasions about a tournament, decision or day, in their order."""
        return [done for done in self._done.values() if done.subject == subject]

    def at(self, keys: Collection[str]) -> Mapping[str, EvaluatedOccasion]:
        """The occasions under these keys."""
        return {key: self._done[key] for key in keys if key in self._done}


def latest_before(
    versions: Mapping[str, Sequence[Version]], key: str, players: Collection[str]
) -> dict[str, Version]:
    """Return the last of each player's versions, which are in order, from before ``key``."""
    found = {}
    for player in players:
        own = versions.get(player, ())
        if index := bisect_left(own, key, key=lambda version: version.key):
            found[player] = own[index - 1]
    return found


def held(
    version: Version | None, day: date, spans: Sequence[RulebookPeriod]
) -> tuple[RulebookPeriod, object] | None:
    """Return the rulebook that governs on ``day`` and the card it finds; None: nothing governs.

    A card is None if another rulebook has governed since and no conversion carried it over.
    """
    period = period_on(day, spans)
    if period is None:
        return None
    if version is None:
        return period, None
    made_on = version.governed_on
    if period.first <= made_on:
        return period, version.card
    since = [span for span in spans if made_on <= span.last and span.first <= day]
    kept = (after.book.keeps_cards_of(before.book) for before, after in pairwise(since))
    return period, version.card if all(kept) else None


def end_of(day: date | None) -> str:
    """The key just after the last occasion of ``day``; None: after everything."""
    return "~" if day is None else key_after(day)
