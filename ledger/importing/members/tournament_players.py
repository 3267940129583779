"""The players of a tournament file as a list of members, with the ratings that the file states.

A federation that begins with its last tournament need not type its members: the file has names,
clubs, numbers and mostly ratings.
"""

from collections.abc import Mapping

import attrs

from ledger.events.messages import Message, RequestField
from ledger.events.problems import Problem, refusal
from ledger.importing.formats.registry import detect_format, read
from ledger.importing.formats.tournament_report import PlayerReport
from ledger.importing.members.columns import NUMBERS
from ledger.importing.members.member_list import Member, MemberList, ReadList, Spreadsheet

_TABLES = {"crosstable"}
"""Formats of tables that say by their headings what they hold: these may be lists of members."""


def member_list(source: str, content: bytes, chosen: Mapping[str, str]) -> MemberList:
    """The members of a file: those of a tournament file, else those of a spreadsheet.

    ``chosen`` names columns of the spreadsheet by their fields.
    """
    format_ = detect_format(content)
    if format_ is None or format_ in _TABLES or chosen:
        return Spreadsheet(source, content, chosen)
    return TournamentPlayers(source, content, format_)


@attrs.frozen
class TournamentPlayers(MemberList):
    """The players of a tournament file; their rows are counted from 1 as they stand in it."""

    source: str
    content: bytes
    format: str

    def read(self, system: str | None) -> ReadList:
        """The players, each with the rating of the system that the file states for him."""
        report, issues = read(self.format, self.source, self.content)
        if report is None or not report.players:
            faults = "; ".join(each.message for each in issues if each.kind == "error")
            message = Message(
                "no players are found in this tournament file (%(format)s): %(faults)s",
                {"format": self.format, "faults": faults or "it has none"},
            )
            raise refusal("nobody", message, "file")
        return ReadList(
            members=[
                member_of(row, player, system)
                for row, player in enumerate(report.players, start=1)
            ],
            problems=[],
            fault=_problem,
            without_index=Message(
                ", or give one for all (%(index)s)", index=RequestField("index")
            ),
        )


def _problem(member: Member, field: str, fault: str, text: str) -> Problem:
    message = Message("%(cell)s %(fault)s", cell=repr(text), fault=fault)
    return Problem(member.row, field, "cell", message)


def member_of(row: int, player: PlayerReport, system: str | None) -> Member:
    """Return a player as a member, with the rating of a system that is stated for him."""
    rating = player.ratings.get((system or "").upper())
    return Member(
        row=row,
        name=player.name,
        birth_year=player.birth_year,
        birth_date=player.birth_date,
        sex=player.sex,
        federation=player.federation,
        club=player.club,
        ids={register: id_ for register, id_ in player.ids.items() if register in NUMBERS},
        rating="" if rating is None else str(rating),
        index=player.index if system == "dwz" else "",
    )
