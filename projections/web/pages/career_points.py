"""A player's record as what a chart of it needs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

import attrs

from projections.charts.career import MOST_MARKS, Career, CareerPoint
from projections.presentation import leading_field, lower_is_stronger, record_row, scale_of

Row = Mapping[str, Any]


def career_of(
    history: Sequence[Row],
    published: Sequence[str],
    *,
    title: Callable[[Row], str],
    reason: Callable[[Row], str],
) -> Career:
    """The figures after each evaluation, oldest first; those without one are left out.

    Where there are too many for a mark at each, none says what it is or where it leads.
    """
    rated: list[tuple[CareerPoint, Row]] = []
    for rulebook, rows in groupby(history, key=itemgetter("rulebook")):
        rated += _points(rulebook, rows)
    if len(rated) <= MOST_MARKS:
        points = [_marked(point, row, title(row), reason(row)) for point, row in rated]
    else:
        points = [point for point, _ in rated]
    return Career(
        points=points, published=[date.fromisoformat(day) for day in sorted(set(published))]
    )


def _points(rulebook: str, rows: Iterable[Row]) -> Iterator[tuple[CareerPoint, Row]]:
    """The figures under one rulebook, each with its row."""
    after, scale = f"{leading_field(rulebook)}_after", scale_of(rulebook)
    lower = lower_is_stronger(rulebook)
    for row in rows:
        if (figure := row.get(after)) is None:
            continue
        point = CareerPoint(
            day=date.fromisoformat(row["ended_on"]),
            figure=float(figure),
            rulebook=rulebook,
            scale=scale,
            lower_is_stronger=lower,
            points=row.get("points"),
            expected=row.get("expected"),
        )
        yield point, row


def _marked(point: CareerPoint, row: Row, title: str, reason: str) -> CareerPoint:
    after = str(record_row(row).get("after") or "")
    return attrs.evolve(point, title=title, spelt=after, href=reason)
