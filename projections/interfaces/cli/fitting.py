"""Widths of texts and columns on a terminal, and how a table is fitted to a width.

It knows no answer, so that a command that only breaks lines loads none.
"""

from collections.abc import Iterator, Mapping, Sequence

import attrs
from rich.cells import cell_len, chop_cells

LEAST_PROSE = 16
GAP = 2
BORDER = 3


@attrs.frozen
class Column:
    """A column: its heading, and how it yields where the terminal is too narrow.

    ``wraps``: it holds names or sentences.  ``beneath``: columns with the highest number are the
    first to leave the row, those with the same number together; those with 0 leave it last, one
    by one from the right.  ``is_id``: an id beside its name, shown only if ids are asked for.
    """

    heading: str
    wraps: bool = False
    beneath: int = 0
    right: bool = False
    is_id: bool = False


@attrs.frozen
class Measure:
    """The width of a column: of its widest text, and of its longest word."""

    widest: int
    longest_word: int


@attrs.frozen
class Layout:
    """The columns in the row, by field and width, those beneath it, and True for drawn lines."""

    widths: Mapping[str, int]
    beneath: Sequence[str]
    boxed: bool


def width_of(text: str) -> int:
    """Return the number of terminal columns of a text."""
    return len(text) if text.isascii() else cell_len(text)


def measure(texts: Sequence[str]) -> Measure:
    """Return the width of a column of these texts."""
    words = (width_of(word) for text in texts for word in text.split(" "))
    return Measure(max(map(width_of, texts), default=0), max(words, default=0))


def best_layout(
    columns: Mapping[str, Column],
    measures: Mapping[str, Measure],
    width: int,
    *,
    in_lines: bool = False,
) -> Layout:
    """The layout that shows most side by side: with lines drawn, without, with less in the row.

    ``in_lines``: lines are drawn only if nothing has to be shortened.
    """
    fields = list(columns)
    boxed = _fitted(fields, columns, measures, width - BORDER * len(fields) - 1)
    if boxed is not None and not (in_lines and _shortens(boxed, measures)):
        return Layout(boxed, (), boxed=True)
    leaving = [*_dropping_order(columns)]
    gone: list[str] = []
    while True:
        row = [field for field in fields if field not in gone]
        plain = _fitted(row, columns, measures, width - GAP * (len(row) - 1))
        if plain is not None:
            beneath = [field for field in fields if field in gone]
            return Layout(plain, beneath, boxed=False)
        if not leaving:
            return Layout(_crowded(row, measures, width), gone, boxed=False)
        gone += leaving.pop(0)


def _shortens(widths: Mapping[str, int], measures: Mapping[str, Measure]) -> bool:
    return any(width < measures[field].widest for field, width in widths.items())


def _dropping_order(columns: Mapping[str, Column]) -> Iterator[list[str]]:
    """The columns in the order in which they leave the row; one of them stays."""
    ranks = sorted({column.beneath for column in columns.values()} - {0}, reverse=True)
    groups = [[name for name, each in columns.items() if each.beneath == rank] for rank in ranks]
    ordinary = [name for name, column in columns.items() if not column.beneath]
    from_the_right = ordinary[::-1]
    last = sorted(from_the_right, key=lambda name: columns[name].wraps)
    groups += [[name] for name in last if name != ordinary[0]]
    yield from groups if ordinary else groups[:-1]


def _fitted(
    fields: Sequence[str],
    columns: Mapping[str, Column],
    measures: Mapping[str, Measure],
    width: int,
) -> dict[str, int] | None:
    """Return widths that fit, wrapping columns as wide as possible; None if there are none."""
    widths = {field: measures[field].widest for field in fields}
    longest = max(LEAST_PROSE, 2 * width // 3)
    least = {
        field: min(widths[field], max(LEAST_PROSE, min(measures[field].longest_word, longest)))
        for field in fields
        if columns[field].wraps
    }
    while (excess := sum(widths.values()) - width) > 0:
        yielding = [field for field in least if widths[field] > least[field]]
        if not yielding:
            return None
        widest = max(yielding, key=lambda field: widths[field])
        next_widest = max((widths[each] for each in yielding if each != widest), default=0)
        down_to = max(least[widest], min(widths[widest] - 1, next_widest), widths[widest] - excess)
        widths[widest] = down_to
    return widths


def _crowded(row: Sequence[str], measures: Mapping[str, Measure], width: int) -> dict[str, int]:
    """Return widths with broken words if nothing else fits; all of them are still shown."""
    share = max(1, (width - GAP * (len(row) - 1)) // max(1, len(row)))
    return {field: min(measures[field].widest, share) for field in row}


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of a width: broken between words, and within one that is longer."""
    if width_of(text) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if width_of(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        *whole, line = chop_cells(word, width) or [""]
        lines += whole
    return [*lines, line]


def shortened(text: str, width: int) -> str:
    """A text that ends in ``…`` if there is no room for all of it."""
    if width_of(text) <= width:
        return text
    return chop_cells(text, max(1, width - 1))[0].rstrip() + "…"
