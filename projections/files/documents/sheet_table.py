"""Tables of answers as they are printed, and as the sheets of a workbook."""

from collections.abc import Sequence
from typing import Any, Generic

import attrs

from projections.files.documents.document import Table
from projections.files.documents.workbook import Sheet
from projections.queries.columns import Column, Columns, RowT, Spelling


@attrs.frozen
class SheetTable(Generic[RowT]):
    """Rows under a heading, in the columns of their answer."""

    heading: str
    columns: Columns[RowT]
    rows: Sequence[RowT]
    spelling: Spelling

    @property
    def texts(self) -> Table:
        """The table as it is printed."""
        said, columns = self.spelling.speech.translate_text, list(self.columns)
        return Table(
            headings=tuple(said(it.heading) for it in columns),
            rows=tuple(tuple(it.text(row, self.spelling) for it in columns) for row in self.rows),
            numbers=frozenset(
                place for place, it in enumerate(columns) if it.kind.is_number is not False
            ),
        )

    @property
    def spare(self) -> frozenset[int]:
        """The places of the columns that a sheet of paper has no room for."""
        names = enumerate(each.name for each in self.columns)
        return frozenset(place for place, name in names if name in {"status", "performance"})

    @property
    def sheet(self) -> Sheet:
        """The sheet of a workbook."""
        said = self.spelling.speech.translate_text
        return Sheet(
            self.heading,
            [(said(it.heading), it.width) for it in self.columns],
            [[in_sheet(it, row, self.spelling) for it in self.columns] for row in self.rows],
        )


def in_sheet(column: Column[RowT], row: RowT, spelling: Spelling) -> Any:
    """A value in a workbook: a number as it is, all else as people read it."""
    value = column.value(row)
    return value if type(value) in {int, float} else column.text(row, spelling)
