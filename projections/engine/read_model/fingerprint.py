"""Fingerprint of a rulebook: a digest of everything that decides the cards made with it.

The version of the program does not tell whether a rule has changed; the files do (decision 0028).
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import attrs

from projections import rulebooks
from projections.engine.registry import AnyRulebook
from projections.rulebooks.rulebook import Rulebook

SHARED = rulebooks.__name__


def fingerprint(rulebook: AnyRulebook) -> str:
    """The SHA-256 of a rulebook, in hexadecimal, independent of where the code is installed.

    It covers the code and the tables of its directory, those of the editions it inherits from, the
    code shared by all rulebooks, and the names and defaults of its parameters.  It leaves out the
    readings chosen, which are in the log, and other packages that an external rulebook imports.
    The files are read once per process.
    """
    return _fingerprint(type(rulebook), _defaults(rulebook))  # type: ignore[arg-type]  # it can


@cache
def _fingerprint(book: type[AnyRulebook], defaults: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for name, content in [*_parts(book), ("parameters", "\n".join(defaults).encode())]:
        for part in (name.encode(), content):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.hexdigest()


def _defaults(rulebook: AnyRulebook) -> tuple[str, ...]:
    readings = attrs.fields(type(rulebook.readings))
    return tuple(f"{reading.name} = {reading.default!r}" for reading in readings)


def _parts(book: type[AnyRulebook]) -> Iterator[tuple[str, bytes]]:
    for package in sorted(_packages(book)):
        yield from _files(package, resources.files(package), deep=True)
    yield from _files(SHARED, resources.files(SHARED), deep=False)


def _packages(book: type[AnyRulebook]) -> set[str]:
    """Return the directories that define the rulebook, including those of earlier editions."""
    classes = [each.__module__ for each in book.__mro__ if issubclass(each, Rulebook)]
    packages = {module.rpartition(".")[0] or module for module in classes}
    return (packages | {edition.package for edition in book.document.editions}) - {SHARED}


def _files(name: str, folder: Traversable, *, deep: bool) -> Iterator[tuple[str, bytes]]:
    """Yield code and tables by name, with normalised line ends."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = f"{name}/{entry.name}"
        if entry.is_file() and (entry.name.endswith(".py") or name.endswith("/tables")):
            yield path, entry.read_bytes().replace(b"\r\n", b"\n")
        elif deep and entry.is_dir():
            yield from _files(path, entry, deep=True)
