"""A player's figure through time: a step line, for a figure changes at an event and holds.

Below it, what was scored against what was expected; behind it, a band for each rulebook.  Each
scale of figures has a part of the chart to itself, the stronger figure above.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import Protocol

import attrs
from markupsafe import Markup, escape

from ledger.events.characters import visible_on_pages
from projections.files.charts.panel import (
    NARROW,
    WIDTH,
    Axis,
    Below,
    axis,
    days_below,
    grid,
    level_lines,
    svg,
    text_at,
    ticks,
)
from projections.queries.presentation import rulebook_in_short

LEFT, RIGHT, TOP = 54, 10, 26
LOWEST, HIGHEST, OF_A_POINT = 110, 164, 14
"""Pixels of the part with the line: with few figures it is lower."""
BARS_HALF = 22
MOST_MARKS = 150
LEAST_SPAN = 0.06  # of the rating axis
AFTERWARDS = 0.03  # of the time axis, in which the last rating remains valid
LEAST_LEVELS, MOST_LEVELS = 3, 9


class NumberStyle(Protocol):
    """A language's style of days and numbers."""

    def day(self, given: date) -> str:
        """A day."""

    def number(self, given: float | None) -> str:
        """A number."""


@attrs.frozen(kw_only=True)
class CareerPoint:
    """A figure from a day on.

    ``title``, ``text`` and ``href`` are those of its mark: what gave it, how it is written, the
    page that says how it came about.
    """

    day: date
    figure: float
    scale: str
    lower_is_stronger: bool = False
    rulebook: str = ""
    title: str = ""
    text: str = ""
    href: str = ""
    points: float | None = None
    expected: float | None = None


@attrs.frozen(kw_only=True)
class Career:
    """The figures of a player, oldest first, and the days of the published lists.

    ``until``: the day at the right edge, up to which the last figure holds; with it, the best
    figure on the scale of the last one is labelled.
    """

    points: Sequence[CareerPoint]
    published: Sequence[date] = ()
    until: date | None = None


@attrs.frozen
class Frame:
    """The right edge, and the heights below the line, amid the bars, below them, and in all."""

    right: float
    floor: float
    bars_middle: float
    below: Below
    height: float

    @classmethod
    def of(cls, points: Sequence[CareerPoint], width: float) -> "Frame":
        """As high as the figures need, and the bars if there are any; on a phone always high."""
        lowest = HIGHEST if width == NARROW else LOWEST
        floor = TOP + min(HIGHEST, max(lowest, OF_A_POINT * len(points)))
        has_bars = any(each.points is not None and each.expected is not None for each in points)
        middle = floor + 20 + BARS_HALF
        end = middle + BARS_HALF if has_bars else floor + 8
        return cls(width - RIGHT, floor, middle, Below(TOP, end, end + 18), end + 24)


def career_svg(
    career: Career, writing: NumberStyle, label: str = "", *, width: float = WIDTH
) -> Markup:
    """The chart; empty if there are less than two figures to draw a line between."""
    points = career.points
    if len(points) < 2 or points[0].day == points[-1].day:
        return Markup("")
    frame = Frame.of(points, width)
    end, last = frame.right - (frame.right - LEFT) * AFTERWARDS, points[-1].day
    if career.until is not None and career.until > last:
        end, last = frame.right, career.until
    across = axis(points[0].day.toordinal(), last.toordinal(), LEFT, end)
    body = Markup("").join(
        (
            *_bands(points, across, frame),
            *days_below((points[0].day, last), across, frame.below, writing.day),
            *_published(career, last, across, frame),
            *_lines(points, across, frame),
            *_bars(points, across, frame),
            *_marks(points, across, writing, frame),
            *(_peak(points, across, writing, frame) if career.until else ()),
        )
    )
    return svg(width, frame.height, "group", label, body)


def _parts(
    points: Sequence[CareerPoint], across: Axis, right: float, key: Callable[[CareerPoint], str]
) -> Iterator[tuple[str, Sequence[CareerPoint], float, float]]:
    """Points that belong together, and from which place to which they hold."""
    parts = [(name, list(found)) for name, found in groupby(points, key=key)]
    starts = [across(part[0].day.toordinal()) for _, part in parts]
    ends = [*starts[1:], right]
    for (name, part), start, end in zip(parts, starts, ends, strict=True):
        yield name, part, start, end


def _bands(points: Sequence[CareerPoint], across: Axis, frame: Frame) -> Iterator[Markup]:
    parts = _parts(points, across, frame.right, lambda each: each.rulebook)
    for place, (name, _, left, right) in enumerate(parts):
        yield Markup(
            '<rect class="era era{}" x="{:.1f}" y="0" width="{:.1f}" height="{}"/>'
        ).format(place % 2, left, max(0, right - left), frame.below.floor)
        if right - left > 8 * len(name):
            tight = " inner" if right - left < 13 * len(name) else ""
            yield text_at(f"eraname{tight}", left + 5, 15, rulebook_in_short(name))


def _published(career: Career, last: date, across: Axis, frame: Frame) -> Iterator[Markup]:
    for day in career.published:
        if career.points[0].day <= day <= last:
            place = across(day.toordinal())
            yield Markup('<path class="published" d="M{0:.1f} {1}v8"/>').format(
                place, frame.floor - 2
            )


def _lines(points: Sequence[CareerPoint], across: Axis, frame: Frame) -> Iterator[Markup]:
    for _, part, start, end in _parts(points, across, frame.right, lambda each: each.scale):
        up = _upwards(part, frame)
        yield from _levels(part, up, start, end, most=5 if frame.floor > TOP + LOWEST else 3)
        moves = [f"M{start:.1f} {up(part[0].figure):.1f}"]
        moves.extend(
            f"H{across(point.day.toordinal()):.1f}V{up(point.figure):.1f}" for point in part[1:]
        )
        yield Markup('<path class="line" d="{}H{:.1f}"/>').format("".join(moves), end)


def _upwards(part: Sequence[CareerPoint], frame: Frame) -> Axis:
    low, high = min(each.figure for each in part), max(each.figure for each in part)
    low, high = _wide_enough(low, high)
    margin = (high - low) * 0.08
    bottom, top = frame.floor, float(TOP)
    if part[0].lower_is_stronger:
        bottom, top = top, bottom
    return axis(low - margin, high + margin, bottom, top)


def _wide_enough(low: float, high: float) -> tuple[float, float]:
    """A range in which a small change looks small."""
    lacking = max(0.0, LEAST_SPAN * max(abs(high), 1) - (high - low)) / 2
    return low - lacking, high + lacking


def _levels(
    part: Sequence[CareerPoint], up: Axis, left: float, right: float, most: int
) -> Iterator[Markup]:
    figures = [each.figure for each in part]
    span = _wide_enough(min(figures), max(figures))
    tried = (ticks(*span, number) for number in range(most, MOST_LEVELS))
    levels = next((each for each in tried if len(each) >= LEAST_LEVELS), ticks(*span, most))
    yield from level_lines(levels, up, (left, right), inside=left > LEFT + 1)


def _peak(
    points: Sequence[CareerPoint], across: Axis, writing: NumberStyle, frame: Frame
) -> Iterator[Markup]:
    """The first mark of the best figure, labelled."""
    *_, (_, part, _, _) = _parts(points, across, frame.right, lambda each: each.scale)
    sign = -1 if part[0].lower_is_stronger else 1
    best = max(part, key=lambda each: sign * each.figure)
    place = min(max(across(best.day.toordinal()), LEFT + 24), frame.right - 24)
    height = _upwards(part, frame)(best.figure) - 9
    yield text_at("year peak", place, height, writing.number(best.figure))


def _bars(points: Sequence[CareerPoint], across: Axis, frame: Frame) -> Iterator[Markup]:
    """Points scored above what was expected stand upwards."""
    gains = [
        (point, float(point.points) - float(point.expected))
        for point in points
        if point.points is not None and point.expected is not None
    ]
    most = max((abs(gain) for _, gain in gains), default=0) or 1
    if gains:
        yield grid(LEFT, frame.bars_middle, f"H{frame.right:g}")
    bars = [
        f'<path class="{"gain" if gain >= 0 else "loss"}" '
        f'd="M{across(point.day.toordinal()):.1f} {frame.bars_middle:g}'
        f'v{-gain / most * BARS_HALF:.1f}"/>'
        for point, gain in gains
    ]
    yield Markup("".join(bars))  # noqa: S704 - numbers, of which there may be a thousand


def _marks(
    points: Sequence[CareerPoint], across: Axis, writing: NumberStyle, frame: Frame
) -> Iterator[Markup]:
    """A mark that leads to the reason of each figure; too many could not be hit."""
    if len(points) > MOST_MARKS:
        return
    for _, part, _, _ in _parts(points, across, frame.right, lambda each: each.scale):
        up = _upwards(part, frame)
        for point in part:
            place = f'cx="{across(point.day.toordinal()):.1f}" cy="{up(point.figure):.1f}"'
            dot = Markup(f'<circle {place} r="4"/>')  # noqa: S704 - numbers
            yield _linked(dot, point, writing) if point.href else dot


def _linked(dot: Markup, point: CareerPoint, writing: NumberStyle) -> Markup:
    return Markup('<a href="{0}" aria-label="{1}">{2}<title>{1}</title></a>').format(
        point.href, _label(point, writing), dot
    )


def _label(point: CareerPoint, writing: NumberStyle) -> str:
    label = f"{writing.day(point.day)}, {point.title}: {point.text}"
    if point.points is None or point.expected is None:
        return label
    scored, expected = writing.number(point.points), writing.number(point.expected)
    return f"{label} ({scored} : {expected})"


# --- drawing a small rating history for embedding in other pages ---------------------------------


_LETTER = 7.2  # pixels, about the width of a letter at 12 px


def badge_svg(name: str, figure: str, pool: str) -> str:
    """Name on the left, figure on the right."""
    shown_name, title = visible_on_pages(name), visible_on_pages(f"{name}, {pool}: {figure}")
    left = round(len(shown_name) * _LETTER + 18)
    right = round(len(figure) * _LETTER + 18)
    width = left + right
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="24" '
        f'viewBox="0 0 {width} 24" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width}" height="24" rx="4" fill="#39434d"/>'
        f'<path d="M{left} 0h{right - 4}a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H{left}z" fill="#0b5394"/>'
        '<g fill="#fff" font-family="system-ui,Verdana,sans-serif" font-size="12">'
        f'<text x="9" y="16.5">{escape(shown_name)}</text>'
        f'<text x="{left + 9}" y="16.5" font-weight="bold">{escape(figure)}</text></g></svg>\n'
    )
