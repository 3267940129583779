"""XML as a small tree with line numbers; entities, DTDs and external references are refused."""

import re
from collections.abc import Iterator, Sequence
from typing import NoReturn
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

import attrs

from ledger.events.messages import LargeNumber, Message
from ledger.importing.formats.dates import WrittenDate
from ledger.importing.formats.text import UTF16, decode, decoded, tidy, too_large
from ledger.importing.formats.tournament_report import Findings

# Faults in XML that are repaired because a program writes them and the repair is unambiguous.

_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})")
_BARE_AMPERSAND = re.compile(
    rb"&(?!(?:[A-Za-z_][A-Za-z0-9._-]{0,30}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)"
)
_EXTERNAL_TYPE = re.compile(
    rb"<!DOCTYPE\s+[A-Za-z_][\w.:-]{0,60}\s+(?:SYSTEM|PUBLIC)"
    rb"(?:\s+(?:\"[^\"<>]{0,500}\"|'[^'<>]{0,500}')){1,2}\s*>"
)
_MOST_AMPERSANDS = 100_000
_HEAD = 2_000


def mended(content: bytes, findings: Findings) -> bytes:
    """Return the bytes with reparable faults repaired; each kind is a warning."""
    if content.startswith(UTF16):
        return content
    return _without_external_type(
        _with_entities(_in_its_encoding(content, findings), findings), findings
    )


def _in_its_encoding(content: bytes, findings: Findings) -> bytes:
    declared = _ENCODING.search(content[:_HEAD])
    if declared is not None and declared[1].lower() not in {b"utf-8", b"utf8"}:
        return content
    text, encoding, broken = decode(content)
    if broken is None:
        return content
    if encoding.startswith("utf-8"):
        return decoded(content, findings)[0].encode()
    message = Message(
        "the file declares UTF-8 but is not, read as cp1252: check the accented letters"
    )
    findings.warn(message, content.count(b"\n", 0, broken) + 1)
    return text.encode()


def _with_entities(content: bytes, findings: Findings) -> bytes:
    if b"<![CDATA[" in content:
        return content  # a literal ampersand
    if content.count(b"&") > _MOST_AMPERSANDS:
        return content  # would become five times as long
    first = _BARE_AMPERSAND.search(content)
    if first is None:
        return content
    line = content.count(b"\n", 0, first.start()) + 1
    findings.warn(Message("& is not valid in XML, which needs &amp;: read as &"), line)
    return _BARE_AMPERSAND.sub(b"&amp;", content)


def _without_external_type(content: bytes, findings: Findings) -> bytes:
    """Return the bytes without a document type that declares nothing itself; line ends stay."""
    found = _EXTERNAL_TYPE.search(content[:_HEAD])
    if found is None:
        return content
    line = content.count(b"\n", 0, found.start()) + 1
    findings.warn(Message("the document type names a file elsewhere, which is not read"), line)
    blank = b"\n" * found[0].count(b"\n")
    return content[: found.start()] + blank + content[found.end() :]


DEEPEST = 30
MOST_ELEMENTS = 300_000
MOST_ATTRIBUTES = 500_000
LONGEST_TEXT = 100_000


@attrs.define
class Element:
    """An element without its namespace; ``text`` is its direct text."""

    name: str
    attributes: dict[str, str]
    line: int | None
    column: int | None
    text: str = ""
    children: "list[Element]" = attrs.field(factory=list)

    def all(self, name: str) -> "Iterator[Element]":
        """The children of a name."""
        return (child for child in self.children if child.name == name)

    def listed(self, list_: str, name: str) -> "Iterator[Element]":
        """The children of a name in the lists of another name."""
        return (each for child in self.all(list_) for each in child.all(name))

    def first(self, name: str) -> "Element | None":
        """The first child of a name."""
        return next(self.all(name), None)

    def get(self, name: str) -> str:
        """Return an attribute without blanks around it; empty if it is missing."""
        return tidy(self.attributes.get(name, ""))

    def day(self, name: str) -> WrittenDate | None:
        """Return an attribute as a day, None if it is missing or blank."""
        text = self.get(name)
        return WrittenDate(text, self.line, self.column) if text else None

    def value(self, name: str) -> str | None:
        """Return the text of the first child of a name, None if it is missing or blank."""
        for child in self.children:
            if child.name == name:
                return tidy(child.text) or None
        return None

    def below(self, name: str) -> "Iterator[Element]":
        """Every element of a name below this one."""
        for child in self.children:
            if child.name == name:
                yield child
            if child.children:
                yield from child.below(name)


class _Refused(Exception):
    """The XML contains constructs that no tournament has; ``why`` says which."""

    def __init__(self, why: Message) -> None:
        self.why = why
        super().__init__(why)


class _TreeBuilder:
    """Builds the tree as the parser finds its parts.

    Expat is used directly: the layers of ``xml.sax`` above it take longer than all our readers.
    Constructs that ``defusedxml`` forbids are forbidden here, too: a document type, and with it
    entities.
    """

    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element] = []
        self._elements = 0
        self._parser = ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = lambda _: self._open.pop()
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = _refuse_declaration
        self._parser.EntityDeclHandler = _refuse_declaration
        self._parser.UnparsedEntityDeclHandler = _refuse_declaration
        self._parser.ExternalEntityRefHandler = _refuse_declaration

    def build(self, content: bytes) -> None:
        # The children of one element are all in memory before it is reported.
        if content.count(b"=") > MOST_ATTRIBUTES:
            raise _Refused(
                Message(
                    "the XML has more than %(most)s attributes: this is not a tournament",
                    most=LargeNumber(MOST_ATTRIBUTES),
                )
            )
        self._parser.Parse(content, True)  # noqa: FBT003 - the only bytes, and the last

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= DEEPEST:
            raise _Refused(_UNREADABLE)
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            raise _Refused(
                Message(
                    "the XML has more than %(most)s elements: this is not a tournament",
                    most=LargeNumber(MOST_ELEMENTS),
                )
            )
        if ":" in name:
            name = name.rpartition(":")[2]
        parser = self._parser
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        element = Element(name, attributes, line, column)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _characters(self, content: str) -> None:
        if self._open and not content.isspace():
            element = self._open[-1]
            element.text += content
            if len(element.text) > LONGEST_TEXT:
                raise _Refused(
                    Message(
                        "the XML has more than %(most)s characters in one element: this is not a "
                        "tournament",
                        most=LargeNumber(LONGEST_TEXT),
                    )
                )


_UNREADABLE = Message(
    "the XML cannot be read (encoding, or nested too deep): export the file again"
)


def _refuse_declaration(*_: object) -> NoReturn:
    raise _Refused(
        Message("the file declares a DTD or entities, which is not read: export it without")
    )


def read_xml(content: bytes, roots: Sequence[str], findings: Findings) -> Element | None:
    """The tree of a file with one of the roots; None and an error if there is none."""
    if too_large(content, findings):
        return None
    builder = _TreeBuilder()
    try:
        builder.build(mended(content, findings))
    except ExpatError as error:
        message = Message(
            "this is not XML (%(why)s): export the file again", why=ErrorString(error.code)
        )
        findings.error(message, error.lineno, error.offset + 1)
    except _Refused as refused:
        findings.error(refused.why)
    except (ValueError, LookupError):
        findings.error(_UNREADABLE)
    else:
        if builder.root is not None and builder.root.name in roots:
            return builder.root
        found = "" if builder.root is None else builder.root.name[:40]
        message = Message(
            "the root element is %(found)r, not %(root)r: another format?",
            {"found": found, "root": roots[0]},
        )
        findings.error(message)
    return None


def whole_number(element: Element, name: str, maximum: int, findings: Findings) -> int | None:
    """Return a number from 1 to ``maximum``, None if the element is missing."""
    text = element.value(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,7}", text) or not 1 <= int(text) <= maximum:
        message = Message(
            "%(name)s %(text)r is not a number from 1 to %(most)s: correct it",
            {"name": name, "text": text[:20], "most": maximum},
        )
        findings.error(message, element.line, element.column)
        return None
    return int(text)


def declared_encoding(content: bytes) -> str:
    """Return the encoding that the first line declares; UTF-8 if none."""
    head = content[:200].decode("latin-1")
    _, found, rest = head.partition("encoding=")
    return rest[1:40].split(rest[0])[0].casefold() if found and len(rest) > 1 else "utf-8"
