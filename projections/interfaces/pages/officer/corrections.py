"""An event is corrected or struck: what would change is shown first, and the reason is asked."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from ledger.events.facts import CorrectionSubmitted, PlayerRegistered
from ledger.events.messages import Message, marked
from ledger.events.problems import Refused
from projections.api import Ledger
from projections.interfaces.pages.officer import officer_request
from projections.interfaces.pages.officer.confirmation import next_step
from projections.interfaces.pages.officer.event_form import EventForm, without_empty_rows
from projections.interfaces.pages.officer.fields import FormField, form_of
from projections.interfaces.pages.officer.operation_form import answer_form
from projections.interfaces.pages.public.log import fields_of
from projections.operations.catalogue import operation
from projections.operations.rights import require_correction
from projections.queries.answer_types import EffectiveEvent

Correct = operation("correct").request_class
_PERSONAL = ("name", "birth_date", "sex", "title", "ids")


def correction(request: officer_request.OfficerRequest) -> Response:
    """The form of an event, what would follow from what was typed, and the correction itself."""
    stands = request.ledger.event_as_it_stands(request.id("event"))
    require_correction(request.account, request.ledger.engine, stands["event"])
    data = _data(request.ledger, stands)
    settable = stands["type"] != CorrectionSubmitted.type and not stands["struck"]
    of_event = EventForm(stands["type"], data, with_go=_is_of_go(request.ledger, data))
    request.texts = without_empty_rows(of_event.lists, request.texts)

    def correct(ledger: Ledger, *, dry_run: bool) -> Mapping[str, object]:
        strike = "strike" in request.texts
        changes = {} if strike else of_event.changes(request.texts)
        if not (strike or changes):
            raise ValueError(Message("nothing was changed: give the correct value, or strike it"))
        why = {"reason": request.text("reason"), "by": request.by}
        asked = Correct(event=stands["event"], set=changes, strike=strike, dry_run=dry_run, **why)
        return answer_form(ledger, asked)

    step = next_step(request, correct)
    if step.done is not None:
        return officer_request.redirect_after_write(step.done["last"], back=request.back)
    if settable:
        form, fields, lists = of_event.filled_in(_ABOUT_IT, request.texts, step.problems)
    else:
        form, fields, lists = form_of(_ABOUT_IT, request.texts, step.problems), (), ()
    return request.page(
        "correction.html",
        step.status,
        stands=stands,
        about=_about(request.ledger, stands),
        said=fields_of(data),
        form=form,
        fields=fields,
        lists=lists,
        step=step,
    )


def _about(ledger: Ledger, stands: EffectiveEvent) -> str:
    """The event in words, as recorded."""
    (entry,) = ledger.log(stands["position"] - 1, stands["position"])
    return ledger.descriptions([entry])[0]


def _is_of_go(ledger: Ledger, data: Mapping[str, Any]) -> bool:
    """True if an event is about a tournament of go, or one of its games."""
    about: Mapping[str, object] = data
    if "discipline" not in data and isinstance(data.get("tournament"), str):
        try:
            about = ledger.event_as_it_stands(data["tournament"])["data"] or {}
        except Refused:  # several have this name
            return True
    return about.get("discipline") == "go"


_ABOUT_IT = (
    FormField(
        name="reason",
        label=marked("Reason"),
        hint=marked("It stays in the log and is public."),
        required=True,
    ),
    FormField(
        name="strike",
        label=marked("Strike it"),
        kind="tick",
        hint=marked("As if it had never been submitted; the fields above are ignored."),
    ),
)


def _data(ledger: Ledger, stands: EffectiveEvent) -> dict[str, object]:
    """Return the effective data of an event; for a player also his public data."""
    data = dict(stands["data"] or {})
    if stands["type"] == PlayerRegistered.type and data:
        person: Mapping[str, object] = ledger.register_entry(data["player"])
        if person["player"] == data["player"]:
            data |= {name: person[name] for name in _PERSONAL if person[name] is not None}
    return data
