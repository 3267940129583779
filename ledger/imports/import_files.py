"""The import of many files, one at a time; a refused one stops none of the others.

They are taken in the order of the tournaments' days.  Where it is open who somebody is, a file is
tried again after the others: one of them may have brought him in.  Each file is a transaction of
its own.  Only a dry run has one over all of them and rolls it back at the end, so that a later
file finds the players that an earlier one would have registered.
"""

from collections.abc import Callable, Sequence
from datetime import date

import attrs
from sqlalchemy import Engine

from ledger.events.sentences import as_sentence
from ledger.formats import detect_format, read
from ledger.formats.tournament_report import Findings, Issue
from ledger.formats.unreadable import describe_unreadable
from ledger.imports.import_file import FileImport, LedgerIndexes
from ledger.imports.outcome import FileOutcome
from ledger.imports.report_events import tournament_id
from ledger.imports.request import AUTO, ImportRequest, InputFile
from ledger.log.event_log import Writer, writing

MOST_EFFECTS = 10
"""Of so many files the effect of each is worked out by itself, of more that of all together."""
FileSource = Callable[[], InputFile]
"""Reads a file; it is asked again when the file is tried again."""


def _nothing() -> None:
    """Nobody waits."""


def import_all(
    engine: Engine,
    files: Sequence[FileSource],
    request: ImportRequest,
    settled: Callable[[], None] = _nothing,
) -> list[FileOutcome]:
    """Import files by the days of their tournaments; the outcomes in the order of the files.

    ``settled`` is called for each file as soon as it is certain what became of it.
    """
    indexes = LedgerIndexes()
    if request.effect is not None:
        request.effect.get_ready(engine, request.pools)
    one_by_one = request if len(files) <= MOST_EFFECTS else attrs.evolve(request, effect=None)
    if request.dry_run:
        with writing(engine, request.clock) as writer:
            outcomes = _in_sweeps(
                files,
                request,
                lambda file: _import_file(writer, file, one_by_one, indexes),
                settled,
            )
            if one_by_one is not request:
                outcomes = _with_common_effect(writer, outcomes, request)
            writer.take_back()
        return outcomes

    def import_one(file: InputFile) -> FileOutcome:
        with writing(engine, request.clock) as writer:
            return _import_file(writer, file, one_by_one, indexes)

    outcomes = _in_sweeps(files, request, import_one, settled)
    if one_by_one is not request:
        with writing(engine, request.clock) as writer:
            outcomes = _with_common_effect(writer, outcomes, request)
    return outcomes


def _in_sweeps(
    files: Sequence[FileSource],
    request: ImportRequest,
    import_one: Callable[[InputFile], FileOutcome],
    settled: Callable[[], None],
) -> list[FileOutcome]:
    """Import all files, then again those with open players, until that settles nothing more."""
    outcomes: dict[int, FileOutcome] = {}
    remaining, something_new = _by_day(files, request), True
    while remaining and something_new:
        something_new, still_open = False, []
        for place in remaining:
            outcomes[place] = import_one(files[place]())
            something_new = something_new or outcomes[place].events > 0
            if outcomes[place].open_players:
                still_open.append(place)
            else:
                settled()
        remaining = still_open
    for _ in remaining:
        settled()
    return [outcomes[place] for place in range(len(files))]


def _by_day(files: Sequence[FileSource], request: ImportRequest) -> list[int]:
    """The places of the files by the last days of their tournaments; those without one last."""
    places = list(range(len(files)))
    if len(files) > 1:
        days = [_last_day(file(), request) for file in files]
        places.sort(key=lambda place: days[place] or date.max)
    return places


def _last_day(file: InputFile, request: ImportRequest) -> date | None:
    format_ = _format_of(file, request)
    if file.content is None or format_ is None:
        return None
    report, _ = read(format_, file.name, file.content, request.supplied)
    return None if report is None else report.ended_on


def _format_of(file: InputFile, request: ImportRequest) -> str | None:
    if request.format != AUTO:
        return request.format
    return None if file.content is None else detect_format(file.content)


def _import_file(
    writer: Writer, file: InputFile, request: ImportRequest, indexes: LedgerIndexes
) -> FileOutcome:
    """One file, all of it or nothing, within a transaction that may go on."""
    if file.content is None:
        return _refused_file(file)
    format_ = _format_of(file, request)
    if format_ is None:
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
    effect = request.effect.effect_on(writer.connection, request.pools, [tournament], known)
    return attrs.evolve(outcome, effect=tuple(effect[tournament]))


def _with_common_effect(
    writer: Writer, outcomes: Sequence[FileOutcome], request: ImportRequest
) -> list[FileOutcome]:
    """What the events of all files mean together: one look at each pool, not one for each file."""
    by_tournament = {
        tournament_id(each.report): each
        for each in outcomes
        if each.report is not None and each.events
    }
    if request.effect is None or not by_tournament:
        return list(outcomes)
    writer.close()
    known = min(each.first for each in by_tournament.values() if each.first is not None) - 1
    effects = request.effect.effect_on(
        writer.connection, request.pools, list(by_tournament), known
    )
    return [
        attrs.evolve(each, effect=tuple(effects[tournament_id(each.report)]))
        if each.report is not None and each.events
        else each
        for each in outcomes
    ]


def _refused_file(file: InputFile) -> FileOutcome:
    issue = Issue("error", None, None, as_sentence(file.read_error))
    return FileOutcome(file=file.name, report=None, links=(), issues=[issue])
