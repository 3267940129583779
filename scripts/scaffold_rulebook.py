"""The skeleton of a rulebook: a small complete Elo, whose paragraphs are then replaced.

``uv run python -m scripts.scaffold_rulebook elo-1960`` makes an edition of the project, with its
tests, that passes the architecture tests at once; ``--into FOLDER`` makes a separate package.
``scaffold_rulebook dwz-2030 --after dwz-2026`` makes a later edition, three files for the
changes, empty at first.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template

from projections.engine.registry import BUILT_IN, registered
from projections.rulebooks.document import Document

ROOT = Path(__file__).parents[1]
SKELETON = Path(__file__).parent / "rulebook_skeleton"
LATER = SKELETON / "later"
ENTRY_POINT = SKELETON / "pyproject.toml.txt"
EDITION = re.compile(r"([a-z]+)-(\d{4})")


def words_for(edition: str, parent: str) -> Mapping[str, str]:
    """Return the replacements of the names in the skeleton; ``parent``, if any, ends in a dot.

    Raises ``ValueError`` for a name that is not of the form ``elo-1960``.
    """
    found = EDITION.fullmatch(edition)
    if found is None:
        message = f"{edition!r} is not an edition: name it by the system and the year, as elo-1960"
        raise ValueError(message)
    system, year = found.groups()
    return {
        "edition": edition,
        "document": system,
        "short": system.upper(),
        "cls": f"{system.capitalize()}{year}",
        "package": f"{parent}{system}_{year}",
        "module": f"{parent}{system}_{year}.rulebook",
        "distribution": f"{edition}-rulebook",
    }


def words_after(before: str, words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the words of an edition that follows another one.

    Raises ``ValueError`` if there is none of that name whose chapters can be taken over.
    """
    made = BUILT_IN.get(before, "")
    book = registered(before) if made else None
    if book is None or not hasattr(book, "chapters"):
        message = (
            f"{before!r} is not a rulebook whose chapters a later edition takes over: name one"
        )
        raise ValueError(message)
    module, _, cls = made.partition(":")
    documents = vars(sys.modules[book.document.package])
    (document,) = [name for name, value in documents.items() if value is book.document]
    return {
        **words,
        "document": words["package"].rpartition(".")[2],
        "short": words["edition"].upper().replace("-", " "),
        "module": words["package"],
        "before": before,
        "before_package": book.document.package,
        "before_document": document,
        "before_module": module,
        "before_cls": cls,
        "register": _taken_over(book.document),
    }


def _taken_over(before: Document) -> str:
    """Return the register of an edition in which every rule is unchanged."""
    lines = []
    for number, entry in before.paragraphs().items():
        is_carried_out = entry["is"] in ("rule", "as")
        kept = {"is": "as", "edition": before.edition} if is_carried_out else entry
        fields = (
            f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in kept.items()
        )
        lines.append(f'"{number}" = {{ {", ".join(fields)} }}')
    return "\n".join(lines)


def places(edition: str, into: Path | None, *, is_later: bool) -> Mapping[Path, Path]:
    """Return the target of every file of the skeleton."""
    module = edition.replace("-", "_")
    if into is None:
        package, tests = ROOT / "projections/rulebooks" / module, ROOT / "tests/rulebooks" / module
    else:
        package, tests = into / module, into / "tests"
    found = {}
    for source in sorted(SKELETON.rglob("*.txt")):
        if (source.parent == LATER) != is_later and source != ENTRY_POINT:
            continue
        name = source.relative_to(LATER if source.parent == LATER else SKELETON).with_suffix("")
        if name.parts[0] == "tests":
            found[source] = tests.joinpath(*name.parts[1:])
        elif name.name != "pyproject.toml":
            found[source] = package / name
        elif into is not None:
            found[source] = into / name
    return found


def scaffold(edition: str, into: Path | None, after: str | None = None) -> list[Path]:
    """Write the skeleton, of an edition that comes ``after`` another; nothing is overwritten.

    Raises ``ValueError`` for a bad name and ``FileExistsError`` if one of its files exists.
    """
    words = words_for(edition, "projections.rulebooks." if into is None else "")
    if after is not None:
        words = words_after(after, words)
    written = places(edition, into, is_later=after is not None)
    for path in written.values():
        if path.exists():
            message = f"{path} is there already: remove it, or choose another name"
            raise FileExistsError(message)
    for source, path in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(source.read_text("utf-8")).substitute(words), "utf-8")
    _tidy([path for path in written.values() if path.suffix == ".py"])
    return list(written.values())


def _tidy(modules: Sequence[Path]) -> None:
    """Sort imports and wrap lines for the new names, if ruff is installed."""
    ruff = shutil.which("ruff", path=f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}")
    if ruff is not None:
        for command in (["check", "--select", "I", "--fix"], ["format"]):
            config = ["--config", str(ROOT / "pyproject.toml")]
            subprocess.run([ruff, *command, "--quiet", *config, *modules], check=False)


def main() -> int:
    """Write it, and print the remaining steps."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("edition", help="its name, system and year: elo-1960")
    parser.add_argument("--into", type=Path, help="a package of one's own, in this folder")
    parser.add_argument("--after", help="the edition of which it says what changes: dwz-2026")
    arguments = parser.parse_args()
    try:
        written = scaffold(arguments.edition, arguments.into, arguments.after)
    except (ValueError, FileExistsError) as error:
        print(f"refused: {error}", file=sys.stderr)
        return 1
    for path in written:
        print(path.relative_to(arguments.into or ROOT).as_posix())
    if arguments.into is None:
        print(
            "Now enter it in projections/engine/registry.py (BUILT_IN), in the contract of "
            "independence in pyproject.toml and in the README's table."
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
