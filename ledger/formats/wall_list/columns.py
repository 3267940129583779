"""The columns of a wall list: its first line is dashes, a run of them above each column."""

import re
from collections.abc import Sequence
from functools import lru_cache

import attrs

_ROWS_LOOKED_AT = 100
_RUN = re.compile("-+")
_ROMAN = re.compile("X{0,2}(?:IX|IV|V?I{0,3})")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}
_GRADE = re.compile(r"([0-9]{1,2}) ?(k|d|p|kyu|dan|кю|дан)\.?", re.IGNORECASE)
_RATING = ("рейт", "rat", "gor")


@attrs.frozen
class Columns:
    """Where a column begins and ends, by what it holds; ``rounds`` in their order."""

    name: slice
    rounds: Sequence[slice]
    grade: slice | None = None
    rating: slice | None = None
    club: slice | None = None


def is_ruler(line: str) -> bool:
    """Whether a line consists of runs of dashes, as many as a table needs."""
    return not line.strip("- ") and len(_RUN.findall(line)) >= 4


def columns_of(ruler: str, headings: str, rows: Sequence[str]) -> Columns | None:
    """The columns by headings and content; None where there are no names or no rounds."""
    spans = [slice(*run.span()) for run in _RUN.finditer(ruler)]
    heads = [headings[span].strip() for span in spans]
    rounds = {
        number: span
        for span, head in zip(spans, heads, strict=True)
        if (number := _roman(head)) is not None
    }
    if list(rounds) != [*range(1, len(rounds) + 1)] or not rounds:
        return None
    others = [span for span in spans if span not in rounds.values()]
    grade = next((span for span in others if _all(rows, span, _GRADE)), None)
    rating = next(
        (
            span
            for span, head in zip(spans, heads, strict=True)
            if span in others and head.casefold().startswith(_RATING)
        ),
        None,
    )
    rows = rows[:_ROWS_LOOKED_AT]
    letters = [(_letters(rows, span), span) for span in others if span is not grade]
    texts = [each for each in letters if each[0] >= len(rows)]
    if not texts:
        return None
    _, name = max(texts, key=lambda each: each[0])
    club = next((span for _, span in texts if span is not name), None)
    return Columns(name, list(rounds.values()), grade, rating, club)


@lru_cache(maxsize=200)
def grade_of(text: str) -> str:
    """A grade of any language as ``12k`` or ``2d``; other text as it is."""
    match = _GRADE.fullmatch(text.strip())
    if match is None:
        return text.strip()
    return match[1] + {"k": "k", "к": "k", "p": "p"}.get(match[2][0].casefold(), "d")


def _roman(text: str) -> int | None:
    if not text or not _ROMAN.fullmatch(text):
        return None
    values = [_ROMAN_DIGITS[letter] for letter in text]
    following = [*values[1:], 0]
    return sum(
        -value if value < after else value for value, after in zip(values, following, strict=True)
    )


def _all(rows: Sequence[str], span: slice, pattern: re.Pattern[str]) -> bool:
    return bool(rows) and all(pattern.fullmatch(row[span].strip()) for row in rows)


def _letters(rows: Sequence[str], span: slice) -> int:
    return sum(map(str.isalpha, "".join(row[span] for row in rows)))
