"""A server whose SQLite files are replaced or deleted says so, and acknowledges nothing."""

import shutil
from pathlib import Path

import pytest

from tests.projections.submissions import player
from tests.web.conftest import text_of
from tests.web_api.conftest import Served
from tests.web_api.officer import employ
from tests.web_api.questions import POOL

SENTENCE = "ledger.db was replaced or deleted while it was in use"


@pytest.fixture(params=["replaced", "deleted", "log", "index"])
def gone(in_file: Served, request: pytest.FixtureRequest) -> Served:
    """A server that has answered, and then lost a file."""
    assert in_file.get("/health").json()["ok"]
    path = Path(in_file.ledger.database.removeprefix("sqlite:///"))
    if request.param == "replaced":
        shutil.copy(path, path.with_name("copy.db"))
        path.with_name("copy.db").replace(path)
    else:
        ending = {"deleted": "", "log": "-wal", "index": "-shm"}[request.param]
        path.with_name(f"{path.name}{ending}").unlink()
    return in_file


def test_an_event_is_refused_and_not_acknowledged(gone: Served):
    answer = gone.post("/api/v1/events", json=[player("emil")])
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    (problem,) = answer.json()["problems"]
    assert (problem["code"], SENTENCE in problem["message"]) == ("database-replaced", True)


@pytest.mark.parametrize("address", [f"{POOL}/ratings", f"{POOL}/players/agnes?rulebook=dwz-2014"])
def test_a_question_of_a_program_is_refused(gone: Served, address: str):
    answer = gone.get(address)
    assert answer.status_code == 503
    assert SENTENCE in answer.json()["detail"]


@pytest.mark.parametrize("address", ["/", "/dwz", "/log", "/login"])
def test_a_page_says_it(gone: Served, address: str):
    answer = gone.get(address, cookie="rating_ledger_session=any")
    assert answer.status_code == 503
    assert SENTENCE in text_of(answer.text)


def test_it_is_said_in_the_reader_s_language(gone: Served):
    answer = gone.get("/dwz", **{"accept-language": "de"})
    assert "wurde ersetzt oder gelöscht" in text_of(answer.text)


def test_whoever_watches_is_told(gone: Served):
    answer = gone.get("/health")
    assert (answer.status_code, answer.json()["ok"]) == (503, False)


def test_nobody_logs_in(in_file: Served):
    employ(in_file)
    form = in_file.get("/login")
    Path(in_file.ledger.database.removeprefix("sqlite:///")).unlink()
    said = {"name": "olga", "password": "any", "form_token": "any"}
    assert form.status_code == 200
    assert in_file.client.post("/login", data=said).status_code >= 400
