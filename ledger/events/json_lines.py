"""JSON Lines as they come in: the lines of a file with their numbers."""

from collections.abc import Iterator
from typing import BinaryIO

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
