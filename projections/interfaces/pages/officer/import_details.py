"""Fields for what a tournament file leaves open: days, name, system, time, country, class.

They hold what the file says.  Only what was typed otherwise is given to the import, so nothing has
to be written into the file, and a value that was merely guessed is not stated (decision 0144).
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import attrs

from ledger.events.problems import Problem
from projections.interfaces.pages.officer.fields import FormField
from projections.interfaces.pages.officer.officer_request import OfficerRequest
from projections.interfaces.pages.officer.operation_form import fields_of_form
from projections.operations.catalogue import operation
from projections.operations.operation import own_fields_of

DETAILS = (
    "name",
    "starts_on",
    "ended_on",
    "discipline",
    "system",
    "minutes",
    "increment",
    "country",
    "class_",
    "with_ratings",
    "index",
)
OF_NEWCOMERS = {"with_ratings", "index"}
"""Fields for officers, who decide about ratings, if the file states some of newcomers."""
OF_FILE = "file."
"""The fields of the form that repeat what the file itself says."""


@attrs.frozen
class TypedDetails:
    """The typed fields, and the file's own values as far as they are known."""

    texts: Mapping[str, str]
    of_file: Mapping[str, str]

    @property
    def given(self) -> dict[str, str]:
        """Return the typed values that differ from the file's."""
        return {
            name: text
            for name, text in self.texts.items()
            if text and text != self.of_file.get(name)
        }


def typed_details(request: OfficerRequest, kept: Mapping[str, str]) -> TypedDetails:
    """Return the details of the form; those ``kept`` with the file if no form was sent."""
    if not any(name in request.texts for name in DETAILS):
        return TypedDetails(kept, {})
    others = set() if request.is_officer else OF_NEWCOMERS
    texts = {
        name: (kept if name in others else request.texts).get(name, "").strip() for name in DETAILS
    }
    of_file = {name: request.texts.get(f"{OF_FILE}{name}", "") for name in DETAILS}
    return TypedDetails(texts, of_file)


@attrs.frozen
class DetailsForm:
    """The fields, with what the file says of each; ``open``: how many of them are asked about."""

    fields: Sequence[FormField]
    of_file: Mapping[str, str]
    open: int


def details_form(
    typed: TypedDetails,
    preview: Mapping[str, Any],
    problems: Sequence[Problem],
    *,
    is_officer: bool,
) -> DetailsForm:
    """Return the fields as they stand after a preview; the first open one has the focus."""
    read = details_of(preview)
    of_file = {
        name: typed.of_file.get(name) or ("" if name in typed.given else read[name])
        for name in DETAILS
    }
    asked = asked_about(preview)
    fields: list[FormField] = []
    shown = set(DETAILS) - (set() if is_officer and states_ratings(preview) else OF_NEWCOMERS)
    others = [
        each.name
        for each in own_fields_of(operation("import_file").request_class)
        if each.name not in shown
    ]
    for field in fields_of_form(operation("import_file"), without=others):
        messages = [each.message for each in problems if each.field == field.name]
        messages += asked.get(field.name, [])
        value = typed.given.get(field.name, read[field.name])
        is_first = bool(messages) and not any(each.focus for each in fields)
        fields.append(attrs.evolve(field, value=value, problems=messages, focus=is_first))
    return DetailsForm(fields, of_file, sum(bool(each.problems) for each in fields))


def states_ratings(preview: Mapping[str, Any]) -> bool:
    """True if the file states a rating of somebody who is not in the register."""
    return any(row["ratings"] and not row["player"] for row in preview["players"])


def details_of(preview: Mapping[str, Any]) -> dict[str, str]:
    """Return the details as a preview understands them, as they are typed."""
    report = preview["tournament"] or {}
    time = report.get("thinking_time") or {}
    values = {**report, "minutes": time.get("minutes"), "increment": time.get("increment_seconds")}
    return {name: _text(values.get(name)) for name in DETAILS}


def asked_about(preview: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the messages of a preview's questions by the detail that answers each."""
    names = {
        each.wire: each.name for each in own_fields_of(operation("import_file").request_class)
    }
    found: dict[str, list[str]] = {}
    for question in preview["questions"]:
        fields = [names.get(each["field"], each["field"]) for each in question["answers"]]
        for name in (each for each in fields[:1] if each in DETAILS):
            found.setdefault(name, []).append(question["message"])
    return found


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, date):
        return value.isoformat()
    return f"{value:g}" if isinstance(value, float) else str(value)
