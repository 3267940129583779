"""The frame of a chart: an axis across and one upwards, the lines behind it, and a legend."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from math import ceil, floor, log10

import attrs
from markupsafe import Markup

# --- mapping values to positions in a drawing, and choosing the grid lines -----------------------


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


WIDTH, NARROW = 640, 400
"""Of a chart, and of the one that phones show in its place: so its letters are large enough."""
LEFT, EDGE = 54.0, 22.0
RIGHT = WIDTH - EDGE
PIXELS_OF_A_COLUMN = 70
COLOURS = 8
_LETTER = 8.2  # pixels, wider than nearly every letter
_SWATCH, _GAP, _ROW = 16.0, 8.0, 20.0
_TOP = 14.0  # of the first line of a legend


@attrs.frozen(kw_only=True)
class Panel:
    """The area of the values; ``top`` and ``floor`` are the edges of the drawing."""

    left: float
    right: float
    top: float
    floor: float
    across: Axis
    up: Axis

    @classmethod
    def of(  # noqa: PLR0913 - two axes and four edges
        cls,
        horizontal: tuple[float, float],
        vertical: tuple[float, float],
        *,
        top: float,
        floor: float,
        left: float = LEFT,
        right: float = RIGHT,
        downwards: bool = False,
    ) -> "Panel":
        """The ranges of both axes between these edges; ``downwards``: the least value on top."""
        start, end = (top, floor) if downwards else (floor, top)
        return cls(
            left=left,
            right=right,
            top=top,
            floor=floor,
            across=axis(*horizontal, left, right),
            up=axis(*vertical, start, end),
        )

    def levels(
        self, low: float, high: float, written: Callable[[float], str] = "{:g}".format
    ) -> Iterator[Markup]:
        """Lines across at round values, each with its number on the left."""
        yield from level_lines(ticks(low, high), self.up, (self.left, self.right), written)

    def columns(
        self, values: Iterable[float], written: Callable[[float], str] = "{:g}".format
    ) -> Iterator[Markup]:
        """Lines upwards at some values, each with its number below."""
        for value in values:
            place = self.across(value)
            yield grid(place, self.top, f"V{self.floor:.1f}")
            yield text_at("middle", place, self.floor + 16, written(value))


def text_at(kind: str, left: float, base: float, text: object) -> Markup:
    """A text whose class says on which side of its place it is."""
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>').format(
        kind, left, base, text
    )


def grid(left: float, top: float, to: str) -> Markup:
    """A line behind the values."""
    return Markup('<path class="grid" d="M{:.1f} {:.1f}{}"/>').format(left, top, to)


def dot(colour: int, place: tuple[float, float], radius: float, title: str) -> Markup:
    """A value in the colour of its line."""
    return Markup(
        '<circle class="dot series{}" cx="{:.1f}" cy="{:.1f}" r="{:g}"><title>{}</title></circle>'
    ).format(colour, *place, round(radius, 1), title)


def level_lines(
    levels: Iterable[float],
    up: Axis,
    ends: tuple[float, float],
    written: Callable[[float], str] = "{:g}".format,
    *,
    inside: bool = False,
) -> Iterator[Markup]:
    """Lines across, each with its number on the left or, ``inside``, upon it."""
    left, right = ends
    for level in levels:
        height = up(level)
        yield grid(left, height, f"H{right:.1f}")
        if inside:
            yield text_at("inner", left + 4, height - 3, written(level))
        else:
            yield text_at("level", left - 6, height + 4, written(level))


PIXELS_OF_A_YEAR, PIXELS_OF_A_LETTER = 100, 8
"""The room that the name of a year needs at least, and a letter of a day at most."""


@attrs.frozen
class Below:
    """The upper and the lower end of the lines of years, and the height of the names below."""

    top: float
    floor: float
    names: float


def days_below(
    ends: tuple[date, date], across: Axis, below: Below, written: Callable[[date], str]
) -> Iterator[Markup]:
    """The first and the last day, and the years that begin, counted back from the newest one.

    The first day only if it has room before the first year.
    """
    (first, last), (left, right) = ends, (across(day.toordinal()) for day in ends)
    most = int((right - left) // PIXELS_OF_A_YEAR) + 1
    step = max(1, -(-(last.year - first.year) // most))
    begun = range(last.year, first.year, -step)
    places = {year: across(date(year, 1, 1).toordinal()) for year in reversed(begun)}
    room = PIXELS_OF_A_LETTER * len(written(last)) + 20
    texts: list[tuple[str, float, str]] = []
    for year, place in places.items():
        if left + 15 <= place <= right - 5:
            yield grid(place, below.top, f"V{below.floor:g}")
            texts += [("year", place, str(year))] if place <= right - room else []
    if not texts or texts[0][1] - left >= room:
        texts.insert(0, ("from", left, written(first)))
    texts.append(("level", right, written(last)))
    for kind, place, text in texts:
        yield text_at(kind, place, below.names, text)


def padded(values: Sequence[float]) -> tuple[float, float]:
    """The range of some values with a margin on both sides."""
    low, high = min(values), max(values)
    margin = (high - low or max(abs(high), 1)) * 0.06
    return low - margin, high + margin


def path_of(points: Iterable[tuple[float, float]]) -> str:
    """A line through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def legend(names: Sequence[str], *, written: bool) -> tuple[Markup, float]:
    """The names in the colours of their lines, and where the chart may begin below them.

    Where they are not ``written`` here, the page has them beside the chart, as large as its text.
    """
    if not written:
        return Markup(""), _TOP
    place, line, found = LEFT, _TOP, []
    for number, name in enumerate(names):
        wide = _SWATCH + len(name) * _LETTER
        if place > LEFT and place + wide > RIGHT:
            place, line = LEFT, line + _ROW
        found += [
            Markup(
                '<rect class="swatch series{}" x="{:.1f}" y="{:.1f}" width="11" height="4"/>'
            ).format(number % COLOURS, place, line - 6),
            text_at("key", place + _SWATCH, line, name),
        ]
        place += wide + _GAP
    return Markup("").join(found), line + 12


def chart(height: float, label: str, parts: Iterable[Markup], *, width: float = WIDTH) -> Markup:
    """The parts as one drawing."""
    return svg(width, height, "img", label, Markup("").join(parts))


def svg(width: float, height: float, role: str, label: str, body: Markup) -> Markup:
    """A drawing; of two beside each other, a phone shows the narrow one and others the wide."""
    return Markup(
        '<svg class="chart{}" viewBox="0 0 {} {:g}" role="{}" aria-label="{}">{}</svg>'
    ).format(" slim" if width == NARROW else "", width, height, role, label, body)


def for_screens(draw: Callable[..., Markup], *arguments: object) -> Markup:
    """A chart in both widths."""
    return Markup("").join(draw(*arguments, width=width) for width in (WIDTH, NARROW))
