"""Invisible characters: those that a text may contain, and their display.

Control characters, line and paragraph separators and unassigned code points are not allowed in
a name, a place or a reason.  Joiners and marks of direction are allowed, because Persian and
Hebrew need them.  They can also make two names look alike, or a line read backwards, so they are
displayed (decision 0047; on pages decision 0118).
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
# Invisible characters that Unicode counts as letters, marks or symbols.
_EMPTY = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]"
    r"|[\U000e0100-\U000e01ef]"
)
_JOINERS = frozenset("\u200c\u200d")
_VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_VIRAMA = 9  # combining class of a mark that removes an Indic letter's vowel
_LINE_ENDS = frozenset("\t\n\r")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def inadmissible(text: str) -> str | None:
    """Return the first character that a text must not contain, in words; None: all are allowed."""
    if text.isprintable():
        return None
    for character in text:
        if (what := _REFUSED.get(unicodedata.category(character))) is not None:
            return f"{what} {_code_point(character)}"
    return None


def unseen(text: str) -> str | None:
    """Return the first invisible character that no script needs there, in words; None: none.

    A text of a page may have several lines.
    """
    shown = visible_on_pages(text)
    differing = (own for own, drawn in zip(text, shown, strict=False) if own != drawn)
    first = next(differing, None)
    return None if first is None else f"the invisible character {_code_point(first)}"


def visible(text: str) -> str:
    """Return a line with its invisible characters written out, as ``⟨U+200B⟩``."""
    if text.isprintable() and (text.isascii() or not _EMPTY.search(text)):
        return text
    return "".join(
        f"⟨{_code_point(each)}⟩"
        if unicodedata.category(each) in _UNSEEN or _EMPTY.match(each)
        else each
        for each in text
    )


def visible_on_pages(text: str) -> str:
    """Return the same for a browser: joiners and variants stay where a script has them.

    A text of a page may have several lines.
    """
    if text.isprintable() and (text.isascii() or not _EMPTY.search(text)):
        return text
    return "".join(
        each if each in _LINE_ENDS or _is_drawn(text, place, each) else visible(each)
        for place, each in enumerate(text)
    )


def _is_drawn(text: str, place: int, character: str) -> bool:
    """True if the character changes how a browser draws its neighbours, by Unicode's rules.

    Joiners occur in Arabic and related scripts, beside the virama of Indic letters (RFC 5892,
    appendix A) and between emoji; variation selectors occur after one or an ideograph.
    """
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if character in _JOINERS:
        return (
            _VIRAMA in map(unicodedata.combining, before + after)
            or (_is_emoji(before) and _is_emoji(after))
            or (_joins(before) and _joins(after))
        )
    return bool(_VARIANTS.match(character)) and (
        _is_emoji(before) or unicodedata.name(before or " ", "").startswith("CJK ")
    )


def _joins(character: str) -> bool:
    """True for letters of Arabic and related scripts, and the marks above them."""
    return unicodedata.bidirectional(character or " ") in {"AL", "NSM"}


def _is_emoji(character: str) -> bool:
    """True for pictographs, and for selectors of their variant or skin colour."""
    return character == "\ufe0f" or unicodedata.category(character or " ") in {"So", "Sk"}


def runs_right_to_left(text: str) -> bool:
    """True if any part of a text is read from the right."""
    return not text.isascii() and any(
        unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text
    )


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"
