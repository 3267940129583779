"""The import of many files, one at a time; a refused one stops none of the others.

Each file is a transaction of its own.  Only a dry run has one over all of them and rolls it back
at the end, so that a later file finds the players that an earlier one would have registered.
"""

from collections.abc import Iterable, Iterator

import attrs
from sqlalchemy import Engine

from ledger.formats import detect_format, read
from ledger.formats.tournament_report import Findings, Issue
from ledger.formats.unreadable import describe_unreadable
from ledger.imports.import_file import FileImport, LedgerIndexes
from ledger.imports.outcome import FileOutcome
from ledger.imports.report_events import tournament_id
from ledger.imports.request import AUTO, ImportRequest, InputFile
from ledger.log.event_log import Writer, writing


def import_all(
    engine: Engine, files: Iterable[InputFile], request: ImportRequest
) -> Iterator[FileOutcome]:
    """Import files one by one, and yield the outcome of each."""
    indexes = LedgerIndexes()
    if request.effect is not None:
        request.effect.get_ready(engine, request.pools)
    if request.dry_run:
        with writing(engine, request.clock) as writer:
            for file in files:
                yield _import_file(writer, file, request, indexes)
            writer.take_back()
        return
    for file in files:
        with writing(engine, request.clock) as writer:
            outcome = _import_file(writer, file, request, indexes)
        yield outcome


def _import_file(
    writer: Writer, file: InputFile, request: ImportRequest, indexes: LedgerIndexes
) -> FileOutcome:
    """One file, all of it or nothing, within a transaction that may go on."""
    format_ = request.format
    if file.content is None:
        return _refused_file(file)
    if format_ == AUTO:
        format_ = detect_format(file.content) or AUTO
    if format_ == AUTO:
        return _refused_file(attrs.evolve(file, read_error=describe_unreadable(file.content)))
    report, issues = read(format_, file.name, file.content, request.supplied)
    findings = Findings()
    findings.extend(issues)
    if report is None:
        return FileOutcome(file=file.name, report=None, links=(), issues=findings.issues())
    head = writer.head
    with writer.connection.begin_nested() as attempt:
        outcome = FileImport(writer, file, request, indexes, findings).run(report)
        if outcome.refused:
            attempt.rollback()
            writer.head = head
    return _with_effect(writer, outcome, request, head.size)


def _with_effect(
    writer: Writer, outcome: FileOutcome, request: ImportRequest, known: int
) -> FileOutcome:
    """What the appended events mean, asked within the transaction that may take them back."""
    if request.effect is None or outcome.report is None or not outcome.events:
        return outcome
    writer.close()
    tournament = tournament_id(outcome.report)
    effect = request.effect.effect_on(writer.connection, request.pools, tournament, known)
    return attrs.evolve(outcome, effect=tuple(effect))


def _refused_file(file: InputFile) -> FileOutcome:
    issue = Issue("error", None, None, file.read_error)
    return FileOutcome(file=file.name, report=None, links=(), issues=[issue])
