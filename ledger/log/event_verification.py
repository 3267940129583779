"""Sequential verification of events, a page of rows at a time, from a head on.

Plain games, which most events are, are verified in one pass over the columns: their text is in
canonical form if it matches the expression by which they are admitted.  Any other event, and any
game with a fault, is verified singly, which names the fault.
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, bindparam, select

from ledger.diagnostics import Diagnostics
from ledger.events.canonical_json import (
    GENESIS,
    canonical,
    chain_hash,
    entry_hash,
    envelope,
    envelope_end,
    quoted,
)
from ledger.events.codec import CURRENT_SCHEMA, upcast
from ledger.events.facts import VOCABULARY, CorrectionSubmitted, GameSubmitted
from ledger.events.plain_games import match_plain_game
from ledger.events.streams import address_of, game_subject, tournament_stream
from ledger.log.event_log import Entry, Head, entry_of
from ledger.log.schema import event
from ledger.log.sealed import EventRow
from ledger.log.side_data import SideDataVerification

# --- verifying each event, and its link to the event before it -----------------------------------

_SORTED = orjson.OPT_SORT_KEYS
_EARLIER = select(event.c.stream).where(
    event.c.id == bindparam("corrects"), event.c.position < bindparam("before")
)


def wrong_entry(entry: Entry, position: int, chain: bytes, recorded_at: int) -> str | None:
    """Return the fault of an entry that follows ``position``, if any."""
    if entry.position != position + 1:
        return f"position {position + 1} is missing"
    if entry.recorded_at < recorded_at:
        return "it was recorded before the event in front of it"
    digest = sha256(
        envelope(
            type=entry.type,
            schema=entry.schema,
            id=entry.id,
            data=entry.payload,
            source=entry.source,
            recorded_by=entry.recorded_by,
        )
    ).digest()
    if entry_hash(entry.position, entry.recorded_at, digest) != entry.entry_hash:
        return "its content is not what its hash was made over"
    if chain_hash(chain, entry.entry_hash) != entry.chain_hash:
        return "the chain of hashes breaks here"
    return None


def wrong_keys(entry: Entry, connection: Connection) -> str | None:
    """Return the fault of the look-up columns: not hashed, they must follow from the content."""
    if entry.type not in VOCABULARY or not 0 < entry.schema <= CURRENT_SCHEMA[entry.type]:
        return f"its type {entry.type} of version {entry.schema} is unknown to this program"
    data = _canonical_data(entry.payload)
    if data is None:
        return "its content is not in canonical form"
    if entry.type == CorrectionSubmitted.type:
        given = {"corrects": data["corrects"], "before": entry.position}
        stream = connection.execute(_EARLIER, given).scalar()
        if stream is None:
            return f"it corrects {data['corrects']}, which no earlier event is"
        expected: tuple[str, str | None] = (stream, None)
    else:
        expected = address_of(entry.type, upcast(entry.type, entry.schema, data).__getitem__)
    if (entry.stream, entry.subject) != expected:
        return "its look-up columns do not follow from its content"
    return None


def _canonical_data(payload: str) -> Any:
    """Return the data of a payload; None if it is not in canonical form."""
    data = _read_flat_data(payload)
    if data is None:
        data = json.loads(payload)
        if canonical(data) != payload:
            return None
    return data


def _read_flat_data(payload: str) -> Any:
    """Return the data of most payloads, in a third of the time; None: read thoroughly.

    An object without nested ones, whose text is the same when written again, is in canonical
    form unless a whole number in it is written as a decimal.
    """
    try:
        data = orjson.loads(payload)
    except orjson.JSONDecodeError:
        return None
    if type(data) is not dict or orjson.dumps(data, option=_SORTED).decode() != payload:
        return None
    for value in data.values():
        kind = type(value)
        if kind is dict or kind is list or (kind is float and value.is_integer()):
            return None
    return data


log = Diagnostics(__name__)

_GAME, _SCHEMA = GameSubmitted.type, CURRENT_SCHEMA[GameSubmitted.type]
_BEGINNING = Head(0, GENESIS, 0)
NoteTime = Callable[[int, int], None]
"""Called with position and time of each event recorded at another time than those before."""


@attrs.define
class EventVerification:
    """Verification of events that follow a head, and of their promises, page by page.

    ``note_time`` receives the times of recording; ``wrong_note`` holds the contradiction of the
    entry at position ``noted``.
    """

    _connection: Connection
    side_data: SideDataVerification
    _after: Head = _BEGINNING
    _note_time: NoteTime = lambda *_: None
    _noted: int = 0
    _wrong_note: Callable[[Entry], str | None] = lambda _: None
    _last: tuple[int, bytes, int] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Start at the head."""
        self._last = self._after.size, self._after.chain_hash, self._after.recorded_at

    @property
    def reached(self) -> Head:
        """Return the head of the log up to the last valid event."""
        return Head(*self._last)

    def wrong(self, rows: Sequence[EventRow]) -> str | None:
        """Return the fault of the first invalid event after ``reached``.

        Raises :class:`~ledger.events.problems.LedgerDamaged` for a row that is not an event.
        """
        at = self._index_after_plain_games(rows, 0)
        while at < len(rows):
            wrong = self._wrong_entry(entry_of(rows[at]))
            if wrong is not None:
                return wrong
            at = self._index_after_plain_games(rows, at + 1)
        return None

    def _wrong_entry(self, entry: Entry) -> str | None:
        try:
            wrong = wrong_entry(entry, *self._last)
            wrong = wrong or wrong_keys(entry, self._connection) or self._wrong_note(entry)
            if wrong is None:
                self.side_data.add(entry)
                if entry.recorded_at != self._last[2] or entry.position == 1:
                    self._note_time(entry.position, entry.recorded_at)
        except Exception as error:  # a damaged field may hold any value
            wrong = f"it cannot be read: {error!r}"
        if wrong is None:
            self._last = entry.position, entry.chain_hash, entry.recorded_at
        return wrong

    def _index_after_plain_games(self, rows: Sequence[EventRow], at: int) -> int:
        """Return the index of the first row, from ``at`` on, that must be verified singly."""
        if self.side_data.has_erased_players:  # the players of a game may have been forgotten
            return at
        try:
            for row in islice(rows, at, None):
                if row[0] == self._noted or not self._passes(row):
                    break
                at += 1
        except Exception as error:  # damaged; the detailed check reports it
            log.info("looked_at_closer", position=rows[at][0], why=repr(error))
        return at

    def _passes(self, row: EventRow) -> bool:
        """True if the next event is a valid plain game.

        The hashes are those of :func:`~ledger.events.canonical_json.entry_hash` and
        :func:`~ledger.events.canonical_json.chain_hash`, written out for speed.
        """
        position, id_, type_, schema, stream, subject, time, by, source, payload, own, link = row
        size, chain, recorded_at = self._last
        if type_ != _GAME or schema != _SCHEMA or position != size + 1 or time < recorded_at:
            return False
        game = match_plain_game(payload)
        if (
            game is None
            or subject != game_subject(game[3])
            or stream != tournament_stream(game[5])
        ):
            return False
        envelope = f'{{"data":{payload},"id":{quoted(id_)}{_end(schema, source, by)}'.encode()
        numbers = position.to_bytes(8, "big") + time.to_bytes(8, "big")
        entry = sha256(b"\x00" + numbers + sha256(envelope).digest()).digest()
        chain = sha256(b"\x02" + chain + entry).digest()
        if own != entry or link != chain:
            return False
        if time != recorded_at or position == 1:
            self._note_time(position, time)
        self._last = position, chain, time
        return True


@lru_cache(typed=True)
def _end(schema: int, source: str | None, recorded_by: str) -> str:
    return envelope_end(type=_GAME, schema=schema, source=source, recorded_by=recorded_by)
