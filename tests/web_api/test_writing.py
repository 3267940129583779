"""Events, files and corrections come in over the API as they do on the command line."""

import gzip
import json
from datetime import timedelta
from typing import Any

import pytest

from tests.api.season import SEASON
from tests.console.shell import Shell, lines
from tests.imports.tournament_files import TOURNAMENT_CSV, csv_text, trf_pair
from tests.projections.submissions import adoption, game, games, player, tournament
from tests.tables import every
from tests.web_api.conftest import Served

API = "/api/v1"
DRAW = {"white_points": 0.5, "black_points": 0.5}
STRUCK = {"corrects": "spring:agnes-bjorn", "strike": True, "reason": "x"}
LINES = {"Content-Type": "application/x-ndjson"}
JSON = {"Content-Type": "application/json"}
WINTER = [
    player("hanna"),
    tournament("winter", "1996-12-20"),
    *games("winter", "bjorn 1-0 agnes", "hanna 1-0 bjorn"),
]
TRF = trf_pair("1", "0")


def last(served: Served) -> dict[str, Any]:
    entry: dict[str, Any] = list(served.ledger.log())[-1]  # type: ignore[assignment]
    return entry


def figures(answer: Any) -> dict[str, tuple[int, int]]:
    return {row["player"]: (row["before"], row["after"]) for row in answer.json()["changed"]}


def test_a_list_of_a_day_to_come_is_not_published(served: Served):
    tomorrow = (served.watch.time + timedelta(days=1)).date().isoformat()
    said = {"on": tomorrow, "confirm": "dwz"}
    answer = served.post(f"{API}/pools/dwz/published", json=said)
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (422, "day-to-come")
    today = {**said, "on": served.watch.time.date().isoformat()}
    assert served.post(f"{API}/pools/dwz/published", json=today).status_code in {200, 201}


class TestEvents:
    def test_lines_are_appended_as_the_command_does(self, served: Served):
        answer = served.post(f"{API}/events", "arbiter", content=lines(*WINTER), headers=LINES)
        first = len(SEASON) + 1
        assert answer.json() == {
            "appended": 4,
            "duplicates": 0,
            "first": first,
            "last": first + 3,
        }
        entry = last(served)
        assert (entry["recorded_by"], entry["source"]) == ("arbiter Anna", "api")

    def test_an_implausible_person_is_asked_about_and_accepted(self, served: Served):
        body = json.dumps([player("hanna"), player("bye", name="BYE")])
        answer = served.post(f"{API}/events", content=body, headers=JSON)
        (problem,) = answer.json()["problems"]
        assert (answer.status_code, problem["code"]) == (422, "unlikely")
        assert problem["message"].endswith("with accept=2")
        answer = served.post(f"{API}/events?accept=2&accept=7", content=body, headers=JSON)
        assert answer.json()["appended"] == 2

    def test_one_json_array_is_as_good(self, served: Served):
        answer = served.post(f"{API}/events", "arbiter", json=WINTER)
        assert answer.json()["appended"] == len(WINTER)
        again = served.post(f"{API}/events", "arbiter", content=lines(*WINTER), headers=LINES)
        assert (again.json()["appended"], again.json()["duplicates"]) == (0, len(WINTER))

    def test_the_source_that_an_event_names_is_kept(self, in_file: Served):
        in_file.post(f"{API}/events", json=[{**player("hanna"), "source": "a letter"}])
        assert last(in_file)["source"] == "a letter"

    def test_a_dry_run_writes_nothing(self, served: Served):
        answer = served.post(f"{API}/events?dry_run=true", json=WINTER)
        assert answer.json() == {"appended": 0, "duplicates": 0, "first": None, "last": None}
        assert last(served)["position"] == len(SEASON)
        refused = served.post(f"{API}/events?dry_run=true", json=[game("none", "a", "1-0", "b")])
        assert refused.status_code == 422

    def test_who_appended_reads_the_new_figures_at_once(self, served: Served):
        before = served.get(f"{API}/pools/dwz/players/agnes").json()["figure"]
        served.post(f"{API}/events", json=WINTER)
        assert served.get(f"{API}/pools/dwz/players/agnes").json()["figure"] != before
        assert served.get("/health").json()["read_model"] == len(SEASON) + len(WINTER)

    def test_refusals_are_the_command_lines_word_for_word(self, served: Served, shell: Shell):
        bad = lines({"type": "player.registered", "data": {"player": "x", "nam": "X"}}, WINTER[2])
        printed = shell.refused("append", "-", stdin=bad)
        answer = served.post(f"{API}/events", content=bad, headers=LINES)
        assert (answer.status_code, answer.json()["problems"]) == (422, printed)

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            (b"", 400),
            (b"{", 400),
            (b"\xff", 400),
            (b"[" * 100_000, 400),
            (b'{"type": "game.submitted", "type": "player.registered", "data": {}}', 400),
            (b"5", 422),
        ],
    )
    def test_what_is_no_line_of_json_is_refused(self, in_file: Served, body: bytes, status: int):
        assert in_file.post(f"{API}/events", content=body, headers=LINES).status_code == status

    @every(
        "body",
        [
            b"{}",
            b"[",
            b"\xff",
            b"[NaN]",
            b"[{}",
            b"[{},]",
            b"[,]",
            b"[]",
            b"[{}]]",
            b"[{} {}]",
            b"",
            b"[" * 100_000,
            b'[{"type": "x", "type": "y"}]',
        ],
    )
    def test_what_is_no_json_array_is_malformed(self, in_file: Served, body: bytes):
        answer = in_file.post(
            f"{API}/events", content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 400

    @pytest.mark.parametrize(
        "event",
        [
            rb'{"type": "player.registered", "id": "\ud800", "data": {"player": "x"}}',
            rb'{"type": "player.registered", "data": {"player": "x\ud800", "name": "X"}}',
            b'{"type": "game.submitted", "data": {"game": "g", "round": 12345678901234567890123}}',
            b'{"type": "game.submitted", "data": {"game": "g", "round": 1e999}}',
            b'{"type": "game.submitted", "data": {"game": "g", "round": %s}}' % (b"1" * 5_000),
            b'{"type": "x", "type": "y", "data": {}}',
            b"5",
            b'"{}"',
        ],
    )
    def test_what_is_wrong_with_an_event_of_an_array_is_said_as_of_a_line(
        self, in_file: Served, event: bytes
    ):
        line = in_file.post(f"{API}/events", content=b"\n" + event, headers=LINES)
        array = b"[ " + json.dumps(WINTER[0]).encode() + b",\r\n" + event + b"\t]\n"
        item = in_file.post(f"{API}/events", content=array, headers=JSON)
        assert (item.status_code, item.json()["problems"]) == (
            line.status_code,
            line.json()["problems"],
        )
        assert item.json()["problems"][0]["line"] == 2

    def test_an_array_may_begin_with_a_byte_order_mark_as_a_file_may(self, in_file: Served):
        marked = "\ufeff" + json.dumps(WINTER)
        answer = in_file.post(f"{API}/events", content=marked.encode(), headers=JSON)
        assert answer.json()["appended"] == len(WINTER)

    def test_a_used_id_is_a_conflict(self, in_file: Served):
        other = {**player("hanna"), "id": SEASON[1]["id"]}
        assert in_file.post(f"{API}/events", json=[other]).status_code == 409

    def test_an_arbiter_appends_tournaments_games_and_registrations_only(self, in_file: Served):
        answer = in_file.post(f"{API}/events", "arbiter", json=[WINTER[0], adoption("1999-01-01")])
        assert answer.status_code == 403
        assert [problem["line"] for problem in answer.json()["problems"]] == [2]
        assert last(in_file)["position"] == len(SEASON)

    def test_an_officer_registers_a_name_like_a_withheld_one(self, in_file: Served):
        """Ida, whose name is withheld, is registered: to submit her again changes nothing."""
        ida = player("ida", name="Jahn, Ida")
        in_file.ledger.append([ida], by="olga")
        in_file.ledger.withhold("ida", from_day="1996-01-01", by="olga")
        before = last(in_file)["position"]
        for name in ("Jahn, Ida", "Jáhn Ida", "Ida Jahn", "Jahn, Idda"):
            body = [WINTER[0], player("another", name=name)]
            answer = in_file.post(f"{API}/events", "arbiter", json=body)
            assert answer.status_code == 403, name
            (problem,) = answer.json()["problems"]
            assert (problem["line"], problem["field"]) == (2, "name")
        assert last(in_file)["position"] == before
        assert in_file.post(f"{API}/events", "arbiter", json=[ida]).status_code != 403
        assert in_file.post(f"{API}/events", json=body).status_code == 200

    def test_no_spelling_of_a_line_gets_past_that(self, in_file: Served):
        written = json.dumps(adoption("1999-01-01"))
        for spelt in (written.replace(", ", ",\r"), "\ufeff" + written, "\n\n" + written):
            answer = in_file.post(
                f"{API}/events", "arbiter", content=spelt.encode(), headers=LINES
            )
            assert answer.status_code == 403, spelt

    @pytest.mark.parametrize("media_type", ["text/plain", "", "application/xml"])
    def test_other_media_types_are_not_taken(self, in_file: Served, media_type: str):
        answer = in_file.post(f"{API}/events", content=b"{}", headers={"Content-Type": media_type})
        assert answer.status_code == 415

    @pytest.mark.parametrize("address", [f"{API}/events", f"{API}/imports", "/desk", "/login"])
    def test_a_body_with_two_lengths_is_refused_and_the_connection_closed(
        self, in_file: Served, address: str
    ):
        both = {"Content-Length": "5", "Transfer-Encoding": "chunked", **JSON}
        answer = in_file.post(address, content=b"hello", headers=both)
        assert (answer.status_code, answer.headers["connection"]) == (400, "close")
        assert "Transfer-Encoding" in answer.text

    def test_a_packed_body_is_not_taken_and_a_plain_one_may_be_called_so(self, in_file: Served):
        body = lines(*WINTER)
        packed = {**LINES, "Content-Encoding": "gzip"}
        answer = in_file.post(f"{API}/events", content=gzip.compress(body), headers=packed)
        (problem,) = answer.json()["problems"]
        assert (answer.status_code, problem["field"]) == (415, "Content-Encoding")
        assert "send it unpacked" in problem["message"]
        assert answer.headers["Accept-Encoding"] == "identity"
        plain = {**LINES, "Content-Encoding": "Identity"}
        assert in_file.post(f"{API}/events", content=body, headers=plain).status_code == 200


class TestLargeBodies:
    def test_more_than_the_largest_body_is_refused(self, season_in_file: str, serve):
        served = serve(season_in_file, largest_body=1_000)
        body = lines(*WINTER * 20)
        for content in (body, iter([body])):  # said beforehand, and noticed while it is read
            answer = served.post(f"{API}/events", content=content, headers=LINES)
            assert answer.status_code == 413
        file = {"file": ("a.trf", b"x" * 2_000)}
        assert served.post(f"{API}/imports?pool=dwz", files=file).status_code == 413
        assert last(served)["position"] == len(SEASON)


class TestImports:
    def test_a_file_is_imported_as_the_command_does(self, served: Served, shell: Shell, tmp_path):
        path = tmp_path / "easter.trf"
        path.write_bytes(TRF)
        dry = served.post(
            f"{API}/imports?format=trf&pool=dwz&register_new=true&dry_run=true",
            "arbiter",
            files={"file": (str(path), TRF)},
        )
        printed = shell.run(
            *("--format", "json", "import", "trf", str(path), "--pool", "dwz"),
            *("--register-new", "--dry-run", "--clock-is-right"),
        )
        as_in_http = printed.out.replace("--minutes ", "minutes=")
        assert (dry.status_code, dry.text) == (200, as_in_http)
        answer = served.post(
            f"{API}/imports?format=auto&pool=dwz&register_new=true",
            "arbiter",
            files={"file": ("easter.trf", TRF)},
        )
        assert answer.json()["appended"] > 0
        entry = last(served)
        assert (entry["recorded_by"], entry["source"]) == ("arbiter Anna", "easter.trf")

    @pytest.mark.parametrize(
        "body", [b"--edge\r\nTrue--edge--\r\n", b"--edge\r\n\xff\r\n\r\n", b"no edge"]
    )
    def test_a_form_that_cannot_be_read_is_a_problem_like_any_other(self, in_file: Served, body):
        answer = in_file.post(
            f"{API}/imports?format=trf&pool=dwz",
            "arbiter",
            content=body,
            headers={"Content-Type": "multipart/form-data; boundary=edge"},
        )
        assert answer.status_code == 400
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["problems"][0]["code"] == "not-a-form"

    def test_of_two_files_in_one_form_none_is_imported(self, in_file: Served):
        answer = in_file.post(
            f"{API}/imports?format=trf&pool=dwz&register_new=true",
            files=[("file", ("easter.trf", TRF)), ("file", ("other.trf", TRF))],
        )
        (problem,) = answer.json()["problems"]
        assert (answer.status_code, problem["field"]) == (400, "file")
        assert problem["code"] == "given-twice"
        assert last(in_file)["position"] == len(SEASON)

    def test_a_file_that_is_refused_is_shown_with_what_is_open(self, in_file: Served):
        answer = in_file.post(
            f"{API}/imports?format=trf&pool=dwz", "arbiter", files={"file": ("easter.trf", TRF)}
        )
        document = answer.json()
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"
        assert document["problems"]
        assert [row["name"] for row in document["players"]][:2] == [
            "Ahorn, Anna",
            "Buche, Bert",
        ]

    def test_a_changed_file_is_for_an_officer(self, in_file: Served):
        def hand_in(role: str, result: str) -> Any:
            file = csv_text(f"1,1,2,{result},\n", tournament=f"{TOURNAMENT_CSV}key,club-cup\n")
            asked = f"{API}/imports?format=csv&pool=dwz&register_new=true"
            return in_file.post(asked, role, files={"file": ("cup.csv", file)})

        assert hand_in("arbiter", "1,0").status_code == 200
        before = last(in_file)["position"]
        refused = hand_in("arbiter", "0,1")
        assert (refused.status_code, refused.json()["changes"] != []) == (403, True)
        assert last(in_file)["position"] == before
        assert hand_in("officer", "0,1").status_code == 200
        assert last(in_file)["type"] == "correction.submitted"

    @pytest.mark.parametrize(
        ("query", "files", "status"),
        [
            ("pool=dwz&format=docx", {"file": ("a.trf", TRF)}, 400),
            ("format=trf", {"file": ("a.trf", TRF)}, 400),
            ("pool=dwz", {"other": ("a.trf", TRF)}, 400),
            ("pool=dwz", {"file": ("a.trf", b"")}, 422),
            ("pool=dwz", {"file": ("a.trf", b"\x00\xff" * 100)}, 422),
            ("pool=none&register_new=true", {"file": ("a.trf", TRF)}, 422),
            ("pool=dwz&ended_on=never", {"file": ("a.trf", TRF)}, 400),
        ],
    )
    def test_what_cannot_be_imported_is_refused(
        self, in_file: Served, query: str, files: Any, status: int
    ):
        assert in_file.post(f"{API}/imports?{query}", files=files).status_code == status

    def test_a_format_that_there_is_not_is_named(self, in_file: Served):
        asked = f"{API}/imports?pool=dwz&format=docx"
        (problem,) = in_file.post(asked, files={"file": ("a.trf", TRF)}).json()["problems"]
        assert (problem["field"], problem["code"]) == ("format", "bad-parameter")

    def test_a_form_that_is_none_is_malformed(self, in_file: Served):
        for kind in ("multipart/form-data", "multipart/form-data; boundary=x"):
            answer = in_file.post(
                f"{API}/imports?pool=dwz", content=b"--y\r\n", headers={"Content-Type": kind}
            )
            assert answer.status_code == 400, kind


class TestCorrections:
    def test_a_correction_answers_who_changes_as_the_command_does(
        self, served: Served, shell: Shell
    ):
        body = {"corrects": "game spring:agnes-bjorn", "set": DRAW, "reason": "a slip"}
        dry = served.post(f"{API}/corrections?dry_run=true", json=body)
        printed = shell.run(
            *("--format", "json", "correct", body["corrects"], "--reason", "a slip"),
            *("--set", "white_points=0.5", "--set", "black_points=0.5", "--dry-run"),
            *("--clock-is-right", "--by", "officer Anna"),
        )
        assert dry.text == printed.out
        assert last(served)["position"] == len(SEASON)
        made = served.post(f"{API}/corrections?expect={len(SEASON)}", json=body)
        assert made.json()["last"] == len(SEASON) + 1
        assert figures(made) == figures(dry)
        assert last(served)["recorded_by"] == "officer Anna"
        late = served.post(f"{API}/corrections?expect={len(SEASON)}", json=body)
        assert (late.status_code, late.json()["problems"][0]["code"]) == (409, "corrected-since")

    @pytest.mark.parametrize("query", ["", "&dry_run=true"])
    def test_who_expects_more_of_the_log_than_there_is_corrects_nothing(
        self, in_file: Served, query: str
    ):
        answer = in_file.post(f"{API}/corrections?expect=99999{query}", json=STRUCK)
        (problem,) = answer.json()["problems"]
        assert (answer.status_code, problem["code"]) == (409, "expect-not-met")
        assert last(in_file)["position"] == len(SEASON)

    def test_an_event_is_struck(self, in_file: Served):
        body = {"corrects": "spring:agnes-bjorn", "strike": True, "reason": "a slip"}
        assert in_file.post(f"{API}/corrections", json=body).json()["appended"] == 1

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            ({"corrects": "spring:agnes-bjorn", "reason": "x"}, 400),
            (
                {
                    "corrects": "spring:agnes-bjorn",
                    "strike": True,
                    "set": {"round": 1},
                    "reason": "x",
                },
                400,
            ),
            ({"corrects": "spring:agnes-bjorn", "strike": True}, 400),
            ({"corrects": 5, "strike": "yes", "reason": None, "more": 1}, 400),
            ({"corrects": "no such event", "strike": True, "reason": "x"}, 404),
            ({"corrects": "spring:agnes-bjorn", "set": {"colour": 1}, "reason": "x"}, 422),
            ({"corrects": "spring:agnes-bjorn", "set": {"white_points": 1}, "reason": "x"}, 422),
            ({"corrects": "player agnes", "strike": True, "reason": "x"}, 422),
            ([], 400),
        ],
    )
    def test_what_cannot_be_corrected_is_refused(self, in_file: Served, body: Any, status: int):
        assert in_file.post(f"{API}/corrections", json=body).status_code == status

    @pytest.mark.parametrize(
        "twice",
        [
            b'{"corrects": "spring:agnes-bjorn", "strike": true, "reason": "x", "reason": "y"}',
            b'{"corrects": "x", "set": {"round": 1, "round": 2}, "reason": "x"}',
        ],
    )
    def test_a_correction_that_says_a_field_twice_is_refused(self, in_file: Served, twice: bytes):
        answer = in_file.post(f"{API}/corrections", content=twice, headers=JSON)
        (problem,) = answer.json()["problems"]
        assert (answer.status_code, problem["code"]) == (400, "duplicate-key")
        assert problem["field"] in ("reason", "round")
        assert last(in_file)["position"] == len(SEASON)

    def test_a_text_strikes_no_event(self, in_file: Served):
        answer = in_file.post(f"{API}/corrections", json={**STRUCK, "strike": "true"})
        (problem,) = answer.json()["problems"]
        assert (answer.status_code, problem["field"]) == (400, "strike")
        assert last(in_file)["position"] == len(SEASON)

    @pytest.mark.parametrize("said", [rb'{"\ud800": 1}', rb'{"\ud800": 1, "\ud800": 1}', b"\xff"])
    def test_a_correction_that_cannot_be_written_down_is_malformed(self, in_file: Served, said):
        answer = in_file.post(f"{API}/corrections", content=said, headers=JSON)
        assert answer.status_code == 400

    def test_all_that_is_wrong_with_a_correction_is_said_at_once(self, in_file: Served):
        body = {"corrects": 5, "strike": "yes", "more": 1}
        problems = in_file.post(f"{API}/corrections", json=body).json()["problems"]
        assert {problem["field"] for problem in problems} == {
            *("corrects", "reason", "strike", "more"),
        }
