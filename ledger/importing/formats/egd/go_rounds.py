"""The cells of a go table that are the rounds, and the games in them.

The tie-break columns are before or after the results, differ in number, and may look like
results (``?``, ``0=``, ``1-``).  Every player has a cell for every round, so there are as many
rounds as the shortest run of such cells.  In a longer run the games decide which end holds
the rounds: the opponents of a round name each other.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs
import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.egd.codes import POINTS
from ledger.importing.formats.egd.go_table import Cell, ResultCode, Row
from ledger.importing.formats.side_results import same_colours

Grid = Sequence[Sequence[Cell]]
"""One row of cells per player, one cell per round."""

_BOTH_WON = Message("both players are reported as winning")
_BOTH_LOST = Message("both players are reported as losing")
_NO_COLOURS = Message("no colours: the player listed first is entered as White")
_COUNTERPARTS = {"+": "-", "-": "+", "=": "=", "?": "?"}
_OTHER = {"w": "b", "b": "w", None: None}


@attrs.frozen
class HandicapRule:
    """The number of stones of a game that states none: h9 none, hN by grades."""

    reduction: int = 9

    def stones(self, one: str | None, other: str | None) -> int:
        """Return the stones between two grades."""
        if self.reduction >= 9 or one is None or other is None:
            return 0
        return max(0, abs(_strength(one) - _strength(other)) - self.reduction)


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
    rows: Sequence[Row], round_cells: RoundCells, rule: HandicapRule, findings: kit.Findings
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


class _BothLines(msgspec.Struct, frozen=True, gc=False):
    """The combined codes of a game's two lines; the colour is that of the higher line.

    ``contradiction`` is their disagreement; ``both``, the points that both sides are said to have.
    """

    contradiction: Message | None
    colour: str | None
    same_colour: bool
    stones: int | None
    both: str | None


@lru_cache(maxsize=1_000)
def _both_lines(own: ResultCode, other: ResultCode) -> _BothLines:
    colour = own.colour or _OTHER[other.colour]
    same_colour = colour is not None and own.colour == other.colour
    both = {"+": "won", "-": "lost"}.get(own.sign) if own.sign == other.sign else None
    return _BothLines(
        contradiction=_contradiction(own, other),
        colour=None if same_colour else colour,
        same_colour=same_colour,
        stones=other.stones if own.stones is None else own.stones,
        both=both,
    )


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
    rule: HandicapRule
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
        lines = _both_lines(own_code, other_code)
        if "?" in (own_code.sign, other_code.sign) and self._is_kept_open(one, other, lines):
            return
        if lines.contradiction is not None:
            self._refuse(one, self._contradict(one, other, lines.contradiction))
            return
        row = self.rows[one - 1]
        if lines.same_colour:
            self.findings.warn(same_colours(self.number, one, other), row.line, self._column(one))
        stones, colour = self._stones(one, other, lines)
        reason: kit.Unplayed | None = "forfeit" if own_code.by_default else None
        if lines.both is not None:
            message = _BOTH_WON if lines.both == "won" else _BOTH_LOST
            self.findings.warn(message, row.line, self._column(one))
            if lines.both == "lost" and reason is None:
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

    def _is_kept_open(self, one: int, other: int, lines: _BothLines) -> bool:
        white, black = (other, one) if lines.colour == "b" else (one, other)
        line = self.rows[one - 1].line
        return self.findings.leaves_open(
            self.number, str(white), str(black), line, stones=lines.stones
        )

    def _stones(self, one: int, other: int, lines: _BothLines) -> tuple[int, str | None]:
        """Return the stones as written, else by the rule; the receiver has Black."""
        written, colour = lines.stones, lines.colour
        if written is not None:
            return written, self._by_grade(one, other) if written and colour is None else colour
        stones = self.rule.stones(*self._grades(one, other))
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
