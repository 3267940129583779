"""Beginnings of files that no reader takes, with the words of the answer."""

import gzip

KINDS = {
    b"%PDF-1.7\n%\xe2\xe3": ("a PDF", "chess-results"),
    b"\xff\xd8\xff\xe0\x00\x10JFIF": ("a picture", "TRF"),
    gzip.compress(b"001"): ("gzip", "unpack"),
    b"RIFF\x10\0\0\0WEBPVP8 ": ("a picture", "TRF"),
    b"\0\0\0\x18ftypheic\0\0\0\0": ("a picture", "TRF"),
    b"{\\rtf1\\ansi Turnier}": ("a text document (RTF)", "CSV or .xlsx"),
    b"\xd0\xcf\x11\xe0" + bytes(600) + b"W\0o\0r\0d\0": ("older Office", "CSV or .xlsx"),
    b"PK\x03\x04....word/document.xml": ("a text document (Word", "CSV or .xlsx"),
    b"PK\x03\x04....cup.trf": ("an archive", "unpack"),
    b"From: a@b.example\nTo: c@d.example\n\nhello": ("an e-mail", "attachment"),
    bytes(1) + b"\x07\0" + bytes(4) + b"\x0c" + bytes(601) + b"\x89\x03" + bytes(4_000): (
        "Swiss-Chess's own file, version 9.05",
        "SWI or TRF",
    ),
    b"Rar!\x1a\x07\x00": ("an archive", "unpack"),
    b"\x91\xff\x89\x44\x00\x01": ("Swiss-Manager's own", "TRF"),
    b"\x00\x01\x00\x00Standard ACE DB\x00": ("Access database", "TRF"),
    b"<!DOCTYPE html>\n<html><table>": ("a web page", "CSV or .xlsx"),
    b"\xef\xbb\xbf<H2>Teilnehmer</H2>": ("a web page", "CSV or .xlsx"),
    b'<?xml version="1.0"?><Other/>': ("XML of a kind", "TRF"),
    b"(;GM[1]FF[4]": ("a game record (SGF)", "h9"),
    "001 a".encode("utf-16"): ("UTF-16", "save it as UTF-8"),
    b"Bo.\tNo.\t\t\tWhite\tRtg\n1\t4\t": ("pairings of one round", "crosstable"),
    b"\x7fELF\x02\x01\x01\x00\x00\x00": ("(7f 45 4c 46 02 01 01 00)", "TRF"),
    b'{\n  "players": [\n    {"name": "Ahorn"}\n  ]\n}': ("JSON of a kind", "TRF"),
    b'[{"name": "Ahorn"}]': ("JSON of a kind", "TRF"),
    b"Dear arbiter": ("it begins with 'Dear arbiter'", "TRF"),
    b" \r\n\x00": ("the file is empty", "export the tournament again"),
}
