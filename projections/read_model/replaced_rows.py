"""Rows of the generation in service, replaced by an incremental update.

What was there before is noted, and the generation's digest follows every row.  Cards and strengths
are written together: a statement for each occasion would take longer than many evaluations.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

import attrs
from sqlalchemy import Connection, Delete, Row, Update, bindparam, delete, insert, update

from ledger.log.database import among, insert_rows
from projections.read_model.checked_rows import occasion_columns
from projections.read_model.digests import card_digest, occasion_digest, total
from projections.read_model.schema import card, card_dependency, occasion
from projections.registry import AnyRulebook
from projections.replay.card_history import EvaluatedOccasion

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


def packed(book: AnyRulebook, cards: Mapping[str, Any]) -> Texts:
    """Cards as they are stored."""
    return {player: book.pack(each) for player, each in cards.items()}


def _only_strengths_differ(written: EvaluatedOccasion, now: EvaluatedOccasion) -> bool:
    return written == attrs.evolve(now, packed_strengths=written.packed_strengths)


@attrs.define
class Journal:
    """What was otherwise at an earlier position: cards by player and key, occasions by key.

    None stands where there was nothing.  ``position`` and ``horizon`` are those of then;
    ``evaluated`` counts occasions.
    """

    position: int
    horizon: date
    cards: dict[str, dict[str, str | None]] = attrs.field(factory=dict)
    occasions: dict[str, EvaluatedOccasion | None] = attrs.field(factory=dict)
    evaluated: int = 0


class ReplacedRows:
    """The rows of a generation while some of them are replaced, and the journal of that."""

    def __init__(self, connection: Connection, active: Row[Any]) -> None:
        self.journal = Journal(active.position, active.horizon)
        self._connection = connection
        self._pool: str = active.pool
        self._number: int = active.id
        self._digest: int = active.digest
        self._other_strengths: list[dict[str, Any]] = []
        self._unwritten: dict[tuple[str, str], tuple[str | None, str | None]] = {}

    @property
    def digest(self) -> int:
        """The digest of the generation as it is now."""
        return total(self._digest)

    def replace_cards(
        self, key: str, old: Mapping[str, str], new: Mapping[str, str]
    ) -> Mapping[str, str | None]:
        """Replace the cards that stand under a key by those it gives now, where they differ.

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
        """Replace the occasion written under a key, and who is read by it, if they differ."""
        if written == now:
            return
        connection, number = self._connection, self._number
        self.journal.occasions.setdefault(key, written)
        if written is not None and now is not None and _only_strengths_differ(written, now):
            self._give_other_strengths(written, now)
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
            connection.execute(insert(occasion).values((number, *columns, digest)))
            rows = [(number, player, key) for player in now.players or ()]
            insert_rows(connection, "card_dependency", ("generation", "player", "key"), rows)

    def _give_other_strengths(self, written: EvaluatedOccasion, now: EvaluatedOccasion) -> None:
        """An occasion in which some players count as something else; written with others."""
        digest = occasion_digest(self._pool, *occasion_columns(now))
        self._digest += digest - occasion_digest(self._pool, *occasion_columns(written))
        row = {"of": self._number, "under": now.key, "strengths": now.packed_strengths}
        self._other_strengths.append(row | {"digest": digest})

    def write(self) -> None:
        """Write the cards and the strengths that were replaced since this was last done."""
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

    def _execute(self, statement: Delete | Update, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(statement, rows)
