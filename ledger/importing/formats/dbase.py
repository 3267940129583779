"""Tables of dBase III (.dbf): a header, 32 bytes for each field, rows of fixed width.

Every cell is text here, whatever the type of its field: the programs that write these files agree
on neither types nor padding.  Memo fields, which are in a file of their own, are not read.
Raises ValueError for other bytes, for a table that ends before its last row, and for one with more
cells than a tournament has.
"""

import struct
from collections.abc import Mapping, Sequence
from datetime import date

import attrs

MOST_FIELDS = 255
MOST_CELLS = 500_000
_VERSIONS = frozenset({0x03, 0x83, 0x8B, 0x30, 0x31, 0xF5})
_HEAD, _FIELD = 32, 32
_END_OF_HEAD, _END_OF_FILE = 0x0D, b"\x1a"
_DELETED = ord("*")

Row = Mapping[str, str]


@attrs.frozen
class Field:
    """A column to write; ``type`` is C for text, D for a day as YYYYMMDD."""

    name: str
    width: int
    type: str = "C"


def fields_of(description: str) -> Sequence[Field]:
    """Return columns from their names, types and widths: ``H_NAME C35, H_BEG_DATE D8``."""
    pairs = (each.split() for each in description.split(","))
    return tuple(Field(name, int(width[1:]), width[0]) for name, width in pairs)


def field_names(content: bytes) -> Sequence[str]:
    """Return the column names of a table, in capitals; none if the bytes are not a table."""
    try:
        return [name for name, _ in _fields(content)]
    except (ValueError, struct.error):
        return []


def read_dbase(content: bytes) -> Sequence[Row]:
    """Return the rows of a table that are not deleted, with cells stripped."""
    try:
        fields = _fields(content)
        count, head, width = struct.unpack_from("<IHH", content, 4)
    except struct.error as error:
        raise ValueError(*error.args) from error
    if count * len(fields) > MOST_CELLS:
        raise ValueError(f"the table has {count} rows of {len(fields)} fields")
    if width != 1 + sum(size for _, size in fields) or head + count * width > len(content):
        message = "the table ends before its last row, or its rows are not as wide as its fields"
        raise ValueError(message)
    rows = (content[at : at + width] for at in range(head, head + count * width, width))
    return [_row(row, fields) for row in rows if row[0] != _DELETED]


def _fields(content: bytes) -> Sequence[tuple[str, int]]:
    """The columns with their widths."""
    if not content or content[0] not in _VERSIONS:
        raise ValueError("this is not a dBase table")
    fields: list[tuple[str, int]] = []
    for at in range(_HEAD, len(content), _FIELD):
        if content[at] == _END_OF_HEAD:
            break
        name = content[at : at + 11].split(b"\0", 1)[0].decode("latin-1").strip().upper()
        (width,) = struct.unpack_from("<B", content, at + 16)
        if not name.isprintable() or not name or not width or len(fields) == MOST_FIELDS:
            raise ValueError("the table has a field without a name or a width, or too many")
        fields.append((name, width))
    return fields


def _row(row: bytes, fields: Sequence[tuple[str, int]]) -> Row:
    cells, at = {}, 1
    for name, width in fields:
        cells[name] = _text(row[at : at + width]).strip(" \0")
        at += width
    return cells


def _text(cell: bytes) -> str:
    """Decode ASCII as a rule, else UTF-8 if valid, else Windows' encoding."""
    try:
        return cell.decode("utf-8")
    except UnicodeDecodeError:
        return cell.decode("cp1252", errors="replace")


def write_dbase(fields: Sequence[Field], rows: Sequence[Row], written_on: date) -> bytes:
    """A table of ASCII text; a cell that is wider than its field is an error of the caller."""
    width = 1 + sum(field.width for field in fields)
    head = _HEAD + _FIELD * len(fields) + 1
    year = min(max(written_on.year - 1900, 0), 255)
    day = year, written_on.month, written_on.day
    parts = [struct.pack("<B3BIHH20x", 0x03, *day, len(rows), head, width)]
    for field in fields:
        name, type_ = field.name.encode("ascii"), field.type.encode("ascii")
        parts.append(struct.pack("<11sc4xB15x", name, type_, field.width))
    parts.append(bytes([_END_OF_HEAD]))
    for row in rows:
        cells = (row.get(field.name, "").encode("ascii").ljust(field.width) for field in fields)
        parts += [b" ", *cells]
    content = b"".join(parts)
    if len(content) != head + width * len(rows):
        raise ValueError("a cell is wider than its field")
    return content + _END_OF_FILE
