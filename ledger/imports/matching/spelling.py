"""A name as it is compared with others: without what one list writes and another leaves out."""

import re
import unicodedata

_WORD = re.compile(r"\w+")
_SPELT_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "œ": "oe", "ø": "oe", "å": "aa", "ð": "d"}
)

_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})


def folded(text: str) -> str:
    """Return a text as it is searched and sorted: ``Müller`` as ``muller``."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def plain_name(name: str) -> str:
    """A name without accents, case, punctuation and order of its words."""
    letters = name.casefold().replace("ß", "ss")
    if not letters.isascii():
        letters = unicodedata.normalize("NFKD", letters)
        letters = "".join(each for each in letters if not unicodedata.combining(each))
    return " ".join(sorted(_WORD.findall(letters)))


def spellings(name: str) -> set[str]:
    """A name as it is compared: ``Müller`` is Muller to one list and Mueller to another."""
    plain = plain_name(name)
    if name.isascii():
        return {plain}
    return {plain, plain_name(name.casefold().translate(_SPELT_OUT))}
