"""Tournament files of every kind, read into one neutral report.

A reader takes bytes and gives a report and a list of issues; it never raises and never guesses.
One issue of the kind ``error``, and nothing of the file may be appended.
"""

from collections.abc import Callable, Mapping
from importlib import import_module

from ledger.events.sentences import sentence
from ledger.formats.detection import detect_format
from ledger.formats.tournament_report import (
    NOTHING_SUPPLIED,
    Findings,
    Issue,
    SuppliedDetails,
    TournamentReport,
    any_error,
)
from ledger.formats.unreadable import known_kind

__all__ = ["READERS", "Reader", "detect_format", "read"]

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
    "swi": _reader("swi.reader", "read_swi"),
    "swt": _reader("swiss_chess.reader", "read_swt"),
    "swisschess": _reader("swiss_chess.player_forms", "read_player_forms"),
    "macmahon": _reader("macmahon.reader", "read_macmahon"),
    "walllist": _reader("wall_list.reader", "read_wall_list"),
    "trx": _reader("trx.reader", "read_trx"),
    "papi": _reader("papi.reader", "read_papi"),
    "lichess": _reader("online.lichess", "read_lichess"),
    "chesscom": _reader("online.chesscom", "read_chesscom"),
    "crosstable": _reader("crosstable.reader", "read_crosstable"),
}


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
        message = sentence(
            "%(format)r is no format of tournament files: use one of %(known)s",
            format=format_[:40],
            known=", ".join(READERS),
        )
        findings.error(message)
        return None, findings.issues()
    report = reader(content, supplied, findings)
    issues = findings.issues()
    if report is not None and not any_error(issues):
        return report, issues
    detected = detect_format(content)
    if report is None and detected is not None and detected != format_:
        message = sentence(
            "%(file)s looks like %(detected)s, not %(format)s: import it as %(detected)s",
            file=name,
            detected=detected,
            format=format_,
        )
        issues.append(Issue("warning", None, None, message))
    elif detected is None and (kind := known_kind(content)) is not None:
        issues.append(Issue("warning", None, None, kind))
    return report, issues
