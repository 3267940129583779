"""Small Jet 4 databases, written as the tests need them: every table on one page of data.

Rows that have outgrown their page stand on a second one, as Access moves them.
"""

import struct
from collections.abc import Collection, Mapping, Sequence

PAGE = 4_096
NUMBER, DAY, TEXT = 4, 8, 10
Table = tuple[Mapping[str, int], Sequence[Mapping[str, object]]]
"""The columns with their types, and the rows."""


def jet(tables: Mapping[str, Table], moved: Mapping[str, Collection[int]] | None = None) -> bytes:
    """A database with these tables; the catalogue is defined on page 2.

    ``moved`` gives the rows of a table that stand on another page, counted from 0.
    """
    names = list(tables)
    catalogue: Table = (
        {"Id": NUMBER, "Type": NUMBER, "Name": TEXT},
        [{"Id": 4 + 2 * at, "Type": 1, "Name": name} for at, name in enumerate(names)],
    )
    header = (b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes([1])).ljust(PAGE, b"\x00")
    pages = [header, bytes(PAGE)]
    for table in (catalogue, *tables.values()):
        pages += [definition(table[0]), data(len(pages), *table)]
    for at, name in enumerate(names):
        if rows := (moved or {}).get(name):
            pages.append(_move(pages, 4 + 2 * at, tables[name], rows))
    return b"".join(pages)


def _move(pages: list[bytes], owner: int, table: Table, moved: Collection[int]) -> bytes:
    """Put pointers where rows of a table stood; gives the page on which they stand now.

    A pointer is a byte for the row and three for the page; there the row is marked as deleted.
    """
    columns, rows = table
    pages[owner + 1] = data(
        owner, columns, rows, {row: (at, len(pages)) for at, row in enumerate(moved)}
    )
    there = bytearray(data(owner, columns, [rows[row] for row in moved]))
    for at in range(len(moved)):
        there[14 + 2 * at + 1] |= 0x80
    return bytes(there)


def definition(columns: Mapping[str, int]) -> bytes:
    fixed, variable, described, names = 0, 0, b"", b""
    for number, (name, type_) in enumerate(columns.items()):
        size = {NUMBER: 4, DAY: 8}.get(type_, 0)
        flag = 1 if size else 0
        described += struct.pack(
            "<BIHHHIBBIHH", type_, 0, number, variable, number, 0, flag, 0, 0, fixed, size
        )
        fixed, variable = fixed + size, variable + (not size)
        written = name.encode("utf-16-le")
        names += struct.pack("<H", len(written)) + written
    head = bytearray(63)
    head[0:2] = b"\x02\x01"
    struct.pack_into("<H", head, 45, len(columns))
    return (bytes(head) + described + names).ljust(PAGE, b"\x00")


def data(
    owner: int,
    columns: Mapping[str, int],
    rows: Sequence[Mapping[str, object]],
    pointers: Mapping[int, tuple[int, int]] | None = None,
) -> bytes:
    """A page of data; ``pointers`` gives for some rows row and page where they stand instead."""
    offsets, content, end = [], bytearray(PAGE), PAGE
    for number, row in enumerate(rows):
        pointer = (pointers or {}).get(number)
        written = row_of(columns, row)
        if pointer is not None:
            written = bytes([pointer[0]]) + pointer[1].to_bytes(3, "little")
        end -= len(written)
        content[end : end + len(written)] = written
        offsets.append(end | (0x4000 if pointer else 0))
    struct.pack_into("<BBHII", content, 0, 1, 1, 0, owner, 0)
    struct.pack_into(f"<H{len(offsets)}H", content, 12, len(offsets), *offsets)
    return bytes(content)


def row_of(columns: Mapping[str, int], row: Mapping[str, object]) -> bytes:
    fixed, starts, bitmap = b"", [], 0
    texts = b""
    for number, (name, type_) in enumerate(columns.items()):
        value = row.get(name)
        bitmap |= (value is not None) << number
        if type_ == NUMBER:
            fixed += struct.pack("<i", value or 0)
        elif type_ == DAY:
            fixed += struct.pack("<d", value or 0)
    at = 2 + len(fixed)
    for name, type_ in columns.items():
        if type_ == TEXT:
            starts.append(at + len(texts))
            value = row.get(name)
            # Packed, as Access writes it, where every sign is of one byte.
            texts += b"" if value is None else b"\xff\xfe" + str(value).encode("latin-1")
    ends = struct.pack(f"<{len(starts) + 1}H", at + len(texts), *reversed(starts))
    size = (len(columns) + 7) // 8
    count = struct.pack("<H", len(columns))
    return (
        count
        + fixed
        + texts
        + ends
        + struct.pack("<H", len(starts))
        + bitmap.to_bytes(size, "little")
    )
