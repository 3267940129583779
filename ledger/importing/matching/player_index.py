"""The register of players by external number and by name: the index, and how files look them up.

Both are personal data and lie in the erasable table; who was forgotten is not found any more.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
from sqlalchemy import Connection, func, select

from ledger.events.codec import innermost
from ledger.events.facts import CorrectionSubmitted
from ledger.importing.matching.names import Similarity, plain_name, similarity, spellings
from ledger.log.decoding import stored_personal_data
from ledger.log.schema import NOT_A_GAME, event, person
from ledger.log.standing_events import COLUMNS, Recorded, recorded_data
from ledger.validation.ledger_state import LedgerState


@attrs.frozen(kw_only=True)
class Registered:
    """A player of the register, as far as linking asks for him."""

    position: int
    player: str
    name: str
    birth_year: int | None
    club: str | None
    ids: Mapping[str, str]


class PlayerIndex:
    """The ids of players by every number and every spelling of a name that they have or once had.

    It holds ids only, so that its memory does not grow with what is known about people.
    """

    def __init__(self) -> None:
        self._by_number: dict[tuple[str, str], tuple[str, ...]] = {}
        self._by_name: dict[str, tuple[str, ...]] = {}

    def add_numbers(self, player: str, ids: Mapping[str, str]) -> None:
        """Enter a player under his numbers."""
        for number in ids.items():
            _add(self._by_number, number, player)

    def add_name(self, player: str, name: str) -> None:
        """Enter a player under his name."""
        for spelling in spellings(name):
            _add(self._by_name, spelling, player)

    def has_number(self, namespace: str, number: str) -> bool:
        """Whether anybody has, or once had, a number."""
        return (namespace, number) in self._by_number

    def numbered(self, ids: Mapping[str, str]) -> tuple[str, ...]:
        """Whoever has, or once had, one of some numbers."""
        return _joined([self._by_number.get(number, ()) for number in ids.items()])

    def named(self, name: str) -> tuple[str, ...]:
        """Whoever has, or once had, a name, whatever its spelling."""
        return _joined([self._by_name.get(spelling, ()) for spelling in spellings(name)])


class WordIndex:
    """The ids of players by the words of their names, initials left out."""

    def __init__(self) -> None:
        self._players: dict[str, list[str]] = {}

    def add(self, player: str, name: str) -> None:
        """Enter a player under every word of his name."""
        for word in _words(name):
            if len(word) > 1:
                self._players.setdefault(word, []).append(player)

    def sharing_a_word(self, name: str) -> set[str]:
        """Whoever has one of the words of a name."""
        return {player for word in _words(name) for player in self._players.get(word, ())}


def _words(name: str) -> set[str]:
    return {word for spelling in spellings(name) for word in spelling.split()}


def _add(index: dict[Any, tuple[str, ...]], key: Any, player: str) -> None:
    known = index.get(key, ())
    if player not in known:
        index[key] = (*known, player)


def _joined(found: list[tuple[str, ...]]) -> tuple[str, ...]:
    return found[0] if len(found) == 1 else tuple(dict.fromkeys(sum(found, ())))


class Register:
    """The register's players by their external numbers and by their names.

    It is read once for many files; :meth:`look_again` adds what has come since.  The latest
    registration or correction holds: nobody is found by data of an earlier one.
    """

    def __init__(self) -> None:
        self._read_up_to = 0
        self._players: dict[str, Registered] = {}
        self._index = PlayerIndex()
        self._names_are_indexed = False
        self._words: WordIndex | None = None
        self._corrected: set[str] = set()

    def look_again(self, connection: Connection) -> None:
        """See the ledger as it is now."""
        self.ledger = LedgerState(connection)
        for registered in _registrations(connection, self._read_up_to):
            self._add_player(registered)
        self._corrected |= _corrected(connection, self._read_up_to)
        self._read_up_to = connection.execute(select(func.max(event.c.position))).scalar() or 0

    def _add_player(self, registered: Registered) -> None:
        self._players[registered.player] = registered
        self._index.add_numbers(registered.player, registered.ids)
        if self._names_are_indexed:
            self._index.add_name(registered.player, registered.name)
        if self._words is not None:
            self._words.add(registered.player, registered.name)

    def get(self, player: str) -> Registered | None:
        """A player, unless the register knows nothing personal about him."""
        return self._players.get(player)

    def knows(self, player: str) -> bool:
        """Whether a player is registered and the registration stands."""
        if player in self._players and player not in self._corrected:
            return True
        return self.ledger.knows_player(player)

    def is_taken(self, player: str) -> bool:
        """Whether an id was ever given to a player."""
        return player in self._players or self.ledger.player(player) is not None

    def with_number(self, namespace: str, id_: str) -> set[str]:
        """The persons who have a number in a namespace."""
        found = self._index.numbered({namespace: id_})
        return self._standing_persons(
            player for player in found if self._players[player].ids.get(namespace) == id_
        )

    def named(self, name: str) -> set[str]:
        """The persons with a name, whatever its accents, case and order."""
        if not self._names_are_indexed:
            self._names_are_indexed = True
            for registered in self._players.values():
                self._index.add_name(registered.player, registered.name)
        plain = plain_name(name)
        return self._standing_persons(
            player
            for player in self._index.named(name)
            if plain_name(self._players[player].name) == plain
        )

    def similarly_named(self, name: str) -> dict[str, Similarity]:
        """The persons whose name is not this one, but may be meant by it, and why."""
        if self._words is None:
            self._words = WordIndex()
            for registered in self._players.values():
                self._words.add(registered.player, registered.name)
        found = {
            player: similar
            for player in self._words.sharing_a_word(name)
            if (similar := similarity(name, self._players[player].name)) is not None
        }
        persons = self._standing_persons(found)
        return {person_: found[person_] for person_ in persons if person_ in found}

    def _standing_persons(self, players: Iterable[str]) -> set[str]:
        return {self.ledger.one_person(player) for player in players if self.knows(player)}


def _registrations(connection: Connection, after: int) -> list[Registered]:
    """What is kept about everybody, in the order of the log."""
    rows = connection.execute(
        select(person.c.player, person.c.data, *COLUMNS)
        .join(event, event.c.position == person.c.position)
        .where(person.c.position > after)
        .order_by(person.c.position)
    )
    return [_registered(row) for row in rows]


def _corrected(connection: Connection, after: int) -> set[str]:
    """The players about whom something was corrected: perhaps the registration itself."""
    streams = connection.execute(
        select(event.c.stream).where(
            event.c.position > after,
            NOT_A_GAME,
            event.c.type == CorrectionSubmitted.type,
            event.c.stream.startswith("player/"),
        )
    )
    return {stream.removeprefix("player/") for stream in streams.scalars()}


def _registered(row: Any) -> Registered:
    player, text, *recorded = row
    personal = stored_personal_data(row.position, text)
    public = innermost(recorded_data(Recorded(*recorded)))
    return Registered(
        position=row.position,
        player=player,
        name=personal.get("name", ""),
        birth_year=public.get("birth_year"),
        club=public.get("club"),
        ids=personal.get("ids", {}),
    )
