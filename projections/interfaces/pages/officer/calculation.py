"""The evaluation of a tournament file as it stands, such as one that is still running."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from ledger.events.problems import Refused
from projections.interfaces.pages.officer import confirmation
from projections.interfaces.pages.officer.kept_file import FILE, KEPT, NAME, keep_file, kept_file
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.interfaces.pages.officer.operation_form import (
    answer_form,
    fields_of_form,
    request_of,
)
from projections.operations.catalogue import operation
from projections.queries.evaluated_rows import Evaluated, columns_shown, evaluated_rows

CALCULATE_FILE = operation("calculate_file")


def calculation(request: OfficerRequest) -> Response:
    """The form of a file, and what the rulebook in force makes of it; nothing is kept."""
    found, step = None, confirmation.NOT_ASKED
    keep_file(request, ())
    if request.texts.get(confirmation.ACTION):
        try:
            found = _answer(request)
        except (Refused, ValueError) as error:
            step = confirmation.refused_step(error)
    if found is not None and "problems" in found:
        step = confirmation.Step(status=422)
    evaluation = None if found is None else found["evaluation"]
    rows: Sequence[Evaluated] = ()
    columns: Mapping[str, str] = {}
    if evaluation is not None:
        rows = evaluated_rows(evaluation["players"], evaluation["rulebook"])
        columns = columns_shown(rows, evaluation["rulebook"]).headings
    values = {"pool": request.pool_chosen}
    options = {"pool": request.pool_options}
    without = {FILE, "file_format", "accept"}
    fields = fields_of_form(CALCULATE_FILE, values=values, options=options, without=without)
    return confirmation.shown(
        request,
        "calculation.html",
        fields,
        step,
        found=found,
        evaluation=evaluation,
        rows=rows,
        columns=columns,
        kept=request.text(KEPT),
        kept_name=request.text(NAME),
    )


def _answer(request: OfficerRequest) -> Mapping[str, Any]:
    """The answer to the form.

    Raises :class:`~ledger.events.problems.Refused` if there is no file, or what is wrong with it.
    """
    file = kept_file(request)
    asked = request_of(request, CALCULATE_FILE, request.ledger, dry_run=True, file=file)
    return answer_form(request.ledger, asked, lines=True)
