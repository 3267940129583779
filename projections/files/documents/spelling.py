"""The spelling of printed sheets and workbooks: numbers, days and words of a language."""

from typing import Any

import attrs

from ledger.events.messages import marked
from projections.files.documents.formats import Speech
from projections.queries.answer_types import Card
from projections.queries.columns import DAY, FIGURE, ORDINAL, Column, RowT
from projections.queries.presentation import format_card


@attrs.frozen
class SheetSpelling:
    """A language, and the rulebook whose cards are written."""

    spoken: Speech
    rulebook: str | None

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
        """A number with at most three decimals."""
        return self.spoken.number(given, 3)

    def signed(self, given: float) -> str:
        """A change, with its sign."""
        return self.spoken.signed(given, 3)

    def points(self, given: float) -> str:
        """Points with their halves."""
        return self.spoken.points(given)

    def percent(self, given: float) -> str:
        """A share in per cent."""
        return f"{self.spoken.number(100 * given, 0)} %"

    def card(self, card: Card) -> str:
        """A card as its rulebook writes it."""
        return format_card(card, self.rulebook)

    def event(self, id_: str) -> str:
        """The id of a tournament or decision."""
        return id_

    def in_sheet(self, column: Column[RowT], row: RowT) -> Any:
        """A value in a workbook: numbers and days as they are, all else as people read it."""
        if column.kind in {ORDINAL, FIGURE, DAY}:
            return column.cell(row)
        return column.text(row, self)
