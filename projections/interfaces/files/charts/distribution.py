"""How many players have which figure, then and now: outlines, each of everybody once."""

from collections.abc import Iterator, Sequence

import attrs
from markupsafe import Markup

from projections.interfaces.files.charts.panel import COLOURS, Panel, chart, legend, path_of, ticks

TALL = 190.0


@attrs.frozen(kw_only=True)
class Distribution:
    """Of how many players the figure lies from each class's beginning to ``width`` above it."""

    name: str
    width: float
    classes: Sequence[tuple[float, int]]

    @property
    def players(self) -> int:
        """How many there are in all."""
        return sum(players for _, players in self.classes)


def names_with_players(shown: Sequence[Distribution]) -> list[str]:
    """What the legend says: each distribution that has players, and how many."""
    return [f"{each.name} ({each.players})" for each in shown if each.players]


def distribution_svg(
    shown: Sequence[Distribution], label: str = "", *, with_names: bool = True
) -> Markup:
    """Shares of all players by classes of the figure; empty where nobody has one.

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
    panel = Panel.of(span, (0, most), top=top, floor=top + TALL)
    parts = [
        names,
        *panel.levels(0, most, "{:.0%}".format),
        *panel.columns(ticks(*span, most=8)),
        *(_outline(number, each, panel) for number, each in enumerate(shown)),
    ]
    return chart(panel.floor + 24, label, parts)


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
