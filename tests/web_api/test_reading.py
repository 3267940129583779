"""Every document of the API is the command line's, byte for byte."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from projections.interfaces.http.api.reads import endpoints
from projections.interfaces.http.edge.parameters import Page
from tests.api.season import SEASON
from tests.console.shell import Shell
from tests.projections.submissions import decided, event, games, player, tournament
from tests.tables import every
from tests.web.conftest import text_of
from tests.web_api.conftest import Served
from tests.web_api.questions import API, ASKED, POOL


def test_every_answer_is_the_document_that_the_command_prints(served: Served, shell: Shell):
    served.ledger.publish("dwz", on="1996-06-01", by="anna")
    served.ledger.catch_up()
    for path, command in ASKED.items():
        answer = served.get(path)
        printed = shell.run("--format", "json", *command.split())
        assert answer.status_code == 200, (path, answer.text)
        assert answer.headers["content-type"] == "application/json", path
        assert answer.text == printed.out, path


def test_one_published_list_is_the_one_of_its_event(served: Served):
    served.ledger.publish("dwz", on="1996-06-01", by="anna", reason="for the league")
    assert [*served.ledger.log()][-1]["data"]["reason"] == "for the league"
    (row,) = served.get(f"{POOL}/published").json()
    assert served.get(f"{POOL}/published/{row['event']}").json() == row
    assert served.get(f"{POOL}/published/another").status_code == 404


def test_a_page_of_published_lists_at_a_position_says_the_same_for_ever(served: Served):
    """Only the page of today knows later events, and that the list was struck."""
    published = served.ledger.publish("dwz", on="1996-06-01", by="anna")
    served.ledger.catch_up()
    quoted = f"/dwz/published?on=1996-06-01&known_at={published['published_at']}"
    before = text_of(served.get(quoted).text)
    assert "unchanged" in before
    late = tournament("late", "1996-05-20")
    served.ledger.append([late, *games("late", "agnes 1-0 bjorn")], by="anna")
    served.ledger.catch_up()
    assert "2 ratings would differ" in text_of(served.get("/dwz/published").text)
    assert text_of(served.get(quoted).text) == before
    (row,) = served.ledger.published("dwz")
    struck = {"corrects": row["event"], "replacement": None, "reason": "too early"}
    served.ledger.append([event("correction.submitted", "struck", struck)], by="anna")
    served.ledger.catch_up()
    assert "No list of this pool" in text_of(served.get("/dwz/published").text)
    assert text_of(served.get(quoted).text) == before
    assert served.ledger.published("dwz") == []
    assert len(served.ledger.published("dwz", known_at=row["published_at"])) == 1


def test_a_page_of_the_past_says_where_the_log_ended_then(served: Served):
    entries = {each["position"]: each for each in served.ledger.log()}
    for path in ("/", "/log"):
        past, now = served.get(f"{path}?known_at=3").text, served.get(path).text
        assert entries[3]["hash"] in past
        assert "log ends at event 3" in past
        assert entries[len(SEASON)]["hash"] in now
        assert f"log ends at event {len(SEASON)}" in now
        assert "Head of the log</h2><p" not in served.get(f"{path}?known_at=0").text


class TestTheLog:
    def test_it_is_the_log_of_the_command_line_a_line_for_each_event(
        self, served: Served, shell: Shell
    ):
        answer = served.get(f"{API}/log")
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        assert list(map(json.loads, answer.text.splitlines())) == shell.json("log")

    def test_its_events_are_chosen_by_position_and_type(self, served: Served):
        def positions(query: str) -> list[int]:
            lines = served.get(f"{API}/log?{query}").text.splitlines()
            return [json.loads(line)["position"] for line in lines]

        assert positions("from=3&to=5") == [3, 4, 5]
        assert positions(f"after={len(SEASON) - 1}") == [len(SEASON)]
        assert positions(f"after={len(SEASON)}") == []
        assert positions("type=players.merged&type=rulebook.adopted") == [1, 9]

    def test_personal_data_are_never_in_it(self, served: Served):
        assert "Müller" not in served.get(f"{API}/log").text


class TestPages:
    @pytest.mark.parametrize(
        "query",
        [
            "all=true",
            "lapsed=true&with=place,club,change",
            "q=a&with=place",
            "born_from=1900&top=2",
            "on=2030-01-01&lapsed=true",
        ],
    )
    def test_a_list_in_pages_is_the_whole_list(self, served: Served, query: str):
        whole = served.get(f"{POOL}/ratings?{query}").json()
        assert len(whole) > 1
        rows, following = [], f"{POOL}/ratings?{query}&limit=1"
        while following:
            answer = served.get(following)
            assert len(answer.json()) <= 1
            rows += answer.json()
            following = answer.links.get("next", {}).get("url", "")
        assert rows == whole

    def test_the_players_and_tournaments_come_in_pages_too(self, served: Served):
        for path in (f"{POOL}/players", f"{POOL}/tournaments"):
            whole = served.get(path).json()
            first = served.get(f"{path}?limit=1")
            second = served.get(first.links["next"]["url"])
            assert first.json() + second.json() == whole[:2]

    @pytest.mark.parametrize(
        "path",
        [
            each.path.replace("{pool}", "dwz")
            for each in endpoints(API)
            if each.query is not None and issubclass(each.query, Page)
        ],
    )
    @pytest.mark.parametrize(
        "clock",
        [
            f"known_at={len(SEASON)}",
            *(pytest.param(it, marks=pytest.mark.slow) for it in ("", "on=1996-12-01")),
        ],
    )
    def test_a_list_read_while_events_are_appended_is_the_list_of_its_first_page(
        self, served: Served, path: str, clock: str
    ):
        """With each page the last of the list moves to its front, and another comes in."""
        asked = f"{path}?{clock}" + ("&all=true" if path.endswith("ratings") else "")
        whole = served.get(asked).json()
        rows, following = [], f"{asked}&limit=1"
        while following:
            answer = served.get(following)
            assert answer.status_code == 200, answer.text
            rows += answer.json()
            following = answer.links.get("next", {}).get("url", "")
            assert (
                not following or {"on", "known_at"} <= parse_qs(urlsplit(following).query).keys()
            )
            n = len(rows)
            served.ledger.append(
                [
                    player(f"new{n}", name=f"{'ACEGIKMOQ'[n]}a, Test"),
                    tournament(f"new{n}", f"1996-12-{n:02}"),
                    *games(f"new{n}", f"new{n} 1-0 bjorn"),
                    decided("bjorn", f"{2000 + n}-10", f"1996-06-{n:02}"),
                    decided("carla", f"{2100 + n}-10", f"1996-06-{n:02}"),
                ],
                by="anna",
            )
            served.ledger.catch_up()
        assert rows == whole
        assert len(rows) > 2

    @pytest.mark.parametrize("query", ["limit=0", "limit=1001", "limit=x", "after=%20", "after=x"])
    def test_what_is_no_page_is_refused(self, in_file: Served, query: str):
        for path in (f"{POOL}/ratings", f"{POOL}/players", f"{POOL}/tournaments"):
            assert in_file.get(f"{path}?{query}").status_code == 400, path


class TestWrongQuestions:
    @every(
        ("path", "status", "code"),
        [
            (f"{API}/pools/no/ratings", 404, "unknown-pool"),
            (f"{POOL}/players/nobody", 404, "unknown-player"),
            (f"{POOL}/tournaments/none", 404, "unknown-tournament"),
            (f"{API}/tournaments/none/standings", 404, "unknown-tournament"),
            (f"{POOL}/players/agnes/audit/none", 404, "unknown-tournament"),
            (f"{POOL}/ratings?known_at=9999", 404, "unknown-position"),
            (f"{POOL}/diff?from_known=1&to_known=9999", 404, "unknown-position"),
            (f"{POOL}/ratings?on=yesterday", 400, "bad-parameter"),
            (f"{POOL}/ratings?on=1996-02-30", 400, "bad-parameter"),
            (f"{POOL}/ratings?known_at=then", 400, "bad-parameter"),
            (f"{POOL}/ratings?lapsed=perhaps", 400, "bad-parameter"),
            (f"{POOL}/ratings?rulebook=elo", 400, "unknown-rulebook"),
            (f"{POOL}/ratings?set=x", 400, "bad-parameter"),
            (f"{POOL}/ratings?on=1996-01-01&on=1997-01-01", 400, "given-twice"),
            (f"{POOL}/ratings?knownat=3", 400, "unknown-parameter"),
            (f"{POOL}/ratings?on=%FF", 400, "not-utf-8"),
            (f"{POOL}/players?q=%00", 400, "bad-parameter"),
            (f"{POOL}/players/%FF", 400, "not-utf-8"),
            (f"{POOL}/players/%00", 400, "bad-parameter"),
            (f"{POOL}/diff", 400, "nothing-to-compare"),
            (f"{API}/tournaments/spring/standings?method=x", 400, "bad-parameter"),
            (f"{API}/log?type=x", 400, "bad-parameter"),
            (f"{API}/log?from=0", 400, "bad-parameter"),
            (f"{API}/log?from=1&after=1", 400, "bad-parameter"),
            (f"{API}/log?wait=31", 400, "bad-parameter"),
            (f"{API}/verify", 503, "not-verified-yet"),
            (f"{API}/nothing", 404, "unknown-address"),
            ("/api/v2/pools", 404, "unknown-address"),
        ],
    )
    def test_it_is_refused_with_the_reason(
        self, in_file: Served, path: str, status: int, code: str
    ):
        answer = in_file.get(path)
        document = answer.json()
        assert (answer.status_code, document["problems"][0]["code"]) == (status, code)
        assert answer.headers["content-type"] == "application/problem+json"
        assert (document["status"], document["type"]) == (status, "about:blank")
        assert document["problems"][0]["message"] in document["detail"]

    @every(
        ("path", "fields"),
        [
            (f"{API}/log?from=0", ["from"]),
            (f"{API}/log?to=0", ["to"]),
            (f"{API}/log?from=0&to=0", ["from", "to"]),
            (f"{API}/log?type=x", ["type"]),
            (f"{API}/tournaments/spring/standings?method=x", ["method"]),
        ],
    )
    def test_the_parameter_that_is_wrong_is_named(
        self, in_file: Served, path: str, fields: list[str]
    ):
        problems = in_file.get(path).json()["problems"]
        assert [problem["field"] for problem in problems] == fields

    def test_all_that_is_wrong_is_said_at_once(self, in_file: Served):
        answer = in_file.get(f"{POOL}/ratings?on=x&known_at=y&other=z&limit=no")
        fields = {problem["field"] for problem in answer.json()["problems"]}
        assert fields == {"on", "known_at", "other", "limit"}

    def test_the_problems_are_those_of_the_command_line_word_for_word(
        self, served: Served, shell: Shell
    ):
        printed = shell.refused("player", "dwz", "nobody")
        assert served.get(f"{POOL}/players/nobody").json()["problems"] == printed

    @pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "POST"])
    def test_what_is_only_read_is_not_written(self, in_file: Served, method: str):
        answer = in_file.client.request(method, f"{POOL}/ratings")
        assert answer.status_code == 405
        assert answer.headers["allow"] == "GET, HEAD, OPTIONS"

    @pytest.mark.parametrize("method", ["POST", "TRACE", "FOO"])
    def test_what_is_no_request_is_none_by_any_method(self, in_file: Served, method: str):
        answer = in_file.client.request(method, f"{API}/nope")
        (problem,) = answer.json()["problems"]
        assert (answer.status_code, problem["code"]) == (404, "unknown-address")
        assert in_file.client.request(method, f"{API}/pools").status_code == 405

    @pytest.mark.parametrize(
        ("path", "allowed"),
        [
            ("/login", "GET, HEAD, POST"),
            ("/logout", "POST"),
            ("/dwz", "GET, HEAD"),
            ("/api", "GET, HEAD"),
            ("/health", "GET, HEAD"),
            ("/static/style.css", "GET, HEAD"),
        ],
    )
    def test_a_page_that_is_there_says_by_which_methods(
        self, in_file: Served, path: str, allowed: str
    ):
        answer = in_file.client.put(path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
        assert "there is no page at" not in answer.text
        assert f"PUT is not known here: use {allowed.replace(', ', ' or ')}" in answer.text


def test_any_id_works_in_a_path_percent_encoded(served: Served):
    odd = ["a/b", "..", ".", "%", "%2F", "?", "#", "Jörg Ö", "a b", "💛", "a;b=c", "a+b", "&"]
    events = [
        {"type": "player.registered", "data": {"player": id_, "name": "Odd, One"}} for id_ in odd
    ]
    served.ledger.append(events, by="anna")
    served.ledger.catch_up()
    for id_ in odd:
        encoded = "".join(f"%{byte:02X}" for byte in id_.encode())
        answer = served.get(f"{POOL}/players/{encoded}")
        assert (answer.status_code, answer.json().get("player")) == (200, id_)


def test_a_tournament_just_appended_is_on_the_page_of_its_players(in_file: Served) -> None:
    """The rows that the server has kept since the page was asked for are renewed."""
    in_file.client.app.state.rows.least = 1  # those of short careers too
    page = "/dwz/players/agnes"
    assert "The late one" not in in_file.get(page).text
    late = tournament("late", "1996-12-01", name="The late one")
    in_file.ledger.append([late, *games("late", "agnes 1-0 bjorn")], by="anna")
    in_file.ledger.catch_up()
    assert "The late one" in in_file.get(page).text
