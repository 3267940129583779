"""Random ids for players who are registered from a list.

Ids stay in the log for ever, and a list is public: an id derived from its numbers, names or lines
would identify a person even after he was forgotten.  So the ids are random (decision 0024).
"""

import secrets
from base64 import b32encode
from collections.abc import Callable

RandomBytes = Callable[[], bytes]
"""A source of ten random bytes, other ones at every call."""

_CHARACTERS = 12


def secure_random_bytes() -> bytes:
    """Ten bytes from the system's cryptographic random source."""
    return secrets.token_bytes(10)


def random_player_id(random_bytes: RandomBytes) -> str:
    """``p-`` and 12 characters, 60 bits: two of a million are the same once in two million lists.

    Should it happen, the ledger refuses the list, which can then be enrolled again.
    """
    return f"p-{b32encode(random_bytes()).decode().lower()[:_CHARACTERS]}"


_SYLLABLES = [consonant + vowel for consonant in "bdflmnrstvw" for vowel in "aeiou"]
_NUMBERS = 900


def speakable_player_id(random_bytes: RandomBytes) -> str:
    """Two syllables and a number, as ``lufo-417``: to be read out on the telephone.

    One of 2.7 million, so that whoever gives it to somebody looks whether it is free.
    """
    number = int.from_bytes(random_bytes())
    number, digits = divmod(number, _NUMBERS)
    number, first = divmod(number, len(_SYLLABLES))
    second = number % len(_SYLLABLES)
    return f"{_SYLLABLES[first]}{_SYLLABLES[second]}-{100 + digits}"
