"""The card history as known before: the stored one, and its differences at that position.

The differences are a `Journal`.  It comes from an incremental update, which records the replaced
rows, or from going back from the position of the read model.
"""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from typing import Any

import attrs
from sqlalchemy import Connection, Delete, Row, Update, bindparam, delete, update

from ledger.log.statements import among, insert_rows
from projections.engine.read_model.checked_rows import (
    card_digest,
    occasion_columns,
    occasion_digest,
    total,
)
from projections.engine.read_model.schema import card, card_dependency, occasion
from projections.engine.read_model.stored_card_history import CardWindow, StoredCardHistory
from projections.engine.registry import AnyRulebook
from projections.engine.replay.card_history import EvaluatedOccasion, Version

# --- the rows of the active generation that an incremental update replaces -----------------------


_THIS_CARD = (
    (card.c.generation == bindparam("of"))
    & (card.c.player == bindparam("whose"))
    & (card.c.key == bindparam("under"))
)
_NO_LONGER = delete(card).where(_THIS_CARD)
_INSTEAD = (
    update(card).where(_THIS_CARD).values(card=bindparam("text"), digest=bindparam("its_digest"))
)
_OTHER_STRENGTHS = (
    update(occasion)
    .where(occasion.c.generation == bindparam("of"), occasion.c.key == bindparam("under"))
    .values(strengths=bindparam("strengths"), digest=bindparam("digest"))
)
_COLUMNS = ("generation", "player", "key", "card", "digest")
Texts = dict[str, str]
"""Packed cards by player."""


def packed(book: AnyRulebook, cards: Mapping[str, object]) -> Texts:
    """Return cards in their stored form."""
    return {player: book.pack(each) for player, each in cards.items()}


def _only_strengths_differ(written: EvaluatedOccasion, now: EvaluatedOccasion) -> bool:
    return written == attrs.evolve(now, packed_strengths=written.packed_strengths)


@attrs.define
class Journal:
    """Differences at an earlier position: cards by player and key, occasions by key.

    None means that there was nothing.  ``position`` and ``horizon`` are the earlier ones;
    ``evaluated`` counts occasions.
    """

    position: int
    horizon: date
    cards: dict[str, dict[str, str | None]] = attrs.field(factory=dict)
    occasions: dict[str, EvaluatedOccasion | None] = attrs.field(factory=dict)
    evaluated: int = 0


class ReplacedRows:
    """The rows of a generation while some of them are replaced, with the journal."""

    def __init__(self, connection: Connection, active: Row[Any]) -> None:
        self.journal = Journal(active.position, active.horizon)
        self._connection = connection
        self._pool: str = active.pool
        self._number: int = active.id
        self._digest: int = active.digest
        self._other_strengths: list[dict[str, object]] = []
        self._unwritten: dict[tuple[str, str], tuple[str | None, str | None]] = {}

    @property
    def digest(self) -> int:
        """Return the current digest of the generation."""
        return total(self._digest)

    def replace_cards(
        self, key: str, old: Mapping[str, str], new: Mapping[str, str]
    ) -> Mapping[str, str | None]:
        """Replace the cards under a key by its new ones, if they differ.

        Returns those that have changed.  They are written with the next :meth:`write`.
        """
        changed: dict[str, str | None] = {
            player: text for player, text in new.items() if old.get(player) != text
        }
        changed |= dict.fromkeys(old.keys() - new.keys())
        for player, text in changed.items():
            before = old.get(player)
            self.journal.cards.setdefault(player, {}).setdefault(key, before)
            stored, _ = self._unwritten.get((player, key), (before, None))
            self._unwritten[player, key] = stored, text
        return changed

    def write_occasion(
        self, written: EvaluatedOccasion | None, now: EvaluatedOccasion | None, key: str
    ) -> None:
        """Replace the occasion under a key, and the players it reads, if they differ."""
        if written == now:
            return
        connection, number = self._connection, self._number
        self.journal.occasions.setdefault(key, written)
        if written is not None and now is not None and _only_strengths_differ(written, now):
            self._replace_strengths(written, now)
            return
        if written is not None:
            here = (occasion.c.generation == number) & (occasion.c.key == key)
            connection.execute(delete(occasion).where(here))
            read = (card_dependency.c.generation == number) & (card_dependency.c.key == key)
            by_name = among(connection, card_dependency.c.player, written.players or ())
            connection.execute(delete(card_dependency).where(read, by_name))
            self._digest -= occasion_digest(self._pool, *occasion_columns(written))
        if now is not None:
            columns = occasion_columns(now)
            digest = occasion_digest(self._pool, *columns)
            self._digest += digest
            names = [column.name for column in occasion.columns]
            insert_rows(connection, occasion.name, names, [(number, *columns, digest)])
            rows = [(number, player, key) for player in now.players or ()]
            insert_rows(connection, "card_dependency", ("generation", "player", "key"), rows)

    def _replace_strengths(self, written: EvaluatedOccasion, now: EvaluatedOccasion) -> None:
        """Replace the strengths of an occasion; written with others."""
        digest = occasion_digest(self._pool, *occasion_columns(now))
        self._digest += digest - occasion_digest(self._pool, *occasion_columns(written))
        row = {"of": self._number, "under": now.key, "strengths": now.packed_strengths}
        self._other_strengths.append(row | {"digest": digest})

    def write(self) -> None:
        """Write the cards and the strengths replaced since the last call."""
        gone, come, instead = [], [], []
        for (player, key), (before, now) in self._unwritten.items():
            row = {"of": self._number, "whose": player, "under": key}
            if before is not None:
                self._digest -= card_digest(self._pool, player, key, before)
            if now is None:
                gone.append(row)
                continue
            digest = card_digest(self._pool, player, key, now)
            self._digest += digest
            if before is None:
                come.append((self._number, player, key, now, digest))
            else:
                instead.append(row | {"text": now, "its_digest": digest})
        self._unwritten = {}
        self._execute(_NO_LONGER, gone)
        self._execute(_INSTEAD, instead)
        insert_rows(self._connection, "card", _COLUMNS, come)
        self._execute(_OTHER_STRENGTHS, self._other_strengths)
        self._other_strengths = []

    def _execute(self, statement: Delete | Update, rows: list[dict[str, object]]) -> None:
        if rows:
            self._connection.execute(statement, rows)


class EarlierCardHistory:
    """The card history of a generation as it was known at an earlier position.

    ``cards``: the earlier cards' window from the first difference on, with the journal applied;
    None: it is read on demand.
    """

    def __init__(
        self, now: StoredCardHistory, journal: Journal, cards: CardWindow | None = None
    ) -> None:
        self.position = journal.position
        self.horizon: date = journal.horizon
        self.periods = now.periods
        self.now = now
        self._journal = journal
        self._cards = cards

    @property
    def changed(self) -> AbstractSet[str]:
        """Return the players with any card that differs from the stored one."""
        return self._journal.cards.keys()

    def keys_changed(self, player: str) -> AbstractSet[str]:
        """The keys under which a player's card differs from the stored one."""
        return self._journal.cards.get(player, {}).keys()

    @property
    def first_change(self) -> str:
        """Return the first key with a different card; before it there is no difference."""
        return min((key for keys in self._journal.cards.values() for key in keys), default="~")

    def last_versions(self, before: str) -> Mapping[str, Version]:
        """Every player's last card from an occasion before the key ``before``."""
        stored = self.now.last_versions(before)
        versions = {player: each for player, each in stored.items() if player not in self.changed}
        versions.update(self.versions_before(before, self.changed))
        return versions

    def versions_before(self, key: str, players: Collection[str]) -> Mapping[str, Version]:
        """The last card of each of some players from an occasion before ``key``."""
        cards = self._window()
        changed = {player for player in players if player in self._journal.cards}
        if not changed or not cards.covers(key):
            return self.now.versions_before(key, players)
        others = [player for player in players if player not in changed]
        found = dict(self.now.versions_before(key, others)) if others else {}
        found.update(cards.versions_before(key, changed))
        return found

    def _window(self) -> CardWindow:
        """Return the earlier cards of all changed players, read together on first use."""
        if self._cards is None:
            self._cards = CardWindow(self.now, self.first_change)
            self._cards.read(self.changed)
            for player, keys in self._journal.cards.items():
                for key, text in keys.items():
                    self._cards.replace(key, {player: text})
        return self._cards

    def versions_of(self, player: str) -> Sequence[Version]:
        """Every version of a player's card, oldest first."""
        changed = self._journal.cards.get(player)
        stored = self.now.versions_of(player)
        if changed is None:
            return stored
        versions = {version.key: version for version in stored if version.key not in changed}
        for key, text in changed.items():
            if text is not None:
                versions[key] = self.now.version(key, text)
        return [versions[key] for key in sorted(versions)]

    def about(self, subject: str) -> Sequence[EvaluatedOccasion]:
        """The occasions about a tournament, decision or day, in their order."""
        done = self._journal.occasions
        found = {each.key: each for each in self.now.about(subject) if each.key not in done}
        replaced = [each for each in done.values() if each is not None]
        found |= {each.key: each for each in replaced if each.subject == subject}
        return [found[key] for key in sorted(found)]

    def at(self, keys: Collection[str]) -> Mapping[str, EvaluatedOccasion]:
        """The occasions under these keys."""
        done = self._journal.occasions
        stored = [key for key in keys if key not in done]
        found = dict(self.now.at(stored)) if stored else {}
        replaced = {key: done[key] for key in keys if key in done}
        return found | {key: each for key, each in replaced.items() if each is not None}
