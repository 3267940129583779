"""Faults of a file are reported in every language, for every format.

Files of every format are damaged word by word and line by line.  The catalogues must have each
template of the messages about them, down to the messages among the values.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

import pytest

from ledger.events.messages import Message
from ledger.importing.formats.registry import FORMATS, read
from ledger.importing.formats.text import LARGEST_FILE, MOST_LINES
from ledger.importing.formats.tournament_report import NOTHING_SUPPLIED, Findings, Issue
from ledger.importing.formats.unreadable import describe_unreadable
from projections.i18n.languages import language
from projections.queries.language_codes import LANGUAGES
from scripts.translations import translated
from tests.imports.unreadable_kinds import KINDS
from tests.imports.valid_files import BINARY, GOOD, SUPPLIED
from tests.tables import every

OTHERS = sorted(set(LANGUAGES) - {"en"})
WORD = re.compile(rb"[^\s<>\"=,;:{}\[\]()|]+|\"\"|><")
INSTEAD = (b"", b"x", b"0", b"99", b"1850", b"99999999")
ENOUGH, ENOUGH_OF_BINARY = 400, 150


def damaged(format_: str) -> Iterator[bytes]:
    """A good file with a word of it replaced, a line taken out, a line twice."""
    content = GOOD[format_]
    if format_ in BINARY:
        written = [at for at, byte in enumerate(content) if byte]
        for at in written[:: max(1, len(written) // ENOUGH_OF_BINARY)]:
            yield content[:at] + b"\xff" + content[at + 1 :]
        return
    for word in WORD.finditer(content):
        for instead in INSTEAD:
            yield content[: word.start()] + instead + content[word.end() :]
    lines = content.split(b"\n")
    for at in range(len(lines)):
        yield b"\n".join([*lines[:at], *lines[at + 1 :]])
        yield b"\n".join([*lines[:at], lines[at], *lines[at:]])


@cache
def said_of(format_: str) -> frozenset[Issue]:
    """Everything that is said of the damaged files of a format."""
    files = [*damaged(format_)]
    some = islice(files, 0, None, max(1, len(files) // ENOUGH))
    supplied = SUPPLIED.get(format_, NOTHING_SUPPLIED)
    return frozenset(
        issue for content in some for issue in read(format_, "a file", content, supplied)[1]
    )


def templates_of(text: object) -> Iterator[str]:
    """The templates of a message and of those among its values; mere words between them none."""
    if isinstance(text, Message):
        if re.search(r"[^\W\d_]", re.sub(r"%\(\w+\)[rs]", "", text.template)):
            yield text.template
        for value in text.values.values():
            yield from templates_of(value)


@cache
def all_known(code: str) -> frozenset[str]:
    """Every text that a language has words for."""
    messages = [each for each in translated(code) if each.id and each.string]
    return frozenset(each.id if isinstance(each.id, str) else each.id[0] for each in messages)


def unknown(code: str, texts: Iterable[str]) -> set[str]:
    """The templates that a language has no words for."""
    known = all_known(code)
    templates = {each for text in texts for each in templates_of(text)}
    return {each for each in templates if not known & {each, each[:1].upper() + each[1:]}}


@pytest.mark.slow
@pytest.mark.parametrize("format_", FORMATS)
class TestADamagedFile:
    def test_is_refused_in_sentences(self, format_: str) -> None:
        issues = said_of(format_)
        assert any(issue.kind == "error" for issue in issues)
        assert [each for each in issues if not isinstance(each.message, Message)] == []

    @pytest.mark.parametrize("code", OTHERS)
    def test_is_spoken_of_in_every_language(self, format_: str, code: str) -> None:
        assert unknown(code, (issue.message for issue in said_of(format_))) == set()


@every("code", OTHERS)
def test_a_file_that_no_reader_takes_is_named_in_every_language(code: str) -> None:
    others = (b"\x01\x02" * 99, b"x" * (LARGEST_FILE + 1))
    texts = frozenset(describe_unreadable(content) for content in (*KINDS, *others))
    assert all(isinstance(text, Message) for text in texts)
    assert unknown(code, texts) == set()


def test_a_text_that_nobody_translated_is_found() -> None:
    findings = Findings()
    known = Message("player %(number)s has no name: complete it", number=1)
    findings.error(Message("%(one)s, and %(other)s", one=known, other=Message("so on")))
    (issue,) = findings.issues()
    assert unknown("de", frozenset({issue.message})) == {"%(one)s, and %(other)s", "so on"}


@every(
    ("code", "most"),
    [("en", "300,000 lines"), ("de", "300.000 Zeilen"), ("hu", "300\N{NBSP}000 sora")],
)
def test_large_numbers_are_grouped_as_the_language_groups_them(code: str, most: str) -> None:
    _, issues = read("trf", "a file", b"a\n" * (MOST_LINES + 1))
    assert most in language(code).translate(issues[0].message)
