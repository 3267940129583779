"""Permissions: every request, every role, every method."""

from collections import defaultdict
from datetime import timedelta

import pytest
from sqlalchemy import text

from ledger.events.problems import Refused
from projections.accounts.roles import ADMINS, OFFICERS, OVERSEERS, READER, ROLES, SUBMITTERS
from projections.interfaces.http.api.openapi import PARTS
from projections.interfaces.http.api.routes import ENDPOINTS, READS, WRITES
from tests.projections.submissions import player
from tests.tables import some_at_once
from tests.web_api.conftest import PASSWORD, Served

API = "/api/v1"
IDS = {
    "pool": "dwz",
    "player": "agnes",
    "keep": "agnes",
    "tournament": "spring",
    "list": "none",
    "account": "arbiter Anna",
    "token": "none",
    "submission": "none",
    "signal": "none",
}
BODIES = {
    f"{API}/events": {"json": [player("hanna")]},
    f"{API}/imports": {"files": {"file": ("a.trf", b"")}},
    f"{API}/corrections": {"json": {"corrects": "none", "strike": True, "reason": "x"}},
    f"{API}/members": {"files": {"file": ("a.csv", b"")}},
    f"{API}/submissions": {"files": {"file": ("a.trf", b"")}},
    f"{API}/pools/{{pool}}/running": {"files": {"file": ("a.trf", b"")}},
    f"{API}/pools/{{pool}}/calculation": {"files": {"file": ("a.trf", b"")}},
}
MAY_WRITE = {
    f"{API}/events": SUBMITTERS,
    f"{API}/imports": SUBMITTERS,
    f"{API}/corrections": OFFICERS,
    f"{API}/players": OFFICERS,
    f"{API}/members": OFFICERS,
    f"{API}/players/{{keep}}/mergers": OFFICERS,
    f"{API}/players/{{player}}/erasure": OFFICERS,
    f"{API}/players/{{player}}/name": OFFICERS,
    f"{API}/players/{{player}}/withholdings": OFFICERS,
    f"{API}/pools/{{pool}}/adoptions": OFFICERS,
    f"{API}/pools/{{pool}}/decisions": OFFICERS,
    f"{API}/pools/{{pool}}/players/{{player}}/decisions": OFFICERS,
    f"{API}/pools/{{pool}}/published": OFFICERS,
    f"{API}/pools/{{pool}}/description": OFFICERS,
    f"{API}/pools/{{pool}}/second-pair": ADMINS,
    f"{API}/submissions/{{submission}}/approval": OFFICERS,
    f"{API}/signals/{{signal}}/answer": OFFICERS,
    f"{API}/site": OFFICERS,
    f"{API}/accounts": ADMINS,
    f"{API}/accounts/{{account}}/closing": ADMINS,
    f"{API}/accounts/{{account}}/lists": ADMINS,
    f"{API}/accounts/{{account}}/password": ADMINS,
    f"{API}/accounts/{{account}}/role": ADMINS,
    f"{API}/accounts/{{account}}/tokens": ADMINS,
    f"{API}/tokens/{{token}}/revocation": ADMINS,
    f"{API}/submissions": SUBMITTERS,
    f"{API}/submissions/{{submission}}/acceptance": OFFICERS,
    f"{API}/submissions/{{submission}}/return": OFFICERS,
    f"{API}/submissions/{{submission}}/comments": SUBMITTERS,
    f"{API}/submissions/{{submission}}/discard": SUBMITTERS,
    f"{API}/pools/{{pool}}/running": SUBMITTERS,
    f"{API}/pools/{{pool}}/calculation": SUBMITTERS,
    f"{API}/pools/{{pool}}/running/{{tournament}}/withdrawal": SUBMITTERS,
}
MAY_READ = {
    f"{API}/players/{{player}}": OVERSEERS,
    f"{API}/pools/{{pool}}/irregularities": OVERSEERS,
    f"{API}/submissions": SUBMITTERS,
    f"{API}/accounts": OVERSEERS,
    f"{API}/accounts/{{account}}/tokens": OVERSEERS,
    f"{API}/tokens": OVERSEERS,
    f"{API}/doctor": ADMINS,
}
"""Documents that not everybody reads: the day of birth is in them, or the accounts."""
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}
METHODS_OF = {"GET": {"GET", "HEAD"}, "POST": {"POST"}}


def address(path: str) -> str:
    return PARTS.sub(lambda found: IDS[found[1]], path)


def asked(served: Served, method: str, path: str, role: str) -> int:
    """The status of a request by somebody of a role."""
    body = BODIES.get(path, {"json": {}}) if method == "POST" else {}
    answer = served.client.request(method, address(path), headers=served.as_(role), **body)
    return int(answer.status_code)


class TestRoles:
    def test_every_request_is_in_the_table(self):
        assert {endpoint.path for endpoint in WRITES} == set(MAY_WRITE)
        assert {endpoint.method for endpoint in READS} == {"GET"}

    @pytest.mark.parametrize("role", [READER, *ROLES])
    def test_everybody_reads_and_some_write(self, in_file: Served, role: str):
        for endpoint in ENDPOINTS:
            for method in METHODS_OF[endpoint.method]:
                status = asked(in_file, method, endpoint.path, role)
                where = (role, method, endpoint.path, status)
                if method != "POST" and role not in MAY_READ.get(endpoint.path, {role}):
                    assert status == (401 if role == READER else 403), where
                elif method != "POST":
                    assert status in {200, 404, 503, 400}, where
                elif role in MAY_WRITE[endpoint.path]:
                    assert status not in {401, 403, 405}, where
                else:
                    assert status == (401 if role == READER else 403), where

    @pytest.mark.parametrize("role", some_at_once([READER, "admin"], ["admin"]))
    def test_no_other_method_is_known(self, in_file: Served, role: str):
        """With the least right and with the greatest."""
        known = defaultdict(set)
        for endpoint in ENDPOINTS:
            known[endpoint.path].update(METHODS_OF[endpoint.method])
        for path, methods in known.items():
            for method in METHODS - methods:
                assert asked(in_file, method, path, role) == 405, (method, path)

    def test_a_closed_server_shows_nothing_without_an_account(self, season_in_file: str, serve):
        served = serve(season_in_file, closed=True)
        for endpoint in READS:
            path = address(endpoint.path)
            answer = served.get(path)
            assert answer.status_code == 401, path
            assert answer.headers["www-authenticate"].startswith("Bearer"), path
            assert served.get(path, "auditor").status_code != 401, path
        fixed = served.get(
            f"{API}/tournaments/spring/standings?on=1996-12-31&known_at=9", "auditor"
        )
        assert "public" not in fixed.headers["cache-control"]

    def test_a_closed_server_shows_its_pages_to_a_program_with_a_token(
        self, season_in_file: str, serve
    ):
        served = serve(season_in_file, closed=True)
        assert "Müller, Ágnes" in served.get("/dwz", "auditor").text
        assert served.get("/dwz", "auditor").status_code == 200
        assert served.get("/dwz", Authorization="Bearer x").status_code == 401
        for said in ({}, {"Authorization": "Basic YTpi"}):
            assert served.get("/dwz", **said).headers["location"].startswith("/login"), said
        for allow_any_origin in ("/health", "/metrics", "/login"):
            assert served.get(allow_any_origin).status_code == 200


class TestTokens:
    def test_a_token_is_not_kept_itself(self, served: Served):
        token = served.tokens["officer"]
        with served.ledger.engine.connect() as connection:
            kept = connection.execute(text("SELECT * FROM token")).all()
        assert token not in repr(kept)

    def test_it_is_good_until_the_end_of_its_day(self, in_file: Served):
        tomorrow = (in_file.watch.time + timedelta(days=1)).date()
        token = in_file.accounts.add_token("officer Anna", until=tomorrow)
        headers = {"Authorization": f"Bearer {token}"}
        assert in_file.client.get(f"{API}/pools", headers=headers).status_code == 200
        in_file.watch.go_on(hours=35, minutes=-59)
        assert in_file.client.get(f"{API}/pools", headers=headers).status_code == 200
        in_file.watch.go_on(hours=1, minutes=59)
        answer = in_file.client.get(f"{API}/pools", headers=headers)
        assert answer.status_code == 401
        assert 'error="invalid_token"' in answer.headers["www-authenticate"]

    def test_it_ends_with_its_account(self, in_file: Served):
        in_file.accounts.close("officer Anna")
        assert in_file.get(f"{API}/pools", "officer").status_code == 401
        assert in_file.post(f"{API}/events", json=[player("hanna")]).status_code == 401

    def test_another_role_holds_at_once(self, in_file: Served):
        in_file.accounts.give_role("arbiter Anna", "auditor")
        answer = in_file.post(f"{API}/events", "arbiter", json=[player("hanna")])
        assert answer.status_code == 403

    @pytest.mark.parametrize("said", ["Bearer", "Bearer x", "Basic YTpi", "", "Bearer \xe4"])
    def test_an_unknown_one_is_refused_even_for_reading(self, in_file: Served, said: str):
        headers = {"Authorization": said.encode("latin-1")}
        assert in_file.client.get(f"{API}/pools", headers=headers).status_code == 401


class TestAccounts:
    def test_a_name_is_given_once_for_good(self, served: Served):
        served.accounts.close("officer Anna")
        with pytest.raises(Refused, match="another name"):
            served.accounts.add("officer Anna", "officer", None)

    def test_what_is_wrong_with_an_account_is_refused(self, in_file: Served):
        accounts = in_file.accounts
        for attempt in (
            lambda: accounts.add("bela", "king", PASSWORD),
            lambda: accounts.add("bela", "officer", "short"),
            lambda: accounts.add("be\nla", "officer", PASSWORD),
            lambda: accounts.give_role("nobody", "officer"),
            lambda: accounts.add_token("nobody"),
            lambda: accounts.close("nobody"),
        ):
            with pytest.raises(Refused):
                attempt()

    def test_they_are_never_in_the_exported_log(self, served: Served, tmp_path):
        from tests.console.shell import Shell  # noqa: PLC0415

        exported = Shell(served.ledger.database, tmp_path).run("export", "log", "--with-persons")
        assert exported.status == 0
        assert "officer Anna" not in exported.out
