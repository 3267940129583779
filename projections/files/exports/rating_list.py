"""A pool's rating list as a file: for programs as CSV and JSON, for people as a spreadsheet."""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs
import orjson

from ledger.importing.formats.csv_cells import CsvWriter, guarded
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.queries.answers import Answers
from projections.queries.columns import EVENT, ID, PERSON, PROSE, RATING_LIST
from projections.queries.presentation import WITHHELD
from projections.queries.published_lists import digest
from projections.queries.rating_list import ListShape

_TAKEN_FOR_A_NUMBER_OR_DAY = re.compile(
    r"[+-]?[0-9.,]|(?:true|false)$|"
    r"(?:jan|feb|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\w* ?\W?[0-9]",
    re.IGNORECASE,
)


def list_as_csv(answers: Answers, shape: ListShape) -> bytes:
    """The list after RFC 4180: UTF-8, commas; who has no name to show has an empty one.

    No cell is a formula to a spreadsheet.
    """
    headings, rows = _table(answers, shape)
    return _csv(headings, rows, delimiter=",")


def list_as_spreadsheet(answers: Answers, shape: ListShape) -> bytes:
    """The list as a spreadsheet opens it by double click: UTF-8 with its mark, semicolons.

    Beside formulas, ids and names that would be read as a number or a day get an apostrophe.
    """
    headings, rows = _table(answers, shape)
    kinds = {each.name: each.kind for each in RATING_LIST}
    texts = [kinds.get(name) in {ID, PERSON, EVENT, PROSE} for name in headings]
    names = headings.index("name")
    marked = (
        [
            _as_text(WITHHELD if place == names and cell is None else cell) if is_text else cell
            for place, (cell, is_text) in enumerate(zip(row, texts, strict=True))
        ]
        for row in rows
    )
    return b"\xef\xbb\xbf" + _csv(headings, marked, delimiter=";")


def list_as_json(answers: Answers, shape: ListShape) -> bytes:
    """The list with what it is a list of, and the digest under which it can be published."""
    period, ratings = _period(answers), answers.ratings()
    document = {
        "pool": answers.question.pool,
        "rulebook": None if period is None else period.book.name,
        "day": answers.day.isoformat(),
        "known_at": answers.card_history.position,
        "digest": digest(ratings),
        "players": shape.rows_of(answers, ratings),
    }
    return orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n"


def _period(answers: Answers) -> RulebookPeriod | None:
    return period_on(answers.day, answers.card_history.periods)


def _table(answers: Answers, shape: ListShape) -> tuple[Sequence[str], Iterator[Sequence[Any]]]:
    """The headings and rows: a card has the fields of its rulebook, further columns come last."""
    period = _period(answers)
    fields = () if period is None else period.book.card_fields
    proposes = period is not None and period.book.proposes_grades
    first, last = ("place", "player", "name"), ("last_event", "valid_until", "status")
    further = [each for each in RATING_LIST.optional if each in {*shape.columns} - {"place"}]
    before, after = (
        RATING_LIST.named(each)
        for each in (first, (*(["proposal"] if proposes else []), *last, *further))
    )
    wanted = attrs.evolve(shape, columns=["place", *shape.columns])

    def rows() -> Iterator[Sequence[Any]]:
        for row in wanted.rows_of(answers, answers.ratings()):
            card = row["card"] or {}
            yield [*before.cells(row), *(card[each] for each in fields), *after.cells(row)]

    return [*before.names, *fields, *after.names], rows()


def _as_text(text: str | None) -> str:
    """A text that remains one in a spreadsheet; the writer sees to what begins a formula."""
    if text is None:
        return ""
    is_marked = _TAKEN_FOR_A_NUMBER_OR_DAY.match(text) and guarded(text) == text
    return f"'{text}" if is_marked else text


def _csv(headings: Sequence[str], rows: Iterable[Sequence[Any]], delimiter: str) -> bytes:
    text = io.StringIO()
    writer = CsvWriter(text, delimiter=delimiter, line_end="\r\n")
    writer.row(headings)
    writer.rows(rows)
    return text.getvalue().encode()
