"""The table of a go tournament: one line per player, one result per round.

EGD's h9 files and the .tou files of the French federation have the same table; only the
header differs.  Opponents are named by the ordinal of their line, not by the printed place,
which may be blank or shared.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import filterfalse, islice, takewhile

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.egd.codes import RANK

_WORD = re.compile(r"\S+")
_BARE_KYU = re.compile("[0-9]{1,2}")
_COUNTRY = re.compile("[A-Za-z]{2}")
_LETTER = re.compile("[A-Za-z]")
_PLACE = re.compile(r"([0-9]{1,4})[.)]?(?:-[0-9]{1,4})?")
_DIGITS = "0123456789Oo"
_RESULT_CODE = re.compile(
    r"(?P<sign>[+=?-])(?P<default>!?)"
    r"(?:/?(?:(?P<colour>[bw])(?:h?(?P<stones>[0-9]{1,2}))?|h(?P<bare>[0-9]{1,2})))?/?",
    re.IGNORECASE,
)
_MOST_DIGITS, _LONGEST_CODE = 4, 8
_LICENCE = re.compile(r"[0-9]{7}")
_NUMBER = re.compile(r"-?[0-9]{1,5}(?:[.,][0-9]{1,3}|½)?|\?")
_NO_CLUB = re.compile(r"[xX]{2,5}|-+")
MOST_CELLS = 100


class ResultCode(msgspec.Struct, frozen=True, gc=False):
    """The code after the opponent's number: result, colour and stones."""

    sign: str
    by_default: bool
    colour: str | None
    stones: int | None


class Cell(msgspec.Struct, frozen=True, gc=False):
    """One round in a player's line; ``place`` counts the words before it."""

    opponent: int | None
    code: ResultCode
    place: int


class Row(msgspec.Struct, frozen=True, gc=False):
    """A player's line: his data, and the run of cells that look like results.

    ``before``: the words between the grade and the results.
    """

    line: int
    text: str
    player: kit.PlayerReport
    run: Sequence[Cell]
    before: Sequence[str]

    @property
    def place(self) -> str | None:
        """Return the place at which a line begins, of a shared one the first."""
        match = _PLACE.fullmatch(self.text.split(maxsplit=1)[0])
        return None if match is None else match[1]

    @property
    def criteria(self) -> Sequence[str]:
        """Return the numbers, or ``?``, between club and results, tie-breaks most of them."""
        return [*takewhile(_NUMBER.fullmatch, reversed(self.before))][::-1]

    def column_of(self, cell: Cell) -> int:
        """Return the column at which a cell begins."""
        return next(islice(_WORD.finditer(self.text), cell.place, None)).start() + 1


def row_of(text: str, line: int, ordinal: int, file: kit.File) -> Row | None:
    """Return a line of the table; None (and an error) if it has no grade or no name."""
    body, _, tail = text.partition("|")
    words = body.split()
    if len(words) > MOST_CELLS:
        message = Message(
            "the line has %(count)s words: this is not a table of a tournament", count=len(words)
        )
        file.error(message, line)
        return None
    start = 1 if words and _PLACE.fullmatch(words[0]) else 0
    at = _grade_at(words, start)
    if at is None:
        file.error(Message("there is no grade (12k, 3d) after a name: complete the line"), line)
        return None
    run = _longest_run(words, at + 1)
    before = words[at + 1 : run[0].place if run else at + 1]
    country, club = _country_and_club(before)
    player = file.player(
        ordinal,
        _name(words[start:at], file, line),
        line=line,
        federation=country,
        club=club,
        grade=words[at],
        ids={
            "egd": "".join(tail.split()[:1]),
            "ffg": next(filter(_LICENCE.fullmatch, before), ""),
        },
    )
    return Row(line, body, player, run, before)


def _grade_at(words: Sequence[str], start: int) -> int | None:
    for index in range(start + 1, len(words)):
        if RANK.fullmatch(words[index]):
            return index
    for index in range(start + 1, len(words) - 1):  # a bare number is a kyu grade
        if _BARE_KYU.fullmatch(words[index]) and _COUNTRY.fullmatch(words[index + 1]):
            return index
    return None


def _name(words: Sequence[str], file: kit.File, line: int) -> str:
    parts = [kit.tidy(word.replace("_", " ")) for word in words]
    parts = [part for part in parts if part] or ["?"]
    if len(parts) == 1 or parts[0].endswith(","):
        return " ".join(parts)
    if len(parts) > 2:
        message = Message("a name of more than two words: the first is taken as the surname")
        file.adjusted(message, line)
    return f"{parts[0]}, {' '.join(parts[1:])}"


def _longest_run(words: Sequence[str], start: int) -> Sequence[Cell]:
    """Return the longest run, from ``start`` on, of words that look like results."""
    runs: list[list[Cell]] = [[]]
    for place, word in enumerate(words[start:], start=start):
        reading = _read_word(word) if len(word) <= _MOST_DIGITS + _LONGEST_CODE else None
        if reading is None:
            runs.append([])
        else:
            opponent, code = reading
            runs[-1].append(Cell(opponent, code, place))
    return max(runs, key=len)


@lru_cache(maxsize=20_000)  # even all tournaments together have few different cells
def _read_word(word: str) -> tuple[int | None, ResultCode] | None:
    """Return opponent and result; None if the word is not a result."""
    rest = word.lstrip(_DIGITS)
    digits = word.removesuffix(rest)
    code = _result_code(rest) if len(rest) <= _LONGEST_CODE else None
    if code is None or len(digits) > _MOST_DIGITS:
        return None
    return int(digits.upper().replace("O", "0") or 0) or None, code


@lru_cache(1_000)
def _result_code(text: str) -> ResultCode | None:
    """Return the meaning of a mark, cached: a tournament has few different ones, each often."""
    match = _RESULT_CODE.fullmatch(text)
    if match is None:
        return None
    stones = match["stones"] or match["bare"]
    return ResultCode(
        sign=match["sign"],
        by_default=bool(match["default"]),
        colour=match["colour"].casefold() if match["colour"] else None,
        stones=int(stones) if stones else None,
    )


def _country_and_club(words: Sequence[str]) -> tuple[str | None, str | None]:
    rest = filterfalse(_LICENCE.fullmatch, words)
    club, country = next(rest, ""), None
    if _COUNTRY.fullmatch(club):
        club, country = next(rest, ""), club
    if not _LETTER.search(club) or _NO_CLUB.fullmatch(club):
        return country, None
    return country, club
