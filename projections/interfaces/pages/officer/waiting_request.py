"""A request that waits: what is asked for, its present effect, and the decision about it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs
from starlette.responses import Response

from ledger.events.messages import as_message, marked
from ledger.events.problems import Problem, Refused
from ledger.log.after_commit import after_commit
from projections.interfaces.http.accounts.access import redirect_to
from projections.interfaces.http.edge.paths import path_of
from projections.interfaces.pages.officer.confirmation import refused_step
from projections.interfaces.pages.officer.event_form import label_of
from projections.interfaces.pages.officer.officer_request import (
    OfficerRequest,
    redirect_after_write,
)
from projections.interfaces.pages.officer.operation_form import answered_by_labels, request_of
from projections.interfaces.pages.public.log import named_fields
from projections.operations.catalogue import operation
from projections.operations.operation import own_fields_of
from projections.operations.second_pair import LIFETIME
from projections.submissions.store import WAITING, AskedFor, Submission


@attrs.frozen
class AskedField:
    """A field of what is asked for: its label, its value in words, the ``id`` that it stands for,
    and the address of its page.
    """

    label: str
    said: str
    id: str | None = None
    href: str = ""


HEADINGS: Mapping[str, str] = {
    "add_player": marked("Register a player"),
    "adopt": marked("Adopt a rulebook"),
    "correct": marked("Correction"),
    "decide_rating": marked("Decide a rating"),
    "decide_rule": marked("Record a decision"),
    "forget": marked("Erase"),
    "merge": marked("Merge"),
    "publish": marked("Publish"),
    "rename": marked("Rename"),
    "second_pair": marked("Second pair of eyes"),
}
"""The operations that may wait for another officer."""
APPROVE = operation("approve")
DECISIONS = {
    "approve": APPROVE,
    "send-back": operation("send_back"),
    "discard": operation("discard"),
    "comment": operation("comment"),
}


def show(
    request: OfficerRequest,
    found: Submission,
    wanted: AskedFor,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> Response:
    """Show what is asked for, with its effect as it would be now."""
    approval: Mapping[str, Any] | None = None
    if found.state == WAITING:
        look = APPROVE.request_class(found.id, by=request.by, dry_run=True)
        try:
            approval = request.previewed(partial(answered_by_labels, request.ledger, look))
        except Refused as refused:
            problems = (*problems, *refused_step(refused).problems)
    return request.page(
        "request.html",
        status,
        submission=found,
        heading=HEADINGS[wanted.operation],
        fields=[*_fields(request, wanted)],
        approval=approval,
        messages=list(dict.fromkeys(each.message for each in problems)),
        expires=(found.submitted_at + LIFETIME).date(),
    )


def _fields(request: OfficerRequest, wanted: AskedFor) -> Iterator[AskedField]:
    """Yield what is asked for, in the words of its form."""
    declared = {it.name: it for it in own_fields_of(operation(wanted.operation).request_class)}
    given = {
        name: it
        for name, it in wanted.fields.items()
        if name in declared and it not in (None, False, [])
    }
    for path, value, name in named_fields(request.ledger, given):
        field, parts = declared[path.partition(".")[0]], path.split(".")
        label = field.label if len(parts) == 1 else label_of(parts)
        if field.doc.named_by == "event":
            yield _of_event(request, label, value)
        elif field.name == "pool":
            yield AskedField(label, request.title_of(value))
        elif given[field.name] is True:
            yield AskedField(label, "✓")
        else:
            said = name or as_message(field.doc.choices.get(value, value))
            yield AskedField(label, said, name and value)


def _of_event(request: OfficerRequest, label: str, name: str) -> AskedField:
    """An event in words, with its address; by its name if it is none any more."""
    try:
        position = request.ledger.event_as_it_stands(name)["position"]
    except Refused:
        return AskedField(label, name)
    (entry,) = request.ledger.log(position - 1, position)
    (about,) = request.ledger.descriptions([entry])
    return AskedField(label, about, name, path_of("log", str(position)))


def decide(request: OfficerRequest, found: Submission, wanted: AskedFor) -> Response:
    """Approve what was shown, send it back with a message, discard it, or comment on it."""
    asked = DECISIONS.get(request.texts.get("action", ""))
    if asked is None or not request.is_officer:
        return show(request, found, wanted)
    made = request_of(request, asked, request.ledger, dry_run=False, submission=found.id)
    try:
        done = answered_by_labels(request.ledger, made)
    except Refused as refused:
        step = refused_step(refused)
        return show(request, found, wanted, step.problems, step.status)
    if asked.name == "comment":
        return redirect_to(f"/desk/{found.id}")
    with after_commit():
        request.ledger.catch_up()
    effect: Mapping[str, Any] = done.get("effect", {})
    last = effect.get("last") or effect.get("published_at")
    if not last:
        return redirect_to("/desk")
    return redirect_after_write(last, first=effect.get("first"), pools=found.lists)
