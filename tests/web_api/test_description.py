"""The description of the API is what the server does: every request tried at random."""

import os
import re
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema_rs import Draft202012Validator

from projections.interfaces.http.api.openapi import openapi
from projections.interfaces.http.api.routes import ENDPOINTS
from projections.interfaces.server.background import Verifier
from projections.operations.catalogue import OPERATIONS, Operation, operation
from projections.operations.reads import PARTS
from scripts.reference.http_examples import EXAMPLES, Example, form_of
from tests.web_api.conftest import Serve, Served
from tests.web_api.example_club import EVENTS, FILES, ask_for_a_name, submit_files, variables
from tests.web_api.questions import API, ASKED

SEARCHING = "SEARCH_EXAMPLES" in os.environ
"""If a number is set, so many requests of each kind are drawn anew; else the same few."""
DRAWN = int(os.environ.get("SEARCH_EXAMPLES", "6"))
NAMES = [f"{endpoint.method} {endpoint.path}" for endpoint in ENDPOINTS]


def schema_of(path: str) -> dict[str, Any]:
    """The schema of the answer at an address, with everything that it refers to."""
    asked = path.partition("?")[0].split("/")
    document = openapi(ENDPOINTS)
    for template, operations in document["paths"].items():
        parts = template.split("/")
        if len(parts) == len(asked) and all(
            part == said or part.startswith("{") for part, said in zip(parts, asked, strict=True)
        ):
            content = operations["get"]["responses"]["200"]["content"]
            schema: dict[str, Any] = content["application/json"]["schema"]
            return {**schema, "components": document["components"]}
    raise LookupError(path)


@pytest.mark.slow
def test_every_answer_is_of_the_schema_that_is_described(in_file: Served):
    in_file.ledger.publish("dwz", on="1996-06-01", by="anna")
    for path in ASKED:
        Draft202012Validator(schema_of(path)).validate(in_file.get(path).json())


def test_the_description_is_served_and_complete(in_file: Served):
    document = in_file.get(f"{API}/openapi.json").json()
    described = [
        f"{method.upper()} {path}"
        for path, operations in document["paths"].items()
        for method in operations
    ]
    assert sorted(described) == sorted(NAMES)
    assert document["openapi"].startswith("3.1")
    page = in_file.get("/api").text
    for endpoint in ENDPOINTS:
        assert f"{endpoint.method} {endpoint.path}" in page


def test_one_valid_request_to_every_operation_is_accepted(sqlite_database: str, serve: Serve):
    """Each is as the description says: its body fits the schema, and no field is missing there."""
    club = serve(sqlite_database, EVENTS)
    submit_files(club.ledger)
    ask_for_a_name(club.ledger)
    document = openapi(ENDPOINTS)
    assert sorted(EXAMPLES) == sorted(each.name for each in OPERATIONS)
    for name, example in EXAMPLES.items():
        asked = operation(name)
        (content,) = document["paths"][f"{API}{asked.http.path}"]["post"]["requestBody"][
            "content"
        ].values()
        body = {**example.body, **example.files}
        schema = {**content["schema"], "components": document["components"]}
        Draft202012Validator(schema).validate(body)
        answer = club.post(*sent(asked, example, club), **body_of(example))
        assert answer.status_code == 200, (name, answer.text)
        assert not answer.json().get("problems"), name


def sent(asked: Operation, example: Example, club: Served) -> tuple[str, str]:
    """The address of an example, and the role that sends it."""

    def part(found: re.Match[str]) -> str:
        text = example.parts[found[1]]
        return variables(club.ledger)[text] if text.startswith("$") else quote(text)

    return API + PARTS.sub(part, asked.http.path), "admin"


def body_of(example: Example) -> dict[str, Any]:
    if not example.files:
        return {"json": example.body}
    files = {field: (name, FILES[name]) for field, name in example.files.items()}
    return {"data": dict(form_of(example)), "files": files}


@pytest.mark.parametrize("name", ["import_file", "submit_running", "add_players"])
def test_a_form_and_its_query_are_one_request(sqlite_database: str, serve: Serve, name: str):
    """Its fields may be in either, none in both, and an unknown one is refused in either."""
    club = serve(sqlite_database, EVENTS)
    path, role = sent(operation(name), EXAMPLES[name], club)
    said = body_of(EXAMPLES[name])
    fields = {**said.pop("data"), "dry_run": "true"}
    in_query = club.post(f"{path}?{urlencode(fields)}", role, **said)
    in_form = club.post(path, role, data=fields, **said)
    assert (in_query.status_code, in_query.json()) == (200, in_form.json())
    twice = club.post(f"{path}?dry_run=true", role, data=fields, **said)
    assert [each["code"] for each in twice.json()["problems"]] == ["given-twice"]
    for refused in (
        club.post(f"{path}?colour=red&{urlencode(fields)}", role, **said),
        club.post(path, role, data={**fields, "colour": "red"}, **said),
    ):
        (problem,) = refused.json()["problems"]
        assert (refused.status_code, problem["field"]) == (400, "colour")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_asked_the_server_answers_as_described(served: Served, name: str):
    """No 500, no undocumented status, no answer of another shape (schemathesis)."""
    # Only this test pays for the import, which takes seconds.
    import schemathesis  # noqa: PLC0415
    from schemathesis import GenerationMode, checks  # noqa: PLC0415
    from schemathesis.specs.openapi import checks as answers  # noqa: PLC0415

    Verifier(served.ledger, served.watch).verify_where_due()
    # Constants of our modules are not drawn: all of them would be read for each request.
    config = schemathesis.Config.from_dict({"analysis": {"constants": {"enabled": False}}})
    description = schemathesis.openapi.from_dict(openapi(ENDPOINTS), config=config)
    description.app = served.client.app
    method, _, path = name.partition(" ")
    operation = description[path][method]
    negative, positive = GenerationMode.NEGATIVE, GenerationMode.POSITIVE
    strategy = operation.as_strategy(generation_mode=negative) | operation.as_strategy(
        generation_mode=positive
    )

    @settings(
        max_examples=DRAWN,
        derandomize=not SEARCHING,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def asked(case: Any) -> None:
        case.headers = {**(case.headers or {}), **served.as_("officer")}
        if "wait" in (case.query or {}):
            case.query["wait"] = 0
        answer = case.call()
        case.validate_response(
            answer,
            checks=[
                checks.not_a_server_error,
                answers.status_code_conformance,
                answers.content_type_conformance,
                answers.response_schema_conformance,
            ],
        )

    asked()
