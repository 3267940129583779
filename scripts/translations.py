"""Missing translations of page texts: found, and added to the catalogues.

python -m scripts.translations            lists what is missing, exit status 1 if anything is
python -m scripts.translations --write    adds what is missing and removes what is unused
"""

import sys
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po, write_po

from projections.i18n.languages import FOLDER
from projections.queries.language_codes import DEFAULT, LANGUAGES

ROOT = Path(__file__).parents[1]
KEYWORDS = (
    *("Message", "counted:1,2", "marked:1,1t", "marked:2c,1,2t", "translate_text"),
    *("because:2", "note:2", "stated_reason"),
)
"""The calls that contain texts, and the indexes of their text arguments."""
EXTRACT = ("pybabel", "--quiet", "extract", "--no-location", *(f"-k{each}" for each in KEYWORDS))
WIDTH = 95


def extracted() -> Catalog:
    """Return all page texts, in English, as ``pybabel extract`` finds them."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "pages.pot")
        where = ("-F", ROOT / "pyproject.toml", "-o", file, ROOT / "ledger", ROOT / "projections")
        CommandLineInterface().run([*EXTRACT, *map(str, where)])  # type: ignore[no-untyped-call]
        return _read(file)


@cache
def translated(code: str) -> Catalog:
    """Return the translations of a language so far."""
    file = _file(code)
    return _read(file, code) if file.is_file() else Catalog(locale=code)


def missing(catalogue: Catalog, template: Catalog) -> Sequence[str]:
    """Return the texts, in English, that a language lacks."""
    return [_key(each) for each in template if each.id and not _is_translated(catalogue, each)]


def unused(catalogue: Catalog, template: Catalog) -> Sequence[str]:
    """Return the texts of a language that no page uses."""
    known = {(_key(each), each.context) for each in template}
    return [_key(each) for each in catalogue if (_key(each), each.context) not in known]


def _is_translated(catalogue: Catalog, entry: Entry) -> bool:
    found = catalogue.get(entry.id, entry.context)
    if found is None or not found.string:
        return False
    return isinstance(found.string, str) or all(found.string)


def _key(entry: Entry) -> str:
    return entry.id if isinstance(entry.id, str) else entry.id[0]


def _file(code: str) -> Path:
    return FOLDER / f"{code}.po"


def _read(file: Path, code: str | None = None) -> Catalog:
    with file.open("rb") as opened:
        return read_po(opened, locale=code)


def _write(code: str, template: Catalog) -> None:
    catalogue = translated(code)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    written = BytesIO()
    write_po(written, catalogue, width=WIDTH, sort_output=True, omit_header=True)
    _file(code).write_bytes(written.getvalue().rstrip() + b"\n")
    translated.cache_clear()


@click.command
@click.option("--write", is_flag=True, help="Enter what is missing, take out what is unused.")
def main(*, write: bool) -> None:
    """List the missing texts of each language."""
    template = extracted()
    lacking = 0
    for code in sorted(set(LANGUAGES) - {DEFAULT}):
        if write:
            _write(code, template)
        for text in missing(translated(code), template):
            lacking += 1
            print(f"{code}: {text}")
    sys.exit(1 if lacking else 0)


if __name__ == "__main__":
    main()
