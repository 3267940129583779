"""JSON Lines as they come in: the lines of a file, or of a program, with their numbers."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

import orjson

from ledger.events.codec import LONGEST_LINE

Line = tuple[int, bytes]
"""A line with its number, counted from 1."""


def lines_of(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a file with their numbers, blank ones passed over.

    A line longer than the ledger admits is cut off just beyond the limit, so that a file
    without line breaks cannot fill the memory.
    """
    number = 0
    while raw := stream.readline(LONGEST_LINE + 2):
        number += 1
        if not raw.endswith(b"\n") and len(raw) > LONGEST_LINE:
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if raw.strip() or len(raw) > LONGEST_LINE:
            yield number, raw


def numbered(events: Iterable[Mapping[str, Any] | str | bytes] | str | bytes) -> Iterator[Line]:
    """Events of a program as numbered lines: each a dict or a line of JSON, or one text of lines.

    Raises TypeError for what JSON does not know.
    """
    lines = events.splitlines() if isinstance(events, (str, bytes)) else events
    for number, each in enumerate(lines, start=1):
        yield number, _as_line(each)


def _as_line(event: Mapping[str, Any] | str | bytes) -> bytes:
    if isinstance(event, bytes):
        return event
    if isinstance(event, str):
        return event.encode("utf-8", "surrogatepass")
    return orjson.dumps(dict(event))
