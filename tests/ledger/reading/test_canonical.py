"""One spelling for every fact: RFC 8785, by two independent encoders."""

import json
from hashlib import sha256
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from ledger.events.canonical_json import canonical, chain_hash, entry_hash, envelope, quoted
from ledger.events.values import DEEPEST_JSON, Fault, read_json
from tests.tables import every

WRITABLE = st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=["\ufffe", "\uffff"])
TEXTS = st.text(WRITABLE, max_size=20)
INTEGERS = st.integers(-(2**53) + 1, 2**53 - 1)
DECIMALS = st.integers(-1_000_000_000, 1_000_000_000).map(lambda thousandths: thousandths / 1000)
# Names that RFC 8785 sorts by UTF-16 would come in another order by code point.
NAMES = st.one_of(TEXTS, st.text("aZ_é\ud7ff\ue000\ufffd𝄞😀", min_size=1, max_size=3))
SCALARS = st.one_of(st.none(), st.booleans(), INTEGERS, DECIMALS, TEXTS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=4)
    ),
    max_leaves=20,
)


def admitted(value: Any) -> Any:
    """The value as the ledger reads it; examples that it refuses are not examples."""
    try:
        return read_json(value)
    except Fault:
        return None


@given(VALUES.map(admitted))
def test_canonical_json_is_rfc_8785(value: Any) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)


@given(VALUES.map(admitted))
def test_canonical_json_is_what_the_standard_library_writes_with_sorted_keys(value: Any) -> None:
    written = json.dumps(
        _integral(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert canonical(value) == written


def _integral(value: Any) -> Any:
    """1.0 is written 1."""
    if isinstance(value, float) and value == int(value):
        return int(value)
    if isinstance(value, list):
        return [_integral(item) for item in value]
    if isinstance(value, dict):
        return {key: _integral(item) for key, item in value.items()}
    return value


@given(VALUES.map(admitted))
def test_reading_canonical_json_and_writing_it_again_changes_nothing(value: Any) -> None:
    once = canonical(value)
    assert canonical(json.loads(once)) == once


@given(TEXTS)
def test_a_text_is_quoted_as_the_standard_library_quotes_it(text: str) -> None:
    assert quoted(text) == json.dumps(text, ensure_ascii=False)


@given(TEXTS, TEXTS, st.none() | TEXTS, VALUES.map(admitted))
def test_the_envelope_is_canonical_json_itself(
    id_: str, by: str, source: str | None, value: Any
) -> None:
    data = canonical({"value": value})
    sealed = envelope(
        type="decision.recorded", schema=1, id=id_, data=data, source=source, recorded_by=by
    )
    fields = {"type": "decision.recorded", "schema": 1, "id": id_, "recorded_by": by}
    document = {**fields, "data": {"value": value}}
    if source is not None:
        document["source"] = source
    assert sealed == rfc8785.dumps(document)


def test_the_hashes_are_made_as_documented() -> None:
    """By hand: 00 | 7 as 8 bytes | 1000 as 8 bytes | digest, and 02 | before | entry."""
    digest = sha256(b"envelope").digest()
    by_hand = b"\0" + b"\0" * 7 + b"\x07" + b"\0" * 6 + b"\x03\xe8" + digest
    entry = entry_hash(7, 1_000, digest)
    assert entry == sha256(by_hand).digest()
    assert chain_hash(bytes(32), entry) == sha256(b"\2" + bytes(32) + entry).digest()


@every(
    ("value", "code"),
    [
        (2**53, "out-of-range"),
        (-(2**53), "out-of-range"),
        (0.0005, "too-precise"),
        (1e7, "out-of-range"),
        (float("inf"), "out-of-range"),
        (float("nan"), "out-of-range"),
        ("\0", "unprintable"),
        ("\ud800", "unprintable"),
        ({"\ud800": 1}, "unprintable"),
        ({"": 1}, "empty"),
        ({"\ue000": 1, "😀": 2}, "not-a-name"),
        ({"x": "y" * 10_001}, "too-long"),
    ],
)
def test_what_has_no_canonical_spelling_is_refused(value: Any, code: str) -> None:
    with pytest.raises(Fault) as fault:
        read_json([value])
    assert fault.value.code == code


def test_a_value_may_be_nested_as_deep_as_the_ledger_keeps_it() -> None:
    deep: Any = 1
    for _ in range(DEEPEST_JSON):
        deep = [deep]
    assert read_json(deep) == deep
    with pytest.raises(Fault) as fault:
        read_json([deep])
    assert fault.value.code == "too-deep"
