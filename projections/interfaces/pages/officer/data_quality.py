"""Data quality for officers: tournaments that are not rated, gaps, possible duplicates."""

from collections.abc import Sequence

from starlette.responses import Response

from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.queries.answer_types import DataQualityIssue, PossibleDouble
from projections.queries.data_quality import OTHER_YEAR

__all__ = ["OTHER_YEAR", "data_quality", "doubles_of", "tournaments_of"]

LOOKED_AT = 200


def data_quality(request: OfficerRequest) -> Response:
    """Show all of it, computed once for all readers."""
    tournaments = [(pool, tournaments_of(request, pool)) for pool in request.pools]
    return request.page(
        "oddities.html", tournaments=tournaments, doubles=doubles_of(request), looked_at=LOOKED_AT
    )


def tournaments_of(request: OfficerRequest, pool: str) -> list[DataQualityIssue]:
    """The tournaments of a pool that do not count, or have gaps."""

    def work() -> list[DataQualityIssue]:
        known = request.ledger.positions()["pools"].get(pool)
        with request.ledger.pool(pool, known_at=known) as view:
            return list(view.data_quality(LOOKED_AT))

    return request.worked_out(("oddities", pool), work)


def doubles_of(request: OfficerRequest) -> Sequence[PossibleDouble]:
    """The persons that are perhaps registered twice."""
    return request.worked_out(("doubles",), request.ledger.possible_doubles)
