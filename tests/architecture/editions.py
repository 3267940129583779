"""The editions on disk: what their registers list, their code cites and their tests name."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

import attrs

from tests.architecture.sources import ROOT, Module, modules

SHELF = ROOT / "projections" / "rulebooks"
CITING = {"within", "note", "cite"}


@attrs.frozen(slots=False)
class Edition:
    """A directory of the shelf that has a register."""

    name: str
    register: Mapping[str, Mapping[str, str]]

    @property
    def folder(self) -> str:
        return f"projections/rulebooks/{self.name}"

    @property
    def tests(self) -> str:
        return f"tests/rulebooks/{self.name}"

    @property
    def rules(self) -> set[str]:
        return {number for number, entry in self.register.items() if entry.get("is") == "rule"}

    @cached_property
    def document(self) -> tuple[str, str]:
        """The name under which the code has the document, and the name it is cited by."""
        (package,) = [each for each in modules(self.folder) if each.path.endswith("/__init__.py")]
        for node in package.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                call, (target,) = node.value, node.targets
                if isinstance(call.func, ast.Name) and call.func.id == "Document":
                    assert isinstance(target, ast.Name)
                    assert isinstance(call.args[0], ast.Constant)
                    return target.id, str(call.args[0].value)
        raise LookupError(f"{package.path} makes no Document")

    @cached_property
    def cited(self) -> dict[str, str]:
        """The paragraphs cited in the code, each with a place where it is."""
        return {
            paragraph: f"{module.path}:{line}"
            for module in modules(self.folder)
            for line, paragraph in self._citations(module)
        }

    @cached_property
    def named(self) -> dict[str, str]:
        """The paragraphs of the register that docstrings of tests name, each with a place."""
        return {
            paragraph: module.path
            for module in modules(self.tests)
            for text in docstrings(module.tree)
            for paragraph in self._names(text)
        }

    def _citations(self, module: Module) -> Iterator[tuple[int, str]]:
        document, _ = self.document
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and node.args and _cites(node.func, document):
                for paragraph in _texts(node.args[0]):
                    yield node.lineno, paragraph

    def _names(self, text: str) -> Iterator[str]:
        """``DWZ 4.9.1``, but not the 4.9 in it; the longest paragraph that fits is meant."""
        _, short = self.document
        longest_first = sorted(self.register, key=len, reverse=True)
        anything = "|".join(map(re.escape, longest_first))
        for found in re.finditer(rf"\b{short}\s+({anything})(?!\w|\.\d)", " ".join(text.split())):
            yield found[1]


def _cites(function: ast.expr, document: str) -> bool:
    """Whether a call is ``dwz(…)``, ``dwz.within(…)``, ``dwz.note(…)`` or ``dwz.cite(…)``."""
    if isinstance(function, ast.Attribute) and function.attr in CITING:
        function = function.value
    return isinstance(function, ast.Name) and function.id == document


def _texts(argument: ast.expr) -> Iterator[str]:
    """The paragraphs of a citation: a text, or either of two (``"B II" if ... else "B I"``)."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from _texts(argument.body)
        yield from _texts(argument.orelse)


def docstrings(tree: ast.Module) -> Iterator[str]:
    """The docstrings of a module, its classes and its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def editions() -> list[Edition]:
    """Every directory of the shelf that has a register, by name."""
    return [
        Edition(path.parent.name, tomllib.loads(path.read_text("utf-8")))
        for path in sorted(SHELF.glob("*/paragraphs.toml"))
    ]


def directories() -> list[Path]:
    """Every directory of the shelf."""
    return sorted(path for path in SHELF.iterdir() if (path / "__init__.py").is_file())
