"""A page on which an officer does one thing: a form, what would follow from it, and the doing."""

from collections.abc import Iterable, Sequence
from typing import Any

from starlette.responses import Response

from ledger.events.messages import marked
from projections.interfaces.pages.officer.account_request import (
    AccountRequest,
    leading_to_what_was_written,
)
from projections.interfaces.pages.officer.confirmation import Step, Work, next_step
from projections.interfaces.pages.officer.fields import FormField, form_of


def reason_field(*, required: bool = True) -> FormField:
    """Why something is done."""
    hint = marked("It stays in the log, for everybody to read.")
    return FormField(
        name="reason", label=marked("Reason"), hint=hint, says=("data.reason",), required=required
    )


def act(
    asked: AccountRequest,
    template: str,
    fields: Iterable[FormField],
    work: Work,
    *,
    needs_sure: bool = False,
    **values: Any,
) -> Response:
    """The page as far as its form has come; once it is done, the desk says what was written."""
    return shown(asked, template, fields, next_step(asked, work, needs_sure=needs_sure), **values)


def shown(
    asked: AccountRequest,
    template: str,
    fields: Iterable[FormField],
    step: Step,
    **values: Any,
) -> Response:
    """The same for a step that was taken already."""
    if step.done is not None:
        last = step.done.get("last") or step.done["published_at"]
        pools = [pool] if (pool := step.done.get("pool")) else []
        return leading_to_what_was_written(last, first=step.done.get("first"), pools=pools)
    form = form_of(fields, asked.texts, step.problems)
    address: str = asked.request.scope["path"]
    return asked.page(template, step.status, form=form, step=step, address=address, **values)


def pool_field(pools: Sequence[str]) -> FormField:
    """Which rating list."""
    options = [(pool, pool) for pool in pools]
    return FormField(
        name="pool",
        label=marked("Rating list"),
        kind="choice",
        ours=False,
        options=options,
        value=pools[0] if pools else "",
        says=("data.pool", "--pool"),
    )
