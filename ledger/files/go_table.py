"""The table of a go tournament: one line per player, one result per round.

The same table stands in EGD's h9 files and in the .tou files of the French federation; only the
header differs.  Opponents are named by the ordinal of their line, not by the printed place,
which may be blank or shared.
"""

import re
from collections.abc import Sequence

import attrs

from ledger.files import fields
from ledger.files.report import Findings, PlayerReport
from ledger.files.text import tidy

_RANK = re.compile(r"[0-9]{1,2}[kdp]", re.IGNORECASE)
_PLACE = re.compile(r"[0-9]{1,4}[.)]?(?:-[0-9]{1,4})?")
_RESULT = re.compile(
    r"(?P<opponent>[0-9Oo]{0,4})(?P<sign>[+=?-])(?P<default>!?)"
    r"(?:/?(?:(?P<colour>[bw])(?:h?(?P<stones>[0-9]{1,2}))?|h(?P<bare>[0-9]{1,2})))?/?",
    re.IGNORECASE,
)
_LICENCE = re.compile(r"[0-9]{7}")
_NO_CLUB = re.compile(r"[xX]{2,5}|-+")
MOST_CELLS = 100


@attrs.frozen
class Cell:
    """What a player's line says about one round."""

    opponent: int | None
    sign: str
    by_default: bool
    colour: str | None
    stones: int | None
    column: int


@attrs.frozen
class Row:
    """A player's line: who he is, and the run of cells that look like results."""

    line: int
    player: PlayerReport
    run: tuple[Cell, ...]


def row_of(text: str, line: int, ordinal: int, findings: Findings) -> Row | None:
    """A line of the table; None (and an error) where it has no grade or no name."""
    body, _, tail = text.partition("|")
    words = [(match.group(), match.start() + 1) for match in re.finditer(r"\S+", body)]
    if len(words) > MOST_CELLS:
        findings.error(f"the line has {len(words)} words: this is no table of a tournament", line)
        return None
    start = 1 if words and _PLACE.fullmatch(words[0][0]) else 0
    at = _grade_at(words, start)
    if at is None:
        findings.error("there is no grade (12k, 3d) after a name: complete the line", line)
        return None
    name = _name([word for word, _ in words[start:at]], findings, line)
    run, before = _longest_run(words[at + 1 :])
    country, club = _country_and_club([word for word, _ in before])
    grade = words[at][0]
    professional = grade[-1] in "pP"
    player = PlayerReport(
        number=str(ordinal),
        name=name,
        federation=None if country is None else fields.federation(country, findings, line),
        club=club,
        title=grade.casefold() if professional else None,
        grade=None if professional else fields.grade(grade, findings, line),
        ids=_ids(tail, [word for word, _ in before], findings, line),
        line=line,
    )
    return Row(line, player, run)


def _grade_at(words: Sequence[tuple[str, int]], start: int) -> int | None:
    for index in range(start + 1, len(words)):
        if _RANK.fullmatch(words[index][0]):
            return index
    for index in range(start + 1, len(words) - 1):  # a bare number is a kyu grade
        bare = re.fullmatch("[0-9]{1,2}", words[index][0])
        if bare and re.fullmatch("[A-Za-z]{2}", words[index + 1][0]):
            return index
    return None


def _name(words: Sequence[str], findings: Findings, line: int) -> str:
    parts = [tidy(word.replace("_", " ")) for word in words]
    parts = [part for part in parts if part] or ["?"]
    if len(parts) == 1 or parts[0].endswith(","):
        return " ".join(parts)
    if len(parts) > 2:
        message = "a name of more than two words: the first is taken as the surname"
        findings.adjusted(message, line)
    return f"{parts[0]}, {' '.join(parts[1:])}"


def _longest_run(
    words: Sequence[tuple[str, int]],
) -> tuple[tuple[Cell, ...], Sequence[tuple[str, int]]]:
    """The longest run of words that look like results, and the words before it."""
    best: tuple[int, list[Cell]] = (0, [])
    start, run = 0, list[Cell]()
    for index, (word, column) in enumerate(words):
        cell = _cell(word, column)
        if cell is None:
            run = []
            continue
        if not run:
            start = index
        run = [*run, cell]
        if len(run) > len(best[1]):
            best = start, run
    return tuple(best[1]), words[: best[0]]


def _cell(word: str, column: int) -> Cell | None:
    match = _RESULT.fullmatch(word)
    if match is None:
        return None
    digits = re.sub("[oO]", "0", match["opponent"])
    stones = match["stones"] or match["bare"]
    return Cell(
        opponent=int(digits) or None if digits else None,
        sign=match["sign"],
        by_default=bool(match["default"]),
        colour=match["colour"].casefold() if match["colour"] else None,
        stones=None if stones is None else int(stones),
        column=column,
    )


def _country_and_club(words: Sequence[str]) -> tuple[str | None, str | None]:
    rest = [word for word in words if not _LICENCE.fullmatch(word)]
    country = rest.pop(0) if rest and re.fullmatch("[A-Za-z]{2}", rest[0]) else None
    club = rest[0] if rest and re.search("[A-Za-z]", rest[0]) else None
    return country, None if club is None or _NO_CLUB.fullmatch(club) else tidy(club)[:100] or None


def _ids(tail: str, before: Sequence[str], findings: Findings, line: int) -> dict[str, str]:
    pin = fields.external_id("egd", " ".join(tail.split()[:1]), findings, line)
    ids = {} if pin is None else {"egd": pin}
    licence = next((word for word in before if _LICENCE.fullmatch(word)), None)
    if licence is not None and licence.strip("0"):
        ids["ffg"] = licence
    return ids
