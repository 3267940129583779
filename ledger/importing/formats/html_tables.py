"""The tables of a saved web page, as rows of texts.

Only the visible table is read: scripts, styles and comments are skipped.  A table within a cell is
a table of its own, and its text is also part of that cell.  The page's grammar need not be
valid; tags that are left open end at the next one of their kind.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape

import attrs
import msgspec

from ledger.events.messages import Message
from ledger.importing.formats.text import MOST_CELLS, MOST_LINES, decoded, tidy, too_large
from ledger.importing.formats.tournament_report import Findings

MOST_COLUMNS = 300
_MOST_TAGS = 2_000_000
_DEEPEST = 30
_LONGEST_TEXT = 300
_LONGEST_REFERENCE = 40  # longer than every entity, such as &CounterClockwiseContourIntegral;
_MOST_PARTS = 20
_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s{0,99}(?:<!--[^>]{0,999}-->\s{0,99})?"
    rb"<(?:!doctype\s{1,9}html|html|head|body|h[1-6]|table|div|p|center)\b",
    re.IGNORECASE,
)
# Bytes up to the next "<" are scanned only once, even if tags stay open.
_TAG = re.compile(
    r"""<(/?)([a-z][a-z0-9]*)((?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+|[^<>]*+)>|<!--""", re.IGNORECASE
)
_COLSPAN = re.compile(r"""\bcolspan\s{0,9}=\s{0,9}["']?([0-9]{1,2})\b""", re.IGNORECASE)
_ACTION = re.compile(r"""\baction\s{0,9}=\s{0,9}["']([^"']{1,300})""", re.IGNORECASE)


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row of a table: the line or row of the file on which it begins, and its cells."""

    line: int
    cells: Sequence[str]

    def cell(self, index: int | None) -> str:
        """Return the text of a cell without blanks around it; empty if there is none."""
        if index is None or index >= len(self.cells):
            return ""
        return self.cells[index].strip()


@attrs.frozen
class PageTable:
    """A table, and the texts between the table before and this one.

    Within a table around it these are headings only.
    """

    texts: Sequence[str]
    rows: Sequence[Row]


@attrs.frozen
class Page:
    """A page: its encoding, its headings of levels 1 and 2, its address, its tables."""

    encoding: str
    titles: Sequence[str]
    address: str
    tables: Sequence[PageTable]


def is_page(content: bytes) -> bool:
    """True if a file begins like a web page."""
    return _PAGE.match(content) is not None


def read_page(content: bytes, findings: Findings) -> Page | None:
    """Return the page; None, with an error, if it is too large."""
    if too_large(content, findings):
        return None
    text, encoding = decoded(content, findings)
    builder = _Builder(encoding)
    for count, token in enumerate(_tokens(text)):
        builder.take(token)
        if count == _MOST_TAGS or builder.count > MOST_LINES or builder.cells > MOST_CELLS:
            message = Message("the page has more rows or tags than any tournament: export it anew")
            findings.error(message)
            return None
    return builder.page()


@attrs.frozen
class _Token:
    """The text before a tag, then the tag (``/td``, ``td``; empty at the end of the page)."""

    line: int
    text: str
    tag: str
    attributes: str


def _tokens(text: str) -> Iterator[_Token]:
    at, line = 0, 1
    while match := _TAG.search(text, at):
        before, end = text[at : match.start()], match.end()
        line += before.count("\n")
        name = (match[2] or "").casefold()
        yield _Token(line, before, f"{match[1] or ''}{name}", match[3] or "")
        if match[2] is None:
            end = _after(text, "-->", end)
        elif name in {"script", "style"} and not match[1]:
            end = _after(text, f"</{match[2]}", end)
        line += text.count("\n", match.start(), end)
        at = end
    yield _Token(line, text[at:], "", "")


def _after(text: str, mark: str, start: int) -> int:
    """Return the end of a section: at its mark, else at the end of the page."""
    found = text.find(mark, start)
    return len(text) if found < 0 else found


@attrs.define
class _Open:
    """A table that is being read; ``parts`` are the texts of its open cell, if there is one."""

    texts: Sequence[str]
    rows: list[Row] = attrs.field(factory=list)
    cells: list[str] = attrs.field(factory=list)
    parts: list[str] | None = None
    span: int = 1
    line: int = 1

    def close_cell(self) -> None:
        if self.parts is not None and len(self.cells) < MOST_COLUMNS:
            self.cells += [_text(self.parts), *[""] * (self.span - 1)]
        self.parts = None

    def close_row(self) -> int:
        """End the open row; return the number of its cells."""
        self.close_cell()
        count = len(self.cells)
        if self.cells:
            self.rows.append(Row(self.line, self.cells))
        self.cells = []
        return count


def _text(parts: Iterable[str]) -> str:
    """The beginning of a text; character references are decoded only as far as it is shown."""
    written = "".join(parts)[: _LONGEST_TEXT * _LONGEST_REFERENCE]
    return tidy(unescape(written)[:_LONGEST_TEXT])


@attrs.define
class _Builder:
    """The part of a page read so far.

    ``count`` is the number of its rows, titles and texts, ``cells`` that of its cells.
    """

    encoding: str
    count: int = 0
    cells: int = 0
    _titles: list[str] = attrs.field(factory=list)
    _address: str = ""
    _tables: list[PageTable] = attrs.field(factory=list)
    _open: list[_Open] = attrs.field(factory=list)
    _texts: list[str] = attrs.field(factory=list)
    _title: list[str] | None = None

    def take(self, token: _Token) -> None:
        if token.text and not token.text.isspace():
            self._take_text(token.text)
        tag = token.tag
        if tag in {"h1", "h2", "h3"}:
            self._title = []
        elif tag in {"/h1", "/h2", "/h3"} and self._title is not None:
            self._take_title(_text(self._title), is_of_page=tag != "/h3")
        elif tag == "form" and (match := _ACTION.search(token.attributes)):
            self._address = self._address or match[1]
        elif tag == "table" and len(self._open) < _DEEPEST:
            self._open.append(_Open(self._texts))
            self._texts = []
        elif self._open:
            self._take_part_of_table(token)

    def page(self) -> Page:
        while self._open:
            self._close_table()
        return Page(self.encoding, self._titles, self._address, self._tables)

    def _take_title(self, title: str, *, is_of_page: bool) -> None:
        if is_of_page:
            self._titles.append(title)
        if self._open:
            self._texts.append(title)
        self._title = None
        self.count += 1

    def _take_text(self, text: str) -> None:
        if self._title is not None:
            self._title.append(text)
        for table in self._open:
            if table.parts is not None and len(table.parts) < _MOST_PARTS:
                table.parts.append(text)
        if not self._open:
            self._texts.append(tidy(unescape(text[:_LONGEST_TEXT])))
            self.count += 1

    def _take_part_of_table(self, token: _Token) -> None:
        table = self._open[-1]
        if token.tag in {"tr", "/tr"}:
            self.cells += table.close_row()
            table.line = token.line
            self.count += 1
        elif token.tag in {"td", "th"}:
            table.close_cell()
            span = _COLSPAN.search(token.attributes)
            table.parts, table.span = [], max(1, int(span[1])) if span else 1
        elif token.tag in {"/td", "/th"}:
            table.close_cell()
        elif token.tag == "/table":
            self._close_table()

    def _close_table(self) -> None:
        table = self._open.pop()
        self.cells += table.close_row()
        if table.rows:
            self._tables.append(PageTable(table.texts, table.rows))
