"""A document as Markdown, the data in a fenced block at the end."""

import re
from collections.abc import Iterator

from projections.documents.document import Cell, Document, FieldList, Step, StepList, Table, Text

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def markdown(document: Document) -> str:
    """The whole document."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Document) -> Iterator[str]:
    yield f"# {_plain(document.title)}"
    yield ""
    yield f"**{_plain(document.player)}**: {_plain(document.occasion)}"
    yield ""
    yield f"**{_plain(document.before)} → {_plain(document.after)}**"
    for part in document.parts:
        yield from ("", f"## {_plain(part.heading)}")
        for block in part.blocks:
            yield ""
            yield from _block(block)
    yield from ("", "## Data", "", "```json", document.data, "```")


def _block(block: Text | FieldList | Table | StepList) -> Iterator[str]:
    match block:
        case Text():
            yield _plain(block.text)
        case FieldList():
            yield from _table(Table(("", ""), block.fields, frozenset()))
        case Table():
            yield from _table(block)
        case StepList():
            for number, step in enumerate(block.steps, start=1):
                yield from _step(number, step)


def _step(number: int, step: Step) -> Iterator[str]:
    yield f"{number}. **{_plain(step.rule)}** {_plain(step.text)}"
    given = ", ".join(f"{_plain(name)} = {_cell(value)}" for name, value in step.given)
    yield f"   {given} → **{_cell(step.result)}**".replace("    →", "   →")
    for table in step.tables:
        yield ""
        yield from (f"   {row}" for row in _table(table))
        yield ""


def _table(table: Table) -> Iterator[str]:
    yield _row(table.headings)
    rules = ("---:" if place in table.numbers else "---" for place, _ in enumerate(table.headings))
    yield f"| {' | '.join(rules)} |"
    yield from map(_row, table.rows)


def _row(cells: tuple[Cell, ...]) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(cell: Cell) -> str:
    """Nothing can be looked at more closely here: all digits."""
    return _plain(cell if isinstance(cell, str) else cell.full)


def _plain(text: str) -> str:
    """Text that Markdown takes as it is: nothing in it is a sign, and it stays in its line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
