"""Rows of long records that are kept from one question to the next, while they still hold.

A row rests on the player's card before and after, on what his opponents counted as, on what the
log says of the tournament, and on who he is; whether all these are as they were is looked up in a
twentieth of the time that the rows take.

Rows are alike, so those of a record are packed together: a row takes some 300 bytes in place of
nearly 5,000, and 600 of them are unpacked in 3 ms.
"""

import pickle
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import date
from threading import Lock
from typing import TYPE_CHECKING, Any, Self

import attrs

from projections.engine.read_model.stored_card_history import CardMark, StoredCardHistory

if TYPE_CHECKING:
    from projections.queries.answers import Answers

MOST_ROWS = 40_000
"""About 12 MB."""
LONG = 80
"""Versions of his card whose record is kept: a shorter one takes not much longer than looking."""
_QUICKLY = 1

Row = Mapping[str, Any]
State = tuple[int, date | None]
MarkedRows = Mapping[str, tuple[CardMark, Row]]
"""Rows by the keys of their occasions, each with the mark under which it was worked out."""


@attrs.frozen
class KeptRecord:
    """The rows of one player, packed; ``length``: how many.

    ``state``: position of the log and day at which they are all his rows.  ``rests_on``: what
    those that were evaluated for him alone rest on at any other, beside the mark of each.
    """

    state: State
    rests_on: object
    length: int
    packed: bytes

    @classmethod
    def of(cls, state: State, rests_on: object, marked: MarkedRows, rows: Sequence[Row]) -> Self:
        """All rows of a player as they are kept; those with a mark may hold in other states."""
        packed = zlib.compress(pickle.dumps((dict(marked), rows)), _QUICKLY)
        return cls(state, rests_on, len(rows), packed)

    def rows(self) -> tuple[MarkedRows, Sequence[Row]]:
        """The rows as they were given: those with a mark, and all of them."""
        rows: tuple[MarkedRows, Sequence[Row]]
        rows = pickle.loads(zlib.decompress(self.packed))  # noqa: S301 - packed here
        return rows


class KeptRows:
    """The rows of the long records last asked for; shared by threads.

    At ``most`` so many rows, of players whose card has at ``least`` so many versions.
    """

    def __init__(self, most: int = MOST_ROWS, least: int = LONG) -> None:
        self.most = most
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
            rows = sum(each.length for each in self._records.values())
            while rows > self.most:
                _, old = self._records.popitem(last=False)
                rows -= old.length


@attrs.frozen
class RowsThatHold:
    """Of one player the marks of today, and the kept rows under which they are the same."""

    store: KeptRows
    pool: str
    player: str
    state: State
    rests_on: object
    marks: Mapping[str, CardMark]
    rows: Mapping[str, Row]

    def keep(self, new: Mapping[str, Row], rows: Sequence[Row]) -> None:
        """Keep all rows of the player; those that are ``new`` were evaluated for him alone."""
        if len(self.marks) >= self.store.least:
            alone = {**self.rows, **new}
            marked = {key: (self.marks[key], row) for key, row in alone.items()}
            record = KeptRecord.of(self.state, self.rests_on, marked, rows)
            self.store.keep(self.pool, self.player, record)


def long_records(answers: "Answers", store: KeptRows) -> Sequence[tuple[str, int]]:
    """The players of a pool whose rows are kept once seen, and about how many: the longest first.

    From a replay in memory nobody's are.
    """
    cards = answers.card_history
    return cards.most_versions(store.least) if isinstance(cards, StoredCardHistory) else ()


def kept_rows(
    answers: "Answers", store: KeptRows, player: str
) -> Sequence[Row] | RowsThatHold | None:
    """All rows of a player where nothing has come into the log since they were kept.

    Else those that still hold; None where none can be kept: from a replay in memory none are.
    """
    cards, question = answers.card_history, answers.question
    if not isinstance(cards, StoredCardHistory):
        return None
    state = (cards.position, question.cut.as_of)
    found = store.find(question.pool, player)
    if found is not None and found.state == state:
        return found.rows()[1]
    person = answers.register([player]).players[player]
    marks, merges = cards.marks_of(player)
    rests_on = (person, merges, list(cards.periods))
    rows = {}
    if found is not None and found.rests_on == rests_on:
        marked, _ = found.rows()
        rows = {key: row for key, (mark, row) in marked.items() if marks.get(key) == mark}
    return RowsThatHold(store, question.pool, player, state, rests_on, marks, rows)
