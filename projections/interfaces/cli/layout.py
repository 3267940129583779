"""Lists for people on a terminal of any width: the one way of drawing tables.

A short list that fits has lines drawn around it.  One that does not fit, or of any length,
is plain columns; columns without room move beneath the row (decision 0072, decision 0097).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from ledger.events.characters import visible
from projections.interfaces.cli import fitting
from projections.queries import columns as answer_columns
from projections.queries.calculator_request import shown_points
from projections.queries.columns import CARD, ID, KEY, PERSON, Person, RowT, Spelling

LONG_LIST = 500
INDENT = 4


class English:
    """The language of a terminal: days as in the log."""

    def translate_text(self, text: str) -> str:
        """A text, or a name in words."""
        return text.replace("_", " ")

    def day(self, given: str) -> str:
        """Return the day unchanged."""
        return given

    def number(self, given: float, decimals: int) -> str:
        """A number with at most so many decimals."""
        if not isinstance(given, float):
            return str(given)
        return f"{given:.{decimals}f}".rstrip("0").rstrip(".")

    def fixed(self, given: float) -> str:
        """A number with three decimals; halves and tenths have no more than they need."""
        return self.cell(given)

    def signed(self, given: float, decimals: int) -> str:
        """A change with its sign and all its decimals."""
        del decimals
        return f"{given:+.10g}"

    def points(self, given: float) -> str:
        """Points with their halves."""
        return shown_points(given)

    def percent(self, given: float) -> str:
        """A share in per cent."""
        return f"{given:.0%}"

    def cell(self, value: object) -> str:
        """A value of a rulebook's row: numbers as :meth:`fixed` writes them."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if not isinstance(value, float):
            return str(value)
        short = (value * 2).is_integer() or round(value, 1) == value
        return f"{value:g}" if short else f"{value:.3f}"


PLAIN = Spelling(English())


def listing(
    columns: answer_columns.Columns[RowT],
    rows: Sequence[RowT],
    title: str = "",
    spelling: Spelling = PLAIN,
    *,
    in_lines: bool = False,
) -> "Listing":
    """A table of rows; namesakes and players without a name have their ids.

    What stands in the rows is shown as it is: an id like ``[red]`` is not an instruction to rich.
    ``in_lines``: a long name is shortened, so that a row is one line where there is room for it.
    """
    people = {each.value(row) for each in columns if each.kind is PERSON for row in rows} - {None}
    count = Counter(spelling.name(name) for _, name in people)

    def text(column: answer_columns.Column[RowT], row: RowT) -> str:
        text, value = column.text(row, spelling), column.value(row)
        if isinstance(value, Person) and (value.name is None or count[text] > 1):
            text = f"{text} ({value.player})"
        return visible(text)

    cells = [{each.name: text(each, row) for each in columns} for row in rows]
    laid_out = {each.name: _laid_out(each, rows) for each in columns}
    return Listing(visible(title), laid_out, cells, in_lines)


def _laid_out(column: answer_columns.Column[RowT], rows: Sequence[RowT]) -> fitting.Column:
    kind = column.kind
    beneath = column.folds or (3 if kind in {ID, KEY} else 0)
    right = kind.is_number if kind is not CARD else False  # 1514-9 stands below 1661-16
    if right is None:
        right = any(type(column.value(row)) in {int, float} for row in rows)
    return fitting.Column(column.heading, kind.wraps, beneath, right, is_id=kind is ID)


@attrs.frozen
class Listing:
    """A table of any length, laid out when it is printed."""

    title: str
    columns: Mapping[str, fitting.Column]
    rows: Sequence[Mapping[str, str]]
    in_lines: bool = False

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        """The title, and the table in the width that there is."""
        if not getattr(console, "ids", False) and any(it.is_id for it in self.columns.values()):
            named = {field: it for field, it in self.columns.items() if not it.is_id}
            yield from attrs.evolve(self, columns=named).__rich_console__(console, options)
            return
        measures = {
            field: self._measure([column.heading, *(row[field] for row in self.rows)])
            for field, column in self.columns.items()
        }
        layout = self._best_layout(self.columns, measures, options.max_width)
        if not layout.boxed:
            layout = self._best_layout(self._columns_in_use(), measures, options.max_width)
        if self.title:
            yield Text("\n".join(fitting.wrapped(self.title, options.max_width)), style="bold")
        if self.title and not self.rows:
            yield Text("(none)")
        elif layout.boxed and len(self.rows) <= LONG_LIST:
            yield self._boxed(layout)
        else:
            yield from self._plain(layout, options.max_width)

    def _best_layout(
        self,
        columns: Mapping[str, fitting.Column],
        measures: Mapping[str, fitting.Measure],
        width: int,
    ) -> fitting.Layout:
        return fitting.best_layout(columns, measures, width, in_lines=self.in_lines)

    def _measure(self, texts: Sequence[str]) -> fitting.Measure:
        found = fitting.measure(texts)
        return attrs.evolve(found, longest_word=0) if self.in_lines else found

    def _cell(self, text: str, width: int) -> list[str]:
        return [fitting.shortened(text, width)] if self.in_lines else fitting.wrapped(text, width)

    def _columns_in_use(self) -> Mapping[str, fitting.Column]:
        """Those with something in them: if there is no room, empty ones take none."""
        used = {
            field: column
            for field, column in self.columns.items()
            if any(row[field] for row in self.rows)
        }
        return used or self.columns

    def _boxed(self, layout: fitting.Layout) -> Table:
        drawn = Table()
        for field, width in layout.widths.items():
            column = self.columns[field]
            drawn.add_column(
                Text(column.heading),
                justify="right" if column.right else "left",
                width=width,
                overflow="fold",
                no_wrap=not column.wraps,
            )
        for row in self.rows:
            cells = (self._cell(row[field], width) for field, width in layout.widths.items())
            drawn.add_row(*(Text("\n".join(lines)) for lines in cells))
        return drawn

    def _plain(self, layout: fitting.Layout, width: int) -> Iterator[RenderableType]:
        heading = {field: column.heading for field, column in self.columns.items()}
        yield _unbroken(self._row(heading, layout), style="bold")
        if self.rows:
            yield _unbroken(line for row in self.rows for line in self._lines(row, layout, width))

    def _lines(self, row: Mapping[str, str], layout: fitting.Layout, width: int) -> Iterator[str]:
        """Return a row with the lines beneath it."""
        yield from self._row(row, layout)
        beneath = [
            f"{self.columns[field].heading}: {row[field]}".removeprefix(": ")
            for field in layout.beneath
            if row[field]
        ]
        for line in _packed(beneath, width - INDENT):
            yield " " * INDENT + line

    def _row(self, row: Mapping[str, str], layout: fitting.Layout) -> Iterator[str]:
        """Yield the cells side by side, in as many lines as the longest text takes."""
        texts = {field: self._cell(row[field], size) for field, size in layout.widths.items()}
        for number in range(max(map(len, texts.values()))):
            parts = (
                _placed(lines[number] if number < len(lines) else "", field, self.columns, layout)
                for field, lines in texts.items()
            )
            yield "  ".join(parts).rstrip()


def _placed(
    text: str, field: str, columns: Mapping[str, fitting.Column], layout: fitting.Layout
) -> str:
    padding = " " * (layout.widths[field] - fitting.width_of(text))
    return padding + text if columns[field].right else text + padding


def _packed(items: Sequence[str], width: int) -> Iterator[str]:
    """Items side by side as long as there is room, each in one piece where a line can hold it."""
    line = ""
    for item in items:
        joined = f"{line} · {item}" if line else item
        if fitting.width_of(joined) <= width:
            line = joined
            continue
        if line:
            yield line
        *whole, line = fitting.wrapped(item, width)
        yield from whole
    if line:
        yield line


def _unbroken(lines: Iterable[str], style: str = "") -> Text:
    """Lines that are laid out already: rich leaves them as they are."""
    return Text("\n".join(lines), style=style, no_wrap=True, overflow="ignore")
