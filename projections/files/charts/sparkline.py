"""A line no higher than a letter: how a figure went, beside the figure itself."""

from collections.abc import Sequence

from markupsafe import Markup

WIDTH, HEIGHT, MARGIN = 64, 18, 2


def sparkline(figures: Sequence[float | None], *, lower_is_stronger: bool) -> Markup:
    """The figures as a line, oldest first; "" for fewer than two.

    Where none was held the line begins later; between two that were held it is straight.
    """
    known = [(at, figure) for at, figure in enumerate(figures) if figure is not None]
    if len(known) < 2:
        return Markup()
    lowest, highest = (pick(figure for _, figure in known) for pick in (min, max))
    span = (highest - lowest) or 1
    step = (WIDTH - 2 * MARGIN) / (len(figures) - 1)
    points = []
    for at, figure in known:
        height = (figure - lowest) / span if highest > lowest else 0.5
        height = 1 - height if lower_is_stronger else height
        y = HEIGHT - MARGIN - height * (HEIGHT - 2 * MARGIN)
        points.append(f"{MARGIN + at * step:.0f},{y:.0f}")
    drawn = Markup(
        '<svg class="spark" viewBox="0 0 {} {}" width="{}" height="{}" aria-hidden="true">'
        '<polyline points="{}"/></svg>'
    )
    return drawn.format(WIDTH, HEIGHT, WIDTH, HEIGHT, " ".join(points))
