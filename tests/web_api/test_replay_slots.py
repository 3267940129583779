"""Answers that cost a replay have threads of their own, and few; everything else is answered."""

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from projections.engine.replay.replay import Replay
from projections.interfaces.http.replay_slots import ACCOUNTS, STRANGERS, ReplaySlots
from projections.queries.answer_types import Positions
from tests.web.conftest import text_of
from tests.web_api.conftest import Serve, Served
from tests.web_api.officer import come, employ, look

RATINGS = "/api/v1/pools/dwz/ratings"
LONG_AGO = 3
"""A position so early that going back takes longer than a replay up to there."""
COST_A_REPLAY = (
    f"{RATINGS}?rulebook=dwz-2014",
    f"{RATINGS}?set=expectancy=table",
    f"{RATINGS}?known_at={LONG_AGO}",
    "/api/v1/pools/dwz/players/agnes?rulebook=dwz-2014",
    "/api/v1/pools/dwz/players/agnes/audit?rulebook=dwz-2014",
    "/api/v1/pools/dwz/tournaments/spring?set=expectancy=table",
    f"/api/v1/pools/dwz/diff?from_known={LONG_AGO}",
    f"/dwz?on=1996-12-31&known_at={LONG_AGO}",
    f"/dwz.csv?known_at={LONG_AGO}",
    f"/dwz/players/agnes?known_at={LONG_AGO}",
    f"/dwz/changes?from_known={LONG_AGO}",
    "/dwz/compare?rulebook=dwz-2014",
    "/dwz/predict?rulebook=dwz-2014",
)
ORDINARY = (
    "/",
    "/dwz",
    "/dwz.csv",
    "/dwz?on=1996-06-01",
    "/dwz/players/agnes",
    "/dwz/players/agnes/audit/spring",
    "/dwz/tournaments",
    "/dwz/tournaments/spring",
    "/dwz/compare",
    "/log",
    "/search?q=e",
    RATINGS,
    "/api/v1/pools/dwz/players/agnes/audit",
    "/api/v1/log",
    "/health",
)


@contextmanager
def all_taken(served: Served, *, accounts: bool = False) -> Iterator[None]:
    """Every slot is held meanwhile, and nobody more may wait for one."""
    slots: ReplaySlots = served.client.app.state.slots
    with (
        held(slots, STRANGERS.most, has_account=False),
        held(slots, ACCOUNTS.most if accounts else 0, has_account=True),
    ):
        yield


@contextmanager
def held(slots: ReplaySlots, count: int, *, has_account: bool) -> Iterator[None]:
    """So many replays run or wait that end when this does."""
    may_end = Event()
    for _ in range(count):
        slots.begin(lambda: bool(may_end.wait(60)), has_account=has_account)
    try:
        yield
    finally:
        may_end.set()
        begun = slots._queues[has_account]
        while begun.begun >= begun.limits.most:
            Event().wait(0.001)


@pytest.mark.parametrize("address", COST_A_REPLAY)
def test_what_costs_a_replay_is_told_to_come_again_while_all_slots_are_taken(
    in_file: Served, address: str
):
    with all_taken(in_file):
        answer = in_file.get(address)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    said = "too many questions about earlier positions or other rules are being answered"
    if address.startswith("/api/"):
        assert answer.headers["content-type"] == "application/problem+json"
        (problem,) = answer.json()["problems"]
        assert (problem["code"], problem["message"].startswith(said)) == ("busy", True)
    else:
        assert said in text_of(answer.text)
    assert in_file.get(address).status_code == 200


@pytest.mark.parametrize("address", ORDINARY)
def test_everything_else_is_answered_while_all_slots_are_taken(in_file: Served, address: str):
    with all_taken(in_file, accounts=True):
        assert in_file.get(address).status_code == 200


def test_a_replay_never_runs_in_a_thread_that_answers_requests(
    in_file: Served, monkeypatch: pytest.MonkeyPatch
):
    """Not even to find out that it is one: nothing is evaluated before a slot is free."""
    began, run = Event(), Replay.run
    monkeypatch.setattr(Replay, "run", lambda replay: began.set() or run(replay))
    with all_taken(in_file):
        assert in_file.get(COST_A_REPLAY[0]).status_code == 503
        assert not began.is_set()
    assert in_file.get(COST_A_REPLAY[0]).status_code == 200
    assert began.is_set()


def test_an_answer_that_was_worked_out_before_needs_no_slot(in_file: Served):
    first = in_file.get(COST_A_REPLAY[0])
    with all_taken(in_file):
        assert in_file.get(COST_A_REPLAY[0]).json() == first.json()


def test_strangers_cannot_keep_an_account_from_its_answer(in_file: Served):
    with all_taken(in_file):
        assert in_file.get(COST_A_REPLAY[0]).status_code == 503
        assert in_file.get(COST_A_REPLAY[0], role="auditor").status_code == 200


def test_the_slots_of_accounts_are_limited_too(in_file: Served):
    with all_taken(in_file, accounts=True):
        assert in_file.get(COST_A_REPLAY[0], role="auditor").status_code == 503


def test_an_officer_in_a_browser_has_the_slots_of_accounts_too(in_file: Served):
    address = "/dwz/compare?rulebook=dwz-2014"
    employ(in_file)
    with all_taken(in_file):
        assert in_file.get(address).status_code == 503
        come(in_file, "olga")
        assert in_file.get(address).status_code == 200


def test_a_page_that_waits_for_a_slot_says_so_and_asks_again(season_in_file: str, serve: Serve):
    served = serve(season_in_file, patience=0.05)
    slots: ReplaySlots = served.client.app.state.slots
    address = "/dwz/compare?rulebook=dwz-2014"
    with held(slots, STRANGERS.at_once, has_account=False):
        waits = served.get(address)
        assert (waits.status_code, "Calculation in progress" in waits.text) == (202, True)
    for _ in range(1_000):
        if (page := served.get(address)).status_code == 200:
            break
    assert "DWZ (Wertungsordnung 2014)" in text_of(page.text)


def test_a_program_that_has_waited_long_is_told_to_come_again(season_in_file: str, serve: Serve):
    served = serve(season_in_file, patience=0.01)
    slots: ReplaySlots = served.client.app.state.slots
    with held(slots, STRANGERS.at_once, has_account=False):
        waits = served.get(COST_A_REPLAY[0])
        assert (waits.status_code, waits.headers["retry-after"]) == (503, "5")
        assert waits.json()["problems"][0]["code"] == "still-working"
    for _ in range(1_000):
        if (answer := served.get(COST_A_REPLAY[0])).status_code == 200:
            break
    assert answer.json()[0]["player"]


@pytest.mark.slow
def test_forty_replays_asked_at_once_leave_the_threads_to_everybody_else(in_file: Served):
    """Forty different questions, as many as there are threads, and the slot is held."""
    settings = [f"{RATINGS}?set=special_threshold={number}" for number in range(100, 140)]
    slots: ReplaySlots = in_file.client.app.state.slots
    with TestClient(in_file.client.app) as client, ThreadPoolExecutor(40) as strangers:
        with held(slots, STRANGERS.at_once, has_account=False):
            asked = [strangers.submit(client.get, address) for address in settings]
            refused = _refused_at_once(asked, 40 - STRANGERS.most + STRANGERS.at_once)
            for address in ORDINARY:
                assert client.get(address).status_code == 200, address
        statuses = Counter(each.result().status_code for each in asked)
    assert refused == statuses[503] == 36
    assert statuses[200] == 4


def _refused_at_once(asked: list[Any], expected: int) -> int:
    """Return the number answered while the others wait; they are waited for, but not for ever."""
    done: list[Any] = []
    for _ in range(600):
        done = [each for each in asked if each.done()]
        if len(done) >= expected:
            break
        Event().wait(0.05)
    return sum(each.result().status_code == 503 for each in done)


def test_callers_who_wait_for_one_answer_are_limited_too(in_file: Served):
    """They hold a thread each, however many ask the same."""
    slots: ReplaySlots = in_file.client.app.state.slots
    with TestClient(in_file.client.app) as client, ThreadPoolExecutor(40) as strangers:
        with held(slots, STRANGERS.at_once, has_account=False):
            asked = [strangers.submit(client.get, COST_A_REPLAY[0]) for _ in range(40)]
            assert _refused_at_once(asked, 40 - STRANGERS.most) == 35
            assert client.get("/dwz").status_code == 200
        assert Counter(each.result().status_code for each in asked) == {503: 35, 200: 5}


def test_the_read_model_is_followed_while_all_slots_are_taken(in_file: Served):
    """The server's own work has its own threads and needs no slot."""
    position: Positions = in_file.ledger.positions()
    with all_taken(in_file, accounts=True):
        in_file.ledger.rebuild("dwz")
        assert in_file.ledger.positions() == position


CORRECTION = {
    "corrects": "game spring:agnes-bjorn",
    "set": {"white_points": 0.5, "black_points": 0.5},
    "reason": "a slip",
}
SLIP = {"set.result": "½-½", "reason": "a slip"}


@pytest.mark.slow
def test_forty_previews_at_once_leave_the_threads_to_everybody_else(in_file: Served):
    """As many as there are threads: ten are done in turn, and thirty are told to come again."""
    previews: ReplaySlots = in_file.client.app.state.previews
    path, headers = "/api/v1/corrections?dry_run=true", in_file.as_("officer")
    with TestClient(in_file.client.app) as client, ThreadPoolExecutor(40) as officers:
        with held(previews, ACCOUNTS.at_once, has_account=True):
            asked = [
                officers.submit(client.post, path, json=CORRECTION, headers=headers)
                for _ in range(40)
            ]
            assert _refused_at_once(asked, 32) == 32
            for address in (*ORDINARY, COST_A_REPLAY[0]):
                assert client.get(address).status_code == 200, address
        answers = [each.result() for each in asked]
    assert Counter(each.status_code for each in answers) == {503: 32, 200: 8}
    (said,) = {each.text for each in answers if each.status_code == 200}
    assert {row["player"] for row in json.loads(said)["changed"]} >= {"agnes", "bjorn"}


def test_a_preview_in_a_browser_needs_a_slot_and_what_is_written_does_not(in_file: Served):
    employ(in_file)
    come(in_file, "olga")
    address = "/desk/corrections/spring:agnes-bjorn"
    previews: ReplaySlots = in_file.client.app.state.previews
    before = in_file.ledger.positions()["head"]
    with held(previews, ACCOUNTS.most, has_account=True):
        assert look(in_file, address, **SLIP).status_code == 503
        assert in_file.get("/desk").status_code == 200
        assert in_file.post("/api/v1/corrections", json=CORRECTION).status_code == 200
    assert in_file.ledger.positions()["head"] == before + 1
