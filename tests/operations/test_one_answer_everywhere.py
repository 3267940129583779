"""The same request gives the same answer, or the same refusal, in Python, command and HTTP."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ledger.events.problems import Refused
from projections.interfaces.http.api.operations import PARTS
from projections.interfaces.http.api.routes import BASE
from projections.operations.catalogue import (
    OPERATIONS,
    Operation,
    operation,
)
from projections.operations.operation import (
    Field,
    common_to,
    own_fields_of,
)
from tests.console.shell import Shell
from tests.web_api.conftest import Served

DAYS = ["1990-01-01", "1996-06-01", "1996-12-31", "2020-02-29"]
WORDS: Mapping[str, Sequence[Any]] = {
    "pool": ["dwz", "none"],
    "rulebook": ["dwz-1995", "dwz-2026", "fide-2024", "elo-1"],
    "player": ["agnes", "carla", "nobody"],
    "keep": ["agnes", "gustav", "nobody"],
    "drop": ["agnes", "gustav", "nobody"],
    "event": ["spring:agnes-bjorn", "spring", "agnes", "nothing"],
    "result": ["1-0", "½-½"],
    "reason": ["a slip", "x"],
    "name": ["Adler, Anna", "Müller, Ágnes", ""],
    "kind": ["initial", "correction", "whim"],
    "decided_by": ["the board"],
    "rule": ["DWZ 6.2.1", "DWZ 0"],
    "birth_date": ["1970", "1996-02-30", "long ago"],
    "sex": ["m", "f", "x"],
    "federation": ["GER", "Germany"],
    "club": ["Bern"],
    "fide": ["12345", "x"],
    "rating": ["1500-5", "much", "9000-5"],
    "account": ["arbiter Anna", "admin Anna", "nobody"],
    "role": ["auditor", "king"],
    "token": ["0123", "none"],
    "submission": ["none"],
    "message": ["round 2 is missing", " "],
}
MAPPINGS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "set": [{}, {"white_points": 1, "black_points": 0}, {"name": "Cup"}, {"expectancy": "table"}],
    "card": [{}, {"rating": 1500, "index": 5}, {"rating": "few"}],
    "about": [{}, {"tournament": "summer"}, {"club": "none"}],
    "links": [{}, {1: "new"}, {7: "agnes"}],
}
SEQUENCES = {
    "accept": [[], [1], [7]],
    "lists": [[], ["dwz"], ["dwz", "dwz"], ["dwz", "nowhere"], [" dwz"]],
}


def values_of(field: Field) -> st.SearchStrategy[Any]:
    if field.name in MAPPINGS:
        return st.sampled_from(MAPPINGS[field.name])
    if field.name in SEQUENCES:
        return st.sampled_from(SEQUENCES[field.name])
    if field.doc.flags:
        return st.sampled_from(list(field.doc.flags))
    if field.kind is bool:
        return st.booleans()
    if field.kind is Any:
        return st.sampled_from([{"evaluate": True}, "no"])
    return st.sampled_from(WORDS.get(field.name, DAYS))


def requests_of(asked: Operation) -> st.SearchStrategy[dict[str, Any]]:
    fields = own_fields_of(asked.request_class)
    return st.fixed_dictionaries(
        {each.name: values_of(each) for each in fields if each.required},
        optional={each.name: values_of(each) for each in fields if not each.required},
    )


@attrs.frozen
class Said:
    """The answer of an interface: its document, or the codes and spelt fields of its problems."""

    document: Any = None
    problems: frozenset[tuple[str, str | None]] = frozenset()


def timeless(said: Said) -> Said:
    """An answer that says of an account that it was closed, but not in which moment."""
    if isinstance(said.document, dict) and said.document.get("closed_at"):
        return Said({**said.document, "closed_at": True})
    return said


def by_python(served: Served, asked: Operation, fields: Mapping[str, Any]) -> Said:
    try:
        said = {"by": "officer Anna", "dry_run": True}
        common = {name: said[name] for name in common_to(asked.request_class) & said.keys()}
        request = asked.request_class(**fields, **common)
        return Said(json.loads(served.ledger.do(request).json()))
    except Refused as refused:
        return Said(problems=frozenset((it.code, it.field) for it in refused.problems))


def by_http(served: Served, asked: Operation, fields: Mapping[str, Any]) -> Said:
    parts = PARTS.findall(asked.http.path)
    path = PARTS.sub(lambda found: fields[found[1]], asked.http.path)
    known = {each.name: each for each in own_fields_of(asked.request_class)}
    body = {known[name].wire: each for name, each in fields.items() if name not in parts}
    role = "officer" if "officer" in asked.roles else "admin"
    answer = served.post(f"{BASE}{path}?dry_run=true", role, json=body)
    assert answer.status_code < 500
    document = answer.json()
    if answer.status_code == 200:
        return Said(document)
    assert all("--" not in it["message"] for it in document["problems"])
    return Said(problems=_by_name(document, {each.wire: name for name, each in known.items()}))


def by_command(shell: Shell, asked: Operation, fields: Mapping[str, Any]) -> Said:
    known = {each.name: each for each in own_fields_of(asked.request_class)}
    words = [*asked.command.split(), "--dry-run"]
    names_the_author = "by" in common_to(asked.request_class) and asked.name != "describe_list"
    words += ["--by", "officer Anna"] if names_the_author else []
    for name, value in fields.items():
        if not known[name].doc.argument:
            words += _options(known[name], value)
    words += ["--"]
    for name, field in known.items():
        if field.doc.argument:
            value = fields.get(name, [])
            words += value if isinstance(value, list) else [value]
    outcome = shell.run("--format", "json", *words)
    assert outcome.status in {0, 1}, outcome.err
    document = json.loads(outcome.out)
    if outcome.status == 0:
        return Said(document)
    options = {option: name for name, it in known.items() for option in _spellings(it)}
    return Said(problems=_by_name(document, options))


def _spellings(field: Field) -> list[str]:
    return [field.option, *(option for option, _ in field.doc.flags.values())]


def _options(field: Field, value: Any) -> list[str]:
    if field.doc.flags:
        return [field.doc.flags[value][0]]
    if isinstance(value, bool):
        return [field.option] if value else []
    if field.name in MAPPINGS:
        return [
            word
            for name, each in value.items()
            for word in (
                field.option,
                f"{name}={each if isinstance(each, str) else json.dumps(each)}",
            )
        ]
    if field.name in SEQUENCES:
        return [word for each in value for word in (field.option, str(each))]
    return [field.option, _word(value)]


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _by_name(document: Any, names: Mapping[str, str]) -> frozenset[tuple[str, str | None]]:
    """Problems by the request's names of their fields, whatever the interface spells them."""
    found = set()
    for problem in document["problems"]:
        head, _, rest = (problem["field"] or "").replace(" ", ".", 1).partition(".")
        name = ".".join(filter(None, (names.get(head, head), rest))) or None
        found.add((problem["code"], name))
    return frozenset(found)


DECLINED_AS_USAGE = {"correct"}
"""Commands whose words click itself declines: a correction of nothing is wrong usage there."""
OF_FILES = {
    *("accept", "add_players", "calculate_file", "describe_site", "import_file"),
    *("submit", "submit_running"),
}
"""See test_import_questions.py, test_submissions.py, test_site_settings.py and tests/members."""
OF_SECRETS = {"add_account", "reset_password"}
"""A command asks for a password, and takes none from its words: see test_accounts.py."""
SAME = [each for each in OPERATIONS if each.name not in OF_FILES | DECLINED_AS_USAGE | OF_SECRETS]


@pytest.mark.slow
@pytest.mark.parametrize("asked", SAME, ids=lambda each: each.name)
def test_the_same_request_is_answered_alike_by_every_interface(
    in_file: Served, tmp_path: Path, asked: Operation
) -> None:
    shell = Shell(in_file.ledger.database, tmp_path)
    head = in_file.ledger.positions()["head"]

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(requests_of(asked))
    def alike(fields: dict[str, Any]) -> None:
        assume(asked.name != "describe_list" or {"title", "description"} & fields.keys())
        told = timeless(by_python(in_file, asked, fields))
        assert timeless(by_http(in_file, asked, fields)) == told
        assert timeless(by_command(shell, asked, fields)) == told
        assert in_file.ledger.positions()["head"] == head

    alike()


@pytest.mark.parametrize("fields", [{"set": {"white_points": 1}}, {"strike": True}])
def test_a_correction_is_answered_alike_by_every_interface(
    in_file: Served, tmp_path: Path, fields: dict[str, Any]
) -> None:
    asked = operation("correct")
    given_fields = {"event": "spring:agnes-bjorn", "reason": "a slip", **fields}
    told = by_python(in_file, asked, given_fields)
    assert by_http(in_file, asked, given_fields) == told
    assert by_command(Shell(in_file.ledger.database, tmp_path), asked, given_fields) == told
