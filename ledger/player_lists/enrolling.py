"""Taking a list in: read it, compare it, keep what it proposes, append what is accepted.

The list is read to its end before anything is appended: only then is it known to be sound.  What
it proposes waits in a file of its own, so that neither a long list nor a long answer fills the
memory, and so that the log is locked for no longer than the appending takes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import IO, Any, BinaryIO

import orjson
from sqlalchemy import Connection, Engine

from ledger.admission.submission import append_within
from ledger.events.problems import Problem, Refused
from ledger.formats.tournament_report import Issue
from ledger.log.event_log import writing
from ledger.log.paging import pages
from ledger.player_lists.acceptance import PAGE, Acceptance, Order
from ledger.player_lists.comparing import Comparison
from ledger.player_lists.directory import Directory, numbers_since
from ledger.player_lists.enrolled import Enrolled
from ledger.player_lists.entry import Entry, ListFindings, PlayerList
from ledger.player_lists.formats import read_list
from ledger.player_lists.opening import opened
from ledger.player_lists.proposals import Edition
from ledger.player_lists.ranking import ranking
from ledger.player_lists.twice import Numbers

Advance = Callable[[int], None]

_OVERTAKEN = "was registered or corrected while the list was read: take the list in again"


def enrol(engine: Engine, order: Order, advance: Advance, waiting: IO[bytes]) -> Enrolled:
    """Read a list and append what is accepted of it, unless there is an error.

    Raises :class:`~ledger.events.problems.Refused` where there is no such pool, or no list in
    the file.
    """
    enrolled = Enrolled(file=order.file.name, waiting=waiting, dry_run=order.dry_run)
    with opened(order.file) as stream, engine.connect() as connection:
        _read(stream, connection, order, enrolled, advance)
    if enrolled.accepted and not enrolled.refused:
        _append(engine, enrolled, order)
    return enrolled


def _read(
    stream: BinaryIO, connection: Connection, order: Order, enrolled: Enrolled, advance: Advance
) -> None:
    """Read the list to its end; what it proposes waits in ``enrolled``."""
    findings = enrolled.findings
    list_ = read_list(order.format, stream, findings)
    day = None if list_ is None else _day_of(list_, order, findings)
    if list_ is None or day is None:
        return
    edition = Edition(
        namespace=list_.namespace, system=list_.system, day=day, source=order.file.name[:200]
    )
    enrolled.edition = edition
    comparison = _comparison(connection, order, edition, findings)
    enrolled.read_up_to = comparison.directory.read_up_to
    numbers = None if list_.namespace == "dsb" else Numbers()
    acceptance = Acceptance(order, findings)
    for page in pages(_passing(list_.entries, numbers, stream, advance), PAGE):
        enrolled.read += len(page)
        for proposal in comparison.page(page):
            enrolled.take(proposal, acceptance.event_for(proposal))
    enrolled.strangers = comparison.strangers
    if enrolled.read == 0:
        findings.error("there is nobody on the list: fetch it again")
    if numbers is not None:
        numbers.check(findings)
    acceptance.tell_unmet(comparison.directory, edition)


def _comparison(
    connection: Connection, order: Order, edition: Edition, findings: ListFindings
) -> Comparison:
    directory = Directory(connection)
    return Comparison(
        directory=directory,
        edition=edition,
        ranking=None
        if order.pool is None
        else ranking(connection, directory.ledger, order.pool, edition, order.rulebooks),
        only=order.only,
        register=order.register,
        dice=order.dice,
        findings=findings,
    )


def _day_of(list_: PlayerList, order: Order, findings: ListFindings) -> date | None:
    """The day of the list, from itself or as said; never guessed."""
    if list_.day is None and order.day is None:
        findings.error("the list does not tell its date: say --list-date YYYY-MM-DD")
    elif list_.day is not None and order.day not in {None, list_.day}:
        message = f"you say {order.day}, but the list says {list_.day}"
        findings.error(f"{message}: leave --list-date out, or take the other list")
    else:
        return list_.day or order.day
    return None


def _passing(
    entries: Iterable[Entry], numbers: Numbers | None, stream: BinaryIO, advance: Advance
) -> Iterator[Entry]:
    """The entries, their numbers taken down, the progress told."""
    told = 0
    for count, entry in enumerate(entries):
        if numbers is not None:
            numbers.note(entry)
        if count % PAGE == 0:
            at = stream.tell()
            advance(at - told)
            told = at
        yield entry


def _append(engine: Engine, enrolled: Enrolled, order: Order) -> None:
    """Append what is accepted, all or nothing; on a dry run everything is taken back."""
    try:
        with writing(engine, order.clock) as writer:
            _check_not_overtaken(writer.connection, enrolled)
            receipt = append_within(
                writer,
                enrolled.accepted_lines(),
                by=order.by,
                rulebooks=order.rulebooks,
                clock=order.clock,
            )
            if order.dry_run:
                writer.take_back()
            else:
                enrolled.receipt = receipt
    except Refused as refused_:
        enrolled.objections = tuple(
            Issue("error", each.line, None, f"the ledger refuses it: {each.field}: {each.message}")
            for each in refused_.problems
        )


def _check_not_overtaken(connection: Connection, enrolled: Enrolled) -> None:
    """Nobody may have got one of the numbers, or other data, since the register was read.

    Ids that are thrown are never found to be duplicates.
    """
    numbers = numbers_since(connection, enrolled.read_up_to)
    problems = [
        Problem(line, "ids", "overtaken", f"{namespace} {number} {_OVERTAKEN}")
        for line, text in (enrolled.accepted_lines() if numbers else ())
        for namespace, number in sorted(numbers & _numbers_in(orjson.loads(text)["data"]))
    ]
    if problems:
        raise Refused(problems)


def _numbers_in(data: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The numbers that a registration, or the correction of one, gives somebody."""
    return set((data.get("replacement") or data).get("ids", {}).items())
