"""The project's own Python, as the architecture tests read it: parsed, never imported."""

import ast
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path

import attrs

ROOT = Path(__file__).parents[2]
SHIPPED = ("ledger", "projections", "migrations")


@attrs.frozen
class Module:
    """A Python file: its dotted name, its path from the root, its text and its tree."""

    name: str
    path: str
    text: str
    tree: ast.Module

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of its tree."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def statements(self) -> tuple[ast.AST, ...]:
        """Every statement, those within others too, and what handles their exceptions."""
        return tuple(_statements(self.tree.body))

    def imports(self) -> Iterator[str]:
        """Yield its imports, as dotted names; ``from a import b`` gives ``a`` and ``a.b``."""
        return _imported(self.statements)

    def imports_at_once(self) -> Iterator[str]:
        """Yield the imports made on loading, not those of its functions."""
        return _imported(_executed(self.tree.body))

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Every function and method."""
        for node in self.statements:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def calls(self) -> Iterator[tuple[int, str]]:
        """Line and dotted spelling of everything that is called by a plain name."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and (spelt := _dotted(node.func)):
                yield node.lineno, spelt


def _imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield what some statements import."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield all statements, those within others too, without looking into expressions."""
    for node in body:
        yield node
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            yield from _statements(getattr(node, part, ()))


def _executed(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module that are executed when it is loaded, blocks included."""
    for node in body:
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test):
            yield from _executed([*node.body, *node.orelse])
        elif isinstance(node, ast.Try | ast.With):
            yield from _executed(node.body)


def _dotted(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value)):
        return f"{before}.{node.attr}"
    return None


def must_be_none(findings: Iterable[object], remedy: str) -> None:
    """Fail with the remedy and every finding, one to a line."""
    listed = "\n".join(map(str, findings))
    assert not listed, f"{remedy}:\n{listed}"


def within(name: str, package: str) -> bool:
    """True if a dotted name is a package or is contained in it."""
    return name == package or name.startswith(f"{package}.")


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """The modules in some folders of the project, by path."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return tuple(map(_module, sorted(paths)))


@cache
def _module(path: Path) -> Module:
    inside = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    name = ".".join(inside.with_suffix("").parts).removesuffix(".__init__")
    text = path.read_text("utf-8")
    return Module(name, inside.as_posix(), text, ast.parse(text))


@cache
def project_files() -> tuple[Path, ...]:
    """Every file of the project: what git knows or would take, else what lies in its folders."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        found = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    else:
        folders = (*SHIPPED, "scripts", "tests", "docs", ".ci")
        found = [path for folder in folders for path in (ROOT / folder).rglob("*")]
        found = [*found, *ROOT.glob("*.md"), *ROOT.glob("*.toml")]
    return tuple(sorted(path for path in found if path.is_file()))
