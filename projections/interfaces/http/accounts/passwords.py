"""Passwords by argon2id: two are worked out at a time, for each takes 64 MiB."""

from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ledger.events.problems import refusal

SHORTEST = 12
LONGEST = 1_000
AT_ONCE = 2
_hasher = PasswordHasher()
_turns = BoundedSemaphore(AT_ONCE)


def hashed(password: str) -> str:
    """What is kept of a password.

    Raises :class:`~ledger.events.problems.Refused` for one that is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST or not password.strip():
        message = f"a password has {SHORTEST} to {LONGEST} characters: a sentence will do"
        raise refusal("bad-password", message, "password")
    with _turns:
        return _hasher.hash(password)


def is_right(kept: str | None, password: str) -> bool:
    """Whether a password is the one that is kept; as slow where there is none."""
    try:
        with _turns:
            _hasher.verify(kept or _nobodys(), password[:LONGEST])
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


@cache
def _nobodys() -> str:
    return _hasher.hash("the password of nobody")
