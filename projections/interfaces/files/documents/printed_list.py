"""A rating list for people: printed, as a page to be sent, or as a workbook.

Title, day and rulebook stand above it in the language that is asked for, with the part of the
list that it shows; the columns are place, name, club, rating and change, and those asked for.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import attrs

from ledger.events.messages import Message, marked
from projections.interfaces.files.documents.formats import Speech
from projections.interfaces.files.documents.heading import FileHeading, file_heading
from projections.interfaces.files.documents.workbook import Sheet, as_workbook
from projections.queries.answers import Answers, Row
from projections.queries.list_filter import ListFilter
from projections.queries.presentation import format_card
from projections.queries.published_lists import digest
from projections.queries.rating_list import WHOLE_LIST, ListShape, list_before

SHOWN_ANYWAY = ("place", "club", "change", "entry")


@attrs.frozen(kw_only=True)
class PrintedColumn:
    """A column: its heading, and how wide it is in a workbook, in characters.

    ``is_number``: it is aligned at the right; ``folds``: it is left out on a phone.
    """

    name: str
    heading: str
    width: int = 9
    is_number: bool = False
    folds: bool = False


@attrs.frozen(kw_only=True)
class PrintedList:
    """A pool's list of a day, or part of it, ready to be laid out in a language.

    ``rows`` have a value for each column, and the ``card``; ``parts`` are the filters in words,
    ``since`` is the day of the list compared with.
    """

    heading: FileHeading
    digest: str
    since: date | None
    parts: Sequence[str]
    columns: Sequence[PrintedColumn]
    rows: Sequence[Row]


def printed_list(
    answers: Answers, shape: ListShape = WHOLE_LIST, *, spoken: Speech
) -> PrintedList:
    """The list at the cut and under the rulebook that are asked about, or part of it."""
    everybody = answers.ratings()
    wanted = attrs.evolve(shape, columns=[*SHOWN_ANYWAY, *shape.columns])
    before = list_before(answers)
    columns = _columns(shape, compares=before is not None)
    rows = [_printed(row, answers.rulebook, spoken) for row in wanted.rows_of(answers, everybody)]
    return PrintedList(
        heading=file_heading(answers),
        digest=digest(everybody),
        since=None if before is None else before.day,
        parts=[*_parts(shape.only, spoken)],
        columns=[
            attrs.evolve(each, heading=spoken.translate_text(each.heading))
            for each in columns
            if each.name != "club" or "club" in shape.columns or any(it["club"] for it in rows)
        ],
        rows=rows,
    )


def _printed(row: Row, rulebook: str | None, spoken: Speech) -> Row:
    """A row in words; the change is a number with its sign, ``=``, ``new``, or empty."""
    name = row["name"]
    return {
        **row,
        "name": spoken.translate_text(marked("(withheld)")) if name is None else name,
        "club": row["club"] or "",
        "rating": format_card(row["card"], rulebook),
        "change": _change(row, spoken),
        "valid_until": row["valid_until"] or "",
        "trend": " ".join("–" if it is None else f"{it:g}" for it in row.get("trend", ())),
    }


def _change(row: Row, spoken: Speech) -> str:
    entry = row["entry"]
    if entry is not None:
        return spoken.translate_text(_ENTRIES[entry])
    if row["change"] is None:
        return ""
    return spoken.signed(row["change"], 3) if row["change"] else "="


_ENTRIES = {"new": marked("new"), "back": marked("back")}
_FURTHER: Mapping[str, PrintedColumn] = {
    "birth_year": PrintedColumn(name="birth_year", heading=marked("Born"), is_number=True),
    "federation": PrintedColumn(name="federation", heading=marked("Federation")),
    "sex": PrintedColumn(name="sex", heading=marked("Sex")),
    "games_of_year": PrintedColumn(name="games_of_year", heading=marked("Games"), is_number=True),
    "place_before": PrintedColumn(
        name="place_before", heading=marked("Place before"), is_number=True
    ),
    "before": PrintedColumn(name="before", heading=marked("Rating before"), is_number=True),
    "trend": PrintedColumn(name="trend", heading=marked("Two years"), width=30, folds=True),
}


def _columns(shape: ListShape, *, compares: bool) -> Sequence[PrintedColumn]:
    further = [each for name, each in _FURTHER.items() if name in shape.columns]
    change = PrintedColumn(name="change", heading=marked("Change"), is_number=True)
    return [
        PrintedColumn(name="place", heading=marked("Place"), is_number=True),
        PrintedColumn(name="name", heading=marked("Name"), width=28),
        PrintedColumn(name="club", heading=marked("Club"), width=24, folds=True),
        PrintedColumn(name="rating", heading=marked("Rating"), is_number=True),
        *([change] if compares else []),
        *further,
    ]


def _parts(only: ListFilter, spoken: Speech) -> Iterator[str]:
    """The filters of a part of a list in words."""
    for name, said in _PARTS.items():
        if (value := getattr(only, name)) not in ("", None):
            yield str(spoken.translate(said(value)))


_SEXES = {"f": Message("female"), "m": Message("male")}
_PARTS: Mapping[str, Callable[[Any], Message]] = {
    "q": lambda it: Message("name: %(value)s", value=it),
    "club": lambda it: Message("club: %(value)s", value=it),
    "sex": lambda it: _SEXES[it],
    "age": lambda it: Message("age group %(value)s", value=it),
    "born_from": lambda it: Message("born in %(year)s or later", year=it),
    "born_to": lambda it: Message("born in %(year)s or earlier", year=it),
    "federation": lambda it: Message("federation: %(value)s", value=it),
    "letter": lambda it: Message("begins with %(value)s", value=it),
    "top": lambda it: Message("the first %(count)s", count=it),
}


def list_as_workbook(printed: PrintedList, spoken: Speech) -> bytes:
    """A workbook of one sheet: title, what the list is, the headings, a row for each player."""
    columns = [*_columns_of_workbook(printed, spoken)]
    rows = [{**row, **row["card"]} for row in printed.rows]
    sheet = Sheet(
        spoken.translate_text(marked("Rating list")),
        [(each.heading, each.width) for each in columns],
        [[row[each.name] for each in columns] for row in rows],
    )
    title, sentences = printed.heading.title, [*about(printed, spoken)]
    return as_workbook(printed.heading, title, sentences, [sheet])


def about(printed: PrintedList, spoken: Speech) -> Iterator[str]:
    """The sentences below the title: day, rulebook, part of the list, the list compared with."""
    day = spoken.day(printed.heading.day)
    yield str(spoken.translate(Message("Rating list of %(day)s", day=day)))
    if printed.heading.rulebook:
        yield printed.heading.rulebook
    yield from printed.parts
    players = len(printed.rows)
    yield spoken.catalogue.ngettext("%(num)s player", "%(num)s players", players) % {
        "num": players
    }
    if printed.since is not None:
        since = spoken.day(printed.since)
        message = Message("Changes since the list published for %(day)s.", day=since)
        yield str(spoken.translate(message)).rstrip(".")


def _columns_of_workbook(printed: PrintedList, spoken: Speech) -> Iterator[PrintedColumn]:
    """The columns, with one for each field of the card, the last day and the id."""
    for each in printed.columns:
        if each.name == "rating":
            fields = list(printed.rows[0]["card"]) if printed.rows else []
            for field in fields:
                heading = field.replace("_", " ").capitalize()
                yield PrintedColumn(name=field, heading=spoken.translate_text(heading))
        else:
            yield each
    until = spoken.translate_text(marked("Valid until"))
    yield PrintedColumn(name="valid_until", heading=until, width=12)
    yield PrintedColumn(name="player", heading=spoken.translate_text(marked("Id")), width=16)
