"""Verification of the data beside the log: personal data and source files.

The log records by hashes what was submitted, and by ``player.forgotten`` what was erased.  Kept
data must be as submitted, and nothing recorded before a player was forgotten may be kept.
Missing data are not an error: a ledger restored without persons is valid, and so is every restored
ledger without files.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, select

from ledger.events.facts import (
    CorrectionSubmitted,
    GameSubmitted,
    PlayerForgotten,
    PlayersMerged,
    TournamentSubmitted,
)
from ledger.events.merges import Merges
from ledger.events.streams import MERGES, player_stream, tournament_stream
from ledger.log.decoding import UNREADABLE
from ledger.log.effective_events import EffectiveEvents, read_streams
from ledger.log.event_log import Entry
from ledger.log.personal_data import commitment, player_commitment
from ledger.log.schema import NOT_A_GAME, event, paper, person
from ledger.log.source_files import digests_in, nameless_source, unpacked
from ledger.log.statements import among

MOST_NAMED = 10
_OF_TOURNAMENTS = (TournamentSubmitted.type, GameSubmitted.type, CorrectionSubmitted.type)


@attrs.frozen
class SideDataFault:
    """A fault in kept data, and the position of the event they are kept for."""

    position: int
    message: str


@attrs.frozen
class Erasure:
    """A forgotten player: the position, and the registrations."""

    position: int
    registrations: frozenset[str]


def erasures(connection: Connection) -> list[Erasure]:
    """Return all forgotten players, with the registrations merged into one by then."""
    query = select(event.c.position, event.c.stream)
    query = query.where(NOT_A_GAME, event.c.type == PlayerForgotten.type)
    rows = connection.execute(query.order_by(event.c.position)).all()
    merged = read_streams(connection, [MERGES] if rows else [], [PlayersMerged.type])
    return [_erasure(position, stream, merged) for position, stream in rows]


def _erasure(position: int, stream: str, merged: EffectiveEvents[Any]) -> Erasure:
    merges = Merges(each.fact for each in merged.as_known_at(position).facts())
    own = merges.registrations_of(stream.removeprefix(player_stream("")))
    return Erasure(position, frozenset(own))


class ExportedPersons:
    """The personal data in an export, compared with the erasures in it."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, str]] = []
        self._forgotten: list[tuple[int, str]] = []
        self._merges: list[Entry] = []

    def add(self, entry: Entry, player: str | None) -> None:
        """Process an entry; ``player``: the player whose personal data came with it."""
        if player is not None:
            self._kept.append((entry.position, player))
        if entry.type == PlayerForgotten.type:
            self._forgotten.append((entry.position, entry.stream))
        elif entry.stream == MERGES:
            self._merges.append(entry)

    def fault(self) -> SideDataFault | None:
        """Return the first event whose personal data had been erased, None if there is none."""
        merged = EffectiveEvents(self._merges)
        found = (
            _restored_finding(position, erasure)
            for erasure in (_erasure(*each, merged) for each in self._forgotten)
            for position, player in self._kept
            if position < erasure.position and player in erasure.registrations
        )
        return min(found, key=lambda fault: fault.position, default=None)


def _restored_finding(position: int, erasure: Erasure) -> SideDataFault:
    message = (
        "the personal data kept for it are of a player forgotten at position "
        f"{erasure.position}: they were brought back"
    )
    return SideDataFault(position, message)


def restored_personal_data(
    connection: Connection, erased: Sequence[Erasure]
) -> Iterator[SideDataFault]:
    """Yield personal data that are kept although they were erased."""
    for erasure in erased:
        rows = connection.execute(
            select(person.c.position)
            .where(among(connection, person.c.player, sorted(erasure.registrations)))
            .where(person.c.position < erasure.position)
            .order_by(person.c.position)
        )
        for (position,) in rows:
            yield _restored_finding(position, erasure)


@attrs.define
class SideDataCommitments:
    """The promises of entries of the log about the data beside it.

    ``persons``: by position the player and his commitment; ``files``: by digest the streams;
    ``files_erased``: by stream, the last position at which the files of a tournament were erased;
    0: it names only people who had been forgotten before, so its files were never kept.
    """

    persons: dict[int, tuple[str, str]] = attrs.field(factory=dict)
    files: dict[str, set[str]] = attrs.field(factory=lambda: defaultdict(set))
    files_erased: dict[str, int] = attrs.field(factory=dict)

    def update(self, others: "SideDataCommitments") -> None:
        """Add the commitments of other entries."""
        self.persons |= others.persons
        for digest, streams in others.files.items():
            self.files[digest] |= streams
        for stream, erased_at in others.files_erased.items():
            self.erase_files(stream, erased_at)

    def erase_files(self, stream: str, position: int) -> None:
        """Record that the files of a tournament were erased at a position."""
        self.files_erased[stream] = max(self.files_erased.get(stream, 0), position)


class SideDataVerification:
    """Verification of the data beside the log; given every entry, then queried."""

    def __init__(self, connection: Connection, erased: Sequence[Erasure] | None = None) -> None:
        self._connection = connection
        self._erasures = erasures(connection) if erased is None else erased
        self.promises = SideDataCommitments()
        self._erased = {
            name: each.position for each in self._erasures for name in each.registrations
        }

    @property
    def has_erased_players(self) -> bool:
        """True if any player was forgotten; otherwise the other names promise nothing."""
        return bool(self._erased)

    def add(self, entry: Entry) -> None:
        """Process the promises of an entry; a plain game has none by itself."""
        if (promise := player_commitment(entry.payload)) is not None:
            self.promises.persons[entry.position] = promise
        if entry.type not in _OF_TOURNAMENTS:
            return
        if '"paper"' in entry.payload:
            for digest in digests_in(orjson.loads(entry.payload)):
                self.promises.files[digest].add(entry.stream)
        if self._erased:
            self._note_erased_files(entry)

    def _note_erased_files(self, entry: Entry) -> None:
        for name in _players_in(orjson.loads(entry.payload)):
            if (erased_at := self._erased.get(name)) is not None:
                known = erased_at if erased_at > entry.position else 0
                self.promises.erase_files(entry.stream, known)

    def faults(self) -> Iterator[SideDataFault]:
        """Yield data that are kept but not as submitted, or although erased."""
        yield from self._wrong_persons()
        yield from restored_personal_data(self._connection, self._erasures)
        yield from self._wrong_files()

    def notes(self) -> Iterator[str]:
        """Yield data promised but not kept, although nobody was forgotten."""
        kept = set(self._connection.execute(select(person.c.position)).scalars())
        missing = [
            position
            for position, (player, _) in self.promises.persons.items()
            if position not in kept and position > self._erased.get(player, 0)
        ]
        if missing:
            yield (
                f"the personal data of {_events_at(missing)} are not kept, though no player was "
                "forgotten: expected after a restore without persons"
            )
        stored = set(self._connection.execute(select(paper.c.digest)).scalars())
        gone = sorted(
            {
                stream.removeprefix(tournament_stream(""))
                for digest, streams in self.promises.files.items()
                if digest not in stored and not streams & self.promises.files_erased.keys()
                for stream in streams
            }
        )
        if gone:
            yield (
                f"files of {_first_of(gone, 'tournament')} are not kept, though no player was "
                "forgotten: expected after every restore from an export"
            )

    def _wrong_persons(self) -> Iterator[SideDataFault]:
        for row in self._connection.execute(select(person).order_by(person.c.position)):
            kept = None
            with suppress(*UNREADABLE):
                kept = row.player, commitment(row.salt, row.data)
            if kept is None or kept != self.promises.persons.get(row.position):
                message = "the personal data kept for it are not those submitted"
                yield SideDataFault(row.position, message)

    def _wrong_files(self) -> Iterator[SideDataFault]:
        query = (
            select(paper.c.digest, paper.c.position, paper.c.name, event.c.stream, event.c.source)
            .outerjoin(event, event.c.position == paper.c.position)
            .order_by(paper.c.position)
        )
        for row in self._connection.execute(query).all():
            streams = self.promises.files.get(row.digest, set())
            erased_at = max(
                (self.promises.files_erased.get(each, 0) for each in streams), default=0
            )
            if row.stream not in streams:
                yield SideDataFault(row.position, "the file kept for it belongs to no event of it")
            elif row.source not in (None, row.name, nameless_source(row.digest)):
                yield SideDataFault(
                    row.position, "the file kept for it was submitted under another name"
                )
            elif not self._is_whole(row.digest):
                yield SideDataFault(row.position, "the file kept for it is not the submitted one")
            elif row.position < erased_at:
                message = (
                    "the file kept for it names a player forgotten at position "
                    f"{erased_at}: it was brought back"
                )
                yield SideDataFault(row.position, message)

    def _is_whole(self, digest: str) -> bool:
        """True if a file has the bytes that it was kept for; files are read one by one."""
        stored = select(paper.c.content).where(paper.c.digest == digest)
        return unpacked(self._connection.execute(stored).scalar_one(), digest) is not None


def _players_in(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield all players whom a tournament, a game or a correction of one names."""
    for side in ("white", "black"):
        if isinstance(name := data.get(side), str):
            yield name
    for entrant in data.get("entrants", ()):
        yield entrant["player"]
    if isinstance(replacement := data.get("replacement"), dict):
        yield from _players_in(replacement)


def _events_at(positions: Sequence[int]) -> str:
    where = ", ".join(map(str, positions[:MOST_NAMED]))
    more = " …" if len(positions) > MOST_NAMED else ""
    count = "1 event" if len(positions) == 1 else f"{len(positions)} events"
    return f"{count} (position {where}{more})"


def _first_of(names: Sequence[str], what: str) -> str:
    count = f"1 {what}" if len(names) == 1 else f"{len(names)} {what}s"
    more = " …" if len(names) > MOST_NAMED else ""
    return f"{count} ({', '.join(names[:MOST_NAMED])}{more})"
