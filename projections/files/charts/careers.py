"""The figures of several players through time, in the colours of a legend.

Each scale of figures has a part of the chart to itself, the stronger figure above; a figure holds
until the next one.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date

import attrs
from markupsafe import Markup

from projections.files.charts.career import CareerPoint
from projections.files.charts.panel import (
    COLOURS,
    EDGE,
    LEFT,
    WIDTH,
    Axis,
    Below,
    Panel,
    axis,
    chart,
    days_below,
    dot,
    legend,
    level_lines,
    padded,
    ticks,
)

TALL = 240.0
AFTERWARDS = 0.03  # of the time axis, in which the last rating remains valid


@attrs.frozen(kw_only=True)
class PlayerCareer:
    """The figures of a player, the oldest first."""

    name: str
    figures: Sequence[CareerPoint]


@attrs.frozen(kw_only=True)
class _Part:
    """A scale, from which place across to which it holds, and where its figures lie."""

    scale: str
    panel: Panel
    low: float
    high: float


def careers_svg(
    players: Sequence[PlayerCareer],
    label: str = "",
    format_day: Callable[[date], str] = str,
    *,
    with_names: bool = True,
    width: float = WIDTH,
) -> Markup:
    """The chart; empty if all figures are of one day or there are none.

    ``format_day``: how a day is written.  ``with_names``: the legend is part of it.
    """
    days = [each.day for player in players for each in player.figures]
    if not days or min(days) == max(days):
        return Markup("")
    names, top = legend([player.name for player in players], written=with_names)
    right = width - EDGE
    end = right - (right - LEFT) * AFTERWARDS
    across = axis(min(days).toordinal(), max(days).toordinal(), LEFT, end)
    parts = list(_parts(players, across, top, right))
    below = Below(top, top + TALL, top + TALL + 16)
    drawn = [names, *days_below((min(days), max(days)), across, below, format_day)]
    for number, part in enumerate(parts):
        levels, ends = ticks(part.low, part.high), (part.panel.left, part.panel.right)
        drawn += [*level_lines(levels, part.panel.up, ends, inside=number > 0)]
        for colour, player in enumerate(players):
            drawn += [*_line(part, player, across, colour % COLOURS, format_day)]
    return chart(top + TALL + 24, label, drawn, width=width)


def _parts(
    players: Sequence[PlayerCareer], across: Axis, top: float, right: float
) -> Iterator[_Part]:
    every = sorted((each for one in players for each in one.figures), key=lambda each: each.day)
    scales = list(dict.fromkeys(each.scale for each in every))
    starts = [
        across(next(each.day for each in every if each.scale == scale).toordinal())
        for scale in scales
    ]
    for scale, start, end in zip(scales, starts, [*starts[1:], right], strict=True):
        figures = [each for each in every if each.scale == scale]
        low, high = padded([each.figure for each in figures])
        panel = Panel.of(
            (0, 1),
            (low, high),
            top=top,
            floor=top + TALL,
            left=start,
            right=end,
            downwards=figures[0].lower_is_stronger,
        )
        yield _Part(scale=scale, panel=panel, low=low, high=high)


def _line(
    part: _Part,
    player: PlayerCareer,
    across: Axis,
    colour: int,
    format_day: Callable[[date], str],
) -> Iterator[Markup]:
    """A step line: a figure changes at an event and holds."""
    own = [each for each in player.figures if each.scale == part.scale]
    if not own:
        return
    up = part.panel.up
    moves = [f"M{across(own[0].day.toordinal()):.1f} {up(own[0].figure):.1f}"]
    moves += [f"H{across(each.day.toordinal()):.1f}V{up(each.figure):.1f}" for each in own[1:]]
    yield Markup('<path class="curve series{}" d="{}H{:.1f}"/>').format(
        colour, "".join(moves), part.panel.right
    )
    for each in own:
        title = f"{player.name}, {format_day(each.day)}: {each.figure:g}"
        yield dot(colour, (across(each.day.toordinal()), up(each.figure)), 2.5, title)
