"""The columns of evaluations on pages, which leave out what is the same in every row."""

from collections.abc import Mapping, Sequence

from projections.queries.evaluated_rows import Evaluated, columns_shown

RATED = frozenset({"rated", "valid", None})
COMMON = ("Before", "Points", "Games", "Expected", "Change", "After", "Performance")
LABELS = {label.lower(): label for label in COMMON}
"""One word for what all rulebooks have, whatever symbol each of them uses."""


def headings_of(rows: Sequence[Evaluated], rulebook: str | None) -> Mapping[str, str]:
    """The fields of the columns with their headings; status and list only if they differ."""
    headings = columns_shown(rows, rulebook).headings
    said = {field: {each.row.get(field) for each in rows} for field in ("status", "list")}
    same = {"status"} if said["status"] <= RATED else set()
    if len(said["list"]) == 1 < len(rows):
        same.add("list")
    ratings = "before", "after"
    same |= {it for it in ratings if not any(each.row.get(it) for each in rows)}
    return {it: LABELS.get(it, heading) for it, heading in headings.items() if it not in same}
