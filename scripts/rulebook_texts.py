"""What rulebooks say on pages beyond the sentences that they mark, found where it is written down.

The first line of a rule's docstring is its text in an audit; its symbols, what steps are given and
what readings mean are words too.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import attrs

from ledger.events.messages import Message
from projections.checking import checker
from projections.checking.formula import FORMULAS
from projections.engine.registry import BUILT_IN, registered
from projections.rulebooks.readings import described

RULEBOOKS = Path(checker.__file__).parents[1] / "rulebooks"
NOT_ON_PAGES = {"waldstein"}
"""Valuations whose working no page shows."""
_A_PACKAGE = 3
"""The parts of a name that a document is imported from: ``projections.rulebooks.dwz_1995``."""


def texts_of_rules() -> Iterator[str]:
    """The first line of the docstring of every rule whose calls are steps of an audit."""
    for module in sorted(RULEBOOKS.rglob("*.py")):
        if module.parent.name not in NOT_ON_PAGES:
            yield from _texts_in(ast.parse(module.read_text("utf-8")))


def symbols_in_words() -> Iterator[str]:
    """What the symbols of the documents mean."""
    for name in BUILT_IN:
        yield from registered(name).symbols.values()


def readings_in_words() -> Iterator[str]:
    """What the readings of every rulebook mean, and which values they may have.

    Values that are names are the same in every language, and are not among them.
    """
    for name in BUILT_IN:
        for each in described(type(registered(name).readings)):
            yield each.meaning
            if " " in each.values.replace(", ", ","):
                yield each.values


def remedies_in_words() -> Iterator[str]:
    """What is said to a value that a reading does not have, where no value is in it."""
    for name in BUILT_IN:
        for each in attrs.fields(type(registered(name).readings)):
            remedy: Message = each.metadata["remedy"]
            if not remedy.values:
                yield remedy.template


def names_of_given_values() -> set[str]:
    """What the values are called that steps of these rulebooks are given: symbols and words."""
    for name in BUILT_IN:
        checker.checker_of({"rulebook": name})
    cited = tuple(f"{registered(name).document.short} " for name in BUILT_IN)
    return {name for rule, names in FORMULAS for name in names if rule.startswith(cited)}


def _texts_in(module: ast.Module) -> Iterator[str]:
    documents = {
        name.asname or name.name
        for each in module.body
        if isinstance(each, ast.ImportFrom) and len((each.module or "").split(".")) == _A_PACKAGE
        for name in each.names
    }
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef):
            continue
        for decorator in function.decorator_list:
            match decorator:
                case ast.Call(ast.Name(document), [ast.Constant(str())]) if document in documents:
                    yield (ast.get_docstring(function) or "").partition("\n")[0]
