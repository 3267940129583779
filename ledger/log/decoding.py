"""What the log holds as text, decoded: the one place where stored payloads become data and facts.

What was admitted can be read.  What cannot has been damaged since, and is refused as such with
its position (:class:`~ledger.events.problems.LedgerDamaged`), whoever asks for it.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import attrs
import msgspec
import orjson

from ledger.events.codec import CURRENT_SCHEMA, fact_of, upcast
from ledger.events.facts import VOCABULARY, Fact
from ledger.events.problems import LedgerDamaged, damaged_event

UNREADABLE = (
    AttributeError,
    KeyError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)
"""What reading a damaged value may raise."""


def unreadable(position: int, error: Exception, type_: object = None) -> LedgerDamaged:
    """The refusal of an event whose payload or columns cannot be read."""
    if isinstance(error, LedgerDamaged):
        return error
    if type_ is not None and type_ not in VOCABULARY:
        return damaged_event(position, f"its type {type_!a} is unknown to this program")
    return damaged_event(position, f"it cannot be read: {error!a}")


@cache
def _decoder(type_: str) -> Callable[[str], Fact] | None:
    """What reads a fact in one pass; None where a field has another name in the log."""
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
    """The data of an event, spelt as the current schema version spells them.

    Raises :class:`~ledger.events.problems.LedgerDamaged` where they are not those of such an
    event.
    """
    try:
        data = upcast(type_, schema, orjson.loads(payload))
        fact_of(type_, data)
    except UNREADABLE as error:
        raise unreadable(position, error, type_) from None
    return data


def stored_fact(position: int, type_: str, schema: int, payload: str) -> Fact:
    """The fact of an event that stands as it was recorded.

    Raises :class:`~ledger.events.problems.LedgerDamaged` where it is none.
    """
    try:
        return _fact_of_text(type_, schema, payload)
    except UNREADABLE as error:
        raise unreadable(position, error, type_) from None


def replaced_fact(position: int, type_: str, data: Mapping[str, Any]) -> Fact:
    """The fact of an event of a type whose data a correction at ``position`` has replaced.

    Raises :class:`~ledger.events.problems.LedgerDamaged` where it is none.
    """
    try:
        return fact_of(type_, data)
    except UNREADABLE as error:
        raise unreadable(position, error) from None


def stored_personal_data(position: int, text: str) -> dict[str, Any]:
    """The personal data kept for the event at ``position``.

    Raises :class:`~ledger.events.problems.LedgerDamaged` where they are none.
    """
    try:
        data = orjson.loads(text)
    except UNREADABLE as error:
        raise damaged_event(position, f"the personal data kept for it: {error!a}") from None
    if not isinstance(data, dict):
        raise damaged_event(position, "the personal data kept for it are no object")
    return data
