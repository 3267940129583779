"""What takes long is worked out once, for everybody, and nobody waits long for it."""

import re
from threading import Event

import attrs
import pytest
from starlette.testclient import TestClient

from projections.api import Ledger
from projections.interfaces.http.answer_cache import (
    LEAST_CELLS,
    AnswerCache,
    StillWorking,
    cells_of,
)
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.pages.public.prepared_answers import prepare_cards
from projections.interfaces.server.app import application
from projections.queries.answers import Answers
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
    cache = AnswerCache(patience=None, cells=2 * cells_of("first") + 2 * LEAST_CELLS)
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
    cache = AnswerCache(patience=None, cells=10)
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


@pytest.mark.parametrize(
    ("answer", "cells"),
    [
        (None, 1),
        (1536, 1),
        ("1536-2", 1),
        ("a" * 100, 3),
        (b"a" * 100, 3),
        ([], 1),
        ([1, 2, 3], 4),
        ({"a": 1, "b": [1, 2]}, 5),
        ([[1, 2, 3]] * 1000, 4001),
        (Kept(figure=1536, games=(1, 2)), 5),
    ],
)
def test_what_an_answer_weighs(answer, cells):
    assert cells_of(answer) == cells


def test_cards_find_their_places_prepared(demo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = ServeSettings(database=demo, clock=lambda: DAY, follow=False)
    app = application(settings)
    with TestClient(app) as reader:
        prepare_cards(app, app.state.ledger.positions())
        monkeypatch.setattr(Answers, "in_order", lambda *_: pytest.fail("worked out again"))
        card = reader.get("/club/players/rosa").text
        assert re.search(r"place \d+ of \d+", card)


def test_places_are_those_of_the_list(demo: str) -> None:
    with Ledger.open(demo) as ledger:
        for pool in ledger.pools():
            with ledger.pool(pool["pool"]) as view:
                listed = [row["player"] for row in view.ratings()]
                assert list(view.places().items()) == [
                    (player, place) for place, player in enumerate(listed, 1)
                ]
