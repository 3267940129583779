"""Names and how they are compared: without what one list writes and another leaves out.

Two names are written alike (case, punctuation and order of the words apart), the same in some
spelling (``fold``: ``Müller`` is ``Mueller`` and ``Muller`` too), or similar for a reason; what
people type may be a part of a name as well.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import attrs

from ledger.events.messages import Message

_WORD = re.compile(r"\w+")
_LETTERS = str.maketrans("øłđðħŧŋıə", "olddhtnia") | str.maketrans(
    {"æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that Unicode does not decompose into a letter and an accent."""

_DIGIT = re.compile(r"\d")
_APOSTROPHES = re.compile("['’ʼ`´]")
_LENGTHENED = re.compile("(?<=[aou])e|(?<=a)a|(?<=d)j")
"""The second letter of ``ae``, ``oe``, ``ue``, ``aa`` and ``dj`` in place of one letter."""


def folded_words(text: str) -> list[str]:
    """Return the words of a text in the form that all their spellings share, in their order.

    ``König``, ``Koenig`` and ``KONIG`` are ``konig``, ``Groß`` is ``gross``, ``Işıl`` is ``isil``,
    ``Đoković`` and ``Djokovic`` are ``dokovic``, ``O'Brien`` is ``obrien``; hyphens divide words.
    """
    return _WORD.findall(_LENGTHENED.sub("", folded(_APOSTROPHES.sub("", text))))


@lru_cache(maxsize=10_000)
def fold(name: str) -> str:
    """Return the form that all spellings of a name share, whatever the order of its words."""
    return " ".join(sorted(folded_words(name)))


def has_same_words(one: str, other: str) -> bool:
    """True if two names have the same words, letter by letter.

    Case, punctuation and the order of the words are the writer's; two names that both tell their
    surname by a comma need the same one: ``Martin, Peter`` is not ``Peter, Martin``.
    """
    if _written_words(one) != _written_words(other):
        return False
    surnames = {_written_words(each.partition(",")[0]) for each in (one, other) if "," in each}
    return len(surnames) < 2


def _written_words(name: str) -> tuple[str, ...]:
    return tuple(sorted(_WORD.findall(unicodedata.normalize("NFKC", name).lower())))


def folded(text: str) -> str:
    """Return a text as it is searched and sorted: ``Müller`` as ``muller``."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def script_of(name: str) -> str:
    """Return the script of a name, by its first letter: ``LATIN``, ``CYRILLIC``, ``GREEK``."""
    letter = next(filter(str.isalpha, name), "")
    return unicodedata.name(letter, "").partition(" ")[0]


def plain_name(name: str) -> str:
    """A name without accents, case, punctuation and order of its words."""
    letters = name.casefold().replace("ß", "ss")
    if not letters.isascii():
        letters = unicodedata.normalize("NFKD", letters)
        letters = "".join(each for each in letters if not unicodedata.combining(each))
    return " ".join(sorted(_WORD.findall(letters)))


def searched_words(name: str) -> set[str]:
    """Return the words under which a name is found: in every spelling, and as they stand."""
    return {*folded_words(name), *_WORD.findall(folded(name))}


WHOLE, BEGINNING, INSIDE = range(3)
"""The fit of a typed word to a name's word: all of it, its beginning, or anywhere in it."""


class TypedName:
    """A name of a player or tournament, or a part of one, as somebody has typed it.

    ``readings``: its words in the form that all spellings share, and as they stand.
    """

    def __init__(self, text: str) -> None:
        self._form = fold(text)
        self.readings: list[list[str]] = []
        for reading in (folded_words(text), _WORD.findall(folded(text))):
            if reading and reading not in self.readings:
                self.readings.append(reading)

    def fit(self, name: str) -> int | None:
        """Return how the words fit a name, by the one that fits least; None: one does not."""
        searched = searched_words(name)
        found = (self._fit(reading, searched) for reading in self.readings)
        return min((each for each in found if each is not None), default=None)

    def fits(self, name: str) -> bool:
        """True if every word is a part of a word of a name, in whatever order."""
        return self.fit(name) is not None

    def is_whole(self, name: str) -> bool:
        """True if it is all of a name in some spelling."""
        return bool(self._form) and self._form == fold(name)

    @staticmethod
    def _fit(reading: list[str], searched: set[str]) -> int | None:
        worst = WHOLE
        for word in reading:
            fits = [fit_of_word(word, each) for each in searched if word in each]
            if not fits:
                return None
            worst = max(worst, min(fits))
        return worst


def fit_of_word(word: str, other: str) -> int:
    """Return how a typed word fits a word that contains it."""
    if word == other:
        return WHOLE
    return BEGINNING if other.startswith(word) else INSIDE


# --- comparing names that may be one person's: abbreviated, incomplete or misspelt ---------------

LEAST_ALIKE = 0.7
"""The least likeness of the words that differ: Karla and Carla are 0.8, Hans and Hanna 0.67."""


@attrs.frozen
class Similarity:
    """The reason that a name may be another one; ``likeness``, 0 to 1, of two spelt alike.

    ``is_double_name``: one has all of a double name, the other a part of it.
    """

    reason: str
    likeness: float | None = None
    is_abbreviation: bool = False
    is_double_name: bool = False


def similarity(one: str, other: str) -> Similarity | None:
    """Return the reason that two names with a word in common may be one person's, or None."""
    words = _shared_and_rest(fold(one), fold(other))
    return _of_parts(words, (one, other)) or _of_spelling(*words)


def is_like(one: str, other: str) -> bool:
    """True if two names may be one person's: the same in some spelling, or similar."""
    has_common_word = bool({*fold(one).split()} & {*fold(other).split()})
    return fold(one) == fold(other) or (has_common_word and similarity(one, other) is not None)


def _of_parts(
    words: tuple[list[str], list[str], list[str]], names: tuple[str, str]
) -> Similarity | None:
    """Return the similarity of a name to its abbreviation or part."""
    shared, rest, other_rest = words
    one, other = names
    for few, many, longer in ((rest, other_rest, other), (other_rest, rest, one)):
        if few and _are_initials(few, many):
            return Similarity(Message("abbreviated name"), is_abbreviation=True)
        if not few and many:
            if len(shared) > 1 and _is_of_a_double_name(many, shared, longer):
                return Similarity(Message("part of a double name"), is_double_name=True)
            if len(shared) > 1 or " ".join(shared) in map(_surname, names):
                return Similarity(Message("part of the name"))
    return None


def _surname(name: str) -> str | None:
    """The part before the comma."""
    before, comma, _ = name.partition(",")
    return fold(before) if comma else None


def _is_of_a_double_name(missing: list[str], shared: list[str], name: str) -> bool:
    """True if a missing word and a shared one form one double name."""
    return any(
        group.issuperset(missing) and not group.isdisjoint(shared) for group in _double_names(name)
    )


def _double_names(name: str) -> Iterator[set[str]]:
    """The words before the comma, and those that hyphens join."""
    before, comma, _ = name.partition(",")
    if comma:
        yield set(folded_words(before))
    yield from (set(folded_words(each)) for each in name.replace(",", " ").split() if "-" in each)


def _of_spelling(shared: list[str], rest: list[str], other_rest: list[str]) -> Similarity | None:
    """Two names as far as they are alike, unless the words that differ are not."""
    from rapidfuzz.fuzz import ratio  # noqa: PLC0415 - most files have nobody to ask about

    ending, other_ending = " ".join(rest), " ".join(other_rest)
    if not (ending and other_ending) or _DIGIT.search(ending + other_ending):
        return None
    if not ratio(ending, other_ending, score_cutoff=100 * LEAST_ALIKE):
        return None
    beginning = " ".join(shared)
    found = ratio(f"{beginning} {ending}", f"{beginning} {other_ending}") / 100
    return Similarity(Message("name %(likeness)s alike", likeness=f"{found:.0%}"), round(found, 3))


def _shared_and_rest(a: str, b: str) -> tuple[list[str], list[str], list[str]]:
    """The words that both names have, and those that only one of them has."""
    words, others = a.split(), b.split()
    shared = []
    for word in list(words):
        if word in others:
            shared.append(word)
            words.remove(word)
            others.remove(word)
    return shared, words, others


def _are_initials(few: list[str], many: list[str]) -> bool:
    """True if every one of some words is a letter with which a word of its own begins."""
    remaining = list(many)
    return all(len(word) == 1 and _remove_by_initial(remaining, word) for word in few)


def _remove_by_initial(words: list[str], initial: str) -> bool:
    found = next((word for word in words if word.startswith(initial)), None)
    if found is not None:
        words.remove(found)
    return found is not None
