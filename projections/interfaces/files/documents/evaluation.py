"""A tournament's evaluation as federations print it: who came with what, and who went with what.

A rulebook says which columns its evaluations are printed with (``Rulebook.printed``); without them
the fields of the rows are shown under the contract's names.
"""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from ledger.importing.formats.csv_cells import CsvWriter
from projections.engine.history.as_of import AsOf
from projections.interfaces.files.documents.document import Table
from projections.interfaces.files.exports.tournament_reports import numbers_of
from projections.queries.answers import Answers
from projections.queries.presentation import display_name, legend_of, printed_columns, table_row
from projections.rulebooks.evaluation import PrintedColumn

Row = Mapping[str, Any]


@attrs.frozen(kw_only=True)
class Evaluation:
    """A tournament's evaluation ready to be written.

    ``head`` has tournament, pool, rulebook and cut; ``excluded`` is the reason why the whole
    tournament is not rated, if so.
    """

    name: str
    head: Mapping[str, str]
    excluded: str | None
    players: Table
    legend: str
    not_rated: Table


@attrs.frozen
class Column:
    """A column: its heading, and what a row shows in it; numbers stand on the right."""

    heading: str
    text: Callable[[Row], str]
    is_number: bool = True


def evaluation_of(answers: Answers, tournament: str) -> Evaluation:
    """The evaluation of a tournament at the cut and under the rulebook that are asked about."""
    document = answers.tournament(tournament)
    history = answers.submitted(tournament)
    (submitted,) = history.tournaments(answers.question.pool, [tournament])
    numbers = numbers_of(submitted)
    rows = [
        {"number": int(numbers[row["player"]]), **_printed_row(row, document["rulebook"])}
        for row in document["players"]
    ]
    rows.sort(key=lambda row: (row["number"], row.get("part", 1)))
    games = document["games_not_rated"]
    return Evaluation(
        name=submitted.name,
        head=_head(answers, document),
        excluded=document.get("reason"),
        players=_table(columns_for(document["rulebook"], rows), rows),
        legend=legend_of(document["rulebook"]),
        not_rated=Table(
            ("Game", "Why"),
            tuple((game["game"], game["reason"]) for game in games),
            frozenset(),
        ),
    )


def _head(answers: Answers, document: Row) -> Mapping[str, str]:
    as_of: AsOf = answers.question.as_of
    return {
        "tournament": document["tournament"],
        "ended on": document["ended_on"],
        "pool": answers.question.pool,
        "rulebook": document["rulebook"] or "none",
        "as of": "everything" if as_of.day is None else as_of.day.isoformat(),
        "known at": str(answers.card_history.position),
    }


def evaluation_as_csv(evaluation: Evaluation) -> bytes:
    """The rows after RFC 4180, each with what it is part of at its end; UTF-8.

    No cell is a formula to a spreadsheet; the headings, of which some begin with a sign, are ours.
    """
    text = io.StringIO()
    headings = [*evaluation.players.headings, *evaluation.head]
    csv.writer(text, lineterminator="\r\n").writerow(headings)
    writer = CsvWriter(text, line_end="\r\n")
    writer.rows([*row, *evaluation.head.values()] for row in evaluation.players.rows)
    return text.getvalue().encode()


# --- columns ---------------------------------------------------------------------------------


def columns_for(rulebook: str | None, rows: Sequence[Row]) -> Sequence[Column]:
    """The columns of a rulebook's evaluations."""
    printed = printed_columns(rulebook)
    if printed:
        return (*_WHO, *map(_column, printed))
    keys = dict.fromkeys(key for row in rows for key in row)
    own = (key for key in keys if key not in {"number", "player", "name"})
    return (*_WHO, *(Column(key.replace("_", " "), _field(key)) for key in own))


def _printed_row(row: Row, rulebook: str | None) -> Row:
    """A row with what the printed columns name; without them just the row."""
    return table_row(row, rulebook) if printed_columns(rulebook) else row


def _column(printed: PrintedColumn) -> Column:
    return Column(printed.heading, _field(printed.field, printed.decimals), printed.is_number)


def _table(columns: Sequence[Column], rows: Sequence[Row]) -> Table:
    return Table(
        headings=tuple(column.heading for column in columns),
        rows=tuple(tuple(column.text(row) for column in columns) for row in rows),
        numbers=frozenset(place for place, column in enumerate(columns) if column.is_number),
    )


def _field(key: str, decimals: int = 3) -> Callable[[Row], str]:
    return lambda row: _cell_text(row[key], decimals)


def _cell_text(value: Any, decimals: int) -> str:
    """A value as a table shows it; games are counted."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.{decimals}f}"
    return str(len(value)) if isinstance(value, (list, tuple)) else str(value)


_WHO = (
    Column("No.", _field("number")),
    Column("Player", lambda row: display_name(row["name"]), is_number=False),
    Column("Id", _field("player"), is_number=False),
)
