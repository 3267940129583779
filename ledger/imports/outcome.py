"""What became of one imported file."""

from collections.abc import Sequence

import attrs

from ledger.formats.tournament_report import Issue, TournamentReport, any_error
from ledger.imports.changes import Change
from ledger.imports.effect_port import PoolEffect
from ledger.imports.matching.player_links import Link


@attrs.frozen(kw_only=True)
class FileOutcome:
    """One file after the attempt: what was read, found and appended.

    ``is_known``: the tournament is on record, ``changes`` is what the file changes in it.
    ``events`` were appended, or would have been on a dry run; ``duplicates`` stand already.
    ``first``, ``last``: their positions; ``effect``: what each pool makes of the tournament.
    """

    file: str
    report: TournamentReport | None
    links: Sequence[Link]
    issues: Sequence[Issue]
    changes: Sequence[Change] = ()
    is_known: bool = False
    events: int = 0
    duplicates: int = 0
    dry_run: bool = False
    first: int | None = None
    last: int | None = None
    effect: Sequence[PoolEffect] = ()

    @property
    def appended(self) -> int:
        """How many events were appended."""
        return 0 if self.dry_run else self.events

    @property
    def proposed_players(self) -> set[str]:
        """Everybody registered who is proposed for a player of the file."""
        return {proposal.player for link in self.links for proposal in link.proposals}

    @property
    def open_players(self) -> Sequence[Link]:
        """The players of whom it is open who they are."""
        return [link for link in self.links if link.how == "open"]

    @property
    def errors(self) -> Sequence[Issue]:
        """What refuses the file."""
        return [issue for issue in self.issues if issue.kind == "error"]

    @property
    def refused(self) -> bool:
        """Whether nothing of the file could be taken."""
        return any_error(self.issues)
