"""Accounts and tokens on the command line."""

import json
from pathlib import Path

import pytest
from sqlalchemy import text

from projections.accounts import store as passwords
from projections.accounts.roles import ROLES
from projections.interfaces.http.accounts.access import COOKIE
from tests.console.shell import Shell
from tests.projections.submissions import player
from tests.web_api.conftest import PASSWORD, Served
from tests.web_api.log_ins import log_in

TYPED = f"{PASSWORD}\n".encode()
OWN = passwords._hasher
"""The program's own."""


@pytest.mark.parametrize("hasher", [OWN])
def test_a_password_is_kept_by_argon2id_with_64_mib_of_work(in_file: Served):
    in_file.accounts.add("bela", "officer", PASSWORD)
    with in_file.ledger.engine.connect() as connection:
        kept = connection.execute(
            text("SELECT password FROM account WHERE name = 'bela'")
        ).scalar()
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert log_in(in_file).status_code == 303


def test_an_account_is_opened_logs_in_and_is_closed(served: Served, shell: Shell):
    made = shell.json(
        *("account", "add", "bela", "--role", "officer", "--password-stdin"), stdin=TYPED
    )
    assert (made["account"], made["role"], made["closed_at"]) == ("bela", "officer", None)
    assert log_in(served).status_code == 303
    assert COOKIE in served.client.cookies
    assert shell.json("account", "role", "bela", "auditor")["role"] == "auditor"
    assert shell.json("account", "close", "bela")["closed_at"] is not None
    assert log_in(served).status_code == 401
    names = {row["account"]: row["closed_at"] is None for row in shell.json("account", "list")}
    assert names == {"bela": False, **{f"{role} Anna": True for role in ROLES}}


def test_a_password_is_asked_for_twice_and_never_shown(in_file: Served, tmp_path: Path):
    shell = Shell(in_file.ledger.database, tmp_path)
    outcome = shell.run("account", "add", "bela", "--role", "arbiter", stdin=TYPED * 2)
    assert outcome.status == 0
    assert PASSWORD not in outcome.out + outcome.err
    changed = shell.run("account", "password", "bela", stdin=b"another long password\n" * 2)
    assert changed.status == 0
    assert log_in(in_file).status_code == 401
    assert log_in(in_file, "another long password").status_code == 303


def test_a_token_is_shown_once_and_opens_the_api(in_file: Served, tmp_path: Path):
    shell = Shell(in_file.ledger.database, tmp_path)
    shell.json("account", "add", "robot", "--role", "officer", "--no-password")
    token = shell.table("token", "add", "robot").strip()
    headers = {"Authorization": f"Bearer {token}"}
    answer = in_file.client.post("/api/v1/events", json=[player("hanna")], headers=headers)
    assert answer.status_code == 200
    assert list(in_file.ledger.log())[-1]["recorded_by"] == "robot"
    assert token not in shell.run("--format", "json", "account", "list").out
    until = json.loads(
        shell.run("--format", "json", "token", "add", "robot", "--until", "2031-01-01").out
    )
    assert until["until"] == "2031-01-01"


def test_a_token_is_revoked_by_its_id_and_the_others_go_on(in_file: Served, tmp_path: Path):
    shell = Shell(in_file.ledger.database, tmp_path)
    lost, kept = (shell.json("token", "add", "officer Anna") for _ in range(2))
    listed = shell.json("token", "list", "officer Anna")
    assert {row["id"] for row in listed} >= {lost["id"], kept["id"]}
    assert lost["token"] not in str(listed)
    named = {row["account"] for row in shell.json("token", "list")}
    assert named == {f"{role} Anna" for role in ROLES}
    assert shell.json("token", "revoke", lost["id"])["account"] == "officer Anna"
    assert asked_with(in_file, lost["token"]) == 401
    assert asked_with(in_file, kept["token"]) == 200


def test_with_a_new_password_tokens_end_only_where_that_is_wanted(in_file: Served, tmp_path: Path):
    shell = Shell(in_file.ledger.database, tmp_path)
    change = ("account", "password", "officer Anna", "--password-stdin")
    shell.json(*change, stdin=TYPED)
    assert asked_with(in_file, in_file.tokens["officer"]) == 200
    shell.json(*change, "--revoke-tokens", stdin=TYPED)
    assert asked_with(in_file, in_file.tokens["officer"]) == 401
    assert asked_with(in_file, in_file.tokens["arbiter"]) == 200


def asked_with(served: Served, token: str) -> int:
    """With which status the API answers whoever has a token."""
    headers = {"Authorization": f"Bearer {token}"}
    return served.client.get("/api/v1/pools", headers=headers).status_code


@pytest.mark.parametrize(
    "command",
    [
        ("account", "add", "bela", "--role", "king", "--no-password"),
        ("account", "add", "officer Anna", "--role", "officer", "--no-password"),
        ("account", "role", "nobody", "officer"),
        ("account", "close", "nobody"),
        ("token", "add", "nobody"),
        ("token", "revoke", "0123456789ab"),
    ],
)
def test_what_cannot_be_done_is_refused(in_file: Served, tmp_path: Path, command):
    assert len(Shell(in_file.ledger.database, tmp_path).refused(*command)) == 1
