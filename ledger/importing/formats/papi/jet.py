"""Tables from a Jet 4 database (.mdb), as far as one tournament file needs them.

Pages of 4096 bytes: definitions of tables, which may span several pages, and data, whose
rows are at the ends of their pages.  A row has the columns of fixed length, those of variable
length, the offsets of these, and a bit for every column that has a value.  A row that has
outgrown its page leaves a pointer there and is on another page of its table.  Raises
ValueError, struct.error or IndexError for other bytes; no pointer is followed twice, no table has
more rows or columns than the program's own, and no byte of a row belongs to two of its texts.
"""

import struct
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import attrs

SIGNATURE = b"\x00\x01\x00\x00Standard Jet DB\x00"
PAGE = 4_096
MOST_ROWS = 10_000
_MOST_COLUMNS = 255
_LONGEST_DEFINITION = 50  # number of pages
_CATALOGUE_PAGE = 2
_DATA, _DEFINITION = 1, 2
_DELETED, _MOVED, _ROW_OFFSET = 0x8000, 0x4000, 0x1FFF
_POINTER_SIZE = 4
_MOST_OFFSETS = 2_000
_COLUMN_SIZE, _INDEX_SIZE, _HEADER_SIZE = 25, 12, 63
_BOOLEAN, _DATETIME, _TEXT = 1, 8, 10
_NUMBERS = {2: "<B", 3: "<h", 4: "<i", 6: "<f", 7: "<d", _DATETIME: "<d"}
_IS_FIXED = 1
_DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 - a day of the file, in no zone

Value = str | int | float | datetime | None
TableRow = Mapping[str, Value]


@attrs.frozen
class _Place:
    """A row on its page: its flags, and the bytes from ``begin`` to ``end``."""

    flags: int
    begin: int
    end: int


@attrs.frozen
class _Column:
    name: str
    type: int
    number: int
    is_fixed: bool
    at: int  # for a fixed column its offset, for a variable one its ordinal


class Jet:
    """A database in memory."""

    def __init__(self, content: bytes) -> None:
        if not content.startswith(SIGNATURE):
            raise ValueError("this is not a Jet 4 database")
        self._content = content
        self._data: dict[int, list[int]] = {}
        for start in range(0, len(content) - PAGE + 1, PAGE):
            owner = self._owner_of(start)
            if owner is not None:
                self._data.setdefault(owner, []).append(start)

    def _owner_of(self, start: int) -> int | None:
        """The page that defines the table of the data at an offset; None if there are no data."""
        if self._content[start] != _DATA:
            return None
        owner: int = struct.unpack_from("<I", self._content, start + 4)[0]
        return owner

    def tables(self) -> Mapping[str, int]:
        """The names of the tables and the pages on which they are defined."""
        return {
            name: id_ & 0xFFFFFF
            for row in self.rows(_CATALOGUE_PAGE)
            if isinstance(name := row.get("Name"), str)
            and isinstance(id_ := row.get("Id"), int)
            and row.get("Type") == 1
        }

    def rows(self, page: int) -> Iterator[TableRow]:
        """The rows of the table that is defined on a page."""
        columns = self._columns(page)
        taken = set[int]()
        for start in self._data.get(page, []):
            for place in self._places(start):
                if place.flags & _DELETED:
                    continue
                begin, end = start + place.begin, start + place.end
                if place.flags & _MOVED:
                    begin, end = self._moved_row(begin, end, page)
                if begin in taken:
                    raise ValueError(f"two pointers of the table of page {page} name one row")
                taken.add(begin)
                if len(taken) > MOST_ROWS:
                    raise ValueError(f"the table of page {page} has more than {MOST_ROWS} rows")
                yield _row(self._content[begin:end], columns)

    def _places(self, start: int) -> Iterator[_Place]:
        """The rows of the page at an offset, those without a byte left out."""
        (count,) = struct.unpack_from("<H", self._content, start + 12)
        end = PAGE
        offsets = self._content[start + 14 : start + 14 + 2 * min(count, _MOST_OFFSETS)]
        for (offset,) in struct.iter_unpack("<H", offsets):
            begin = offset & _ROW_OFFSET
            if begin < end:
                yield _Place(offset & ~_ROW_OFFSET, begin, end)
            end = min(begin, end)

    def _moved_row(self, begin: int, end: int, page: int) -> tuple[int, int]:
        """The bytes of a row that a pointer names: one byte for the row, three for its page.

        The row is marked as deleted in its present place, so that only the pointer counts.
        """
        if end - begin < _POINTER_SIZE:
            raise ValueError(f"a pointer of the table of page {page} is cut off")
        (pointer,) = struct.unpack_from("<I", self._content, begin)
        start, row = (pointer >> 8) * PAGE, pointer & 0xFF
        if self._owner_of(start) != page:
            raise ValueError(f"a row of the table of page {page} was moved out of the table")
        (offset,) = struct.unpack_from("<H", self._content, start + 14 + 2 * row)
        for place in self._places(start):
            if place.begin == offset & _ROW_OFFSET and not place.flags & _MOVED:
                return start + place.begin, start + place.end
        raise ValueError(f"a row of the table of page {page} was moved to where there is none")

    def _columns(self, page: int) -> list[_Column]:
        definition = self._definition(page)
        (count,) = struct.unpack_from("<H", definition, 45)
        (indexes,) = struct.unpack_from("<I", definition, 51)
        if count > _MOST_COLUMNS:
            raise ValueError(f"the table of page {page} has {count} columns")
        at = _HEADER_SIZE + _INDEX_SIZE * indexes
        names_at = at + _COLUMN_SIZE * count
        columns = []
        for index in range(count):
            field = definition[at + _COLUMN_SIZE * index : at + _COLUMN_SIZE * (index + 1)]
            number, variable = struct.unpack_from("<HH", field, 5)
            (fixed,) = struct.unpack_from("<H", field, 21)
            (length,) = struct.unpack_from("<H", definition, names_at)
            name = definition[names_at + 2 : names_at + 2 + length].decode("utf-16-le")
            names_at += 2 + length
            is_fixed = bool(field[15] & _IS_FIXED)
            where = fixed if is_fixed else variable
            columns.append(_Column(name, field[0], number, is_fixed, where))
        return columns

    def _definition(self, page: int) -> bytes:
        """Return the definition of a table, joined from its pages."""
        definition, seen = b"", set[int]()
        while page and page not in seen and len(seen) < _LONGEST_DEFINITION:
            seen.add(page)
            data = self._content[page * PAGE : (page + 1) * PAGE]
            if len(data) < PAGE or data[0] != _DEFINITION:
                raise ValueError(f"page {page} defines no table")
            definition += data if not definition else data[8:]
            (page,) = struct.unpack_from("<I", data, 4)
        return definition


def _row(data: bytes, columns: list[_Column]) -> TableRow:
    (count,) = struct.unpack_from("<H", data, 0)
    bitmap_size = (count + 7) // 8
    bitmap = data[len(data) - bitmap_size :]
    starts_at = len(data) - bitmap_size - 2
    (variable,) = struct.unpack_from("<H", data, starts_at)
    starts = [
        struct.unpack_from("<H", data, starts_at - 2 * (index + 1))[0]
        for index in range(variable + 1)
        if starts_at - 2 * (index + 1) >= 0
    ]
    if starts != sorted(starts):
        raise ValueError("the texts of a row overlap")
    row: dict[str, Value] = {}
    taken = set[int]()
    for column in columns:
        has_value = column.number < count and bool(
            bitmap[column.number // 8] >> column.number % 8 & 1
        )
        if column.type == _BOOLEAN:
            row[column.name] = int(has_value)
        elif not has_value:
            row[column.name] = None
        elif column.is_fixed:
            row[column.name] = _number(column.type, data[2 + column.at :])
        elif column.at + 1 < len(starts) and column.at not in taken:
            taken.add(column.at)
            field = data[starts[column.at] : starts[column.at + 1]]
            row[column.name] = _text(field) if column.type == _TEXT else None
    return row


def _number(type_: int, data: bytes) -> Value:
    if type_ not in _NUMBERS:
        return None
    (value,) = struct.unpack_from(_NUMBERS[type_], data)
    if type_ != _DATETIME:
        return value  # type: ignore[no-any-return]
    try:
        return _DAY_0 + timedelta(days=value)
    except (OverflowError, ValueError):
        return None


def _text(field: bytes) -> str:
    """Decode UTF-16; or, after FF FE, a byte for each sign up to a 00, which changes to UTF-16."""
    if not field.startswith(b"\xff\xfe"):
        return field.decode("utf-16-le", errors="replace")
    text, at, is_compressed = "", 2, True
    while at < len(field):
        if is_compressed:
            end = field.find(b"\x00", at)
            end = len(field) if end < 0 else end
            text += field[at:end].decode("latin-1")
            at, is_compressed = end + 1, False
        else:
            end = at
            while end + 1 < len(field) and field[end : end + 2] != b"\x00\x00":
                end += 2
            text += field[at:end].decode("utf-16-le", errors="replace")
            at, is_compressed = end + 2, True
    return text
