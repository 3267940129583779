"""Data quality for officers: tournaments that are not rated, gaps, possible duplicates."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

from starlette.responses import Response

from projections.interfaces.http.answer_cache import AnswerCache
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.queries.answer_types import DataQualityIssue
from projections.queries.data_quality import OTHER_YEAR

__all__ = ["OTHER_YEAR", "data_quality", "doubles_of", "tournaments_of"]

LOOKED_AT = 200


def data_quality(request: OfficerRequest) -> Response:
    """Show all of it, computed once for all readers."""
    tournaments = [(pool, tournaments_of(request, pool)) for pool in request.pools]
    return request.page(
        "oddities.html",
        tournaments=tournaments,
        doubles=doubles_of(request),
        looked_at=LOOKED_AT,
    )


def tournaments_of(request: OfficerRequest, pool: str) -> list[DataQualityIssue]:
    """The tournaments of a pool that do not count, or have gaps."""
    found: list[DataQualityIssue] = _worked_out(
        request, ("oddities", pool), partial(_of_pool, request, pool)
    )
    return found


def doubles_of(request: OfficerRequest) -> Sequence[Any]:
    """The persons that are perhaps registered twice."""
    found: Sequence[Any] = _worked_out(request, ("doubles",), request.ledger.possible_doubles)
    return found


def _of_pool(request: OfficerRequest, pool: str) -> list[DataQualityIssue]:
    known = request.ledger.positions()["pools"].get(pool)
    with request.ledger.pool(pool, known_at=known) as view:
        return list(view.data_quality(LOOKED_AT))


def _worked_out(
    request: OfficerRequest, key: tuple[Hashable, ...], work: Callable[[], Any]
) -> Any:
    """An answer that depends on the log and on whose names may be shown today."""
    answers: AnswerCache = request.request.app.state.answers
    at = request.ledger.positions()
    state = (at["head"], *sorted(at["pools"].items()), request.today)
    return answers.answer(key, work, state=state)
