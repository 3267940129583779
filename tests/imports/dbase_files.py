"""Small tables of dBase III, written as the tests need them."""

import struct
from collections.abc import Mapping, Sequence

Fields = Mapping[str, tuple[str, int]]
"""The fields of a table with their types and lengths."""


def dbase(fields: Fields, rows: Sequence[Mapping[str, object]], deleted: int = 0) -> bytes:
    """A table with these rows, and ``deleted`` copies of the first that are marked as deleted."""
    described = b"".join(
        name.encode().ljust(11, b"\x00") + type_.encode() + bytes(4) + bytes([length]) + bytes(15)
        for name, (type_, length) in fields.items()
    )
    size = 1 + sum(length for _, length in fields.values())
    records = [b" " + _record(fields, row) for row in rows]
    records += [b"*" + _record(fields, rows[0])] * deleted
    head = struct.pack("<4BIHH20x", 3, 110, 1, 29, len(records), 33 + len(described), size)
    return head + described + b"\r" + b"".join(records) + b"\x1a"


def _record(fields: Fields, row: Mapping[str, object]) -> bytes:
    cells = []
    for name, (type_, length) in fields.items():
        cell = str(row.get(name, "")).encode("cp1252")
        cells.append(cell.rjust(length) if type_ == "N" else cell.ljust(length))
    return b"".join(cells)
