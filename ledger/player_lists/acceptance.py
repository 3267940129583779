"""What of a list is wanted, and which of its proposals that accepts."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import attrs

from ledger.admission.rulebook_port import RulebookPort
from ledger.log.clock import Clock
from ledger.log.paging import pages
from ledger.player_lists.directory import Directory
from ledger.player_lists.entry import ListFindings
from ledger.player_lists.marks import Mark
from ledger.player_lists.newcomers import Dice
from ledger.player_lists.proposals import Edition, Event, Proposal

PAGE = 5_000


@attrs.frozen(kw_only=True)
class Order:
    """What is to be done with a list."""

    format: str
    file: Path
    by: str
    rulebooks: RulebookPort
    clock: Clock
    dice: Dice
    pool: str | None = None
    day: date | None = None
    only: frozenset[str] = frozenset()
    register: bool = False
    adopt: bool = False
    marks: Mapping[str, Mark] = attrs.field(factory=dict)
    dry_run: bool = False


class Acceptance:
    """Which proposals are accepted: by their marks, or all of a kind."""

    def __init__(self, order: Order, findings: ListFindings) -> None:
        self._marks = order.marks
        self._kinds = {"register"} if order.register else set[str]()
        self._kinds |= {"rating"} if order.adopt else set()
        self._findings = findings
        self._met: set[str] = set()
        self._corrected: dict[str, int] = {}
        self._settled: dict[str, str] = {}

    def event_for(self, proposal: Proposal) -> Event | None:
        """The event that is appended for a proposal; None where it is not accepted."""
        mark = self._marks.get(proposal.id)
        if mark is None:
            return proposal.event if proposal.kind in self._kinds else None
        self._met.add(proposal.id)
        event = proposal.instead if mark == "new" else proposal.event
        if event is None:
            message = f"{proposal.id} is no link, so it cannot be accepted as new: write yes"
            self._findings.error(message, proposal.entry.line)
            return None
        self._check_alone(proposal, event)
        return event

    def _check_alone(self, proposal: Proposal, event: Event) -> None:
        """One list gives a person one number, and replaces a registration once."""
        if proposal.kind == "link":
            first = self._settled.setdefault(proposal.entry.number, event["id"])
            if first != event["id"]:
                message = f"number {proposal.entry.number} is accepted for two persons"
                self._findings.error(f"{message}: accept one of them", proposal.entry.line)
        if "corrects" in event["data"]:
            line = self._corrected.setdefault(event["data"]["corrects"], proposal.entry.line)
            if line != proposal.entry.line:
                message = f"{proposal.player} is corrected from line {line} as well"
                self._findings.error(f"{message}: accept one of them", proposal.entry.line)

    def tell_unmet(self, directory: Directory, edition: Edition) -> None:
        """Say which marks were for nothing; what is in the log already is not worth a word."""
        ledger = directory.ledger
        for page in pages(sorted(self._marks.keys() - self._met), PAGE):
            events = {id_: id_.rpartition(" ")[0] for id_ in page}  # of links, see Proposal.id
            ledger.read_ahead([*page, *events.values()], (), ())
            for id_, event in events.items():
                in_log = ledger.ahead(id_) is not None or ledger.ahead(event) is not None
                if not in_log and not self._has_entered(id_, directory, edition):
                    message = f"{id_[:150]} is marked, but not proposed (any more)"
                    self._findings.warn(f"{message}: passed over")

    def _has_entered(self, id_: str, directory: Directory, edition: Edition) -> bool:
        """Whether a mark was for somebody new, who is in the register under his number by now."""
        event, _, number = id_.rpartition(" ")
        if event.startswith(edition.event_id("link")) and self._marks[id_] != "new":
            return False
        prefix = f"{edition.namespace}-"
        return directory.has_number(edition.namespace, number.removeprefix(prefix))
