"""Docstrings say first what a function returns or does, in plain English."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import SHIPPED, Module, modules, must_be_none

INDIRECT = {"what", "who", "whether", "how", "why", "which", "whose", "whoever", "where"}
MOST_INDIRECT = 0
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def indirect(module: Module) -> Iterator[str]:
    """Yield the docstrings of a module that begin with an indirect question."""
    for node in module.nodes:
        text = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
        if text and text.split()[0].strip(",.:;`").lower() in INDIRECT:
            yield f"{module.path}:{getattr(node, 'lineno', 1)}: {text.splitlines()[0]}"


def test_no_docstring_begins_with_an_indirect_question() -> None:
    found = [each for module in modules(*SHIPPED, "scripts", "tests") for each in indirect(module)]
    if len(found) > MOST_INDIRECT:
        must_be_none(found, "begin with what is returned or done: 'Return the …', 'True if …'")


def test_an_indirect_question_is_noticed() -> None:
    text = '"""Ratings."""\n\n\ndef rated(player):\n    """Whether a player is rated."""\n'
    module = Module("ratings", "ratings.py", text, ast.parse(text))
    assert list(indirect(module)) == ["ratings.py:4: Whether a player is rated."]
