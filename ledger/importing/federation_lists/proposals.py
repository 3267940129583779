"""The proposals of a list: registrations, numbers, changed data, adopted ratings.

Every proposal is an event that could be appended unchanged.  Its id follows from the list, its
date and the person, so that a list that is enrolled again proposes nothing new.  Registrations are
the exception: a registered person is found by his number.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TextIO

import attrs

from ledger.events.codec import data_of
from ledger.events.messages import RequestField
from ledger.events.problems import Problem, Refused, refusal
from ledger.importing.federation_lists.list_file import cells_of, encoding_of, text_lines
from ledger.importing.federation_lists.player_list import Entry, ListFindings, Namespace
from ledger.importing.formats.csv_cells import CsvWriter, unguarded

ProposalKind = Literal["register", "link", "change", "rating"]
KINDS: Mapping[ProposalKind, str] = {
    "register": "a player who is not in the register",
    "link": "a number for a player of the same name",
    "change": "a player registered with other data",
    "rating": "a rating for a registered player",
}

LONGEST_ID = 200

Event = Mapping[str, Any]


@attrs.frozen(kw_only=True)
class Edition:
    """The list and its day: part of every id and of every reason."""

    namespace: Namespace
    system: str
    day: date
    source: str

    def event_id(self, *about: str) -> str:
        """The id of the event that the list proposes about a person, by his id in the register.

        His number on the list is personal and must not enter the log, where ids are permanent.
        """
        id_ = "-".join([self.namespace, self.day.isoformat(), *about])
        if len(id_) <= LONGEST_ID:
            return id_
        digest = sha256(id_.encode()).hexdigest()
        return f"{id_[: LONGEST_ID - len(digest) - 1]}-{digest}"

    def __str__(self) -> str:
        """Return the list's usual name."""
        return f"{self.namespace.upper()} list of {self.day}"


@attrs.frozen(kw_only=True)
class Change:
    """A field in which the list differs from the register."""

    field: str
    register: Any
    list: Any


@attrs.frozen(kw_only=True)
class Proposal:
    """An event that a line of a list proposes, with the reason.

    ``id`` identifies it for acceptance: the id of the event, but with the number
    if several may claim the same person or he is new; it never reaches the log.  ``player`` is
    the person in the register, ``newcomer`` his future id if he is accepted.
    ``instead`` is the registration that replaces it if a namesake turns out to be another person.
    """

    id: str
    kind: ProposalKind
    entry: Entry
    player: str
    event: Event
    reasons: Sequence[str] = ()
    changes: Sequence[Change] = ()
    withheld: bool = False
    instead: Event | None = None
    newcomer: bool = False


def event_of(fact: Any, id_: str, edition: Edition) -> Event:
    """Return a fact as an event of the contract."""
    return {"type": fact.type, "id": id_, "data": data_of(fact), "source": edition.source}


# --- the proposals as a CSV table for a person to mark -------------------------------------------

Mark = Literal["yes", "new"]
COLUMNS = (
    *("accept", "proposal", "kind", "line", "number", "player"),
    *("name", "birth_year", "federation", "club", "figure", "what"),
)
_MARKS: Mapping[str, Mark | None] = {
    **dict.fromkeys(("", "no", "n", "0")),
    **dict.fromkeys(("yes", "y", "x", "1"), "yes"),
    "new": "new",
}


def read_marks(path: Path) -> dict[str, Mark]:
    """The proposals marked in a table, by their ids.

    Raises :class:`~ledger.events.problems.Refused` with every line that cannot be understood.
    """
    marks: dict[str, Mark] = {}
    problems: list[Problem] = []
    for line, row in _rows(path):
        mark = _MARKS.get(row["accept"].strip().casefold(), row["accept"])
        if mark not in {None, "yes", "new"}:
            message = f"{str(mark)[:20]!r} is not a mark: write yes, new (for a link) or nothing"
            problems.append(Problem(line, "accept", "bad-mark", message))
        elif mark is not None:
            marks[row["proposal"].strip()] = "new" if mark == "new" else "yes"
    if problems:
        raise Refused(problems)
    if not marks:
        raise refusal("nothing-marked", f"no line of {path} is marked: write yes under accept")
    return marks


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    findings = ListFindings()
    with path.open("rb") as stream:
        lines = text_lines(stream, encoding_of(stream, findings), findings)
        _, heading = next(lines, (1, ""))
        delimiter = max(",;\t", key=heading.count)
        names = cells_of(heading, delimiter) or []
        if not {"accept", "proposal"} <= set(names):
            writes = f"{RequestField('proposals')} writes the table"
            message = f"{path} has no columns accept and proposal: {writes}"
            raise refusal("no-table", message, "accept")
        for line, text in lines:
            cells = cells_of(text, delimiter)
            if cells is None:
                raise Refused([Problem(line, None, "no-table", "its quotes do not match")])
            row = dict(zip(names, map(unguarded, cells), strict=False))
            yield line, {**dict.fromkeys(names, ""), **row}


def write_table(rows: Iterable[Mapping[str, Any]], file: TextIO) -> None:
    """Write the proposals as CSV, to be marked under ``accept``."""
    writer = CsvWriter(file)
    writer.row(COLUMNS)
    for row in rows:
        cells = {**row, "accept": "yes" if row["accepted"] else "", "what": description(row)}
        writer.row([cells[column] for column in COLUMNS])


def description(row: Mapping[str, Any]) -> str:
    """Return a proposal in words: the difference, and the reason."""
    return "; ".join([*[_difference(each) for each in row["changes"]], *row["reasons"]])


def _difference(change: Mapping[str, Any]) -> str:
    before = "none" if change["register"] is None else change["register"]
    return f"{change['field']} {before} → {change['list']}"
