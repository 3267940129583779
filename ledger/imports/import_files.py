"""Many files into the ledger, one at a time; a bad one stops none of the others.

Each file is a transaction of its own.  Only a dry run holds one over all of them, and takes it
back at the end: so a later file sees whom an earlier one would have registered.
"""

from collections.abc import Iterable, Iterator

import attrs
from sqlalchemy import Engine

from ledger.formats import read, recognised
from ledger.formats.tournament_report import Findings, Issue
from ledger.imports.import_file import Known, TakingIn
from ledger.imports.preview import Imported
from ledger.imports.request import AUTO, File, Order
from ledger.log.event_log import Writer, writing

_LIKE_NOTHING = "the file looks like none of the formats: name the format instead of auto"


def import_all(engine: Engine, files: Iterable[File], order: Order) -> Iterator[Imported]:
    """Take files in, unless it is a dry run, and tell what became of each."""
    known = Known()
    if order.dry_run:
        with writing(engine, order.clock) as writer:
            for file in files:
                yield _taken_in(writer, file, order, known)
            writer.take_back()
        return
    for file in files:
        with writing(engine, order.clock) as writer:
            imported = _taken_in(writer, file, order, known)
        yield imported


def _taken_in(writer: Writer, file: File, order: Order, known: Known) -> Imported:
    """One file, all of it or nothing, within a transaction that may go on."""
    format_ = order.format
    if file.content is None:
        return _unreadable(file)
    if format_ == AUTO:
        format_ = recognised(file.content) or AUTO
    if format_ == AUTO:
        return _unreadable(attrs.evolve(file, trouble=_LIKE_NOTHING))
    report, issues = read(format_, file.name, file.content, order.said)
    findings = Findings()
    findings.take(issues)
    if report is None:
        return Imported(file=file.name, report=None, links=(), issues=findings.issues())
    head = writer.head
    with writer.connection.begin_nested() as attempt:
        imported = TakingIn(writer, file, order, known, findings).take_in(report)
        if imported.refused:
            attempt.rollback()
            writer.head = head
    return imported


def _unreadable(file: File) -> Imported:
    issue = Issue("error", None, None, file.trouble)
    return Imported(file=file.name, report=None, links=(), issues=[issue])
