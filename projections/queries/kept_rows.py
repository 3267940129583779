"""Rows of long records that are kept from one question to the next, while they still hold.

A row rests on the player's card before and after, on what his opponents counted as, on what the
log says of the tournament, and on who he is; whether all these are as they were is looked up in a
twentieth of the time that the rows take.
"""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any

import attrs

from projections.read_model.stored_card_history import CardMark, StoredCardHistory

if TYPE_CHECKING:
    from projections.queries.answers import Answers

MOST_ROWS = 4_000
LONG = 100
"""Rows of a record that is kept: a shorter one takes not much longer than looking."""

Row = Mapping[str, Any]


@attrs.frozen
class KeptRecord:
    """The rows of one player that were evaluated for him alone, by the keys of their occasions.

    ``rests_on``: what all of them rest on, beside the mark of each.
    """

    rests_on: object
    rows: Mapping[str, tuple[CardMark, Row]]


class KeptRows:
    """The rows of the long records last asked for; shared by threads.

    At ``most`` so many rows of records with at ``least`` so many.
    """

    def __init__(self, most: int = MOST_ROWS, least: int = LONG) -> None:
        self._most = most
        self.least = least
        self._records: OrderedDict[tuple[str, str], KeptRecord] = OrderedDict()
        self._lock = Lock()

    def find(self, pool: str, player: str) -> KeptRecord | None:
        """What is kept of a player, whether or not it still holds."""
        with self._lock:
            found = self._records.get((pool, player))
            if found is not None:
                self._records.move_to_end((pool, player))
            return found

    def keep(self, pool: str, player: str, record: KeptRecord) -> None:
        """Keep a record in place of what was kept of the player; the oldest ones go."""
        with self._lock:
            self._records.pop((pool, player), None)
            self._records[pool, player] = record
            rows = sum(len(each.rows) for each in self._records.values())
            while rows > self._most:
                _, old = self._records.popitem(last=False)
                rows -= len(old.rows)


@attrs.frozen
class RowsThatHold:
    """Of one player the marks of today, and the kept rows under which they are the same."""

    store: KeptRows
    pool: str
    player: str
    rests_on: object
    marks: Mapping[str, CardMark]
    rows: Mapping[str, Row]

    def keep(self, new: Mapping[str, Row]) -> None:
        """Keep further rows, by key, which were evaluated for the player alone."""
        rows = {**self.rows, **new}
        if new and len(rows) >= self.store.least:
            record = {key: (self.marks[key], row) for key, row in rows.items()}
            self.store.keep(self.pool, self.player, KeptRecord(self.rests_on, record))


def rows_that_hold(answers: "Answers", store: KeptRows, player: str) -> RowsThatHold | None:
    """The rows of a player that are kept and still hold; None where none can be kept.

    From a replay in memory none are.
    """
    cards, pool = answers.card_history, answers.question.pool
    if not isinstance(cards, StoredCardHistory):
        return None
    person = answers.register([player]).players[player]
    marks, merges = cards.marks_of(player)
    rests_on = (person, merges, list(cards.periods))
    rows = {}
    found = store.find(pool, player)
    if found is not None and found.rests_on == rests_on:
        rows = {key: row for key, (mark, row) in found.rows.items() if marks.get(key) == mark}
    return RowsThatHold(store, pool, player, rests_on, marks, rows)
