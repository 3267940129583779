"""Files that a command writes: never over another one unasked, never over a ledger, never half."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

import click

from ledger.events.problems import refusal

overwrite_option = click.option(
    "--overwrite", is_flag=True, help="Replace an existing file; never a database."
)


def write_file(path: Path, content: bytes, option: str, *, overwrite: bool) -> None:
    """Write a file whole or not at all.

    Raises what :func:`new_file` raises.
    """
    with new_file(path, option, overwrite=overwrite) as file:
        file.write(content)


@contextmanager
def new_file(path: Path, option: str, *, overwrite: bool) -> Iterator[BinaryIO]:
    """A file to be written, whole or not at all: beside its place, and then into it.

    Raises :class:`~ledger.events.problems.Refused`, naming ``option``, if a file is there that
    is not to be replaced, or is a database whatever ``overwrite`` says.
    """
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():  # a device or a pipe has no content to lose
        with place.open("wb") as device:
            yield device
        return
    refuse_existing_file(path, option, overwrite=overwrite)
    beside = place.with_name(f".{token_hex(8)}.part")
    try:
        with beside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
    except OSError as error:
        if error.filename in (None, str(beside)):
            error.filename = str(path)
        raise
    finally:
        beside.unlink(missing_ok=True)


def refuse_existing_file(path: Path, option: str, *, overwrite: bool) -> None:
    """Refuse an existing output file before a command begins its work."""
    if not path.is_file():
        return
    from ledger.log.sqlite_files import is_database  # noqa: PLC0415 - most files are new

    if is_database(path):
        message = f"{path} is a database: name another file"
        raise refusal("database-there", message, option)
    if not overwrite:
        message = f"{path} exists already: name another file, or give --overwrite"
        raise refusal("file-there", message, option)
