"""Docstrings say first what a function returns or does, in plain English."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import SHIPPED, Module, modules, must_be_none

INDIRECT = {"what", "who", "whether", "how", "why", "which", "whose", "whoever", "where"}


def indirect(module: Module) -> Iterator[str]:
    """Yield the docstrings of a module, attributes' too, that begin with an indirect question."""
    for node in module.statements:
        match node:
            case ast.Expr(ast.Constant(str(text))) if words := text.split():
                if words[0].strip(",.:;`").lower() in INDIRECT:
                    yield f"{module.path}:{node.lineno}: {text.strip().splitlines()[0]}"


def test_no_docstring_begins_with_an_indirect_question() -> None:
    found = [each for module in modules(*SHIPPED, "scripts", "tests") for each in indirect(module)]
    must_be_none(found, "begin with what is returned or done: 'Return the …', 'True if …'")


def test_an_indirect_question_is_noticed() -> None:
    text = '"""Ratings."""\n\n\ndef rated(player):\n    """Whether a player is rated."""\n'
    module = Module("ratings", "ratings.py", text, ast.parse(text))
    assert list(indirect(module)) == ["ratings.py:5: Whether a player is rated."]
