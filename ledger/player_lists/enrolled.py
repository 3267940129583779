"""A list after the attempt: what was read, what it proposes, what came of it."""

from collections import Counter
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Any

import attrs
import orjson

from ledger.formats.tournament_report import Issue, refused
from ledger.log.event_log import Receipt
from ledger.player_lists.entry import ListFindings
from ledger.player_lists.proposals import Edition, Event, Proposal

MOST_SHOWN = 10
NOTHING_APPENDED = Receipt(0, 0, None, None)


@attrs.define(kw_only=True)
class Enrolled:
    """A list after the attempt: what was read, proposed and appended.

    ``waiting`` holds every proposal as a line of JSON, ``first`` the first few of each kind.
    ``read_up_to`` is the position of the log up to which the register was compared.
    """

    file: str
    waiting: IO[bytes]
    dry_run: bool = False
    read_up_to: int = 0
    findings: ListFindings = attrs.field(factory=ListFindings)
    edition: Edition | None = None
    read: int = 0
    strangers: int = 0
    counts: Counter[str] = attrs.field(factory=Counter)
    first: dict[str, list[dict[str, Any]]] = attrs.field(factory=dict)
    accepted: int = 0
    receipt: Receipt = NOTHING_APPENDED
    objections: tuple[Issue, ...] = ()

    def issues(self) -> list[Issue]:
        """What the ledger has against it, and what was found in the list."""
        return [*self.objections, *self.findings.issues()]

    @property
    def refused(self) -> bool:
        """Whether nothing of the list could be taken."""
        return refused(self.issues())

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every proposal as it is shown, in the order of the list."""
        self.waiting.seek(0)
        for line in self.waiting:
            yield orjson.loads(line)["shown"]

    def take(self, proposal: Proposal, event: Event | None) -> None:
        """A proposal, and the event that is appended for it (None: it is not accepted)."""
        shown = shown_row(proposal, accepted=event is not None)
        if proposal.newcomer and (event is None or self.dry_run):
            shown["player"] = None
        self.counts[proposal.kind] += 1
        self.accepted += event is not None
        few = self.first.setdefault(proposal.kind, [])
        if len(few) < MOST_SHOWN:
            few.append(shown)
        self.waiting.write(orjson.dumps({"shown": shown, "event": event}) + b"\n")

    def accepted_lines(self) -> Iterator[tuple[int, bytes]]:
        """The accepted events as lines of a submission, under their line on the list."""
        self.waiting.seek(0)
        for line in self.waiting:
            kept = orjson.loads(line)
            if kept["event"] is not None:
                yield kept["shown"]["line"], orjson.dumps(kept["event"])


def shown_row(proposal: Proposal, *, accepted: bool) -> dict[str, Any]:
    """A proposal for programs; a withheld name is null, wherever it comes from."""
    entry, hidden = proposal.entry, proposal.withheld
    changes = [attrs.asdict(each) for each in proposal.changes]
    return {
        "proposal": proposal.id,
        "kind": proposal.kind,
        "line": entry.line,
        "number": entry.number,
        "player": proposal.player,
        "name": None if hidden else entry.name,
        "birth_year": entry.birth_year,
        "federation": entry.federation,
        "club": entry.club,
        "figure": entry.figure,
        "changes": [
            {"field": "name", "register": None, "list": None}
            if hidden and each["field"] == "name"
            else each
            for each in changes
        ],
        "reasons": list(proposal.reasons),
        "accepted": accepted,
    }


def waiting_room() -> IO[bytes]:
    """A file for the proposals of one list, gone when it is closed."""
    return TemporaryFile()
