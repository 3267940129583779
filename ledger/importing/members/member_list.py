"""Members to be entered, from a spreadsheet or named one by one, read cell by cell.

Everything that is wrong is named by row and column.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import attrs

from ledger.events.messages import Message, RequestField
from ledger.events.problems import Problem, refusal
from ledger.events.values import Fault
from ledger.importing.formats.dates import unambiguous_date
from ledger.importing.formats.fields import external_id, federation_of
from ledger.importing.formats.spreadsheet import FORMULA, Sheet, read_sheets, with_formulas
from ledger.importing.formats.text import UNREADABLE
from ledger.importing.formats.tournament_report import Findings
from ledger.importing.matching.evidence import Evidence
from ledger.importing.matching.names import fold, folded
from ledger.importing.members.columns import (
    MEMBERSHIP,
    NUMBERS,
    RATING,
    Columns,
    find_columns,
)

# --- reading the rows of a list ------------------------------------------------------------------

_EARLIEST, _LATEST = 1800, 2199
_NOTHING = {"", "-", "–", "?", "0", "0000", "n/a", "unknown", "unbekannt"}
_SUMS_IN_WORDS = (
    "sum total totals average mean count "
    "Summe Gesamt Gesamtzahl Anzahl Durchschnitt Schnitt Mittelwert Mittel "
    "összesen összeg átlag darab "
    "summa totalt antal medel medelvärde"
)
_GROUPS_IN_WORDS = (
    "juniors youth seniors women men girls boys team group section members division "
    "Jugend Junioren Senioren Frauen Damen Herren Mannschaft Gruppe Abteilung Mitglieder "
    "ifjúsági szenior nők női férfiak csapat csoport tagok "
    "juniorer ungdom seniorer damer herrar lag grupp medlemmar"
)
_SUMS, _GROUPS = (
    frozenset(map(folded, words.split())) for words in (_SUMS_IN_WORDS, _GROUPS_IN_WORDS)
)
_NAMED_BY = frozenset({"name", "surname"})
_OF_A_PERSON = ("birth_year", "birth_date", "sex", "club", *NUMBERS)
LONGEST_SHOWN = 80
_FORMULA = Message(
    "is a formula without a value: open the list in its program, save it, and send it again"
)
_UNREADABLE = Message(
    "has a letter that cannot be read: correct it, and save the list as CSV (UTF-8) or .xlsx"
)
_SEXES = {
    **dict.fromkeys(("m", "male", "man", "mannlich", "herr", "ferfi"), "m"),
    **dict.fromkeys(("f", "w", "female", "weiblich", "frau", "no", "kvinna", "k"), "f"),
}

_STATUSES = {
    **dict.fromkeys(("p", "passive", "passiv", "passives", "passziv", "passivt"), "passive"),
    **dict.fromkeys(("deceased", "dead", "verstorben", "elhunyt", "avliden", "dod"), "deceased"),
    **dict.fromkeys(("left", "resigned", "ausgetreten", "kilepett", "uttradd"), "left"),
}
_YES = frozenset(("x", "y", "yes", "true", "1", "j", "ja", "i", "igen", "†", "+", *_STATUSES))
_NO = frozenset(("n", "no", "false", "nein", "nej", "nem"))


@attrs.frozen(kw_only=True)
class Member:
    """A row of the list: a person, and his rating as written.

    ``rating`` and ``index`` are texts; the rulebook interprets them.  ``left`` and ``deceased``
    are the last day of the membership, or True if no day is stated.  ``others``: further rows
    about him, of other memberships.
    """

    row: int
    name: str
    birth_year: int | None = None
    birth_date: date | None = None
    sex: str | None = None
    federation: str | None = None
    club: str | None = None
    ids: Mapping[str, str] = attrs.field(factory=dict)
    rating: str = ""
    index: str = ""
    joined: date | None = None
    left: date | bool = False
    deceased: date | bool = False
    passive: bool = False
    others: Sequence["Member"] = ()

    @property
    def memberships(self) -> Sequence["Member"]:
        """All rows about him in the order of joining; passive ones only if he has no other."""
        rows = sorted((self, *self.others), key=lambda each: each.joined or date.min)
        return [each for each in rows if not each.passive] or rows

    @property
    def last_day(self) -> date | None:
        """Return the stated last day of the membership."""
        return min((it for it in (self.left, self.deceased) if isinstance(it, date)), default=None)

    def end(self, day: date) -> date:
        """Return the first day without the membership; ``day`` if it ended on no stated one."""
        if not (self.left or self.deceased):
            return date.max
        first = self.last_day or self.joined or date.min
        return max(first + timedelta(days=1), date.min if self.last_day else day)

    def is_on(self, day: date) -> bool:
        """True if the membership is one of a day."""
        return (self.joined or day) <= day < self.end(day)

    def has_ended(self, day: date) -> bool:
        """True if no membership is one of a day or a later one."""
        return all(each.end(day) <= day for each in self.memberships)

    def registration(self, player: str) -> dict[str, Any]:
        """The data of his registration under an id."""
        known = {
            "player": player,
            "name": self.name,
            "birth_year": self.birth_year,
            "birth_date": None if self.birth_date is None else self.birth_date.isoformat(),
            "sex": self.sex,
            "federation": self.federation,
            "club": self.club,
            "ids": dict(self.ids) or None,
        }
        return {field: value for field, value in known.items() if value is not None}


@attrs.frozen
class LeftOut:
    """A row that is not a member: a sum, or the mean of a column."""

    row: int
    text: str


def read_members(
    sheet: Sheet, columns: Columns
) -> tuple[list[Member], list[Problem], list[LeftOut]]:
    """The members of a sheet in their order, every cell that cannot be read, the rows left out.

    If there are such cells, the members are what can be read of them, to look further.
    """
    members: list[Member] = []
    problems: list[Problem] = []
    left_out: list[LeftOut] = []
    for row in range(columns.row + 1, len(sheet.rows) + 1):
        cells = {field: sheet.cell(row, place) for field, place in columns.places.items()}
        if not any(cells.values()):
            continue
        written = [text for text in sheet.rows[row - 1] if text]
        if _is_a_title(cells, written, columns) or _is_a_sum(cells, written):
            left_out.append(LeftOut(row, " ".join(dict.fromkeys(written))[:LONGEST_SHOWN]))
            continue
        values, faults = read_row(cells)
        problems += [
            cell_problem(row, columns, field, fault, cells[field]) for field, fault in faults
        ]
        member = Member(row=row, **values)
        if member.joined and member.last_day and member.last_day < member.joined:
            fault = Message("is before the day of joining: correct one of the days")
            field = "left" if member.left else "deceased"
            problems.append(cell_problem(row, columns, field, fault, cells[field]))
        members.append(member)
    return members, problems, left_out


def _is_a_title(cells: Mapping[str, str], written: Sequence[str], columns: Columns) -> bool:
    """True for a title among the members: the headings again, or the name of a group alone.

    A group is written over all columns, or in one cell, as "Juniors" or "Gruppe B".
    """
    headings = {
        field: folded(columns.headings[place - 1]) for field, place in columns.places.items()
    }
    if all(folded(text) == headings[field] for field, text in cells.items() if text):
        return True
    if len(set(written)) != 1 or written[0] == FORMULA:
        return False
    if len(written) > 1 or not _name(cells):
        return re.search(r"[^\W\d]{3}", written[0]) is not None
    words = re.split(r"[\W\d]+", folded(written[0]).strip())
    return written[0].endswith(":") or not _GROUPS.isdisjoint(words)


def _is_a_sum(cells: Mapping[str, str], written: Sequence[str]) -> bool:
    """True for a row of sums: named as one, or with nothing but numbers that are of nobody."""
    name = _name(cells)
    if name:
        first = re.split(r"[\W\d]", folded(name).strip(), maxsplit=1)[0]
        return first in _SUMS and not any(cells.get(field) for field in _OF_A_PERSON)
    if folded(written[0]).strip(" :=") in _SUMS:
        return True
    return all(re.fullmatch(r"[\d.,]+", text) for text in written) and not any(
        cells.get(field) for field in (*_OF_A_PERSON, "index")
    )


def cell_problem(row: int, columns: Columns, field: str, fault: str, text: str = "") -> Problem:
    """Return a fault of a cell as a problem: its row and column, its text, the remedy."""
    where = columns.called(field) if field in columns.places else None
    cell = repr(text[:40])
    message = Message("%(cell)s %(fault)s", cell=cell, fault=fault) if text else fault
    return Problem(row, where, "cell", message)


def read_row(cells: Mapping[str, str]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The values of a row by field, and what is wrong with its cells."""
    values: dict[str, Any] = {"ids": {}}
    faults: list[tuple[str, str]] = []
    cells = {field: _with_plain_digits(text) for field, text in cells.items()}
    for field, text in sorted(cells.items(), key=lambda cell: cell[0] != "passive"):
        try:  # a day of its own column overrides the status
            values |= _read(field, text, values)
        except Fault as fault:
            faults.append((field, str(fault)))
    values["name"] = _name(cells)
    if not values["name"] and not (values["ids"] and _NAMED_BY.isdisjoint(cells)):
        field = "name" if "name" in cells else "surname"
        faults.append((field, Message("the name is missing: write it, or empty the row")))
    return values, faults


def _with_plain_digits(text: str) -> str:
    """A text whose full-width digits, or those of another script, are 0 to 9."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(each)) if unicodedata.decimal(each, None) is not None else each
        for each in text
    )


def _read(field: str, text: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
    if text == FORMULA:
        raise Fault("formula", _FORMULA)
    if UNREADABLE in text:
        raise Fault("letter", _UNREADABLE)
    if field in {"name", "surname", "forename"}:
        return {}
    if field in {"rating", "index"}:
        return {field: unicodedata.normalize("NFKC", text)}
    if text.casefold() in _NOTHING:
        return {}
    if field in NUMBERS:
        return {"ids": {**values["ids"], field: _number(field, text)}}
    return _READERS[field](text)


def _name(cells: Mapping[str, str]) -> str:
    if cells.get("name"):
        return cells["name"]
    return ", ".join(filter(None, (cells.get("surname", ""), cells.get("forename", ""))))


def _birth_year(text: str) -> Mapping[str, Any]:
    if text.isdecimal() and text.isascii() and len(text) == 4:
        year = int(text)
        if _EARLIEST <= year <= _LATEST:
            return {"birth_year": year}
    day = unambiguous_date(text)
    if day is None or len(text) < len("1.1.1970"):
        raise Fault("year", Message("is not a year of birth: write it with four digits, as 1970"))
    return {"birth_year": day.year}


def _birth_date(text: str) -> Mapping[str, Any]:
    if text.isdecimal():
        return _birth_year(text)
    day = unambiguous_date(text)
    if day is None or len(text) < len("1.1.1970"):
        raise Fault(
            "day",
            Message("is not an exact day of birth: write it as 1970-12-31, or the year alone"),
        )
    return {"birth_date": day, "birth_year": day.year}


def _sex(text: str) -> Mapping[str, Any]:
    sex = _SEXES.get(folded(text))
    if sex is None:
        raise Fault("sex", Message("is not a valid sex: write m or f, or leave it empty"))
    return {"sex": sex}


def _federation(text: str) -> Mapping[str, Any]:
    if len(text) == 3 and text.isascii() and text.isalpha():
        return {"federation": text.upper()}
    found = federation_of(text.upper())
    if found is None:
        raise Fault("federation", Message("is not a federation: write its three letters, as GER"))
    return {"federation": found}


def _number(namespace: str, text: str) -> str:
    findings = Findings()
    number = external_id(namespace, text, findings, None)
    if number is None or findings.issues():
        message = Message(
            "is not a number of the register %(register)s: correct it, or empty the cell",
            register=namespace.upper(),
        )
        raise Fault("number", message)
    return number


def _day(text: str) -> date:
    day = unambiguous_date(text)
    if day is None:
        raise Fault(
            "day", Message("is not an exact day: write it as 2026-12-31, or empty the cell")
        )
    return day


def _ended(text: str) -> date | bool:
    """The last day, or True if a yes stands in its place."""
    word = folded(text).strip()
    return word in _YES or (word not in _NO and _day(text))


def _status(text: str) -> Mapping[str, Any]:
    """The meaning of a status: a yes, or a day, is a passive one; many others say nothing here."""
    word = folded(text).strip()
    is_passive = word in _YES or unambiguous_date(text) is not None
    return {_STATUSES.get(word, "passive"): is_passive}


_READERS: Mapping[str, Callable[[str], Mapping[str, Any]]] = {
    "joined": lambda text: {"joined": _day(text)},
    "left": lambda text: {"left": _ended(text)},
    "deceased": lambda text: {"deceased": _ended(text)},
    "passive": _status,
    "birth_year": _birth_year,
    "birth_date": _birth_date,
    "sex": _sex,
    "federation": _federation,
    "club": lambda text: {"club": text},
}


def repeated(members: Sequence[Member]) -> Iterator[tuple[Member, Member, str]]:
    """Members who stand in the list twice: of one number, or of one name that no year tells apart.

    The first of the two, the other, and what they share.
    """
    seen: dict[tuple[str, object], Member] = {}
    for member in members:
        shared: list[tuple[str, object]] = []
        if member.name:
            shared.append(("name", (fold(member.name), member.birth_year)))
        shared += [
            (f"{register.upper()} number", number) for register, number in member.ids.items()
        ]
        for what in shared:
            first = seen.setdefault(what, member)
            if first is not member and not Evidence(member, first).other_numbers:
                yield first, member, what[0]
                break


def gathered(members: Sequence[Member]) -> tuple[list[Member], list[Problem]]:
    """Return everyone once with all his memberships, and those memberships that share days.

    Two rows about the same membership stay two.
    """
    of: dict[tuple[str, object], list[Member]] = {}
    for member in members:
        named = (fold(member.name), member.birth_year)
        of.setdefault(next(iter(member.ids.items()), named), []).append(member)
    found: list[Member] = []
    problems: list[Problem] = []
    for rows in of.values():
        one = attrs.evolve(rows[0], others=tuple(rows[1:]))
        clashes = [
            (a, b)
            for a, b in pairwise(one.memberships)
            if (a.last_day or date.max) > (b.joined or date.min)
        ]
        if any(a.club == b.club for a, b in clashes):
            found += rows
            continue
        found.append(one)
        for a, b in clashes:
            message = Message(
                "the member is in %(club)s on the same days, see row %(row)s: say when one was "
                "left and the other joined, or which one is passive",
                club=a.club or "–",
                row=a.row,
            )
            problems.append(Problem(b.row, None, "two-clubs", message))
    return found, problems


# --- reading the lists of members ----------------------------------------------------------------


@attrs.frozen(kw_only=True)
class ReadList:
    """Members as they were read.

    ``columns`` are the headings by field, ``unused`` those that mean nothing here,
    ``unused_sheets`` the other sheets with content; ``fault`` makes a problem of a wrong field of
    a member.  ``problems``: every cell that cannot be read;
    ``left_out``: the rows that are not members.  ``without_index`` ends a remedy: what else can be
    done where a rating stands without the index that belongs to it.
    """

    members: Sequence[Member]
    problems: Sequence[Problem]
    fault: Callable[[Member, str, str, str], Problem]
    columns: Mapping[str, str] = attrs.field(factory=dict)
    unused: Sequence[str] = ()
    unused_sheets: Sequence[str] = ()
    left_out: Sequence[LeftOut] = ()
    without_index: str = ""

    @property
    def states_memberships(self) -> bool:
        """True if the list has a column about joining, leaving or the status of members."""
        return not MEMBERSHIP.isdisjoint(self.columns)


class MemberList(ABC):
    """Members to be entered; ``source`` is the name of the file, empty if there is none."""

    source: str = ""
    content: bytes = b""

    @abstractmethod
    def read(self, system: str | None) -> ReadList:
        """Read the members; ``system`` is that of the pool their figures are meant for.

        None: there is no pool, so figures cannot be carried over.

        Raises :class:`~ledger.events.problems.Refused` if no members are found in it.
        """


@attrs.frozen
class Spreadsheet(MemberList):
    """A file, its columns recognised by their headings or as the request names them."""

    source: str
    content: bytes
    chosen: Mapping[str, str]

    def read(self, system: str | None) -> ReadList:
        """The members; every cell that cannot be read is a problem."""
        sheets = with_formulas(read_sheets(self.content), self.content)
        sheet, columns = find_columns(sheets, self.chosen, system)
        members, problems, left_out = read_members(sheet, columns)
        if not MEMBERSHIP.isdisjoint(columns.places):
            members, clashes = gathered(members)
            problems += clashes
        if not members:
            message = Message(
                "there is no player below the headings of row %(row)s: add the members, a row for "
                "each",
                row=columns.row,
            )
            raise refusal("nobody", message, "file")
        return ReadList(
            members=members,
            problems=problems,
            fault=lambda member, field, what, text: cell_problem(
                member.row, columns, field, what, text
            ),
            columns={
                field: columns.headings[place - 1] for field, place in columns.places.items()
            },
            unused=columns.unused,
            unused_sheets=[
                each.name
                for each in sheets
                if each.name and each is not sheet and any(map(any, each.rows))
            ],
            left_out=left_out,
            without_index=Message(
                ", name its column (%(column)s), or give one for all (%(index)s)",
                column=RequestField("columns", "index=HEADING"),
                index=RequestField("index"),
            ),
        )


@attrs.frozen
class SpreadsheetPerson(MemberList):
    """One person by his name, with what is known of him in the words of a spreadsheet."""

    cells: Mapping[str, str]

    def read(self, system: str | None) -> ReadList:
        """The one member."""
        if system is None and self.cells.get(RATING):
            message = Message("there is no pool for the rating: adopt a rulebook for one first")
            raise refusal("no-pool", message, "rating")
        values, faults = read_row(self.cells)
        return ReadList(
            members=[Member(row=1, **values)],
            problems=[self._problem(field, fault) for field, fault in faults],
            fault=lambda _, field, what, __: self._problem(field, what),
        )

    def _problem(self, field: str, fault: str) -> Problem:
        message = fault
        if text := self.cells.get(field):
            message = Message("%(cell)s %(fault)s", cell=repr(text), fault=fault)
        return Problem(None, None if field == "name" else field, "cell", message)
