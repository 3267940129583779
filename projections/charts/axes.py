"""From values to places in a drawing, and where the lines between them go."""

from collections.abc import Callable, Sequence
from math import ceil, floor, log10

Axis = Callable[[float], float]
STEPS = (1, 2, 2.5, 5, 10)


def axis(first: float, last: float, start: float, end: float) -> Axis:
    """The place of a value: ``start`` for ``first``, ``end`` for ``last``."""
    span = last - first or 1
    return lambda value: start + (value - first) / span * (end - start)


def ticks(low: float, high: float, most: int = 5) -> Sequence[float]:
    """Round values between two, not more than ``most``; at least one where they are one."""
    if high <= low:
        return (low,)
    rough = (high - low) / most
    magnitude = 10.0 ** floor(log10(rough))
    step = next(magnitude * each for each in STEPS if magnitude * each >= rough)
    first = ceil(low / step)
    return [round(count * step, 9) for count in range(first, floor(high / step) + 1)]
