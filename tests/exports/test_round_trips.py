"""A file that is read and written again means the same, for any tournament."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.importing.formats.registry import detect_format, read
from ledger.importing.formats.tournament_report import TournamentReport
from tests.exports.conftest import NewLedger
from tests.exports.tournaments import (
    AGA,
    GO_TABLES,
    H9,
    TABLES,
    TRF16,
    TRF26,
    US_CHESS,
    plain,
    with_absences,
)

FORMS = {
    "trf16": ("trf", TRF16),
    "trf26": ("trf", TRF26),
    "h9": ("h9", H9),
    "uschess": ("uschess", US_CHESS),
    "aga": ("aga", AGA),
    "csv": ("csv", TABLES | GO_TABLES),
    "jsonl": ("jsonl", TABLES | GO_TABLES),
}
ALWAYS_SAID = {
    "uschess": ("complete them at the upload", "say at the upload which system rates it"),
    "aga": ("put the members' own in their place", "written as 7, with a handicap as 0"),
}
"""Values that a form states of every tournament, because the receiving office requires them."""


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=20)
@given(data=st.data())
def test_a_tournament_that_went_out_comes_in_again(
    new_ledger: NewLedger, form: str, data: st.DataObject
) -> None:
    reader, tournaments = FORMS[form]
    before: TournamentReport = data.draw(tournaments)
    with new_ledger() as ledger:
        content, messages = ledger.written(ledger.submit(before), form)
    said = ALWAYS_SAID.get(form, ())
    assert [
        each
        for each in messages
        if not each.endswith(said or ("\0",)) and "not on record" not in each
    ] == []
    assert detect_format(content) == reader
    after, issues = read(reader, "what was written", content)
    assert [str(issue) for issue in issues if issue.kind == "error"] == []
    assert after is not None
    assert plain(after) == plain(with_absences(before) if form == "trf26" else before)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=6)
@given(data=st.data())
def test_a_file_written_from_a_written_file_is_the_same_file(
    new_ledger: NewLedger, form: str, data: st.DataObject
) -> None:
    reader, tournaments = FORMS[form]
    with new_ledger() as ledger:
        first, _ = ledger.written(ledger.submit(data.draw(tournaments)), form)
    again, _ = read(reader, "what was written", first)
    assert again is not None
    with new_ledger() as ledger:
        second, _ = ledger.written(ledger.submit(again), form)
    assert second == first
