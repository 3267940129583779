"""The page about the changes of the Wertungsordnung, made of the registers of its editions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources

from projections.rulebooks.document import Document
from projections.rulebooks.dwz import dwz, dwz_2014, dwz_2026
from scripts.reference.markdown import table

EDITIONS = (dwz, dwz_2014, dwz_2026)
HEAD = """# DWZ by edition

For rating officers: what changed when in the Wertungsordnung. A row is one rule, or several that
became one. An edition without a change has the number alone. Generated from the registers in
`projections/rulebooks/dwz/`; the last column names the modules that carry the rule out.
"""
Paragraph = tuple[str, str]
"""The edition and the number of a paragraph."""


def page() -> str:
    """Return the page as Markdown."""
    columns = [*(edition.folder for edition in EDITIONS), "code"]
    return "\n".join([HEAD, *table(columns, map(_cells, _rows()))]) + "\n"


def _cells(row: Sequence[Paragraph]) -> list[str]:
    cells = [_cell(edition, row) for edition in EDITIONS]
    return [*cells, ", ".join(f"`{name}`" for name in _modules(row))]


def _cell(edition: Document, row: Sequence[Paragraph]) -> str:
    register = edition.paragraphs()
    entries = [register[number] for name, number in row if name == edition.edition]
    numbers = [number for name, number in row if name == edition.edition]
    return "<br>".join(map(_paragraph_text, numbers, entries)) or "—"


def _paragraph_text(number: str, entry: Mapping[str, str]) -> str:
    match entry["is"]:
        case "rule":
            return f"**{number}** {entry['says']}"
        case "gone":
            return f"gone: {entry['why']}"
    return number


def _rows() -> Iterator[Sequence[Paragraph]]:
    """The paragraphs that became each other, in the order in which the first of each stands."""
    became: dict[Paragraph, list[Paragraph]] = {}
    for edition in EDITIONS:
        for number, entry in edition.paragraphs().items():
            if entry["is"] in ("rule", "as", "gone"):
                row: list[Paragraph] = []
                for before in _before(edition, number, entry):
                    row += [each for each in became.get(before, ()) if each not in row]
                row.append((edition.edition, number))
                became |= dict.fromkeys(row, row)
    shown: list[Sequence[Paragraph]] = []
    for row in became.values():
        if row not in shown:
            shown.append(row)
    yield from shown


def _before(edition: Document, number: str, entry: Mapping[str, str]) -> Iterator[Paragraph]:
    """The paragraphs of earlier editions of which one has come."""
    if entry["is"] in ("as", "gone"):
        yield entry["edition"], entry.get("paragraph", number)
    if edition.earlier is not None:
        for replaced in entry.get("replaces", ()):
            yield edition.earlier.edition, replaced


def _modules(row: Sequence[Paragraph]) -> list[str]:
    """The modules of the package that cite a paragraph of the row."""
    cited = "|".join(
        rf"\bdwz{'' if name == dwz.edition else name[3:].replace('-', '_')}"
        rf'(?:\.\w+)?\(\s*"{re.escape(number)}"'
        for name, number in row
    )
    files = sorted(resources.files(dwz.package).iterdir(), key=lambda file: file.name)
    return [
        file.name.removesuffix(".py")
        for file in files
        if file.name.endswith(".py") and re.search(cited, file.read_text("utf-8"))
    ]
