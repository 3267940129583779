"""What a file is that no reader takes, by its first bytes, and what to export instead."""

import re
from collections.abc import Sequence

import attrs

from ledger.formats.swiss_chess.layout import stated_version
from ledger.formats.text import LARGEST_FILE

_TABLE = (
    "export the crosstable of the players as CSV or .xlsx (on chess-results: show complete list, "
    "then Excel), or the tournament as TRF"
)
_AS_TEXT = "export the tournament from the pairing program as TRF, SWI, h9 or the like"
_HEAD = 4_000
_PAGE = "a web page"
_OF_SWISS_CHESS = "in Swiss-Chess export the forms of all players (…-form.html), SWI or TRF"
# What stands somewhere in a page that is half a tournament, what the page then is, what to do.
_PAGES = (
    (rb"Paarungsliste", "with the pairings of one round", _OF_SWISS_CHESS),
    (rb"Teilnehmerliste", "with a list of players, which has no games", _OF_SWISS_CHESS),
    (rb"Turnierauswertung", "with ratings, which has no games", _OF_SWISS_CHESS),
    (rb">(?:Bo|Br)\.</t[hd]", "with the pairings of one round", _TABLE),
    (rb"chess-results\.com", "of chess-results without a crosstable", _TABLE),
)


@attrs.frozen
class _Kind:
    """A kind of file: how it begins, what it is called, what to do."""

    begins: re.Pattern[bytes]
    name: str
    remedy: str


def _kind(begins: bytes, name: str, remedy: str) -> _Kind:
    return _Kind(re.compile(begins, re.IGNORECASE | re.DOTALL), name, remedy)


_KINDS: Sequence[_Kind] = (
    _kind(rb"%PDF-", "a PDF", _TABLE),
    _kind(
        rb"\xff\xd8\xff|\x89PNG|GIF8|BM..\0\0|RIFF.{4}WEBP|II\*\0|MM\0\*", "a picture", _AS_TEXT
    ),
    _kind(rb".{4}ftyp(?:hei|mif|avi)", "a picture", _AS_TEXT),
    _kind(rb"\{\\rtf", "a text document (RTF)", _TABLE),
    _kind(rb"\xd0\xcf\x11\xe0", "an older Office document, no workbook", _TABLE),
    _kind(rb"(?:[a-z-]{2,30}: [^\n]{0,500}\r?\n){2}", "an e-mail", "save what is attached to it"),
    _kind(rb"\x1f\x8b", "a file packed by gzip", "unpack it first"),
    _kind(rb"Rar!|7z\xbc\xaf|BZh|\xfd7zXZ", "an archive", "unpack it first"),
    _kind(
        rb".{0,20}\xff\x89\x44",
        "Swiss-Manager's own file",
        "in Swiss-Manager export it as TRF (FIDE), or the crosstable to Excel",
    ),
    _kind(
        rb"\x00\x01\x00\x00Standard (?:ACE|Jet)",
        "an Access database of another version",
        "export the tournament as TRF",
    ),
    _kind(rb"SQLite format 3\0", "an SQLite database", _AS_TEXT),
    _kind(rb"\s*<!DOCTYPE html|\s*<html|.{0,500}<(?:table|h2|body)\b", _PAGE, _TABLE),
    _kind(rb"\s*<\?xml|\s*<[a-z]", "XML of a kind that is not known here", _AS_TEXT),
    _kind(rb"\s*\(;", "a game record (SGF)", "export the tournament as h9, or its wall list"),
    _kind(
        rb"(?:\xff\xfe|\xfe\xff)",
        "text in UTF-16",
        "save it as UTF-8 (in Excel: CSV UTF-8)",
    ),
    _kind(
        rb".{0,400}\b(?:Bo|Br)\.\s?[\t;,]",
        "the pairings of one round",
        _TABLE,
    ),
)


def known_kind(content: bytes) -> str | None:
    """What a file is that no reader takes and what to do; None where it is nothing known here."""
    if content.startswith(b"PK\x03\x04"):
        return _describe_archive(content)
    if (version := stated_version(content)) is not None:
        name = f"Swiss-Chess's own file, version {version / 100:.2f}, in a layout not known here"
        return f"this is {name}: in Swiss-Chess export SWI or TRF"
    found = next((kind for kind in _KINDS if kind.begins.match(_head(content))), None)
    if found is None:
        return None
    if found.name == _PAGE:
        for mark, what, remedy in _PAGES:
            if re.search(mark, content[:LARGEST_FILE], re.IGNORECASE):
                return f"this is {_PAGE} {what}: {remedy}"
    return f"this is {found.name}: {found.remedy}"


def _describe_archive(content: bytes) -> str:
    """What a ZIP is, by the names in it."""
    if re.search(rb"word/document\.xml|opendocument\.text", content):
        return f"this is a text document (Word, Writer): {_TABLE}"
    return "this is an archive without a canonical table (tournament.csv …): unpack it first"


def describe_unreadable(content: bytes) -> str:
    """What a file seems to be and what to do instead, in one sentence."""
    if not content.strip(b"\x00 \t\r\n"):
        return "the file is empty: export the tournament again"
    if len(content) > LARGEST_FILE:
        limit = LARGEST_FILE // 1_000_000
        return f"the file has more than {limit} MB, which no tournament has: split it"
    known = known_kind(content)
    if known is not None:
        return known
    head = _head(content)
    if _is_binary(head):
        begins = head[:8].hex(" ")
        return f"this is a binary file of a kind that is not known here ({begins}): {_AS_TEXT}"
    first = next((line for line in head.splitlines() if line.strip()), b"")
    text = "".join(sign if sign.isprintable() else "·" for sign in first[:40].decode("latin-1"))
    message = f"the file looks like none of the formats (it begins with {text!r})"
    return f"{message}: name the format instead of auto, or {_AS_TEXT}"


def _head(content: bytes) -> bytes:
    return content[:_HEAD].removeprefix(b"\xef\xbb\xbf")


def _is_binary(head: bytes) -> bool:
    controls = sum(byte < 32 and byte not in b"\t\r\n\f\x1a" for byte in head)
    return controls * 50 > len(head)
