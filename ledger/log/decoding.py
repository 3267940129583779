"""Decoding of the log's texts: here alone stored payloads become data and facts.

Admitted data can be read.  Unreadable data were damaged later and are refused as such
(decision 0065), with the position (:class:`~ledger.events.problems.LedgerDamaged`).
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import attrs
import msgspec
import orjson

from ledger.events.codec import CURRENT_SCHEMA, fact_of, upcast
from ledger.events.facts import VOCABULARY, Fact
from ledger.events.problems import LedgerDamaged, damaged_event, damaged_ledger

UNREADABLE = (
    AttributeError,
    KeyError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)
"""The exceptions that a damaged value may raise when read."""


def unreadable(position: int, error: Exception, type_: object = None) -> LedgerDamaged:
    """Return the error for an event whose payload or columns cannot be read."""
    if isinstance(error, LedgerDamaged):
        return error
    if type_ is not None and type_ not in VOCABULARY:
        return damaged_event(position, f"its type {type_!a} is unknown to this program")
    return damaged_event(position, f"it cannot be read: {error!a}")


def stored_bytes(value: object) -> bytes:
    """Return a hash or a salt as it is stored.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if it has another type: SQLite stores
    any type in any column.
    """
    if not isinstance(value, bytes):
        raise damaged_ledger("a hash or a salt cannot be read")
    return value


@cache
def _decoder(type_: str) -> Callable[[str], Fact] | None:
    """Return the one-pass decoder of a fact; None if a field has another name in the log."""
    kind = VOCABULARY[type_]
    if any(name.endswith("_") for name in attrs.fields_dict(kind)):
        return None
    return msgspec.json.Decoder(kind).decode


def _fact_of_text(type_: str, schema: int, text: str) -> Fact:
    """The fact that the log holds as canonical JSON of any schema version."""
    if schema == CURRENT_SCHEMA[type_] and (decode := _decoder(type_)) is not None:
        return decode(text)
    return fact_of(type_, upcast(type_, schema, orjson.loads(text)))


def stored_data(position: int, type_: str, schema: int, payload: str) -> dict[str, Any]:
    """Return the data of an event in the form of the current schema version.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if they are not those of such an
    event.
    """
    try:
        data = upcast(type_, schema, orjson.loads(payload))
        fact_of(type_, data)
    except UNREADABLE as error:
        raise unreadable(position, error, type_) from None
    return data


def stored_fact(position: int, type_: str, schema: int, payload: str) -> Fact:
    """Return the fact of an event that was never corrected.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if it is none.
    """
    try:
        return _fact_of_text(type_, schema, payload)
    except UNREADABLE as error:
        raise unreadable(position, error, type_) from None


def replaced_fact(position: int, type_: str, data: Mapping[str, Any]) -> Fact:
    """Return the fact of an event whose data a correction at ``position`` has replaced.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if it is none.
    """
    try:
        return fact_of(type_, data)
    except UNREADABLE as error:
        raise unreadable(position, error) from None


def stored_personal_data(position: int, text: str) -> dict[str, Any]:
    """Return the personal data kept for the event at ``position``.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if they are none.
    """
    try:
        data = orjson.loads(text)
    except UNREADABLE as error:
        raise damaged_event(position, f"the personal data kept for it: {error!a}") from None
    if not isinstance(data, dict):
        raise damaged_event(position, "the personal data kept for it are not an object")
    return data
