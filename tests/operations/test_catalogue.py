"""Every operation that writes is offered by every interface, and described once."""

import inspect

import attrs
import click

from projections.accounts.roles import Account
from projections.api import Ledger
from projections.interfaces.cli.lazy_commands import loaded
from projections.interfaces.http.api.routes import BASE, ENDPOINTS
from projections.interfaces.pages.officer.routes import ROUTES
from projections.operations.catalogue import (
    OPERATIONS,
    Operation,
    operation_of,
)
from projections.operations.operation import (
    COMMON,
    common_to,
    fields_of,
    own_fields_of,
)
from projections.operations.reads import PARTS
from projections.operations.rights import may
from tests.tables import every

WITHOUT_A_FORM = {}
OF_NO_EVENT = {"describe_list": {"by"}, "describe_site": {"by"}}
"""Fields that the command leaves out: settings are not events."""
CALLED_OTHERWISE = {
    "add_account": {"password"},
    "add_player": {"name"},
    "import_file": {"file", "format", "columns"},
    "reset_password": {"password"},
}
"""Fields whose place on the command line has another name; a password is asked for."""
BY_PLACE = {
    "add_account": "name",
    "add_player": "name",
    "adopt": "rulebook",
    "change_role": "role",
    "correct": "event",
    "decide_rule": "rule",
    "limit_account": "lists",
    "merge": "drop",
    "rename": "name",
    **dict.fromkeys(("add_players", "calculate_file", "import_file"), "file"),
    **dict.fromkeys(("submit", "submit_running"), "file"),
}
"""Fields that a method takes without their names, beside the parts of its address."""
MEANT = {
    "as_officer": True,
    "format": "auto",
    "file_format": "auto",
    ("calculate_file", "accept"): "names",
    ("decide_rating", "kind"): "initial",
    ("rename", "reason"): "another name",
    **{(name, "effects"): True for name in ("correct", "decide_rating", "decide_rule")},
    **{(name, "effects"): True for name in ("merge", "rename")},
}
"""Meanings of fields that are left out; of all others it is nothing, or no."""
each_operation = every("operation", OPERATIONS, ids=lambda each: each.name)


def command_of(operation: Operation) -> click.Command:
    name, *rest = operation.command.split()
    found = loaded(name)
    for each in rest:
        assert isinstance(found, click.Group)
        found = found.commands[each]
    return found


@each_operation
def test_an_operation_has_a_command_that_takes_its_fields(operation: Operation) -> None:
    taken = {parameter.name for parameter in command_of(operation).params}
    own = {each.name for each in own_fields_of(operation.request_class)}
    assert own - taken <= CALLED_OTHERWISE.get(operation.name, set())
    of_events = {"by"} - OF_NO_EVENT.get(operation.name, set())
    assert {*of_events, "dry_run"} & common_to(operation.request_class) <= taken


@each_operation
def test_an_operation_is_asked_for_over_http(operation: Operation) -> None:
    (endpoint,) = (
        each
        for each in ENDPOINTS
        if (each.method, each.path) == (operation.http.method, BASE + operation.http.path)
    )
    assert endpoint.roles == operation.roles
    assert endpoint.summary == operation.summary


@each_operation
def test_an_operation_is_a_method_of_the_facade(operation: Operation) -> None:
    assert getattr(Ledger, operation.name).__doc__ == operation.summary
    assert operation_of(operation.request_class) is operation


@each_operation
def test_only_its_subjects_have_no_name_and_what_is_left_out_means_nothing_or_no(
    operation: Operation,
) -> None:
    name, request = operation.name, operation.request_class
    taken = inspect.signature(request).parameters.values()
    places = [it.name for it in taken if it.kind is it.POSITIONAL_OR_KEYWORD]
    assert places == [*PARTS.findall(operation.http.path), *BY_PLACE.get(name, "").split()]
    for each in attrs.fields(request):
        default = each.default.factory() if hasattr(each.default, "factory") else each.default
        meant = MEANT.get((name, each.name), MEANT.get(each.name))
        assert default is attrs.NOTHING or (default or None) == meant, each.name


def test_an_officer_of_one_list_is_not_offered_what_belongs_to_every_one() -> None:
    """The looks of the site, and the signals, which may be about tournaments of any list."""
    officer = Account("olga", "officer", frozenset({"dwz"}))
    own = [each for each in OPERATIONS if "officer" in each.roles]
    refused = {each.name for each in own if not may(officer, each, "dwz")}
    assert refused == {"describe_site", "answer_signal"}


@each_operation
def test_an_operation_has_a_form_or_a_reason_for_none(operation: Operation) -> None:
    forms = {getattr(route, "path", "") for route in ROUTES}
    assert (operation.form in forms) == (operation.name not in WITHOUT_A_FORM)


@each_operation
def test_the_summary_of_an_operation_is_the_first_sentence_of_its_request(
    operation: Operation,
) -> None:
    first = inspect.cleandoc(operation.request_class.__doc__ or "").partition("\n\n")[0]
    assert " ".join(first.split()) == operation.summary


@each_operation
def test_every_field_of_a_request_says_what_it_means(operation: Operation) -> None:
    for each in fields_of(operation.request_class):
        assert each.doc.meaning, each.name
        assert "--" not in each.doc.meaning, each.name


@each_operation
def test_no_two_fields_of_a_request_are_spelt_alike(operation: Operation) -> None:
    own = [each for each in fields_of(operation.request_class) if each.name not in COMMON]
    for spelling in ("wire", "option", "label"):
        spelt = [getattr(each, spelling) for each in own]
        assert len(set(spelt)) == len(spelt), spelling
