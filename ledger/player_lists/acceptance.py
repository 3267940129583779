"""Which proposals of a list are accepted, by the marks or by the options of the request."""

from ledger.log.paging import pages
from ledger.player_lists.directory import Directory
from ledger.player_lists.player_list import ListFindings
from ledger.player_lists.proposals import Edition, Event, Proposal
from ledger.player_lists.request import EnrolmentRequest

PAGE = 5_000


class Acceptance:
    """Which proposals are accepted: by their marks, or all of a kind."""

    def __init__(self, request: EnrolmentRequest, findings: ListFindings) -> None:
        self._marks = request.marks
        self._kinds = {"register"} if request.register else set[str]()
        self._kinds |= {"rating"} if request.adopt else set()
        self._findings = findings
        self._matched: set[str] = set()
        self._corrected: dict[str, int] = {}
        self._linked_numbers: dict[str, str] = {}

    def event_for(self, proposal: Proposal) -> Event | None:
        """The event that is appended for a proposal; None where it is not accepted."""
        mark = self._marks.get(proposal.id)
        if mark is None:
            return proposal.event if proposal.kind in self._kinds else None
        self._matched.add(proposal.id)
        event = proposal.instead if mark == "new" else proposal.event
        if event is None:
            message = f"{proposal.id} is no link, so it cannot be accepted as new: write yes"
            self._findings.error(message, proposal.entry.line)
            return None
        self._check_conflicts(proposal, event)
        return event

    def _check_conflicts(self, proposal: Proposal, event: Event) -> None:
        """One list gives a person one number, and replaces a registration once."""
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

    def warn_about_unmatched_marks(self, directory: Directory, edition: Edition) -> None:
        """Warn about marks that match no proposal, unless the event is in the log already."""
        ledger = directory.ledger
        for page in pages(sorted(self._marks.keys() - self._matched), PAGE):
            events = {id_: id_.rpartition(" ")[0] for id_ in page}  # of links, see Proposal.id
            ledger.read_ahead([*page, *events.values()], (), ())
            for id_, event in events.items():
                in_log = ledger.ahead(id_) is not None or ledger.ahead(event) is not None
                if not in_log and not self._was_registered(id_, directory, edition):
                    message = f"{id_[:150]} is marked, but not proposed (any more)"
                    self._findings.warn(f"{message}: passed over")

    def _was_registered(self, id_: str, directory: Directory, edition: Edition) -> bool:
        """Whether a mark was for a new player who has been registered under his number since."""
        event, _, number = id_.rpartition(" ")
        if event.startswith(edition.event_id("link")) and self._marks[id_] != "new":
            return False
        prefix = f"{edition.namespace}-"
        return directory.has_number(edition.namespace, number.removeprefix(prefix))
