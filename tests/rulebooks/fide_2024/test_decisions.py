"""Decisions that FIDE's rules do not admit are refused when they are handed in."""

import pytest

from ledger.events.problems import Refused
from tests.rulebooks.fide_2024.federation import (
    Federation,
    adoption,
    decided,
    decision,
    event_of,
    people,
    rules,
)


@pytest.mark.parametrize("the_list", ["2026-03-01", "2026-07-01", "2027-04-01"])
def test_another_list_than_the_next_three_is_refused(fide: Federation, the_list: str) -> None:
    """FIDE 7.1.3, FIDE 9.1: of a tournament that ended in March those of April, May and June."""
    fide.append(rules(), *people(a=2000, b=2000), *event_of("open", "2026-03-09", "2026-03-10"))
    with pytest.raises(Refused) as refused:
        fide.append(decision("FIDE 7.1.3", {"list": the_list}, tournament="open"))
    (problem,) = refused.value.problems
    assert problem.field == "data.value.list"
    assert "2026-04-01, 2026-05-01 or 2026-06-01" in problem.message


@pytest.mark.parametrize("the_list", ["2026-04-01", "2026-06-01"])
def test_one_of_the_next_three_lists_may_be_decided(fide: Federation, the_list: str) -> None:
    """FIDE 7.1.3, FIDE 9.1."""
    fide.append(rules(), *people(a=2000, b=2000))
    fide.append(*event_of("open", "2026-03-09", "2026-03-10", "a 1-0 b"))
    fide.append(decision("FIDE 7.1.3", {"list": the_list}, tournament="open"))
    assert fide.row("open", "a")["list"] == the_list


@pytest.mark.parametrize(
    ("rating", "day", "least"), [(999, "2024-02-29", 1000), (1399, "2024-03-01", 1400)]
)
def test_a_rating_below_the_floor_of_its_day_is_refused(
    fide: Federation, rating: int, day: str, least: int
) -> None:
    """FIDE 7.2.1."""
    fide.append(adoption("2024-01-01"), *people(a=None))
    with pytest.raises(Refused) as refused:
        fide.append(decided("a", rating, day))
    (problem,) = refused.value.problems
    assert problem.field == "data.card.rating"
    assert f"{least} or more" in problem.message
