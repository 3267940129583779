"""What the pages say and a language does not: found, and entered to be translated.

python -m scripts.translations            says what is missing, exit status 1 if anything is
python -m scripts.translations --write    enters what is missing and takes out what is unused
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import click
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from projections.interfaces.i18n.dynamic_texts import DYNAMIC_TEXTS, NAMES_OF_GIVEN_VALUES
from projections.interfaces.i18n.languages import DEFAULT, FOLDER, GIVEN, LANGUAGES
from projections.interfaces.pages.officer.remedies import for_a_page
from scripts.rulebook_texts import (
    NOT_ON_PAGES,
    readings_in_words,
    remedies_in_words,
    symbols_in_words,
    texts_of_rules,
)

WEB = FOLDER.parents[1]
METHODS = [("pages/templates/**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"pages/templates/**.html": {"newstyle_gettext": "true", "trimmed": "true"}}
SOURCES = [WEB.parent, WEB.parents[1] / "ledger"]
PYTHON = [("**.py", "python")]
KEYWORDS: dict[str, Any] = {
    "Message": None,
    "counted": (1, 2),
    "because": (2,),
    "note": (2,),
    "stated_because": (1,),
}
WIDTH = 95


def said() -> Catalog:
    """Everything that the pages say, in English: their own words, and sentences made below."""
    catalogue = Catalog()
    for _, _, message, _, context in extract_from_dir(WEB, METHODS, OPTIONS):
        catalogue.add(message, context=context)
    for root in SOURCES:
        for file, _, message, _, _ in extract_from_dir(root, PYTHON, keywords=KEYWORDS):
            if Path(file).parent.name not in NOT_ON_PAGES:
                catalogue.add(_for_a_page(message))
    of_readings = (*readings_in_words(), *remedies_in_words())
    for text in (*DYNAMIC_TEXTS, *texts_of_rules(), *symbols_in_words(), *of_readings):
        catalogue.add(text)
    for name in NAMES_OF_GIVEN_VALUES:
        catalogue.add(name, context=GIVEN)
    return catalogue


def _for_a_page(message: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """A sentence with the remedy that a page has, as it is shown there."""
    if isinstance(message, str):
        return for_a_page(message)
    return tuple(map(for_a_page, message))


def translated(code: str) -> Catalog:
    """What a language says so far."""
    file = _file(code)
    if not file.is_file():
        return Catalog(locale=code)
    with file.open("rb") as opened:
        return read_po(opened, locale=code)


def missing(catalogue: Catalog) -> list[str]:
    """What a language does not say yet, in English."""
    return [_key(each) for each in said() if each.id and not _is_said(catalogue, each)]


def unused(catalogue: Catalog) -> list[str]:
    """What a language says and no page asks for."""
    known = {(_key(each), each.context) for each in said() if each.id}
    return [
        _key(each) for each in catalogue if each.id and (_key(each), each.context) not in known
    ]


def _is_said(catalogue: Catalog, message: Entry) -> bool:
    found = catalogue.get(message.id, message.context)
    if found is None or not found.string:
        return False
    return isinstance(found.string, str) or all(found.string)


def _key(message: Entry) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _file(code: str) -> Path:
    return FOLDER / f"{code}.po"


def _write(code: str) -> None:
    catalogue, template = translated(code), said()
    kept = Catalog(locale=code)
    for message in template:
        if message.id:
            before = catalogue.get(message.id, message.context)
            said_so = before.string if before else ""
            kept.add(message.id, said_so, flags=message.flags, context=message.context)
    written = BytesIO()
    write_po(written, kept, width=WIDTH, sort_output=True, omit_header=True)
    _file(code).write_bytes(written.getvalue().rstrip() + b"\n")


@click.command
@click.option("--write", is_flag=True, help="Enter what is missing, take out what is unused.")
def main(*, write: bool) -> None:
    """Say what is missing in each language."""
    lacking = 0
    for code in LANGUAGES:
        if code == DEFAULT:
            continue
        if write:
            _write(code)
        for text in missing(translated(code)):
            lacking += 1
            print(f"{code}: {text}")
    sys.exit(1 if lacking else 0)


if __name__ == "__main__":
    main()
