"""Slow answers are computed once, for all readers, and nobody waits long for them."""

import re
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic
from typing import Any
from weakref import ref

import attrs
import pytest
from starlette.testclient import TestClient

from projections.api import Ledger
from projections.interfaces.http import answer_cache
from projections.interfaces.http.answer_cache import (
    BYTES_BESIDE,
    PATIENTLY,
    AnswerCache,
    StillWorking,
    bytes_of,
)
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from projections.interfaces.server.warm_cache import WarmCache
from projections.pool_view import PoolView
from projections.queries import whole_list
from tests.tables import every
from tests.web.conftest import DAY


@attrs.frozen
class Kept:
    """An answer with parts."""

    figure: int
    games: tuple[int, ...]


@pytest.fixture
def cache():
    found = AnswerCache(patience=0.05)
    yield found
    found.close()


def test_a_long_answer_is_worked_out_once_and_found_on_coming_again(cache):
    may_end, asked = Event(), []

    def work() -> str:
        asked.append("once")
        may_end.wait(10)
        return "1536-2"

    for _ in range(3):
        with pytest.raises(StillWorking):
            cache.answer("rosa", work)
    may_end.set()
    for _ in range(100):
        try:
            assert cache.answer("rosa", work) == "1536-2"
            break
        except StillWorking:
            continue
    assert asked == ["once"]


def test_a_failure_is_told_and_not_kept(cache):
    def fail() -> str:
        raise ValueError("the database is away")

    with pytest.raises(ValueError, match="away"):
        cache.answer("rosa", fail)
    assert cache.answer("rosa", lambda: "1536-2") == "1536-2"


def test_the_answers_asked_for_last_are_kept():
    room = 2 * (bytes_of("a") + bytes_of("first") + BYTES_BESIDE)
    cache = AnswerCache(patience=None, most=room)
    for question in ("a", "b", "a", "c"):
        cache.answer(question, lambda: "first")
    assert cache.answer("a", lambda: "again") == "first"
    assert cache.answer("b", lambda: "again") == "again"


def test_long_lists_are_kept_as_far_as_there_is_room_for_them():
    """Lists of ten thousand players of whom twenty things are said, for thirty days."""
    cache = AnswerCache(patience=None)
    rows = [dict.fromkeys(map(str, range(20)), 1536)] * 10_000
    asked = []

    def listed(day: int) -> list[dict[str, int]]:
        asked.append(day)
        return rows

    for day in [*range(30), 29, 0]:
        assert cache.answer(day, lambda day=day: listed(day)) is rows
    assert asked == [*range(30), 0]


def test_an_answer_that_is_larger_than_all_room_is_given_all_the_same():
    cache = AnswerCache(patience=None, most=10)
    assert cache.answer("list", lambda: [1] * 1000) == [1] * 1000
    assert cache.answer("list", lambda: "again") == [1] * 1000
    assert cache.answer("another", lambda: "first") == "first"
    assert cache.answer("list", lambda: "again") == "again"


def test_a_failure_after_long_work_is_not_kept_either(cache):
    may_end, failures = Event(), []

    def fail() -> str:
        may_end.wait(10)
        failures.append("away")
        raise ValueError("the database is away")

    with pytest.raises(StillWorking):
        cache.answer("rosa", fail)
    may_end.set()
    while not failures:
        continue
    for _ in range(100):
        try:
            assert cache.answer("rosa", lambda: "1536-2") == "1536-2"
            break
        except (StillWorking, ValueError):
            continue
    else:
        pytest.fail("the failure is kept")


def test_questions_are_weighed_with_their_answers():
    """As many as are asked: what is kept of them takes no more than the room there is."""
    cache = AnswerCache(patience=None, most=1_000_000)
    tracemalloc.start()
    for number in range(1_000):
        cache.answer(f"{number:05}" + "?" * 60_000, lambda: "1536-2")
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 1_500_000


@pytest.mark.slow
def test_small_answers_are_weighed_with_what_they_take_beside_themselves():
    cache = AnswerCache(patience=None, most=1_000_000)
    tracemalloc.start()
    for number in range(10_000):
        cache.answer(number, lambda: None)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 1_500_000


def test_one_answer_larger_than_is_allowed_takes_the_place_of_no_other():
    cache = AnswerCache(patience=None, most=100_000, largest=20_000)
    assert cache.answer("card", lambda: "first") == "first"
    assert len(cache.answer("list", lambda: "x" * 30_000)) == 30_000
    assert cache.answer("card", lambda: "again") == "first"
    assert cache.answer("list", lambda: "again") == "again"


def test_where_too_much_waits_nothing_more_is_begun_and_what_is_kept_is_given(
    cache, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(answer_cache, "MOST_AT_WORK", 2)
    may_end, begun = Event(), []
    assert cache.answer("kept", lambda: "1536-2") == "1536-2"
    for question in ("a", "b", "c", "d"):
        with pytest.raises(StillWorking):
            cache.answer(
                question, lambda question=question: begun.append(question) or may_end.wait(10)
            )
    assert cache.answer("kept", lambda: "again") == "1536-2"
    assert cache.answer("program", lambda: "answered", until=PATIENTLY) == "answered"
    may_end.set()
    assert sorted(begun) == ["a", "b"]


ROW = dict.fromkeys(map(str, range(20)), 1536)


@every(
    ("answer", "least", "most"),
    [
        (None, 10, 20),
        ("1536-2", 40, 60),
        ("a" * 1_000, 1_000, 1_100),
        (b"a" * 1_000, 1_000, 1_100),
        ([], 50, 60),
        ([1, 2, 3], 150, 200),
        ([ROW] * 10_000, 10_000 * 1_000, 10_000 * 3_000),
        (Kept(figure=1536, games=(1, 2)), 100, 250),
    ],
)
def test_what_an_answer_weighs(answer, least, most):
    assert least <= bytes_of(answer) <= most


def test_cards_find_their_places_prepared(demo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = ServeSettings(database=demo, clock=lambda: DAY, follow=False)
    app = application(settings)
    with TestClient(app) as reader:
        ledger = app.state.ledger
        WarmCache(ledger=ledger, rows=app.state.rows).lists(ledger.positions())
        monkeypatch.setattr(whole_list, "_ranked", lambda *_: pytest.fail("worked out again"))
        card = reader.get("/club/players/rosa").text
        assert re.search(r"place \d+ of \d+", card)


def test_places_are_those_of_the_list_and_equal_ratings_share_theirs(demo: str) -> None:
    with Ledger.open(demo) as ledger:
        for pool in ledger.pools():
            with ledger.pool(pool["pool"]) as view:
                listed = view.ratings()
                figures = [row["figure"] for row in listed]
                for row in listed:
                    place = view.ranks(row["player"])[0]
                    assert place["place"] == figures.index(row["figure"]) + 1


class List:
    """A long answer, which is noticed when it is let go."""


def until_ended(cache: AnswerCache) -> None:
    """Wait until the workers of a cache have done all that is to be done."""
    for number in range(8):
        cache.answer(f"last {number}", lambda: Event().wait(0.01), until=PATIENTLY)


def test_the_answer_of_an_earlier_head_is_let_go_when_that_of_the_newer_is_there():
    cache = AnswerCache(patience=None)
    earlier = ref(cache.answer("list", List, state=41))
    assert earlier() is not None
    newer = ref(cache.answer("list", List, state=42))
    assert (earlier(), newer() is not None) == (None, True)
    assert cache.answer("list", lambda: "again", state=42) is newer()
    assert cache.answer("list", lambda: "again", state=41) == "again"


def test_an_answer_that_was_asked_earlier_and_came_late_does_not_replace_the_newer(cache):
    may_end = Event()
    with pytest.raises(StillWorking):
        cache.answer("list", lambda: may_end.wait(10) and "of 41", state=41)
    assert cache.answer("list", lambda: "of 42", state=42, until=PATIENTLY) == "of 42"
    may_end.set()
    until_ended(cache)
    assert cache.answer("list", lambda: "again", state=42, until=PATIENTLY) == "of 42"


def test_what_waits_for_an_earlier_head_is_dropped_unless_someone_needs_it(cache):
    """Four workers are held; a list and a card wait, and then the log grows."""
    may_end, begun = Event(), []
    for worker in range(4):
        with pytest.raises(StillWorking):
            cache.answer(worker, lambda: may_end.wait(10))
    for state in (41, 42, 43):
        with pytest.raises(StillWorking):
            cache.answer("list", lambda state=state: begun.append(("list", state)), state=state)
    with ThreadPoolExecutor(1) as program:
        waits = program.submit(
            lambda: cache.answer("card", lambda: begun.append(41), state=41, until=PATIENTLY)
        )
        while "card" not in cache._waiting:
            continue
        with pytest.raises(StillWorking):
            cache.answer("card", lambda: begun.append(42), state=42)
        may_end.set()
        waits.result(10)
    until_ended(cache)
    assert begun == [("list", 43), 41, 42]


def test_whoever_has_waited_long_enough_waits_no_longer_for_one_more_answer():
    cache, may_end = AnswerCache(patience=60), Event()
    with pytest.raises(StillWorking):
        cache.answer("rosa", lambda: may_end.wait(1), until=monotonic() + 0.01)
    may_end.set()
    cache.close()


def test_of_a_pool_its_newest_state_is_kept_and_each_that_was_asked_for_by_position(demo: str):
    """The log grows from 300 to 310 events; the list as known at 100 was asked for by name."""
    cache, asked, today = AnswerCache(patience=None), [], DAY.date()
    with Ledger.open(demo) as ledger:

        def summary(view: PoolView) -> Any:
            asked.append(view.as_of.known_at)
            return view.summary()

        def ask(known_at: int, head: int) -> None:
            at = {"head": head, "pools": {"club": head}}
            view = ledger.pool("club", known_at=known_at)
            cache.of_view(view, summary, today=today, at=at)

        for known_at, head in ((100, 300), (300, 300), (300, 300), (310, 310), (100, 310)):
            ask(known_at, head)
        assert asked == [100, 300, 310, 100]
        assert len(cache._kept) == 2
        ask(310, 310)
        assert asked == [100, 300, 310, 100]
