"""Tables of dBase III: the fields of SwissPerfect's and US Chess's files."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.importing.formats.dbase import field_names, read_dbase
from tests.imports.dbase_files import dbase
from tests.tables import every

FIELDS = {"NAME": ("C", 12), "RATING": ("N", 4), "BORN": ("D", 8)}
ROWS = [{"NAME": "Müller", "RATING": 1_850, "BORN": "19700131"}, {"NAME": "Esche"}]
PEOPLE = dbase(FIELDS, ROWS, deleted=1)


def test_rows_are_texts_by_the_names_of_their_fields() -> None:
    assert [*read_dbase(PEOPLE)] == [
        {"NAME": "Müller", "RATING": "1850", "BORN": "19700131"},
        {"NAME": "Esche", "RATING": "", "BORN": ""},
    ]


def test_a_table_is_known_by_its_fields() -> None:
    assert field_names(PEOPLE) == ["NAME", "RATING", "BORN"]
    assert field_names(b"001    1      Ahorn, Anna" * 9) == []


@every(
    ("content", "says"),
    [
        (b"", "not a dBase table"),
        (PEOPLE[:70], "unpack_from"),
        (PEOPLE[:-30], "ends before its last row"),
        (PEOPLE[:4] + b"\xff" * 4 + PEOPLE[8:], "4294967295 rows"),
        (PEOPLE[:10] + b"\x05\x00" + PEOPLE[12:], "not as wide as its fields"),
    ],
    ids=["empty", "within its head", "within its rows", "rows without end", "short rows"],
)
def test_a_table_that_is_damaged_is_refused(content: bytes, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_dbase(content)


@given(data=st.data())
def test_a_table_with_changed_bytes_is_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(PEOPLE)
    for _ in range(data.draw(st.integers(1, 5))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with suppress(ValueError):
        assert len(read_dbase(bytes(content))) <= len(PEOPLE)
