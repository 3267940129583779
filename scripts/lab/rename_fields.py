"""Rename every field of every answer type in turn, and list the renames that mypy does not notice.

    uv run python -m scripts.lab.rename_fields
    uv run python -m scripts.lab.rename_fields RatingRow TournamentRow

Works in a temporary copy.  A field that no reader and no writer names with its type can be
renamed without a word: its answer is untyped on the way.  The exit status is 1 if there is any.
"""

import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

ROOT = Path(__file__).parents[2]
TYPES = Path("projections/queries/answer_types.py")
COPIED = ("ledger", "projections", "migrations")


@click.command
@click.argument("classes", nargs=-1)
def main(classes: Sequence[str]) -> None:
    """Try the fields of CLASSES, or of all answer types."""
    with tempfile.TemporaryDirectory(prefix="renamed-") as folder:
        root = Path(folder)
        for each in COPIED:
            shutil.copytree(ROOT / each, root / each, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy2(ROOT / "pyproject.toml", root)
        unnoticed = list(_unnoticed(root, classes))
    sys.exit(1 if unnoticed else 0)


def _unnoticed(root: Path, classes: Sequence[str]) -> Iterator[str]:
    source = (root / TYPES).read_text("utf-8")
    if _fails(root):
        raise click.ClickException("mypy finds errors before anything is renamed")
    fields = [each for each in _fields(source) if not classes or each[0] in classes]
    unnoticed = 0
    try:
        for owner, field, line in fields:
            (root / TYPES).write_text(_renamed(source, field, line), "utf-8")
            if not _fails(root):
                unnoticed += 1
                click.echo(f"not noticed: {owner}.{field}")
                yield f"{owner}.{field}"
    finally:
        subprocess.run(["dmypy", "stop"], cwd=root, capture_output=True, check=False)
    click.echo(f"{len(fields)} fields, {unnoticed} renames not noticed")


def _fields(source: str) -> Iterator[tuple[str, str, int]]:
    """Yield the fields of every class that is an answer, each with its line."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                    yield node.name, each.target.id, each.lineno


def _renamed(source: str, field: str, line: int) -> str:
    lines = source.splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(field, f"{field}_renamed", 1)
    return "".join(lines)


def _fails(root: Path) -> bool:
    asked = ["dmypy", "run", "--", "--config-file", "pyproject.toml", "projections"]
    done = subprocess.run(asked, cwd=root, capture_output=True, check=False, encoding="utf-8")
    if done.returncode not in {0, 1}:
        raise click.ClickException(done.stdout + done.stderr)
    return done.returncode == 1


if __name__ == "__main__":
    main()
