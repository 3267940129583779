"""A tournament's evaluation as federations print it: who came with what, and who went with what.

The columns of the DWZ are those of the German federation's own tables, in the symbols of the
document; other systems show the fields of their rows under the contract's names.
"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from projections.documents.document import Table
from projections.exports.tournament_reports import numbers_of
from projections.history.cut import Cut
from projections.presentation import shown
from projections.queries.answers import Answers

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
    rows = [{"number": int(numbers[row["player"]]), **row} for row in document["players"]]
    rows.sort(key=lambda row: (row["number"], row.get("part", 1)))
    games = document["games_not_rated"]
    return Evaluation(
        name=submitted.name,
        head=_head(answers, document),
        excluded=document.get("reason"),
        players=_table(columns_for(document["rulebook"] or "", rows), rows),
        legend=_DWZ_SYMBOLS if _is_dwz(document["rulebook"] or "") else "",
        not_rated=Table(
            ("Game", "Why"),
            tuple((game["game"], game["reason"]) for game in games),
            frozenset(),
        ),
    )


def _head(answers: Answers, document: Row) -> Mapping[str, str]:
    cut: Cut = answers.question.cut
    return {
        "tournament": document["tournament"],
        "ended on": document["ended_on"],
        "pool": answers.question.pool,
        "rulebook": document["rulebook"] or "none",
        "as of": "everything" if cut.as_of is None else cut.as_of.isoformat(),
        "known at": str(answers.card_history.position),
    }


def evaluation_as_csv(evaluation: Evaluation) -> bytes:
    """The rows after RFC 4180, each with what it is part of at its end; UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([*evaluation.players.headings, *evaluation.head])
    writer.writerows([*row, *evaluation.head.values()] for row in evaluation.players.rows)
    return text.getvalue().encode()


# --- columns ---------------------------------------------------------------------------------


def columns_for(rulebook: str, rows: Sequence[Row]) -> Sequence[Column]:
    """The columns of a rulebook's evaluations."""
    if _is_dwz(rulebook):
        return (*_WHO, *_DWZ)
    keys = dict.fromkeys(key for row in rows for key in row)
    own = (key for key in keys if key not in {"number", "player", "name"})
    return (*_WHO, *(Column(key.replace("_", " "), _field(key)) for key in own))


def _is_dwz(rulebook: str) -> bool:
    return rulebook.startswith("dwz-")


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


def _figure(when: str) -> Callable[[Row], str]:
    """``1873-42``."""

    def text_of(row: Row) -> str:
        rating, index = row[f"rating_{when}"], row[f"index_{when}"]
        return "" if rating is None else f"{rating}-{index}"

    return text_of


def _change(row: Row) -> str:
    before, after = row["rating_before"], row["rating_after"]
    return "" if None in (before, after) else f"{after - before:+}"


def _remark(row: Row) -> str:
    """Remarks on the kind of evaluation, comma-separated."""
    return ", ".join(_remarks(row))


def _remarks(row: Row) -> Iterator[str]:
    if row["status"] != "rated":
        yield {"first": "first DWZ", "residual": "residual games", "none": "not evaluated"}[
            row["status"]
        ]
    if row["special"] is not None:
        yield f"opponents evaluated against {row['special']}"


_WHO = (
    Column("No.", _field("number")),
    Column("Player", lambda row: shown(row["name"]), is_number=False),
    Column("Id", _field("player"), is_number=False),
)
_DWZ_SYMBOLS = (
    "Ro: DWZ and index before. W: points. n: games. We: expected points. E: coefficient of "
    "development. Rc: mean of the opponents. Rh: performance. Rn: DWZ and index after."
)
_DWZ = (
    Column("Age", lambda row: row["age_class"] or "", is_number=False),
    Column("Ro", _figure("before")),
    Column("W", _field("points", 1)),
    Column("n", _field("games")),
    Column("We", _field("expected")),
    Column("E", _field("coefficient")),
    Column("Rc", _field("opponents_mean", 1)),
    Column("Rh", _field("performance")),
    Column("Rn", _figure("after")),
    Column("+/−", _change),
    Column("Remark", _remark, is_number=False),
)
