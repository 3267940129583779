"""The ledger's register of players as a file asks for it: by external number and by name.

Both are personal data and lie in the erasable table; who was forgotten is not found any more.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, func, literal_column, select

from ledger.admission.ledger_state import LedgerState
from ledger.events.facts import CorrectionSubmitted
from ledger.log.schema import event, person

# Spelt as in the index over all events but games, so that it is used.
NOT_A_GAME = event.c.type != literal_column("'game.submitted'")
_WORD = re.compile(r"\w+")


@attrs.frozen(kw_only=True)
class Registered:
    """A player of the register, as far as linking asks for him."""

    position: int
    player: str
    name: str
    birth_year: int | None
    club: str | None
    ids: Mapping[str, str]


class Register:
    """The register's players by their external numbers and by their names.

    It is read once for many files; :meth:`look_again` adds what has come since.
    """

    def __init__(self) -> None:
        self._read_up_to = 0
        self._players: dict[str, Registered] = {}
        self._by_id: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        self._by_name: defaultdict[str, set[str]] | None = None
        self._corrected: set[str] = set()

    def look_again(self, connection: Connection) -> None:
        """See the ledger as it is now."""
        self.ledger = LedgerState(connection)
        for registered in _registrations(connection, self._read_up_to):
            self._take_in(registered)
        self._corrected |= _corrected(connection, self._read_up_to)
        self._read_up_to = connection.execute(select(func.max(event.c.position))).scalar() or 0

    def _take_in(self, registered: Registered) -> None:
        """The latest registration holds: what an earlier one said is looked for no more."""
        before = self._players.get(registered.player)
        if before is not None:
            for number in before.ids.items():
                self._by_id[number].discard(before.player)
            if self._by_name is not None:
                self._by_name[plain_name(before.name)].discard(before.player)
        self._players[registered.player] = registered
        for number in registered.ids.items():
            self._by_id[number].add(registered.player)
        if self._by_name is not None:
            self._by_name[plain_name(registered.name)].add(registered.player)

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
        return self._standing_persons(self._by_id.get((namespace, id_), set()))

    def named(self, name: str) -> set[str]:
        """The persons with a name, whatever its spelling, accents and order."""
        if self._by_name is None:
            self._by_name = defaultdict(set)
            for registered in self._players.values():
                self._by_name[plain_name(registered.name)].add(registered.player)
        return self._standing_persons(self._by_name.get(plain_name(name), set()))

    def _standing_persons(self, players: set[str]) -> set[str]:
        return {self.ledger.one_person(player) for player in players if self.knows(player)}


def plain_name(name: str) -> str:
    """A name without accents, case, punctuation and order of its words."""
    letters = name.casefold().replace("ß", "ss")
    if not letters.isascii():
        letters = unicodedata.normalize("NFKD", letters)
        letters = "".join(each for each in letters if not unicodedata.combining(each))
    return " ".join(sorted(_WORD.findall(letters)))


def _registrations(connection: Connection, after: int) -> list[Registered]:
    """What is kept about everybody, in the order in which it was handed in."""
    rows = connection.execute(
        select(person.c.position, person.c.player, person.c.data, event.c.payload)
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
    personal, public = orjson.loads(row.data), orjson.loads(row.payload)
    while public.get("replacement") is not None:
        public = public["replacement"]
    return Registered(
        position=row.position,
        player=row.player,
        name=personal.get("name", ""),
        birth_year=public.get("birth_year"),
        club=public.get("club"),
        ids=personal.get("ids", {}),
    )
