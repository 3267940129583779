"""A field of cells: what each row is worth in each column, and which one was chosen."""

from collections.abc import Iterator, Mapping, Sequence

import attrs
from markupsafe import Markup

from projections.interfaces.files.charts.panel import RIGHT, Axis, axis, chart

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
        Markup('<text class="level" x="{:.1f}" y="{:.1f}">{}</text>').format(
            RIGHT, floor + 18, label
        ),
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
        yield Markup('<text class="middle" x="{:.1f}" y="{:.1f}">{}</text>').format(
            across(number + 0.5), TOP - 8, name
        )
    for number, name in enumerate(field.rows):
        yield Markup('<text class="level" x="{:.1f}" y="{:.1f}">{}</text>').format(
            across(0) - 6, TOP + (number + 0.5) * CELL + 4, name
        )
