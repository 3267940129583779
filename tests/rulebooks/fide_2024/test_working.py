"""FIDE 0: what an audit says of a figure that came from outside."""

from tests.projections.submissions import event
from tests.rulebooks.fide_2024.federation import POOL, Federation, people, rules


def test_of_a_rating_decided_what_it_is_by_whom_and_why(fide: Federation) -> None:
    """FIDE 0."""
    fide.append(rules(), *people(a=2000))
    (step,) = fide.audit("a")["steps"]
    assert (step["rule"], step["result"]) == ("FIDE 0", 2000)
    assert step["given"] == {"kind": "initial", "by": "the office", "reason": "FIDE's list"}


def test_of_a_rating_adopted_its_list_and_that_it_was_verified(fide: Federation) -> None:
    """FIDE 0."""
    data = {"pool": POOL, "player": "b", "system": "FIDE", "figure": 1500}
    of_list = {"list_date": "2024-03-01", "verified": True}
    fide.append(rules(), *people(b=None), event("rating.adopted", "adopted b", data | of_list))
    (step,) = fide.audit("b")["steps"]
    assert (step["rule"], step["result"]) == ("FIDE 0", 1500)
    assert step["given"] == {"list": "2024-03-01", "verified": True}
