"""One grep: every rule stands in the register, on the code that obeys it, in a test's docstring.

``git grep "4.9.2"`` must find all three.  What is missing anywhere is named here.
"""

import re
from itertools import pairwise

import pytest

from tests.architecture.editions import CHECKS, Edition, directories, editions
from tests.architecture.sources import must_be_none
from tests.tables import every

EDITIONS = editions()
EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]


def test_every_rulebook_has_a_register_and_a_source() -> None:
    without = [
        f"{path.parent.name}/{path.name}/{name}"
        for path in directories()
        for name in ("paragraphs.toml", "SOURCE.md")
        if not (path / name).is_file()
    ]
    must_be_none(without, "list every paragraph of the document, and how its print is read")


@EVERY_EDITION
@pytest.mark.parametrize("law", CHECKS)
def test_an_edition_can_be_followed_paragraph_by_paragraph(edition: Edition, law: str) -> None:
    """Every rule is cited where it is obeyed and named by a test; every citation is a rule; what
    is not carried out has a reason; what is inherited exists, and nothing inherited is forgotten.
    """
    faults, remedy = CHECKS[law]
    must_be_none(faults(edition, EDITIONS), f"{law}: {remedy}")


@EVERY_EDITION
def test_the_register_follows_the_document(edition: Edition) -> None:
    """Neighbours that differ in one number, Roman number or letter first: it rises."""
    falling = [f"{one}, {other}" for one, other in pairwise(edition.register) if falls(one, other)]
    must_be_none(falling, "put the paragraphs in the order of the document")


def falls(one: str, other: str) -> bool:
    """True if a paragraph cannot precede another: ``4.10`` before ``4.9``, or ``4.9.1``
    before ``4.9``.  Of paragraphs under different headings nothing is known.
    """
    parts, others = (re.findall(r"\w+", text) for text in (one, other))
    for mine, theirs in zip(parts, others, strict=False):
        if mine != theirs:
            before, after = rank(mine), rank(theirs)
            return before[0] == after[0] and before[0] != "word" and before >= after
    return len(others) <= len(parts)


def rank(part: str) -> tuple[str, int]:
    """Return the kind of a number in a citation, and its value."""
    if part.isdecimal():
        return "number", int(part)
    if part in ROMAN:
        return "roman", ROMAN.index(part)
    if len(part) == 1 and part.islower():
        return "letter", ord(part)
    return "word", 0


@every(
    ("one", "other"),
    [("4.10", "4.9"), ("4.9.1", "4.9"), ("C V", "C IV"), ("8 (1) c", "8 (1) b"), ("A", "A")],
)
def test_a_register_out_of_order_is_noticed(one: str, other: str) -> None:
    assert falls(one, other)
    assert one == other or not falls(other, one)
