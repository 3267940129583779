"""The register as a list asks for it: an index by numbers and names, and persons as they stand.

The index holds the players' ids only; what stands about a person is read page by page, so that
the memory for a list does not grow with what is known about its people.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import attrs
from sqlalchemy import Connection, select

from ledger.events.facts import (
    EvaluationRecorded,
    Fact,
    MembershipDeclared,
    PlayerRegistered,
    PlayerWithheld,
    RatingAdopted,
    RatingDecided,
)
from ledger.events.streams import player_stream
from ledger.importing.federation_lists.player_list import Entry
from ledger.importing.matching.player_index import PlayerIndex
from ledger.log.decoding import stored_personal_data
from ledger.log.personal_data import SideData
from ledger.log.schema import person
from ledger.log.standing_events import Recorded, read_streams
from ledger.validation.ledger_state import LedgerState


@attrs.frozen(kw_only=True)
class Person:
    """Somebody of the register as he stands, whatever he was registered as before merges.

    ``registration`` is the id of the event that registered ``player``, ``data`` what it says
    now; ``ids`` are the numbers of all his registrations.  ``club`` is the one declared last.
    ``adopted`` holds the figures adopted for him by pool, system and day of the list, ``decided``
    by pool the latest decision about his rating there, None where he has one by an evaluation
    known by its summary.
    """

    player: str
    registration: str
    data: Mapping[str, Any]
    ids: Mapping[str, str]
    club: str | None
    withheld: bool
    adopted: Mapping[tuple[str, str, str], float]
    decided: Mapping[str, Mapping[str, Any] | None]

    @property
    def name(self) -> str:
        """The name, for comparing; whether it may be shown, ``withheld`` tells."""
        name: str = self.data.get("name", "")
        return name

    @property
    def birth_year(self) -> int | None:
        """The year of birth, where it is known."""
        return self.data.get("birth_year")


class Directory:
    """Everybody of whom the register keeps personal data, by numbers and by names.

    ``read_up_to`` is the position up to which it certainly knows them.
    """

    def __init__(self, connection: Connection) -> None:
        self.ledger = LedgerState(connection)
        self.read_up_to = self.ledger.size()
        self._connection = connection
        self._index = PlayerIndex()
        kept = select(person.c.position, person.c.player, person.c.data)
        for position, player, text in connection.execute(kept.execution_options(yield_per=5_000)):
            personal = stored_personal_data(position, text)
            self._index.add_numbers(player, personal.get("ids", {}))
            self._index.add_name(player, personal.get("name", ""))

    def has_number(self, namespace: str, number: str) -> bool:
        """Whether anybody has, or once had, a number."""
        return self._index.has_number(namespace, number)

    def numbered(self, entry: Entry) -> tuple[str, ...]:
        """Whoever has, or once had, one of the entry's numbers."""
        return self._index.numbered(entry.ids)

    def namesakes(self, entry: Entry) -> tuple[str, ...]:
        """Whoever has, or once had, the entry's name, whatever its spelling."""
        return self._index.named(entry.name)

    def persons(self, players: Collection[str]) -> dict[str, Person]:
        """The persons behind some registrations as they stand, by each registration's id."""
        keeps = {player: self.ledger.one_person(player) for player in players}
        several = {keep: self.ledger.registrations_of(keep) for keep in keeps.values()}
        wanted = {player for players_ in several.values() for player in players_}
        ledger = _standing(self._connection, wanted)
        kept = SideData(self._connection, wanted)
        found = {}
        for player, keep in keeps.items():
            events = [fact for name in several[keep] for fact in ledger.get(name, ())]
            one = _person(keep, events, kept)
            if one is not None:
                found[player] = one
        return found


def numbers_since(connection: Connection, position: int) -> set[tuple[str, str]]:
    """The numbers of everybody who was registered or corrected after a position of the log."""
    kept = select(person.c.position, person.c.data).where(person.c.position > position)
    known = (stored_personal_data(*row) for row in connection.execute(kept))
    return {number for data in known for number in data.get("ids", {}).items()}


# --- as it stands ----------------------------------------------------------------------------


_Event = tuple[Recorded, Mapping[str, Any]]
"""An event about a player that stands, with the data that stand."""


def _standing(connection: Connection, players: Iterable[str]) -> dict[str, list[_Event]]:
    """What stands about some players, in the order of the log."""
    found: dict[str, list[_Event]] = defaultdict(list)
    for recorded, data in read_streams(connection, map(player_stream, players)).data():
        found[recorded.stream.removeprefix(player_stream(""))].append((recorded, data))
    return found


def _person(keep: str, events: Sequence[_Event], kept: SideData) -> Person | None:
    """The person kept under an id; None where the registration is struck or was forgotten."""
    own = next((each for each in _of(events, PlayerRegistered) if each[1]["player"] == keep), None)
    personal = None if own is None else kept.committed(own[1])
    if own is None or personal is None:
        return None
    ids: dict[str, str] = {}
    for _, registered in reversed(_of(events, PlayerRegistered)):
        ids |= (kept.committed(registered) or {}).get("ids", {})
    data = {key: value for key, value in own[1].items() if key != "commitment"}
    declared = [each for _, each in _of(events, MembershipDeclared)]
    latest = max(reversed(declared), key=lambda each: str(each["from_day"]), default=data)
    adopted = (each for _, each in _of(events, RatingAdopted))
    return Person(
        player=keep,
        registration=own[0].id,
        data={**data, **personal},
        ids=ids | personal.get("ids", {}),
        club=latest.get("club"),
        withheld=bool(_of(events, PlayerWithheld)),
        adopted={
            (one["pool"], one["system"], str(one["list_date"])): one["figure"] for one in adopted
        },
        decided=_decided(events),
    )


def _decided(events: Sequence[_Event]) -> dict[str, Mapping[str, Any] | None]:
    decisions = [each for _, each in _of(events, RatingDecided)]
    latest: dict[str, Mapping[str, Any] | None] = {
        each["pool"]: each for each in sorted(decisions, key=lambda each: str(each["from_day"]))
    }
    return latest | {each["pool"]: None for _, each in _of(events, EvaluationRecorded)}


def _of(events: Iterable[_Event], *kinds: type[Fact]) -> list[_Event]:
    """The events of some kinds."""
    types = {kind.type for kind in kinds}
    return [each for each in events if each[0].type in types]
