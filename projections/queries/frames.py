"""Answers as tables of other libraries: pandas, polars or Arrow, whichever is installed.

Queries need none of them: an answer is a list or a dict of plain values, and becomes a
table only on request.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import Any, Literal, Self, TypeVar, cast

import orjson

from projections.queries.extras import install_commands

RowT = TypeVar("RowT")
AnswerT = TypeVar("AnswerT", bound=Mapping[str, Any])
Library = Literal["pandas", "polars", "arrow"]
LIBRARIES: Mapping[Library, str] = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}
ROWS_OF_A_DOCUMENT = ("history", "players", "changed", "steps", "differences")
ROWS_AT_ONCE = 10_000


class _AsTable:
    """Base of lists and streams of rows: conversion to tables."""

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table`` (extra ``arrow``); nested values become lists and structs."""
        return frame(self, "arrow")

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``; pandas must be installed beside the ledger."""
        return frame(self, "pandas")

    def to_polars(self) -> Any:
        """A ``polars.DataFrame``; polars must be installed beside the ledger."""
        return frame(self, "polars")


class Rows(list[RowT], _AsTable):
    """An answer that is a list: rows of one shape, as plain dicts."""

    def json(self) -> str:
        """The document that the command prints with ``--format json``."""
        return as_json(self)


class Stream(Iterator[RowT], _AsTable):
    """An answer of any length: rows of one shape, computed as they are read.

    They are read once; threads that share a stream share its rows.
    """

    def __init__(self, rows: Iterable[RowT]) -> None:
        self._rows = iter(rows)
        self._lock = Lock()

    def __iter__(self) -> Self:
        """Return self; iteration continues with the rows not read yet."""
        return self

    def __next__(self) -> RowT:
        """The next row."""
        with self._lock:
            return next(self._rows)


class Document(dict[str, Any]):
    """An answer that is a document; its static type is that of its shape."""

    def json(self) -> str:
        """The document that the command prints with ``--format json``."""
        return as_json(self)


def as_answer(answer: AnswerT) -> AnswerT:
    """Return an answer as a :class:`Document`, under the type of its shape."""
    return cast("AnswerT", Document(answer))


def as_json(answer: Any) -> str:
    """An answer as the JSON document that the command prints."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
    return orjson.dumps(answer, option=options, default=list).decode()


def frame(answer: Any, library: Library | None = None) -> Any:
    """Return an answer as a table of ``library``, by default of the first that is installed.

    For a document its main rows: a player's history, a tournament's players, an audit's
    steps.  In a column whose values have no type in common, Arrow and polars keep them as JSON.

    Raises ImportError if the library is not installed, ValueError if the answer has no
    rows or the library is unknown.
    """
    chosen = _installed() if library is None else library
    if chosen not in LIBRARIES:
        raise ValueError(f"{chosen!r} is not a table library: use {', '.join(LIBRARIES)}")
    rows = _rows(answer)
    match chosen:
        case "pandas":
            return _imported("pandas").DataFrame(list(rows))
        case "polars":
            return _polars_table(list(rows))
        case "arrow":
            return arrow_table(rows)


# --- Arrow -----------------------------------------------------------------------------------


def arrow_table(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Return rows as a ``pyarrow.Table``, made page by page; a missing column is null.

    Raises ImportError if pyarrow is not installed.
    """
    pyarrow = _imported("arrow")
    pages = [_page(pyarrow, page) for page in _pages(rows)] or [_page(pyarrow, [])]
    try:
        return pyarrow.concat_tables(pages, promote_options="permissive")
    except pyarrow.ArrowException:
        return pyarrow.concat_tables(_agreeing(pyarrow, pages), promote_options="permissive")


def _page(pyarrow: Any, rows: Sequence[Mapping[str, Any]]) -> Any:
    columns = _columns(rows)
    return pyarrow.table(
        {name: _array(pyarrow, [row.get(name) for row in rows]) for name in columns}
    )


def _array(pyarrow: Any, values: Sequence[Any]) -> Any:
    try:
        return pyarrow.array(values)
    except (pyarrow.ArrowException, OverflowError):
        return pyarrow.array(list(map(_as_text, values)), pyarrow.string())


def _agreeing(pyarrow: Any, pages: Sequence[Any]) -> Sequence[Any]:
    """Return the pages, with columns that are numbers here and texts there as texts everywhere."""
    for name in dict.fromkeys(name for page in pages for name in page.column_names):
        columns = [page.select([name]) for page in pages if name in page.column_names]
        try:
            pyarrow.concat_tables(columns, promote_options="permissive")
        except pyarrow.ArrowException:
            pages = [_with_texts(pyarrow, page, name) for page in pages]
    return pages


def _with_texts(pyarrow: Any, page: Any, name: str) -> Any:
    if name not in page.column_names or page.schema.field(name).type == pyarrow.string():
        return page
    texts = list(map(_as_text, page.column(name).to_pylist()))
    place = page.column_names.index(name)
    return page.set_column(place, name, pyarrow.array(texts, pyarrow.string()))


# --- polars ----------------------------------------------------------------------------------


def _polars_table(rows: Sequence[Mapping[str, Any]]) -> Any:
    polars = _imported("polars")
    made: dict[str, Any] = {}
    for name in _columns(rows):
        values = [row.get(name) for row in rows]
        if not _have_one_type(values):  # otherwise polars replaces values of another type by null
            values = list(map(_as_text, values))
        made[name] = polars.DataFrame(
            [{name: value} for value in values], infer_schema_length=None, strict=True
        )[name]
    return polars.DataFrame(made)


def _have_one_type(values: Iterable[Any]) -> bool:
    """True if values have one type: all numbers, all texts, all documents of such fields …"""
    known = [value for value in values if value is not None]
    kinds = {_kind(value) for value in known}
    if kinds == {"document"}:
        return all(_have_one_type([each.get(name) for each in known]) for name in _columns(known))
    if kinds == {"list"}:
        return _have_one_type([item for each in known for item in each])
    return len(kinds) <= 1


def _kind(value: object) -> str:
    match value:
        case Mapping():
            return "document"
        case list() | tuple():
            return "list"
        case bool() | str():
            return type(value).__name__
    return "number"


# --- rows ------------------------------------------------------------------------------------


def _columns(rows: Sequence[Mapping[str, Any]]) -> Sequence[str]:
    """The columns of all rows, in the order in which they first appear."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _as_text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS, default=str).decode()


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
    if isinstance(answer, Mapping):
        for name in ROWS_OF_A_DOCUMENT:
            if name in answer:
                rows: Iterable[Mapping[str, Any]] = answer[name]
                return rows
    elif isinstance(answer, Iterable) and not isinstance(answer, (str, bytes)):
        return answer
    message = (
        f"a {type(answer).__name__} without rows is not a table: ask for a list or a document"
    )
    raise ValueError(message)


# --- libraries -------------------------------------------------------------------------------


def _installed() -> Library:
    for library, module in LIBRARIES.items():
        if find_spec(module) is not None:
            return library
    message = f"no library of tables is installed: {install_commands('arrow')}"
    raise ImportError(message)


def _imported(library: Library) -> Any:
    module = LIBRARIES[library]
    try:
        return import_module(module)
    except ModuleNotFoundError:
        beside = f"install {module} beside rating-ledger"
        how = install_commands("arrow") if library == "arrow" else beside
        message = f"{module} is not installed: {how}"
        raise ImportError(message) from None
