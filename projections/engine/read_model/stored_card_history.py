"""The card history that the read model stores: cards and occasions in the database, by key.

An incremental update queries some of them hundreds of times, so its statements are built once;
many names travel as a single parameter.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any

import attrs
import sqlalchemy as sa

from ledger.events.problems import damaged_tables
from ledger.events.streams import MERGES, tournament_stream
from ledger.log.repeated_statements import repeated_rows
from ledger.log.schema import event
from ledger.log.statements import among, as_parameter, one_of, plain_rows, rows_of
from projections.engine.history.as_of import governed_on
from projections.engine.read_model.checked_rows import (
    CARD_COLUMNS,
    OCCASIONS,
    CardText,
    checked_cards,
    checked_occasion,
)
from projections.engine.read_model.schema import card, card_dependency, occasion
from projections.engine.replay.card_history import EvaluatedOccasion, Version
from projections.engine.replay.schedule import RulebookPeriod, period_on

CardMark = tuple[int | None, int, int | None, int | None]
"""For a version of a card: the digest of the one before, its own, that of its occasion, and the
position of the last event in the stream of the tournament that gave it.
"""


_LAST = (
    sa.select(card.c.player, sa.func.max(card.c.key).label("key"))
    .where(card.c.generation == sa.bindparam("generation"), card.c.key < sa.bindparam("before"))
    .group_by(card.c.player)
    .subquery()
)
_LAST_CARDS = (
    sa.select(*CARD_COLUMNS)
    .join(_LAST, (card.c.player == _LAST.c.player) & (card.c.key == _LAST.c.key))
    .where(card.c.generation == sa.bindparam("generation"))
)


class StoredCardHistory:
    """The card history that the read model stores of a pool.

    Its methods raise :class:`~ledger.events.problems.TablesDamaged` for a row that was altered.
    """

    def __init__(
        self, connection: sa.Connection, generation: sa.Row[Any], spans: Sequence[RulebookPeriod]
    ) -> None:
        self.position = generation.position
        self.horizon = generation.horizon
        self.periods = spans
        self.connection = connection
        self.generation: int = generation.id
        self.pool: str = generation.pool
        self._of = card.c.generation == generation.id
        self._done_of = occasion.c.generation == generation.id
        self._statements = _statements(connection.dialect.name)

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        given = {"generation": self.generation, "before": before}
        rows = self.connection.execute(_LAST_CARDS, given).all()
        return self._versions(checked_cards(rows, self.pool))

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        rows = self._cards(self._statements.before, players, before=key)
        return self._versions(checked_cards(rows, self.pool))

    def texts_between(self, before: str, last: str, players: Collection[str]) -> list[CardText]:
        """Some players' cards from the last ones before one key up to another one, packed.

        Rows of player, key and text, in the order of the keys.
        """
        rows = self._cards(self._statements.between, players, before=before, last=last)
        return sorted(checked_cards(rows, self.pool), key=itemgetter(1))

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        query = sa.select(*CARD_COLUMNS).where(self._of, card.c.player == player)
        rows = self.connection.execute(query.order_by(card.c.key)).all()
        return [self.version(key, text) for _, key, text in checked_cards(rows, self.pool)]

    def most_versions(self, least: int) -> Sequence[tuple[str, int]]:
        """The players with at least so many versions of a card, with their counts, most first."""
        many = sa.func.count()
        query = sa.select(card.c.player, many).where(self._of).group_by(card.c.player)
        rows = self.connection.execute(query.having(many >= least)).all()
        return sorted(((row[0], row[1]) for row in rows), key=lambda each: (-each[1], each[0]))

    def counts_before(self, key: str, players: Collection[str]) -> Mapping[str, int]:
        """Return the number of versions of each of some players' cards before ``key``."""
        query = sa.select(card.c.player, sa.func.count()).where(
            self._of, card.c.key < key, among(self.connection, card.c.player, players)
        )
        rows = self.connection.execute(query.group_by(card.c.player))
        return {row[0]: row[1] for row in rows}

    def marks_of(self, player: str) -> tuple[Mapping[str, CardMark], int | None]:
        """The state that shows if a player's rows still hold: a mark for every version of his
        card, by its key, in their order; and the position of the last event about merges.
        """
        given = {"generation": self.generation, "player": player, "until": self.position}
        rows = plain_rows(self.connection.execute(_MARKS, given))
        before = [None, *(row[1] for row in rows)]
        marks = {row[0]: (digest, *row[1:4]) for digest, row in zip(before, rows, strict=False)}
        return marks, rows[0][4] if rows else None

    def texts_under(self, key: str) -> dict[str, str]:
        """Every card that the occasion under ``key`` gave, packed, by player."""
        query = sa.select(*CARD_COLUMNS).where(self._of, card.c.key == key)
        rows = self.connection.execute(query).all()
        return {player: text for player, _, text in checked_cards(rows, self.pool)}

    def about(self, subject: str) -> Sequence[EvaluatedOccasion]:
        """The occasions about a tournament, decision or day, in their order."""
        return self._occasions(occasion.c.subject == subject)

    def occasions_about(self, subjects: Collection[str]) -> Sequence[EvaluatedOccasion]:
        """The occasions about any of some tournaments, decisions or days, in their order."""
        return self._listed(self._statements.about, subjects)

    def reading(
        self, players: Collection[str], kinds: Collection[str] | None = None
    ) -> Sequence[EvaluatedOccasion]:
        """The occasions, of some kinds or all, that read any of some players' cards by name."""
        if not players:
            return ()
        keys = sa.select(card_dependency.c.key).where(
            card_dependency.c.generation == self.generation,
            among(self.connection, card_dependency.c.player, players),
        )
        which = occasion.c.key.in_(keys)
        return self._occasions(which if kinds is None else which & occasion.c.kind.in_(kinds))

    def since(self, key: str) -> Sequence[EvaluatedOccasion]:
        """The occasions under ``key`` and after it, in their order."""
        return self._occasions(occasion.c.key >= key)

    def last_key(self, before: str, except_for: Collection[str]) -> str | None:
        """Return the key of the last occasion before ``before`` that is of none of these kinds."""
        query = sa.select(sa.func.max(occasion.c.key)).where(
            self._done_of, occasion.c.key < before, occasion.c.kind.not_in(except_for)
        )
        key: str | None = self.connection.execute(query).scalar()
        return key

    def of_kinds(self, kinds: Collection[str]) -> Sequence[EvaluatedOccasion]:
        """The occasions of some kinds, in their order."""
        return self._listed(self._statements.of_kinds, kinds)

    def _occasions(self, which: sa.ColumnElement[bool]) -> Sequence[EvaluatedOccasion]:
        query = OCCASIONS.where(self._done_of, which).order_by(occasion.c.key)
        rows = self.connection.execute(query).all()
        return [checked_occasion(row, self.pool) for row in rows]

    def at(self, keys: Collection[str]) -> Mapping[str, EvaluatedOccasion]:
        """The occasions under these keys."""
        return {each.key: each for each in self._listed(self._statements.at, keys)}

    def _listed(
        self, statement: sa.Select[Any], names: Collection[str]
    ) -> list[EvaluatedOccasion]:
        if not names:
            return []
        rows = self._asked(statement, names)
        return sorted((checked_occasion(row, self.pool) for row in rows), key=attrgetter("key"))

    def reading_after(self, key: str, players: Collection[str]) -> dict[str, str]:
        """For some players the key of the next occasion that reads each one's card by name."""
        rows = self._asked(self._statements.following, players, after=key)
        return {player: following for player, following in rows if following is not None}

    def reading_within(
        self, after: str, last: str, players: Collection[str]
    ) -> Iterator[tuple[str, str]]:
        """Some players with the keys of the occasions that read their cards by name, in order.

        From those after one key up to another.
        """
        given = {"after": after, "last": last}
        yield from self._asked(self._statements.readings, players, **given)

    def version(self, key: str, text: str) -> Version:
        """A version from its text in the table."""
        period = period_on(governed_on(key), self.periods)
        if period is None:
            why = f"{self.pool}: a card of {key[:10]!a}, on which no rulebook governs"
            raise damaged_tables(why, self.pool)
        return Version(key, period.book.unpack(text))

    def _versions(self, rows: Iterable[CardText]) -> dict[str, Version]:
        return {player: self.version(key, text) for player, key, text in rows}

    def _cards(
        self, statement: sa.Select[Any], players: Iterable[str], **keys: str
    ) -> list[object]:
        rows = self._asked(statement, players, **keys)
        return [row for row in rows if row[0] is not None]

    def _asked(self, statement: sa.Select[Any], names: Iterable[str], **keys: str) -> list[Any]:
        listed = as_parameter(self.connection, names)
        given = {"generation": self.generation, "names": listed, **keys}
        return repeated_rows(self.connection, statement, given)


@attrs.frozen
class _Statements:
    """The statements on some players' cards, in the dialect of one of the two databases."""

    before: sa.Select[Any]
    between: sa.Select[Any]
    following: sa.Select[Any]
    readings: sa.Select[Any]
    at: sa.Select[Any]
    about: sa.Select[Any]
    of_kinds: sa.Select[Any]


@lru_cache
def _statements(dialect: str) -> _Statements:
    names = rows_of(dialect, "names")
    generation: sa.BindParameter[int] = sa.bindparam("generation")
    last = _last_key_before(names.c.value)
    reading = card_dependency.c
    here = reading.generation == generation, reading.key > sa.bindparam("after")
    following = sa.select(sa.func.min(reading.key)).where(*here, reading.player == names.c.value)
    occasions = OCCASIONS.where(occasion.c.generation == generation)
    up_to = reading.key <= sa.bindparam("last")
    return _Statements(
        before=_cards_of(names, card.c.key == last),
        between=_cards_of(
            names, card.c.key >= sa.func.coalesce(last, ""), card.c.key <= sa.bindparam("last")
        ),
        following=sa.select(names.c.value, following.scalar_subquery()),
        readings=sa.select(reading.player, reading.key)
        .where(*here, up_to, one_of(dialect, reading.player, "names"))
        .order_by(reading.player, reading.key),
        at=occasions.where(one_of(dialect, occasion.c.key, "names")),
        about=occasions.where(one_of(dialect, occasion.c.subject, "names")),
        of_kinds=occasions.where(one_of(dialect, occasion.c.kind, "names")),
    )


def _cards_of(names: sa.TableValuedAlias, *which: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Select cards of each of some players; a row of nulls for a player without one.

    With an inner join, SQLite would search the players of all cards, not the cards of each.
    """
    own = card.c.generation == sa.bindparam("generation"), card.c.player == names.c.value
    return sa.select(*CARD_COLUMNS).select_from(names.outerjoin(card, sa.and_(*own, *which)))


def _last_key_before(player: sa.ColumnElement[str]) -> sa.ScalarSelect[str]:
    """Select the last key of one player: grouped, the database would walk all his cards."""
    earlier = card.alias()
    return (
        sa.select(sa.func.max(earlier.c.key))
        .where(
            earlier.c.generation == sa.bindparam("generation"),
            earlier.c.player == player,
            earlier.c.key < sa.bindparam("before"),
        )
        .scalar_subquery()
    )


def _last_event(stream: sa.ColumnElement[str]) -> sa.ScalarSelect[int]:
    known = event.c.position <= sa.bindparam("until")
    return (
        sa.select(sa.func.max(event.c.position))
        .where(event.c.stream == stream, known)
        .scalar_subquery()
    )


_MARKS = (
    sa.select(
        card.c.key,
        card.c.digest,
        occasion.c.digest,
        _last_event(sa.literal(tournament_stream("")) + occasion.c.subject),
        _last_event(sa.literal(MERGES)),
    )
    .outerjoin(
        occasion, (occasion.c.generation == card.c.generation) & (occasion.c.key == card.c.key)
    )
    .where(
        card.c.generation == sa.bindparam("generation"), card.c.player == sa.bindparam("player")
    )
    .order_by(card.c.key)
)


# --- cards of some players read ahead from one key to another, updated as they change ------------


@attrs.define
class _Line:
    """A player's cards in the window: keys, oldest first, texts, and those already unpacked."""

    keys: list[str] = attrs.field(factory=list)
    texts: dict[str, str] = attrs.field(factory=dict)
    versions: dict[str, Version] = attrs.field(factory=dict)


class CardWindow:
    """The cards from the last ones before the key ``first`` up to the key ``last``.

    ``in_order``: keys are never queried before a key queried earlier.
    """

    def __init__(
        self,
        card_history: StoredCardHistory,
        first: str,
        last: str = "~",
        *,
        in_order: bool = False,
    ) -> None:
        self._card_history = card_history
        self._first = first
        self._last = last
        self._in_order = in_order
        self._lines: dict[str, _Line] = {}

    def covers(self, key: str) -> bool:
        """True if cards under and before a key can be queried."""
        return self._first <= key <= self._last

    def read(self, players: Iterable[str], since: str | None = None) -> None:
        """Read the cards of some players, unless already read.

        ``since``: the key queried; None: any.
        """
        new = [player for player in dict.fromkeys(players) if player not in self._lines]
        if not new:
            return
        for player in new:
            self._lines[player] = _Line()
        first = since if self._in_order and since is not None else self._first
        for player, key, text in self._card_history.texts_between(first, self._last, new):
            line = self._lines[player]
            line.keys.append(key)
            line.texts[key] = text

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card before the key ``before``: these are not read ahead."""
        return self._card_history.last_versions(before)

    def versions_before(self, key: str, players: Collection[str]) -> dict[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        self.read(players, key)
        found = {}
        for player in players:
            line = self._lines[player]
            index = bisect_left(line.keys, key)
            if index:
                found[player] = self._version(line, line.keys[index - 1])
        return found

    def written(self, key: str, players: Collection[str]) -> dict[str, str]:
        """Return the cards under ``key``, packed."""
        self.read(players, key)
        found = {}
        for player in players:
            line = self._lines[player]
            index = bisect_left(line.keys, key)
            if index < len(line.keys) and line.keys[index] == key:
                found[player] = line.texts[key]
        return found

    def replace(self, key: str, texts: Mapping[str, str | None]) -> None:
        """Replace the cards under ``key``, by player; None: no card any more."""
        for player, text in texts.items():
            line = self._lines.get(player)
            if line is not None:
                _replace(line, key, text)

    def _version(self, line: _Line, key: str) -> Version:
        version = line.versions.get(key)
        if version is None:
            version = line.versions[key] = self._card_history.version(key, line.texts[key])
        return version


def _replace(line: _Line, key: str, text: str | None) -> None:
    line.versions.pop(key, None)
    line.texts.pop(key, None)
    index = bisect_left(line.keys, key)
    stands = index < len(line.keys) and line.keys[index] == key
    if text is None:
        if stands:
            del line.keys[index]
        return
    line.texts[key] = text
    if not stands:
        line.keys.insert(index, key)
