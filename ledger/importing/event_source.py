"""The source of the events that a file brings: its name, or its digest where that names a person.

An event keeps its source for good, and the log is public.  A name that is erased must not be left
in the name of a file (decision 0150); the file's own name is kept with the file, where it can be
erased.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from ledger.importing.matching.names import searched_words
from ledger.log.source_files import nameless_source

LONGEST = 200
SHORTEST_PART = 4
"""Letters of a name that betray it inside of a longer word too, as in ``simulmueller.trf``."""

_NEW_WORD = re.compile(r"(?<=[^\W\d_])(?=[A-Z])|_|(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")


def file_name(path: str) -> str:
    """Return the name of a file without folders, as long as it is shown and kept."""
    return (Path(path).name or path)[:LONGEST]


def source_of(path: str, digest: str, names: Iterable[str]) -> str:
    """Return the name of a file, or a part of its digest if one of the persons' names is in it."""
    name = file_name(path)
    return nameless_source(digest) if _names_one_of(name, names) else name


def _names_one_of(file: str, names: Iterable[str]) -> bool:
    """True if a word of a name, in whatever spelling, is a word of the file's or a part of one."""
    words = searched_words(_NEW_WORD.sub(" ", Path(file).stem)) | searched_words(Path(file).stem)
    in_file = " ".join(words)
    return any(
        word in words or (len(word) >= SHORTEST_PART and word in in_file)
        for name in names
        for word in searched_words(name)
        if len(word) > 1 and not word.isdigit()
    )
