"""Forms of operations: fields made from a request, and the request made from what was typed."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs

from ledger.events.messages import Message, as_message, joined
from ledger.events.problems import Problem, Refused, refusal
from ledger.importing.matching.player_links import NEW
from projections.api import Ledger
from projections.interfaces.pages.officer.confirmation import Work
from projections.interfaces.pages.officer.event_form import read_json
from projections.interfaces.pages.officer.fields import (
    INPUTS,
    FormField,
    Kind,
    Option,
    ticked,
)
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.operations.catalogue import Operation
from projections.operations.operation import AnyRequest, Field, Spelling, common_to, own_fields_of
from projections.queries.field_values import is_mapping, is_sequence

NEW_PLAYER = Message("a new player")
NOTHING: Mapping[str, Any] = {}


def fields_of_form(
    operation: Operation,
    *,
    values: Mapping[str, str] = NOTHING,
    options: Mapping[str, Sequence[Option]] = NOTHING,
    without: Collection[str] = (),
) -> list[FormField]:
    """The fields of an operation's form, in the order of its request.

    ``values`` stand in them at first, ``options`` are offered, ``without`` those named.
    """
    return [
        _form_field(each, values.get(each.name, ""), options.get(each.name))
        for each in own_fields_of(operation.request_class)
        if each.name not in without
    ]


def _form_field(field: Field, value: str, options: Sequence[Option] | None) -> FormField:
    words = field.doc.choices
    offered = options or [(word, label) for word, label in words.items()]
    if offered and not field.required and not options:
        offered = [("", ""), *offered]
    return FormField(
        name=field.name,
        label=field.label,
        value=value or str(field.default or ""),
        kind="ticks" if is_sequence(field.kind) else _kind(field, offered),
        options=offered,
        ours=options is None,
        required=field.required,
        hint=field.doc.hint,
    )


def _kind(field: Field, offered: Collection[Option]) -> Kind:
    if offered:
        return "choice"
    if field.doc.secret:
        return "password"
    return "area" if is_mapping(field.kind) else INPUTS.get(field.kind, "text")


# --- from typed values to a request -------------------------------------------------------------


def work_of(request: OfficerRequest, operation: Operation, **fixed: Any) -> Work:
    """The work of a form: the operation, of what was typed and what the page has ``fixed``."""

    def work(ledger: Ledger, *, dry_run: bool) -> Mapping[str, object]:
        asked = request_of(request, operation, ledger, dry_run=dry_run, **fixed)
        return answer_form(ledger, asked)

    return work


def request_of(
    request: OfficerRequest,
    operation: Operation,
    ledger: Ledger,
    *,
    dry_run: bool,
    **fixed: object,
) -> Any:
    """The request that a form makes.

    Raises :class:`~ledger.events.problems.Refused` for what cannot be read.
    """
    given: dict[str, object] = {}
    problems: list[Problem] = []
    for field in own_fields_of(operation.request_class):
        if field.name not in fixed:
            _take(request, field, ledger, given, problems)
    if problems:
        raise Refused(problems)
    shared = common_to(operation.request_class)
    common = {"by": request.by, "dry_run": dry_run, "effects": True}
    common["as_officer"] = request.is_officer
    common = {name: it for name, it in common.items() if name in shared}
    return operation.request_class(**{**common, **given, **fixed})


def _take(
    request: OfficerRequest,
    field: Field,
    ledger: Ledger,
    given: dict[str, object],
    problems: list[Problem],
) -> None:
    try:
        value = _typed(request, field, ledger)
    except Refused as refused:
        problems.extend(attrs.evolve(each, field=field.name) for each in refused.problems)
        return
    if isinstance(value, Problem):
        problems.append(value)
    elif value is not None or field.required:
        given[field.name] = value


def answer_form(ledger: Ledger, asked: AnyRequest, *, lines: bool = False) -> Mapping[str, object]:
    """The answer to a request; what is wrong with it is spelt by the labels of the form.

    ``lines``: the form takes a mapping as lines ``NAME=VALUE`` of one field.

    Raises :class:`~ledger.events.problems.Refused` if it is recorded already.
    """
    answer = answered_by_labels(ledger, asked, lines=lines)
    if answer.get("duplicates") and not answer.get("appended"):
        message = Message("that is recorded already: nothing would change")
        raise refusal("nothing-changes", message)
    return answer


def answered_by_labels(
    ledger: Ledger, asked: AnyRequest, *, lines: bool = False
) -> Mapping[str, Any]:
    """The answer to a request, with the fields that its messages mention spelt as labels."""
    labels = label_spelling(type(asked))
    spelling = attrs.evolve(labels, spell=_as_line) if lines else labels
    with labels.spelt():
        answer: Mapping[str, Any] = spelling.answer(ledger.do(asked))
    return answer


def label_spelling(request: type[Any]) -> Spelling:
    """Return the spelling by the labels of a form; the fields of problems stay its names."""
    return Spelling(request, _as_label, names=False)


_PLACEHOLDER = re.compile(r"[A-Z]{4,}(-[A-Z]+)*")


def _as_line(field: Field, value: str) -> str:
    """The same where a mapping is typed as lines."""
    if not (value and is_mapping(field.kind)):
        return _as_label(field, value)
    return Message("“%(field)s: %(value)s”", field=as_message(field.label), value=value)


def _as_label(field: Field, value: str) -> str:
    """The label of a field, with the value that is proposed for it if there is one."""
    label = as_message(field.doc.choices.get(value, field.label))
    member, _, proposed = value.partition("=") if is_mapping(field.kind) else ("", "", value)
    if member and not _PLACEHOLDER.fullmatch(member):
        label = joined(" ", [label, member])
    is_id = field.doc.named_by == "tournament"  # a page has the name beside it
    is_named = field.kind is bool or value in field.doc.choices or is_id
    if is_named or not proposed or _PLACEHOLDER.fullmatch(proposed):
        return Message("“%(field)s”", field=label)
    shown = NEW_PLAYER if (field.name, proposed) == ("links", NEW) else proposed
    return Message("“%(field)s: %(value)s”", field=label, value=shown)


def no_list_chosen() -> Refused:
    """Return the refusal of a form without a rating list."""
    return refusal("empty", Message("Choose a rating list."), "pool")


def _typed(request: OfficerRequest, field: Field, ledger: Ledger) -> object:
    """The value typed into a field, or what is wrong with it; None if it is empty."""
    text = request.text(field.name)
    if field.doc.secret:
        text = request.texts.get(field.name, "")  # a blank at its end belongs to it
    if is_mapping(field.kind):
        parts = _parts(request.texts, field)
        lines = [each for each in map(str.strip, text.splitlines()) if each]
        return field.read(parts) if parts else field.read(lines, typed=True)
    if is_sequence(field.kind) and (chosen := ticked(request.texts, field.name)):
        return field.read(chosen, typed=True)
    if field.kind is bool:
        return bool(text)
    if not text and field.kind is Any and field.required:
        raise refusal("empty", Message("give the decision"))
    if not text and field.name == "pool" and field.required:
        raise no_list_chosen()
    if not text:
        return "" if field.kind is str and field.required else None
    if field.doc.named_by == "player":
        return ledger.find_player(text, whole=True)
    return field.read([text], typed=True)


def _parts(texts: Mapping[str, str], field: Field) -> dict[str, object]:
    """A mapping each of whose members has a field of its own: ``card.rating``."""
    prefix = f"{field.name}."
    return {
        name.removeprefix(prefix): read_json(text)
        for name, text in texts.items()
        if name.startswith(prefix) and text
    }
