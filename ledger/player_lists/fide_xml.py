"""The lists of FIDE as XML: a stream of ``player`` elements, never held as a tree."""

from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import Locator

import attrs
from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.expatreader import create_parser  # type: ignore[import-untyped]

from ledger.player_lists.fide import SYSTEM, fide_entry
from ledger.player_lists.list_file import CHUNK
from ledger.player_lists.player_list import Entry, ListFindings, PlayerList

ROOT = "playerslist"
PERSON = "player"
LONGEST_TEXT = 500
DEEPEST = 10
LONGEST_TAG = 4 * CHUNK
_FIELDS = {
    "fideid": "number",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "rating": "figure",
    "birthday": "birth",
}


def read_fide_xml(stream: BinaryIO, findings: ListFindings) -> PlayerList | None:
    """A list of FIDE as XML, which has no date."""
    parser = create_parser(forbid_dtd=True)
    handler = _PlayerHandler(parser)
    parser.setContentHandler(handler)
    entries = _entries(stream, parser, handler, findings)
    return PlayerList(namespace="fide", system=SYSTEM, day=None, entries=entries)


@attrs.define
class _Person:
    """The cells of a person as far as they have been read, and his line."""

    line: int
    cells: dict[str, str] = attrs.field(factory=lambda: dict.fromkeys(_FIELDS.values(), ""))


class _NotAPlayerList(SAXException):
    """The document has another root."""


class _PlayerHandler(ContentHandler):
    """Collects the persons that have been read to their end."""

    def __init__(self, locator: Locator) -> None:
        super().__init__()
        self.finished: list[_Person] = []
        self.tags = 0
        self._depth = 0
        self._person: _Person | None = None
        self._cell: str | None = None
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802, ARG002 - SAX's name
        if self.tags == 0 and name != ROOT:
            raise _NotAPlayerList("another root")
        self.tags += 1
        self._depth += 1
        if self._depth > DEEPEST:
            raise SAXException("nested too deep")
        self._cell = None
        if name == PERSON:
            self._person = _Person(self._locator.getLineNumber() or 0)
        elif self._person is not None:
            self._cell = _FIELDS.get(name)

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


def _entries(
    stream: BinaryIO, parser: Any, handler: _PlayerHandler, findings: ListFindings
) -> Iterator[Entry]:
    """The entries as they are read, until the end of the file or of what is XML."""
    idle = 0
    for chunk in iter(partial(stream.read, CHUNK), b""):
        before = handler.tags
        if not _parsed(partial(parser.feed, chunk), findings):
            return
        idle = 0 if handler.tags > before else idle + len(chunk)
        if idle > LONGEST_TAG:
            findings.error("an element has no end: this is no list of FIDE, fetch it again")
            return
        finished, handler.finished = handler.finished, []
        for person in finished:
            entry = fide_entry(person.cells, person.line, findings)
            if entry is not None:
                yield entry
    _parsed(parser.close, findings)


def _parsed(step: Any, findings: ListFindings) -> bool:
    """Run a step of the parser; False, with an error in ``findings``, where it fails."""
    try:
        step()
    except DefusedXmlException:
        findings.error("the file declares a DTD or entities, which is not read")
    except _NotAPlayerList:
        findings.error(f"the root element is not {ROOT}: this is no list of FIDE")
    except (SAXException, ValueError, LookupError) as error:
        message = error.getMessage() if isinstance(error, SAXException) else "its encoding"
        findings.error(f"from here on it is no XML ({message[:80]}): fetch the list again")
    else:
        return True
    return False
