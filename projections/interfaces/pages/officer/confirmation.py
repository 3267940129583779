"""Preview and confirmation: preview a change, then apply exactly that change.

A form is sent twice: first for its preview (a dry run), then to write.
A digest in the form ties the write to its preview.  If the input was changed since, or
the log has grown so that the effect differs, a new preview is shown and nothing is written
(decision 0100).
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import attrs
import orjson
from starlette.responses import Response

from ledger.events.messages import marked
from ledger.events.problems import Problem, Refused
from ledger.log.after_commit import after_commit
from projections.api import Ledger
from projections.interfaces.http.accounts.access import FIELD
from projections.interfaces.http.edge.problems import CLOCK_LEAP, HttpError, objection_of
from projections.interfaces.pages.officer.fields import FormField, Option, form_of
from projections.interfaces.pages.officer.officer_request import (
    BACK,
    OfficerRequest,
    redirect_after_write,
)

ACTION, SHOWN, SURE = "action", "shown", "sure"
DO = "do"
_WRITTEN_MEANWHILE = "written-meanwhile"


class Work(Protocol):
    """Does it, in a ledger; a dry run only looks at what would follow."""

    def __call__(self, ledger: Ledger, *, dry_run: bool) -> Mapping[str, object]:
        """Return the preview, or the receipt."""
        ...


@attrs.frozen(kw_only=True)
class Step:
    """The progress of a form.

    ``foreseen``: the preview, None if it was not requested or is refused, with its
    digest ``shown``; ``problems``: the reasons of a refusal.  ``message``: ``otherwise`` if
    the effect differs from the preview, ``sure`` if it was not confirmed.
    ``done``: the receipt.
    """

    foreseen: Mapping[str, Any] | None = None
    shown: str = ""
    problems: Sequence[Problem] = ()
    message: str = ""
    status: int = 200
    done: Mapping[str, Any] | None = None


NOT_ASKED = Step()


def next_step(request: OfficerRequest, work: Work, *, needs_sure: bool = False) -> Step:
    """Return the preview, or write if it equals the confirmed preview.

    ``needs_sure``: it is written only if the field ``sure`` is ticked.
    """
    if not request.texts.get(ACTION):
        return NOT_ASKED
    try:
        return _preview_or_apply(request, work, needs_sure=needs_sure)
    except (Refused, ValueError) as error:
        return refused_step(error)


def refused_step(error: Exception) -> Step:
    """The same form with what is wrong in it; whatever is not such a refusal is raised again."""
    objection = objection_of(error, writing=True)
    of_database = int(objection.status) >= 500 and objection.problems[0].code != CLOCK_LEAP
    if isinstance(error, HttpError) or of_database:  # a clock in doubt keeps the form
        raise error
    return Step(problems=objection.problems, status=int(objection.status))


def _preview_or_apply(request: OfficerRequest, work: Work, *, needs_sure: bool) -> Step:
    head = request.ledger.positions()["head"]
    foreseen = request.previewed(partial(work, request.ledger, dry_run=True))
    step = Step(foreseen=foreseen, shown=digest(request, foreseen))
    if request.texts[ACTION] != DO:
        return step
    if request.texts.get(SHOWN) != step.shown:
        return attrs.evolve(step, message="otherwise", status=409)
    if needs_sure and not request.texts.get(SURE):
        return attrs.evolve(step, message="sure", status=400)
    try:
        done = work(request.ledger.expecting_head(head), dry_run=False)
    except Refused as refused:
        if refused.problems[0].code != _WRITTEN_MEANWHILE:
            raise
        foreseen = request.previewed(partial(work, request.ledger, dry_run=True))
        shown = digest(request, foreseen)
        return Step(foreseen=foreseen, shown=shown, message="otherwise", status=409)
    with after_commit():
        request.ledger.catch_up()
    return attrs.evolve(step, done=done)


def digest(request: OfficerRequest, foreseen: Mapping[str, Any]) -> str:
    """By what it is known that what is written is what was shown: what was typed, what follows."""
    unsaid = {FIELD, ACTION, SHOWN, SURE, BACK}
    typed = {name: text for name, text in request.texts.items() if name not in unsaid and text}
    follows = {**foreseen, "changed": [_as_shown(row) for row in foreseen.get("changed", ())]}
    text = orjson.dumps([typed, follows], option=orjson.OPT_SORT_KEYS, default=str)
    return hashlib.sha256(text).hexdigest()


def _as_shown(row: Mapping[str, object]) -> list[object]:
    """A difference without the ids of events that are not written yet, and so change each time."""
    return [row[name] for name in ("pool", "player", "name", "before", "after", "told")]


# --- a page for one officer's task in two steps: a form with a preview, then the change ----------


def act(
    request: OfficerRequest,
    template: str,
    fields: Iterable[FormField],
    work: Work,
    *,
    needs_sure: bool = False,
    **values: object,
) -> Response:
    """The page as far as its form has come; once it is done, the page that led to it."""
    return shown(
        request, template, fields, next_step(request, work, needs_sure=needs_sure), **values
    )


def shown(
    request: OfficerRequest,
    template: str,
    fields: Iterable[FormField],
    step: Step,
    **values: object,
) -> Response:
    """The same for a step that was taken already."""
    if step.done is not None:
        last = step.done.get("last") or step.done["published_at"]
        pools = [pool] if (pool := step.done.get("pool")) else []
        first = step.done.get("first")
        return redirect_after_write(last, first=first, pools=pools, back=request.back)
    form = form_of(fields, request.texts, step.problems)
    address: str = request.request.scope["path"]
    return request.page(template, step.status, form=form, step=step, address=address, **values)


def pool_field(options: Sequence[Option]) -> FormField:
    """Return the field of the rating list."""
    return FormField(
        name="pool",
        label=marked("Rating list"),
        kind="choice",
        ours=False,
        options=options,
        value=options[0][0] if options else "",
        says=("data.pool", "--pool"),
    )
