"""Long lists in pages that fit into one statement or into memory."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def pages(things: Iterable[T], size: int) -> Iterator[list[T]]:
    """The things in lists of ``size``, the last one shorter."""
    remaining = iter(things)
    while page := list(islice(remaining, size)):
        yield page
