"""Whether what was expected is what was scored: a line for each forecaster beside the diagonal."""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt

import attrs
from markupsafe import Markup

from projections.interfaces.files.charts.panel import COLOURS, Panel, chart, legend, path_of, ticks

TALL = 300.0
LEAST_DOT, MOST_DOT = 2.0, 9.0


@attrs.frozen(kw_only=True)
class Band:
    """Games of which about the same was expected; shares of the point from 0 to 1."""

    expected: float
    scored: float
    games: int


@attrs.frozen(kw_only=True)
class Calibration:
    """A forecaster's bands, the least expected first."""

    name: str
    bands: Sequence[Band]


def calibration_svg(
    forecasters: Sequence[Calibration],
    expected: str = "Expected",
    scored: str = "Scored",
    *,
    with_names: bool = True,
    spelt: Callable[[float], str] = "{:.3f}".format,
) -> Markup:
    """The chart, a dot as large as its band has games; empty where nothing was forecast.

    ``expected``, ``scored``: what is written at the axes.  ``with_names``: the legend is in it.
    ``spelt``: a share of the points as it is written at a dot.
    """
    shown = [each for each in forecasters if each.bands]
    if not shown:
        return Markup("")
    names, top = legend([each.name for each in shown], written=with_names)
    lowest = min(band.scored for each in shown for band in each.bands)
    vertical = (min(0.5, lowest) - 0.02, 1.0)
    panel = Panel.of((0.5, 1.0), vertical, top=top, floor=top + TALL)
    most = max(band.games for each in shown for band in each.bands)
    parts = [
        names,
        *panel.levels(*vertical, "{:.0%}".format),
        *panel.columns(ticks(0.5, 1.0), "{:.0%}".format),
        Markup('<path class="ideal" d="{}"/>').format(
            path_of([(panel.left, panel.up(0.5)), (panel.right, panel.up(1.0))])
        ),
        *(
            part
            for number, each in enumerate(shown)
            for part in _line(number, each, panel, most, spelt)
        ),
        Markup('<text class="middle" x="{:.1f}" y="{:.1f}">{}</text>').format(
            (panel.left + panel.right) / 2, panel.floor + 34, expected
        ),
        Markup('<text x="6" y="{:.1f}">{}</text>').format(panel.floor + 34, scored + " ↑"),
    ]
    return chart(panel.floor + 42, f"{expected} / {scored}", parts)


def _line(
    number: int, one: Calibration, panel: Panel, most: int, spelt: Callable[[float], str]
) -> Iterator[Markup]:
    colour = number % COLOURS
    places = [(panel.across(band.expected), panel.up(band.scored)) for band in one.bands]
    yield Markup('<path class="curve series{}" d="{}"/>').format(colour, path_of(places))
    for (x, y), band in zip(places, one.bands, strict=True):
        radius = LEAST_DOT + (MOST_DOT - LEAST_DOT) * sqrt(band.games / most)
        yield Markup(
            '<circle class="dot series{}" cx="{:.1f}" cy="{:.1f}" r="{:.1f}">'
            "<title>{}: {} → {} ({})</title></circle>"
        ).format(
            *(colour, x, y, radius, one.name),
            *(spelt(band.expected), spelt(band.scored), band.games),
        )
