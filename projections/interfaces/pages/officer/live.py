"""A running tournament is submitted as live, seen before it is, and withdrawn again."""

from collections.abc import Mapping
from functools import partial

import attrs
from starlette.responses import Response

from ledger.events.problems import Refused
from projections.api import Ledger
from projections.interfaces.http.accounts.access import redirect_to
from projections.interfaces.http.edge.paths import pool_path
from projections.interfaces.pages.officer import operation_form
from projections.interfaces.pages.officer.confirmation import ACTION, Step, next_step, refused_step
from projections.interfaces.pages.officer.fields import FormField, folded, form_of
from projections.interfaces.pages.officer.kept_file import KEPT, NAME, keep_file, kept_file
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.interfaces.pages.officer.open_players import (
    ALL,
    ANSWERED,
    BY_NAME,
    LINK,
    answers_in,
    players_of_file,
    with_group_answer,
)
from projections.operations.catalogue import operation
from projections.queries.presentation import columns_of, table_row

SUBMIT, WITHDRAW = operation("submit_running"), operation("withdraw_running")
DETAILS = ("name", "ended_on", "rounds", "minutes", "increment", "country", "class_")


def live(request: OfficerRequest) -> Response:
    """The form of a running file with its provisional ratings, and the files that are live."""
    if request.texts.get(ACTION) == "withdraw":
        return _withdraw(request)
    keep_file(request, (LINK, BY_NAME, ANSWERED))
    if request.texts.get(ACTION, "").startswith(ALL):
        request = with_group_answer(request, _submitted(request, request.ledger, dry_run=True))
    step = next_step(request, partial(_submitted, request))
    if step.done is not None and step.done["running"] is not None:
        return redirect_to(pool_path(request.text("pool"), "live"))
    return _shown(request, step)


def _submitted(request: OfficerRequest, ledger: Ledger, *, dry_run: bool) -> Mapping[str, object]:
    asked = operation_form.request_of(
        request,
        SUBMIT,
        ledger,
        dry_run=dry_run,
        file=kept_file(request),
        links=answers_in(request, {}).links,
    )
    return operation_form.answered_by_labels(ledger, asked)


def _shown(request: OfficerRequest, step: Step) -> Response:
    preview = step.done or step.foreseen
    evaluation = (preview or {}).get("evaluation") or {}
    rulebook = evaluation.get("rulebook")
    players = None
    if preview is not None:
        answers, pool = answers_in(request, {}), request.text("pool")
        found = players_of_file(request, preview, answers, pool, with_ratings=False)
        players = attrs.evolve(found, own_fields=None)
    return request.page(
        "live.html",
        step.status,
        form=form_of(_fields(request), request.texts, step.problems),
        step=step,
        preview=preview,
        players=players,
        evaluation=evaluation,
        columns=columns_of(rulebook),
        rows=[table_row(row, rulebook) for row in evaluation.get("players", ())],
        kept=request.text(KEPT),
        kept_name=request.text(NAME),
        running=_running(request),
    )


def _fields(request: OfficerRequest) -> list[FormField]:
    found = operation_form.fields_of_form(
        SUBMIT,
        values={"pool": request.pool_chosen},
        options={"pool": request.pool_options},
        without={"file", "file_format", "links", "accept"},
    )
    return folded(found, DETAILS)


def _running(request: OfficerRequest) -> list[Mapping[str, object]]:
    """The files that are live, each with its list; ``own``: the account may withdraw it."""
    found: list[Mapping[str, object]] = []
    for pool in request.pools:
        with request.ledger.pool(pool) as view:
            for row in view.running():
                own = request.is_officer or row["submitted_by"] == request.by
                found.append({**row, "pool": pool, "own": own})
    return found


def _withdraw(request: OfficerRequest) -> Response:
    """Take a file out of the live list, if it is the account's own or an officer asks."""
    asked = operation_form.request_of(request, WITHDRAW, request.ledger, dry_run=False)
    try:
        operation_form.answer_form(request.ledger, asked)
    except Refused as refused:
        return _shown(request, refused_step(refused))
    return redirect_to("/desk/live")
