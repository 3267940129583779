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
from sqlalchemy import Connection, select

from ledger.schema import event, person
from ledger.standing import Standing


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
        self._by_id: dict[tuple[str, str], set[str]] = {}
        self._by_name: dict[str, set[str]] | None = None

    def look_again(self, connection: Connection) -> None:
        """See the ledger as it is now."""
        self.standing = Standing(connection)
        found = _registrations(connection, self._read_up_to)
        if not found:
            return
        self._read_up_to = found[-1].position
        self._players |= {each.player: each for each in found}  # the latest registration holds
        self._by_id, self._by_name = defaultdict(set), None
        for registered in self._players.values():
            for number in registered.ids.items():
                self._by_id[number].add(registered.player)

    def get(self, player: str) -> Registered | None:
        """A player, unless the register knows nothing personal about him."""
        return self._players.get(player)

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
        return {
            self.standing.one_person(player)
            for player in players
            if self.standing.knows_player(player)
        }


def plain_name(name: str) -> str:
    """A name without accents, case, punctuation and order of its words."""
    letters = unicodedata.normalize("NFKD", name.casefold().replace("ß", "ss"))
    kept = "".join(each for each in letters if not unicodedata.combining(each))
    return " ".join(sorted(re.findall(r"\w+", kept)))


def _registrations(connection: Connection, after: int) -> list[Registered]:
    """What is kept about everybody, in the order in which it was handed in."""
    rows = connection.execute(
        select(person.c.position, person.c.player, person.c.data, event.c.payload)
        .join(event, event.c.position == person.c.position)
        .where(person.c.position > after)
        .order_by(person.c.position)
    )
    return [_registered(row) for row in rows]


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
