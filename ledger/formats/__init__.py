"""Tournament files of every kind, read into one neutral report.

A reader takes bytes and gives a report and a list of issues; it never raises and never guesses.
One issue of the kind ``error``, and nothing of the file may be appended.
"""

import re
from collections.abc import Callable, Mapping
from importlib import import_module

from ledger.formats.tournament_report import (
    NOTHING_SUPPLIED,
    Findings,
    Issue,
    SuppliedDetails,
    TournamentReport,
)

Reader = Callable[[bytes, SuppliedDetails, Findings], TournamentReport | None]


def _reader(module: str, name: str) -> Reader:
    """A reader whose module is imported at its first use: most commands use none."""

    def read_file(
        content: bytes, supplied: SuppliedDetails, findings: Findings
    ) -> TournamentReport | None:
        reader: Reader = getattr(import_module(f"ledger.formats.{module}"), name)
        return reader(content, supplied, findings)

    return read_file


READERS: Mapping[str, Reader] = {
    "trf": _reader("trf.reader", "read_trf"),
    "csv": _reader("canonical.csv_tables", "read_csv"),
    "jsonl": _reader("canonical.json_lines", "read_jsonl"),
    "h9": _reader("egd.reader", "read_h9"),
    "tou": _reader("egd.tou", "read_tou"),
    "opengotha": _reader("opengotha.reader", "read_opengotha"),
    "dsb": _reader("dsb.reader", "read_dsb"),
    "pgn": _reader("pgn.reader", "read_pgn"),
    "crosstable": _reader("crosstable.reader", "read_crosstable"),
}

_SPACE_AND_PROLOGUE = rb"\s{0,99}(?:<[?!][^<]{0,1000}){0,5}"
_ANYTHING = rb"(?s:.){0,4000}?"
_WORKBOOK = re.compile(rb"\[Content_Types\]\.xml|xl/workbook\.xml")
_SIGNATURES: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("csv", re.compile(rb"PK\x03\x04")),
    ("dsb", re.compile(_SPACE_AND_PROLOGUE + rb"<(?:\w{1,20}:)?DSB_DWZ_TournamentReport\b")),
    ("opengotha", re.compile(_SPACE_AND_PROLOGUE + rb"<Tournament\b")),
    ("jsonl", re.compile(rb"\s{0,99}\{")),
    ("csv", re.compile(rb"\s{0,99}\[(?:tournament|players|games)\]")),
    ("tou", re.compile(rb"\s{0,99};(?:name|date|vill|comm|prog)=")),
    ("h9", re.compile(rb"\s{0,99};\s{0,3}(?:TC|CL|EV|PC|DT|HA|KM)\[")),
    ("pgn", re.compile(rb'(?:[^\[]{0,2000}\n)?\[[A-Z][A-Za-z]{2,20}\s{1,9}"')),
    ("trf", re.compile(_ANYTHING + rb"(?:^|[\r\n])(?:001|012|042) ", re.MULTILINE)),
    ("crosstable", re.compile(_ANYTHING + rb"[;,\t]\s?1 ?\. ?[^\W\d_]{1,9}\.?\s?[;,\t]")),
    ("crosstable", re.compile(_ANYTHING + rb"[;,\t]1([;,\t])2\1(?:3\1|\r|\n)")),
)


def detect_format(content: bytes) -> str | None:
    """The format that a file looks like, None where it looks like none of them."""
    if content.startswith(b"PK\x03\x04") and _WORKBOOK.search(content):
        return "crosstable"
    head = content[:5_000].removeprefix(b"\xef\xbb\xbf")
    return next((name for name, signature in _SIGNATURES if signature.match(head)), None)


def read(
    format_: str, name: str, content: bytes, supplied: SuppliedDetails = NOTHING_SUPPLIED
) -> tuple[TournamentReport | None, list[Issue]]:
    """A file as a report, with every issue found in it.

    The report is made as far as the file can be read, even with errors, so that it can be shown;
    it may be imported only if no issue is an error.  Nothing is raised, whatever the bytes.
    """
    findings = Findings()
    reader = READERS.get(format_)
    if reader is None:
        known = ", ".join(READERS)
        findings.error(f"{format_[:40]!r} is no format of tournament files: use one of {known}")
        return None, findings.issues()
    report = reader(content, supplied, findings)
    issues = findings.issues()
    detected = detect_format(content)
    if report is None and detected is not None and detected != format_:
        message = f"{name} looks like {detected}, not {format_}: import it as {detected}"
        issues.append(Issue("warning", None, None, message))
    return report, issues
