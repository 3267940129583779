"""Tournament files of every kind, read into one neutral report.

A reader takes bytes and gives a report and a list of issues; it never raises and never guesses.
One issue of the kind ``error`` prevents all of the file from being appended.
"""

import re
from collections.abc import Mapping
from importlib import import_module

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import tournament_report
from ledger.importing.formats.html_tables import is_page
from ledger.importing.formats.kit import UNPROVEN, File, Unreadable
from ledger.importing.formats.swiss_chess.reader import layout_of
from ledger.importing.formats.text import too_large
from ledger.importing.formats.unreadable import known_kind

_BOM = b"\xef\xbb\xbf"
_ZIP = b"PK\x03\x04"
_XLS = b"\xd0\xcf\x11\xe0"
_WORKBOOK = re.compile(
    rb"xl/workbook\.|opendocument\.spreadsheet|W\0o\0r\0k\0b\0o\0o\0k\0|B\0o\0o\0k\0"
)
_TABLES = re.compile(rb"(?:tournament|players|games)\.csv")
_US_CHESS = re.compile(rb"T[HSD]EXPORT\.DBF", re.IGNORECASE)
_PACKED_PAGE = re.compile(rb"(?is)PK\x01\x02.{42}[^\0]{1,200}?\.html?")
_PARTS_OF_SWISSPERFECT = (re.compile(rb"(?i)[^/\0]\.trn"), re.compile(rb"(?i)[^/\0]\.sco"))
_BINARY: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("papi", re.compile(rb"\x00\x01\x00\x00Standard Jet DB\x00")),
    ("sharly", re.compile(rb"SQLite format 3\x00(?s:.)*?tournament_player")),
    ("swissmanager", re.compile(rb"\x93\xff\x89\x44")),
    ("pairtwo", re.compile(rb"[56]\.\d\d(?s:.){10}\0\0")),
    ("swissperfect", re.compile(rb"\x03(?s:.){31,2000}?(?:W_SCORE|LOC_RTG)\x00")),
    ("uschess", re.compile(rb"\x03(?s:.){31,4000}?(?:H_TOT_SECT|S_SEC_NUM|D_PAIR_NUM)\x00")),
)
_CELL_ENDS = rb"(?:\s|&nbsp;)*+</t[hd]"
_ROUNDS = re.compile(
    rb"<t[hd]\b[^>]{0,200}>(?:\s|&nbsp;)*+1(?:"
    rb"\.(?:\s|&nbsp;)?[^<>\d]{1,12}"
    + _CELL_ENDS
    + rb"|"
    + _CELL_ENDS
    + rb"\s*+>\s*+<t[hd]\b[^>]{0,200}>(?:\s|&nbsp;)*+2"
    + _CELL_ENDS
    + rb")",
    re.IGNORECASE,
)
_POINTS = rb"[0-9]{0,2}(?:[.,][05]|\xc2?\xbd|&frac12;)?"
_SCORE = re.compile(rb">(?:\s|&nbsp;)*+" + _POINTS + rb" : " + _POINTS + _CELL_ENDS)
_MATCH = (
    rb"[;,\t]-[;,\t][^\r\n]{0,200}[;,\t]" + _POINTS + rb" : " + _POINTS + rb"\s*+(?:[;,\t]|\n|\Z)"
)
_PROLOGUE = rb"\s{0,99}(?:<[?!][^<]{0,1000}){0,5}"
_ANYTHING = rb"(?s:.){0,4000}?"
_RESULT = rb"(?:[10+=-]|0[.,]5|1/2|\xc2?\xbd)"
_OF_FEW = (  # numbered columns with a result, mirrored at the diagonal, in the two first rows
    rb"[;,\t]1([;,\t])2(?:\1[^\r\n]{0,99})?[ \t]*\r?\n[^\r\n]{1,300}?\1[*xX]?\1"
    + _RESULT
    + rb"(?:\1[^\r\n]{0,99})?[ \t]*\r?\n[^\r\n]{1,300}?\1"
    + _RESULT
    + rb"\1[*xX]?(?:\1|\s|\Z)"
)
_SIGNATURES: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("dsb", re.compile(_PROLOGUE + rb"<(?:\w{1,20}:)?DSB_DWZ_TournamentReport\b")),
    ("macmahon", re.compile(_PROLOGUE + rb"<TournamentData\b")),
    ("macmahon", re.compile(_PROLOGUE + rb"<Tournament\s[^>]{0,500}typeversion\s*=")),
    ("trx", re.compile(_PROLOGUE + rb"<Tournament\s[^>]{0,1500}TeamEvent\s*=")),
    ("opengotha", re.compile(_PROLOGUE + rb"<Tournament\b")),
    ("chessresults", re.compile(_PROLOGUE + rb"<chessresults\b")),
    ("lichess", re.compile(rb'\s{0,99}\{\s{0,99}"(?:id"\s?:\s?"\w{8}",\s{0,9}"\w+"|rank"\s?:)')),
    ("chesscom", re.compile(rb'\s{0,99}\{\s{0,99}"[a-z]{4,9}"\s?:' + _ANYTHING + rb"chess\.com/")),
    ("papijson", re.compile(rb'\s{0,99}\{\s{0,99}"variables"\s{0,9}:')),
    (
        "pairtwojson",
        re.compile(
            rb'\s{0,99}\{\s{0,99}"tournament"\s{0,9}:\s{0,99}\{'
            + _ANYTHING
            + rb'"software"\s{0,9}:\s{0,9}"(?i:pairtwo)'
        ),
    ),
    ("swar", re.compile(rb'\s{0,99}\{\s{0,99}"Swar"\s{0,9}:')),
    ("jsonl", re.compile(rb"\s{0,99}\{(?!\\rtf)" + _ANYTHING + rb'"kind"\s{0,9}:')),
    ("csv", re.compile(rb"\s{0,99}\[(?:tournament|players|games)\]")),
    ("tou", re.compile(rb"\s{0,99};(?:name|date|vill|comm|prog)=")),
    ("h9", re.compile(rb"\s{0,99};\s{0,3}(?:TC|CL|EV|PC|DT|HA|KM)\[")),
    ("aga", re.compile(rb"(?:[ \t]{0,99}(?:#[^\n]{0,300})?\r?\n){0,50}\s{0,99}(?i:TOURNEY)[ \t]")),
    ("walllist", re.compile(rb"\s{0,99}-{1,9}(?: {1,3}-{1,60}){3,60} {0,9}\r?\n")),
    ("pgn", re.compile(rb'(?:[^\[]{0,2000}\n)?\[\s{0,9}[A-Z][A-Za-z]{2,20}\s{0,9}"')),
    ("swi", re.compile(_ANYTHING + rb"(?:^|[\r\n]) ?ttt\. {1,3}r{1,4} {1,3}n{5,60} v")),
    ("trf", re.compile(_ANYTHING + rb"(?:^|[\r\n])(?:001|012|042) ", re.MULTILINE)),
    ("crosstable", re.compile(_ANYTHING + rb"[;,\t]\s?1 ?\. ?[^\W\d_]{1,9}\.?\s?[;,\t]")),
    ("crosstable", re.compile(_ANYTHING + rb"[;,\t]1([;,\t])2\1(?:3\1|\r|\n)")),
    ("crosstable", re.compile(_ANYTHING + _OF_FEW)),
    ("crosstable", re.compile(_ANYTHING + _MATCH)),
)


def detect_format(content: bytes) -> str | None:
    """Return the probable format by how the content begins, never by the name; None if unknown."""
    if content.startswith((_XLS, _ZIP)):
        return _format_of_container(content)
    if binary := next((name for name, signature in _BINARY if signature.match(content)), None):
        return binary
    if layout_of(content) is not None:
        return "swt"
    if is_page(content):  # which may identify itself far from its beginning
        if b"Teilnehmerformular" in content:
            return "swisschess"
        return "crosstable" if _ROUNDS.search(content) or _SCORE.search(content) else None
    head = content[:5_000].removeprefix(_BOM)
    return next((name for name, signature in _SIGNATURES if signature.match(head)), None)


def _format_of_container(content: bytes) -> str | None:
    """Return the format of an archive, by the names in it."""
    if _WORKBOOK.search(content):
        return "crosstable"
    if not content.startswith(_ZIP):
        return None
    if _TABLES.search(content):
        return "csv"
    if _US_CHESS.search(content):
        return "uschess"
    if all(each.search(content) for each in _PARTS_OF_SWISSPERFECT):
        return "swissperfect"
    return "crosstable" if _PACKED_PAGE.search(content) else None


@attrs.frozen
class Format:
    """A format: the module and the name of its reader, which is imported at its first use.

    ``unproven``: no file that another program wrote was at hand to try the reader on.
    """

    module: str
    reader: str
    unproven: bool = False

    def read(self, file: File) -> tournament_report.TournamentReport | None:
        """Return the report of a file; None, and an error, if nothing of it can be read."""
        reader = getattr(import_module(f"ledger.importing.formats.{self.module}"), self.reader)
        if too_large(file.content, file):
            return None
        if self.unproven:
            file.warn(UNPROVEN)
        try:
            report: tournament_report.TournamentReport = reader(file)
        except Unreadable:
            return None
        return report


FORMATS: Mapping[str, Format] = {
    "trf": Format("trf.reader", "read_trf"),
    "csv": Format("canonical.csv_tables", "read_csv"),
    "jsonl": Format("canonical.json_lines", "read_jsonl"),
    "h9": Format("egd.reader", "read_h9"),
    "tou": Format("egd.reader", "read_tou"),
    "opengotha": Format("opengotha", "read_opengotha"),
    "dsb": Format("dsb", "read_dsb"),
    "pgn": Format("pgn", "read_pgn"),
    "swi": Format("swi", "read_swi"),
    "swt": Format("swiss_chess.reader", "read_swt"),
    "swisschess": Format("swiss_chess.player_forms", "read_player_forms"),
    "macmahon": Format("macmahon", "read_macmahon"),
    "walllist": Format("wall_list", "read_wall_list"),
    "trx": Format("trx", "read_trx", unproven=True),
    "papi": Format("papi.reader", "read_papi"),
    "papijson": Format("papi.reader", "read_papi_json"),
    "pairtwo": Format("pairtwo", "read_pairtwo"),
    "pairtwojson": Format("pairtwo_report", "read_pairtwo_report"),
    "swissmanager": Format("swiss_manager", "read_swiss_manager"),
    "swissperfect": Format("swissperfect", "read_swissperfect"),
    "lichess": Format("online", "read_lichess"),
    "chesscom": Format("online", "read_chesscom"),
    "uschess": Format("us_chess.reader", "read_us_chess", unproven=True),
    "sharly": Format("sharly_chess.reader", "read_sharly_chess"),
    "aga": Format("aga.reader", "read_aga", unproven=True),
    "chessresults": Format("chess_results_xml", "read_chess_results_xml"),
    "swar": Format("swar", "read_swar", unproven=True),
    "crosstable": Format("crosstable.reader", "read_crosstable"),
}


def read(
    format_: str,
    name: str,
    content: bytes,
    supplied: tournament_report.SuppliedDetails = tournament_report.NOTHING_SUPPLIED,
) -> tuple[tournament_report.TournamentReport | None, list[tournament_report.Issue]]:
    """Return a file as a report, with every issue found in it.

    The report is made as far as the file can be read, even with errors, so that it can be shown;
    it may be imported only if no issue is an error.  Nothing is raised, whatever the bytes.
    """
    file = File(format_, content, supplied)
    format_of_file = FORMATS.get(format_)
    if format_of_file is None:
        message = Message(
            "%(format)r is not a format of tournament files: use one of %(known)s",
            {"format": format_[:40], "known": ", ".join(FORMATS)},
        )
        file.error(message)
        return None, file.issues()
    report = format_of_file.read(file)
    issues = file.issues()
    if report is not None and not tournament_report.any_error(issues):
        return report, issues
    detected = detect_format(content)
    if report is None and detected is not None and detected != format_:
        message = Message(
            "%(file)s looks like %(detected)s, not %(format)s: import it as %(detected)s",
            {"file": name, "detected": detected, "format": format_},
        )
        issues.append(tournament_report.Issue("warning", None, None, message))
    elif detected is None and (kind := known_kind(content)) is not None:
        issues.append(tournament_report.Issue("warning", None, None, kind))
    return report, issues


def read_kept(name: str, content: bytes) -> tournament_report.TournamentReport | None:
    """Return a file that was imported before, as far as it is read without the submitter."""
    format_ = detect_format(content)
    return None if format_ is None else read(format_, name, content)[0]
