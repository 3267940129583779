"""What takes long is worked out once, for everybody, and nobody waits long for it."""

from threading import Event

import pytest

from projections.web.answer_cache import AnswerCache, StillWorking


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
    cache = AnswerCache(patience=None, size=2)
    for question in ("a", "b", "a", "c"):
        cache.answer(question, lambda: "first")
    assert cache.answer("a", lambda: "again") == "first"
    assert cache.answer("b", lambda: "again") == "again"
    cache.close()
