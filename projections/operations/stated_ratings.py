"""The ratings that a tournament file states for newcomers, as ratings decided by an officer.

They are carried over from the first day of the tournament on, so that it is rated with them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import attrs
from sqlalchemy import Connection

from ledger.events.messages import Message, RequestField, as_message
from ledger.events.problems import Refused
from ledger.importing.formats.tournament_report import TournamentReport
from ledger.importing.members.member_list import Member
from ledger.importing.members.tournament_players import member_of
from projections.operations.enter_members import (
    Target,
    card_of,
    carried_over,
    is_plausible,
    target_of,
)

NAMED = 3
"""So many of the players whose ratings cannot be taken are named."""


@attrs.frozen
class StatedRatings:
    """Makes the ratings of a file events, for each pool whose system the file knows.

    ``index``: that of everybody whose rating is stated without one.
    """

    pools: Sequence[str]
    by: str
    today: date
    index: str | None

    def __call__(
        self, connection: Connection, report: TournamentReport, new: Mapping[str, str]
    ) -> Iterator[Mapping[str, object] | Message]:
        """Yield an event for each rating that is one in a pool, and why others are not."""
        day = report.starts_on or report.ended_on
        for pool in self.pools:
            try:
                target = target_of(connection, pool, day, self.today)
            except Refused as refused:
                yield as_message(refused.problems[0].message)
            else:
                if target is not None:
                    yield from self._of(target, report, new)

    def _of(
        self, target: Target, report: TournamentReport, new: Mapping[str, str]
    ) -> Iterator[Mapping[str, object] | Message]:
        refused: dict[str, list[str]] = defaultdict(list)
        for row, player in enumerate(report.players):
            member = member_of(row, player, target.system)
            if player.number not in new or not member.rating:
                continue
            card = self._card(member, target)
            if isinstance(card, str):
                refused[card].append(player.name)
            elif card is not None:
                reason = "stated in the file of the tournament"
                yield carried_over(target, new[player.number], card, self.by, reason)
        for why, names in refused.items():
            more = ", …" if len(names) > NAMED else ""
            yield Message(
                "not taken over for %(names)s: the rating %(why)s",
                names=", ".join(names[:NAMED]) + more,
                why=why,
            )

    def _card(self, member: Member, target: Target) -> Mapping[str, object] | str | None:
        remedy = Message(", or give one for all (%(index)s)", index=RequestField("index"))
        card = card_of(member, target.book, self.index, remedy)
        if isinstance(card, Mapping) and not is_plausible(card, target):
            return Message("is not a plausible rating in %(rulebook)s", rulebook=target.book.name)
        return card
