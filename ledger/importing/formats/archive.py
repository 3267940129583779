"""Archives (ZIP) within bounds: number of members, compression, unpacked size.

The directory of an archive may be forged: its sizes are used to refuse
early, and a member is never read beyond the largest size of a file.
"""

import zipfile
import zlib
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from ledger.importing.formats.text import LARGEST_FILE

MOST_MEMBERS = 50_000
BEGINNING = b"PK\x03\x04"
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    RuntimeError,
    EOFError,
    ValueError,
    OverflowError,
)
"""The exceptions that reading a damaged archive raises."""
_IN_DIRECTORY = b"PK\x01\x02"
_THE_SAME_DAY = (1980, 1, 1, 0, 0, 0)
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


def open_archive(content: bytes) -> zipfile.ZipFile:
    """Return the archive in a file; raises one of :data:`DAMAGED` if there is none."""
    # Each directory entry is read as a whole and takes twenty times its size in memory.
    if content.count(_IN_DIRECTORY) > MOST_MEMBERS:
        raise zipfile.BadZipFile(f"more than {MOST_MEMBERS} members")
    return zipfile.ZipFile(BytesIO(content))


def unpacked_size(archive: zipfile.ZipFile) -> int:
    """Return the unpacked size of all members, according to the directory."""
    return sum(member.file_size for member in archive.infolist())


def read_member(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the beginning of a member, one byte more than a file may have."""
    if archive.getinfo(name).compress_type not in _METHODS:
        raise zipfile.BadZipFile  # other methods can require any amount of memory
    with archive.open(name) as member:
        return member.read(LARGEST_FILE + 1)


def packed(members: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of members with their names, the same bytes for the same members."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as pack:
        for name, content in members:
            pack.writestr(zipfile.ZipInfo(name, _THE_SAME_DAY), content)
    return archive.getvalue()


def packed_files(paths: Iterable[Path]) -> bytes:
    """Return an archive of files, each cut at the largest size of a file."""
    return packed((path.name, _beginning(path)) for path in paths)


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)
