"""Characters that nobody sees: which of them a text may hold, and how they are shown.

Control characters, line and paragraph separators and code points without a character are no part
of a name, a place or a reason.  Joiners and marks of direction are, in Persian or in Hebrew; but
they also make two names look alike, or a line read backwards, so people are shown them.
"""

import re
import unicodedata

_REFUSED = {
    "Cc": "the control character",
    "Zl": "the line separator",
    "Zp": "the paragraph separator",
    "Cs": "half a character,",
    "Cn": "no character of Unicode's,",
}
_UNSEEN = frozenset({*_REFUSED, "Cf", "Co"})
# Drawn as nothing although they count as letters, marks or signs.
_EMPTY = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]"
    r"|[\U000e0100-\U000e01ef]"
)
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def inadmissible(text: str) -> str | None:
    """The first character that no text of a ledger may hold, in words; None: it may be held."""
    if text.isprintable():
        return None
    for character in text:
        if (what := _REFUSED.get(unicodedata.category(character))) is not None:
            return f"{what} {_code_point(character)}"
    return None


def visible(text: str) -> str:
    """A line as people can read it: what they would not see is written ``⟨U+200B⟩``."""
    if text.isprintable() and (text.isascii() or not _EMPTY.search(text)):
        return text
    return "".join(
        f"⟨{_code_point(each)}⟩"
        if unicodedata.category(each) in _UNSEEN or _EMPTY.match(each)
        else each
        for each in text
    )


def visible_directions(text: str) -> str:
    """The same of the marks that turn the direction of reading, and of no other characters."""
    return _DIRECTION.sub(lambda found: f"⟨{_code_point(found.group())}⟩", text)


def runs_right_to_left(text: str) -> bool:
    """Whether there is anything in a text that is read from the right."""
    return not text.isascii() and any(
        unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text
    )


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"
