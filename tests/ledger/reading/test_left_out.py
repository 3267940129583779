"""Fields of a line: one that is null was left out, a source has a thousand characters at most."""

from ledger.events.codec import Submission, read_line
from tests.ledger.lines import game, line, player
from tests.tables import every


@every(("field", "meant"), [("played", True), ("rated_for", "both"), ("round", None)])
def test_null_is_what_the_field_is_without_a_word(field, meant):
    submitted = game("anna", "bela", game="g1")
    submitted["data"].pop(field, None)
    without = read_line(1, line(submitted))
    submitted["data"][field] = None
    null = read_line(1, line(submitted))
    assert isinstance(null, Submission)
    assert null.fact == without.fact
    assert getattr(null.fact, field) == meant


@every(("length", "read"), [(1, True), (1_000, True), (1_001, False)])
def test_a_source_of_a_thousand_characters_is_read(length, read):
    found = read_line(1, line(player("emil") | {"source": "x" * length}))
    assert isinstance(found, Submission) is read
    if not read:
        assert [(each.field, each.code) for each in found] == [("source", "too-long")]
