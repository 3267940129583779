"""Log-ins by a browser: forms bound to a session, sessions that end, patience with guesses."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import text

from projections.accounts.roles import Role
from projections.interfaces.http.accounts.access import (
    COOKIE,
    DEVICE_COOKIE,
    FIELD,
    FORM_COOKIE,
    local_path,
)
from projections.interfaces.http.accounts.sessions import (
    MOST_FAILURES,
    MOST_FAILURES_OF_AN_ACCOUNT,
    SessionStore,
    form_token,
)
from projections.interfaces.http.edge.problems import HttpError
from tests.projections.submissions import player
from tests.tables import every
from tests.web_api.conftest import PASSWORD, Served
from tests.web_api.log_ins import log_in, token_in

API = "/api/v1"


@pytest.fixture
def served(served: Served) -> Served:
    served.accounts.add("bela", "officer", PASSWORD)
    return served


@pytest.fixture
def in_file(in_file: Served) -> Served:
    in_file.accounts.add("bela", "officer", PASSWORD)
    return in_file


class TestLogIn:
    def test_who_logs_in_gets_a_session_and_goes_on(self, served: Served):
        answer = log_in(served, following="/dwz?on=1996-01-01")
        assert (answer.status_code, answer.headers["location"]) == (303, "/dwz?on=1996-01-01")
        cookie = answer.headers["set-cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=lax", "Max-Age=43200"))
        assert "Secure" not in cookie
        assert "bela" in served.get("/login").text
        with served.ledger.engine.connect() as connection:
            kept = connection.execute(text("SELECT * FROM session")).all()
        assert len(kept) == 1
        assert served.client.cookies[COOKIE] not in repr(kept)

    @pytest.mark.parametrize(
        ("role", "to"),
        [("arbiter", "/desk"), ("officer", "/desk"), ("admin", "/desk"), ("auditor", "/")],
    )
    def test_who_comes_from_nowhere_goes_on_to_the_own_dashboard(
        self, in_file: Served, role: Role, to: str
    ):
        in_file.accounts.add("cleo", role, PASSWORD)
        assert log_in(in_file, name="cleo").headers["location"] == to

    def test_behind_https_the_cookie_is_secure(self, season_in_file: str, serve):
        served = serve(season_in_file, public_url="https://ratings.example")
        served.accounts.add("bela", "officer", PASSWORD)
        shown = served.get("/login")
        assert "Secure" in shown.headers["set-cookie"]
        served.client.cookies.set(FORM_COOKIE, "x")
        given = {FIELD: form_token("x"), "name": "bela", "password": PASSWORD}
        answer = served.client.post("/login", data=given)
        assert answer.status_code == 303
        assert "Secure" in answer.headers["set-cookie"]

    def test_a_wrong_password_leaves_what_was_typed_and_says_no_more(self, in_file: Served):
        for name in ("bela", "nobody", "officer Anna"):
            answer = log_in(in_file, "wrong", name)
            assert answer.status_code == 401
            assert f'value="{name}"' in answer.text
            assert "Name or password is wrong." in answer.text
            assert COOKIE not in in_file.client.cookies

    def test_a_session_that_was_slipped_in_beforehand_is_worth_nothing(self, in_file: Served):
        in_file.client.cookies.set(COOKIE, "chosen-by-somebody-else")
        answer = log_in(in_file)
        assert "chosen-by-somebody-else" not in answer.headers["set-cookie"]
        in_file.client.cookies.clear()
        in_file.client.cookies.set(COOKIE, "chosen-by-somebody-else")
        assert "bela" not in in_file.get("/login").text

    @every(
        "given", ["//evil.example", "https://evil.example", "/\\evil", "", "x", "/\r\nSet-Cookie:"]
    )
    def test_it_leads_nowhere_else(self, given: str):
        assert local_path(given) == "/"

    def test_after_too_many_failures_nobody_may_try_for_a_while(self, in_file: Served):
        for _ in range(MOST_FAILURES):
            assert log_in(in_file, "wrong").status_code == 401
        refused = log_in(in_file)
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "900")
        in_file.watch.go_on(minutes=15, seconds=1)
        assert log_in(in_file).status_code == 303


class TestPatience:
    """Wrong passwords lock out who sends them, and nobody who is known."""

    def test_a_known_device_goes_on_while_strangers_are_locked_out(self, in_file: Served):
        log_in(in_file)
        device = in_file.client.cookies[DEVICE_COOKIE]
        in_file.client.cookies.clear()
        for _ in range(MOST_FAILURES):
            log_in(in_file, "wrong")
        assert log_in(in_file).status_code == 429
        in_file.client.cookies.set(DEVICE_COOKIE, device)
        assert log_in(in_file).status_code == 303

    def test_so_does_another_address(self, in_file: Served):
        sessions = sessions_in(in_file)
        for _ in range(MOST_FAILURES):
            assert sessions.log_in("bela", "wrong", "192.0.2.1") is None
        with pytest.raises(HttpError, match="too many"):
            sessions.log_in("bela", PASSWORD, "192.0.2.1")
        assert sessions.log_in("bela", PASSWORD, "192.0.2.2") is not None

    def test_addresses_of_one_network_of_version_6_count_as_one(self, in_file: Served):
        sessions = sessions_in(in_file)
        for number in range(MOST_FAILURES):
            assert sessions.log_in("bela", "wrong", f"2001:db8::{number}") is None
            assert sessions.log_in("bela", "wrong", f"::ffff:192.0.2.{number}") is None
        with pytest.raises(HttpError, match="too many"):
            sessions.log_in("bela", PASSWORD, "2001:db8::ffff")
        assert sessions.log_in("bela", PASSWORD, "2001:db8:0:1::1") is not None
        assert sessions.log_in("bela", PASSWORD, "::ffff:192.0.2.99") is not None

    def test_many_addresses_lock_out_strangers_but_no_known_device(self, in_file: Served):
        sessions = sessions_in(in_file)
        known = sessions.log_in("bela", PASSWORD, "192.0.2.200")
        assert known is not None
        for number in range(MOST_FAILURES_OF_AN_ACCOUNT):
            sessions.log_in("bela", "wrong", f"198.51.100.{number}")
        with pytest.raises(HttpError, match="too many"):
            sessions.log_in("bela", PASSWORD, "192.0.2.201")
        again = sessions.log_in("bela", PASSWORD, "192.0.2.202", known.device)
        assert again is not None
        assert again.device == known.device

    def test_a_device_has_no_more_tries_than_a_stranger(self, in_file: Served):
        sessions = sessions_in(in_file)
        known = sessions.log_in("bela", PASSWORD, "192.0.2.1")
        assert known is not None
        for number in range(MOST_FAILURES):
            assert sessions.log_in("bela", "wrong", f"192.0.2.{number}", known.device) is None
        with pytest.raises(HttpError, match="too many"):
            sessions.log_in("bela", PASSWORD, "192.0.2.1", known.device)
        assert sessions.log_in("bela", PASSWORD, "192.0.2.1") is not None

    @pytest.mark.parametrize("kind", ["made up", "of another account", "of an earlier password"])
    def test_what_is_no_device_of_the_account_is_a_stranger(self, in_file: Served, kind: str):
        in_file.accounts.add("cleo", "officer", PASSWORD)
        sessions = sessions_in(in_file)
        name = "cleo" if kind == "of another account" else "bela"
        found = sessions.log_in(name, PASSWORD, "192.0.2.1")
        assert found is not None
        device = f"{'a' * 22}.{'0' * 64}" if kind == "made up" else found.device
        if kind == "of an earlier password":
            in_file.accounts.give_password("bela", PASSWORD)
        for _ in range(MOST_FAILURES):
            sessions.log_in("bela", "wrong", "192.0.2.9")
        with pytest.raises(HttpError, match="too many"):
            sessions.log_in("bela", PASSWORD, "192.0.2.9", device)

    def test_of_many_at_once_no_more_are_tried_than_one_after_another(self, served: Served):
        """They are counted before their passwords are hashed, which takes its time.

        Of those at once all may be refused, if each was counted before any was judged.
        """
        sessions, many = sessions_in(served), 3 * MOST_FAILURES
        begin = Barrier(many)

        def attempt() -> bool:
            try:
                return sessions.log_in("bela", "wrong", "192.0.2.1") is None
            except HttpError:
                return False

        def attempt_with_the_others(_: int) -> bool:
            begin.wait()
            return attempt()

        with ThreadPoolExecutor(many) as pool:
            tried = sum(pool.map(attempt_with_the_others, range(many)))
        assert tried <= MOST_FAILURES
        tried += sum(attempt() for _ in range(many))
        assert tried == MOST_FAILURES


def sessions_in(served: Served) -> SessionStore:
    return SessionStore(served.ledger.engine, served.accounts, served.watch)


class TestForms:
    def test_a_form_without_its_token_is_refused(self, in_file: Served):
        for token in ("", "x", form_token("another")):
            in_file.get("/login")
            given = {FIELD: token, "name": "bela", "password": PASSWORD}
            assert in_file.client.post("/login", data=given).status_code == 403

    @pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
    def test_a_form_from_elsewhere_is_refused(self, in_file: Served, site: str):
        given = {FIELD: token_in(in_file.get("/login")), "name": "bela", "password": PASSWORD}
        headers = {"Sec-Fetch-Site": site}
        assert in_file.client.post("/login", data=given, headers=headers).status_code == 403
        headers = {"Sec-Fetch-Site": "same-origin"}
        assert in_file.client.post("/login", data=given, headers=headers).status_code == 303

    def test_the_form_of_one_session_is_none_of_another(self, in_file: Served):
        log_in(in_file)
        earlier = token_in(in_file.get("/login"))
        in_file.client.cookies.clear()
        log_in(in_file)
        assert in_file.client.post("/logout", data={FIELD: earlier}).status_code == 403

    def test_a_form_of_another_kind_is_not_taken(self, in_file: Served):
        assert in_file.client.post("/login", json={}).status_code == 415


class TestTheEndOfASession:
    def test_who_logs_out_is_out_and_the_cookie_cannot_be_replayed(self, served: Served):
        log_in(served)
        session = served.client.cookies[COOKIE]
        answer = served.client.post("/logout", data={FIELD: token_in(served.get("/login"))})
        assert answer.status_code == 303
        served.client.cookies.set(COOKIE, session)
        assert "bela" not in served.get("/login").text

    def test_it_ends_after_twelve_hours(self, in_file: Served):
        log_in(in_file)
        in_file.watch.go_on(hours=11, minutes=59)
        assert "bela" in in_file.get("/login").text
        in_file.watch.go_on(minutes=1)
        assert "bela" not in in_file.get("/login").text

    def test_it_ends_with_another_password_and_with_the_account(self, in_file: Served):
        log_in(in_file)
        in_file.accounts.give_password("bela", "another password of his")
        assert "bela" not in in_file.get("/login").text
        assert log_in(in_file).status_code == 401
        assert log_in(in_file, "another password of his").status_code == 303
        in_file.accounts.close("bela")
        assert "bela" not in in_file.get("/login").text
        assert log_in(in_file, "another password of his").status_code == 401


class TestTheApiAndABrowser:
    def test_a_session_reads_but_never_writes(self, season_in_file: str, serve):
        served = serve(season_in_file, closed=True)
        served.accounts.add("bela", "officer", PASSWORD)
        assert served.client.get(f"{API}/pools").status_code == 401
        log_in(served)
        assert served.client.get(f"{API}/pools").status_code == 200
        answer = served.client.post(f"{API}/events", json=[player("hanna")])
        assert answer.status_code == 401

    def test_a_closed_server_leads_strangers_to_the_log_in(self, season_in_file: str, serve):
        served = serve(season_in_file, closed=True)
        served.accounts.add("bela", "auditor", PASSWORD)
        for path in ("/", "/dwz", "/dwz/players/agnes", "/log", "/search?q=a", "/nothing/at/all"):
            answer = served.get(path)
            assert answer.status_code == 303, path
            assert answer.headers["location"].startswith("/login?next=%2F"), path
        log_in(served)
        assert served.get("/dwz").status_code == 200
