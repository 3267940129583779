"""Rights on rating lists: every operation, by every account, on every list, through every door."""

import re
from typing import Any

import pytest

from ledger.events.problems import Refused
from ledger.log.clock import now
from projections.accounts.roles import SUBMITTERS
from projections.accounts.store import makers_of
from projections.interfaces.http.accounts.access import FIELD
from projections.operations.catalogue import OPERATIONS, operation
from projections.operations.operation import common_to
from projections.queries.arguments import Upload
from projections.submissions.store import SubmissionStore
from tests.projections.submissions import (
    adoption,
    correction,
    decided,
    forgotten,
    membership,
    merge,
    player,
    strike,
    tournament,
    withheld,
)
from tests.tables import some_at_once
from tests.web_api.conftest import Serve, Served
from tests.web_api.districts import (
    ACCOUNTS,
    APART,
    API,
    BOTH,
    CASES,
    LISTS,
    NOTHING,
    OF,
    OF_ACCOUNTS,
    TWO_DISTRICTS,
    A,
    B,
    fields,
    may_write,
    new_game,
    send,
    state,
    two_districts,
)
from tests.web_api.hand_ins import TRF
from tests.web_api.log_ins import token_in
from tests.web_api.officer import come, faults_in, fields_in, look
from tests.web_api.officer import send as press


@pytest.fixture
def served(database_after, serve: Serve) -> Served:
    """Two districts on both engines."""
    return serve(database_after(two_districts))


@pytest.fixture
def in_file(sqlite_after, serve: Serve) -> Served:
    """Two districts in a file."""
    return serve(sqlite_after(two_districts), patience=None)


WRONG = {
    "file": Upload("new.trf", b"?"),
    "on": "1900-01-01",
    "player": "nobody",
    "rating": "?",
    "rule": "none",
    "rulebook": "none",
    "title": "?" * 10_000,
}
"""Values that an operation refuses whoever asks for it."""


def refused_for_list(answer: Any) -> bool:
    codes = {each["code"] for each in answer.json().get("problems", ())}
    return answer.status_code == 403 and codes == {"not-this-list"}


class TestEveryOperation:
    def test_each_has_a_case_for_each_list(self):
        tried = {name for name, _ in CASES}
        assert tried | APART | OF_ACCOUNTS == {each.name for each in OPERATIONS}
        assert all({(name, A), (name, B)} <= {*CASES} for name in tried)

    @pytest.mark.parametrize(
        ("name", "of"), some_at_once(CASES, [each for each in CASES if each[1] != B])
    )
    def test_only_those_with_the_right_for_each_list_write(
        self, in_file: Served, name: str, of: str
    ):
        """Over HTTP, dry or not, and as a program in Python; an officer with the right does it."""
        asked, given = operation(name), fields(name, of)
        assert given is not None
        before = state(in_file)
        for account, (role, _) in ACCOUNTS.items():
            if role not in asked.roles:
                continue
            may = may_write(account, LISTS[of])
            # Of those who may, one after the other would be refused for other reasons.
            for query in ({"dry_run": "true"}, *(() if may else ({},))):
                answer = send(in_file, account, asked, given, **query)
                where = (account, query, answer.status_code, answer.text)
                assert refused_for_list(answer) is not may, where
                assert answer.status_code != 403 or not may, where
                if not may:
                    assert "administrator" in answer.text, where
                    if not {"pool", "pools"}.isdisjoint(given):  # before anything is read
                        wrong = given | {it: WRONG[it] for it in given.keys() & WRONG.keys()}
                        assert refused_for_list(send(in_file, account, asked, wrong, **query))
            if not may:
                common = {"by": account} if "by" in common_to(asked.request_class) else {}
                request = asked.request_class(**given, **common)
                with in_file.ledger.engine.connect() as connection:
                    found = in_file.accounts.find(connection, account)
                with pytest.raises(Refused, match="an administrator can give it"):
                    in_file.ledger.used_by(found).do(request)
        assert state(in_file) == before
        allowed = {A: "olga of A", B: "olga of B", "both": "olga of both"}[of]
        answer = send(in_file, allowed, asked, given)
        expected = {404, 422} if name == "withdraw_running" else {200}
        assert answer.status_code in expected, answer.text

    @pytest.mark.parametrize("name", ["describe_site", "answer_signal"])
    def test_what_belongs_to_no_single_list_needs_every_one(self, in_file: Served, name: str):
        given = {
            "describe_site": {"logo": Upload("no.png", b"x")},
            "answer_signal": {"signal": "3b1f0c2d9a7e6458", "reason": "in order"},
        }[name]
        for account, (role, lists) in ACCOUNTS.items():
            if role in operation(name).roles:
                answer = send(in_file, account, operation(name), given)
                assert refused_for_list(answer) is bool(lists), (account, answer.text)


# --- events as they come --------------------------------------------------------------------


BY_ID = {each["id"]: each for each in TWO_DISTRICTS}
_WITH_A_CLUB: list[Any] = [(player,), (membership, "SC", "1996-01-01")]
EVENTS: list[tuple[str, frozenset[str], list[dict[str, Any]]]] = [
    ("a game of A", LISTS[A], [new_game("spring", "anna", "erna")]),
    ("a game of B", LISTS[B], [new_game("fjord", "anna", "erna")]),
    ("a game of the cup", BOTH, [new_game("cup", "anna", "erna")]),
    ("a tournament of A", LISTS[A], [tournament("may", "1997-05-01")]),
    ("a tournament of B", LISTS[B], [tournament("may", "1997-05-01", pools=[B])]),
    ("a tournament of both", BOTH, [tournament("may", "1997-05-01", pools=[A, B])]),
    ("a new list", frozenset({"new"}), [adoption("1996-01-01", "new")]),
    ("a rulebook of B", LISTS[B], [adoption("2003-01-01", B)]),
    ("a rating of B", LISTS[B], [decided("anna", "1500-5", "1997-01-01", pool=B)]),
    ("a registration", NOTHING, [player("hanna")]),
    (
        "many newcomers with their clubs",
        NOTHING,
        [each(f"new{n}", *of) for n in range(6) for each, *of in _WITH_A_CLUB],
    ),
    ("a name of nobody's list", NOTHING, [withheld("erna", "1996-01-01")]),
    ("a withheld name of A", LISTS[A], [withheld("anna", "1996-01-01")]),
    ("a withheld name of B", LISTS[B], [withheld("nora", "1996-01-01")]),
    ("a club of B", LISTS[B], [membership("nora", "SC", "1996-01-01")]),
    ("an erasure in B", LISTS[B], [forgotten("nora")]),
    ("a merger across", BOTH, [merge("anna", "nora")]),
    ("a merger into nobody's", LISTS[B], [merge("erna", "nora")]),
    (
        "a correction of a game of B",
        LISTS[B],
        [correction(BY_ID["game fjord:nora-nils"], "c1", white_points=0, black_points=1)],
    ),
    ("a game of the cup struck", BOTH, [strike(BY_ID["game cup:cora-dora"], "c1")]),
    (
        "a tournament of A moved into B",
        BOTH,
        [correction(BY_ID["tournament spring"], "c1", pools=[B])],
    ),
    (
        "a tournament of B moved into A",
        BOTH,
        [correction(BY_ID["tournament fjord"], "c1", pools=[A])],
    ),
    ("a rating of B struck", LISTS[B], [strike(BY_ID["decision nora 1996-01-01"], "c1")]),
    ("a name of B corrected", LISTS[B], [correction(BY_ID["player nora"], "c1", name="X, Y")]),
    (
        "lists mixed in one batch",
        BOTH,
        [new_game("spring", "anna", "erna"), new_game("fjord", "nora", "erna")],
    ),
    (
        "a registration and a rating of B",
        LISTS[B],
        [player("hanna"), decided("hanna", "1500-5", "1997-01-01", pool=B)],
    ),
]


class TestEvents:
    @pytest.mark.parametrize(
        ("touched", "given"), [each[1:] for each in EVENTS], ids=[e[0] for e in EVENTS]
    )
    def test_an_officer_appends_only_what_touches_his_lists(
        self, served: Served, touched: frozenset[str], given: list[dict[str, Any]]
    ):
        before = state(served)
        for account, (role, _) in ACCOUNTS.items():
            if role == "arbiter":
                continue
            may = may_write(account, touched)
            answer = served.post(f"{API}/events?dry_run=true", account, json=given)
            assert refused_for_list(answer) is not may, (account, answer.text)
            if not may:
                answer = served.post(f"{API}/events", account, json=given)
                assert refused_for_list(answer), (account, answer.text)
        assert state(served) == before
        allowed = next(
            each for each in ("olga of A", "olga of B", "olga") if may_write(each, touched)
        )
        assert served.post(f"{API}/events", allowed, json=given).status_code == 200

    def test_a_correction_touches_the_lists_it_once_counted_for(self, in_file: Served):
        moved = correction(BY_ID["tournament fjord"], "moved", pools=[A])
        assert in_file.post(f"{API}/events", "alma", json=[moved]).status_code == 200
        for given in (strike(moved, "back"), new_game("fjord", "anna", "erna")):
            answer = in_file.post(f"{API}/events", "olga of A", json=[given])
            assert refused_for_list(answer), answer.text

    def test_a_correction_of_a_correction_touches_the_lists_of_both(self, in_file: Served):
        wrong = correction(
            BY_ID["game fjord:nora-nils"], "first", white_points=0.5, black_points=0.5
        )
        assert in_file.post(f"{API}/events", "olga of B", json=[wrong]).status_code == 200
        answer = in_file.post(f"{API}/events", "olga of A", json=[strike(wrong, "second")])
        assert refused_for_list(answer), answer.text

    def test_a_merged_person_touches_the_lists_of_every_registration(self, in_file: Served):
        assert (
            in_file.post(f"{API}/events", "alma", json=[merge("erna", "nora")]).status_code == 200
        )
        for given in (withheld("erna", "1996-01-01"), strike(merge("erna", "nora"), "apart")):
            answer = in_file.post(f"{API}/events", "olga of A", json=[given])
            assert refused_for_list(answer), answer.text

    def test_what_is_said_about_very_many_persons_touches_every_list(self, in_file: Served):
        names = [f"new{number}" for number in range(6)]
        assert in_file.post(f"{API}/events", "olga", json=[*map(player, names)]).status_code == 200
        clubs = [membership(each, "SC", "1996-01-01") for each in names]
        assert refused_for_list(in_file.post(f"{API}/events", "olga of A", json=clubs))
        assert in_file.post(f"{API}/events", "olga of A", json=clubs[:5]).status_code == 200

    def test_an_arbiter_appends_a_tournament_only_to_his_lists(self, in_file: Served):
        for account, of, may in (("anton of A", A, True), ("anton of B", A, False)):
            given = [tournament(f"may {account}", "1997-05-01", pools=[of])]
            answer = in_file.post(f"{API}/events", account, json=given)
            assert refused_for_list(answer) is not may, answer.text

    def test_an_id_of_another_spelling_is_no_other_way_in(self, in_file: Served):
        for spelt in ("North", " north", "north ", "NORTH", "north\u200b"):
            given = [tournament("may", "1997-05-01", pools=[spelt])]
            answer = in_file.post(f"{API}/events", "olga of A", json=given)
            assert answer.status_code in {403, 422}, (spelt, answer.text)

    def test_an_event_recorded_already_is_recorded_for_everybody(self, in_file: Served):
        again = [BY_ID["game fjord:nora-nils"]]
        answer = in_file.post(f"{API}/events", "olga of A", json=again)
        assert (answer.status_code, answer.json()["duplicates"]) == (200, 1)
        other = [{**new_game("fjord", "nora", "erna"), "id": again[0]["id"]}]
        answer = in_file.post(f"{API}/events", "olga of A", json=other)
        assert answer.status_code == 409, answer.text

    def test_json_lines_are_read_likewise(self, in_file: Served):
        import json  # noqa: PLC0415

        lines = "\n".join(
            json.dumps(each)
            for each in (new_game("spring", "anna", "erna"), new_game("fjord", "nora", "erna"))
        )
        headers = {"Content-Type": "application/x-ndjson"}
        answer = in_file.post(f"{API}/events", "olga of A", content=lines, headers=headers)
        assert refused_for_list(answer), answer.text


# --- submissions, and what else is read ------------------------------------------------------


class TestSubmissions:
    def submitted(self, served: Served, of: str) -> str:
        answer = send(
            served,
            f"anton of {'A' if of == A else 'B'}",
            operation("submit"),
            fields("submit", of) or {},
        )
        id_: str = answer.json()["submission"]
        return id_

    @pytest.mark.parametrize("name", ["accept", "send_back", "comment", "discard"])
    def test_only_an_officer_of_its_list_decides(self, in_file: Served, name: str):
        id_ = self.submitted(in_file, B)
        before = state(in_file)
        given = {
            "accept": {"register_new": True, "minutes": 90},
            "send_back": {"message": "no"},
            "comment": {"text": "why?"},
            "discard": {},
        }[name]
        answer = send(in_file, "olga of A", operation(name), {"submission": id_, **given})
        assert refused_for_list(answer), answer.text
        assert state(in_file) == before
        answer = send(in_file, "olga of B", operation(name), {"submission": id_, **given})
        assert answer.status_code == 200, answer.text

    def test_a_file_of_A_that_changes_a_tournament_of_B_is_refused(self, in_file: Served):
        id_ = self.submitted(in_file, A)
        given = {
            "submission": id_,
            "same_as": "fjord",
            "register_new": True,
            "minutes": 90,
            "reason": "x",
        }
        before = state(in_file)
        answer = send(in_file, "olga of A", operation("accept"), given)
        assert answer.status_code in {403, 422}, answer.text
        assert state(in_file) == before

    def test_an_officer_sees_the_submissions_of_his_lists(self, in_file: Served):
        ids = {of: self.submitted(in_file, of) for of in (A, B)}
        for account, seen in (("olga of A", {A}), ("olga of B", {B}), ("olga", {A, B})):
            rows = in_file.get(f"{API}/submissions", account).json()
            assert {each["pool"] for each in rows} == seen, account
        come(in_file, "olga of A")
        page = in_file.get("/desk").text
        assert ids[A] in page
        assert ids[B] not in page
        assert in_file.get(f"/desk/{ids[A]}").status_code == 200
        assert in_file.get(f"/desk/{ids[B]}").status_code == 403

    def test_no_list_is_chosen_beforehand_where_there_are_several(self, in_file: Served):
        come(in_file, "olga of both")
        page = in_file.get("/desk")
        assert fields_in(page.text)["pool"] == ""
        address = "/desk/tournaments/new", "/desk/publishing", "/desk/live", "/desk/members"
        assert [fields_in(in_file.get(each).text)["pool"] for each in address] == [""] * 4
        refused = in_file.client.post(
            "/desk", data={FIELD: token_in(page)}, files={"file": ("spring.trf", TRF)}
        )
        assert refused.status_code == 400
        assert "Choose a file and a rating list." in refused.text
        for address, typed in (
            ("/desk/publishing", {"on": "1996-07-01"}),
            (
                "/desk/tournaments/new",
                {"name": "Cup", "ended_on": "1996-08-01", "players": "anna\nbert"},
            ),
            ("/desk/decisions/rule", {"rule": "DWZ 6.2.1", "decided_by": "x", "reason": "x"}),
        ):
            answer = look(in_file, address, **typed)
            assert answer.status_code == 422, address
            assert ("pool", "Choose a rating list.") in [
                (name, said.strip()) for name, said in faults_in(answer)
            ]
        come(in_file, "olga of A")
        assert fields_in(in_file.get("/desk").text)["pool"] == A

    def test_an_officer_accepts_a_file_for_another_of_his_lists(self, in_file: Served):
        """Anton chose the wrong list.  Who has no right for the other one cannot put it there."""
        id_ = self.submitted(in_file, A)
        given = {"submission": id_, "pool": B, "register_new": True, "minutes": 90}
        for account in ("olga of A", "olga of B"):
            answer = send(in_file, account, operation("accept"), given)
            assert refused_for_list(answer), answer.text
        answer = send(in_file, "olga of both", operation("accept"), given)
        assert answer.status_code == 200, answer.text
        *_, row = in_file.ledger.log(types=["tournament.submitted"])
        assert row["data"]["pools"] == [B]
        found = SubmissionStore(in_file.ledger.engine, now).one(id_)
        assert (found.state, found.pool) == ("accepted", B)

    def test_the_list_of_a_file_is_changed_on_its_page_and_stays_so(self, in_file: Served):
        address = f"/desk/{self.submitted(in_file, A)}"
        come(in_file, "olga of both")
        page = in_file.get(address)
        assert fields_in(page.text)["pool"] == A
        press(in_file, address, page, action="show", pool=B)
        assert fields_in(in_file.get(address).text)["pool"] == B
        come(in_file, "olga of A")
        assert in_file.get(address).status_code == 403

    def test_nobody_changes_it_to_a_list_of_others_or_as_an_arbiter(self, in_file: Served):
        address = f"/desk/{self.submitted(in_file, A)}"
        for account in ("olga of A", "anton of A"):
            come(in_file, account)
            page = in_file.get(address)
            assert 'name="pool"' not in page.text
            press(in_file, address, page, action="show", pool=B)
            assert in_file.get(address).status_code == 200

    def test_irregularities_of_another_list_are_not_shown(self, in_file: Served):
        for account, of, status in (
            ("olga of A", A, 200),
            ("olga of A", B, 403),
            ("olga", B, 200),
        ):
            answer = in_file.get(f"{API}/pools/{of}/irregularities", account)
            assert answer.status_code == status, answer.text
        assert in_file.get(f"{API}/pools/{B}/ratings", "olga of A").status_code == 200


class TestWhatIsOffered:
    """Pages offer what is not refused: the answer comes from where a request is judged."""

    @pytest.mark.parametrize(
        ("account", "of", "offered"),
        [
            ("olga of A", A, True),
            ("olga of A", B, False),
            ("olga of A", "both", False),
            ("olga of both", "both", True),
            ("olga", B, True),
            ("anton of A", A, False),
        ],
    )
    def test_corrections_and_decisions_about_own_lists(
        self, in_file: Served, account: str, of: str, offered: bool
    ):
        come(in_file, account)
        pool, about = (A if of == "both" else of), OF[of]
        tournament = in_file.get(f"/{pool}/tournaments/{about['tournament']}").text
        assert ("/desk/corrections/" in tournament) is offered
        for each in (about["game"], about["player"]):
            position = in_file.ledger.event_as_it_stands(each)["position"]
            event = in_file.get(f"/log/{position}").text
            assert ("/desk/corrections/" in event) is offered, each
        card = in_file.get(f"/{pool}/players/{about['player']}").text
        decides = account != "anton of A" and may_write(account, frozenset({pool}))
        assert ("/desk/decisions/figure/" in card) is decides

    def test_a_form_that_would_be_refused_is_not_shown(self, in_file: Served):
        come(in_file, "olga of A")
        for of, status in ((A, 200), (B, 403)):
            for address in (
                f"/desk/corrections/{OF[of]['game']}",
                f"/desk/decisions/figure/{of}",
                f"/desk/site/{of}",
            ):
                page = in_file.get(address)
                assert page.status_code == status, address
                assert ("has no right to write in north" in page.text) is (of == B)

    @pytest.mark.parametrize(("of", "offered"), [(A, True), (B, False), ("both", False)])
    def test_changes_of_the_register(self, in_file: Served, of: str, offered: bool):
        come(in_file, "olga of A")
        page = in_file.get(f"/desk/players/{OF[of]['player']}").text
        for each in ("rename", "forget", "merge", "withhold"):
            assert (f"/{each}" in page) is offered
        assert ("olga of A has no right to write in" in page) is not offered

    @pytest.mark.parametrize(("account", "offered"), [("olga of A", False), ("olga", True)])
    def test_what_belongs_to_every_list(self, in_file: Served, account: str, offered: bool):
        twice = (player(each, name="Same, Name") for each in ("one", "other"))
        in_file.ledger.append(twice, by="anna")
        come(in_file, account)
        site = in_file.get("/desk/site").text
        assert ('name="imprint"' in site) is offered
        assert f"/desk/site/{A}" in site
        quality = in_file.get("/desk/oddities").text
        assert "Perhaps registered twice" in quality
        assert ('name="signal"' in quality) is offered
        pools = re.findall(r'<option value="(\w+)"', in_file.get("/desk/decisions/rulebook").text)
        assert (B not in pools) or offered


class TestAccounts:
    def test_an_administrator_limits_an_account_from_the_next_request_on(self, in_file: Served):
        given = [tournament("may", "1997-05-01", pools=[B])]
        answer = in_file.post(f"{API}/accounts/olga/lists", "alma", json={"lists": [A]})
        assert answer.json()["lists"] == [A]
        assert refused_for_list(in_file.post(f"{API}/events", "olga", json=given))
        answer = in_file.post(f"{API}/accounts/olga/lists", "alma", json={"every": True})
        assert answer.json()["lists"] is None
        assert in_file.post(f"{API}/events", "olga", json=given).status_code == 200

    @pytest.mark.parametrize("account", [each for each in ACCOUNTS if each != "alma"])
    def test_nobody_else_raises_a_limit(self, in_file: Served, account: str):
        before = state(in_file)
        for method, path, given in (
            ("POST", "lists", {"every": True}),
            ("POST", "lists", {"lists": [A, B]}),
            ("POST", "role", {"role": "admin"}),
            ("POST", "tokens", {}),
            ("PATCH", "lists", {"every": True}),
            ("DELETE", "lists", {}),
        ):
            answer = in_file.client.request(
                method,
                f"{API}/accounts/{account}/{path}",
                headers=in_file.as_(account),
                json=given,
            )
            assert answer.status_code in {403, 405}, (method, path, answer.text)
        come(in_file, account)
        page = in_file.get(f"/desk/accounts/{account}/edit")
        assert page.status_code == 403
        assert state(in_file) == before

    def test_it_is_noted_who_could_act_as_an_account(self, in_file: Served):
        made = {"name": "otto", "role": "officer"}
        assert in_file.post(f"{API}/accounts", "alma", json=made).status_code == 200
        for _ in range(2):
            assert in_file.post(f"{API}/accounts/olga/tokens", "alma", json={}).status_code == 200
        with in_file.ledger.engine.connect() as connection:
            found = {name: makers_of(connection, name) for name in ("otto", "olga", "alma")}
        assert found == {"otto": {"alma"}, "olga": {"alma"}, "alma": set()}

    def test_a_limit_is_checked(self, in_file: Served):
        for name, given in (
            ("olga", {"lists": ["nowhere"]}),
            ("olga", {"lists": [A], "every": True}),
            ("olga", {}),
            ("alma", {"lists": [A]}),
            ("nobody", {"lists": [A]}),
        ):
            answer = in_file.post(f"{API}/accounts/{name}/lists", "alma", json=given)
            assert answer.status_code in {404, 422}, (name, given, answer.text)
        role = in_file.post(f"{API}/accounts/olga of A/role", "alma", json={"role": "admin"})
        assert role.status_code == 422, role.text

    def test_a_new_account_may_be_limited(self, in_file: Served):
        given = {"name": "otto", "role": "officer", "lists": [B, B]}
        assert in_file.post(f"{API}/accounts", "alma", json=given).json()["lists"] == [B]
        for wrong in ({"role": "admin"}, {"lists": ["nowhere"]}):
            answer = in_file.post(f"{API}/accounts", "alma", json={**given, "name": "x", **wrong})
            assert answer.status_code in {404, 422}, answer.text

    def test_an_administrator_ticks_the_lists_on_the_page_of_the_account(self, in_file: Served):
        come(in_file, "alma")
        path = "/desk/accounts/olga/edit"
        for typed, lists in (
            ({f"lists.{A}": "1", f"lists.{B}": "1"}, [A, B]),
            ({f"lists.{A}": "1", f"lists.{B}": None}, [A]),
            ({f"lists.{A}": None}, None),
        ):
            assert press(in_file, path, action="limit_account", **typed).status_code == 200
            (row,) = (each for each in in_file.ledger.accounts() if each["account"] == "olga")
            assert row["lists"] == lists
        typed = {"name": "otto", "role": "officer", f"lists.{B}": "1", "password": ""}
        assert press(in_file, "/desk/accounts/new", action="do", **typed).status_code == 303
        (row,) = (each for each in in_file.ledger.accounts() if each["account"] == "otto")
        assert row["lists"] == [B]

    def test_a_session_has_the_limits_of_its_account(self, in_file: Served):
        come(in_file, "olga of A")
        for path, typed in PAGES.items():
            own = look(
                in_file,
                path.format(**OF[A], pool=A),
                **{k: v.format(pool=A) for k, v in typed.items()},
            )
            assert own.status_code == 200, (path, own.text)
            other = in_file.client.post(
                path.format(**OF[B], pool=B),
                data={
                    FIELD: token_in(own),
                    "action": "show",
                    **{k: v.format(pool=B) for k, v in typed.items()},
                },
            )
            assert other.status_code == 403, (path, other.text)
            assert "no right to write in north" in other.text, path


PAGES = {
    "/desk/corrections/{game}": {"set.result": "0-1", "reason": "x"},
    "/desk/players/{player}/rename": {"name": "X, Y"},
    "/desk/players/{player}/withhold": {"reason": "x"},
    "/desk/players/{player}/forget": {"reason": "x"},
    "/desk/decisions/figure/{pool}": {
        "player": "Erna, Test",
        "from_day": "1997-01-01",
        "card.rating": "1500",
        "card.index": "5",
        "kind": "initial",
        "decided_by": "the board",
        "reason": "x",
    },
    "/desk/publishing": {"pool": "{pool}", "on": "1996-12-31"},
    "/desk/decisions/rulebook": {
        "pool": "{pool}",
        "rulebook": "dwz-1995",
        "from_day": "2003-01-01",
    },
}
"""Forms of officers, each with what is typed into it."""


def test_roles_that_submit_are_limited_too():
    assert {role for role, lists in ACCOUNTS.values() if lists} < SUBMITTERS
