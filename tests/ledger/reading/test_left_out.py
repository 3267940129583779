"""A field that is null is one that was left out."""

import pytest

from ledger.events.codec import Submission, read_line
from tests.ledger.lines import game, line


@pytest.mark.parametrize(
    ("field", "meant"), [("played", True), ("rated_for", "both"), ("round", None)]
)
def test_null_is_what_the_field_is_without_a_word(field, meant):
    submitted = game("anna", "bela", game="g1")
    submitted["data"].pop(field, None)
    without = read_line(1, line(submitted))
    submitted["data"][field] = None
    null = read_line(1, line(submitted))
    assert isinstance(null, Submission)
    assert null.fact == without.fact
    assert getattr(null.fact, field) == meant
