"""Data quality for officers: irregularities, tournaments that are not rated, doubles."""

from collections.abc import Sequence

from starlette.responses import Response

from ledger.events.problems import Refused
from projections.interfaces.http.accounts.access import redirect_to
from projections.interfaces.pages.officer.confirmation import ACTION, NOT_ASKED, Step, refused_step
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.interfaces.pages.officer.operation_form import answer_form, request_of
from projections.operations.catalogue import operation
from projections.queries.answer_types import (
    DataQualityIssue,
    IrregularityRow,
    PossibleDouble,
    Watch,
)
from projections.queries.labels import Labels
from projections.watch.data_quality import OTHER_YEAR
from projections.watch.scope import TITLES, Scope

__all__ = ["OTHER_YEAR", "data_quality", "doubles_of", "signals_of", "tournaments_of"]

LOOKED_AT = 200
ANSWER = operation("answer_signal")


def data_quality(request: OfficerRequest) -> Response:
    """Show all of it, computed once for all readers; a form answers a signal."""
    if request.texts.get(ACTION):
        try:
            answer_form(request.ledger, request_of(request, ANSWER, request.ledger, dry_run=False))
        except Refused as refused:
            return _page(request, refused_step(refused))
        return redirect_to("/desk/oddities")
    return _page(request, NOT_ASKED)


def _page(request: OfficerRequest, step: Step) -> Response:
    signals = [(pool, signals_of(request, pool)) for pool in request.pools]
    named = {id_ for _, rows in signals for row in rows for id_ in row["tournaments"]}
    labels: Labels = request.ledger.labels((), named)
    doubles = doubles_of(request)
    return request.page(
        "oddities.html",
        step.status,
        step=step,
        signals=signals,
        titles=TITLES,
        labels=labels,
        tournaments=[(pool, tournaments_of(request, pool)) for pool in request.pools],
        doubles=[each for each in doubles if OTHER_YEAR not in each["reasons"]],
        of_other_years=[each for each in doubles if OTHER_YEAR in each["reasons"]],
        looked_at=LOOKED_AT,
    )


def tournaments_of(request: OfficerRequest, pool: str) -> list[DataQualityIssue]:
    """The tournaments of a pool that do not count, or have gaps."""

    def work() -> list[DataQualityIssue]:
        known = request.ledger.positions()["pools"].get(pool)
        with request.ledger.pool(pool, known_at=known) as view:
            return list(view.data_quality(LOOKED_AT))

    return request.worked_out(("oddities", pool), work)


def signals_of(request: OfficerRequest, pool: str) -> Sequence[IrregularityRow]:
    """The signals of a pool's last year that nobody has answered; doubles stand apart."""

    def work() -> Watch:
        known = request.ledger.positions()["pools"].get(pool)
        with request.ledger.pool(pool, known_at=known) as view:
            return view.watch(Scope(answered=True))

    apart = {*request.ledger.signal_answers(), *(it["signal"] for it in _doubles(request))}
    found = request.worked_out(("watch", pool), work)["signals"]
    return [row for row in found if row["signal"] not in apart]


def doubles_of(request: OfficerRequest) -> Sequence[PossibleDouble]:
    """The persons that are perhaps registered twice, unless an officer said that they are two."""
    answered = request.ledger.signal_answers()
    return [each for each in _doubles(request) if each["signal"] not in answered]


def _doubles(request: OfficerRequest) -> Sequence[PossibleDouble]:
    return request.worked_out(("doubles",), request.ledger.possible_doubles)
