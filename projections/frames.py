"""Answers as tables of other libraries: pandas, polars or Arrow, whichever is installed.

Nothing of them is needed to ask: an answer is a list or a dict of plain values, and becomes a
table only when somebody asks for one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, Self, TypeVar

import orjson

RowT = TypeVar("RowT")
Library = Literal["pandas", "polars", "arrow"]
LIBRARIES: Mapping[Library, str] = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}
ROWS_OF_A_DOCUMENT = ("history", "players", "changed", "steps")
ROWS_AT_ONCE = 10_000


class _AsTable:
    """What lists and streams of rows have in common: they become tables."""

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table`` (extra ``arrow``); nested values become lists and structs."""
        return frame(self, "arrow")

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``; pandas is to be installed beside the ledger."""
        return frame(self, "pandas")

    def to_polars(self) -> Any:
        """A ``polars.DataFrame``; polars is to be installed beside the ledger."""
        return frame(self, "polars")


class Rows(list[RowT], _AsTable):
    """An answer that is a list: rows of one shape, as plain dicts."""

    def json(self) -> str:
        """The document that the command prints with ``--format json``."""
        return as_json(self)


class Stream(Iterator[RowT], _AsTable):
    """An answer of any length: rows of one shape, worked out as they are asked for."""

    def __init__(self, rows: Iterable[RowT]) -> None:
        self._rows = iter(rows)

    def __iter__(self) -> Self:
        """The rows that have not been asked for yet."""
        return self

    def __next__(self) -> RowT:
        """The next row."""
        return next(self._rows)


class Document(dict[str, Any]):
    """An answer that is a document; its static type is that of its shape."""

    def json(self) -> str:
        """The document that the command prints with ``--format json``."""
        return as_json(self)


def as_json(answer: Any) -> str:
    """An answer as the JSON document that the command prints."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
    return orjson.dumps(answer, option=options, default=list).decode()


def frame(answer: Any, library: Library | None = None) -> Any:
    """An answer as a table of ``library``, by default of the first that is installed.

    Of a document the rows it is about: a player's history, a tournament's players, an audit's
    steps.  Raises ImportError where the library is not installed, ValueError where the answer
    has no rows.
    """
    match library or _installed():
        case "pandas":
            return import_module("pandas").DataFrame(list(_rows(answer)))
        case "polars":
            made = import_module("polars").DataFrame
            return made(list(_rows(answer)), infer_schema_length=None)
    return arrow_table(_rows(answer))


def arrow_table(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Rows as a ``pyarrow.Table``, made page by page; a column that a row lacks is null there."""
    pyarrow = import_module("pyarrow")
    pages = [_page(pyarrow, page) for page in _pages(rows)] or [_page(pyarrow, [])]
    return pyarrow.concat_tables(pages, promote_options="permissive")


def _page(pyarrow: Any, rows: Sequence[Mapping[str, Any]]) -> Any:
    columns = dict.fromkeys(column for row in rows for column in row)
    return pyarrow.table(
        {column: pyarrow.array([row.get(column) for row in rows]) for column in columns}
    )


def _pages(rows: Iterable[Mapping[str, Any]]) -> Iterator[Sequence[Mapping[str, Any]]]:
    page: list[Mapping[str, Any]] = []
    for row in rows:
        page.append(row)
        if len(page) == ROWS_AT_ONCE:
            yield page
            page = []
    if page:
        yield page


def _rows(answer: Any) -> Iterable[Mapping[str, Any]]:
    if not isinstance(answer, Mapping):
        return answer if isinstance(answer, Iterable) else _no_rows(answer)
    for name in ROWS_OF_A_DOCUMENT:
        if name in answer:
            rows: Iterable[Mapping[str, Any]] = answer[name]
            return rows
    return _no_rows(answer)


def _no_rows(answer: object) -> Iterable[Mapping[str, Any]]:
    message = f"a {type(answer).__name__} without rows is no table: ask for a list or a document"
    raise ValueError(message)


def _installed() -> Library:
    for library, module in LIBRARIES.items():
        if find_spec(module) is not None:
            return library
    message = "no library of tables is installed: pip install 'rating-ledger[arrow]'"
    raise ImportError(message)
