"""One grep: every rule stands in the register, on the code that obeys it, in a test's docstring.

``git grep "4.9.2"`` must find all three.  What is missing anywhere is named here.
"""

import re
from itertools import pairwise

import pytest

from tests.architecture.editions import Edition, directories, editions
from tests.architecture.sources import must_be_none

EDITIONS = editions()
EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]
KINDS = {"rule", "text", "office", "open"}


def test_every_directory_of_the_shelf_has_a_register_and_a_source() -> None:
    without = [
        f"{path.name}/{name}"
        for path in directories()
        for name in ("paragraphs.toml", "SOURCE.md")
        if not (path / name).is_file()
    ]
    must_be_none(without, "list every paragraph of the document, and how its print is read")


@EVERY_EDITION
def test_every_rule_is_cited_where_it_is_obeyed(edition: Edition) -> None:
    missing = sorted(edition.rules - edition.cited.keys())
    must_be_none(missing, f"cite it in {edition.folder} on the function that obeys it")


@EVERY_EDITION
def test_every_citation_is_a_rule_of_the_register(edition: Edition) -> None:
    unknown = {
        paragraph: place
        for paragraph, place in edition.cited.items()
        if paragraph not in edition.register
    }
    must_be_none(unknown, "no such paragraph: mend the citation or the register")
    others = {
        paragraph: place
        for paragraph, place in edition.cited.items()
        if edition.register[paragraph]["is"] == "text"
    }
    must_be_none(others, "the register calls it text: it is a rule, or need not be cited")


@EVERY_EDITION
def test_every_rule_is_named_by_a_test(edition: Edition) -> None:
    _, short = edition.document
    missing = sorted(f"{short} {paragraph}" for paragraph in edition.rules - edition.named.keys())
    must_be_none(missing, f"name it in the docstring of a test under {edition.tests}")


@EVERY_EDITION
def test_every_paragraph_says_what_it_is(edition: Edition) -> None:
    bad = [
        number
        for number, entry in edition.register.items()
        if entry.get("is") not in KINDS
        or not entry.get("says")
        or not set(entry) <= {"is", "says", "why"}
    ]
    must_be_none(bad, "write { is = rule, text, office or open, says = …, why = … }")


@EVERY_EDITION
def test_what_is_not_carried_out_has_a_reason(edition: Edition) -> None:
    without = [
        number
        for number, entry in edition.register.items()
        if entry["is"] in ("office", "open") and not entry.get("why")
    ]
    must_be_none(without, "say why it is left to people, or open")


@EVERY_EDITION
def test_the_register_follows_the_document(edition: Edition) -> None:
    """Neighbours that differ in one number, Roman number or letter first: it rises."""
    falling = [f"{one}, {other}" for one, other in pairwise(edition.register) if falls(one, other)]
    must_be_none(falling, "put the paragraphs in the order of the document")


def falls(one: str, other: str) -> bool:
    """Whether a paragraph cannot come before another: ``4.10`` before ``4.9``, or ``4.9.1``
    before ``4.9``.  Of paragraphs under different headings nothing is known.
    """
    parts, others = (re.findall(r"\w+", text) for text in (one, other))
    for mine, theirs in zip(parts, others, strict=False):
        if mine != theirs:
            before, after = rank(mine), rank(theirs)
            return before[0] == after[0] and before[0] != "word" and before >= after
    return len(others) <= len(parts)


def rank(part: str) -> tuple[str, int]:
    """What kind of number a part of a citation is, and which."""
    if part.isdecimal():
        return "number", int(part)
    if part in ROMAN:
        return "roman", ROMAN.index(part)
    if len(part) == 1 and part.islower():
        return "letter", ord(part)
    return "word", 0


@pytest.mark.parametrize(
    ("one", "other"),
    [("4.10", "4.9"), ("4.9.1", "4.9"), ("C V", "C IV"), ("8 (1) c", "8 (1) b"), ("A", "A")],
)
def test_a_register_out_of_order_is_noticed(one: str, other: str) -> None:
    assert falls(one, other)
    assert one == other or not falls(other, one)
