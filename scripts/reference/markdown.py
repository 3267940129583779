"""Tables and headings in Markdown."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield a table's lines; bars in its cells are escaped."""
    yield row(columns)
    yield row(["---"] * len(columns))
    for each in rows:
        yield row(each)


def row(cells: Sequence[object]) -> str:
    """Return one line of a table."""
    escaped = [" ".join(str(cell).split()).replace("|", r"\|") for cell in cells]
    return f"| {' | '.join(escaped)} |"


def code(text: object) -> str:
    """Return a text in the type of code, or nothing for an empty one.

    A bar in backquotes keeps its backslash on some sites and ends the cell on others: such a
    text is an element with its bars as references.
    """
    shown = str(text)
    if "|" in shown:
        return f"<code>{escape(shown, quote=False).replace('|', '&#124;')}</code>"
    return f"`{shown}`" if shown else ""
