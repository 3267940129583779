"""The lists of FIDE as text: columns under a header, from which their places are taken.

The combined list (standard, rapid and blitz), its older form, and the lists of one rating, whose
header names the month (``OCT26``) in place of the rating.  Of the combined list the standard
rating is read.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial
from typing import Any, BinaryIO
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import Locator

import attrs
from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.expatreader import create_parser  # type: ignore[import-untyped]

from ledger.importing.federation_lists.list_file import CHUNK, encoding_of, text_lines
from ledger.importing.federation_lists.player_list import Entry, ListFindings, PlayerList
from ledger.importing.formats import fields
from ledger.importing.formats.text import tidy

SYSTEM = "FIDE"
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")

_TOKEN = re.compile(r"ID[ _]?NUMBER|\S+", re.IGNORECASE)
_MONTH = re.compile(rf"({'|'.join(MONTHS)})(\d\d)", re.IGNORECASE)
_FIELDS = {
    **dict.fromkeys(("id number", "id_number", "idnumber"), "number"),
    "name": "name",
    "fed": "federation",
    "sex": "sex",
    "otit": "titles",
    "srtng": "figure",
    **dict.fromkeys(("b-day", "born"), "birth"),
    "flag": "flag",
}
_NEEDED = ("number", "name", "federation", "figure")


@attrs.frozen(kw_only=True)
class Columns:
    """The places of the fields, counted in characters; ``width`` is that of a whole line."""

    places: Mapping[str, slice]
    width: int
    day: date | None

    @property
    def least(self) -> int:
        """Return the shortest length of a line that is not cut off in a needed column."""
        return self.places["birth"].start + 1 if "birth" in self.places else self.width

    def shifted_for_long_titles(self, excess: int) -> "Columns":
        """Return the columns for a line whose other titles exceed their width."""
        titles = self.places["titles"]
        places = {
            name: place if place.start <= titles.start else _moved(place, excess)
            for name, place in self.places.items()
        }
        return attrs.evolve(self, places=places)


def read_fide(stream: BinaryIO, findings: ListFindings) -> PlayerList | None:
    """Return a list of FIDE; None (and an error) if the first line is not its header."""
    lines = text_lines(stream, encoding_of(stream, findings), findings)
    _, header = next(lines, (1, ""))
    columns = columns_of(header)
    if columns is None:
        findings.error(
            "the first line is not the header of a FIDE list (ID Number, Name, Fed, SRtng …): "
            "take the list as FIDE offers it",
            1,
        )
        return None
    if columns.day is not None:
        findings.warn(
            "a list of one rating does not state which one: adopt its ratings only if it is the "
            "standard list"
        )
    entries = _entries(lines, columns, findings)
    return PlayerList(namespace="fide", system=SYSTEM, day=columns.day, entries=entries)


def columns_of(header: str) -> Columns | None:
    """Return the columns of a header; None if it is none."""
    found = list(_TOKEN.finditer(header))
    ends = [each.start() for each in found[1:]] + [None]
    places: dict[str, slice] = {}
    day = None
    for each, end in zip(found, ends, strict=False):
        name = _FIELDS.get(each.group().casefold())
        if name is None and (month := _MONTH.fullmatch(each.group())):
            name = "figure"
            day = date(2000 + int(month[2]), MONTHS.index(month[1].upper()) + 1, 1)
        if name is not None:
            places.setdefault(name, slice(each.start(), end))
    if any(name not in places for name in _NEEDED):
        return None
    return Columns(places=places, width=len(header), day=day)


def _moved(place: slice, by: int) -> slice:
    return slice(place.start + by, None if place.stop is None else place.stop + by)


def _entries(
    lines: Iterator[tuple[int, str]], columns: Columns, findings: ListFindings
) -> Iterator[Entry]:
    for number, line in lines:
        line_columns = columns
        if len(line) > columns.width and "titles" in columns.places:
            line_columns = columns.shifted_for_long_titles(len(line) - columns.width)
            findings.adjusted("titles that overflow their column are skipped", number)
        if len(line) < columns.least:
            findings.damaged("it is cut off", number)
        elif (entry := _entry(line, number, line_columns.places, findings)) is not None:
            yield entry


def _entry(
    line: str, number: int, places: Mapping[str, slice], findings: ListFindings
) -> Entry | None:
    """The entry of a line; a list that has no column for the sex flags women with a w."""
    sex = line[places["sex"]] if "sex" in places else ""
    if not sex and "flag" in places and "w" in line[places["flag"]]:
        sex = "w"
    return fide_entry(
        {
            "number": line[places["number"]],
            "name": line[places["name"]],
            "federation": line[places["federation"]],
            "sex": sex,
            "figure": line[places["figure"]],
            "birth": line[places["birth"]] if "birth" in places else "",
        },
        number,
        findings,
    )


def fide_entry(cells: Mapping[str, str], line: int, findings: ListFindings) -> Entry | None:
    """The entry of a person's cells; None (and the line counts as damaged) without a number."""
    name = tidy(cells["name"])
    number = fields.external_id("fide", cells["number"], findings, line, name)
    if number is None or not name:
        findings.damaged("there is no FIDE number or no name in it", line)
        return None
    return Entry(
        line=line,
        number=number,
        name=name,
        birth_year=fields.birth(cells["birth"], findings, line)[1],
        sex=fields.sex(cells["sex"].casefold(), findings, line),
        federation=fields.federation(cells["federation"], findings, line),
        figure=fields.figure(cells["figure"], findings, line),
        ids={"fide": number},
    )


# --- reading FIDE's XML lists: a stream of ``player`` elements, never held as a tree -------------

ROOT = "playerslist"
PERSON = "player"
LONGEST_TEXT = 500
DEEPEST = 10
LONGEST_TAG = 4 * CHUNK
_XML_FIELDS = {
    "fideid": "number",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "rating": "figure",
    "birthday": "birth",
}
_XML_NUMBER = "fideid"


def read_fide_xml(stream: BinaryIO, findings: ListFindings) -> PlayerList | None:
    """A list of FIDE as XML, which has no date."""
    parser = create_parser(forbid_dtd=True)
    handler = _PlayerHandler(parser)
    parser.setContentHandler(handler)
    entries = _xml_entries(stream, parser, handler, findings)
    return PlayerList(namespace="fide", system=SYSTEM, day=None, entries=entries)


@attrs.define
class _Person:
    """The cells of a person read so far, and his line."""

    line: int
    cells: dict[str, str] = attrs.field(factory=lambda: dict.fromkeys(_XML_FIELDS.values(), ""))


class _NotAPlayerList(SAXException):
    """The document has another root."""


class _PlayerHandler(ContentHandler):
    """Collects the persons that are complete."""

    def __init__(self, locator: Locator) -> None:
        super().__init__()
        self.finished: list[_Person] = []
        self.tags = 0
        self._depth = 0
        self._person: _Person | None = None
        self._cell: str | None = None
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802 - SAX's name
        if self.tags == 0 and name != ROOT:
            raise _NotAPlayerList("another root")
        self.tags += 1
        self._depth += 1
        if self._depth > DEEPEST:
            raise SAXException("nested too deep")
        self._cell = None
        if name == PERSON:
            self._person = _Person(self._locator.getLineNumber() or 0)
            for attribute, value in attrs.items():
                if attribute.casefold() == _XML_NUMBER:  # in older lists
                    self._person.cells["number"] = value[:LONGEST_TEXT]
        elif self._person is not None:
            self._cell = _XML_FIELDS.get(name)

    def characters(self, content: str) -> None:
        if self._cell is not None and self._person is not None:
            before = self._person.cells[self._cell]
            self._person.cells[self._cell] = (before + content)[:LONGEST_TEXT]

    def endElement(self, name: str) -> None:  # noqa: N802 - SAX's name
        self._cell = None
        self._depth -= 1
        if name == PERSON and self._person is not None:
            self.finished.append(self._person)
            self._person = None


def _xml_entries(
    stream: BinaryIO, parser: Any, handler: _PlayerHandler, findings: ListFindings
) -> Iterator[Entry]:
    """Yield the entries as they are read, until the end of the file or of valid XML."""
    idle = 0
    for chunk in iter(partial(stream.read, CHUNK), b""):
        before = handler.tags
        if not _parsed(partial(parser.feed, chunk), findings):
            return
        idle = 0 if handler.tags > before else idle + len(chunk)
        if idle > LONGEST_TAG:
            findings.error("an element has no end: this is not a FIDE list, fetch it again")
            return
        finished, handler.finished = handler.finished, []
        for person in finished:
            entry = fide_entry(person.cells, person.line, findings)
            if entry is not None:
                yield entry
    _parsed(parser.close, findings)


def _parsed(step: Any, findings: ListFindings) -> bool:
    """Run a step of the parser; False, with an error in ``findings``, if it fails."""
    try:
        step()
    except DefusedXmlException:
        findings.error("the file declares a DTD or entities, which is not read")
    except _NotAPlayerList:
        findings.error(f"the root element is not {ROOT}: this is not a FIDE list")
    except (SAXException, ValueError, LookupError) as error:
        message = error.getMessage() if isinstance(error, SAXException) else "its encoding"
        findings.error(f"from here on it is not XML ({message[:80]}): fetch the list again")
    else:
        return True
    return False
