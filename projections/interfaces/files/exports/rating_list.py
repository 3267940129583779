"""A pool's rating list as a file: for programs as CSV and JSON, for people as a spreadsheet."""

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from ledger.importing.formats.csv_cells import CsvWriter, guarded
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.queries.answers import Answers
from projections.queries.list_filter import COLUMNS
from projections.queries.presentation import display_name
from projections.queries.published_lists import digest
from projections.queries.rating_list import WHOLE_LIST, ListShape

Row = Mapping[str, Any]

_TAKEN_FOR_A_NUMBER_OR_DAY = re.compile(
    r"[+-]?[0-9.,]|(?:true|false)$|"
    r"(?:jan|feb|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\w* ?\W?[0-9]",
    re.IGNORECASE,
)


_TEXTS = ("player", "name", "last_event", "club")


def list_as_csv(answers: Answers, shape: ListShape = WHOLE_LIST) -> bytes:
    """The list after RFC 4180: UTF-8, commas; who has no name to show has an empty one.

    No cell is a formula to a spreadsheet.
    """
    return _csv(_names(answers, shape), _rows(answers, shape), delimiter=",")


def list_as_spreadsheet(answers: Answers, shape: ListShape = WHOLE_LIST) -> bytes:
    """The list as a spreadsheet opens it by double click: UTF-8 with its mark, semicolons.

    Beside formulas, ids and names that would be read as a number or a day get an apostrophe.
    """
    rows = [
        {
            **row,
            **{name: _as_text(row[name]) for name in _TEXTS if name in row},
            "name": _as_text(display_name(row["name"])),
        }
        for row in _rows(answers, shape)
    ]
    return b"\xef\xbb\xbf" + _csv(_names(answers, shape), rows, delimiter=";")


def list_as_json(answers: Answers, shape: ListShape = WHOLE_LIST) -> bytes:
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


def _names(answers: Answers, shape: ListShape) -> Sequence[str]:
    """The columns: a card has those of its rulebook, further ones come last."""
    period = _period(answers)
    fields = () if period is None else period.book.card_fields
    if period is not None and period.book.proposes_grades:
        fields = (*fields, "proposal")
    names = ("place", "player", "name", *fields, "last_event", "valid_until", "status")
    return (*names, *(each for each in COLUMNS if each in shape.columns and each != "place"))


def _rows(answers: Answers, shape: ListShape) -> Iterator[Row]:
    ratings = answers.ratings()
    places = {row["player"]: place for place, row in enumerate(ratings, start=1)}
    for row in shape.rows_of(answers, ratings):
        place = places[row["player"]]
        yield {**row, "place": place, **row["card"], **_as_cells(row)}


def _as_cells(row: Row) -> Row:
    """Further columns as cells: a trend is its figures, a missing one empty."""
    if "trend" not in row:
        return {}
    return {"trend": " ".join("" if each is None else f"{each:g}" for each in row["trend"])}


def _as_text(text: str | None) -> str:
    """A text that remains one in a spreadsheet; the writer sees to what begins a formula."""
    if text is None:
        return ""
    is_marked = _TAKEN_FOR_A_NUMBER_OR_DAY.match(text) and guarded(text) == text
    return f"'{text}" if is_marked else text


def _csv(names: Sequence[str], rows: Iterable[Row], delimiter: str) -> bytes:
    text = io.StringIO()
    writer = CsvWriter(text, delimiter=delimiter, line_end="\r\n")
    writer.row(names)
    writer.rows([row[name] for name in names] for row in rows)
    return text.getvalue().encode()
