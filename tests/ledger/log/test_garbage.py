"""Long work changes how often the collector looks, and leaves it as it was."""

import gc

import pytest

from ledger.gc_tuning import SELDOM, reduced_garbage_collection


@pytest.fixture(autouse=True)
def usual():
    """Python's own setting; that of the tests is back afterwards, whatever one of them sets."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield gc.get_threshold()
    gc.set_threshold(*before)


def test_it_looks_seldom_inside_and_as_before_afterwards(usual):
    with reduced_garbage_collection():
        assert gc.get_threshold() == SELDOM
    assert gc.get_threshold() == usual


def test_it_looks_as_before_after_work_that_failed(usual):
    with pytest.raises(ZeroDivisionError), reduced_garbage_collection():
        1 / 0  # noqa: B018
    assert gc.get_threshold() == usual


def test_work_inside_other_work_does_not_end_it(usual):
    with reduced_garbage_collection():
        with reduced_garbage_collection():
            pass
        assert gc.get_threshold() == SELDOM
    assert gc.get_threshold() == usual


@pytest.mark.parametrize("own", [0, SELDOM[0], SELDOM[0] + 1])
def test_a_program_that_looks_more_seldom_or_never_keeps_its_setting(own):
    gc.set_threshold(own)
    with reduced_garbage_collection():
        assert gc.get_threshold()[0] == own
    assert gc.get_threshold()[0] == own
