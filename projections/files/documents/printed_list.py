"""A rating list for people: printed, as a page to be sent, or as a workbook.

Title, day and rulebook stand above it in the language that is asked for, with the part of the
list that it shows; the columns are place, name, club, rating and change, and those asked for.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import groupby
from typing import Any

import attrs

from ledger.events.messages import Message, marked
from projections.files.documents.heading import FileHeading, file_heading
from projections.files.documents.sheet_table import in_sheet
from projections.files.documents.workbook import Sheet, as_workbook
from projections.i18n.languages import Language
from projections.queries.answer_types import RatingRow
from projections.queries.answers import Answers
from projections.queries.columns import DAY, RATING_LIST, Columns, Spelling
from projections.queries.list_filter import ListFilter
from projections.queries.published_lists import digest
from projections.queries.rating_list import ListShape, list_before, name_of_list

SHOWN_ANYWAY = ("place", "club", "change", "entry")


@attrs.frozen(kw_only=True)
class PrintedList:
    """A pool's list of a day, or part of it, ready to be laid out in a language.

    ``called``: its name with its day.  ``parts`` are the filters in words, ``since`` is the day of
    the list compared with.
    ``by_club``: a heading for each club, in two columns.
    """

    heading: FileHeading
    called: Message
    digest: str
    since: date | None
    parts: Sequence[str]
    columns: Columns[RatingRow]
    rows: Sequence[RatingRow]
    spelling: Spelling
    by_club: bool

    @property
    def sections(self) -> Iterator[tuple[str | None, Sequence[RatingRow]]]:
        """The rows of each club; all of them if the list is not by club."""
        for club, rows in groupby(self.rows, lambda row: row["club"] if self.by_club else None):
            yield club, list(rows)


def printed_list(answers: Answers, shape: ListShape, spoken: Language) -> PrintedList:
    """The list at the cut and under the rulebook that are asked about, or part of it."""
    everybody = answers.ratings()
    wanted = attrs.evolve(shape, columns=[*SHOWN_ANYWAY, *shape.columns])
    before = answers.once(list_before)
    rows = wanted.rows_of(answers, everybody)
    has_clubs = "club" in shape.columns or any(row["club"] for row in rows)
    names = ["place", "name", *(["club"] if has_clubs else []), "rating"]
    names += [] if before is None else ["change"]
    further = set(shape.columns).difference(SHOWN_ANYWAY)
    return PrintedList(
        heading=file_heading(answers),
        called=name_of_list(answers),
        digest=digest(everybody),
        since=None if before is None else before.day,
        parts=[*_parts(shape.only, spoken)],
        columns=RATING_LIST.named([*names, *(it for it in RATING_LIST.names if it in further)]),
        rows=rows,
        spelling=Spelling(spoken, answers.rulebook),
        by_club=shape.by_club,
    )


def _parts(only: ListFilter, spoken: Language) -> Iterator[str]:
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


def list_as_workbook(printed: PrintedList, spoken: Language) -> bytes:
    """A workbook of one sheet: title, the description, the headings, a row for each player."""
    spelling = printed.spelling
    fields = list(printed.rows[0]["card"] or {}) if printed.rows else []
    columns: list[tuple[str, int, Callable[[RatingRow], Any]]] = []
    for each in (*printed.columns, RATING_LIST["valid_until"], RATING_LIST["player"]):
        if each.name == "rating":
            columns += [
                (field.replace("_", " ").capitalize(), each.width, _in_card(field))
                for field in fields
            ]
        else:
            value = each.cell if each.kind is DAY else partial(in_sheet, each, spelling=spelling)
            columns.append((each.heading, each.width, value))
    sheet = Sheet(
        spoken.translate_text(marked("Rating list")),
        [(spoken.translate_text(heading), width) for heading, width, _ in columns],
        [[value(row) for _, _, value in columns] for row in printed.rows],
    )
    title, sentences = printed.heading.title, [*about(printed, spoken)]
    return as_workbook(printed.heading, title, sentences, [sheet])


def _in_card(field: str) -> Callable[[RatingRow], Any]:
    return lambda row: (row["card"] or {})[field]


def about(printed: PrintedList, spoken: Language) -> Iterator[str]:
    """The sentences below the title: day, rulebook, part of the list, the list compared with."""
    yield str(spoken.translate(printed.called))
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
