"""A crosstable as a picture: a square for each result, in the colours of win, draw and loss."""

from collections.abc import Callable, Iterator, Mapping

from markupsafe import Markup

from projections.files.charts.panel import chart, text_at
from projections.queries.answer_types import FinalTable, FinalTableRow
from projections.queries.presentation import display_name

LEFT, TOP, RIGHT = 210.0, 22.0, 580.0
LARGEST = 34.0
MOST_LETTERS = 28
_KINDS = {1.0: "cheaper", 0.5: "neither", 0.0: "dearer"}


def crosstable_svg(table: FinalTable, points: Callable[[float], str]) -> Markup:
    """The picture of a final table; empty unless its layout is a crosstable."""
    players = table["players"]
    if table["layout"] != "crosstable":
        return Markup("")
    size = min(LARGEST, (RIGHT - LEFT) / len(players))
    columns = {row["player"]: LEFT + number * size for number, row in enumerate(players)}
    parts = [
        *_heading(columns, size),
        *(
            part
            for number, row in enumerate(players)
            for part in _line(number, row, columns, size, points)
        ),
    ]
    return chart(TOP + len(players) * size + 4, "", parts)


def _heading(columns: Mapping[str, float], size: float) -> Iterator[Markup]:
    for number, left in enumerate(columns.values(), start=1):
        yield text_at("middle", left + size / 2, TOP - 7, str(number))


def _line(
    number: int,
    row: FinalTableRow,
    columns: Mapping[str, float],
    size: float,
    points: Callable[[float], str],
) -> Iterator[Markup]:
    top = TOP + number * size
    middle = top + size / 2 + 4
    name = display_name(row["name"])
    shown = name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"
    yield text_at("level", 24, middle, f"{number + 1}.")
    yield text_at("key", 32, middle, shown)
    yield _square("era1", columns[row["player"]], top, size)
    for opponent, left in columns.items():
        results = [game["points"] for game in row["games"] if game["opponent"] == opponent]
        if results:
            mean = sum(results) / len(results)
            kind = _KINDS.get(mean, "cheaper" if mean > 0.5 else "dearer")
            yield _square(kind, left, top, size)
            said = " ".join(map(points, results))
            yield text_at("middle", left + size / 2, middle, said)
    yield text_at("title", LEFT + len(columns) * size + 12, middle, points(row["points"]))


def _square(kind: str, left: float, top: float, size: float) -> Markup:
    return Markup(
        '<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" '
        'fill-opacity="0.3"/>'
    ).format(kind, left + 1, top + 1, size - 2, size - 2)
