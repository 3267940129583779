"""Values of a document compared and said."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from projections.checking.formula import OneOf, Printed

LAST_DIGIT = 1e-9


def same(one: Any, other: Any, name: str = "") -> bool:
    """Whether two values agree to the last digit; ``opponents`` in whatever order."""
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, (int, float, Fraction)) and isinstance(other, (int, float)):
        return bool(abs(one - other) <= LAST_DIGIT)
    if isinstance(one, list) and isinstance(other, list):
        if name == "opponents":
            one, other = sorted(one), sorted(other)
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(*pair) for pair in pairs)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other)


def sayable(value: Any) -> Any:
    """A value as JSON says it."""
    if isinstance(value, OneOf):
        return list(value.results)
    if isinstance(value, Printed):
        return round(float(value.exact), 3)
    return float(value) if isinstance(value, Fraction) else value


def value_of(document: Mapping[str, Any], key: str, otherwise: Any) -> Any:
    """A part of a document; ``otherwise`` where it is left out or null."""
    found = document.get(key)
    return otherwise if found is None else found


def differing(compared: Sequence[tuple[str, Any, Any]]) -> list[str]:
    """Of pairs of values, each with what it is, those that differ, in words."""
    return [
        f"{what}: {sayable(one)} and {sayable(other)}"
        for what, one, other in compared
        if not same(one, other)
    ]


def steps_of(document: Mapping[str, Any], *rules: str) -> list[Mapping[str, Any]]:
    """The steps under some paragraphs, in their order."""
    return [step for step in document["steps"] if step["rule"] in rules]


def pairs(ones: Any, others: Any) -> Iterator[tuple[Any, Any]]:
    """Two lists side by side, an empty mapping where one is shorter."""
    return zip_longest(ones, others, fillvalue={})
