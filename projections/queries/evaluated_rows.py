"""Evaluations as people see them: the columns of their rulebook, and the change of the rating."""

from collections.abc import Sequence

import attrs

from ledger.events.messages import marked
from projections.queries import columns as declared
from projections.queries.answer_types import EvaluationRow
from projections.queries.presentation import columns_of, record_row
from projections.queries.rating_changes import gain_of, rating_effect


@attrs.frozen(kw_only=True)
class Evaluated:
    """A row of an evaluation with the change of the rating, and if that is a gain or a loss.

    ``tournament``: None for a conversion; ``row`` has the fields that the columns may name.
    """

    tournament: str | None
    row: EvaluationRow
    change: float | None
    gain: float | None


def evaluated_rows(rows: Sequence[EvaluationRow], rulebook: str | None) -> Sequence[Evaluated]:
    """The rows of evaluations with their changes."""
    found = []
    for row in rows:
        change = rating_effect([row], rulebook)["change"]
        shown = record_row({"rulebook": rulebook, **row})
        gain = gain_of(change, rulebook)
        found.append(
            Evaluated(tournament=row.get("tournament"), row=shown, change=change, gain=gain)
        )
    return found


OF_A_RECORD = declared.Columns[Evaluated](
    declared.Column(
        "title", marked("Tournament"), lambda it: it.tournament or "", declared.OCCASION, width=28
    ),
    declared.Column("tournament", marked("Id"), lambda it: it.row["tournament"], declared.ID),
    declared.Column(
        "ended_on", marked("Ended"), lambda it: it.row["ended_on"], declared.DAY, width=12
    ),
)
OF_A_TOURNAMENT = declared.Columns[Evaluated](
    declared.Column("player", marked("Id"), lambda it: it.row["player"], declared.ID),
    declared.Column(
        "name",
        marked("Name"),
        lambda it: declared.Person(it.row["player"], it.row["name"]),
        declared.PERSON,
        width=28,
    ),
)
_KINDS = {
    "points": declared.POINTS,
    "expected": declared.FIXED,
    **dict.fromkeys(("status", "rule"), declared.WORD),
}


def evaluation_columns(rulebook: str | None) -> declared.Columns[Evaluated]:
    """The columns of a rulebook's evaluations; the ratings before and after fold last."""
    return declared.Columns(
        *(_column(field, heading) for field, heading in columns_of(rulebook).items())
    )


def _column(field: str, heading: str) -> declared.Column[Evaluated]:
    folds = 0 if {"before", "after"} & {*field.split("_")} else 1
    kind = _KINDS.get(field, declared.VALUE)
    return declared.Column(
        field, heading, lambda it: it.row.get(field), kind, width=12, folds=folds
    )


def columns_shown(rows: Sequence[Evaluated], rulebook: str | None) -> declared.Columns[Evaluated]:
    """The columns of a rulebook that have values, the change of the rating after the rating."""
    columns = evaluation_columns(rulebook)
    found: list[declared.Column[Evaluated]] = []
    for column in columns:
        if any(column.value(each) is not None for each in rows):
            found.append(_change(column.heading) if column.name == "change" else column)
        names = {*columns.names, *(each.name for each in found)}
        if column.name.split("_")[-1] == "after" and "change" not in names:
            found.append(_change(marked("Change")))
    return declared.Columns(*found)


def _change(heading: str) -> declared.Column[Evaluated]:
    return declared.Column("change", heading, lambda it: it.change, declared.SIGNED, width=12)
