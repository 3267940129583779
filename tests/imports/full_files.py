"""Files as long as a file may be, and entities that grow when they are read."""

from ledger.importing.formats.text import LARGEST_FILE

FULL = LARGEST_FILE - 1_000
LAUGHS = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))


def filled(head: bytes, filling: bytes, tail: bytes = b"") -> bytes:
    """A file as long as a file may be."""
    return head + filling * ((FULL - len(head) - len(tail)) // len(filling)) + tail
