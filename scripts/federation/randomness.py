"""Random numbers that are the same for a seed on every supported Python.

Only ``random.Random.random`` is used, whose sequence for a seed never changes; the library's
``shuffle``, ``gauss`` or ``choices`` may change.  Nor is anything computed by ``exp`` or ``pow``,
whose last digit differs between machines, nor by ``sum`` of fractions, which is more
exact since Python 3.12.
"""

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class RandomSource:
    """One seeded random sequence; ``roll()`` gives a number in [0, 1)."""

    def __init__(self, seed: int) -> None:
        self.roll = random.Random(seed).random

    def happens(self, probability: float) -> bool:
        """True with this probability."""
        return self.roll() < probability

    def between(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included, all equally likely."""
        return low + int(self.roll() * (high - low + 1))

    def one_of(self, things: Sequence[T]) -> T:
        """One of the things, all equally likely."""
        return things[int(self.roll() * len(things))]

    def bell(self, spread: int) -> int:
        """A whole number around 0 with standard deviation ``spread``, never beyond 3.5 of them.

        The sum of four rolls has a standard deviation of 1/√3.
        """
        roll = self.roll
        return int((roll() + roll() + roll() + roll() - 2) * 1.7320508 * spread)

    def mixed(self, things: Iterable[T]) -> list[T]:
        """The things in a random order."""
        return sorted(things, key=lambda _: self.roll())
