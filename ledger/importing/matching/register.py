"""The register of players: one index by number, by any spelling of the name and by words.

Numbers and names are personal data in the erasable table; a forgotten player is not found
any more.  The index holds ids only.  The data of people are read on demand, page
by page, or cached if many files need them repeatedly.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from operator import itemgetter
from typing import Any

import attrs
from sqlalchemy import Connection, func, select

from ledger.events import facts
from ledger.events.codec import innermost
from ledger.events.streams import player_stream
from ledger.importing.formats.fields import plain_number
from ledger.importing.matching.names import Similarity, fold, has_same_words, script_of, similarity
from ledger.log.decoding import stored_personal_data
from ledger.log.effective_events import COLUMNS, Recorded, read_streams, recorded_data
from ledger.log.personal_data import SideData
from ledger.log.schema import NOT_A_GAME, event, person
from ledger.validation.ledger_state import LedgerState


class PlayerIndex:
    """The ids of players by every number, every spelling and every word of a name.

    Names are those that they have, or once had.  It holds ids only, so that its memory does not
    grow with what is known about people.
    """

    def __init__(self) -> None:
        self._by_number: dict[tuple[str, str], tuple[str, ...]] = {}
        self._by_name: dict[str, tuple[str, ...]] = {}
        self._by_word: dict[str, list[str]] = {}

    def add_numbers(self, player: str, ids: Mapping[str, str]) -> None:
        """Enter a player under his numbers."""
        for number in plain_numbers(ids).items():
            _add(self._by_number, number, player)

    def add_name(self, player: str, name: str) -> None:
        """Enter a player under his name."""
        _add(self._by_name, fold(name), player)

    def add_words(self, player: str, name: str) -> None:
        """Enter a player under every word of his name, initials left out."""
        for word in set(fold(name).split()):
            if len(word) > 1:
                self._by_word.setdefault(word, []).append(player)

    def has_number(self, namespace: str, number: str) -> bool:
        """True if anybody has, or once had, a number."""
        return (namespace, number) in self._by_number

    def numbered(self, ids: Mapping[str, str]) -> tuple[str, ...]:
        """Return the players who have, or once had, one of some numbers."""
        found = [self._by_number.get(number, ()) for number in ids.items()]
        return found[0] if len(found) == 1 else tuple(dict.fromkeys(sum(found, ())))

    def named(self, name: str) -> tuple[str, ...]:
        """Return the players who have, or once had, a name, whatever its spelling."""
        return self._by_name.get(fold(name), ())

    def sharing_a_word(self, name: str) -> set[str]:
        """Return the players who have one of the words of a name."""
        found = (self._by_word.get(word, ()) for word in fold(name).split())
        return {player for players in found for player in players}

    def in_other_scripts(self, script: str) -> Iterator[str]:
        """Yield the players with a name in another script; it looks at every name."""
        for name, players in self._by_name.items():
            if script_of(name) not in {"", script}:
                yield from players

    def by_spelling(self) -> Iterator[tuple[str, ...]]:
        """Yield the players of each spelling of a name."""
        return (players for name, players in self._by_name.items() if name)

    def of_one_number(self) -> Iterator[tuple[str, ...]]:
        """Yield the players of each number."""
        yield from self._by_number.values()


def plain_numbers(ids: Mapping[str, str]) -> dict[str, str]:
    """Return numbers by register as the registers write them."""
    return {register: plain_number(register, number) for register, number in ids.items()}


def _add(index: dict[Any, tuple[str, ...]], key: Any, player: str) -> None:
    known = index.get(key, ())
    if player not in known:
        index[key] = (*known, player)


Membership = tuple[date, str | None]
"""A club, or none, and the first day of it; the first one is that from the beginning."""


def membership_on(memberships: Sequence[Membership], day: date) -> Membership:
    """Return the membership of a day, of some that are in the order of their days."""
    return [each for each in memberships if each[0] <= day][-1]


@attrs.frozen(kw_only=True)
class Registered:
    """A player of the register, by his latest registration or correction."""

    player: str
    name: str
    birth_year: int | None
    club: str | None
    ids: Mapping[str, str]
    sex: str | None = None
    federation: str | None = None


@attrs.frozen(kw_only=True)
class Person(Registered):
    """A person of the register with current data, whatever the registrations before merges.

    ``registration`` is the id of the event that registered ``player``, ``data`` its effective
    data; ``ids`` are the numbers of all his registrations.  ``name`` is for comparing;
    ``withheld`` tells if it may be shown.  ``club`` is the last of ``memberships``, which have
    their first days, in order; the first holds from the beginning.  ``adopted`` holds
    the figures adopted for him by pool, system and day of the list, ``decided`` by pool the latest
    decision about his rating there, None if he has one by an evaluation known by its summary.
    """

    registration: str
    data: Mapping[str, Any]
    memberships: Sequence[Membership]
    withheld: bool
    adopted: Mapping[tuple[str, str, str], float]
    decided: Mapping[str, Mapping[str, Any] | None]


class Persons:
    """Persons with current data, by any of their keys in the register, each of them once."""

    def __init__(self, index: PlayerIndex, by_registration: Mapping[str, Person]) -> None:
        self._index = index
        self._by_registration = by_registration

    def get(self, player: str) -> Person | None:
        """Return the person behind a registration; None: there is none, or nobody asked."""
        return self._by_registration.get(player)

    def ids(self) -> set[str]:
        """Return the ids under which they are kept."""
        return {each.player for each in self._by_registration.values()}

    def numbered(self, ids: Mapping[str, str]) -> list[Person]:
        """Return those who have, or once had, one of some numbers."""
        return self._distinct(self._index.numbered(ids))

    def named(self, name: str) -> list[Person]:
        """Return those who have, or once had, a name, whatever its spelling."""
        return self._distinct(self._index.named(name))

    def _distinct(self, players: Iterable[str]) -> list[Person]:
        found = (each for player in players if (each := self._by_registration.get(player)))
        return list({each.player: each for each in found}.values())


class Register(PlayerIndex):
    """All players with personal data in the register, by numbers and names.

    ``read_up_to`` is the position up to which it certainly knows them.
    """

    ledger: LedgerState
    _connection: Connection

    def __init__(self) -> None:
        super().__init__()
        self.read_up_to = 0

    def refresh_from_log(self, connection: Connection) -> None:
        """See the ledger as it is now, adding what has come since the last look."""
        self._connection, self.ledger = connection, LedgerState(connection)
        last = connection.execute(select(func.max(event.c.position))).scalar() or 0
        self._read(self.read_up_to)
        self.read_up_to = last

    def _read(self, after: int) -> None:
        """Add who was registered or corrected after a position."""
        for player, personal in stored_data(self._connection, after):
            self.add_numbers(player, personal.get("ids", {}))
            self.add_name(player, personal.get("name", ""))

    def persons(self, players: Collection[str]) -> Persons:
        """Return the persons behind some registrations, with current data."""
        keeps = {player: self.ledger.one_person(player) for player in players}
        several = {keep: self.ledger.registrations_of(keep) for keep in keeps.values()}
        wanted = {player for players_ in several.values() for player in players_}
        standing, kept = _standing(self._connection, wanted), SideData(self._connection, wanted)
        found = {}
        for player, keep in keeps.items():
            events = [fact for name in several[keep] for fact in standing.get(name, ())]
            one = _person(keep, events, kept)
            if one is not None:
                found[player] = one
        return Persons(self, found)

    def everyone(self) -> Persons:
        """Return all persons with a name, with current data."""
        return self.persons({it for players in self.by_spelling() for it in players})


def read_register(connection: Connection) -> Register:
    """Return the register as it is now."""
    register = Register()
    register.refresh_from_log(connection)
    return register


class RememberedRegister(Register):
    """The register with the data of all players cached, for many files one after another.

    The latest registration or correction holds: nobody is found by data of an earlier one.
    """

    def __init__(self) -> None:
        super().__init__()
        self._players: dict[str, Registered] = {}
        self._corrected: set[str] = set()
        self._names_are_indexed = self._words_are_indexed = False

    def _read(self, after: int) -> None:
        for registered in _registrations(self._connection, after):
            self._players[registered.player] = registered
            self.add_numbers(registered.player, registered.ids)
            if self._names_are_indexed:
                self.add_name(registered.player, registered.name)
            if self._words_are_indexed:
                self.add_words(registered.player, registered.name)
        self._corrected |= _corrected(self._connection, after)

    def get(self, player: str) -> Registered | None:
        """Return a player, unless the register knows nothing personal about him."""
        return self._players.get(player)

    def knows(self, player: str) -> bool:
        """True if a player is registered and the registration was not struck."""
        if player in self._players and player not in self._corrected:
            return True
        return self.ledger.knows_player(player)

    def is_taken(self, player: str) -> bool:
        """True if an id was ever given to a player."""
        return player in self._players or self.ledger.player(player) is not None

    def with_number(self, namespace: str, id_: str) -> set[str]:
        """Return the persons who have a number in a namespace."""
        found = self.numbered({namespace: id_})
        return self._standing_persons(
            player for player in found if self._players[player].ids.get(namespace) == id_
        )

    def with_name(self, name: str) -> dict[str, str]:
        """Return the persons with a name in any spelling, each with how it is spelt there."""
        if not self._names_are_indexed:
            self._names_are_indexed = True
            for registered in self._players.values():
                self.add_name(registered.player, registered.name)
        found = dict[str, str]()
        for player in self.named(name):
            known_as = self._players[player].name
            if fold(known_as) != fold(name):  # it has a correction
                continue
            for person_ in self._standing_persons([player]):
                if person_ not in found or has_same_words(name, known_as):
                    found[person_] = known_as
        return found

    def with_similar_name(self, name: str) -> dict[str, Similarity]:
        """Return the persons whose name is not this one, but may be meant by it, and why."""
        if not self._words_are_indexed:
            self._words_are_indexed = True
            for registered in self._players.values():
                self.add_words(registered.player, registered.name)
        found = {
            player: similar
            for player in self.sharing_a_word(name)
            if (similar := similarity(name, self._players[player].name)) is not None
        }
        persons = self._standing_persons(found)
        return {person_: found[person_] for person_ in persons if person_ in found}

    def in_another_script(self, name: str, birth_year: int | None, club: str | None) -> set[str]:
        """Return the persons of a year and a club whose names are in another script."""
        if birth_year is None or not club:
            return set()
        own = script_of(name)
        return self._standing_persons(
            each.player
            for each in self._players.values()
            if (each.birth_year, each.club) == (birth_year, club) and script_of(each.name) != own
        )

    def _standing_persons(self, players: Iterable[str]) -> set[str]:
        return {self.ledger.one_person(player) for player in players if self.knows(player)}


# --- personal data of the registered players -----------------------------------------------------


def stored_data(connection: Connection, after: int = 0) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the personal data of registrations and corrections after a position, by player."""
    kept = select(person.c.position, person.c.player, person.c.data)
    kept = kept.where(person.c.position > after) if after else kept
    for position, player, text in connection.execute(kept.execution_options(yield_per=5_000)):
        yield player, stored_personal_data(position, text)


def numbers_since(connection: Connection, position: int) -> set[tuple[str, str]]:
    """Return the numbers of all players registered or corrected after a position of the log."""
    return {
        number
        for _, data in stored_data(connection, position)
        for number in data.get("ids", {}).items()
    }


def _registrations(connection: Connection, after: int) -> list[Registered]:
    """Return the data kept about all players, in the order of the log."""
    rows = connection.execute(
        select(person.c.player, person.c.data, *COLUMNS)
        .join(event, event.c.position == person.c.position)
        .where(person.c.position > after)
        .order_by(person.c.position)
    )
    return [_registered(row) for row in rows]


def _registered(row: Any) -> Registered:
    player, text, *recorded = row
    personal = stored_personal_data(row.position, text)
    public = innermost(recorded_data(Recorded(*recorded)))
    return Registered(
        player=player,
        name=personal.get("name", ""),
        birth_year=public.get("birth_year"),
        club=public.get("club"),
        ids=plain_numbers(personal.get("ids", {})),
        sex=personal.get("sex"),
        federation=public.get("federation"),
    )


def _corrected(connection: Connection, after: int) -> set[str]:
    """The players about whom something was corrected: perhaps the registration itself."""
    streams = connection.execute(
        select(event.c.stream).where(
            event.c.position > after,
            NOT_A_GAME,
            event.c.type == facts.CorrectionSubmitted.type,
            event.c.stream.startswith("player/"),
        )
    )
    return {stream.removeprefix("player/") for stream in streams.scalars()}


_Event = tuple[Recorded, Mapping[str, Any]]
"""An effective event about a player, with its effective data."""


def _standing(connection: Connection, players: Iterable[str]) -> dict[str, list[_Event]]:
    """The standing events about some players, in the order of the log."""
    found: dict[str, list[_Event]] = defaultdict(list)
    for recorded, data in read_streams(connection, map(player_stream, players)).data():
        found[recorded.stream.removeprefix(player_stream(""))].append((recorded, data))
    return found


def _person(keep: str, events: Sequence[_Event], kept: SideData) -> Person | None:
    """The person kept under an id; None if the registration is struck or was forgotten."""
    own = next(
        (each for each in _of(events, facts.PlayerRegistered) if each[1]["player"] == keep), None
    )
    personal = None if own is None else kept.committed(own[1])
    if own is None or personal is None:
        return None
    ids: dict[str, str] = {}
    for _, registered in reversed(_of(events, facts.PlayerRegistered)):
        ids |= plain_numbers((kept.committed(registered) or {}).get("ids", {}))
    data = {key: value for key, value in own[1].items() if key != "commitment"} | personal
    declared = [
        (date.fromisoformat(str(each["from_day"])), each.get("club"))
        for _, each in _of(events, facts.MembershipDeclared)
    ]
    memberships = [(date.min, data.get("club")), *sorted(declared, key=itemgetter(0))]
    adopted = (each for _, each in _of(events, facts.RatingAdopted))
    return Person(
        player=keep,
        name=data.get("name", ""),
        birth_year=data.get("birth_year"),
        club=memberships[-1][1],
        memberships=memberships,
        ids=ids | plain_numbers(personal.get("ids", {})),
        sex=data.get("sex"),
        federation=data.get("federation"),
        registration=own[0].id,
        data=data,
        withheld=bool(_of(events, facts.PlayerWithheld)),
        adopted={
            (one["pool"], one["system"], str(one["list_date"])): one["figure"] for one in adopted
        },
        decided=_decided(events),
    )


def _decided(events: Sequence[_Event]) -> dict[str, Mapping[str, Any] | None]:
    decisions = [each for _, each in _of(events, facts.RatingDecided)]
    latest: dict[str, Mapping[str, Any] | None] = {
        each["pool"]: each for each in sorted(decisions, key=lambda each: str(each["from_day"]))
    }
    return latest | {each["pool"]: None for _, each in _of(events, facts.EvaluationRecorded)}


def _of(events: Iterable[_Event], *kinds: type[facts.Fact]) -> list[_Event]:
    types = {kind.type for kind in kinds}
    return [each for each in events if each[0].type in types]
