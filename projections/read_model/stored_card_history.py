"""The card history that the read model stores: cards and occasions in the database, by key.

An incremental update asks for some of them hundreds of times, so its statements are built once;
many names travel as a single parameter.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import attrs
import orjson
from sqlalchemy import (
    BindParameter,
    Connection,
    CursorResult,
    Row,
    Select,
    bindparam,
    func,
    select,
)

from ledger.log.database import among, as_parameter, one_of, plain_rows
from projections.history.cut import governed_on
from projections.read_model.schema import card, card_dependency, occasion
from projections.replay.card_history import EvaluatedOccasion, Version
from projections.replay.schedule import RulebookPeriod, period_on

_DONE = select(occasion.c.key, occasion.c.kind, occasion.c.subject, occasion.c.players)


class StoredCardHistory:
    """The card history that the read model stores of a pool."""

    def __init__(
        self, connection: Connection, generation: Row[Any], spans: Sequence[RulebookPeriod]
    ) -> None:
        self.position = generation.position
        self.horizon = generation.horizon
        self.periods = spans
        self._connection = connection
        self._generation = generation.id
        self._of = card.c.generation == generation.id
        self._done_of = occasion.c.generation == generation.id
        self._statements = _statements(connection.dialect.name)

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        given = {"generation": self._generation, "before": before}
        return self._versions(self._connection.execute(_last_cards(), given).all())

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        return self._versions(self.texts_before(key, players))

    def texts_before(self, key: str, players: Collection[str]) -> Sequence[Any]:
        """The same, packed: rows of player, key and text."""
        return plain_rows(self._asked(self._statements.before, players, before=key))

    def texts_within(self, first: str, last: str, players: Collection[str]) -> Sequence[Any]:
        """What some players' cards came to from one key to another, both inclusive, packed.

        Rows of player, key and text, each player's oldest first.
        """
        return plain_rows(self._asked(self._statements.within, players, first=first, last=last))

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        query = select(card.c.key, card.c.card).where(self._of, card.c.player == player)
        rows = self._connection.execute(query.order_by(card.c.key)).all()
        return [self.version(key, text) for key, text in rows]

    def about(self, subject: str) -> Sequence[EvaluatedOccasion]:
        """The occasions about a tournament, decision or day, in their order."""
        query = _DONE.where(self._done_of, occasion.c.subject == subject)
        return [_done(row) for row in self._connection.execute(query.order_by(occasion.c.key))]

    def at(self, keys: Collection[str]) -> Mapping[str, EvaluatedOccasion]:
        """The occasions under these keys."""
        query = _DONE.where(self._done_of, among(self._connection, occasion.c.key, keys))
        return {row.key: _done(row) for row in self._connection.execute(query).all()}

    def reading_after(self, key: str, players: Collection[str]) -> dict[str, EvaluatedOccasion]:
        """Of each of some players the next occasion after ``key`` that reads his card by name."""
        rows = self._asked(self._statements.following, players, after=key)
        return {row.player: _done(row) for row in rows.all()}

    def version(self, key: str, text: str) -> Version:
        """A version from its text in the table."""
        period = period_on(governed_on(key), self.periods)
        if period is None:
            raise LookupError(f"no rulebook governs the day of {key}")
        return Version(key, period.book.unpack(text))

    def _versions(self, rows: Iterable[Any]) -> dict[str, Version]:
        return {player: self.version(key, text) for player, key, text in rows}

    def _asked(
        self, statement: Select[Any], players: Iterable[str], **keys: str
    ) -> CursorResult[Any]:
        names = as_parameter(self._connection, players)
        given = {"generation": self._generation, "names": names, **keys}
        return self._connection.execute(statement, given)


class EarlierCardHistory:
    """The read model as it was before an incremental update, from what that has replaced.

    ``changed``: the players any of whose cards were.
    """

    def __init__(
        self,
        now: StoredCardHistory,
        position: int,
        horizon: date,
        cards: Mapping[str, Mapping[str, str | None]],
        done: Mapping[str, EvaluatedOccasion | None],
    ) -> None:
        self.position = position
        self.horizon = horizon
        self.periods = now.periods
        self.changed = frozenset(cards)
        self._now = now
        self._cards = cards
        self._done = done
        self._versions: dict[str, Sequence[Version]] = {}

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
            own = self.versions_of(player)
            index = bisect_left(own, before, key=lambda version: version.key)
            if index:
                versions[player] = own[index - 1]
        return versions

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        if player not in self._versions:
            versions = {version.key: version for version in self._now.versions_of(player)}
            for key, text in self._cards.get(player, {}).items():
                versions.pop(key, None)
                if text is not None:
                    versions[key] = self._now.version(key, text)
            self._versions[player] = [versions[key] for key in sorted(versions)]
        return self._versions[player]

    def about(self, subject: str) -> Sequence[EvaluatedOccasion]:
        """The occasions about a tournament, decision or day, in their order."""
        found = {done.key: done for done in self._now.about(subject) if done.key not in self._done}
        replaced = [done for done in self._done.values() if done is not None]
        found |= {done.key: done for done in replaced if done.subject == subject}
        return [found[key] for key in sorted(found)]

    def at(self, keys: Collection[str]) -> Mapping[str, EvaluatedOccasion]:
        """The occasions under these keys."""
        found = {key: done for key, done in self._now.at(keys).items() if key not in self._done}
        replaced = {key: self._done[key] for key in keys if key in self._done}
        return found | {key: done for key, done in replaced.items() if done is not None}


def _done(row: Any) -> EvaluatedOccasion:
    players = orjson.loads(row.players)
    return EvaluatedOccasion(
        row.key, row.kind, row.subject, None if players is None else tuple(players)
    )


@attrs.frozen
class _Statements:
    """What is asked of some players' cards, in one of the two databases' languages."""

    before: Select[Any]
    within: Select[Any]
    following: Select[Any]


@lru_cache
def _statements(dialect: str) -> _Statements:
    of_names = one_of(dialect, card.c.player, "names")
    within = select(card.c.player, card.c.key, card.c.card).where(
        card.c.generation == bindparam("generation"),
        of_names,
        card.c.key >= bindparam("first"),
        card.c.key <= bindparam("last"),
    )
    return _Statements(
        before=_last_cards(of_names),
        within=within.order_by(card.c.player, card.c.key),
        following=_next_readings(one_of(dialect, card_dependency.c.player, "names")),
    )


def _last_cards(*which: Any) -> Select[Any]:
    generation: BindParameter[int] = bindparam("generation")
    last = (
        select(card.c.player, func.max(card.c.key).label("key"))
        .where(card.c.generation == generation, card.c.key < bindparam("before"), *which)
        .group_by(card.c.player)
        .subquery()
    )
    return (
        select(card.c.player, card.c.key, card.c.card)
        .join(last, (card.c.player == last.c.player) & (card.c.key == last.c.key))
        .where(card.c.generation == generation)
    )


def _next_readings(*which: Any) -> Select[Any]:
    generation: BindParameter[int] = bindparam("generation")
    following = (
        select(card_dependency.c.player, func.min(card_dependency.c.key).label("key"))
        .where(
            card_dependency.c.generation == generation,
            card_dependency.c.key > bindparam("after"),
            *which,
        )
        .group_by(card_dependency.c.player)
        .subquery()
    )
    return (
        _DONE.add_columns(following.c.player)
        .join(following, occasion.c.key == following.c.key)
        .where(occasion.c.generation == generation)
    )
