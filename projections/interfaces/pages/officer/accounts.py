"""Accounts and tokens: officers and auditors see them, administrators open, change and close."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from ledger.events.messages import Message
from ledger.events.problems import refusal
from projections.accounts.roles import LIMITED
from projections.api import Ledger
from projections.interfaces.http.accounts.access import redirect_to
from projections.interfaces.pages.officer import confirmation, operation_form
from projections.interfaces.pages.officer.fields import FormField, form_of, ticked
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.operations.catalogue import Operation, operation

ADD = operation("add_account")
CHANGES = {
    name: operation(name)
    for name in (
        *("change_role", "limit_account", "reset_password", "add_token", "revoke_token"),
        "close_account",
    )
}
"""The changes of an account, by the name that its button sends."""

LIMIT = "limit_account"


def accounts(request: OfficerRequest) -> Response:
    """Every account by name, closed ones too, and their tokens."""
    return request.page(
        "accounts.html",
        rows=request.ledger.accounts(),
        tokens=request.ledger.tokens(),
        opened=request.text("opened"),
    )


def examination(request: OfficerRequest) -> Response:
    """The examination of the ledger, as `doctor` gives it."""
    return request.page("examination.html", rows=request.examination())


def new(request: OfficerRequest) -> Response:
    """The form of a new account, and its opening."""
    step = _step(request, ADD) if confirmation.ACTION in request.texts else confirmation.NOT_ASKED
    if step.done is not None:
        return redirect_to(f"/desk/accounts?{urlencode({'opened': step.done['account']})}")
    fields = operation_form.fields_of_form(ADD, options={"lists": request.pool_choices})
    form = form_of(fields, request.texts, step.problems)
    return request.page("account_new.html", step.status, form=form, step=step)


def edit(request: OfficerRequest) -> Response:
    """An account with the forms of its changes; a new token is shown on the page, this once."""
    name = request.id("account")
    asked = request.texts.get(confirmation.ACTION, "")
    fixed: dict[str, object] = {} if asked == "revoke_token" else {"account": name}
    if asked == LIMIT:
        fixed["every"] = not ticked(request.texts, "lists")
    step = _step(request, CHANGES[asked], **fixed) if asked in CHANGES else confirmation.NOT_ASKED
    if step.done is not None:
        request.texts = {}
    forms = {
        each: form_of(
            _fields(request, CHANGES[each], name),
            request.texts if each == asked else {},
            step.problems if each == asked else (),
        )
        for each in CHANGES
    }
    return request.page(
        "account.html",
        step.status,
        row=_row(request.ledger, name),
        tokens=request.ledger.tokens(name),
        forms=forms,
        step=step,
        asked=asked,
        limited=LIMITED,
    )


def _fields(request: OfficerRequest, change: Operation, name: str) -> list[FormField]:
    row = _row(request.ledger, name)
    values = {"role": row["role"]} if change.name == "change_role" else {}
    if change.name == LIMIT:
        values = {"lists": "\n".join(row["lists"] or ())}
    return operation_form.fields_of_form(
        change,
        values=values,
        options={"lists": request.pool_choices},
        without={"account", "token", "every"},
    )


def _row(ledger: Ledger, name: str) -> Mapping[str, Any]:
    """An account by its name.

    Raises :class:`~ledger.events.problems.Refused` if there is none.
    """
    for row in ledger.accounts():
        if row["account"] == name:
            return row
    message = Message("there is no account %(name)s", name=repr(name))
    raise refusal("unknown-account", message)


def _step(request: OfficerRequest, asked: Operation, **fixed: object) -> confirmation.Step:
    """The operation, done; what is wrong with it is said beside its fields."""
    if asked.name == "close_account" and not request.texts.get(confirmation.SURE):
        return confirmation.Step(message="sure", status=400)
    try:
        made = operation_form.request_of(request, asked, request.ledger, dry_run=False, **fixed)
        with operation_form.label_spelling(type(made)).spelt():
            return confirmation.Step(done=request.ledger.do(made))
    except Exception as error:
        return confirmation.refused_step(error)
