"""The spelling of printed sheets and workbooks, and tables that are written so."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import attrs

from ledger.events.messages import marked
from projections.files.documents.document import Table
from projections.files.documents.workbook import Sheet
from projections.i18n.languages import Language
from projections.queries.answer_types import Card
from projections.queries.columns import Column, Columns, RowT
from projections.queries.labels import Labels
from projections.queries.presentation import format_card

Row = TypeVar("Row")


@attrs.frozen
class SheetSpelling:
    """A language, the rulebook whose cards are written, and the decimals of numbers at most."""

    spoken: Language
    rulebook: str | None
    labels: Labels = attrs.field(factory=Labels)
    decimals: int = 3

    def word(self, text: str) -> str:
        """A text that the catalogue knows as a whole."""
        return self.spoken.translate_text(text)

    def name(self, name: str | None) -> str:
        """The name of a player."""
        return self.word(marked("(withheld)")) if name is None else name

    def day(self, given: str) -> str:
        """A day."""
        return self.spoken.day(given)

    def number(self, given: float) -> str:
        """A number with few decimals."""
        return self.spoken.number(given, self.decimals)

    def fixed(self, given: float) -> str:
        """A number with two decimals."""
        return self.spoken.fixed(given)

    def signed(self, given: float) -> str:
        """A change, with its sign."""
        return self.spoken.signed(given, self.decimals)

    def points(self, given: float) -> str:
        """Points with their halves."""
        return self.spoken.points(given)

    def percent(self, given: float) -> str:
        """A share in per cent."""
        return f"{self.spoken.number(100 * given, 0)} %"

    def card(self, card: Card) -> str:
        """A card as its rulebook writes it."""
        return format_card(card, self.rulebook)

    def value(self, given: object) -> str:
        """A value of a rulebook's row."""
        return self.spoken.cell(given)

    def in_sheet(self, column: Column[RowT], row: RowT) -> Any:
        """A value in a workbook: a number as it is, all else as people read it."""
        value = column.value(row)
        return value if type(value) in {int, float} else column.text(row, self)


@attrs.frozen
class SheetTable(Generic[Row]):
    """Rows under a heading, in the columns of their answer."""

    heading: str
    columns: Columns[Row]
    rows: Sequence[Row]
    spelling: SheetSpelling

    @property
    def texts(self) -> Table:
        """The table as it is printed."""
        columns = list(self.columns)
        return Table(
            headings=tuple(self.spelling.word(it.heading) for it in columns),
            rows=tuple(tuple(it.text(row, self.spelling) for it in columns) for row in self.rows),
            numbers=frozenset(
                place for place, it in enumerate(columns) if it.kind.is_number is not False
            ),
        )

    @property
    def sheet(self) -> Sheet:
        """The sheet of a workbook."""
        return Sheet(
            self.heading,
            [(self.spelling.word(it.heading), it.width) for it in self.columns],
            [[self.spelling.in_sheet(it, row) for it in self.columns] for row in self.rows],
        )
