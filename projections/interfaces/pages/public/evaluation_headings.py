"""The columns of evaluations on pages, which leave out what is the same in every row."""

from collections.abc import Mapping, Sequence

from projections.queries.evaluated_rows import Evaluated, columns_shown

RATED = frozenset({"rated", "valid", None})


def headings_of(rows: Sequence[Evaluated], rulebook: str | None) -> Mapping[str, str]:
    """The fields of the columns with their headings; the status only if it differs somewhere."""
    headings = columns_shown(rows, rulebook).headings
    if {each.row.get("status") for each in rows} <= RATED:
        return {field: heading for field, heading in headings.items() if field != "status"}
    return headings
