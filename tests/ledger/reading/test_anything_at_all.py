"""Whatever comes in as a line, the answer is a receipt or a refusal, never a traceback."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.codec import read_line
from ledger.events.problems import Problem, Refused
from ledger.validation.submission import append
from tests.ledger.lines import every_event, line
from tests.ledger.office import RULEBOOKS, Office
from tests.ledger.reading.changed_lines import mutations
from tests.ledger.soak import soak

LINES = [line({**each, "id": "it"}) for each in every_event().values()]
MUTATED = st.sampled_from(LINES).flatmap(mutations)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(), max_size=8),
    st.sampled_from(["anna", "bela", "open", "club", "1995-07-16", "it", "\0", "\ud800", "1k"]),
    st.sampled_from([0, 1, 0.5, -0.0, 2**53, 10**400, 1e-320]),
)
NAMES = st.text(st.characters(), max_size=5) | st.sampled_from(["\ud800", "id", "club", "stones"])
WILD = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def events_with_wild_values(draw: st.DrawFn) -> bytes:
    """A good event in which some values, at any depth, are anything that JSON can say."""
    event: dict[str, Any] = json.loads(draw(st.sampled_from(LINES)))
    for _ in range(draw(st.integers(1, 3))):
        _spoil(draw, event)
    return json.dumps(event).encode()


def _spoil(draw: st.DrawFn, inner: Any) -> None:
    """Put something anywhere inside, or add a field."""
    keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
    key = draw(st.sampled_from(keys)) if keys and draw(st.integers(0, 9)) else None
    if key is None:
        if isinstance(inner, dict):
            inner[draw(NAMES)] = draw(WILD)
    elif isinstance(inner[key], (dict, list)) and draw(st.integers(0, 4)):
        _spoil(draw, inner[key])
    else:
        inner[key] = draw(WILD)


ANYTHING = st.one_of(st.binary(max_size=80), MUTATED, events_with_wild_values())


@given(ANYTHING)
@settings(max_examples=200 * soak())
def test_reading_a_line_gives_a_submission_or_its_problems(raw: bytes) -> None:
    outcome = read_line(7, raw)
    if isinstance(outcome, list):
        assert outcome
        for problem in outcome:
            assert isinstance(problem, Problem)
            assert problem.line == 7
            assert problem.code
            assert problem.message
            _can_be_told(problem)


def _can_be_told(problem: Problem) -> None:
    """On a terminal and as JSON: half a character would make the answer itself fail."""
    for text in (problem.field or "", problem.message):
        text.encode()


@pytest.fixture(scope="module")
def office(shared_office: Office) -> Office:
    return shared_office


BAD = b'{"type": "none of ours"}'


@given(st.lists(ANYTHING, min_size=1, max_size=3))
@settings(max_examples=60 * soak())
def test_a_call_with_a_bad_line_writes_nothing_whatever_the_others_are(
    office: Office, lines: list[bytes]
) -> None:
    before = office.contents()
    with pytest.raises(Refused) as refused:
        append(office.engine, enumerate([*lines, BAD], 1), by="anybody", rulebooks=RULEBOOKS)
    assert refused.value.problems[-1].line == len(lines) + 1
    for problem in refused.value.problems:
        _can_be_told(problem)
    assert office.contents() == before


@given(ANYTHING)
@settings(max_examples=60 * soak())
def test_a_line_is_appended_or_refused(office: Office, raw: bytes) -> None:
    before = office.contents()
    try:
        receipt = append(office.engine, [(1, raw)], by="anybody", rulebooks=RULEBOOKS)
    except Refused:
        assert office.contents() == before
    else:
        assert receipt.appended + receipt.duplicates == 1
        assert office.verdict().ok
