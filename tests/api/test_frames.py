"""Answers as tables of pandas, polars and Arrow."""

import io
import sys

import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.api import frame
from projections.queries import frames
from projections.queries.frames import Document, Rows, Stream, arrow_table

NUMBERS_AND_TEXTS = [{"x": 1}, {"x": None}, {"x": "a"}]
DOCUMENTS = [{"x": {"a": 1}}, {"x": {"b": 2}}]
UNLIKE_DOCUMENTS = [{"x": {"a": 1}}, {"x": {"a": {"b": 2}}}]


def test_a_list_is_a_table_in_every_library(in_file):
    rows = in_file.pool("dwz").ratings()
    figures = [1595, 1523, 1481]
    arrow, pandas_, polars_ = rows.to_arrow(), rows.to_pandas(), rows.to_polars()
    assert arrow.column("figure").to_pylist() == figures
    assert list(pandas_["figure"]) == figures
    assert polars_["figure"].to_list() == figures
    assert arrow.column_names == list(pandas_.columns) == polars_.columns == list(rows[0])
    assert arrow.column("card").to_pylist()[0] == {"rating": 1595, "index": 21}
    assert isinstance(frame(rows), pandas.DataFrame)


def test_a_stream_is_a_table_too_and_is_read_by_it(in_file):
    with in_file.pool("dwz") as view:
        games = view.games()
        assert games.to_polars()["game"].len() == 5
        assert list(games) == []


DOCUMENT_ROWS = {
    "a player's evaluations": lambda it: (it.pool("dwz").player("agnes"), "history"),
    "a tournament's players": lambda it: (it.pool("dwz").tournament("spring"), "players"),
    "the places of a table": lambda it: (it.standings("spring"), "players"),
    "the steps of an audit": lambda it: (it.pool("dwz").audit("agnes", "spring"), "steps"),
    "the differences of a check": lambda it: (it.rebuild(check=True), "differences"),
}


@pytest.mark.parametrize("library", ["pandas", "polars", "arrow"])
@pytest.mark.parametrize("asked", DOCUMENT_ROWS.values(), ids=DOCUMENT_ROWS)
def test_of_a_document_the_table_has_the_rows_that_it_is_about(in_file, asked, library):
    document, field = asked(in_file)
    assert len(frame(document, library)) == len(document[field])


@pytest.mark.parametrize("library", ["pandas", "polars", "arrow"])
def test_the_whole_log_is_a_table_though_every_event_has_facts_of_its_own(in_file, library):
    table = frame(in_file.log(), library)
    assert len(table) == len(list(in_file.log()))


@pytest.mark.parametrize("page", [1, 2, 10_000])
class TestValuesThatDoNotGoTogether:
    """Nothing is lost: what has no type in common is kept as JSON, however it is paged."""

    @pytest.fixture(autouse=True)
    def paged(self, monkeypatch, page):
        monkeypatch.setattr(frames, "ROWS_AT_ONCE", page)

    @pytest.mark.parametrize("library", ["polars", "arrow"])
    def test_numbers_and_texts_are_texts(self, library):
        assert column(NUMBERS_AND_TEXTS, library) == ["1", None, "a"]

    @pytest.mark.parametrize("library", ["polars", "arrow"])
    def test_documents_of_different_fields_have_all_of_them(self, library):
        assert column(DOCUMENTS, library) == [{"a": 1, "b": None}, {"a": None, "b": 2}]

    @pytest.mark.parametrize("library", ["polars", "arrow"])
    def test_documents_of_different_depth_are_texts(self, library):
        assert column(UNLIKE_DOCUMENTS, library) == ['{"a":1}', '{"a":{"b":2}}']

    @pytest.mark.parametrize("library", ["polars", "arrow"])
    def test_whole_numbers_and_fractions_are_numbers(self, library):
        assert column([{"x": 1}, {"x": 2.5}], library) == [1.0, 2.5]

    def test_a_column_that_comes_later_is_null_before(self):
        table = arrow_table([{"a": 1}, {"b": "x"}])
        assert table.to_pylist() == [{"a": 1, "b": None}, {"a": None, "b": "x"}]


def column(rows, library):
    table = frame(Rows(rows), library)
    return table["x"].to_list() if library == "polars" else table.column("x").to_pylist()


VALUES = st.one_of(
    st.none(), st.integers(-(2**60), 2**60), st.text(), st.booleans(), st.lists(st.integers(0, 9))
)


@pytest.mark.slow
@given(st.lists(st.fixed_dictionaries({}, optional={"a": VALUES, "b": VALUES}), max_size=8))
def test_parquet_gives_back_every_row(rows):
    """Whatever is in the rows; where a column is JSON text, each of its values is."""
    file = io.BytesIO()
    pyarrow.parquet.write_table(arrow_table(rows), file)
    read = pyarrow.parquet.read_table(file)
    assert read.num_rows == (len(rows) if any(rows) else 0)
    for name in read.column_names:
        given_values = [row.get(name) for row in rows]
        got = read.column(name).to_pylist()
        assert got in (given_values, list(map(frames._as_text, given_values)))


@pytest.mark.parametrize("answer", [5, "text", None, Document(ok=True)])
def test_what_has_no_rows_is_no_table(answer):
    with pytest.raises(ValueError, match="without rows is not a table"):
        frame(answer, "arrow")


def test_another_library_is_named_with_those_there_are():
    with pytest.raises(ValueError, match="'excel' is not a table library: use pandas, polars"):
        frame(Rows([{"a": 1}]), "excel")


@pytest.mark.parametrize(
    ("library", "module", "remedy"),
    [
        ("arrow", "pyarrow", ".*uv sync --inexact --extra arrow"),
        ("pandas", "pandas", "install pandas beside rating-ledger"),
        ("polars", "polars", "install polars beside rating-ledger"),
    ],
)
def test_a_library_that_is_missing_is_said_with_the_remedy(monkeypatch, library, module, remedy):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=f"{module} is not installed: {remedy}"):
        frame(Rows([{"a": 1}]), library)


def test_without_any_library_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(frames, "LIBRARIES", {"arrow": "no_such_module"})
    with pytest.raises(
        ImportError,
        match="no library of tables is installed: install rating-ledger with the extra `arrow`",
    ):
        frame(Rows([{"a": 1}]))


def test_the_default_is_the_first_that_is_installed(monkeypatch):
    monkeypatch.setattr(frames, "LIBRARIES", {"pandas": "no_such", "polars": "polars"})
    assert isinstance(frame(Stream([{"a": 1}])), polars.DataFrame)
