"""Personal data: kept beside the log, never in it.

The payload of a registration carries a commitment, the SHA-256 over a random salt and the
canonical JSON of the personal data.  Data and salt are in an erasable table.  While they
exist, the log proves that they were not changed; after erasure the log reveals nothing about them.
"""

import json
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Select, select

from ledger.events.canonical_json import canonical
from ledger.events.codec import innermost
from ledger.events.facts import PlayerRegistered
from ledger.events.problems import damaged_event
from ledger.log.decoding import UNREADABLE, stored_bytes, stored_personal_data
from ledger.log.schema import event, person
from ledger.log.sealed import PersonalData
from ledger.log.statements import as_parameter, one_of

SALT_BYTES = 16
Salt = Callable[[], bytes]


def fresh_salt() -> bytes:
    """A salt that nobody can guess."""
    return secrets.token_bytes(SALT_BYTES)


def commitment(salt: bytes, text: str) -> str:
    """The commitment that replaces the personal data ``text`` (canonical JSON) in the log."""
    return sha256(salt + text.encode()).hexdigest()


def part(data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the data of a registration into its public and its personal half.

    The year of birth is public, because rules use it, even if the full date was submitted.
    """
    personal = {key: data[key] for key in PlayerRegistered.personal if key in data}
    public = {key: value for key, value in data.items() if key not in personal}
    if "birth_date" in personal:
        public["birth_year"] = int(personal["birth_date"][:4])
    return public, personal


def commit(
    type_: str, data: Mapping[str, Any], salt: Salt
) -> tuple[dict[str, Any], PersonalData | None]:
    """``data`` with its personal half, wherever it is nested, replaced by a commitment.

    ``type_`` is the type of the event, or of the event that a chain of corrections is about.
    """
    if "corrects" in data:
        if data["replacement"] is None:
            return dict(data), None
        replacement, personal = commit(type_, data["replacement"], salt)
        return {**data, "replacement": replacement}, personal
    if type_ != PlayerRegistered.type:
        return dict(data), None
    public, personal_data = part(data)
    if not personal_data:
        return public, None
    own = PersonalData(data["player"], salt(), canonical(personal_data))
    return {**public, "commitment": commitment(own.salt, own.text)}, own


def committed(payload: Mapping[str, Any]) -> str | None:
    """The commitment inside a payload, if it has one."""
    found: str | None = innermost(payload).get("commitment")
    return found


def player_commitment(payload: str) -> tuple[str, str] | None:
    """The player and the commitment inside a payload as stored, if it has one."""
    if '"commitment"' not in payload:
        return None
    data = innermost(json.loads(payload))
    found = committed(data)
    return None if found is None else (data["player"], found)


class SideData:
    """The personal data kept for some players, for each registration and correction."""

    def __init__(self, connection: Connection, players: Iterable[str]) -> None:
        query = _kept_for(connection.dialect.name)
        self._rows: dict[str, list[Any]] = defaultdict(list)
        for row in connection.execute(query, {"players": as_parameter(connection, players)}):
            self._rows[row.player].append(row)

    @property
    def players(self) -> Collection[str]:
        """Return the players with personal data: nobody who was forgotten."""
        return self._rows.keys()

    def only(self, player: str) -> dict[str, Any]:
        """Return the data of a player whose registration was never corrected.

        Raises :class:`~ledger.events.problems.LedgerDamaged` if they are not those submitted.
        """
        row = self._rows[player][0]
        if not _matches_commitment(row):
            raise damaged_event(
                row.position, "the personal data kept for it are not those submitted"
            )
        return stored_personal_data(row.position, row.data)

    def committed(self, registration: Mapping[str, Any]) -> dict[str, Any] | None:
        """The data to which a registration is committed, by its public data; None: not kept."""
        promise = registration.get("commitment")
        for row in self._rows.get(registration["player"], ()):
            if commitment(stored_bytes(row.salt), row.data) == promise:
                return stored_personal_data(row.position, row.data)
        return None


@cache
def _kept_for(dialect: str) -> Select[Any]:
    return (
        select(person, event.c.payload)
        .outerjoin(event, event.c.position == person.c.position)
        .where(one_of(dialect, person.c.player, "players"))
    )


def _matches_commitment(row: Any) -> bool:
    """True if a registration, with its event's payload, is committed to the data kept for it."""
    try:
        promise = row.player, commitment(row.salt, row.data)
        return player_commitment(row.payload) == promise
    except UNREADABLE:
        return False
