"""Accounts over HTTP, in Python and on the pages: an administrator opens, changes, closes them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ledger.events.problems import Refused
from projections.accounts.roles import READER, ROLES
from tests.console.shell import Shell
from tests.tables import every
from tests.web_api.conftest import PASSWORD, Served
from tests.web_api.log_ins import log_in
from tests.web_api.officer import come, employ, faults_in, send

API = "/api/v1"
LONG = "with a blank at its end "
BELA = {"name": "bela", "role": "arbiter", "password": PASSWORD}


@pytest.fixture
def office(in_file: Served) -> Served:
    employ(in_file)
    return in_file


class TestOverHttp:
    def test_an_account_is_opened_changed_and_closed(self, in_file: Served):
        made = in_file.post(f"{API}/accounts", "admin", json=BELA).json()
        assert (made["account"], made["role"], made["password"]) == ("bela", "arbiter", True)
        assert log_in(in_file, name="bela").status_code == 303
        role = in_file.post(f"{API}/accounts/bela/role", "admin", json={"role": "auditor"})
        assert role.json()["role"] == "auditor"
        other = {"password": "another long password"}
        assert in_file.post(f"{API}/accounts/bela/password", "admin", json=other).is_success
        assert log_in(in_file, name="bela").status_code == 401
        closing = f"{API}/accounts/bela/closing"
        assert in_file.post(closing, "admin", json={}).status_code == 422
        closed = in_file.post(closing, "admin", json={"confirm": "bela"})
        assert closed.json()["closed_at"] is not None
        assert PASSWORD not in made.values()

    def test_the_secret_of_a_token_is_shown_once(self, in_file: Served):
        path = f"{API}/accounts/arbiter%20Anna/tokens"
        answer = in_file.post(path, "admin", json={"until": "2100-01-01"})
        token = answer.json()
        assert answer.headers["cache-control"] == "no-store"
        told = {"Authorization": f"Bearer {token['token']}"}
        assert in_file.client.get(f"{API}/pools", headers=told).status_code == 200
        for read in (path, f"{API}/tokens", f"{API}/accounts"):
            assert token["token"] not in in_file.get(read, "admin").text
        revoked = in_file.post(f"{API}/tokens/{token['id']}/revocation", "admin", json={})
        assert revoked.json()["account"] == "arbiter Anna"
        assert in_file.client.get(f"{API}/pools", headers=told).status_code == 401

    def test_a_list_that_was_kept_is_read_again_after_a_change(self, in_file: Served):
        """The log does not grow by an account, and yet the answer is another one."""
        kept = in_file.get(f"{API}/accounts", "auditor")
        tag = {"If-None-Match": kept.headers["etag"]}
        assert in_file.get(f"{API}/accounts", "auditor", **tag).status_code == 304
        in_file.post(f"{API}/accounts", "admin", json=BELA)
        again = in_file.get(f"{API}/accounts", "auditor", **tag)
        assert len(again.json()) == len(kept.json()) + 1

    def test_a_dry_run_changes_nothing(self, in_file: Served):
        before = in_file.get(f"{API}/accounts", "admin").json()
        dry = "?dry_run=true"
        assert in_file.post(f"{API}/accounts{dry}", "admin", json=BELA).json()["account"] == "bela"
        made = in_file.post(f"{API}/accounts/officer%20Anna/tokens{dry}", "admin", json={}).json()
        assert (made["token"], made["id"]) == (None, None)
        for what, body in (("role", {"role": "arbiter"}), ("closing", {})):
            path = f"{API}/accounts/officer%20Anna/{what}{dry}"
            assert in_file.post(path, "admin", json=body).is_success
        assert in_file.get(f"{API}/accounts", "admin").json() == before
        assert len(in_file.get(f"{API}/tokens", "admin").json()) == len(ROLES)

    @every(
        ("path", "body", "status", "field"),
        [
            ("/accounts", {**BELA, "role": "king"}, 422, "role"),
            ("/accounts", {**BELA, "password": "short"}, 422, "password"),
            ("/accounts", {**BELA, "name": "be\nla"}, 422, "name"),
            ("/accounts", {**BELA, "name": "officer Anna"}, 409, "name"),
            ("/accounts", {"name": "bela"}, 400, "role"),
            ("/accounts/nobody/role", {"role": "officer"}, 404, "account"),
            ("/accounts/nobody/tokens", {"until": "soon"}, 400, "until"),
            ("/accounts/admin%20Anna/tokens", {"until": "1996-01-01"}, 422, "until"),
            ("/accounts/admin%20Anna/role", {"role": "officer"}, 422, "account"),
            ("/accounts/admin%20Anna/closing", {"confirm": "admin Anna"}, 422, "account"),
            ("/tokens/0123/revocation", {}, 404, "token"),
        ],
    )
    def test_a_wrong_request_is_refused_at_its_field(
        self, in_file: Served, path: str, body: dict[str, Any], status: int, field: str
    ):
        """Anna is the only administrator: she neither closes her account nor leaves the role."""
        answer = in_file.post(f"{API}{path}", "admin", json=body)
        assert answer.status_code == status, answer.text
        assert [each["field"] for each in answer.json()["problems"]] == [field]


def test_command_and_python_answer_as_http_does(in_file: Served, tmp_path: Path):
    shell = Shell(in_file.ledger.database, tmp_path)
    made = in_file.ledger.add_account("bela", role="arbiter")
    assert [row for row in in_file.ledger.accounts() if row["account"] == "bela"] == [made]
    printed = shell.run("--format", "json", "account", "list").out
    assert in_file.get(f"{API}/accounts", "admin").text == printed
    token = in_file.ledger.add_token("bela")
    assert shell.json("token", "revoke", token["id"], "--dry-run")["id"] == token["id"]
    assert in_file.ledger.tokens("bela")[0]["id"] == token["id"]
    assert token["token"] not in json.dumps(list(in_file.ledger.tokens()))
    with pytest.raises(Refused, match="last administrator"):
        in_file.ledger.close_account("admin Anna")
    assert shell.refused("account", "role", "admin Anna", "officer")[0]["code"] == "last-admin"


class TestPages:
    def test_an_administrator_opens_an_account_that_then_logs_in(self, office: Served):
        come(office, "alma")
        path = "/desk/accounts/new"
        refused = send(office, path, **{**BELA, "password": "short"}, action="do")
        assert [field for field, _ in faults_in(refused)] == ["password"]
        assert "short" not in refused.text
        done = send(office, path, refused, **BELA, action="do")
        assert done.headers["location"] == "/desk/accounts?opened=bela"
        assert "bela" in office.get("/desk/accounts").text
        come(office, "bela")

    def test_a_new_token_is_on_the_page_once(self, office: Served):
        come(office, "alma")
        path = "/desk/accounts/anton/edit"
        made = send(office, path, action="add_token", until="")
        (token,) = re.findall(r"rl_[\w-]+", made.text)
        told = {"Authorization": f"Bearer {token}"}
        assert office.client.get(f"{API}/pools", headers=told).status_code == 200
        assert token not in office.get(path).text
        (row,) = office.ledger.tokens("anton")
        send(office, path, action="revoke_token", token=row["id"])
        assert office.client.get(f"{API}/pools", headers=told).status_code == 401

    def test_role_password_and_end_of_an_account_are_set(self, office: Served):
        come(office, "alma")
        path = "/desk/accounts/anton/edit"
        send(office, path, action="change_role", role="auditor")
        send(office, path, action="reset_password", password=LONG)
        office.client.cookies.clear()
        assert log_in(office, LONG, name="anton").status_code == 303
        come(office, "alma")
        unsure = send(office, path, action="close_account")
        assert unsure.status_code == 400
        send(office, path, action="close_account", sure="1")
        row = next(each for each in office.ledger.accounts() if each["account"] == "anton")
        assert (row["role"], row["closed_at"] is None) == ("auditor", False)

    @pytest.mark.parametrize("role", [READER, "arbiter", "officer", "auditor"])
    def test_nobody_else_changes_an_account(self, office: Served, role: str):
        office.client.cookies.clear()
        if role != READER:
            come(office, {"arbiter": "anton", "officer": "olga", "auditor": "ada"}[role])
        for path in ("/desk/accounts/new", "/desk/accounts/anton/edit"):
            sent = office.client.post(path, data={"action": "do"})
            statuses = (office.get(path).status_code, sent.status_code)
            assert statuses == ((303, 401) if role == READER else (403, 403))
