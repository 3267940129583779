"""Which lists can be read, and which of them a file looks like."""

import re
from collections.abc import Callable, Mapping
from typing import BinaryIO

from ledger.importing.federation_lists.dsb import read_dsb
from ledger.importing.federation_lists.egd import read_egd
from ledger.importing.federation_lists.fide import read_fide, read_fide_xml
from ledger.importing.federation_lists.player_list import ListFindings, PlayerList

AUTO = "auto"
SIGNATURE_BYTES = 65_536

Reader = Callable[[BinaryIO, ListFindings], PlayerList | None]


def _read_either_fide(stream: BinaryIO, findings: ListFindings) -> PlayerList | None:
    """FIDE offers its lists as text and as XML."""
    head = stream.read(100).removeprefix(b"\xef\xbb\xbf").lstrip()
    stream.seek(0)
    return (read_fide_xml if head.startswith(b"<") else read_fide)(stream, findings)


READERS: Mapping[str, Reader] = {
    "fide": _read_either_fide,
    "dsb": read_dsb,
    "egd": read_egd,
}
_SIGNATURES: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("fide", re.compile(rb"\s{0,99}ID[ _]?Number\s+Name\b", re.IGNORECASE)),
    ("fide", re.compile(rb"\s{0,99}(?:<\?[^<]{0,200})?<playerslist\b")),
    ("dsb", re.compile(rb"[^\r\n]{0,400}\b(?:ZPS|VKZ)\b[^\r\n]{0,400}\bDWZ\b")),
    ("egd", re.compile(rb"(?s:.){0,60000}?(?:^|\n) [0-9]{8}  \S")),
)


def detect_format(stream: BinaryIO) -> str | None:
    """The format that a list looks like, None where it looks like none of them."""
    head = stream.read(SIGNATURE_BYTES).removeprefix(b"\xef\xbb\xbf")
    stream.seek(0)
    return next((name for name, signature in _SIGNATURES if signature.match(head)), None)


def read_list(format_: str, stream: BinaryIO, findings: ListFindings) -> PlayerList | None:
    """A list of a format, or of the one it looks like; None (and an error) where it is none."""
    name = detect_format(stream) if format_ == AUTO else format_
    if name is None:
        known = ", ".join(READERS)
        findings.error(f"the file looks like none of the lists: name its format ({known})")
        return None
    return READERS[name](stream, findings)
