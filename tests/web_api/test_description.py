"""The description of the API is what the server does: every request tried at random."""

import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema_rs import Draft202012Validator
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from projections.interfaces.http.api.openapi import openapi
from projections.interfaces.http.api.routes import ENDPOINTS
from projections.interfaces.server.background import Verifier
from tests.web_api.conftest import Served
from tests.web_api.questions import API, ASKED

SEARCHING = "SEARCH_EXAMPLES" in os.environ
"""If a number is set, so many requests of each kind are drawn anew; else the same few."""
EXAMPLES = int(os.environ.get("SEARCH_EXAMPLES", "6"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
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


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_asked_the_server_answers_as_described(served: Served, name: str):
    """No 500, no undocumented status, no answer of another shape (schemathesis)."""
    Verifier(served.ledger, served.watch).verify_where_due()
    description = schemathesis.openapi.from_asgi(f"{API}/openapi.json", served.client.app)
    method, _, path = name.partition(" ")
    operation = description[path][method]
    strategy = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE) | (
        operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    )

    @settings(
        max_examples=EXAMPLES,
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
        case.validate_response(answer, checks=CHECKS)

    asked()
