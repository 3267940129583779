"""Where members come from: a spreadsheet, or one person who is named."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

import attrs

from ledger.events.problems import Problem, refusal
from ledger.importing.formats.spreadsheet import read_sheets
from ledger.importing.members.columns import RATING, find_columns
from ledger.importing.members.entries import Member, cell_problem, read_members, read_row


@attrs.frozen(kw_only=True)
class ReadList:
    """Members as they were read.

    ``columns`` are the headings by field, ``unused`` those that mean nothing here; ``fault``
    makes a problem of what is wrong with a member's figure.  ``problems``: what cannot be read.
    """

    members: Sequence[Member]
    problems: Sequence[Problem]
    fault: Callable[[Member, str], Problem]
    columns: Mapping[str, str] = attrs.field(factory=dict)
    unused: Sequence[str] = ()


class MemberList(ABC):
    """Members to be entered; ``source`` is the name of the file, empty where there is none."""

    source: str = ""

    @abstractmethod
    def read(self, system: str | None) -> ReadList:
        """Read the members; ``system`` is that of the pool their figures are meant for.

        None: there is no pool, so figures cannot be carried over.

        Raises :class:`~ledger.events.problems.Refused` where no members are found in it.
        """


@attrs.frozen
class Spreadsheet(MemberList):
    """A file, its columns recognised by their headings or as they are told."""

    source: str
    content: bytes
    told: Mapping[str, str]

    def read(self, system: str | None) -> ReadList:
        """The members; every cell that cannot be read is a problem."""
        sheet, columns = find_columns(read_sheets(self.content), self.told, system)
        members, problems = read_members(sheet, columns)
        if not members:
            message = f"there is nobody below the headings of row {columns.row}"
            raise refusal("nobody", f"{message}: add the members, a row for each", "file")
        return ReadList(
            members=members,
            problems=problems,
            fault=lambda member, what: cell_problem(
                member.row, columns, RATING, what, member.rating
            ),
            columns={
                field: columns.headings[place - 1] for field, place in columns.places.items()
            },
            unused=columns.unused,
        )


@attrs.frozen
class OnePerson(MemberList):
    """One person by his name, with what is known of him in the words of a spreadsheet."""

    cells: Mapping[str, str]

    def read(self, system: str | None) -> ReadList:
        """The one member."""
        if system is None and self.cells.get(RATING):
            message = "there is no pool to carry the figure over into: make it with"
            raise refusal(
                "no-pool", f"{message} `rating-ledger pool NAME --rulebook …`", "--rating"
            )
        values, faults = read_row(self.cells)
        return ReadList(
            members=[Member(row=1, **values)],
            problems=[self._problem(field, fault) for field, fault in faults],
            fault=lambda _, what: self._problem(RATING, what),
        )

    def _problem(self, field: str, fault: str) -> Problem:
        said = f"{self.cells[field]!r} " if self.cells.get(field) else ""
        option = {"birth_date": "born"}.get(field, field)
        return Problem(None, None if field == "name" else f"--{option}", "cell", f"{said}{fault}")
