"""A rating list as a page shows it: places, clubs, and what has changed since the last one."""

from collections.abc import Iterator, Sequence
from typing import cast

from projections.documents.printed_list import published_before
from projections.queries.answer_types import ListedRatings, ListedRow
from projections.queries.answers import Answers, Row
from projections.queries.people import people


def listed_ratings(
    answers: Answers, *, lapsed: bool = False, everyone: bool = False
) -> ListedRatings:
    """The list at the cut and under the rulebook that are asked about.

    With ``lapsed`` also those whose figure has lapsed, with ``everyone`` all registered; only
    whose figure holds has a place.
    """
    rows = answers.ratings(lapsed=lapsed, everyone=everyone)
    before = published_before(answers)
    return {
        "since": None if before is None else before[0].isoformat(),
        "players": list(_listed(answers, rows, () if before is None else before[1])),
    }


def _listed(answers: Answers, rows: Sequence[Row], before: Sequence[Row]) -> Iterator[ListedRow]:
    figures = {row["player"]: row["figure"] for row in before}
    names = {row["player"]: row["name"] for row in rows if row["name"] is not None}
    known = people(answers, [row["player"] for row in rows], names)
    place = 0
    for row in rows:
        holds = row["status"] in ("valid", "pending") and row["figure"] is not None
        place += holds
        person = known[row["player"]]
        further = {
            "place": place if holds else None,
            "club": person["club"],
            "birth_year": person["birth_year"],
            "before": figures.get(row["player"]),
        }
        yield cast("ListedRow", row | further)
