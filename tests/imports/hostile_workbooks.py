"""Workbooks and other binary files that ask for more than a machine has, a few kilobytes each."""

import struct
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO

from tests.imports.jet_files import NUMBER, PAGE, TEXT, data, definition, jet
from tests.members.spreadsheets import parts_of, xlsx

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SHARED = (
    '<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
)


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def workbook(rows: str, shared: str | None = None, head: str = "") -> bytes:
    """An .xlsx whose one sheet has these rows as XML, and these shared texts."""
    sheet = f'{head}<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    parts = {**parts_of(xlsx([("Name",)])), "xl/sheet1.xml": sheet}
    if shared is not None:
        relations = "xl/_rels/workbook.xml.rels"
        parts[relations] = parts[relations].replace("</Relationships>", _SHARED)
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{_MAIN}">{shared}</sst>'
    return packed(parts)


def number(place: str = "") -> str:
    """A cell, the next one where no place is given."""
    return f'<c r="{place}"><v>1</v></c>' if place else "<c><v>1</v></c>"


def row(*cells: str) -> str:
    return f"<row>{''.join(cells)}</row>"


def far_cell(place: str = "XFD1048576") -> bytes:
    """Two cells; a table around them has half a terabyte."""
    return workbook(row(number("A1")) + row(number(place)))


def many_sheets(count: int, content: bytes) -> bytes:
    """A workbook whose one sheet stands in it many times."""
    parts = parts_of(content)
    book = "xl/workbook.xml"
    sheet = '<sheet name="Members" sheetId="1" r:id="r1"/>'
    sheets = "".join(sheet.replace("Members", f"S{each}") for each in range(count))
    return packed({**parts, book: parts[book].replace(sheet, sheets)})


def repeated_cells(columns: int, rows: int) -> bytes:
    """An .ods with one cell that stands for a whole table."""
    oasis = "urn:oasis:names:tc:opendocument:xmlns"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    content = (
        f'<office:document-content xmlns:office="{oasis}:office:1.0" '
        f'xmlns:table="{oasis}:table:1.0" xmlns:text="{oasis}:text:1.0"><office:body>'
        '<office:spreadsheet><table:table table:name="A">'
        f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell '
        f'office:value-type="string" table:number-columns-repeated="{columns}">'
        "<text:p>Anna</text:p></table:table-cell></table:table-row></table:table>"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = f'<m:manifest xmlns:m="{oasis}:manifest:1.0"><m:file-entry m:media-type="{kind}"/>'
    files = {"mimetype": kind, "META-INF/manifest.xml": f"{manifest}</m:manifest>"}
    return packed({**files, "content.xml": content})


def understated(content: bytes) -> bytes:
    """The archive with a directory that says each member has ten bytes."""
    changed = bytearray(content)
    at = content.find(b"PK\x01\x02")
    while at >= 0:
        struct.pack_into("<I", changed, at + 24, 10)
        at = content.find(b"PK\x01\x02", at + 4)
    at = content.find(b"PK\x03\x04")
    while at >= 0:
        struct.pack_into("<I", changed, at + 22, 10)
        at = content.find(b"PK\x03\x04", at + 4)
    return bytes(changed)


def old_workbook(cells: Sequence[tuple[int, int]]) -> bytes:
    """An .xls (BIFF8 in a compound file) with a number in each of these cells."""

    def record(kind: int, body: bytes) -> bytes:
        return struct.pack("<HH", kind, len(body)) + body

    begins = struct.pack("<HHHHII", 0x600, 0x5, 0, 0, 0, 0)
    name = struct.pack("<IBBBB", 0, 0, 0, 1, 0) + b"A"
    globals_ = record(0x809, begins) + record(0x85, name) + record(0x0A, b"")
    place = globals_.index(record(0x85, name)) + 4
    globals_ = globals_[:place] + struct.pack("<I", len(globals_)) + globals_[place + 4 :]
    sheet = record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 0))
    for row_, column in cells:
        sheet += record(0x203, struct.pack("<HHHd", row_, column, 0, 1.0))
    return compound_file("Workbook", globals_ + sheet + record(0x0A, b""))


def compound_file(name: str, stream: bytes) -> bytes:
    """An OLE file of one stream: header, table of sectors, directory, stream."""
    end, free, is_table = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
    stream = stream.ljust(max(4_096, -len(stream) // 512 * -512), b"\0")
    count = len(stream) // 512
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4_096, end, 0, end, 0)
    header += struct.pack("<109I", 0, *[free] * 108)
    chain = [*range(3, count + 2), end]
    table = struct.pack("<128I", *[is_table, end, *chain, *[free] * (126 - count)])

    def entry(called: str, kind: int, child: int, start: int, size: int) -> bytes:
        written = called.encode("utf-16-le")
        return (
            written.ljust(64, b"\0")
            + struct.pack("<HBBIII", len(written) + 2, kind, 1, free, free, child)
            + bytes(36)
            + struct.pack("<III", start, size, 0)
        )

    directory = entry("Root Entry", 5, 1, end, 0) + entry(name, 2, free, 2, len(stream))
    return header + table + directory.ljust(512, b"\0") + stream


# --- Papi and Swiss-Chess --------------------------------------------------------------------


def overlapping_texts(pages: int) -> bytes:
    """A database of players whose rows give the same four kilobytes to each of their columns."""
    columns = {f"c{at}": TEXT for at in range(240)}
    base = jet({"INFO": ({"Variable": TEXT}, []), "JOUEUR": (columns, [])})
    owner = (len(base) // PAGE) - 2
    starts = [2 if at % 2 else 3_400 for at in range(241)]
    tail = struct.pack("<241H", *reversed(starts)) + struct.pack("<H", 240) + b"\xff" * 30
    written = struct.pack("<H", 240) + b"a" * 3_400 + tail
    page = bytearray(data(owner, columns, []))
    begin = PAGE - len(written)
    page[begin:] = written
    struct.pack_into("<HH", page, 12, 1, begin)
    return base + bytes(page) * pages


def crowded_players(pages: int) -> bytes:
    """A database with a thousand rows of two bytes on each page, in 240 columns."""
    columns = {f"c{at}": NUMBER for at in range(240)}
    base = jet({"INFO": ({"Variable": TEXT}, []), "JOUEUR": (columns, [])})
    page = bytearray(data((len(base) // PAGE) - 2, columns, []))
    offsets = [PAGE - 2 * (at + 1) for at in range(1_000)]
    struct.pack_into("<H1000H", page, 12, 1_000, *offsets)
    return base + bytes(page) * pages


def long_definition(pages: int) -> bytes:
    """A database whose catalogue is defined on pages that each name the next."""
    base = bytearray(jet({"INFO": ({"Variable": TEXT}, [])})[: 2 * PAGE])
    for at in range(2, pages):
        page = bytearray(definition({"Id": NUMBER}))
        struct.pack_into("<I", page, 4, at + 1 if at + 1 < pages else 0)
        base += page
    return bytes(base)


def endless_rounds(players: int, rounds: int) -> bytes:
    """An SWT of Swiss-Chess 8 in which everybody meets number 1 in every round."""
    header, size, pairing = 13_384, 655, 19
    content = bytearray(header + pairing * rounds * players + size * players)
    for at, value in ((1, rounds), (3, rounds), (5, rounds), (7, players), (0x261, 883)):
        struct.pack_into("<H", content, at, value)
    record = struct.pack("<8xBHBxHB3x", 1, 1, 3, 1, 0)
    content[header : header + pairing * rounds * players] = record * (rounds * players)
    return bytes(content)
