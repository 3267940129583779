"""Slips in XML that can be mended without guessing, because the program will make them again.

Bytes of Latin-1 under a declaration of UTF-8, an ampersand that begins no entity, and a document
type that names a file elsewhere, which nobody reads.  Everything else stays an error.
"""

import re

from ledger.events.sentences import sentence
from ledger.formats.tournament_report import Findings

_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})")
_BARE_AMPERSAND = re.compile(
    rb"&(?!(?:[A-Za-z_][A-Za-z0-9._-]{0,30}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)"
)
_EXTERNAL_TYPE = re.compile(
    rb"<!DOCTYPE\s+[A-Za-z_][\w.:-]{0,60}\s+(?:SYSTEM|PUBLIC)"
    rb"(?:\s+(?:\"[^\"<>]{0,500}\"|'[^'<>]{0,500}')){1,2}\s*>"
)
_HEAD = 2_000
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def mended(content: bytes, findings: Findings) -> bytes:
    """The bytes with what can be mended mended; each kind is a warning."""
    if content.startswith(_UTF16):
        return content
    return _without_external_type(
        _with_entities(_in_its_encoding(content, findings), findings), findings
    )


def _in_its_encoding(content: bytes, findings: Findings) -> bytes:
    declared = _ENCODING.search(content[:_HEAD])
    if declared is not None and declared[1].lower() not in {b"utf-8", b"utf8"}:
        return content
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = sentence(
            "the file says UTF-8 but is not, read as cp1252: check the accented letters"
        )
        findings.warn(message, line)
        # Five bytes mean nothing in cp1252; they become a sign that can be shown.
        return content.decode("cp1252", errors="replace").encode()
    return content


def _with_entities(content: bytes, findings: Findings) -> bytes:
    if b"<![CDATA[" in content:
        return content  # where an ampersand stands for itself
    first = _BARE_AMPERSAND.search(content)
    if first is None:
        return content
    line = content.count(b"\n", 0, first.start()) + 1
    findings.warn(sentence("& is written where XML wants &amp;: read as &"), line)
    return _BARE_AMPERSAND.sub(b"&amp;", content)


def _without_external_type(content: bytes, findings: Findings) -> bytes:
    """Without a document type that declares nothing itself; its line ends stay."""
    found = _EXTERNAL_TYPE.search(content[:_HEAD])
    if found is None:
        return content
    line = content.count(b"\n", 0, found.start()) + 1
    message = sentence("the document type names a file elsewhere, which is not read")
    findings.warn(message, line)
    blank = b"\n" * found[0].count(b"\n")
    return content[: found.start()] + blank + content[found.end() :]
