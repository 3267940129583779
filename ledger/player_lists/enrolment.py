"""Enrolment: read a list, compare it with the register, store proposals, append accepted ones.

The list is read to its end before anything is appended: only then is it known to be valid.  Its
proposals are stored in a temporary file, so that neither a long list nor a long output fills the
memory, and the log is locked only while events are appended.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import IO, Any, BinaryIO

import orjson
from sqlalchemy import Connection, Engine

from ledger.admission.submission import append_within
from ledger.events.problems import Problem, Refused
from ledger.events.sentences import Sentence, as_sentence
from ledger.formats.tournament_report import Issue
from ledger.log.event_log import writing
from ledger.log.paging import pages
from ledger.player_lists.acceptance import PAGE, Acceptance
from ledger.player_lists.comparison import Comparison
from ledger.player_lists.directory import Directory, numbers_since
from ledger.player_lists.duplicate_numbers import DuplicateNumberCheck
from ledger.player_lists.formats import read_list
from ledger.player_lists.list_file import open_list
from ledger.player_lists.outcome import EnrolmentOutcome
from ledger.player_lists.player_list import Entry, ListFindings, PlayerList
from ledger.player_lists.proposals import Edition
from ledger.player_lists.request import EnrolmentRequest
from ledger.player_lists.target_pool import target_pool

Advance = Callable[[int], None]

_OVERTAKEN = "was registered or corrected while the list was read: take the list in again"


def enrol(
    engine: Engine, request: EnrolmentRequest, advance: Advance, store: IO[bytes]
) -> EnrolmentOutcome:
    """Read a list and append what is accepted of it, unless there is an error.

    Raises :class:`~ledger.events.problems.Refused` where there is no such pool, or no list in
    the file.
    """
    outcome = EnrolmentOutcome(file=request.file.name, store=store, dry_run=request.dry_run)
    with open_list(request.file) as stream, engine.connect() as connection:
        _read(stream, connection, request, outcome, advance)
    if outcome.accepted and not outcome.refused:
        _append(engine, outcome, request)
    return outcome


def _read(
    stream: BinaryIO,
    connection: Connection,
    request: EnrolmentRequest,
    outcome: EnrolmentOutcome,
    advance: Advance,
) -> None:
    """Read the list to its end and add its proposals to ``outcome``."""
    findings = outcome.findings
    player_list = read_list(request.format, stream, findings)
    day = None if player_list is None else _day_of(player_list, request, findings)
    if player_list is None or day is None:
        return
    edition = Edition(
        namespace=player_list.namespace,
        system=player_list.system,
        day=day,
        source=request.file.name[:200],
    )
    outcome.edition = edition
    comparison = _comparison(connection, request, edition, findings)
    outcome.read_up_to = comparison.directory.read_up_to
    duplicates = None if player_list.namespace == "dsb" else DuplicateNumberCheck()
    acceptance = Acceptance(request, findings)
    for page in pages(_tracked(player_list.entries, duplicates, stream, advance), PAGE):
        outcome.read += len(page)
        for proposal in comparison.page(page):
            outcome.add(proposal, acceptance.event_for(proposal))
    outcome.unregistered = comparison.unregistered
    if outcome.read == 0:
        findings.error("there is nobody on the list: fetch it again")
    if duplicates is not None:
        duplicates.report(findings)
    acceptance.warn_about_unmatched_marks(comparison.directory, edition)


def _comparison(
    connection: Connection, request: EnrolmentRequest, edition: Edition, findings: ListFindings
) -> Comparison:
    directory = Directory(connection)
    return Comparison(
        directory=directory,
        edition=edition,
        target=None
        if request.pool is None
        else target_pool(connection, directory.ledger, request.pool, edition, request.rulebooks),
        only=request.only,
        register=request.register,
        random_bytes=request.random_bytes,
        findings=findings,
    )


def _day_of(
    player_list: PlayerList, request: EnrolmentRequest, findings: ListFindings
) -> date | None:
    """The date of the list, from the file or the request; never guessed."""
    if player_list.day is None and request.day is None:
        findings.error("the list does not tell its date: say --list-date YYYY-MM-DD")
    elif player_list.day is not None and request.day not in {None, player_list.day}:
        message = f"you say {request.day}, but the list says {player_list.day}"
        findings.error(f"{message}: leave --list-date out, or take the other list")
    else:
        return player_list.day or request.day
    return None


def _tracked(
    entries: Iterable[Entry],
    duplicates: DuplicateNumberCheck | None,
    stream: BinaryIO,
    advance: Advance,
) -> Iterator[Entry]:
    """The entries, unchanged; their numbers are recorded and the progress is reported."""
    reported_position = 0
    for count, entry in enumerate(entries):
        if duplicates is not None:
            duplicates.add(entry)
        if count % PAGE == 0:
            position = stream.tell()
            advance(position - reported_position)
            reported_position = position
        yield entry


def _append(engine: Engine, outcome: EnrolmentOutcome, request: EnrolmentRequest) -> None:
    """Append what is accepted, all or nothing; a dry run is rolled back."""
    try:
        with writing(engine, request.clock) as writer:
            _check_not_overtaken(writer.connection, outcome)
            receipt = append_within(
                writer,
                outcome.accepted_lines(),
                by=request.by,
                rulebooks=request.rulebooks,
                clock=request.clock,
            )
            if request.dry_run:
                writer.take_back()
            else:
                outcome.receipt = receipt
    except Refused as refused_:
        outcome.objections = tuple(
            Issue("error", each.line, None, _refusal_of(each)) for each in refused_.problems
        )


def _refusal_of(problem: Problem) -> Sentence:
    return as_sentence(f"the ledger refuses it: {problem.field}: {problem.message}")


def _check_not_overtaken(connection: Connection, outcome: EnrolmentOutcome) -> None:
    """Nobody may have got one of the numbers, or other data, since the register was read.

    Random ids would not be found to be duplicates.
    """
    numbers = numbers_since(connection, outcome.read_up_to)
    problems = [
        Problem(line, "ids", "overtaken", f"{namespace} {number} {_OVERTAKEN}")
        for line, text in (outcome.accepted_lines() if numbers else ())
        for namespace, number in sorted(numbers & _numbers_in(orjson.loads(text)["data"]))
    ]
    if problems:
        raise Refused(problems)


def _numbers_in(data: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The numbers that a registration, or the correction of one, gives somebody."""
    return set((data.get("replacement") or data).get("ids", {}).items())
