"""INGO Vorwort 6: numbers to be used with care."""

from datetime import date

import pytest

from projections.rulebooks.ingo_1960.card import IngoCard, pack, unpack
from projections.rulebooks.ingo_1960.unsafe_numbers import drift_after, unsafe

DAY = date(1965, 5, 1)


def _card(count: int = 5, on: date = date(1964, 5, 1), drift: int = 0) -> IngoCard:
    return IngoCard(number=120, count=count, on=on, source="autumn", drift=drift)


@pytest.mark.parametrize(
    ("card", "why"),
    [
        (_card(), []),
        (_card(count=3), []),
        (_card(count=2), ["few"]),
        (_card(on=date(1962, 5, 2)), []),
        (_card(on=date(1962, 5, 1)), ["old"]),
        (_card(drift=2), []),
        (_card(drift=3), ["drifting"]),
        (_card(drift=-3), ["drifting"]),
        (_card(count=1, on=date(1950, 1, 1), drift=-4), ["few", "old", "drifting"]),
    ],
)
def test_few_old_and_drifting_numbers_are_unsafe(card: IngoCard, why: list[str]):
    """INGO Vorwort 6: fewer than three, three full years, three times one way (R28)."""
    assert unsafe(card, DAY) == why


@pytest.mark.parametrize(
    ("drift", "number", "after"),
    [
        (0, 121, 1),
        (0, 119, -1),
        (2, 121, 3),
        (2, 119, -1),
        (-2, 119, -3),
        (-2, 125, 1),
        (3, 120, 0),
    ],
)
def test_a_drift_counts_changes_in_one_direction(drift: int, number: int, after: int):
    """INGO Vorwort 6: a change the other way begins anew, none at all ends it."""
    assert drift_after(_card(drift=drift), number) == after
    assert drift_after(None, number) == 0


def test_a_drift_is_kept_with_the_card():
    """INGO Vorwort 6"""
    assert unpack(pack(_card(drift=-2))) == _card(drift=-2)
