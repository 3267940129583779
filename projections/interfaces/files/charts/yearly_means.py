"""Inflation: the mean figure at the end of every year, with the half of all players around it."""

from collections.abc import Iterator, Sequence

import attrs
from markupsafe import Markup

from projections.interfaces.files.charts.panel import (
    COLOURS,
    Panel,
    chart,
    legend,
    padded,
    path_of,
)

TALL = 170.0
MOST_YEARS = 12


@attrs.frozen(kw_only=True)
class YearEnd:
    """The mean of all figures at the end of a year, and the quarters between which half lie."""

    year: int
    mean: float
    lower: float
    upper: float
    players: int


@attrs.frozen(kw_only=True)
class YearlyMeans:
    """The years under a rulebook, the first one first; ``downwards``: the lowest is strongest."""

    name: str
    years: Sequence[YearEnd]
    downwards: bool = False


def yearly_means_svg(
    sides: Sequence[YearlyMeans], label: str = "", *, with_names: bool = True
) -> Markup:
    """A part of the chart for each side, for scales differ; empty without two years of any.

    ``with_names``: the legend is part of it.
    """
    shown = [(number, each) for number, each in enumerate(sides) if len(each.years) > 1]
    if not shown:
        return Markup("")
    names, top = legend([each.name for each in sides], written=with_names)
    years = [row.year for _, each in shown for row in each.years]
    span = (min(years), max(years))
    parts = [names]
    for number, each in shown:
        values = [value for row in each.years for value in (row.mean, row.lower, row.upper)]
        panel = Panel.of(span, padded(values), top=top, floor=top + TALL, downwards=each.downwards)
        parts += [*_behind(panel, span, values), *_line(number, each, panel)]
        top = panel.floor + 30
    return chart(top - 6, label, parts)


def _behind(panel: Panel, span: tuple[int, int], values: Sequence[float]) -> Iterator[Markup]:
    step = max(1, -(-(span[1] - span[0] + 1) // MOST_YEARS))
    yield from panel.columns(range(span[0], span[1] + 1, step), "{:.0f}".format)
    yield from panel.levels(*padded(values))


def _line(number: int, one: YearlyMeans, panel: Panel) -> Iterator[Markup]:
    colour = number % COLOURS
    upper = [(panel.across(row.year), panel.up(row.upper)) for row in one.years]
    lower = [(panel.across(row.year), panel.up(row.lower)) for row in reversed(one.years)]
    middle = [(panel.across(row.year), panel.up(row.mean)) for row in one.years]
    yield Markup('<path class="spread series{}" d="{}z"/>').format(colour, path_of(upper + lower))
    yield Markup('<path class="curve series{}" d="{}"/>').format(colour, path_of(middle))
    for (x, y), row in zip(middle, one.years, strict=True):
        yield Markup(
            '<circle class="dot series{}" cx="{:.1f}" cy="{:.1f}" r="3">'
            "<title>{}: {:.1f} ({})</title></circle>"
        ).format(colour, x, y, row.year, row.mean, row.players)
