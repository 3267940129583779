"""The number of players by figure, then and now: outlines, each with every player once."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import floor, sqrt

import attrs
from markupsafe import Markup

from projections.files.charts.panel import (
    COLOURS,
    EDGE,
    LEFT,
    PIXELS_OF_A_COLUMN,
    RIGHT,
    WIDTH,
    Axis,
    Panel,
    axis,
    chart,
    dot,
    legend,
    padded,
    path_of,
    text_at,
    ticks,
)

TALL = 190.0


@attrs.frozen(kw_only=True)
class Distribution:
    """Of how many players the figure lies from each class's beginning to ``width`` above it."""

    name: str
    width: float
    classes: Sequence[tuple[float, int]]

    @property
    def players(self) -> int:
        """Return the total number of players."""
        return sum(players for _, players in self.classes)


def names_with_players(shown: Sequence[Distribution]) -> list[str]:
    """Return the legend: each distribution that has players, with their number."""
    return [f"{each.name} ({each.players})" for each in shown if each.players]


def fit_one_axis(ranges: Sequence[tuple[float, float]]) -> bool:
    """True if all of several ranges share more than half of the widest."""
    widest = max((high - low for low, high in ranges), default=0)
    shared = min((high for _, high in ranges), default=0) - max(
        (low for low, _ in ranges), default=0
    )
    return len(ranges) > 1 and shared > widest / 2


def distribution_svg(
    shown: Sequence[Distribution],
    label: str = "",
    *,
    with_names: bool = True,
    width: float = WIDTH,
) -> Markup:
    """Shares of all players by classes of the figure; empty if nobody has one.

    ``with_names``: the legend is part of it.
    """
    shown = [each for each in shown if each.players]
    if not shown:
        return Markup("")
    names, top = legend(names_with_players(shown), written=with_names)
    lows = [low for each in shown for low, _ in each.classes]
    highs = [low + each.width for each in shown for low, _ in each.classes]
    most = max(players / each.players for each in shown for _, players in each.classes)
    span = (min(lows), max(highs))
    right = width - EDGE
    panel = Panel.of(span, (0, most), top=top, floor=top + TALL, right=right)
    classes = int((right - LEFT) // PIXELS_OF_A_COLUMN)
    parts = [
        names,
        *panel.levels(0, most, lambda share: f"{100 * share:g}%"),
        *panel.columns(ticks(*span, most=classes)),
        *(_outline(number, each, panel) for number, each in enumerate(shown)),
    ]
    return chart(panel.floor + 24, label, parts, width=width)


def _outline(number: int, one: Distribution, panel: Panel) -> Markup:
    places = list(_corners(one, panel))
    return Markup(
        '<path class="spread series{0}" d="{1}z"/><path class="curve series{0}" d="{1}"/>'
    ).format(number % COLOURS, path_of(places))


def _corners(one: Distribution, panel: Panel) -> Iterator[tuple[float, float]]:
    """Steps over the classes, down to nothing where one is left out."""
    end: float | None = None
    for low, players in one.classes:
        height = panel.up(players / one.players)
        if end is None or low > end:
            if end is not None:
                yield panel.across(end), panel.floor
            yield panel.across(low), panel.floor
        yield panel.across(low), height
        end = low + one.width
        yield panel.across(end), height
    if end is not None:
        yield panel.across(end), panel.floor


# --- drawing a histogram of differences: a bar for each class ------------------------------------


HEIGHT, FLOOR = 170, 136
CLASSES = 24


def histogram_svg(values: Sequence[float], label: str = "") -> Markup:
    """The bars; empty if there is nothing to count."""
    if not values:
        return Markup("")
    span = max(map(abs, values)) or 1
    width = ticks(0, 2 * span, CLASSES)[1] or 1
    counts = Counter(floor(value / width + 0.5) for value in values)
    first, last = min(*counts, -1), max(*counts, 1)
    across = axis(first - 0.5, last + 0.5, 20, WIDTH - 20)
    up = axis(0, max(counts.values()), FLOOR, 30)
    bars = [
        Markup(
            '<path class="{}" d="M{:.1f} {}V{:.1f}H{:.1f}V{}z"><title>{:+g}: {}</title></path>'
        ).format(
            "gain bar" if place > 0 else "loss bar" if place < 0 else "level bar",
            across(place - 0.45),
            FLOOR,
            up(count),
            across(place + 0.45),
            FLOOR,
            place * width,
            count,
        )
        + text_at("year", across(place), up(count) - 6, count)
        for place, count in sorted(counts.items())
    ]
    names = [
        text_at("year", across(it), FLOOR + 26, f"{it * width:+g}".replace("-", "−") if it else 0)
        for it in sorted({first, 0, last})
    ]
    return chart(HEIGHT, label, [*bars, *names])


# --- drawing a heat map: a value for each row and column; the chosen cell is marked --------------


TOP, CELL = 24.0, 18.0
_LETTER = 6.3
_MOST_LABEL = 300.0


@attrs.frozen(kw_only=True)
class HeatMap:
    """``cells``: by row and column, negative where the row costs less than what it is held to."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Mapping[tuple[int, int], float]
    chosen: frozenset[tuple[int, int]] = frozenset()


def heat_map_svg(field: HeatMap, label: str = "") -> Markup:
    """The cells, the deeper the colour the larger the value; empty without any.

    ``label`` stands below: what is framed, and what the colours say.
    """
    if not field.cells:
        return Markup("")
    left = min(_MOST_LABEL, max(len(row) for row in field.rows) * _LETTER + 12)
    across = axis(0, len(field.columns), left, RIGHT)
    floor = TOP + len(field.rows) * CELL
    parts = [
        *_names(field, across),
        *_cells(field, across),
        *(_rectangle("chosen", place, across) for place in sorted(field.chosen)),
        text_at("level", RIGHT, floor + 18, label),
    ]
    return chart(floor + 26, label, parts)


def _cells(field: HeatMap, across: Axis) -> Iterator[Markup]:
    most = max(abs(value) for value in field.cells.values()) or 1
    for (row, column), value in sorted(field.cells.items()):
        kind = "cheaper" if value < 0 else "dearer" if value > 0 else "neither"
        title = f"{field.rows[row]}, {field.columns[column]}: {value:+.4f}"
        depth = abs(value) / most if value else 1
        yield _rectangle(kind, (row, column), across, depth, title)


def _rectangle(
    kind: str, place: tuple[int, int], across: Axis, depth: float = 1, title: str = ""
) -> Markup:
    row, column = place
    left, right = across(column) + 1, across(column + 1) - 1
    return Markup(
        '<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" '
        'fill-opacity="{:.2f}"><title>{}</title></rect>'
    ).format(kind, left, TOP + row * CELL + 1, right - left, CELL - 2, depth, title)


def _names(field: HeatMap, across: Axis) -> Iterator[Markup]:
    for number, name in enumerate(field.columns):
        yield text_at("middle", across(number + 0.5), TOP - 8, name)
    for number, name in enumerate(field.rows):
        yield text_at("level", across(0) - 6, TOP + (number + 0.5) * CELL + 4, name)


# --- drawing inflation: the mean rating at the end of every year ---------------------------------


TALL_MEANS = 170.0
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

    @property
    def values(self) -> Sequence[float]:
        """Every figure that is drawn."""
        return [value for row in self.years for value in (row.mean, row.lower, row.upper)]


def yearly_means_svg(
    sides: Sequence[YearlyMeans], label: str = "", *, with_names: bool = True
) -> Markup:
    """All sides in one plot if one axis fits them, else one below the other.

    Empty without two years of any.  ``with_names``: the legend is part of it.
    """
    shown = [(number, each) for number, each in enumerate(sides) if len(each.years) > 1]
    if not shown:
        return Markup("")
    names, top = legend([each.name for each in sides], written=with_names)
    years = [row.year for _, each in shown for row in each.years]
    span = (min(years), max(years))
    parts = [names]
    together = len({each.downwards for _, each in shown}) == 1 and fit_one_axis(
        [(min(each.values), max(each.values)) for _, each in shown]
    )
    for plotted in [shown] if together else [[each] for each in shown]:
        values = [value for _, each in plotted for value in each.values]
        vertical, downwards = padded(values), plotted[0][1].downwards
        panel = Panel.of(span, vertical, top=top, floor=top + TALL_MEANS, downwards=downwards)
        parts += _behind(panel, span, values)
        parts += [part for side in plotted for part in _mean_line(*side, panel)]
        top = panel.floor + 30
    return chart(top - 6, label, parts)


def _behind(panel: Panel, span: tuple[int, int], values: Sequence[float]) -> Iterator[Markup]:
    step = max(1, -(-(span[1] - span[0] + 1) // MOST_YEARS))
    yield from panel.columns(range(span[0], span[1] + 1, step), "{:.0f}".format)
    yield from panel.levels(*padded(values))


def _mean_line(number: int, one: YearlyMeans, panel: Panel) -> Iterator[Markup]:
    colour = number % COLOURS
    upper = [(panel.across(row.year), panel.up(row.upper)) for row in one.years]
    lower = [(panel.across(row.year), panel.up(row.lower)) for row in reversed(one.years)]
    middle = [(panel.across(row.year), panel.up(row.mean)) for row in one.years]
    yield Markup('<path class="spread series{}" d="{}z"/>').format(colour, path_of(upper + lower))
    yield Markup('<path class="curve series{}" d="{}"/>').format(colour, path_of(middle))
    for place, row in zip(middle, one.years, strict=True):
        yield dot(colour, place, 3, f"{row.year}: {row.mean:.1f} ({row.players})")


# --- drawing calibration: forecasters beside the diagonal ----------------------------------------


TALL_CALIBRATION = 300.0
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
    format_share: Callable[[float], str] = "{:.3f}".format,
) -> Markup:
    """The chart, a dot as large as its band has games; empty if nothing was forecast.

    ``expected``, ``scored``: what is written at the axes.  ``with_names``: the legend is in it.
    ``format_share``: a share of the points as it is written at a dot.
    """
    shown = [each for each in forecasters if each.bands]
    if not shown:
        return Markup("")
    names, top = legend([each.name for each in shown], written=with_names)
    lowest = min(band.scored for each in shown for band in each.bands)
    vertical = (min(0.5, lowest) - 0.02, 1.0)
    panel = Panel.of((0.5, 1.0), vertical, top=top, floor=top + TALL_CALIBRATION)
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
            for part in _calibration_line(number, each, panel, most, format_share)
        ),
        text_at("middle", (panel.left + panel.right) / 2, panel.floor + 34, expected),
        Markup('<text x="6" y="{:.1f}">{}</text>').format(panel.floor + 34, scored + " ↑"),
    ]
    return chart(panel.floor + 42, f"{expected} / {scored}", parts)


def _calibration_line(
    number: int, one: Calibration, panel: Panel, most: int, format_share: Callable[[float], str]
) -> Iterator[Markup]:
    colour = number % COLOURS
    places = [(panel.across(band.expected), panel.up(band.scored)) for band in one.bands]
    yield Markup('<path class="curve series{}" d="{}"/>').format(colour, path_of(places))
    for place, band in zip(places, one.bands, strict=True):
        radius = LEAST_DOT + (MOST_DOT - LEAST_DOT) * sqrt(band.games / most)
        shares = f"{format_share(band.expected)} → {format_share(band.scored)}"
        yield dot(colour, place, radius, f"{one.name}: {shares} ({band.games})")
