"""The register as a list asks for it: an index by numbers and names, and persons as they stand.

The index holds the players' ids only; what stands about a person is read page by page, so that
the memory for a list does not grow with what is known about its people.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, select

from ledger.admission.ledger_state import LedgerState
from ledger.events.codec import upcast
from ledger.events.corrections import Correction, verdicts
from ledger.events.facts import (
    CorrectionSubmitted,
    EvaluationRecorded,
    MembershipDeclared,
    PlayerRegistered,
    PlayerWithheld,
    RatingAdopted,
    RatingDecided,
)
from ledger.events.streams import player_stream
from ledger.imports.matching.player_index import plain_name
from ledger.log.database import among
from ledger.log.personal_data import commitment
from ledger.log.schema import event, person
from ledger.player_lists.entry import Entry

_GIVE_A_RATING = (RatingDecided.type, EvaluationRecorded.type)
_SPELT_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "œ": "oe", "ø": "oe", "å": "aa", "ð": "d"}
)


@attrs.frozen(kw_only=True)
class Person:
    """Somebody of the register as he stands, whatever he was registered as before merges.

    ``registration`` is the id of the event that registered ``player``, ``data`` what it says
    now; ``ids`` are the numbers of all his registrations.  ``club`` is the one declared last.
    ``adopted`` holds pool, system and day of the figures adopted for him, ``decided`` the pools
    in which he has a rating by a decision or by an evaluation known by its summary.
    """

    player: str
    registration: str
    data: Mapping[str, Any]
    ids: Mapping[str, str]
    club: str | None
    withheld: bool
    adopted: frozenset[tuple[str, str, str]]
    decided: frozenset[str]

    @property
    def name(self) -> str:
        """The name, for comparing; whether it may be shown, ``withheld`` tells."""
        name: str = self.data.get("name", "")
        return name

    @property
    def birth_year(self) -> int | None:
        """The year of birth, where it is known."""
        return self.data.get("birth_year")


def spellings(name: str) -> set[str]:
    """A name as it is compared: ``Müller`` is Muller to one list and Mueller to another."""
    plain = plain_name(name)
    if name.isascii():
        return {plain}
    return {plain, plain_name(name.casefold().translate(_SPELT_OUT))}


class Directory:
    """Everybody of whom the register keeps personal data, by numbers and by names.

    ``read_up_to`` is the position up to which it certainly knows them.
    """

    def __init__(self, connection: Connection) -> None:
        self.ledger = LedgerState(connection)
        self.read_up_to = self.ledger.size()
        self._connection = connection
        self._by_number: dict[tuple[str, str], tuple[str, ...]] = {}
        self._by_name: dict[str, tuple[str, ...]] = {}
        kept = select(person.c.player, person.c.data).execution_options(yield_per=5_000)
        for player, text in connection.execute(kept):
            self._enter(player, orjson.loads(text))

    def _enter(self, player: str, personal: Mapping[str, Any]) -> None:
        for number in personal.get("ids", {}).items():
            _add(self._by_number, number, player)
        for name in spellings(personal.get("name", "")):
            _add(self._by_name, name, player)

    def has_number(self, namespace: str, number: str) -> bool:
        """Whether anybody has, or once had, a number."""
        return (namespace, number) in self._by_number

    def numbered(self, entry: Entry) -> tuple[str, ...]:
        """Whoever has, or once had, one of the entry's numbers."""
        found = [self._by_number.get(number, ()) for number in entry.ids.items()]
        return found[0] if len(found) == 1 else tuple(dict.fromkeys(sum(found, ())))

    def namesakes(self, entry: Entry) -> tuple[str, ...]:
        """Whoever has, or once had, the entry's name, whatever its spelling."""
        found = [self._by_name.get(name, ()) for name in spellings(entry.name)]
        return found[0] if len(found) == 1 else tuple(dict.fromkeys(sum(found, ())))

    def persons(self, players: Collection[str]) -> dict[str, Person]:
        """The persons behind some registrations as they stand, by each registration's id."""
        keeps = {player: self.ledger.one_person(player) for player in players}
        several = {keep: self.ledger.registrations_of(keep) for keep in keeps.values()}
        wanted = {player for players_ in several.values() for player in players_}
        ledger = _standing(self._connection, wanted)
        personal = _personal(self._connection, wanted)
        found = {}
        for player, keep in keeps.items():
            events = [fact for name in several[keep] for fact in ledger.get(name, ())]
            one = _person(keep, events, personal)
            if one is not None:
                found[player] = one
        return found


def numbers_since(connection: Connection, position: int) -> set[tuple[str, str]]:
    """The numbers of everybody who was registered or corrected after a position of the log."""
    kept = select(person.c.data).where(person.c.position > position)
    texts = connection.execute(kept).scalars()
    return {number for text in texts for number in orjson.loads(text).get("ids", {}).items()}


def _add(index: dict[Any, tuple[str, ...]], key: Any, player: str) -> None:
    known = index.get(key, ())
    if player not in known:
        index[key] = (*known, player)


# --- as it stands ----------------------------------------------------------------------------


@attrs.frozen
class _Stands:
    """An event about a player that stands: its id, its type, and its data as corrected."""

    id: str
    type: str
    data: Mapping[str, Any]


def _standing(connection: Connection, players: Iterable[str]) -> dict[str, list[_Stands]]:
    """What stands about some players, in the order in which it was handed in."""
    columns = (event.c.position, event.c.id, event.c.type, event.c.schema, event.c.payload)
    streams = map(player_stream, players)
    query = select(event.c.stream, *columns).where(among(connection, event.c.stream, streams))
    rows: dict[str, list[Any]] = defaultdict(list)
    # Sorted here: asked for in order, SQLite would rather walk the whole log than sort.
    for row in sorted(connection.execute(query), key=lambda each: each.position):
        rows[row.stream.removeprefix("player/")].append(row)
    return {player: list(_corrected(about)) for player, about in rows.items()}


def _corrected(rows: Iterable[Any]) -> Iterator[_Stands]:
    read = [(row, upcast(row.type, row.schema, orjson.loads(row.payload))) for row in rows]
    corrected = verdicts(
        Correction(row.position, row.id, data)
        for row, data in read
        if row.type == CorrectionSubmitted.type
    )
    for row, data in read:
        verdict = corrected.get(row.id)
        stands = data if verdict is None else verdict.data
        if row.type != CorrectionSubmitted.type and stands is not None:
            yield _Stands(row.id, row.type, stands)


def _personal(connection: Connection, players: Collection[str]) -> dict[str, dict[str, Any]]:
    """The personal data that are kept of some players, by the commitment that the log has."""
    query = select(person).where(among(connection, person.c.player, players))
    return {
        commitment(bytes(row.salt), row.data): orjson.loads(row.data)
        for row in connection.execute(query)
    }


def _person(
    keep: str, events: list[_Stands], personal: Mapping[str, Mapping[str, Any]]
) -> Person | None:
    """The person kept under an id; None where the registration is struck or was forgotten."""
    registered = [each for each in events if each.type == PlayerRegistered.type]
    own = next((each for each in registered if each.data["player"] == keep), None)
    if own is None or own.data.get("commitment") not in personal:
        return None
    ids: dict[str, str] = {}
    for each in reversed(registered):
        ids |= personal.get(each.data.get("commitment", ""), {}).get("ids", {})
    kept = personal[own.data["commitment"]]
    data = {key: value for key, value in own.data.items() if key != "commitment"}
    declared = [each.data for each in events if each.type == MembershipDeclared.type]
    latest = max(reversed(declared), key=lambda each: str(each["from_day"]), default=data)
    adopted = (each.data for each in events if each.type == RatingAdopted.type)
    return Person(
        player=keep,
        registration=own.id,
        data={**data, **kept},
        ids=ids | kept.get("ids", {}),
        club=latest.get("club"),
        withheld=any(each.type == PlayerWithheld.type for each in events),
        adopted=frozenset((one["pool"], one["system"], one["list_date"]) for one in adopted),
        decided=frozenset(each.data["pool"] for each in events if each.type in _GIVE_A_RATING),
    )
