"""The dependencies of an answer: a reader who has it is told so, and nothing is computed."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import anyio
import pytest
from sqlalchemy.event import listen

from projections.interfaces.http.accounts.verification_store import VerificationStore
from projections.interfaces.server.background import Verifier
from tests.api.season import SEASON
from tests.log_lines import logged_lines
from tests.projections.submissions import (
    forgotten,
    games,
    player,
    tournament,
    withheld,
)
from tests.web_api.conftest import Served
from tests.web_api.messages import ask

API = "/api/v1"
POOL = f"{API}/pools/dwz"
BOTH = f"on=1996-12-31&known_at={len(SEASON)}"
WINTER = [tournament("winter", "1996-12-20"), *games("winter", "bjorn 1-0 agnes")]
READS = (
    f"{API}/pools",
    f"{POOL}/ratings",
    f"{POOL}/players/agnes",
    f"{API}/log",
    f"{POOL}/diff?from_known=3",
)


def tag(served: Served, path: str) -> str:
    found: str = served.get(path).headers["etag"]
    return found


def append(served: Served, *events: Any) -> None:
    served.ledger.append(events, by="anna")
    served.ledger.catch_up()


class TestTags:
    def test_who_has_an_answer_is_not_given_it_again(self, served: Served):
        for path in READS:
            answer = served.get(path, **{"If-None-Match": f'"x", W/{tag(served, path)}'})
            assert (answer.status_code, answer.content) == (304, b""), path
            assert answer.headers["etag"] == tag(served, path)

    def test_nothing_is_worked_out_for_that(self, in_file: Served, monkeypatch):
        tags = {path: tag(in_file, path) for path in READS}
        for name in ("pool", "pools", "log"):
            monkeypatch.setattr(type(in_file.ledger), name, None)
        for path, known in tags.items():
            assert in_file.get(path, **{"If-None-Match": known}).status_code == 304

    def test_who_has_the_page_about_the_requests_is_not_given_it_again(self, in_file: Served):
        first = in_file.get("/api")
        again = in_file.get("/api", **{"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        for answer in (first, again):
            assert answer.headers["cache-control"] == "private, no-cache"
            assert "Accept-Language" in answer.headers["vary"]
        german = in_file.get("/api", **{"Accept-Language": "de"})
        assert german.headers["etag"] != first.headers["etag"]

    def test_of_what_does_not_exist_nobody_has_an_answer(self, served: Served):
        known = ", ".join(["*", *(tag(served, path) for path in (*READS, "/dwz", "/"))])
        for path in (
            f"{API}/pools/none/ratings",
            f"{POOL}/players/nobody",
            f"{API}/tournaments/none/standings",
            "/none",
            "/dwz/players/nobody",
            "/dwz/tournaments/none",
            f"/log/{len(SEASON) + 1}",
        ):
            assert served.get(path, **{"If-None-Match": known}).status_code == 404, path

    def test_who_has_any_answer_is_told_where_there_is_one(self, served: Served):
        for path in (*READS, "/dwz", "/dwz/players/agnes"):
            answer = served.get(path, **{"If-None-Match": "*"})
            assert (answer.status_code, answer.content) == (304, b""), path
            assert answer.headers["etag"] == tag(served, path)

    def test_nothing_is_worked_out_twice_for_those_who_do_not_have_it(
        self, in_file: Served, monkeypatch
    ):
        asked = [path for path in READS if not path.endswith("/log")]
        first = {path: in_file.get(path) for path in asked}
        for name in ("pool", "pools"):
            monkeypatch.setattr(type(in_file.ledger), name, None)
        for path in asked:
            again = in_file.get(path)
            assert (again.status_code, again.content) == (200, first[path].content), path
            assert dict(again.headers) == dict(first[path].headers)

    def test_an_answer_about_now_changes_with_the_log_and_the_day(self, served: Served):
        path = f"{POOL}/ratings"
        first = tag(served, path)
        append(served, *WINTER)
        second = tag(served, path)
        served.watch.go_on(days=1)
        assert len({first, second, tag(served, path)}) == 3

    def test_an_answer_at_both_clocks_does_not(self, served: Served):
        for path in (f"{POOL}/ratings?{BOTH}", f"{POOL}/tournaments/spring?{BOTH}"):
            before = served.get(path)
            append(served, player(f"new {len(path)}"))
            served.watch.go_on(days=1)
            after = served.get(path)
            assert (before.headers["etag"], before.text) == (after.headers["etag"], after.text)
        append(served, *WINTER)
        assert served.get(path).headers["etag"] == after.headers["etag"]

    def test_but_with_the_names_in_it(self, served: Served):
        """Players forgotten or withheld later are not named in an answer about the past either."""
        path = f"{POOL}/ratings?{BOTH}"
        tags = {tag(served, path)}
        assert "Müller, Ágnes" in served.get(path).text
        append(served, withheld("bjorn", "1996-12-01"))
        tags.add(tag(served, path))
        append(served, forgotten("agnes"))
        tags.add(tag(served, path))
        assert len(tags) == 3
        assert "Müller, Ágnes" not in served.get(path).text

    @pytest.mark.parametrize(
        "path",
        [
            f"{POOL}/ratings",
            f"{POOL}/players",
            f"{POOL}/players/agnes",
            f"{POOL}/players/agnes/audit",
            f"{POOL}/tournaments",
            f"{POOL}/tournaments/spring",
            f"{API}/tournaments/spring/standings",
        ],
    )
    def test_who_is_forgotten_is_named_by_no_answer_that_was_kept(self, served: Served, path):
        before = served.get(f"{path}?{BOTH}")
        append(served, forgotten("agnes"))
        after = served.get(f"{path}?{BOTH}", **{"If-None-Match": before.headers["etag"]})
        assert "Müller, Ágnes" not in after.text
        if "Müller, Ágnes" in before.text:
            assert after.status_code == 200
            assert before.headers["cache-control"] == "private, no-cache"

    def test_and_with_the_day_from_which_one_is_withheld(self, served: Served):
        path = f"{POOL}/ratings?{BOTH}"
        tomorrow = served.watch().date() + timedelta(days=1)
        append(served, withheld("agnes", tomorrow.isoformat()))
        today = served.get(path)
        assert "Müller, Ágnes" in today.text
        served.watch.go_on(days=1)
        later = served.get(path, **{"If-None-Match": today.headers["etag"]})
        assert later.status_code == 200
        assert "Müller, Ágnes" not in later.text

    def test_only_answers_at_both_clocks_without_names_are_kept_by_others(self, in_file: Served):
        kept = {
            f"{POOL}/tournaments?{BOTH}": "public, max-age=86400",
            f"{POOL}/tournaments?on=1996-12-31": "private, no-cache",
            f"{POOL}/tournaments/spring?{BOTH}": "private, no-cache",
            f"{POOL}/ratings?{BOTH}": "private, no-cache",
            f"{POOL}/players/agnes/audit?{BOTH}": "private, no-cache",
        }
        assert {path: in_file.get(path).headers["cache-control"] for path in kept} == kept


class TestOtherOrigins:
    def test_reads_are_open_and_writes_are_not(self, in_file: Served):
        asked = {"Origin": "https://club.example", "Access-Control-Request-Method": "GET"}
        read = in_file.client.options(f"{POOL}/ratings", headers=asked)
        assert read.status_code == 204
        assert read.headers["access-control-allow-origin"] == "*"
        assert in_file.get(f"{POOL}/ratings").headers["access-control-allow-origin"] == "*"
        assert in_file.get(f"{API}/pools/no/ratings").headers["access-control-allow-origin"] == "*"
        assert in_file.get(f"{API}/nope").headers["access-control-allow-origin"] == "*"
        write = in_file.client.options(f"{API}/events", headers=asked)
        assert "access-control-allow-origin" not in write.headers
        posted = in_file.post(f"{API}/events", json=[player("hanna")])
        assert "access-control-allow-origin" not in posted.headers
        assert "access-control-allow-origin" not in in_file.post(f"{API}/nope").headers


class TestWaiting:
    def test_who_waits_is_answered_as_soon_as_there_is_something(self, served: Served):
        def later() -> None:
            time.sleep(0.2)
            served.ledger.append([player("hanna")], by="anna")

        thread = threading.Thread(target=later)
        thread.start()
        began = time.monotonic()
        answer = served.get(f"{API}/log?after={len(SEASON)}&wait=30")
        assert time.monotonic() - began < 20
        thread.join()
        assert [json.loads(line)["id"] for line in answer.text.splitlines()] == ["player hanna"]

    def test_many_who_wait_share_a_look_at_the_log(self, in_file: Served):
        """Each by himself would look five times; a few statements more are each answer's own."""
        waiting, looks = 20, []
        path = f"{API}/log?after={len(SEASON)}&wait=1"

        def note(_: object, __: object, statement: str, *___: object) -> None:
            looks.append("FROM log_head" in statement)

        listen(in_file.ledger.engine, "before_cursor_execute", note)
        with in_file.client as client, ThreadPoolExecutor(waiting) as pool:
            answers = list(pool.map(client.get, [path] * waiting))
        assert {(answer.status_code, answer.text) for answer in answers} == {(200, "")}
        assert 0 < sum(looks) < 4 * waiting


class TestTheServer:
    def test_files_of_the_pages_are_kept_for_an_hour(self, in_file: Served):
        answer = in_file.get("/static/style.css")
        assert answer.headers["cache-control"] == "public, max-age=3600"
        again = in_file.get("/static/style.css", **{"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.headers["cache-control"]) == (304, "public, max-age=3600")
        assert in_file.get("/static/no.css").status_code == 404

    def test_its_health_says_how_far_it_is(self, served: Served):
        at = len(SEASON)
        assert served.get("/health").json() == {"ok": True, "head": at, "read_model": at}
        served.ledger.append([player("hanna")], by="anna")
        assert served.get("/health").json() == {"ok": True, "head": at + 1, "read_model": at}

    def test_where_the_database_is_away_it_says_so(self, serve, tmp_path, season_in_file: str):
        served = serve(season_in_file)
        served.ledger.close()
        for path in tmp_path.iterdir():
            path.unlink()
        for path in ("/health", f"{API}/pools", f"{POOL}/ratings"):
            answer = served.get(path)
            assert answer.status_code == 503, path
            assert int(answer.headers["retry-after"]) > 0
        assert served.get("/health").json()["ok"] is False

    def test_its_figures_count_requests_by_route_and_status(self, in_file: Served):
        in_file.get(f"{POOL}/players/agnes")
        in_file.get(f"{POOL}/players/nobody")
        in_file.get("/api/none")
        figures = in_file.get("/metrics").text
        route = f'method="GET",route="{API}/pools/{{pool}}/players/{{player}}"'
        assert f'rating_ledger_requests_total{{{route},status="200"}} 1.0' in figures
        assert f'rating_ledger_requests_total{{{route},status="404"}} 1.0' in figures
        assert f"rating_ledger_head {float(len(SEASON))}" in figures
        assert "rating_ledger_read_model_lag 0.0" in figures
        assert "agnes" not in figures

    def test_its_requests_are_logged_by_route_and_nobody_is_named(self, in_file: Served):
        with logged_lines() as logged:
            in_file.get(f"{POOL}/players/agnes")
            in_file.get("/search?q=nobody+called+agnes")
            in_file.get("/dwz/nothing/about/agnes")
        lines = [line for line in logged if line["event"] == "answered"]
        assert [(line["method"], line["route"], line["status"]) for line in lines] == [
            ("GET", f"{API}/pools/{{pool}}/players/{{player}}", 200),
            ("GET", "/search", 200),
            ("GET", "(none)", 404),
        ]
        assert all(0 <= line["seconds"] < 60 for line in lines)
        assert all(type(line["status"]) is int for line in lines)
        assert "agnes" not in str(lines)

    def test_the_last_verification_is_answered_and_none_is_made(self, served: Served):
        verifier = Verifier(served.ledger, served.watch)
        verifier.verify_where_due()
        verified = served.ledger.verify()
        append(served, player("hanna"))
        verifier.verify_where_due()  # not a day old
        answer = served.get(f"{API}/verify").json()
        assert answer == {
            **verified,
            "position": len(SEASON),
            "made_at": served.watch().strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        }
        served.watch.go_on(days=1)
        verifier.verify_where_due()
        assert served.get(f"{API}/verify").json()["position"] == len(SEASON) + 1

    def test_what_another_server_has_verified_since_is_answered_too(self, in_file: Served):
        """Nothing has come into the log meanwhile; what is in it was changed."""
        verified = in_file.ledger.verify()
        VerificationStore(in_file.ledger.engine).keep(verified, in_file.watch())
        sound = in_file.get(f"{API}/verify")
        damaged = {**verified, "ok": False, "message": "event 3 was changed"}
        VerificationStore(in_file.ledger.engine).keep(damaged, in_file.watch())
        now = in_file.get(f"{API}/verify", **{"If-None-Match": sound.headers["etag"]})
        assert sound.json()["ok"]
        assert now.status_code == 200
        assert not now.json()["ok"]

    def test_the_first_page_says_when_the_log_was_last_verified(self, in_file: Served):
        before = in_file.get("/")
        assert "Last verified" not in before.text
        Verifier(in_file.ledger, in_file.watch).verify_where_due()
        now = in_file.get("/", **{"If-None-Match": before.headers["ETag"]})
        assert now.status_code == 200
        assert f"up to event {len(SEASON)}: every event is as recorded" in now.text

    def test_a_log_that_is_not_as_recorded_is_said_to_be_so_on_the_first_page(
        self, in_file: Served
    ):
        damaged = {**in_file.ledger.verify(), "ok": False, "message": "event 3 was changed"}
        VerificationStore(in_file.ledger.engine).keep(damaged, in_file.watch())
        assert "the log is not as recorded" in in_file.get("/").text

    def test_a_first_page_of_the_past_says_nothing_of_a_verification(self, in_file: Served):
        Verifier(in_file.ledger, in_file.watch).verify_where_due()
        assert "Last verified" not in in_file.get("/?known_at=3").text


@pytest.mark.parametrize("path", ["/api/v1/openapi.json", "/metrics", "/health"])
def test_every_answer_is_of_its_kind_and_not_to_be_guessed_at(in_file: Served, path: str):
    assert in_file.get(path).headers["x-content-type-options"] == "nosniff"


def test_an_answer_is_counted_before_its_end_is_sent(in_file: Served):
    """Else whoever has it, and asks for the metrics at once, would miss it in them."""
    line = 'rating_ledger_requests_total{method="GET",route="/health",status="200"} 1.0'
    counted: list[bool] = []
    assert line not in in_file.client.app.state.metrics.text().decode()

    async def send(_: dict[str, Any]) -> None:
        figures: bytes = in_file.client.app.state.metrics.text()
        counted.append(line in figures.decode())

    anyio.run(ask, in_file, "/health", send)
    assert counted[-1]
    assert line in in_file.get("/metrics").text
