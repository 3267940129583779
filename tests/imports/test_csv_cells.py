"""CSV that people open in spreadsheets: no cell is calculated, and every text comes back."""

import csv
import io
import re

from hypothesis import example, given
from hypothesis import strategies as st

from ledger.importing.formats.csv_cells import CsvWriter, guarded, unguarded
from tests.tables import every

FORMULAS = [
    *("=1+1", "+cmd|' /C calc'!A0", "-1+1", "-1-1+1", "-1-A1", "@SUM(A1)", "-Anna", "=-"),
    *("\t=1", "'=1", "-1\n"),
]
PLAIN = [
    "Anna",
    "-",
    "+",
    "=",
    "-12",
    "+3.5",
    "-1,5",
    "1-0",
    "½",
    "",
    "'",
    "'-12",
    "a=1",
    "-1.000,5",
    "-25-9",
]


@every("text", FORMULAS)
def test_a_text_that_would_be_calculated_is_written_as_a_text(text: str) -> None:
    assert guarded(text) == f"'{text}"


@every("text", PLAIN)
def test_numbers_results_and_other_texts_are_written_as_they_are(text: str) -> None:
    assert guarded(text) == text


@given(st.text() | st.text("='+-@1."))
@example("'=")
@example("''=1")
def test_every_text_comes_back(text: str) -> None:
    assert unguarded(guarded(text)) == text


@given(st.text() | st.text("='+-@1,."))
def test_no_cell_begins_like_a_formula_unless_it_is_a_number_or_a_sign(text: str) -> None:
    cell = guarded(text)
    if cell[:1] in {"=", "+", "-", "@", "\t", "\r"} and len(cell) > 1:
        assert cell[0] in "+-"
        assert set(cell[1:]) <= set("0123456789.,-")
        assert re.search("-[^0-9]|-$", cell[1:]) is None


def test_numbers_stay_numbers() -> None:
    file = io.StringIO()
    CsvWriter(file, delimiter=";", line_end="\r\n").rows([[-5, -0.5, None, "-5", "-x"]])
    assert file.getvalue() == "-5;-0.5;;-5;'-x\r\n"
    assert next(csv.reader([file.getvalue()], delimiter=";")) == ["-5", "-0.5", "", "-5", "'-x"]
