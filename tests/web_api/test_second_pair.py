"""A second pair of eyes: what one officer asks for waits until another one approves it."""

from datetime import timedelta
from typing import Any

import pytest

from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.operations import second_pair
from projections.operations.catalogue import operation
from projections.operations.second_pair import LIFETIME
from projections.queries.arguments import Upload
from tests.projections.submissions import (
    adopted,
    adoption,
    correction,
    decided,
    exception,
    forgotten,
    membership,
    merge,
    player,
    strike,
    summary,
    tournament,
    withheld,
)
from tests.tables import every
from tests.web.conftest import text_of
from tests.web_api.conftest import PASSWORD, Serve, Served, Watch, employ
from tests.web_api.districts import (
    API,
    CASES,
    LISTS,
    OF,
    TWO_DISTRICTS,
    A,
    B,
    fields,
    new_game,
    send,
    state,
    two_districts,
)
from tests.web_api.hand_ins import TRF
from tests.web_api.officer import come, do, fields_in, look
from tests.web_api.officer import send as press

BY_ID = {each["id"]: each for each in TWO_DISTRICTS}
GAME = BY_ID["game spring:anna-bert"]


def asking(database: str) -> None:
    """The districts, whose list A asks for a second pair of eyes; Otto is another officer."""
    two_districts(database)
    with Ledger.open(database) as ledger:
        accounts = AccountStore(ledger.engine, Watch())
        for name, lists in (("otto", LISTS[A]), ("ella", ())):
            employ(accounts, name, "officer", PASSWORD, lists)
        ledger.second_pair(A, by="alma")


@pytest.fixture
def served(database_after, serve: Serve) -> Served:
    """On both engines."""
    return serve(database_after(asking))


@pytest.fixture
def in_file(sqlite_after, serve: Serve) -> Served:
    """In a file."""
    return serve(sqlite_after(asking), patience=None)


def ask(served: Served, account: str = "olga", **changed: Any) -> str:
    """Correct the first game; the id of the request that waits."""
    given = {"corrects": "spring:anna-bert", "result": "0-1", "reason": "a slip", **changed}
    answer = served.post(f"{API}/corrections", account, json=given)
    assert answer.status_code == 202, answer.text
    id_: str = answer.json()["submission"]
    return id_


def approve(served: Served, id_: str, account: str, **given: Any) -> Any:
    return served.post(f"{API}/submissions/{id_}/approval", account, json=given)


def seen(served: Served, id_: str, account: str) -> Any:
    """The present effect."""
    return served.post(f"{API}/submissions/{id_}/approval?dry_run=true", account, json={}).json()


def head(served: Served) -> int:
    return served.ledger.positions()["head"]


def codes(answer: Any) -> set[str]:
    return {each["code"] for each in answer.json()["problems"]}


def result_of(served: Served) -> tuple[Any, Any]:
    data = served.ledger.event_as_it_stands("game spring:anna-bert")["data"]
    return data["white_points"], data["black_points"]


class TestApproving:
    def test_a_correction_takes_effect_when_another_officer_approves_it(self, served: Served):
        before = head(served)
        id_ = ask(served)
        assert (head(served), result_of(served)) == (before, (1, 0))
        (row,) = served.get(f"{API}/submissions", "otto").json()
        assert (row["submission"], row["operation"], row["account"]) == (id_, "correct", "olga")
        # Anna 1500-10 expects 0.5 of nobody's rating: Bert has none, so no rating changes.
        found = seen(served, id_, "otto")
        assert (found["as_asked"], found["fields"]["result"]) == (True, "0-1")
        answer = approve(served, id_, "otto")
        assert answer.status_code == 200, answer.text
        assert answer.json()["effect"]["appended"] == 1
        assert result_of(served) == (0, 1)
        (entry,) = served.ledger.log(before)
        assert (entry["type"], entry["recorded_by"]) == ("correction.submitted", "olga")
        found = found_submission(served, id_)
        assert (found.state, found.decided_by, found.position) == ("accepted", "otto", before + 1)
        assert found.request.fields == {}

    def test_it_is_approved_once(self, served: Served):
        id_ = ask(served)
        assert approve(served, id_, "otto").status_code == 200
        after = head(served)
        assert codes(approve(served, id_, "ella")) == {"decided-already"}
        assert head(served) == after

    def test_the_same_request_waits_once(self, in_file: Served):
        assert ask(in_file) == ask(in_file)
        assert ask(in_file, "otto") != ask(in_file)
        assert len(in_file.get(f"{API}/submissions", "ella").json()) == 2

    def test_a_preview_needs_nobody_else(self, in_file: Served):
        given = {"corrects": "spring:anna-bert", "result": "0-1", "reason": "a slip"}
        answer = in_file.post(f"{API}/corrections?dry_run=true", "olga", json=given)
        assert answer.status_code == 200
        assert not in_file.get(f"{API}/submissions", "otto").json()

    def test_a_list_that_asks_for_nobody_goes_on_as_before(self, in_file: Served):
        given = {"corrects": "fjord:nora-nils", "result": "0-1", "reason": "a slip"}
        assert in_file.post(f"{API}/corrections", "olga", json=given).status_code == 200

    def test_a_command_on_the_database_needs_nobody_else(self, in_file: Served):
        in_file.ledger.correct("spring:anna-bert", result="0-1", reason="a slip", by="root")
        assert result_of(in_file) == (0, 1)


def found_submission(served: Served, id_: str) -> Any:
    from projections.submissions.store import SubmissionStore  # noqa: PLC0415

    return SubmissionStore(served.ledger.engine, served.watch).one(id_)


NOW = {"import_file", "submit", "submit_running", "calculate_file", "withdraw_running"}
"""Operations by which nothing recorded is changed."""
ALONE = NOW | {"describe_list", "withhold"}


class TestEveryOperation:
    @pytest.mark.parametrize("name", [name for name, of in CASES if of == A])
    def test_what_changes_the_list_waits_and_does_it_when_it_is_approved(
        self, in_file: Served, name: str
    ):
        given, before = fields(name, A), state(in_file)
        answer = send(in_file, "olga", operation(name), given or {})
        if name == "second_pair":
            return  # of administrators: below
        if name in ALONE:
            assert answer.status_code in {200, 404, 422}, answer.text
            return
        if name == "add_players":
            assert codes(answer) == {"needs-second-pair"}
            assert state(in_file) == before
            return
        assert answer.status_code == 202, answer.text
        assert in_file.ledger.positions()["head"] == before[0]  # type: ignore[index]
        id_ = answer.json()["submission"]
        assert codes(approve(in_file, id_, "olga")) == {"same-person"}
        assert codes(approve(in_file, id_, "olga of B")) == {"not-this-list"}
        done = approve(in_file, id_, "otto")
        assert done.status_code == 200, done.text
        assert in_file.ledger.positions()["head"] > before[0]  # type: ignore[index]
        last = list(in_file.ledger.log(before[0]))  # type: ignore[index]
        assert {each["recorded_by"] for each in last} == {"olga"}

    def test_what_touches_both_lists_waits_for_somebody_with_both(self, in_file: Served):
        answer = send(in_file, "olga", operation("merge"), fields("merge", "both") or {})
        id_ = answer.json()["submission"]
        for account in ("otto", "olga of B"):
            assert codes(approve(in_file, id_, account)) == {"not-this-list"}, account
            assert not in_file.get(f"{API}/submissions", account).json()
        assert approve(in_file, id_, "ella").status_code == 200


EVENTS = [
    [adoption("2003-01-01")],
    [decided("anna", "1500-5", "1997-01-01")],
    [adopted("anna", 1600, "1997-01-01")],
    [exception("spring", "e1", granted=False)],
    [summary("bert", "old", "1996-02-01")],
    [correction(GAME, "c1", white_points=0, black_points=1)],
    [strike(GAME, "c1")],
    [strike(BY_ID["decision anna 1996-01-01"], "c1")],
    [merge("anna", "anna2")],
    [merge("erna", "anna")],
    [forgotten("anna")],
    [tournament("may", "1997-05-01"), decided("bert", "1500-5", "1997-01-01")],
]


class TestOtherWays:
    @every("given", EVENTS, ids=[each[-1]["type"] for each in EVENTS])
    def test_no_event_gets_in_without_it(self, served: Served, given: list[Any]):
        before = state(served)
        for account in ("olga", "otto", "alma"):
            answer = served.post(f"{API}/events", account, json=given)
            assert (answer.status_code, codes(answer)) == (403, {"needs-second-pair"}), answer.text
        assert state(served) == before

    def test_new_results_and_withheld_names_need_nobody_else(self, in_file: Served):
        for given in (
            [tournament("may", "1997-05-01"), new_game("may", "anna", "bert")],
            [player("hanna")],
            [withheld("anna", "1996-01-01")],
            [membership("anna", "SC", "1996-01-01")],
        ):
            assert in_file.post(f"{API}/events", "olga", json=given).status_code == 200, given

    def test_a_changed_file_is_accepted_by_another_than_its_submitter(self, in_file: Served):
        first = {"pools": [A], "file": Upload("a.trf", TRF), "minutes": 90, "register_new": True}
        made = send(in_file, "olga", operation("import_file"), first)
        assert made.status_code == 200, made.text
        name = made.json()["tournament"]["tournament"]
        changed = (
            TRF.replace(b" 1", b" 0", 0).replace(b"w 1", b"w =", 1).replace(b"b 0", b"b =", 1)
        )
        assert changed != TRF
        given = {"same_as": name, "minutes": 90, "reason": "the score sheet", "accept": "names"}
        again = {"pools": [A], "file": Upload("b.trf", changed), **given}
        answer = send(in_file, "olga", operation("import_file"), again)
        assert codes(answer) == {"needs-second-pair"}, answer.text
        submitted = send(
            in_file, "olga", operation("submit"), {"pool": A, "file": Upload("b.trf", changed)}
        )
        id_ = submitted.json()["submission"]
        before = head(in_file)
        answer = send(in_file, "olga", operation("accept"), {"submission": id_, **given})
        assert codes(answer) == {"needs-second-pair"}, answer.text
        assert head(in_file) == before
        answer = send(in_file, "otto", operation("accept"), {"submission": id_, **given})
        assert answer.status_code == 200, answer.text
        assert head(in_file) > before


class TestSamePerson:
    def test_neither_token_nor_session_of_the_same_account_approves(self, in_file: Served):
        id_ = ask(in_file)
        second = in_file.accounts.add_token("olga")
        for token in (in_file.tokens["olga"], second):
            headers = {"Authorization": f"Bearer {token}"}
            answer = in_file.client.post(
                f"{API}/submissions/{id_}/approval", json={}, headers=headers
            )
            assert codes(answer) == {"same-person"}
        come(in_file, "olga")
        page = in_file.get(f"/desk/{id_}")
        assert 'value="approve"' not in page.text
        assert press(in_file, f"/desk/{id_}", page, action="approve").status_code == 403
        assert result_of(in_file) == (1, 0)

    @pytest.mark.parametrize("way", ["opened", "password", "token"])
    def test_nobody_approves_with_an_account_that_he_could_use(self, in_file: Served, way: str):
        if way == "opened":
            given = {"name": "eva", "role": "officer"}
            assert in_file.post(f"{API}/accounts", "alma", json=given).status_code == 200
        else:
            in_file.accounts.add("eva", "officer", None)
        if way == "password":
            path = f"{API}/accounts/eva/password"
            assert in_file.post(path, "alma", json={"password": PASSWORD}).status_code == 200
        if way == "token":
            assert in_file.post(f"{API}/accounts/eva/tokens", "alma", json={}).status_code == 200
        in_file.tokens["eva"] = in_file.accounts.add_token("eva")
        assert codes(approve(in_file, ask(in_file, "alma"), "eva")) == {"same-person"}
        assert codes(approve(in_file, ask(in_file, "eva"), "alma")) == {"same-person"}
        assert result_of(in_file) == (1, 0)
        assert approve(in_file, ask(in_file, "eva"), "otto").status_code == 200

    def test_nor_with_one_that_an_account_of_his_has_opened(self, in_file: Served):
        """Alma opens Adam's account, and as Adam she opens Zoe's."""
        for maker, name, role in (("alma", "adam", "admin"), ("adam", "zoe", "officer")):
            given = {"name": name, "role": role}
            assert in_file.post(f"{API}/accounts", maker, json=given).status_code == 200
            in_file.tokens[name] = in_file.accounts.add_token(name)
        assert codes(approve(in_file, ask(in_file, "alma"), "zoe")) == {"same-person"}
        assert codes(approve(in_file, ask(in_file, "zoe"), "alma")) == {"same-person"}
        assert result_of(in_file) == (1, 0)
        assert approve(in_file, ask(in_file, "zoe"), "otto").status_code == 200

    def test_who_made_a_token_of_his_own_is_not_everybody(self, in_file: Served):
        for _ in range(2):
            answer = in_file.post(f"{API}/accounts/alma/tokens", "alma", json={})
            assert answer.status_code == 200
        assert codes(approve(in_file, ask(in_file, "alma"), "alma")) == {"same-person"}
        assert approve(in_file, ask(in_file), "alma").status_code == 200

    def test_an_arbiter_or_auditor_approves_nothing(self, in_file: Served):
        id_ = ask(in_file)
        assert approve(in_file, id_, "anton of A").status_code == 403
        assert approve(in_file, id_, "reader").status_code == 401


class TestChangedBetween:
    def test_an_event_corrected_meanwhile_is_looked_at_again(self, in_file: Served):
        id_ = ask(in_file)
        in_file.ledger.correct("spring:anna-bert", result="½-½", reason="x", by="root")
        before = head(in_file)
        assert approve(in_file, id_, "otto").status_code == 409
        assert head(in_file) == before

    def test_nor_does_an_old_name_come_back(self, in_file: Served):
        asked = in_file.post(f"{API}/players/anna/name", "olga", json={"name": "Ahorn, Anna"})
        in_file.ledger.rename("anna", "Buche, Anna", by="root")
        answer = approve(in_file, asked.json()["submission"], "otto")
        assert codes(answer) == {"corrected-since"}
        assert in_file.ledger.register_entry("anna")["name"] == "Buche, Anna"

    def test_another_effect_is_refused_until_it_was_looked_at(self, in_file: Served):
        given = fields("publish", A) or {}
        id_ = send(in_file, "olga", operation("publish"), given).json()["submission"]
        stale = seen(in_file, id_, "otto")["shown"]
        in_file.ledger.correct("spring:anna-bert", result="0-1", reason="x", by="root")
        before = head(in_file)
        for shown in ({}, {"shown": stale}, {"shown": "x"}):
            assert codes(approve(in_file, id_, "otto", **shown)) == {"effect-changed"}
        assert head(in_file) == before
        found = seen(in_file, id_, "otto")
        assert found["as_asked"] is False
        assert approve(in_file, id_, "otto", shown=found["shown"]).status_code == 200

    def test_what_changes_elsewhere_does_not_matter_nor_does_the_day(self, in_file: Served):
        given = {**(fields("decide_rating", A) or {}), "player": "bert"}
        answer = send(in_file, "olga", operation("decide_rating"), given)
        rating = answer.json()["submission"]
        assert seen(in_file, rating, "otto")["effect"]["changed"]
        in_file.watch.go_on(days=2)
        assert approve(in_file, rating, "otto").status_code == 200
        id_ = ask(in_file)
        in_file.ledger.correct("fjord:nora-nils", result="0-1", reason="x", by="root")
        assert approve(in_file, id_, "otto").status_code == 200

    def test_who_has_lost_the_right_asks_for_nothing(self, in_file: Served):
        for lose in (
            lambda: in_file.accounts.limit("ella", [B]),
            lambda: in_file.accounts.give_role("ella", "arbiter"),
            lambda: in_file.accounts.close("ella"),
        ):
            in_file.accounts.give_role("ella", "officer")
            in_file.accounts.limit("ella", [])
            id_ = ask(in_file, "ella")
            lose()
            assert approve(in_file, id_, "otto").status_code == 403
            discarded = in_file.post(f"{API}/submissions/{id_}/discard", "otto", json={})
            assert discarded.status_code == 200
        assert result_of(in_file) == (1, 0)

    def test_who_has_lost_the_right_approves_nothing(self, in_file: Served):
        id_ = ask(in_file)
        in_file.accounts.limit("otto", [B])
        assert codes(approve(in_file, id_, "otto")) == {"not-this-list"}
        in_file.accounts.give_role("otto", "arbiter")
        assert codes(approve(in_file, id_, "otto")) == {"not-this-role"}
        in_file.accounts.close("otto")
        assert approve(in_file, id_, "otto").status_code == 401
        assert result_of(in_file) == (1, 0)

    def test_an_administrator_who_is_none_any_more_ends_nothing(self, in_file: Served):
        in_file.accounts.add("adam", "admin", None)
        path = f"{API}/pools/{A}/second-pair"
        id_ = in_file.post(path, "alma", json={"end": True}).json()["submission"]
        in_file.accounts.give_role("alma", "officer")
        assert codes(approve(in_file, id_, "otto")) == {"lost-right"}
        in_file.accounts.give_role("alma", "admin")
        assert approve(in_file, id_, "otto").status_code == 200

    def test_what_touches_another_list_by_now_needs_the_right_for_it(self, in_file: Served):
        id_ = ask(in_file)
        in_file.ledger.correct("tournament spring", set={"pools": [A, B]}, reason="x", by="root")
        answer = in_file.post(f"{API}/submissions/{id_}/approval?dry_run=true", "otto", json={})
        assert codes(answer) == {"not-this-list"}
        assert codes(approve(in_file, id_, "otto")) == {"not-this-list"}
        assert approve(in_file, id_, "ella").status_code == 200

    def test_nothing_is_written_between_the_effect_and_the_approval(
        self, in_file: Served, monkeypatch: pytest.MonkeyPatch
    ):
        id_ = ask(in_file)
        digest = second_pair._digest

        def digest_while_another_appends(effect: Any) -> str:
            in_file.ledger.append([player("hanna")], by="root")
            return digest(effect)

        monkeypatch.setattr(second_pair, "_digest", digest_while_another_appends)
        assert codes(approve(in_file, id_, "otto")) == {"written-meanwhile"}
        assert result_of(in_file) == (1, 0)

    def test_it_expires(self, in_file: Served):
        id_ = ask(in_file)
        in_file.watch.go_on(seconds=(LIFETIME + timedelta(seconds=1)).total_seconds())
        token = in_file.accounts.add_token("otto")
        answer = in_file.client.post(
            f"{API}/submissions/{id_}/approval",
            json={},
            headers={"Authorization": f"Bearer {token}"},
        )
        assert codes(answer) == {"expired"}

    def test_a_request_is_no_file_and_a_file_no_request(self, in_file: Served):
        id_ = ask(in_file)
        answer = send(in_file, "otto", operation("accept"), {"submission": id_})
        assert codes(answer) == {"not-a-file"}
        file = send(in_file, "olga", operation("submit"), fields("submit", A) or {})
        assert codes(approve(in_file, file.json()["submission"], "otto")) == {"not-a-request"}


class TestTheSetting:
    def test_it_ends_only_with_a_second_pair_of_eyes(self, in_file: Served):
        path = f"{API}/pools/{A}/second-pair"
        answer = in_file.post(path, "alma", json={"end": True})
        assert answer.status_code == 202, answer.text
        id_ = answer.json()["submission"]
        assert codes(approve(in_file, id_, "alma")) == {"same-person"}
        assert in_file.ledger.site()["lists"][0]["second_pair"] is True
        assert approve(in_file, id_, "otto").status_code == 200
        assert not in_file.ledger.site()["lists"]
        assert found_submission(in_file, id_).state == "accepted"
        given = {"corrects": "spring:anna-bert", "result": "0-1", "reason": "a slip"}
        assert in_file.post(f"{API}/corrections", "olga", json=given).status_code == 200

    def test_an_approval_that_comes_second_ends_nothing(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ):
        """While Ella looks at it, Otto approves it, and Alma lets the list ask again."""
        path = f"{API}/pools/{A}/second-pair"
        id_ = served.post(path, "alma", json={"end": True}).json()["submission"]
        digest = second_pair._digest

        def digest_while_another_approves(effect: Any) -> str:
            monkeypatch.setattr(second_pair, "_digest", digest)
            assert approve(served, id_, "otto").status_code == 200
            assert served.post(path, "alma", json={}).status_code == 200
            return digest(effect)

        monkeypatch.setattr(second_pair, "_digest", digest_while_another_approves)
        assert codes(approve(served, id_, "ella")) == {"decided-already"}
        assert served.ledger.site()["lists"][0]["second_pair"] is True

    def test_only_administrators_set_it(self, in_file: Served):
        for account in ("olga", "olga of B", "anton of B"):
            answer = in_file.post(f"{API}/pools/{B}/second-pair", account, json={})
            assert answer.status_code == 403
        assert in_file.post(f"{API}/pools/nowhere/second-pair", "alma", json={}).status_code == 404

    def test_the_title_of_the_list_leaves_it(self, in_file: Served):
        given = {"title": "List A"}
        assert in_file.post(f"{API}/pools/{A}/description", "olga", json=given).status_code == 200
        assert in_file.ledger.site()["lists"][0]["second_pair"] is True


class TestPages:
    def test_an_officer_asks_and_another_approves_what_he_sees(self, in_file: Served):
        path = f"/desk/corrections/{OF[A]['game']}"
        come(in_file, "olga of A")
        shown = look(in_file, path, **{"set.result": "0-1", "reason": "the score sheet"})
        asked = do(in_file, path, shown)
        assert asked.status_code == 303
        address = asked.headers["location"]
        page = in_file.get(address)
        assert "the score sheet" in page.text
        asked_for = page.text[page.text.index("<tbody>") : page.text.index("</tbody>")]
        assert "Event</th>" in asked_for
        assert "Anna – Bert, 1\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}0 (The spring)" in asked_for
        assert "White points" in asked_for
        assert "white_points" not in asked_for
        game = in_file.ledger.event_as_it_stands(OF[A]["game"])["position"]
        assert f'<a href="/log/{game}">' in asked_for
        assert result_of(in_file) == (1, 0)
        come(in_file, "otto")
        assert address in in_file.get("/desk").text
        page = in_file.get(address)
        assert fields_in(page.text)["shown"]
        answer = press(in_file, address, page, action="approve")
        assert answer.status_code == 303, answer.text
        assert result_of(in_file) == (0, 1)
        assert "otto" in in_file.get(address).text
        event = f"/log/{head(in_file)}"
        assert f'<a href="{address}"><bdi>otto</bdi></a>' in in_file.get(event).text
        come(in_file, "olga of B")
        assert address not in in_file.get(event).text
        in_file.client.cookies.clear()
        assert address not in in_file.get(event).text

    def test_players_tournaments_and_lists_have_their_names(self, in_file: Served):
        """Ids stand behind the names, in small letters."""
        in_file.ledger.describe_list(A, title="The district", by="alma")
        pages = {}
        for name in ("merge", "decide_rule"):
            asked = send(in_file, "olga", operation(name), fields(name, A) or {})
            assert asked.status_code == 202, asked.text
            come(in_file, "otto")
            page = in_file.get(f"/desk/{asked.json()['submission']}").text
            pages[name] = text_of(page)
        assert "The registration that is kept Anna, Test anna" in pages["merge"]
        assert "The other registration Anna2, Test anna2" in pages["merge"]
        assert "Rating list The district" in pages["decide_rule"]
        assert "The spring spring" in pages["decide_rule"]

    def test_it_is_sent_back_with_a_message(self, in_file: Served):
        id_ = ask(in_file)
        come(in_file, "otto")
        page = in_file.get(f"/desk/{id_}")
        assert press(in_file, f"/desk/{id_}", page, action="send-back").status_code == 422
        sent = press(in_file, f"/desk/{id_}", page, action="send-back", message="which sheet?")
        assert sent.status_code == 303
        come(in_file, "olga")
        assert "which sheet?" in in_file.get(f"/desk/{id_}").text

    def test_the_asker_answers_a_comment_on_its_page(self, in_file: Served):
        id_ = ask(in_file)
        for name, text in (("otto", "which sheet?"), ("olga", "the one of Black")):
            come(in_file, name)
            page = in_file.get(f"/desk/{id_}")
            said = press(in_file, f"/desk/{id_}", page, action="comment", text=text)
            assert said.headers["location"] == f"/desk/{id_}"
        come(in_file, "otto")
        page = in_file.get(f"/desk/{id_}").text
        assert 0 < page.index("which sheet?") < page.index("the one of Black")

    def test_a_form_without_its_token_approves_nothing(self, in_file: Served):
        id_ = ask(in_file)
        come(in_file, "otto")
        answer = in_file.client.post(f"/desk/{id_}", data={"action": "approve"})
        assert answer.status_code == 403
        assert result_of(in_file) == (1, 0)

    def test_an_administrator_sets_it_on_the_page_of_the_list(self, in_file: Served):
        come(in_file, "alma")
        path = f"/desk/site/{B}"
        assert press(in_file, path, action="second-pair").status_code == 303
        assert in_file.ledger.site()["lists"][1]["second_pair"] is True
        waits = press(in_file, path, action="end-second-pair")
        assert in_file.get(waits.headers["location"]).status_code == 200
        assert in_file.ledger.site()["lists"][1]["second_pair"] is True
