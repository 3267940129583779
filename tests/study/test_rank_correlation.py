"""Orders of the same people: by hand, and against scipy's."""

import pytest
import scipy  # loads its statistics when they are called
from hypothesis import given
from hypothesis import strategies as st

from projections.study.compare import kendall, spearman
from tests.tables import every


def test_one_pair_of_three_stands_the_other_way_round():
    """(2 − 1) / 3 of the pairs; ρ = 1 − 6 · (0 + 1 + 1) / (3 · 8) = 0.5."""
    assert kendall([1, 2, 3], [1, 3, 2]) == pytest.approx(1 / 3)
    assert spearman([1, 2, 3], [1, 3, 2]) == pytest.approx(0.5)


def test_who_ties_in_one_order_counts_for_neither_side():
    """Of three pairs one ties in the first: (2 − 0) / √(2 · 3)."""
    assert kendall([1, 1, 2], [1, 2, 3]) == pytest.approx(2 / 6**0.5)


@every("order", [[], [5.0], [5.0, 5.0]])
def test_where_nobody_is_ahead_there_is_no_order(order):
    assert kendall(order, order) is None
    assert spearman(order, order) is None


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=60))
def test_as_scipy_has_them(pairs):
    first, second = ([float(one) for one in side] for side in zip(*pairs, strict=True))
    if len(set(first)) > 1 and len(set(second)) > 1:
        assert kendall(first, second) == pytest.approx(
            scipy.stats.kendalltau(first, second).statistic
        )
        assert spearman(first, second) == pytest.approx(
            scipy.stats.spearmanr(first, second).statistic
        )
