"""Wall lists of go tournaments as text: opponent and result of every round, and no more.

Such a list has no colours, handicaps, days or register numbers.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit

_ROWS_LOOKED_AT = 100
_RUN = re.compile("-+")
_ROMAN = re.compile("X{0,2}(?:IX|IV|V?I{0,3})")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}
_GRADE = re.compile(r"([0-9]{1,2}) ?(k|d|p|kyu|dan|кю|дан)\.?", re.IGNORECASE)
_RATING = ("рейт", "rat", "gor")


@attrs.frozen
class Columns:
    """The beginning and end of each column, by content; ``rounds`` in order.

    ``scores``: the columns behind the rounds with their headings, the score and tie-breaks.
    """

    name: slice
    rounds: Sequence[slice]
    first: slice
    scores: Sequence[tuple[str, slice]]
    grade: slice | None = None
    rating: slice | None = None
    club: slice | None = None


def is_ruler(line: str) -> bool:
    """True if a line consists of runs of dashes, as many as a table needs."""
    return not line.strip("- ") and len(_RUN.findall(line)) >= 4


def columns_of(ruler: str, headings: str, rows: Sequence[str]) -> Columns | None:
    """Return the columns by headings and content; None without names or rounds."""
    spans = [slice(*run.span()) for run in _RUN.finditer(ruler)]
    heads = [headings[span].strip() for span in spans]
    headed = list(zip(spans, heads, strict=True))
    rounds = {number: span for span, head in headed if (number := _roman(head)) is not None}
    if list(rounds) != [*range(1, len(rounds) + 1)] or not rounds:
        return None
    others = [span for span in spans if span not in rounds.values()]
    is_grade = (all(_GRADE.fullmatch(row[span].strip()) for row in rows) for span in others)
    grade = next(
        (span for span, found in zip(others, is_grade, strict=True) if rows and found), None
    )
    ratings = [span for span, head in headed if head.casefold().startswith(_RATING)]
    rating = next((span for span in ratings if span in others), None)
    rows = rows[:_ROWS_LOOKED_AT]
    letters = [
        (sum(map(str.isalpha, "".join(row[span] for row in rows))), span)
        for span in others
        if span is not grade
    ]
    texts = [each for each in letters if each[0] >= len(rows)]
    if not texts:
        return None
    _, name = max(texts, key=lambda each: each[0])
    club = next((span for _, span in texts if span is not name), None)
    results = list(rounds.values())
    scores = [(head, span) for span, head in headed if head and span.start > results[-1].start]
    return Columns(name, results, spans[0], scores, grade, rating, club)


@lru_cache(maxsize=200)
def grade_of(text: str) -> str:
    """Return a grade of any language as ``12k`` or ``2d``; other text unchanged."""
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


_GAME = re.compile(r"([1-9][0-9]{0,3})([+=?-])(!?)")
_RESULTS = kit.results_of(
    win="+", draw="=", loss="-", forfeit_win="+!", forfeit_draw="=!", forfeit_loss="-!"
)
_BYE = re.compile(r"\+-|0{1,4}\+-?|free|bye|\+", re.IGNORECASE)
_ABSENT = re.compile(r"-{0,3}|0{1,4}[-=]{0,2}|\.+")
_BYTE_SHARE_OF_CYRILLIC = 0.3


def read_wall_list(file: kit.File) -> kit.TournamentReport:
    """The report of a wall list."""
    lines = _lines(file)
    start = next((at for at, line in enumerate(lines[:20]) if is_ruler(line)), None)
    rows = [] if start is None else list(_rows(lines, start))
    columns = (
        None
        if start is None or not rows
        else columns_of(lines[start], lines[start + 1], [row for _, row in rows])
    )
    if columns is None:
        message = Message(
            "there is no line of dashes above columns with names and the rounds I, II, "
            "III …: export the wall list as text, or h9"
        )
        raise file.refusal(message)
    file.warn(Message("a wall list has no handicaps: all games are taken as even"))
    games = kit.games_of_cells(_cells(rows, columns, file), file, both_may_win=True)
    return file.report(
        file.days(),
        _players(rows, columns, file),
        map(_with_reason, games),
        discipline="go",
        rounds=len(columns.rounds),
        system="swiss",
        tie_breaks=tuple(heading for heading, _ in columns.scores),
    )


def _lines(file: kit.File) -> Sequence[str]:
    """The lines, in UTF-8 or, if most letters are beyond ASCII, in cp1251, else in cp1252."""
    content = file.content
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        if b"\x00" in content:
            return file.lines()  # it detects the actual format
        beyond = sum(byte >= 0xC0 for byte in content[:20_000])
        letters = sum(chr(byte).isalpha() for byte in content[:20_000]) or 1
        if beyond > _BYTE_SHARE_OF_CYRILLIC * letters:
            file.adjusted(Message("not UTF-8, read as cp1251: check the names"))
            return file.lines("cp1251")
    return file.lines()


def _rows(lines: Sequence[str], start: int) -> Iterator[tuple[int, str]]:
    """The lines of the players with their numbers: below the second ruler, if there is one."""
    second = start + 2 < len(lines) and is_ruler(lines[start + 2])
    at = start + (3 if second else 2)
    for number, line in enumerate(lines[at : at + kit.MOST_PLAYERS + 1], start=at + 1):
        if not line.strip() or is_ruler(line):
            return
        yield number, line


def _players(
    rows: Sequence[tuple[int, str]], columns: Columns, file: kit.File
) -> Iterator[kit.PlayerReport]:
    placed, place = kit.is_falling([_scores(row, columns)[:1] for _, row in rows]), ""
    for ordinal, (line, row) in enumerate(rows, start=1):
        place = row[columns.first].strip(" .") or place
        yield file.player(
            ordinal,
            row[columns.name],
            line=line,
            table_line=kit.table_line(place if placed else None, None, _scores(row, columns)),
            club=None if columns.club is None else row[columns.club],
            grade=None if columns.grade is None else grade_of(row[columns.grade]),
            ratings={} if columns.rating is None else {"EGF": row[columns.rating]},
        )


def _scores(row: str, columns: Columns) -> Sequence[str]:
    return [row[span] for _, span in columns.scores]


def _cells(
    rows: Sequence[tuple[int, str]], columns: Columns, file: kit.File
) -> Iterator[kit.MirroredCell]:
    for ordinal, (line, row) in enumerate(rows, start=1):
        for round_, span in enumerate(columns.rounds, start=1):
            text = row[span]
            try:
                cell = _read_cell(text)
            except ValueError:
                message = Message(
                    "%(text)r is not a result such as 12+, 3- or --: correct it",
                    text=text.strip()[:20],
                )
                file.error(message, line, span.start + 1)
                continue
            yield from kit.one_side(str(ordinal), round_, *cell, line=line, column=span.start + 1)


@lru_cache(maxsize=20_000)  # even all tournaments together have few different cells
def _read_cell(text: str) -> tuple[str | None, kit.SideResult | None]:
    """Return opponent (None: a bye, or absent) and result (None: ``?``, or absent).

    Raises ValueError if the text has no meaning.
    """
    text = text.strip()
    if game := _GAME.fullmatch(text):
        return game[1], _RESULTS.get(game[2] + game[3])
    if _ABSENT.fullmatch(text):
        return None, None
    if not _BYE.fullmatch(text):
        raise ValueError(text)
    return None, kit.WIN


def _with_reason(game: kit.GameReport) -> kit.GameReport:
    """Return the game with the reason that it was not played.

    A result with an exclamation mark, on one line or both, is the referee's; a game that both
    lost was not won.
    """
    if game.black is None:
        return game
    if not game.played or game.rated_for != "both":
        return kit.replace(game, played=False, reason="referee", rated_for="both")
    if game.white_points == game.black_points == 0:
        return kit.replace(game, played=False, reason="double-loss")
    return game
