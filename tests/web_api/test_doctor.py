"""The examination over HTTP and as a page: for administrators, as it is at that moment."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ledger.log.database import WRITING
from tests.web_api.conftest import PASSWORD, Served
from tests.web_api.officer import come, employ

API = "/api/v1/doctor"


def lines(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200
    return {row["check"]: row for row in answer.json()}


def drop_a_trigger(served: Served) -> None:
    on = " ON log_head" if served.ledger.engine.dialect.name == "postgresql" else ""
    with served.ledger.engine.execution_options(**WRITING).begin() as connection:
        connection.exec_driver_sql(f"DROP TRIGGER head_is_one_row{on}")


def test_an_administrator_sees_what_the_command_finds(served: Served) -> None:
    found = lines(served.get(API, "admin"))
    told = {row["check"]: row for row in served.ledger.doctor()}
    for name in told.keys() - {"disk", "clock"}:  # they are another from moment to moment
        assert found[name] == told[name]
    assert found.keys() - told.keys() == {"proxy"}


@pytest.mark.parametrize("role", ["officer", "auditor", "arbiter"])
def test_nobody_else_sees_it(in_file: Served, role: str) -> None:
    assert in_file.get(API, role).status_code == 403
    assert in_file.get(API).status_code == 401


def test_it_is_never_answered_from_memory(served: Served) -> None:
    before = served.get(API, "admin")
    assert lines(before)["triggers"]["status"] == "ok"
    drop_a_trigger(served)
    after = served.get(API, "admin", **{"If-None-Match": before.headers["etag"]})
    assert lines(after)["triggers"]["status"] == "fault"


def test_a_proxy_that_is_not_trusted_is_a_note(in_file: Served) -> None:
    assert lines(in_file.get(API, "admin"))["proxy"]["status"] == "ok"
    found = lines(in_file.get(API, "admin", **{"X-Forwarded-For": "203.0.113.7"}))["proxy"]
    assert found["status"] == "note"
    assert found["remedy"] == "if that is your proxy, `serve --trust-proxy testclient`"


@pytest.mark.parametrize(("trusted", "status"), [("10.0.0.1", "ok"), ("10.0.0.2", "note")])
def test_a_proxy_is_trusted_by_its_address(in_file: Served, trusted: str, status: str) -> None:
    """With uvicorn's own middleware, which `serve` puts before the application."""
    behind = ProxyHeadersMiddleware(in_file.client.app, trusted_hosts=[trusted])
    client = TestClient(behind, client=("10.0.0.1", 4000))
    headers = {**in_file.as_("admin"), "X-Forwarded-For": "203.0.113.7"}
    assert lines(client.get(API, headers=headers))["proxy"]["status"] == status


def test_the_page_has_the_lines_in_the_menu_of_administrators(in_file: Served) -> None:
    employ(in_file)
    come(in_file, "ada")
    assert 'href="/desk/examination"' not in in_file.get("/desk/accounts").text
    in_file.accounts.add("root", "admin", PASSWORD)
    come(in_file, "root")
    assert 'href="/desk/examination"' in in_file.get("/desk").text
    drop_a_trigger(in_file)
    page = in_file.get("/desk/examination").text
    altered = "missing, switched off or altered: head_is_one_row"
    assert re.search(rf"<b>fault</b></td>\s*<td><bdi>{altered}", page)
    assert "→ <bdi>run `rating-ledger init`" in page
