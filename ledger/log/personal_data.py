"""Personal data: kept beside the log, never in it.

The payload of a registration carries a commitment, the SHA-256 over a random salt and the
canonical JSON of the personal data.  Data and salt lie in an erasable table: as long as they are
there, the log proves that they were not changed; once erased, nothing can be learnt from it.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from ledger.events.canonical_json import canonical
from ledger.events.facts import PlayerRegistered
from ledger.log.event_log import PersonalData

SALT_BYTES = 16
Salt = Callable[[], bytes]


def fresh_salt() -> bytes:
    """A salt that nobody can guess."""
    return secrets.token_bytes(SALT_BYTES)


def commitment(salt: bytes, text: str) -> str:
    """What the log keeps in place of the personal data ``text`` (canonical JSON)."""
    return sha256(salt + text.encode()).hexdigest()


def part(data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The data of a registration as its public and its personal half.

    The year of birth is public, because rules ask for it, also where the day was handed in.
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
    while payload.get("replacement") is not None:
        payload = payload["replacement"]
    found: str | None = payload.get("commitment")
    return found


def promised(payload: str) -> tuple[str, str] | None:
    """The player and the commitment inside a payload as stored, if it has one."""
    if '"commitment"' not in payload:
        return None
    data = json.loads(payload)
    found = committed(data)
    while data.get("replacement") is not None:
        data = data["replacement"]
    return None if found is None else (data["player"], found)
