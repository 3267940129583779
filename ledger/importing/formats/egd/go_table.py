"""The table of a go tournament: one line per player, one result per round, and the games in it.

EGD's h9 files and the .tou files of the French federation have the same table; only the
header differs.  Opponents are named by the ordinal of their line, not by the printed place,
which may be blank or shared.

The tie-break columns are before or after the results, differ in number, and may look like
results (``?``, ``0=``, ``1-``).  Every player has a cell for every round, so there are as many
rounds as the shortest run of such cells.  In a longer run the games decide which end holds
the rounds: the opponents of a round name each other.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import filterfalse, islice, takewhile

import attrs
import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.egd.codes import POINTS, RANK
from ledger.importing.formats.side_results import same_colours

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
    match = _RESULT_CODE.fullmatch(rest) if len(rest) <= _LONGEST_CODE else None
    if match is None or len(digits) > _MOST_DIGITS:
        return None
    stones = match["stones"] or match["bare"]
    code = ResultCode(
        sign=match["sign"],
        by_default=bool(match["default"]),
        colour=match["colour"].casefold() if match["colour"] else None,
        stones=int(stones) if stones else None,
    )
    return int(digits.upper().replace("O", "0") or 0) or None, code


def _country_and_club(words: Sequence[str]) -> tuple[str | None, str | None]:
    rest = filterfalse(_LICENCE.fullmatch, words)
    club, country = next(rest, ""), None
    if _COUNTRY.fullmatch(club):
        club, country = next(rest, ""), club
    if not _LETTER.search(club) or _NO_CLUB.fullmatch(club):
        return country, None
    return country, club


Grid = Sequence[Sequence[Cell]]
"""One row of cells per player, one cell per round."""

_BOTH_WON = Message("both players are reported as winning")
_BOTH_LOST = Message("both players are reported as losing")
_NO_COLOURS = Message("no colours: the player listed first is entered as White")
_COUNTERPARTS = {"+": "-", "-": "+", "=": "=", "?": "?"}
_OTHER = {"w": "b", "b": "w", None: None}


NO_HANDICAP = 9
"""The rule h9, by which a game that states no stones has none; hN reduces those by grades by N."""


def _stones_by_grade(one: str | None, other: str | None, rule: int) -> int:
    if rule >= NO_HANDICAP or one is None or other is None:
        return 0
    return max(0, abs(_strength(one) - _strength(other)) - rule)


def _strength(grade: str) -> int:
    number = int(grade[:-1])
    return number - 1 if grade[-1] == "d" else -number


@attrs.frozen
class RoundCells:
    """The cells of the rounds, one row of cells per player, and the cells beside them."""

    grid: Grid
    other_cells: Grid

    @property
    def rounds(self) -> int:
        """Return the number of rounds."""
        return len(self.grid[0]) if self.grid else 0


def find_round_cells(rows: Sequence[Row], findings: kit.Findings) -> RoundCells:
    """Return the cells of the rounds: of all readings the one with the most games that agree.

    Of two that agree equally the one with fewer rounds: a round without any game is a tie-break.
    """
    runs = [row.run for row in rows]
    most = min(map(len, runs), default=0)
    left = [_agreement([run[index] for run in runs]) for index in range(most)]
    right = left[::-1]
    if any(len(run) > most for run in runs):
        right = [_agreement([run[-1 - index] for run in runs]) for index in range(most)]
    (_, fewer), from_left = max(
        (_best_column_count(left), True), (_best_column_count(right), False)
    )
    best = _round_cells(runs, -fewer, from_left=from_left)
    _report_lost_cells(rows, best, findings)
    return best


def _best_column_count(agreements: Sequence[int]) -> tuple[int, int]:
    """Return the most agreement in a number of columns, and the negative of that number."""
    most = len(agreements)
    counts = (0, *range(most, max(0, most - 4), -1))
    return max((sum(agreements[:count]), -count) for count in counts)


def _round_cells(runs: Grid, rounds: int, *, from_left: bool) -> RoundCells:
    if not rounds:
        return RoundCells([], [])
    if from_left:
        return RoundCells([run[:rounds] for run in runs], [run[rounds:] for run in runs])
    before = [run[:-rounds][::-1] for run in runs]
    return RoundCells([run[-rounds:] for run in runs], before)


def games_of(
    rows: Sequence[Row], round_cells: RoundCells, rule: int, findings: kit.Findings
) -> tuple[kit.GameReport, ...]:
    """The games, forfeits and byes of a table."""
    games: list[kit.GameReport] = []
    for number in range(1, round_cells.rounds + 1):
        cells = [row[number - 1] for row in round_cells.grid]
        games += _Round(number, rows, cells, rule, findings).games()
    return tuple(games)


def _report_lost_cells(
    rows: Sequence[Row], round_cells: RoundCells, findings: kit.Findings
) -> None:
    """Report leftover cells in which two lines name each other: results, not tie-breaks.

    The line with the shortest run then has an unreadable cell.
    """
    shortest = min(rows, key=lambda row: len(row.run), default=None)
    for ordinal, cells in enumerate(round_cells.other_cells, start=1):
        for index, cell in enumerate(cells):
            known = 0 < (cell.opponent or 0) <= len(rows)
            other = round_cells.other_cells[(cell.opponent or 0) - 1] if known else ()
            if shortest and index < len(other) and other[index].opponent == ordinal:
                message = Message(
                    "only %(count)s results can be read here, other lines have more: complete the "
                    "line",
                    count=round_cells.rounds,
                )
                findings.error(message, shortest.line)
                return


def _agreement(cells: Sequence[Cell]) -> int:
    """Return the number of games on which both lines agree, less those that only one line has."""
    named = [cell.opponent for cell in cells]
    score = 0
    for ordinal, opponent in enumerate(named, start=1):
        if opponent is not None:
            alike = opponent <= len(named) and named[opponent - 1] == ordinal
            score += 1 if alike else -1
    return score


_BOTH = {"+": _BOTH_WON, "-": _BOTH_LOST}


def _contradiction(own: ResultCode, other: ResultCode) -> Message | None:
    if "?" in (own.sign, other.sign):
        return Message("have no result")
    if own.sign != other.sign and _COUNTERPARTS[own.sign] != other.sign:
        return Message(
            "state different results (%(own)s and %(other)s)", own=own.sign, other=other.sign
        )
    if None not in (own.stones, other.stones) and own.stones != other.stones:
        return Message(
            "state different handicaps (%(own)s, %(other)s)", own=own.stones, other=other.stones
        )
    if own.by_default != other.by_default:
        return Message("do not agree whether it was decided by default (!)")
    return None


@attrs.frozen
class _Round:
    """One round of the table: a cell of every player."""

    number: int
    rows: Sequence[Row]
    cells: Sequence[Cell]
    rule: int
    findings: kit.Findings

    def games(self) -> Iterator[kit.GameReport]:
        """Yield every game once, from the line of the higher player; and the byes."""
        for one, cell in enumerate(self.cells, start=1):
            other = cell.opponent
            if other is None:
                yield from self._bye(one, cell.code.sign)
            elif one != other <= len(self.cells) and self.cells[other - 1].opponent == one:
                if one < other:
                    yield from self._game(one, other)
            else:
                message = Message(
                    "round %(round)s: player %(player)s names %(other)s, whose line does not name "
                    "him: correct one of them",
                    {"round": self.number, "player": one, "other": other},
                )
                self._refuse(one, message)

    def _bye(self, one: int, sign: str) -> Iterator[kit.GameReport]:
        """Yield a bye, without opponent: ``0+`` a free win, ``0=`` half a point; or nothing."""
        row = self.rows[one - 1]
        if sign == "?":
            message = Message("rounds marked ? without an opponent: no game is recorded")
            self.findings.warn(message, row.line)
        if sign in "?-":
            return
        yield kit.bye(self.number, row.player.number, POINTS[sign], row.line)

    def _game(self, one: int, other: int) -> Iterator[kit.GameReport]:
        own_code, other_code = self.cells[one - 1].code, self.cells[other - 1].code
        same_colour = own_code.colour is not None and own_code.colour == other_code.colour
        colour = None if same_colour else own_code.colour or _OTHER[other_code.colour]
        stones = other_code.stones if own_code.stones is None else own_code.stones
        row = self.rows[one - 1]
        if "?" in (own_code.sign, other_code.sign):
            first, second = map(str, (other, one) if colour == "b" else (one, other))
            if self.findings.leaves_open(self.number, first, second, row.line, stones=stones):
                return
        if contradiction := _contradiction(own_code, other_code):
            self._refuse(one, self._contradict(one, other, contradiction))
            return
        if same_colour:
            self.findings.warn(same_colours(self.number, one, other), row.line, self._column(one))
        stones, colour = self._stones(one, other, stones, colour)
        reason: kit.Unplayed | None = "forfeit" if own_code.by_default else None
        if own_code.sign == other_code.sign and own_code.sign in _BOTH:
            self.findings.warn(_BOTH[own_code.sign], row.line, self._column(one))
            if own_code.sign == "-" and reason is None:
                reason = "double-loss"
        if colour is None and reason is None:
            self._adjust(one, _NO_COLOURS)
        own, others = (str(one), POINTS[own_code.sign]), (str(other), POINTS[other_code.sign])
        white, black = (others, own) if colour == "b" else (own, others)
        yield kit.GameReport(
            round=self.number,
            white=white[0],
            black=black[0],
            white_points=white[1],
            black_points=black[1],
            played=reason is None,
            reason=reason,
            stones=stones,
            sides_known=colour is not None,
            line=row.line,
        )

    def _stones(
        self, one: int, other: int, written: int | None, colour: str | None
    ) -> tuple[int, str | None]:
        """Return the stones as written, else by the rule; the receiver has Black."""
        if written is not None:
            return written, self._by_grade(one, other) if written and colour is None else colour
        stones = _stones_by_grade(*self._grades(one, other), self.rule)
        if not stones:
            return 0, colour
        weaker = self._by_grade(one, other)
        self._adjust(
            one, Message("stones are not written: taken from the grades by the rule of the header")
        )
        return (stones, colour or weaker) if colour in {None, weaker} else (0, colour)

    def _by_grade(self, one: int, other: int) -> str | None:
        """Return the colour of the higher line if stones are given: White is the stronger."""
        own_grade, other_grade = self._grades(one, other)
        if own_grade is None or other_grade is None or own_grade == other_grade:
            return None
        return "w" if _strength(own_grade) > _strength(other_grade) else "b"

    def _grades(self, one: int, other: int) -> tuple[str | None, str | None]:
        return self.rows[one - 1].player.grade, self.rows[other - 1].player.grade

    def _contradict(self, one: int, other: int, contradiction: Message) -> Message:
        return Message(
            "round %(round)s: player %(player)s and %(other)s %(contradiction)s: correct one of "
            "them",
            {"round": self.number, "player": one, "other": other, "contradiction": contradiction},
        )

    def _refuse(self, one: int, message: Message) -> None:
        self.findings.error(message, self.rows[one - 1].line, self._column(one))

    def _adjust(self, one: int, message: Message) -> None:
        self.findings.adjusted(message, self.rows[one - 1].line, self._column(one))

    def _column(self, one: int) -> int:
        return self.rows[one - 1].column_of(self.cells[one - 1])
