"""Extractors of ``pybabel extract``: texts for pages that are found by more than a keyword.

``[tool.babel]`` in pyproject.toml lists the files for each.
"""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

from babel.messages.extract import extract_python

from ledger.events.facts import VOCABULARY, CorrectionSubmitted
from projections.accounts.roles import ROLES
from projections.checking import checker
from projections.checking.formula import FORMULAS
from projections.engine.registry import BUILT_IN, registered
from projections.i18n.languages import GIVEN
from projections.interfaces.pages.officer.event_form import EventForm
from projections.rulebooks.fide_c07.codes import LIST
from projections.rulebooks.readings import described

Found = Iterator[tuple[int, str | None, Any, Any]]
Extractor = Callable[[IO[bytes], Any, Sequence[str], Any], Found]
_A_WORD, _A_LETTER = re.compile("[a-z]{2}"), re.compile("[a-z]")
_A_PACKAGE = 3
"""The number of parts in the name of a document's package: ``projections.rulebooks.dwz``."""


def source(file: IO[bytes], keywords: Any, tags: Sequence[str], options: Any) -> Found:
    """Yield what keywords find in a module; one that calls none of them is not taken apart."""
    if re.search(rf"\b(?:{'|'.join(keywords)})\s*\(".encode(), file.read()):
        file.seek(0)
        yield from extract_python(file, keywords, tags, options)  # type: ignore[misc]


def _with(texts: Callable[[str], Iterator[tuple[str | None, Any]]]) -> Extractor:
    """Return the extractor of a module's keywords and of the further texts."""

    def extractor(file: IO[bytes], keywords: Any, tags: Sequence[str], options: Any) -> Found:
        yield from source(file, keywords, tags, options)
        file.seek(0)
        for keyword, text in texts(file.read().decode("utf-8")):
            yield 1, keyword, text, ()

    return extractor


def _rules(module: str) -> Iterator[tuple[None, str]]:
    """Yield the first line of the docstring of every rule whose calls are steps of an audit."""
    tree = ast.parse(module)
    documents = {
        name.asname or name.name
        for each in tree.body
        if isinstance(each, ast.ImportFrom) and len((each.module or "").split(".")) == _A_PACKAGE
        for name in each.names
    }
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for decorator in function.decorator_list:
                match decorator:
                    case ast.Call(ast.Name(name), [ast.Constant(str())]) if name in documents:
                        yield None, (ast.get_docstring(function) or "").partition("\n")[0]


def _readings(_: str) -> Iterator[tuple[None, str]]:
    """Yield the meanings of every rulebook's readings, and their values unless these are names."""
    for name in BUILT_IN:
        for each in described(type(registered(name).readings)):
            yield None, each.meaning
            if " " in each.values.replace(", ", ","):
                yield None, each.values


def _given(_: str) -> Iterator[tuple[str, Any]]:
    """Yield the names of a step's given values, except symbols, which no language changes."""
    for name in BUILT_IN:
        checker.checker_of({"rulebook": name})
    books = [registered(name) for name in BUILT_IN]
    cited = tuple(f"{book.document.short} " for book in books)
    names = {name for rule, names in FORMULAS for name in names if rule.startswith(cited)}
    for name in sorted(names.difference(*(book.symbols for book in books))):
        if _A_WORD.search(name):
            yield "pgettext", (GIVEN, name)


def _vocabulary(_: str) -> Iterator[tuple[None, str]]:
    """Yield the labels of the fields of events, their choices, and the roles of accounts.

    A field inside a list has a label in a form, but its own name on pages.
    """
    for type_ in VOCABULARY.keys() - {CorrectionSubmitted.type}:
        form = EventForm(type_, {})
        for field in (*form.fields(), *(it for each in form.lists for it in each.fields(()))):
            if field.label:
                yield None, field.label
            for _value, shown in field.options:
                if _A_LETTER.search(shown):
                    yield None, shown
        columns = [it for each in form.lists if not each.by_name for it in each.columns]
        yield from ((None, it.path[-1]) for it in columns if it.path)
    for role in ROLES:
        yield None, role


def _tie_breaks(_: str) -> Iterator[tuple[None, str]]:
    """Yield the names of the tie-breaks that head final tables."""
    for entry in LIST.values():
        yield None, entry["name"]


rules, readings, given, vocabulary, tie_breaks = map(
    _with, (_rules, _readings, _given, _vocabulary, _tie_breaks)
)
