"""A player's record as what a chart of it needs."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

import attrs

from projections.charts.career import MOST_MARKS, Career, CareerPoint
from projections.presentation import leading_field, lower_is_stronger, record_row, scale_of

Row = Mapping[str, Any]


def career_of(
    history: Sequence[Row], published: Sequence[str], reason: Callable[[Row], str]
) -> Career:
    """The figures after each evaluation, oldest first; those without one are left out.

    Where there are too many for a mark at each, none says what it is or where it leads.
    """
    rated = [row for row in history if _figure(row) is not None]
    points = [_point(row) for row in rated]
    if len(rated) <= MOST_MARKS:
        points = [_marked(point, row, reason) for point, row in zip(points, rated, strict=True)]
    return Career(
        points=points, published=[date.fromisoformat(day) for day in sorted(set(published))]
    )


def _point(row: Row) -> CareerPoint:
    rulebook = row["rulebook"]
    return CareerPoint(
        day=date.fromisoformat(row["ended_on"]),
        figure=_figure(row) or 0,
        rulebook=rulebook,
        scale=scale_of(rulebook),
        lower_is_stronger=lower_is_stronger(rulebook),
        points=row.get("points"),
        expected=row.get("expected"),
    )


def _marked(point: CareerPoint, row: Row, reason: Callable[[Row], str]) -> CareerPoint:
    after = str(record_row(row).get("after") or "")
    return attrs.evolve(point, title=row["title"], spelt=after, href=reason(row))


def _figure(row: Row) -> float | None:
    field = leading_field(row["rulebook"])
    found = row.get(f"{field}_after")
    return None if found is None else float(found)
