"""The editions on disk: what their registers list, their code cites and their tests name."""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from tests.architecture.sources import ROOT, Module, modules

RULEBOOKS = ROOT / "projections" / "rulebooks"
TESTS = ROOT / "tests" / "rulebooks"
CITING = {"within", "note", "cite"}
LEAST_WORDS = 4
"""Fewer say no paragraph's sense; a formula may be shorter: ``F/1 = H.``"""
KINDS = {
    "rule": ({"says"}, {"why", "replaces"}),
    "text": ({"says"}, {"why"}),
    "office": ({"says", "why"}, set()),
    "open": ({"says", "why"}, set()),
    "as": ({"edition"}, {"paragraph", "says", "replaces"}),
    "gone": ({"edition", "why"}, {"paragraph", "says"}),
}
"""The kinds of a paragraph, with the required and the optional fields of its entry beside ``is``.

``as``: the same as a paragraph of an earlier edition.  ``gone``: a paragraph of an earlier edition
that this one no longer has.  A rule ``replaces`` those of the edition before it.
"""


@attrs.frozen(slots=False)
class Edition:
    """A register with the directory of the code, and that of its tests.

    ``folder``: that of the register, where several editions share the code.
    """

    path: Path
    folder: str
    tests: Path
    register: Mapping[str, Mapping[str, Any]]

    @classmethod
    def at(cls, path: Path, tests: Path, folder: str = "") -> "Edition":
        """The edition in a directory."""
        register = (path / folder / "paragraphs.toml").read_text("utf-8")
        return cls(path, folder, tests, tomllib.loads(register))

    @property
    def name(self) -> str:
        """As others name it in their registers: ``dwz-1995``."""
        return "-".join(filter(None, (self.path.name.replace("_", "-"), self.folder)))

    @property
    def rules(self) -> set[str]:
        """The paragraphs that it carries out itself."""
        return {number for number, entry in self.register.items() if entry.get("is") == "rule"}

    def inherited(self, kind: str) -> dict[str, tuple[str, str]]:
        """Entries that are ``as`` or ``gone``: the edition and the paragraph they are about."""
        return {
            number: (str(entry.get("edition")), str(entry.get("paragraph", number)))
            for number, entry in self.register.items()
            if entry.get("is") == kind
        }

    @cached_property
    def earlier(self) -> str | None:
        """The edition of which this one says what changes: ``earlier=dwz`` of its Document."""
        module, call = self._made
        before = _keyword(call, "earlier")
        if not isinstance(before, ast.Name):
            return None
        for document, name in _documents(module):
            if document == before.id:
                return _edition_of(self.path.name, name)
        return _edition_imported(module, before.id)

    @cached_property
    def document(self) -> tuple[str, str]:
        """The name under which the code has the document, and the name it is cited by."""
        module, call = self._made
        (name,) = [name for name, made in _documents(module) if made is call]
        assert isinstance(call.args[0], ast.Constant)
        return name, str(call.args[0].value)

    @cached_property
    def _made(self) -> tuple[Module, ast.Call]:
        """Return the place at which the document is created."""
        package = next(
            each for each in modules(str(self.path)) if each.path.endswith("/__init__.py")
        )
        for _, call in _documents(package):
            if _folder(call) == self.folder:
                return package, call
        raise LookupError(f"{package.path} makes no Document")

    @cached_property
    def cited(self) -> dict[str, str]:
        """The paragraphs cited in the code, each with a place where it is."""
        return {
            paragraph: f"{module.path}:{line}"
            for module in modules(str(self.path))
            for line, paragraph in self._citations(module)
        }

    @cached_property
    def named(self) -> dict[str, str]:
        """The paragraphs of the register that docstrings of tests name, each with a place."""
        return {
            paragraph: module.path
            for module in modules(str(self.tests))
            for text in docstrings(module.tree)
            for paragraph in self._names(text)
        }

    def _citations(self, module: Module) -> Iterator[tuple[int, str]]:
        document, _ = self.document
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and node.args and _cites(node.func, document):
                for paragraph in _texts(node.args[0]):
                    yield node.lineno, paragraph

    def silent(self) -> Iterator[str]:
        """Functions that cite it and do not say the sense of the paragraph, each with a place."""
        document, _ = self.document
        for module in modules(str(self.path)):
            for node in ast.walk(module.tree):
                if isinstance(node, ast.FunctionDef) and any(
                    isinstance(each, ast.Call) and _cites(each.func, document)
                    for each in node.decorator_list
                ):
                    sense = (ast.get_docstring(node) or "").partition("\n")[0]
                    if len(sense.split()) < LEAST_WORDS and "=" not in sense:
                        yield f"{module.path}:{node.lineno} {node.name}"

    def _names(self, text: str) -> Iterator[str]:
        """``DWZ 4.9.1``, but not the 4.9 in it; the longest paragraph that fits is meant."""
        _, short = self.document
        longest_first = sorted(self.register, key=len, reverse=True)
        anything = "|".join(map(re.escape, longest_first))
        for found in re.finditer(
            rf"\b{re.escape(short)}\s+({anything})(?!\w|\.\d)", " ".join(text.split())
        ):
            yield found[1]


def _documents(package: Module) -> Iterator[tuple[str, ast.Call]]:
    """The documents that a package makes, each with its name in the code."""
    for node in package.tree.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("Document")) as call):
                yield name, call


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((each.value for each in call.keywords if each.arg == name), None)


def _folder(document: ast.Call) -> str:
    value = _keyword(document, "folder")
    return str(value.value) if isinstance(value, ast.Constant) else ""


def _edition_of(package: str, document: ast.Call) -> str:
    return "-".join(filter(None, (package.replace("_", "-"), _folder(document))))


def _cites(function: ast.expr, document: str) -> bool:
    """True if a call is ``dwz(…)``, ``dwz.within(…)``, ``dwz.note(…)`` or ``dwz.cite(…)``."""
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


def _edition_imported(module: Module, name: str) -> str | None:
    """The edition of the project whose document is imported under a name."""
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and any(alias.name == name for alias in node.names):
            package = (node.module or "").rpartition(".")[2]
            for each in modules(f"projections/rulebooks/{package}"):
                if each.path.endswith("/__init__.py"):
                    made = dict(_documents(each)).get(name)
                    return None if made is None else _edition_of(package, made)
    return None


def editions() -> dict[str, Edition]:
    """Every edition of the rulebooks that has a register, by name."""
    found = []
    for path in packages():
        for register in sorted(path.rglob("paragraphs.toml")):
            folder = register.parent.relative_to(path).as_posix().removeprefix(".")
            tests = "_".join(filter(None, (path.name, folder)))
            found.append(Edition.at(path, TESTS / tests, folder))
    return {edition.name: edition for edition in found}


def packages() -> list[Path]:
    """Every package of the rulebooks."""
    return sorted(path for path in RULEBOOKS.iterdir() if (path / "__init__.py").is_file())


def directories() -> list[Path]:
    """Every directory that must have a register: of a package, or of the editions in it."""
    return [
        folder
        for path in packages()
        for folder in [*sorted(path.glob("[0-9]*/")), path]
        if folder != path or not any(path.glob("[0-9]*/"))
    ]


# --- what is wrong with one ------------------------------------------------------------------

Faults = Callable[[Edition, Mapping[str, Edition]], list[str]]


def uncited(edition: Edition, _: Mapping[str, Edition]) -> list[str]:
    """Rules of its own that no function cites."""
    return sorted(edition.rules - edition.cited.keys())


def cited_amiss(edition: Edition, _: Mapping[str, Edition]) -> list[str]:
    """Citations of paragraphs that the register does not have, or says are not rules."""
    entries = {paragraph: edition.register.get(paragraph, {}) for paragraph in edition.cited}
    return [
        f"{edition.cited[paragraph]}: {paragraph} is {entry.get('is', 'not in the register')}"
        for paragraph, entry in entries.items()
        if entry.get("is") in (None, "text", "gone")
    ]


def unexplained(edition: Edition, _: Mapping[str, Edition]) -> list[str]:
    """Rules in the code without the sense of their paragraph above them."""
    return list(edition.silent())


def untested(edition: Edition, _: Mapping[str, Edition]) -> list[str]:
    """Rules of its own that the docstring of no test names."""
    _, short = edition.document
    return sorted(f"{short} {paragraph}" for paragraph in edition.rules - edition.named.keys())


def unsaid(edition: Edition, _: Mapping[str, Edition]) -> list[str]:
    """Entries that lack what their kind must have, or have what it does not know."""
    return [
        number
        for number, entry in edition.register.items()
        for needed, allowed in [KINDS.get(entry.get("is", ""), ({"is"}, set()))]
        if entry.get("is") not in KINDS
        or not all(entry.get(name) for name in needed)
        or not set(entry) <= {"is"} | needed | allowed
    ]


def inherited_amiss(edition: Edition, others: Mapping[str, Edition]) -> list[str]:
    """Entries about paragraphs that the editions it inherits from do not have."""
    line = {each.name: each for each in _line(edition, others)}
    about = {**edition.inherited("as"), **edition.inherited("gone")}
    return [
        f"{number}: {name} has no {paragraph}, or {edition.name} does not inherit from it"
        for number, (name, paragraph) in about.items()
        if name not in line or line[name].register.get(paragraph, {}).get("is") in (None, "gone")
    ] + [
        f"{number} replaces {paragraph}, which {edition.earlier} does not have"
        for number, entry in edition.register.items()
        for paragraph in entry.get("replaces", ())
        if edition.earlier is None or paragraph not in others[edition.earlier].register
    ]


def unaccounted(edition: Edition, others: Mapping[str, Edition]) -> list[str]:
    """Rules of the edition before it that it neither takes over, nor replaces, nor lets go."""
    if edition.earlier is None:
        return []
    before = others[edition.earlier]
    named = {*edition.inherited("as").values(), *edition.inherited("gone").values()}
    accounted = {paragraph for name, paragraph in named if name == before.name}
    for entry in edition.register.values():
        accounted |= set(entry.get("replaces", ()))
    carried_out = before.rules | before.inherited("as").keys()
    return sorted(carried_out - accounted)


def _line(edition: Edition, others: Mapping[str, Edition]) -> Iterator[Edition]:
    """The editions that it inherits from, the latest first."""
    while edition.earlier is not None and edition.earlier in others:
        edition = others[edition.earlier]
        yield edition


CHECKS: Mapping[str, tuple[Faults, str]] = {
    "every rule is cited where it is obeyed": (
        uncited,
        "cite it in the edition's directory on the function that obeys it",
    ),
    "every citation is a rule of the register": (
        cited_amiss,
        "mend the citation or the register; text need not be cited",
    ),
    "every rule stands under the sense of its paragraph": (
        unexplained,
        "say it in the first line of the function's docstring, in the document's symbols",
    ),
    "every rule is named by a test": (untested, "name it in the docstring of one of its tests"),
    "every paragraph says what it is": (
        unsaid,
        "write { is = rule, text, office or open, says = …, why = … } or { is = as, edition = … }",
    ),
    "what is inherited exists": (inherited_amiss, "name an edition and a paragraph that exist"),
    "every rule of the edition before is accounted for": (
        unaccounted,
        "take it over (is = as), let a rule replace it, or say that it is gone and why",
    ),
}
"""Requirements of every edition: the function that finds faults, and the remedy."""
