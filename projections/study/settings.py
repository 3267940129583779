"""Which readings a sweep tries: a grid of named values, or some of it drawn at random."""

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import product
from random import Random
from typing import Any

import orjson

from ledger.events.problems import refusal

MOST = 10_000
Setting = Mapping[str, Any]


def values_of(text: str) -> list[Any]:
    """The values that are named: ``20:40:5`` is 20, 25 … 40; ``normal,table`` is either.

    Raises :class:`~ledger.events.problems.Refused` for a range that is none.
    """
    parts = text.split(":")
    if len(parts) == 1:
        return [_read(each) for each in text.split(",")]
    try:
        first, last, step = (Decimal(part) for part in parts)
        many = int((last - first) / step)
    except (InvalidOperation, ArithmeticError, ValueError):
        raise _bad(text) from None
    if many < 0 or many >= MOST:
        raise _bad(text)
    return [_plain(first + number * step) for number in range(many + 1)]


def _read(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _bad(text: str) -> Exception:
    message = f"{text!r} is no range: write FIRST:LAST:STEP, such as 20:40:5, or values by commas"
    return refusal("bad-parameter", message)


def grid(vary: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Every combination of the values, in the order in which they are named.

    Raises :class:`~ledger.events.problems.Refused` for more than 10,000.
    """
    many = 1
    for values in vary.values():
        many *= len(values)
    if many > MOST:
        raise refusal("bad-parameter", f"{many} settings are more than {MOST}: vary less")
    return [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]


def some_of(settings: Sequence[Setting], many: int, seed: int) -> list[Setting]:
    """``many`` of the settings drawn at random, in their order; the same seed draws the same."""
    drawn = Random(seed).sample(range(len(settings)), min(many, len(settings)))  # noqa: S311
    return [settings[number] for number in sorted(drawn)]
