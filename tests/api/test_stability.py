"""Answers in JSON and CSV stay from version to version (docs/reference/stability.md).

That an answer is right is for the tests of its subject; here it is only the same as before.
"""

import pytest

from tests.api.answers import digests_of, kept


@pytest.mark.parametrize("name", ["demo", pytest.param("district", marks=pytest.mark.slow)])
def test_answers_about_a_log_are_those_of_the_version_before(
    request: pytest.FixtureRequest, name: str
) -> None:
    database = request.getfixturevalue("demo_database" if name == "demo" else name)
    on_record = {question: it for question, it in kept().items() if question.startswith(name)}
    assert digests_of(name, database) == on_record
