"""The outcome of an enrolment: what was read, proposed and appended."""

from collections import Counter
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Any

import attrs
import orjson

from ledger.importing.federation_lists.player_list import ListFindings
from ledger.importing.federation_lists.proposals import Edition, Event, Proposal
from ledger.importing.formats.tournament_report import Issue, any_error
from ledger.log.event_log import Receipt

MAX_SAMPLES = 10
NOTHING_APPENDED = Receipt(0, 0, None, None)


@attrs.define(kw_only=True)
class EnrolmentOutcome:
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
        """What the ledger has against it, and what was found in the list."""
        return [*self.objections, *self.findings.issues()]

    @property
    def refused(self) -> bool:
        """Whether the list is refused as a whole."""
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
