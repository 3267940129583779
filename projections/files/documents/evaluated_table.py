"""Evaluations as a table of a file: the columns and words of the pages."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from projections.files.documents.document import Table
from projections.files.documents.formats import Speech
from projections.files.documents.workbook import Sheet
from projections.queries.answer_types import EvaluationRow
from projections.queries.evaluated_rows import Evaluated, columns_shown, evaluated_rows


@attrs.frozen
class EvaluatedTable:
    """Evaluations under one rulebook as texts, and as the values of a workbook."""

    name: str
    texts: Table
    values: Sequence[Sequence[Any]]

    def sheet(self) -> Sheet:
        """The sheet of a workbook."""
        widths = [28 if place == 0 else 12 for place in range(len(self.texts.headings))]
        return Sheet(self.name, list(zip(self.texts.headings, widths, strict=True)), self.values)


def evaluated_table(
    name: str,
    rows: Sequence[EvaluationRow],
    rulebook: str | None,
    leading: Mapping[str, Sequence[str]],
    spoken: Speech,
) -> EvaluatedTable:
    """The table of some rows; ``leading`` are the first columns, by their headings."""
    evaluated = evaluated_rows(rows, rulebook)
    columns = columns_shown(evaluated, rulebook)
    first = list(zip(*leading.values(), strict=True))
    texts = Table(
        headings=(*leading, *map(spoken.translate_text, columns.values())),
        rows=tuple(
            (*start, *(_text(each, field, spoken) for field in columns))
            for start, each in zip(first, evaluated, strict=True)
        ),
        numbers=frozenset(range(len(leading), len(leading) + len(columns))),
    )
    values = [
        [*start, *(_value(each, field, spoken) for field in columns)]
        for start, each in zip(first, evaluated, strict=True)
    ]
    return EvaluatedTable(name, texts, values)


def _text(each: Evaluated, field: str, spoken: Speech) -> str:
    if field == "change":
        return spoken.signed(each.change)
    value = each.row.get(field)
    if field == "points":
        return spoken.points(value)
    return spoken.fixed(value) if field == "expected" else spoken.cell(value)


def _value(each: Evaluated, field: str, spoken: Speech) -> Any:
    value = each.change if field == "change" else each.row.get(field)
    return value if isinstance(value, (int, float)) else spoken.cell(value)
