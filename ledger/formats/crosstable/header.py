"""The row of headings of a crosstable: which columns are the rounds, the names, the figures.

Headings come in the language of whoever exported the table, and some columns have none.  So the
rounds are found by their numbers, the others by the words known here, the names if need be by
their content.
"""

import re
from collections.abc import Mapping, Sequence

import attrs

from ledger.formats.crosstable.grid import Row

_NUMBERED = re.compile(r"([1-9][0-9]?) ?\. ?[^\W\d_]{1,9}\.?")
_BARE = re.compile("[1-9][0-9]?")
_HEADINGS = {
    "name": "name names nom nombre nome namn naam navn név nev jméno meno nazwisko ime isim "
    "ad nimi имя фамилия teilnehmer spieler player surname",
    "points": "pts pkt pont poeng poäng points punkte ptos очки",
    "rating": "rtg elo rtgi eloi elo-i rating értékszám рейт",
    "federation": "fed land féd ország федер",
    "club": "club/city verein/ort club verein klub club/ort verein/stadt",
    "fide": "fideid fide-id id",
    "sex": "sex",
    "team": "team mannschaft equipe équipe equipo lag csapat",
}
_WORDS: Mapping[str, frozenset[str]] = {
    name: frozenset(words.split()) for name, words in _HEADINGS.items()
}


@attrs.frozen
class Header:
    """Where the columns are; ``rounds`` gives each column of results with its number.

    ``by_opponent``: the numbers are those of the opponents, not of rounds.
    """

    row: int
    rounds: Mapping[int, int]
    columns: Mapping[str, int]
    by_opponent: bool = False


def find_header(rows: Sequence[Row]) -> Header | None:
    """The first row with headings of rounds; None where there is none."""
    for index, row in enumerate(rows[:100]):
        for pattern, needed in ((_NUMBERED, 1), (_BARE, 2)):
            rounds = _numbers(row, pattern)
            if len(rounds) >= needed and list(rounds.values()) == [*range(1, len(rounds) + 1)]:
                header = Header(index, rounds, _columns(row, rows[index + 1 : index + 20], rounds))
                if "name" in header.columns:
                    return attrs.evolve(
                        header, by_opponent=pattern is _BARE and _is_square(rows, header)
                    )
    return None


def _numbers(row: Row, pattern: re.Pattern[str]) -> dict[int, int]:
    """The columns whose headings are numbers, with them."""
    found = {}
    for index, text in enumerate(row.cells):
        if match := pattern.fullmatch(text.strip()[:20]):
            found[index] = int(match[1] if pattern is _NUMBERED else match[0])
    return found


def _columns(row: Row, following: Sequence[Row], rounds: Mapping[int, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for index, text in enumerate(row.cells):
        word = text.strip().casefold().rstrip(".")
        for name, words in _WORDS.items():
            if word in words:
                found.setdefault(name, index)
    if "name" not in found and "team" not in found:
        before = range(min(rounds))
        longest = max(before, key=lambda index: _letters(following, index), default=None)
        if longest is not None and _letters(following, longest) >= 3 * max(1, len(following)):
            found["name"] = longest
    return found


def _letters(rows: Sequence[Row], index: int) -> int:
    return sum(char.isalpha() for row in rows for char in row.cell(index))


def _is_square(rows: Sequence[Row], header: Header) -> bool:
    """Whether the diagonal is starred or empty, as in a table of all against all."""
    diagonal = [
        row.cell(column)
        for row, column in zip(rows[header.row + 1 :], header.rounds, strict=False)
    ]
    return len(diagonal) == len(header.rounds) and all(
        not set(text) - set("*xX-") for text in diagonal
    )
