"""The contract's names of fields."""

from collections.abc import Sequence

from ledger.events.values import shown


def json_name(name: str) -> str:
    """The contract's name of a field (``class_`` → ``class``)."""
    return name.rstrip("_")


def not_a_field(key: str, known: Sequence[str]) -> str:
    """The complaint about a key that is none of them."""
    return f"{shown(key)} is no field here (misspelt?); the fields are {', '.join(known)}"
