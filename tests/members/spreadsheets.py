"""Spreadsheets as programs write them: CSV of every kind, a small .xlsx and a small .ods."""

import io
import re
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

import xlsxwriter
from xlsxwriter.utility import xl_cell_to_rowcol

Rows = Sequence[Sequence[object]]

_XLSX = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
    'content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-'
    'package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.'
    'openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/'
    'sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.'
    'worksheet+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
    'relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/'
    'officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>",
    "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/'
    'main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<sheets><sheet name="Members" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/'
    'package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/'
    'officeDocument/2006/relationships/worksheet" Target="sheet1.xml"/></Relationships>',
}


def csv(rows: Rows, delimiter: str = ";", encoding: str = "utf-8") -> bytes:
    """Cells with a delimiter in them are quoted, as every program does."""

    def cell(value: object) -> str:
        text = "" if value is None else str(value)
        return f'"{text}"' if delimiter in text else text

    return "".join(delimiter.join(map(cell, row)) + "\r\n" for row in rows).encode(encoding)


def xlsx(rows: Rows) -> bytes:
    """Texts inline, numbers as numbers; empty rows and cells are left out."""

    def cell(place: str, value: object) -> str:
        if isinstance(value, int | float):
            return f'<c r="{place}"><v>{value}</v></c>'
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'

    written = "".join(
        f'<row r="{number}">'
        + "".join(
            cell(f"{chr(ord('A') + column)}{number}", value)
            for column, value in enumerate(row)
            if value not in (None, "")
        )
        + "</row>"
        for number, row in enumerate(rows, start=1)
    )
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{written}</sheetData></worksheet>"
    )
    return _packed({**_XLSX, "xl/sheet1.xml": sheet})


def workbook(rows: Rows, *merged: str) -> bytes:
    """An .xlsx of a program with ranges that are one cell, such as ``D3:D5``."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Mitglieder")
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
        for cells in merged:
            sheet.merge_range(cells, "")
            place = cells.partition(":")[0]
            row, column = xl_cell_to_rowcol(place)
            sheet.write(place, rows[row][column])
    return stream.getvalue()


def workbook_of_sheets(**sheets: Rows) -> bytes:
    """An .xlsx with several sheets."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return stream.getvalue()


def with_formula(rows: Rows, place: str, formula: str) -> bytes:
    """The file of :func:`xlsx` with a formula that no program has computed yet."""
    parts = parts_of(xlsx(rows))
    sheet = parts["xl/sheet1.xml"]
    row = re.sub("[A-Z]+", "", place)
    cell = f'<c r="{place}"><f>{formula}</f><v></v></c></row>'
    parts["xl/sheet1.xml"] = re.sub(
        rf'(<row r="{row}">.*?)</row>', lambda found: found[1] + cell, sheet, count=1
    )
    return _packed(parts)


def ods(rows: Rows) -> bytes:
    """The same for the format of LibreOffice."""

    def cell(value: object) -> str:
        if value in (None, ""):
            return "<table:table-cell/>"
        if isinstance(value, int | float):
            kind = f'office:value-type="float" office:value="{value}"'
        else:
            kind = 'office:value-type="string"'
        return f"<table:table-cell {kind}><text:p>{escape(str(value))}</text:p></table:table-cell>"

    written = "".join(
        f"<table:table-row>{''.join(map(cell, row)) or cell('')}</table:table-row>" for row in rows
    )
    oasis = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<office:document-content xmlns:office="{oasis}:office:1.0" '
        f'xmlns:table="{oasis}:table:1.0" xmlns:text="{oasis}:text:1.0" office:version="1.2">'
        f'<office:body><office:spreadsheet><table:table table:name="Members">{written}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<m:manifest xmlns:m="{oasis}:manifest:1.0"><m:file-entry m:full-path="/" '
        f'm:media-type="{kind}"/></m:manifest>'
    )
    return _packed({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})


def parts_of(content: bytes) -> dict[str, str]:
    """The files in a workbook as texts, to be changed and packed again."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def _packed(parts: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return stream.getvalue()
