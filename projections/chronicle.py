"""Every version of every card: what a replay leaves behind, in memory or in the read model.

Questions are put to a :class:`Chronicle` and do not know which of the two answers.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Protocol

import attrs
import orjson
from sqlalchemy import Connection, Row, func, select

from ledger.database import among
from projections.agenda import Reign, reign_on
from projections.cut import key_after
from projections.replay import Replay
from projections.rulebooks import occasion as occasions
from projections.schema import card, occasion


@attrs.frozen
class Version:
    """A card as an occasion left it; ``key`` is that of the occasion."""

    key: str
    card: Any

    @property
    def day(self) -> date:
        """The day of the occasion."""
        return date.fromisoformat(self.key[:10])


@attrs.frozen
class Done:
    """An occasion that was worked out: its key, its kind, what it was about.

    ``players``: those whose cards it read, None: everybody's.
    """

    key: str
    kind: str
    subject: str
    players: tuple[str, ...] | None = None

    @property
    def day(self) -> date:
        """The day of the occasion."""
        return date.fromisoformat(self.key[:10])


class Chronicle(Protocol):
    """The cards of a pool through time, and the occasions that made them.

    ``position`` is the last event it knows, ``horizon`` the last day on which anything happens.
    """

    position: int
    horizon: date
    reigns: Sequence[Reign]

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        ...

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        ...

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        ...

    def about(self, subject: str) -> Sequence[Done]:
        """The occasions about a tournament, decision or day, in their order."""
        ...

    def at(self, keys: Collection[str]) -> Mapping[str, Done]:
        """The occasions under these keys."""
        ...


def kind_and_subject(given: occasions.Occasion) -> tuple[str, str]:
    """What kind of occasion it is, and what it is about."""
    match given:
        case occasions.TournamentEnded() | occasions.GamesPlayed():
            return "tournament", given.tournament.id
        case occasions.SummaryKnown():
            return "summary", given.tournament
        case occasions.DayCame():
            return "day", given.name
        case occasions.RulebookBegan():
            return "rulebook", given.event
    return "decision", given.event


class MemoryChronicle:
    """The chronicle of a replay that is not written down: of another cut, or a what-if."""

    def __init__(self, replay: Replay) -> None:
        self.position = replay.history.position
        self.horizon = replay.agenda.horizon
        self.reigns = replay.spans
        self._versions: dict[str, list[Version]] = defaultdict(list)
        self._done: dict[str, Done] = {}
        for each in replay.run():
            key = each.item.key
            players = each.occasion.players
            self._done[key] = Done(key, *kind_and_subject(each.occasion), players)
            for player, changed in each.evaluation.cards.items():
                self._versions[player].append(Version(key, changed))

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        return self.versions_before(before, self._versions.keys())

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        found = {}
        for player in players:
            versions = self._versions.get(player, [])
            index = bisect_left(versions, key, key=lambda version: version.key)
            if index:
                found[player] = versions[index - 1]
        return found

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        return self._versions.get(player, [])

    def about(self, subject: str) -> Sequence[Done]:
        """The occasions about a tournament, decision or day, in their order."""
        return [done for done in self._done.values() if done.subject == subject]

    def at(self, keys: Collection[str]) -> Mapping[str, Done]:
        """The occasions under these keys."""
        return {key: self._done[key] for key in keys if key in self._done}


_DONE = select(occasion.c.key, occasion.c.kind, occasion.c.subject, occasion.c.players)


def _done(row: Any) -> Done:
    players = orjson.loads(row.players)
    return Done(row.key, row.kind, row.subject, None if players is None else tuple(players))


class StoredChronicle:
    """The chronicle that the read model keeps of a pool."""

    def __init__(
        self, connection: Connection, generation: Row[Any], spans: Sequence[Reign]
    ) -> None:
        self.position = generation.position
        self.horizon = generation.horizon
        self.reigns = spans
        self._connection = connection
        self._of = card.c.generation == generation.id
        self._done_of = occasion.c.generation == generation.id

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        return self._last(before, ())

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        return self._last(key, (among(self._connection, card.c.player, players),))

    def _last(self, before: str, which: Sequence[Any]) -> dict[str, Version]:
        last = (
            select(card.c.player, func.max(card.c.key).label("key"))
            .where(self._of, card.c.key < before, *which)
            .group_by(card.c.player)
            .subquery()
        )
        query = select(card.c.player, card.c.key, card.c.card).join(
            last, (card.c.player == last.c.player) & (card.c.key == last.c.key)
        )
        rows = self._connection.execute(query.where(self._of)).all()
        return {player: self.version(key, text) for player, key, text in rows}

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        query = select(card.c.key, card.c.card).where(self._of, card.c.player == player)
        rows = self._connection.execute(query.order_by(card.c.key)).all()
        return [self.version(key, text) for key, text in rows]

    def about(self, subject: str) -> Sequence[Done]:
        """The occasions about a tournament, decision or day, in their order."""
        query = _DONE.where(self._done_of, occasion.c.subject == subject)
        return [_done(row) for row in self._connection.execute(query.order_by(occasion.c.key))]

    def at(self, keys: Collection[str]) -> Mapping[str, Done]:
        """The occasions under these keys."""
        query = _DONE.where(self._done_of, among(self._connection, occasion.c.key, keys))
        return {row.key: _done(row) for row in self._connection.execute(query).all()}

    def version(self, key: str, text: str) -> Version:
        """A version from its text in the table."""
        reign = reign_on(date.fromisoformat(key[:10]), self.reigns)
        if reign is None:
            raise LookupError(f"no rulebook governs the day of {key}")
        return Version(key, reign.book.unpack(text))


class EarlierChronicle:
    """The read model as it was before a going-on, from what that has replaced."""

    def __init__(
        self,
        now: StoredChronicle,
        position: int,
        horizon: date,
        cards: Mapping[str, Mapping[str, str | None]],
        done: Mapping[str, Done | None],
    ) -> None:
        self.position = position
        self.horizon = horizon
        self.reigns = now.reigns
        self._now = now
        self._cards = cards
        self._done = done

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        return self._as_it_was(dict(self._now.last_versions(before)), before, self._cards)

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        versions = dict(self._now.versions_before(key, players))
        return self._as_it_was(versions, key, self._cards.keys() & set(players))

    def _as_it_was(
        self, versions: dict[str, Version], before: str, changed: Iterable[str]
    ) -> Mapping[str, Version]:
        for player in changed:
            versions.pop(player, None)
            for version in self.versions_of(player):
                if version.key < before:
                    versions[player] = version
        return versions

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        versions = {version.key: version for version in self._now.versions_of(player)}
        for key, text in self._cards.get(player, {}).items():
            versions.pop(key, None)
            if text is not None:
                versions[key] = self._now.version(key, text)
        return [versions[key] for key in sorted(versions)]

    def about(self, subject: str) -> Sequence[Done]:
        """The occasions about a tournament, decision or day, in their order."""
        found = {done.key: done for done in self._now.about(subject) if done.key not in self._done}
        replaced = [done for done in self._done.values() if done is not None]
        found |= {done.key: done for done in replaced if done.subject == subject}
        return [found[key] for key in sorted(found)]

    def at(self, keys: Collection[str]) -> Mapping[str, Done]:
        """The occasions under these keys."""
        found = {key: done for key, done in self._now.at(keys).items() if key not in self._done}
        replaced = {key: self._done[key] for key in keys if key in self._done}
        return found | {key: done for key, done in replaced.items() if done is not None}


def held(version: Version | None, day: date, spans: Sequence[Reign]) -> tuple[Reign, Any] | None:
    """The rulebook that governs on ``day`` and the card it finds; None: nothing governs.

    A card is none where another rulebook has governed since, and no conversion carried it over.
    """
    reign = reign_on(day, spans)
    if reign is None:
        return None
    if version is None:
        return reign, None
    since = [span for span in spans if version.day <= span.last and span.first <= day]
    if any(span.book.name != reign.book.name for span in since):
        return reign, None
    return reign, version.card


def end_of(day: date | None) -> str:
    """The key just after the last occasion of ``day``; None: after everything."""
    return "~" if day is None else key_after(day)
