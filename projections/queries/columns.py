"""Columns of answers, each declared once: name, heading, value and kind.

The name is that of JSON and CSV, the heading is translated where it is shown.  A kind writes its
values alike on a terminal, on a printed sheet and on a page; these differ only in the
:class:`Spelling` of days, numbers and words.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import attrs

from ledger.events.messages import marked
from projections.queries.answer_types import Card, RatingRow

RowT = TypeVar("RowT")


class Person(NamedTuple):
    """A player by id, and the name if it may be shown."""

    player: str
    name: str | None


class Spelling(Protocol):
    """The words, numbers and days of a medium and its language, and the names it shows for ids."""

    def word(self, text: str) -> str:
        """A text that the catalogue knows as a whole."""
        ...

    def name(self, name: str | None) -> str:
        """The name of a player."""
        ...

    def day(self, given: str) -> str:
        """A day."""
        ...

    def number(self, given: float) -> str:
        """A number with at most three decimals."""
        ...

    def signed(self, given: float) -> str:
        """A change other than nought, with its sign."""
        ...

    def points(self, given: float) -> str:
        """Points with their halves."""
        ...

    def card(self, card: Card) -> str:
        """A card as its rulebook writes it."""
        ...

    def event(self, id_: str) -> str:
        """The tournament or decision of an id."""
        ...


@attrs.frozen
class Kind:
    """The kind of a column's values: ``write`` makes a text, ``cell`` a value of CSV.

    ``is_number``: aligned at the right.  ``wraps``: names or sentences, which may be shortened
    or go on in the next line.
    """

    write: Callable[[Any, Spelling], str]
    cell: Callable[[Any], Any] = lambda value: value
    is_number: bool = False
    wraps: bool = False


TEXT = Kind(lambda value, _: str(value))
PROSE = Kind(lambda value, _: str(value), wraps=True)
WORD = Kind(lambda value, spelling: spelling.word(value))
KEY = Kind(lambda value, _: str(value))
ID = Kind(lambda value, _: str(value))
"""An id beside the name that it belongs to, which people see if they ask for ids."""
PERSON = Kind(
    lambda value, spelling: spelling.name(value.name), cell=lambda value: value.name, wraps=True
)
EVENT = Kind(lambda value, spelling: spelling.event(value), wraps=True)
CARD = Kind(lambda value, spelling: spelling.card(value), is_number=True)
DAY = Kind(lambda value, spelling: spelling.day(value))
ORDINAL = Kind(lambda value, _: str(value), is_number=True)
FIGURE = Kind(lambda value, spelling: spelling.number(value), is_number=True)
POINTS = Kind(lambda value, spelling: spelling.points(value), is_number=True)


def _changed(value: tuple[float | None, str | None], spelling: Spelling) -> str:
    """A change with its sign, ``=`` for none, or the word for an entry into the list."""
    change, entry = value
    if entry is not None:
        return spelling.word(entry)
    return "" if change is None else spelling.signed(change) if change else "="


CHANGE = Kind(_changed, cell=lambda value: value[0], is_number=True)
TREND = Kind(
    lambda values, _: " ".join("–" if it is None else f"{it:g}" for it in values),
    cell=lambda values: " ".join("" if it is None else f"{it:g}" for it in values),
)


@attrs.frozen
class Column(Generic[RowT]):
    """A column of the rows of an answer.

    ``width`` is that in a workbook, in characters.  ``folds``: it is the first to be left out or
    moved where there is little room.  ``optional``: it is in the answer if it was asked for.
    """

    name: str
    heading: str
    value: Callable[[RowT], Any]
    kind: Kind = TEXT
    width: int = attrs.field(default=9, kw_only=True)
    folds: bool = attrs.field(default=False, kw_only=True)
    optional: bool = attrs.field(default=False, kw_only=True)

    def text(self, row: RowT, spelling: Spelling) -> str:
        """The value as people read it; empty if there is none."""
        value = self.value(row)
        return "" if value is None else self.kind.write(value, spelling)

    def cell(self, row: RowT) -> Any:
        """The value as a cell of a file for programs."""
        value = self.value(row)
        return None if value is None else self.kind.cell(value)


class Columns(Generic[RowT]):
    """The columns of an answer, in their order."""

    def __init__(self, *columns: Column[RowT]) -> None:
        self._columns = columns

    def __iter__(self) -> Iterator[Column[RowT]]:
        """Iterate over the columns."""
        return iter(self._columns)

    def __getitem__(self, name: str) -> Column[RowT]:
        """Return the column of a name."""
        return next(each for each in self._columns if each.name == name)

    @property
    def names(self) -> Sequence[str]:
        """Return their names."""
        return [each.name for each in self._columns]

    def cells(self, row: RowT) -> Sequence[Any]:
        """Return a row as cells of a file for programs."""
        return [each.cell(row) for each in self._columns]

    def named(self, names: Sequence[str]) -> "Columns[RowT]":
        """Return the columns of these names, in the order of the names."""
        return Columns(*(self[name] for name in names))

    @property
    def optional(self) -> Sequence[str]:
        """The names of those that are in the answer only if they were asked for."""
        return tuple(each.name for each in self._columns if each.optional)


RATING_LIST = Columns[RatingRow](
    Column("place", marked("Place"), lambda row: row["place"], ORDINAL, optional=True),
    Column("player", marked("Id"), lambda row: row["player"], ID, width=16),
    Column(
        "name", marked("Name"), lambda row: Person(row["player"], row["name"]), PERSON, width=28
    ),
    Column("rating", marked("Rating"), lambda row: row["card"], CARD),
    Column("last_event", marked("Last event"), lambda row: row["last_event"], EVENT, folds=True),
    Column("valid_until", marked("Valid until"), lambda row: row["valid_until"], DAY, width=12),
    Column("status", marked("Status"), lambda row: row["status"], WORD),
    Column("proposal", "P&D", lambda row: row["proposal"], WORD),
    Column(
        "club", marked("Club"), lambda row: row["club"], PROSE, width=24, folds=True, optional=True
    ),
    Column("birth_year", marked("Born"), lambda row: row["birth_year"], ORDINAL, optional=True),
    Column("federation", marked("Federation"), lambda row: row["federation"], optional=True),
    Column("sex", marked("Sex"), lambda row: row["sex"], optional=True),
    Column(
        "games_of_year", marked("Games"), lambda row: row["games_of_year"], ORDINAL, optional=True
    ),
    Column("before", marked("Rating before"), lambda row: row["before"], FIGURE, optional=True),
    Column(
        "change",
        marked("Change"),
        lambda row: (row["change"], row.get("entry")),
        CHANGE,
        optional=True,
    ),
    Column(
        "place_before",
        marked("Place before"),
        lambda row: row["place_before"],
        ORDINAL,
        optional=True,
    ),
    Column("entry", marked("Entry"), lambda row: row["entry"], WORD, optional=True),
    Column(
        "trend",
        marked("Two years"),
        lambda row: row["trend"],
        TREND,
        width=30,
        folds=True,
        optional=True,
    ),
)
"""The columns of a rating list; ``entry`` is ``new`` or ``back`` on the list."""
