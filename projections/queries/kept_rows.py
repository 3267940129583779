"""Rows of long records that are kept from one question to the next, while they still hold.

A row rests on the player's card before and after, on what his opponents counted as, on what the
log says of the tournament, and on who he is; whether all these are as they were is looked up in a
twentieth of the time that the rows take.  The rows of a record are alike, so they are packed
together: a row takes some 300 bytes in place of nearly 5,000, and 600 are unpacked in 3 ms.
"""

import pickle
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from cachetools import LRUCache

from projections.engine.read_model.stored_card_history import CardMark, StoredCardHistory
from projections.engine.replay.card_history import EvaluatedOccasion

if TYPE_CHECKING:
    from projections.queries.answers import Answers

MOST_ROWS = 40_000
"""About 12 MB."""
LONG = 80
"""Versions of his card whose record is kept: a shorter one takes not much longer than looking."""

Row = Mapping[str, Any]
Evaluate = Callable[[Sequence[EvaluatedOccasion]], Iterable[tuple[str | None, Row]]]
"""From occasions to rows, each with the key of its occasion if it was for the player alone."""


class KeptRecord(NamedTuple):
    """So many rows of a player, packed: all there are in a state of the log, on a day.

    ``rests_on``: what those that were evaluated for him alone rest on in any other state, beside
    the mark of each.
    """

    state: object
    rests_on: object
    length: int
    packed: bytes

    def rows(self) -> tuple[Mapping[str, tuple[CardMark, Row]], Sequence[Row]]:
        """Those evaluated for him alone by their keys, each with its mark; and all of them."""
        return pickle.loads(zlib.decompress(self.packed))  # type: ignore[no-any-return]  # noqa: S301


class KeptRows:
    """At ``most`` so many rows, of players with at ``least`` so many versions; for threads."""

    def __init__(self, most: int = MOST_ROWS, least: int = LONG) -> None:
        self.most = most
        self.least = least
        self._records: LRUCache[tuple[str, str], KeptRecord]
        self._records = LRUCache(most, getsizeof=lambda record: record.length)
        self._lock = Lock()

    def find(self, pool: str, player: str) -> KeptRecord | None:
        """What is kept of a player, whether or not it still holds."""
        with self._lock:
            return self._records.get((pool, player))

    def rows(self, answers: "Answers", player: str, evaluate: Evaluate) -> Sequence[Row]:
        """All rows of a player; those that are not kept, or hold no longer, are evaluated."""
        cards, pool = answers.card_history, answers.question.pool
        if not isinstance(cards, StoredCardHistory):  # of a replay in memory nothing is kept
            return [row for _, row in evaluate(answers.occasions_of(player))]
        state, found = (cards.position, answers.question.cut.as_of), self.find(pool, player)
        if found is not None and found.state == state:
            return found.rows()[1]
        marks, merges = cards.marks_of(player)
        rests_on = (answers.register([player]).players[player], merges, list(cards.periods))
        alone = {}
        if found is not None and found.rests_on == rests_on:
            kept, _ = found.rows()
            alone = {key: each for key, each in kept.items() if marks.get(key) == each[0]}
        keys = list(filter(answers.has_come, marks))
        rows = [alone[key][1] for key in keys if key in alone]
        others = answers.occasions_at([key for key in keys if key not in alone])
        for key, row in evaluate(others):
            rows.append(row)
            if key is not None:
                alone[key] = marks[key], row
        if len(marks) >= self.least:
            packed = zlib.compress(pickle.dumps((alone, rows)), level=1)
            with self._lock, suppress(ValueError):  # there are more than all room
                record = KeptRecord(state, rests_on, len(rows), packed)
                self._records[pool, player] = record
        return rows


def long_records(answers: "Answers", least: int) -> Sequence[tuple[str, int]]:
    """Players of a pool with so many versions of their card, and how many: the longest first."""
    cards = answers.card_history
    return cards.most_versions(least) if isinstance(cards, StoredCardHistory) else ()
