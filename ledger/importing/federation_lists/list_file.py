"""Opening a list: from disk or out of its archive, in its encoding, a line at a time."""

import csv
import io
import zipfile
import zlib
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, BinaryIO, cast

from ledger.events.json_lines import lines_of
from ledger.events.problems import refusal
from ledger.importing.federation_lists.player_list import ListFindings

LONGEST_LINE = 5_000
CHUNK = 1 << 20
ENCRYPTED = 1
_SUFFIXES = {".txt", ".xml", ".csv", ".html", ".htm"}
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


@contextmanager
def open_list(path: Path) -> Iterator[BinaryIO]:
    """Open a list as a stream that can be read more than once; of a ZIP, the list in it.

    Raises :class:`~ledger.events.problems.Refused`, also while it is being read, for an archive
    that is damaged or has no list.
    """
    with path.open("rb") as stream:
        is_archive = stream.read(4) == b"PK\x03\x04"
        stream.seek(0)
        if not is_archive:
            yield stream
            return
        try:
            with zipfile.ZipFile(stream) as archive, archive.open(_member(archive)) as member:
                yield cast("BinaryIO", io.BufferedReader(cast("io.RawIOBase", member)))
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            message = f"the archive cannot be read ({error}): fetch it again, or unpack it"
            raise refusal("file", message) from None


def _member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The one list in an archive; the DSB packs ``spieler.csv`` with its clubs."""
    members = [
        each for each in archive.infolist() if Path(each.filename).suffix.lower() in _SUFFIXES
    ]
    players = [each for each in members if Path(each.filename).stem.lower() == "spieler"]
    if len(players or members) != 1:
        names = ", ".join(each.filename for each in members[:5])[:200] or "none"
        raise refusal("file", f"the archive must contain one list, it has {names}: unpack it")
    (member,) = players or members
    if member.flag_bits & ENCRYPTED or member.compress_type not in _METHODS:
        raise refusal("file", "the archive has a password or an unusual packing: unpack it")
    return member


def encoding_of(stream: IO[bytes], findings: ListFindings) -> str:
    """UTF-8 if all of it is, else cp1252, else Latin-1; leaves the stream at its beginning."""
    for encoding in ("utf-8", "cp1252"):
        stream.seek(0)
        decode = getincrementaldecoder(encoding)().decode
        try:
            for chunk in iter(partial(stream.read, CHUNK), b""):
                decode(chunk)
            break
        except UnicodeDecodeError:
            continue
    else:
        encoding = "latin-1"
    stream.seek(0)
    if encoding != "utf-8":
        findings.adjusted(f"not UTF-8, read as {encoding}: check the accented letters")
    return encoding


def text_lines(
    stream: BinaryIO, encoding: str, findings: ListFindings
) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers; one that is too long is damaged."""
    for number, raw in lines_of(stream):
        if len(raw) > LONGEST_LINE:
            findings.damaged(f"it has more than {LONGEST_LINE} bytes", number)
        else:
            # A truncated file may end inside a multi-byte character.
            yield number, raw.decode(encoding, errors="replace").rstrip("\r\n")


def cells_of(line: str, delimiter: str) -> list[str] | None:
    """Return the cells of one line of a table; None if its quotes do not match."""
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True), [])
    except csv.Error:
        return None
