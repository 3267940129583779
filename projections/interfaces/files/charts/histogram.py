"""How many differ by how much: a bar for each class of differences."""

from collections import Counter
from collections.abc import Sequence
from math import floor

from markupsafe import Markup

from projections.interfaces.files.charts.panel import axis, ticks

WIDTH, HEIGHT, FLOOR = 640, 170, 136
CLASSES = 24


def histogram_svg(values: Sequence[float], label: str = "") -> Markup:
    """The bars; empty where there is nothing to count."""
    if not values:
        return Markup("")
    span = max(map(abs, values)) or 1
    step = (ticks(0, 2 * span, CLASSES) or (1,))[1:2] or (1,)
    width = step[0] or 1
    counts = Counter(floor(value / width + 0.5) for value in values)
    first, last = min(*counts, -1), max(*counts, 1)
    across = axis(first - 0.5, last + 0.5, 20, WIDTH - 20)
    up = axis(0, max(counts.values()), FLOOR, 16)
    bars = [
        Markup(
            '<path class="{}" d="M{:.1f} {}V{:.1f}H{:.1f}V{}z"><title>{:+g}: {}</title></path>'
        ).format(
            "gain bar" if place >= 0 else "loss bar",
            across(place - 0.45),
            FLOOR,
            up(count),
            across(place + 0.45),
            FLOOR,
            place * width,
            count,
        )
        for place, count in sorted(counts.items())
    ]
    names = [
        Markup('<text class="year" x="{:.1f}" y="{}">{}</text>').format(
            across(place), FLOOR + 26, f"{place * width:+g}" if place else "0"
        )
        for place in sorted({first, 0, last})
    ]
    return Markup(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(WIDTH, HEIGHT, label, Markup("").join([*bars, *names]))
