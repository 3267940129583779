"""Decoding of bytes into lines: encodings, line ends and size limits.

UTF-8 first, with or without a mark, then cp1252, then Latin-1, in which every byte is
valid.  A text with valid sequences of UTF-8 beside a few broken ones is UTF-8: reading all of it
as cp1252 would spoil the letters that are whole.  Columns are counted in characters after
decoding.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ledger.events.messages import LargeNumber, Message
from ledger.events.wording import named
from ledger.importing.formats.tournament_report import Findings

LARGEST_FILE = 20_000_000
MOST_LINES = 300_000
MOST_CELLS = 2_000_000
LONGEST_LINE = 100_000

UTF16 = (b"\xff\xfe", b"\xfe\xff")


def too_large(content: bytes, findings: Findings) -> bool:
    """True, with an error, if the file is larger than any tournament."""
    if len(content) <= LARGEST_FILE:
        return False
    message = Message(
        "the file has more than %(megabytes)s MB, which no tournament has: split it into single "
        "tournaments",
        megabytes=LARGEST_FILE // 1_000_000,
    )
    findings.error(message)
    return True


def read_text(content: bytes, findings: Findings) -> tuple[Sequence[str], str] | None:
    """Return the lines of a file and its encoding; None, with an error, if it is not text."""
    if too_large(content, findings) or not _is_text(content, findings):
        return None
    text, encoding = decoded(content, findings)
    lines = _lines(text, findings)
    return None if lines is None else (lines, encoding)


def _is_text(content: bytes, findings: Findings) -> bool:
    if not content.strip():
        findings.error(Message("the file is empty: export the tournament again"))
    elif content.startswith(UTF16):
        findings.error(Message("the file is UTF-16: save it as UTF-8"))
    elif b"\x00" in content:
        findings.error(
            Message("the file is binary, not text: export the tournament in a text format")
        )
    else:
        return True
    return False


def _lines(text: str, findings: Findings) -> tuple[str, ...] | None:
    if max(text.count("\n"), text.count("\r")) > MOST_LINES:
        message = Message(
            "the file has more than %(most)s lines: this is not a tournament",
            most=LargeNumber(MOST_LINES),
        )
        findings.error(message)
        return None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lengths = [len(line) for line in lines]
    if max(lengths) > LONGEST_LINE:
        at, length = next(each for each in enumerate(lengths, 1) if each[1] > LONGEST_LINE)
        message = Message(
            "the line has %(length)s characters: this is not a tournament", length=length
        )
        findings.error(message, at)
        return None
    return tuple(lines)


UNREADABLE = "\N{REPLACEMENT CHARACTER}"
"""The sign for bytes that have no meaning in the encoding of their text."""
_REST_OF_WORD = re.compile(rf"{UNREADABLE}[^\s<>\"]{{0,20}}")
_BEGINNING_OF_WORD = re.compile(r"[^\s<>\"]*\Z")
_MOST_WORDS = 50
_PROBABLE = re.compile("[\u00a0-\u024f\u0370-\u052f\u1e00-\u1eff\u2010-\u203a]")
"""Letters and signs of Europe: other valid sequences arise by chance in a text of cp1252."""
_MOST_BROKEN = 4
"""A few are so many broken letters for each one that is whole."""


def decoded(content: bytes, findings: Findings) -> tuple[str, str]:
    """The text, and the name of the encoding it was read in."""
    text, encoding, broken = decode(content)
    if broken is None:
        return text, encoding
    before = content[:broken]
    line = sum(map(before.count, (b"\n", b"\r"))) - before.count(b"\r\n") + 1
    if encoding.startswith("utf-8"):
        message = Message(
            "letters that are not UTF-8, as the rest of the file is, cannot be read: correct "
            "them (%(words)s)",
            words=named(list(dict.fromkeys(_unreadable_words(text)))),
        )
        findings.warn(message, line)
    else:
        message = Message(
            "not UTF-8, read as %(encoding)s: check the accented letters", encoding=encoding
        )
        findings.adjusted(message, line)
    return text, encoding


def _unreadable_words(text: str) -> Iterator[str]:
    for rest in islice(_REST_OF_WORD.finditer(text), _MOST_WORDS):
        beginning = _BEGINNING_OF_WORD.search(text[max(0, rest.start() - 20) : rest.start()])
        yield tidy((beginning[0] if beginning else "") + rest[0])


def decode(content: bytes) -> tuple[str, str, int | None]:
    """Return a text, its encoding, and the place of the first byte that is not UTF-8."""
    marked = content.startswith(b"\xef\xbb\xbf")
    utf8 = "utf-8-sig" if marked else "utf-8"
    try:
        return content.decode(utf8), utf8, None
    except UnicodeDecodeError as error:
        broken = error.start
    text = content.decode(utf8, errors="replace")
    if marked or text.count(UNREADABLE) <= _MOST_BROKEN * len(_PROBABLE.findall(text)):
        return text, utf8, broken
    try:
        return content.decode("cp1252"), "cp1252", broken
    except UnicodeDecodeError:
        return content.decode("latin-1"), "latin-1", broken


def tidy(text: str) -> str:
    """Return text without unprintable characters and with single blanks."""
    if not text.isprintable():
        text = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(text.split()) if " " in text else text


def tidy_all(texts: Sequence[str]) -> Sequence[str]:
    """Texts, each of them :func:`tidy`."""
    together = "".join(texts)
    if " " not in together and together.isprintable():  # the common case
        return texts
    return [text if text.isalnum() else tidy(text) for text in texts]
