"""The rows of evaluations as pages and files show them, with the change of the rating."""

from collections.abc import Mapping, Sequence

import attrs

from ledger.events.messages import marked
from projections.queries.answer_types import EvaluationRow
from projections.queries.presentation import columns_of, record_row
from projections.queries.rating_changes import gain_of, rating_effect


@attrs.frozen(kw_only=True)
class Evaluated:
    """A row of an evaluation with the change of the rating, and if that is a gain or a loss."""

    row: EvaluationRow
    change: float | None
    gain: float | None


def evaluated_rows(rows: Sequence[EvaluationRow], rulebook: str | None) -> Sequence[Evaluated]:
    """The rows of evaluations with their changes."""
    found = []
    for row in rows:
        change = rating_effect([row], rulebook)["change"]
        shown = record_row({"rulebook": rulebook, **row})
        found.append(Evaluated(row=shown, change=change, gain=gain_of(change, rulebook)))
    return found


def columns_shown(rows: Sequence[Evaluated], rulebook: str | None) -> Mapping[str, str]:
    """The columns of a rulebook that have values, the change of the rating after the rating."""
    columns = columns_of(rulebook)
    found = {}
    for field, heading in columns.items():
        if any(each.row.get(field) is not None for each in rows):
            found[field] = heading
        if field.split("_")[-1] == "after" and "change" not in {*columns, *found}:
            found["change"] = marked("Change")
    return found
