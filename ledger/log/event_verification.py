"""Events checked one after another, a page of rows at a time, from a head on.

Of plain games, which most events are, one pass over the columns says whether they are in order:
their text is in canonical form if it matches the expression that they are admitted by.  Anything
else, and any game of which something does not hold, is looked at by
:mod:`ledger.log.entry_checks`, which says what.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import islice

import attrs
from sqlalchemy import Connection

from ledger.diagnostics import Diagnostics
from ledger.events.canonical_json import GENESIS, envelope_end, quoted
from ledger.events.codec import CURRENT_SCHEMA
from ledger.events.facts import GameSubmitted
from ledger.events.plain_games import match_plain_game
from ledger.events.streams import game_subject, tournament_stream
from ledger.log.entry_checks import wrong_entry, wrong_keys
from ledger.log.event_log import Entry, Head, entry_of
from ledger.log.kept_data import KeptDataVerification
from ledger.log.sealed import EventRow

log = Diagnostics(__name__)

_GAME, _SCHEMA = GameSubmitted.type, CURRENT_SCHEMA[GameSubmitted.type]
_BEGINNING = Head(0, GENESIS, 0)
NoteTime = Callable[[int, int], None]
"""Who is told position and time of events that were recorded at another time than those before."""


@attrs.define
class EventVerification:
    """A check of events that follow a head, and of what they promise, one page after another.

    ``note_time`` is told the times of recording; ``wrong_note`` says what does not hold of the
    entry at position ``noted``.
    """

    _connection: Connection
    kept_data: KeptDataVerification
    _after: Head = _BEGINNING
    _note_time: NoteTime = lambda *_: None
    _noted: int = 0
    _wrong_note: Callable[[Entry], str | None] = lambda _: None
    _last: tuple[int, bytes, int] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin at the head."""
        self._last = self._after.size, self._after.chain_hash, self._after.recorded_at

    @property
    def reached(self) -> Head:
        """The head of the log up to the last event that is in order."""
        return Head(*self._last)

    def wrong(self, rows: Sequence[EventRow]) -> str | None:
        """What does not hold of the first event after ``reached`` that is not in order.

        Raises :class:`~ledger.events.problems.LedgerDamaged` for a row that is none of an event.
        """
        at = self._pass_over_games(rows, 0)
        while at < len(rows):
            wrong = self._wrong_entry(entry_of(rows[at]))
            if wrong is not None:
                return wrong
            at = self._pass_over_games(rows, at + 1)
        return None

    def _wrong_entry(self, entry: Entry) -> str | None:
        try:
            wrong = wrong_entry(entry, *self._last)
            wrong = wrong or wrong_keys(entry, self._connection) or self._wrong_note(entry)
            if wrong is None:
                self.kept_data.add(entry)
                if entry.recorded_at != self._last[2] or entry.position == 1:
                    self._note_time(entry.position, entry.recorded_at)
        except Exception as error:  # any value may stand where a text or a number should
            wrong = f"it cannot be read: {error!r}"
        if wrong is None:
            self._last = entry.position, entry.chain_hash, entry.recorded_at
        return wrong

    def _pass_over_games(self, rows: Sequence[EventRow], at: int) -> int:
        """Where the first row is, from ``at`` on, that must be looked at by itself."""
        if self.kept_data.anything_erased:  # whom a game names may have been forgotten
            return at
        try:
            for row in islice(rows, at, None):
                if row[0] == self._noted or not self._passes(row):
                    break
                at += 1
        except Exception as error:  # any value may stand there, and who looks closer says it
            log.info("looked_at_closer", position=rows[at][0], why=repr(error))
        return at

    def _passes(self, row: EventRow) -> bool:
        """Whether the next event is a plain game of which everything holds.

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
