"""JSON Lines input: the lines of a file, or of a caller, with their numbers."""

import io
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, BinaryIO, SupportsFloat

import orjson

from ledger.events.codec import LONGEST_LINE
from ledger.events.problems import Problem, Refused

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
Line = tuple[int, bytes]
"""A line with its number, counted from 1."""


def lines_of(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a file with their numbers, without blank ones.

    A line longer than the ledger allows is cut off just beyond the limit, so that a file
    without line breaks cannot fill the memory.
    """
    number = 0
    while raw := stream.readline(LONGEST_LINE + 2):
        number += 1
        if not raw.endswith(b"\n") and len(raw) > LONGEST_LINE:
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
        if number == 1:
            raw = raw.removeprefix(BYTE_ORDER_MARK)
        if raw.strip() or len(raw) > LONGEST_LINE:
            yield number, raw


Event = Mapping[str, Any] | str | bytes
"""An event from a caller: a dict, or a line of JSON."""


def numbered(events: Iterable[Event] | Event) -> Iterator[Line]:
    """Yield a caller's events as numbered lines: dicts or lines of JSON, or one text of lines.

    A dict alone is one event; blank lines are skipped, as in a file.

    Raises :class:`~ledger.events.problems.Refused` for values that cannot be written as JSON.
    """
    if isinstance(events, Mapping):
        events = [events]
    if isinstance(events, str):
        events = events.encode("utf-8", "surrogatepass")
    return lines_of(io.BytesIO(events)) if isinstance(events, bytes) else _one_by_one(events)


def _one_by_one(events: Iterable[Event]) -> Iterator[Line]:
    for number, event in enumerate(events, start=1):
        line = _as_line(number, event)
        if number == 1:
            line = line.removeprefix(BYTE_ORDER_MARK)
        if line.strip():
            yield number, line


def _as_line(number: int, event: object) -> bytes:
    if isinstance(event, bytes):
        return event
    if isinstance(event, str):
        return event.encode("utf-8", "surrogatepass")
    if not isinstance(event, Mapping):
        message = f"an event is a dict or a line of JSON, not {type(event).__name__}"
        raise Refused([Problem(number, None, "wrong-type", message)])
    return as_json(event, number)


def as_json(
    document: Mapping[str, Any], line: int | None = None, field: str | None = None
) -> bytes:
    """Return a caller's document as JSON; days and NumPy's numbers are written as such.

    Raises :class:`~ledger.events.problems.Refused` for values unknown to JSON.
    """
    try:
        _must_be_finite(document)
        return orjson.dumps(dict(document), option=orjson.OPT_SERIALIZE_NUMPY)
    except (TypeError, RecursionError) as error:
        message = f"this cannot be written as JSON: {error}"
        raise Refused([Problem(line, field, "not-json", message)]) from None


def _must_be_finite(value: object) -> None:
    """Raise TypeError for NaN and infinities, which would be written as null."""
    if isinstance(value, Mapping):
        for each in value.values():
            _must_be_finite(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            _must_be_finite(each)
    elif isinstance(value, str | int):  # quicker than asking for a protocol
        return
    elif isinstance(value, SupportsFloat) and not isfinite(value):
        raise TypeError(f"{value} is not a number")
