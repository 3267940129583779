"""Decisions that FIDE's rules do not admit are refused when they are submitted."""

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


@pytest.mark.parametrize("last", [True, False])
def test_of_several_decisions_about_one_thing_the_last_holds(fide: Federation, last: bool) -> None:
    """FIDE 0.2, FIDE 5.1, FIDE 6.2: what was decided is decided again, otherwise."""
    match = ("a 1-0 b", "a 1-0 b", "a 0-1 b")
    fide.append(rules(), *people(a=2000, b=2000, c=2000, d=2000))
    fide.append(*event_of("match", "2026-03-09", "2026-03-10", *match, format="match", rounds=3))
    fide.append(*event_of("open", "2026-03-09", "2026-03-10", "c 1-0 d", "d 1-0 c"))
    fide.append(*event_of("cup", "2026-03-09", "2026-03-10", "c 1-0 d"))
    fide.append(decision("FIDE 0.2", {"evaluate": True}, tournament="match"))
    for each in (not last, last):
        decisions = [
            decision("FIDE 6.2", {"rate_all": each}, tournament="match"),
            decision("FIDE 5.1", {"rate": each}, game="open:01"),
            decision("FIDE 0.2", {"evaluate": each}, tournament="cup"),
        ]
        fide.append(*({**one, "id": f"{one['id']} {each}"} for one in decisions))
    assert fide.not_rated("match") == ({} if last else {"match:03": "FIDE 6.2"})
    assert fide.not_rated("open") == ({} if last else {"open:01": "FIDE 5.1"})
    assert fide.not_rated("cup") == ({} if last else {"cup:01": "FIDE 0.2"})


def test_of_two_lists_decided_the_last_holds(fide: Federation) -> None:
    """FIDE 7.1.3."""
    fide.append(rules(), *people(a=2000, b=2000))
    fide.append(*event_of("open", "2026-03-09", "2026-03-10", "a 1-0 b"))
    for the_list in ("2026-06-01", "2026-05-01"):
        one = decision("FIDE 7.1.3", {"list": the_list}, tournament="open")
        fide.append({**one, "id": f"decision {the_list}"})
    assert fide.row("open", "a")["list"] == "2026-05-01"
