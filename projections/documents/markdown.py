"""A document as Markdown, the data in a fenced block at the end."""

import re
from collections.abc import Iterator

from projections.documents.document import Facts, Line, Lines, Paper, Table, Text

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def markdown(paper: Paper) -> str:
    """The whole document."""
    return "\n".join(_lines(paper)) + "\n"


def _lines(paper: Paper) -> Iterator[str]:
    yield f"# {_plain(paper.title)}"
    yield ""
    yield f"**{_plain(paper.player)}**: {_plain(paper.occasion)}"
    yield ""
    yield f"**{_plain(paper.before)} → {_plain(paper.after)}**"
    for part in paper.parts:
        yield from ("", f"## {_plain(part.heading)}")
        for block in part.blocks:
            yield ""
            yield from _block(block)
    yield from ("", "## Data", "", "```json", paper.data, "```")


def _block(block: Text | Facts | Table | Lines) -> Iterator[str]:
    match block:
        case Text():
            yield _plain(block.text)
        case Facts():
            yield from _table(Table(("", ""), block.facts, frozenset()))
        case Table():
            yield from _table(block)
        case Lines():
            for number, line in enumerate(block.lines, start=1):
                yield from _step(number, line)


def _step(number: int, line: Line) -> Iterator[str]:
    yield f"{number}. **{_plain(line.rule)}** {_plain(line.text)}"
    given = ", ".join(f"{_plain(name)} = {_plain(value)}" for name, value in line.given)
    yield f"   {given} → **{_plain(line.result)}**".replace("    →", "   →")
    for table in line.tables:
        yield ""
        yield from (f"   {row}" for row in _table(table))
        yield ""


def _table(table: Table) -> Iterator[str]:
    yield _row(table.headings)
    rules = ("---:" if place in table.numbers else "---" for place, _ in enumerate(table.headings))
    yield f"| {' | '.join(rules)} |"
    yield from map(_row, table.rows)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(map(_plain, cells))} |"


def _plain(text: str) -> str:
    """Text that Markdown takes as it is: nothing in it is a sign, and it stays in its line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
