"""Enrolment: read a list, compare it with the register, store proposals, append accepted ones.

The list is read to its end before anything is appended: only then is it known to be valid.  Its
proposals are stored in a temporary file, so that neither a long list nor a long output fills the
memory, and the log is locked only while events are appended.
"""

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO

import attrs
import orjson
from sqlalchemy import Connection, Engine

from ledger.events.messages import Message, RequestField, as_message
from ledger.events.problems import Problem, Refused
from ledger.importing.federation_lists.comparison import Comparison
from ledger.importing.federation_lists.dsb import read_dsb
from ledger.importing.federation_lists.egd import read_egd
from ledger.importing.federation_lists.fide import read_fide, read_fide_xml
from ledger.importing.federation_lists.list_file import open_list
from ledger.importing.federation_lists.player_list import Entry, ListFindings, PlayerList
from ledger.importing.federation_lists.proposals import Edition, Event, Mark, Proposal
from ledger.importing.federation_lists.ratings import target_pool
from ledger.importing.formats.tournament_report import Issue, any_error
from ledger.importing.matching.register import Register, numbers_since, read_register
from ledger.importing.new_player_ids import RandomBytes
from ledger.log.clock import Clock
from ledger.log.event_log import Receipt, writing
from ledger.log.paging import pages
from ledger.validation.persons import EARLIEST_BIRTH, Doubt, doubts
from ledger.validation.rulebook_port import RulebookPort
from ledger.validation.submission import append_within

# --- the request to read a list, and its outcome -------------------------------------------------


@attrs.frozen(kw_only=True)
class SyncRequest:
    """The options of one call of ``enrol``.

    ``pool`` is the rating list to propose ratings for (None: no ratings), ``day`` the date of the
    list if the file does not state it, ``only`` the federations from which unregistered people
    are proposed (empty: all).  ``register`` and ``adopt`` accept every proposal of their kind,
    ``marks`` single ones by their ids.
    """

    format: str
    file: Path
    by: str
    rulebooks: RulebookPort
    clock: Clock
    random_bytes: RandomBytes
    pool: str | None = None
    day: date | None = None
    only: frozenset[str] = frozenset()
    register: bool = False
    adopt: bool = False
    marks: Mapping[str, Mark] = attrs.field(factory=dict)
    dry_run: bool = False


MAX_SAMPLES = 10
NOTHING_APPENDED = Receipt(0, 0, None, None)


@attrs.define(kw_only=True)
class SyncOutcome:
    """The outcome of one list, filled while it is read.

    ``store`` holds every proposal as a line of JSON, ``samples`` the first few of each kind.
    ``read_up_to`` is the position of the log up to which the register was compared.
    """

    file: str
    store: IO[bytes]
    dry_run: bool = False
    read_up_to: int = 0
    findings: ListFindings = attrs.field(factory=ListFindings)
    edition: Edition | None = None
    read: int = 0
    unregistered: int = 0
    counts: Counter[str] = attrs.field(factory=Counter)
    samples: dict[str, list[dict[str, Any]]] = attrs.field(factory=dict)
    accepted: int = 0
    receipt: Receipt = NOTHING_APPENDED
    objections: tuple[Issue, ...] = ()

    def issues(self) -> list[Issue]:
        """Return the objections of the ledger, and all findings in the list."""
        return [*self.objections, *self.findings.issues()]

    @property
    def refused(self) -> bool:
        """True if the list is refused as a whole."""
        return any_error(self.issues())

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every proposal as it is shown, in the order of the list."""
        self.store.seek(0)
        for line in self.store:
            yield orjson.loads(line)["shown"]

    def add(self, proposal: Proposal, event: Event | None) -> None:
        """Store a proposal with the event to append for it (None: it is not accepted)."""
        shown = shown_row(proposal, accepted=event is not None)
        if proposal.newcomer and (event is None or self.dry_run):
            shown["player"] = None
        self.counts[proposal.kind] += 1
        self.accepted += event is not None
        samples = self.samples.setdefault(proposal.kind, [])
        if len(samples) < MAX_SAMPLES:
            samples.append(shown)
        self.store.write(orjson.dumps({"shown": shown, "event": event}) + b"\n")

    def accepted_lines(self) -> Iterator[tuple[int, bytes]]:
        """The accepted events as lines of a submission, under their line on the list."""
        self.store.seek(0)
        for line in self.store:
            stored = orjson.loads(line)
            if stored["event"] is not None:
                yield stored["shown"]["line"], orjson.dumps(stored["event"])


def shown_row(proposal: Proposal, *, accepted: bool) -> dict[str, Any]:
    """A proposal for programs; a withheld name is null, wherever it comes from."""
    entry, withheld = proposal.entry, proposal.withheld
    changes = [attrs.asdict(each) for each in proposal.changes]
    return {
        "proposal": proposal.id,
        "kind": proposal.kind,
        "line": entry.line,
        "number": entry.number,
        "player": proposal.player,
        "name": None if withheld else entry.name,
        "birth_year": entry.birth_year,
        "federation": entry.federation,
        "club": entry.club,
        "figure": entry.figure,
        "changes": [
            {"field": "name", "register": None, "list": None}
            if withheld and each["field"] == "name"
            else each
            for each in changes
        ],
        "reasons": list(proposal.reasons),
        "accepted": accepted,
    }


def proposal_store() -> IO[bytes]:
    """A temporary file for the proposals of one list, deleted when it is closed."""
    return TemporaryFile()


# --- the supported lists, and their detection ----------------------------------------------------

AUTO = "auto"
SIGNATURE_BYTES = 65_536

Reader = Callable[[BinaryIO, ListFindings], PlayerList | None]


def _read_either_fide(stream: BinaryIO, findings: ListFindings) -> PlayerList | None:
    """Read FIDE's list, which comes as text or as XML."""
    head = stream.read(100).removeprefix(b"\xef\xbb\xbf").lstrip()
    stream.seek(0)
    return (read_fide_xml if head.startswith(b"<") else read_fide)(stream, findings)


READERS: Mapping[str, Reader] = {"fide": _read_either_fide, "dsb": read_dsb, "egd": read_egd}
_SIGNATURES: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("fide", re.compile(rb"\s{0,99}ID[ _]?Number\s+Name\b", re.IGNORECASE)),
    ("fide", re.compile(rb"\s{0,99}(?:<\?[^<]{0,200})?<playerslist\b")),
    ("dsb", re.compile(rb"[^\r\n]{0,400}\b(?:ZPS|VKZ)\b[^\r\n]{0,400}\bDWZ\b")),
    ("egd", re.compile(rb"(?s:.){0,60000}?(?:^|\n) [0-9]{8}  \S")),
)


def detect_format(stream: BinaryIO) -> str | None:
    """Return the probable format of a list, None if unknown."""
    head = stream.read(SIGNATURE_BYTES).removeprefix(b"\xef\xbb\xbf")
    stream.seek(0)
    return next((name for name, signature in _SIGNATURES if signature.match(head)), None)


def read_list(format_: str, stream: BinaryIO, findings: ListFindings) -> PlayerList | None:
    """Return a list of a format, or of the detected one; None (and an error) if it is none."""
    name = detect_format(stream) if format_ == AUTO else format_
    if name is None:
        known = ", ".join(READERS)
        findings.error(f"the file looks like none of the lists: name its format ({known})")
        return None
    return READERS[name](stream, findings)


# --- finding numbers that occur twice in a list; needs 16 bytes of memory per line ---------------

MAX_REPORTED = 20


class DuplicateNumberCheck:
    """The numbers of a list with their lines; both in compact columns."""

    def __init__(self) -> None:
        self._numbers = array("q")
        self._lines = array("q")

    def add(self, entry: Entry) -> None:
        """Remember a line's number."""
        self._numbers.append(int(entry.number))
        self._lines.append(entry.line)

    def report(self, findings: ListFindings) -> None:
        """Report the numbers that occur twice as errors."""
        import numpy as np  # noqa: PLC0415 - takes longer to load than most commands take

        numbers = np.frombuffer(self._numbers, dtype=np.int64)
        lines = np.frombuffer(self._lines, dtype=np.int64)
        order = np.argsort(numbers, kind="stable")
        duplicates = np.flatnonzero(numbers[order[1:]] == numbers[order[:-1]])
        for first in duplicates[:MAX_REPORTED]:
            line, second = int(lines[order[first]]), int(lines[order[first + 1]])
            message = f"number {numbers[order[first]]} is also on line {line}"
            findings.error(f"{message}: a list names every player once, fetch it again", second)
        if len(duplicates) > MAX_REPORTED:
            findings.error(
                f"{len(duplicates) - MAX_REPORTED} more numbers stand on the list twice"
            )


# --- selecting the accepted proposals, by the marks or by the request's options ------------------

PAGE = 5_000


class Acceptance:
    """The choice of the proposals that are accepted: by their marks, or all of a kind."""

    def __init__(self, request: SyncRequest, findings: ListFindings) -> None:
        self._marks = request.marks
        self._today = request.clock().date()
        self._kinds = {"register"} if request.register else set[str]()
        self._kinds |= {"rating"} if request.adopt else set()
        self._findings = findings
        self._matched: set[str] = set()
        self._corrected: dict[str, int] = {}
        self._linked_numbers: dict[str, str] = {}

    def event_for(self, proposal: Proposal) -> Event | None:
        """Return the event that is appended for a proposal; None if it is not accepted."""
        mark = self._marks.get(proposal.id)
        if mark is None:
            accepted = proposal.kind in self._kinds and not self._is_doubted(proposal)
            return proposal.event if accepted else None
        self._matched.add(proposal.id)
        event = proposal.instead if mark == "new" else proposal.event
        if event is None:
            message = f"{proposal.id} is not a link, so it cannot be accepted as new: write yes"
            self._findings.error(message, proposal.entry.line)
            return None
        self._check_conflicts(proposal, event)
        return event

    def _is_doubted(self, proposal: Proposal) -> bool:
        """True for an implausible newcomer, who is only accepted by a mark."""
        entry, found = proposal.entry, list[Doubt]()
        if proposal.newcomer:
            latest = self._today.year
            found += doubts(entry.name, entry.birth_year, earliest=EARLIEST_BIRTH, latest=latest)
        for doubt in found if proposal.kind == "register" else ():
            message = f"{entry.number}, {entry.name}: {doubt.value} {doubt.why}"
            self._findings.warn(f"{message}: mark the proposal if it is right", entry.line)
        return bool(found)

    def _check_conflicts(self, proposal: Proposal, event: Event) -> None:
        """Check that one list gives a person one number, and replaces a registration once."""
        if proposal.kind == "link":
            first = self._linked_numbers.setdefault(proposal.entry.number, event["id"])
            if first != event["id"]:
                message = f"number {proposal.entry.number} is accepted for two persons"
                self._findings.error(f"{message}: accept one of them", proposal.entry.line)
        if "corrects" in event["data"]:
            line = self._corrected.setdefault(event["data"]["corrects"], proposal.entry.line)
            if line != proposal.entry.line:
                message = f"{proposal.player} is corrected from line {line} as well"
                self._findings.error(f"{message}: accept one of them", proposal.entry.line)

    def warn_about_unmatched_marks(self, people: Register, edition: Edition) -> None:
        """Warn about marks that match no proposal, unless the event is in the log already."""
        ledger = people.ledger
        for page in pages(sorted(self._marks.keys() - self._matched), PAGE):
            events = {id_: id_.rpartition(" ")[0] for id_ in page}  # of links, see Proposal.id
            ledger.read_ahead([*page, *events.values()], (), ())
            for id_, event in events.items():
                in_log = ledger.ahead(id_) is not None or ledger.ahead(event) is not None
                if not in_log and not self._was_registered(id_, people, edition):
                    message = f"{id_[:150]} is marked, but not proposed (any more)"
                    self._findings.warn(f"{message}: skipped")

    def _was_registered(self, id_: str, people: Register, edition: Edition) -> bool:
        """True if a mark was for a new player who has been registered under his number since."""
        event, _, number = id_.rpartition(" ")
        if event.startswith(edition.event_id("link")) and self._marks[id_] != "new":
            return False
        prefix = f"{edition.namespace}-"
        return people.has_number(edition.namespace, number.removeprefix(prefix))


Advance = Callable[[int], None]

_OVERTAKEN = "was registered or corrected while the list was read: take the list in again"


def enrol(engine: Engine, request: SyncRequest, advance: Advance, store: IO[bytes]) -> SyncOutcome:
    """Read a list and append its accepted proposals, unless there is an error.

    Raises :class:`~ledger.events.problems.Refused` if there is no such pool, or no list in
    the file.
    """
    outcome = SyncOutcome(file=request.file.name, store=store, dry_run=request.dry_run)
    with open_list(request.file) as stream, engine.connect() as connection:
        _read(stream, connection, request, outcome, advance)
    if outcome.accepted and not outcome.refused:
        _append(engine, outcome, request)
    return outcome


def _read(
    stream: BinaryIO,
    connection: Connection,
    request: SyncRequest,
    outcome: SyncOutcome,
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
    outcome.read_up_to = comparison.people.read_up_to
    duplicates = None if player_list.namespace == "dsb" else DuplicateNumberCheck()
    acceptance = Acceptance(request, findings)
    for page in pages(_tracked(player_list.entries, duplicates, stream, advance), PAGE):
        outcome.read += len(page)
        for proposal in comparison.page(page):
            outcome.add(proposal, acceptance.event_for(proposal))
    outcome.unregistered = comparison.unregistered
    if outcome.read == 0:
        findings.error("there is no player on the list: fetch it again")
    if duplicates is not None:
        duplicates.report(findings)
    acceptance.warn_about_unmatched_marks(comparison.people, edition)


def _comparison(
    connection: Connection, request: SyncRequest, edition: Edition, findings: ListFindings
) -> Comparison:
    people = read_register(connection)
    return Comparison(
        people=people,
        edition=edition,
        target=None
        if request.pool is None
        else target_pool(connection, people.ledger, request.pool, edition, request.rulebooks),
        only=request.only,
        register=request.register,
        random_bytes=request.random_bytes,
        findings=findings,
    )


def _day_of(player_list: PlayerList, request: SyncRequest, findings: ListFindings) -> date | None:
    """The date of the list, from the file or the request; never guessed."""
    if player_list.day is None and request.day is None:
        say = RequestField("list_date", "YYYY-MM-DD")
        findings.error(f"the list does not state its date: give {say}")
    elif player_list.day is not None and request.day not in {None, player_list.day}:
        message = f"you gave {request.day}, but the list states {player_list.day}"
        findings.error(f"{message}: leave {RequestField('list_date')} out, or take the other list")
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


def _append(engine: Engine, outcome: SyncOutcome, request: SyncRequest) -> None:
    """Append the accepted proposals, all or nothing; a dry run is rolled back."""
    try:
        with writing(engine, request.clock) as writer:
            _check_not_overtaken(writer.connection, outcome)
            receipt = append_within(
                writer,
                outcome.accepted_lines(),
                by=request.by,
                rulebooks=request.rulebooks,
                clock=request.clock,
                accept=None,
            )
            if request.dry_run:
                writer.roll_back_at_end()
            else:
                outcome.receipt = receipt
    except Refused as refused_:
        outcome.objections = tuple(
            Issue("error", each.line, None, _refusal_of(each)) for each in refused_.problems
        )


def _refusal_of(problem: Problem) -> Message:
    return as_message(f"the ledger refuses it: {problem.field}: {problem.message}")


def _check_not_overtaken(connection: Connection, outcome: SyncOutcome) -> None:
    """Check that no one has received a number, or other data, since the register was read.

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
