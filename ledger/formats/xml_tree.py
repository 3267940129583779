"""XML as a small tree that knows its lines; entities, DTDs and anything external are refused."""

import re
from collections.abc import Iterator
from typing import Any
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler

import attrs
import defusedxml.sax  # type: ignore[import-untyped]
from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]

from ledger.formats.text import tidy, too_large
from ledger.formats.tournament_report import Findings
from ledger.formats.xml_mending import mended

DEEPEST = 30
MOST_ELEMENTS = 300_000
LONGEST_TEXT = 100_000


@attrs.define
class Element:
    """An element without its namespace; ``text`` is what stands directly in it."""

    name: str
    attributes: dict[str, str]
    line: int | None
    column: int | None
    text: str = ""
    children: "list[Element]" = attrs.field(factory=list)

    def all(self, name: str) -> "Iterator[Element]":
        """The children of a name."""
        return (child for child in self.children if child.name == name)

    def first(self, name: str) -> "Element | None":
        """The first child of a name."""
        return next(self.all(name), None)

    def value(self, name: str) -> str | None:
        """The text of the first child of a name, None where it is missing or blank."""
        child = self.first(name)
        return None if child is None else tidy(child.text) or None

    def below(self, name: str) -> "Iterator[Element]":
        """Every element of a name below this one."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.below(name)


class _TooLarge(SAXException):
    """There is more of something than in any tournament: elements, or text in one of them."""


class _TooDeep(SAXException):
    """The elements are nested deeper than in any tournament."""


class _TreeBuilder(ContentHandler):
    """Builds the tree."""

    def __init__(self) -> None:
        super().__init__()
        self.root: Element | None = None
        self._open: list[Element] = []
        self._elements = 0
        self._locator: Any = None

    def setDocumentLocator(self, locator: Any) -> None:  # noqa: N802 - SAX's name
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802 - SAX's name
        if len(self._open) >= DEEPEST:
            raise _TooDeep("nested too deep")
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            raise _TooLarge(f"more than {MOST_ELEMENTS:,} elements")
        line, column = self._locator.getLineNumber(), self._locator.getColumnNumber() + 1
        element = Element(name.rpartition(":")[2], dict(attrs), line, column)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def endElement(self, name: str) -> None:  # noqa: N802, ARG002 - SAX's name
        self._open.pop()

    def characters(self, content: str) -> None:
        if self._open and not content.isspace():
            self._open[-1].text += content
            if len(self._open[-1].text) > LONGEST_TEXT:
                raise _TooLarge(f"more than {LONGEST_TEXT:,} characters in one element")


def read_xml(content: bytes, root: str | tuple[str, ...], findings: Findings) -> Element | None:
    """The tree of a file with the root (or one of them); None and an error where there is none."""
    roots = (root,) if isinstance(root, str) else root
    if too_large(content, findings):
        return None
    content = mended(content, findings)
    builder = _TreeBuilder()
    try:
        defusedxml.sax.parseString(content, builder, forbid_dtd=True)
    except DefusedXmlException:
        message = "the file declares a DTD or entities, which is not read: export it without"
        findings.error(message)
    except SAXParseException as error:
        at = error.getLineNumber(), (error.getColumnNumber() or 0) + 1
        findings.error(f"this is no XML ({error.getMessage()}): export the file again", *at)
    except _TooLarge as error:
        findings.error(f"the XML has {error.getMessage()}: this is no tournament")
    except (SAXException, ValueError, LookupError, RecursionError):
        message = "the XML cannot be read (encoding, or nested too deep): export the file again"
        findings.error(message)
    else:
        if builder.root is not None and builder.root.name in roots:
            return builder.root
        found = "" if builder.root is None else builder.root.name[:40]
        findings.error(f"the root element is {found!r}, not {roots[0]!r}: another format?")
    return None


def whole_number(element: Element, name: str, maximum: int, findings: Findings) -> int | None:
    """A number from 1 to ``maximum``, None where the element is missing."""
    text = element.value(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,7}", text) or not 1 <= int(text) <= maximum:
        message = f"{name} {text[:20]!r} is not a number from 1 to {maximum}: correct it"
        findings.error(message, element.line, element.column)
        return None
    return int(text)


def declared_encoding(content: bytes) -> str:
    """The encoding that the first line declares; UTF-8 where it does not."""
    head = content[:200].decode("latin-1")
    _, found, rest = head.partition("encoding=")
    return rest[1:40].split(rest[0])[0].casefold() if found and len(rest) > 1 else "utf-8"
