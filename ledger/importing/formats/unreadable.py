"""Identification of files that no reader accepts, by their first bytes, with the remedy."""

import re

from ledger.events.messages import Message
from ledger.importing.formats.swiss_chess.reader import stated_version
from ledger.importing.formats.text import LARGEST_FILE

_TABLE = Message(
    "export the crosstable of the players as CSV or .xlsx (on chess-results: show complete list, "
    "then Excel), or the tournament as TRF"
)
_AS_TEXT = Message("export the tournament from the pairing program as TRF, SWI, h9 or the like")
_HEAD = 4_000
_FLAGS = re.IGNORECASE | re.DOTALL
_PAGE = Message("a web page")
_PICTURE = Message("a picture")
_UNPACK = Message("unpack it first")
_OF_SWISS_CHESS = Message(
    "in Swiss-Chess export the forms of all players (…-form.html), SWI or TRF"
)
_PAIRINGS = Message("a web page with the pairings of one round")
# Text in a page without the games, the kind of page, and the remedy.
_PAGES = (
    (rb"Paarungsliste", _PAIRINGS, _OF_SWISS_CHESS),
    (
        rb"Teilnehmerliste",
        Message("a web page with a list of players, which has no games"),
        _OF_SWISS_CHESS,
    ),
    (
        rb"Turnierauswertung",
        Message("a web page with ratings, which has no games"),
        _OF_SWISS_CHESS,
    ),
    (rb">(?:Bo|Br)\.</t[hd]", _PAIRINGS, _TABLE),
    (rb"chess-results\.com", Message("a web page of chess-results without a crosstable"), _TABLE),
)


_KINDS = (
    (rb"%PDF-", Message("a PDF"), _TABLE),
    (rb"\xff\xd8\xff|\x89PNG|GIF8|BM..\0\0|RIFF.{4}WEBP|II\*\0|MM\0\*", _PICTURE, _AS_TEXT),
    (rb".{4}ftyp(?:hei|mif|avi)", _PICTURE, _AS_TEXT),
    (rb"\{\\rtf", Message("a text document (RTF)"), _TABLE),
    (rb"\xd0\xcf\x11\xe0", Message("an older Office document, no workbook"), _TABLE),
    (
        rb"(?:[a-z-]{2,30}: [^\n]{0,500}\r?\n){2}",
        Message("an e-mail"),
        Message("save the attachment"),
    ),
    (rb"\x1f\x8b", Message("a file packed by gzip"), _UNPACK),
    (rb"Rar!|7z\xbc\xaf|BZh|\xfd7zXZ", Message("an archive"), _UNPACK),
    (
        rb".{0,20}\xff\x89\x44",
        Message("Swiss-Manager's own file"),
        Message("in Swiss-Manager export it as TRF (FIDE), or the crosstable to Excel"),
    ),
    (
        rb"\x00\x01\x00\x00Standard (?:ACE|Jet)",
        Message("an Access database of another version"),
        Message("export the tournament as TRF"),
    ),
    (rb"\s*\{\s*[\"}]|\s*\[\s*[\[{]", Message("JSON of a kind that is not known here"), _AS_TEXT),
    (rb"SQLite format 3\0", Message("an SQLite database"), _AS_TEXT),
    (rb"\s*<!DOCTYPE html|\s*<html|.{0,500}<(?:table|h2|body)\b", _PAGE, _TABLE),
    (rb"\s*<\?xml|\s*<[a-z]", Message("XML of a kind that is not known here"), _AS_TEXT),
    (
        rb"\s*\(;",
        Message("a game record (SGF)"),
        Message("export the tournament as h9, or its wall list"),
    ),
    (
        rb"(?:\xff\xfe|\xfe\xff)",
        Message("text in UTF-16"),
        Message("save it as UTF-8 (in Excel: CSV UTF-8)"),
    ),
    (rb".{0,400}\b(?:Bo|Br)\.\s?[\t;,]", Message("the pairings of one round"), _TABLE),
)


def known_kind(content: bytes) -> Message | None:
    """Return the name and remedy of a file that no reader accepts; None if it is unknown here."""
    if content.startswith(b"PK\x03\x04"):
        if re.search(rb"word/document\.xml|opendocument\.text", content):
            return _other_kind(Message("a text document (Word, Writer)"), _TABLE)
        name = Message("an archive without a canonical table (tournament.csv …)")
        return _other_kind(name, _UNPACK)
    if (version := stated_version(content)) is not None:
        return Message(
            "this is Swiss-Chess's own file, version %(version)s, in a layout not known here: in "
            "Swiss-Chess export SWI or TRF",
            version=f"{version / 100:.2f}",
        )
    found = next((each for each in _KINDS if re.match(each[0], _head(content), _FLAGS)), None)
    if found is None:
        return None
    _, name, remedy = found
    if name == _PAGE:
        for mark, page, instead in _PAGES:
            if re.search(mark, content[:LARGEST_FILE], re.IGNORECASE):
                return _other_kind(page, instead)
    return _other_kind(name, remedy)


def _other_kind(name: Message, remedy: Message) -> Message:
    return Message("this is %(kind)s: %(remedy)s", kind=name, remedy=remedy)


def describe_unreadable(content: bytes) -> Message:
    """Return the probable kind of a file and the remedy, in one sentence."""
    if not content.strip(b"\x00 \t\r\n"):
        return Message("the file is empty: export the tournament again")
    if len(content) > LARGEST_FILE:
        return Message(
            "the file has more than %(megabytes)s MB, which no tournament has: split it",
            megabytes=LARGEST_FILE // 1_000_000,
        )
    known = known_kind(content)
    if known is not None:
        return known
    head = _head(content)
    controls = sum(byte < 32 and byte not in b"\t\r\n\f\x1a" for byte in head)
    if controls * 50 > len(head):
        name = Message(
            "a binary file of a kind that is not known here (%(begins)s)", begins=head[:8].hex(" ")
        )
        return _other_kind(name, _AS_TEXT)
    first = next((line for line in head.splitlines() if line.strip()), b"")
    text = "".join(sign if sign.isprintable() else "·" for sign in first[:40].decode("latin-1"))
    return Message(
        "the file looks like none of the formats (it begins with %(text)r): %(remedy)s",
        {"text": text, "remedy": _AS_TEXT},
    )


def _head(content: bytes) -> bytes:
    return content[:_HEAD].removeprefix(b"\xef\xbb\xbf")
