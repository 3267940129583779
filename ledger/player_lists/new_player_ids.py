"""Ids for those who enter the register from a list.

Ids are in the log for ever, and a list is public: whatever is made of a number, a name or a line
of it says who somebody is, even after he was forgotten.  So the ids are thrown.
"""

import secrets
from base64 import b32encode
from collections.abc import Callable

RandomBytes = Callable[[], bytes]
"""Ten bytes, others at every throw."""

_CHARACTERS = 12


def secure_random_bytes() -> bytes:
    """Bytes that nobody can guess."""
    return secrets.token_bytes(10)


def random_player_id(random_bytes: RandomBytes) -> str:
    """``p-`` and 12 characters, 60 bits: two of a million are the same once in two million lists.

    Should it happen, the ledger refuses the list, and it may be taken in again.
    """
    return f"p-{b32encode(random_bytes()).decode().lower()[:_CHARACTERS]}"
