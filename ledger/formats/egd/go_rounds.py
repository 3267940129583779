"""Which cells of a go table are the rounds, and the games in them.

The tie-break columns stand before or after the results, differ in number, and may look like
results (``?``, ``0=``, ``1-``).  Every player has a cell for every round, so there are as many
rounds as the shortest run of such cells.  Which end of a longer run holds them follows from the
games: the opponents of a round name each other.
"""

from collections.abc import Iterator, Sequence

import attrs

from ledger.events.sentences import sentence
from ledger.formats.egd.codes import POINTS
from ledger.formats.egd.go_table import Cell, Row
from ledger.formats.side_results import same_colours
from ledger.formats.tournament_report import Findings, GameReport, Unplayed

Grid = Sequence[Sequence[Cell]]
"""One row of cells per player, one cell per round."""

_BOTH_WON = sentence("both players are said to have won")
_BOTH_LOST = sentence("both players are said to have lost")
_NO_COLOURS = sentence("no colours: the player who stands higher is entered as White")
_COUNTERPARTS = {"+": "-", "-": "+", "=": "=", "?": "?"}
_OTHER = {"w": "b", "b": "w", None: None}


@attrs.frozen
class HandicapRule:
    """How many stones a game has whose stones are not written: h9 none, hN by grades."""

    reduction: int = 9

    def stones(self, one: str | None, other: str | None) -> int:
        """The stones between two grades."""
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
        """How many rounds there are."""
        return len(self.grid[0]) if self.grid else 0


def find_round_cells(rows: Sequence[Row], findings: Findings) -> RoundCells:
    """The cells of the rounds: of all readings the one with the most games that agree.

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
    """The most agreement in a number of columns, and that number, the negative of it."""
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
    rows: Sequence[Row], round_cells: RoundCells, rule: HandicapRule, findings: Findings
) -> tuple[GameReport, ...]:
    """The games, forfeits and byes of a table."""
    games: list[GameReport] = []
    for number in range(1, round_cells.rounds + 1):
        cells = [row[number - 1] for row in round_cells.grid]
        games += _Round(number, rows, cells, rule, findings).games()
    return tuple(games)


def _report_lost_cells(rows: Sequence[Row], round_cells: RoundCells, findings: Findings) -> None:
    """Cells left over in which two lines name each other are results, not tie-breaks.

    Then the line with the shortest run has a cell that cannot be read.
    """
    shortest = min(rows, key=lambda row: len(row.run), default=None)
    for ordinal, cells in enumerate(round_cells.other_cells, start=1):
        for index, cell in enumerate(cells):
            known = 0 < (cell.opponent or 0) <= len(rows)
            other = round_cells.other_cells[(cell.opponent or 0) - 1] if known else ()
            if shortest and index < len(other) and other[index].opponent == ordinal:
                message = (
                    f"only {round_cells.rounds} results can be read here, other lines have more"
                )
                findings.error(f"{message}: complete the line", shortest.line)
                return


def _agreement(cells: Sequence[Cell]) -> int:
    """The number of games on which both lines agree, less those that only one line has."""
    named = [cell.opponent for cell in cells]
    score = 0
    for ordinal, opponent in enumerate(named, start=1):
        if opponent is not None:
            alike = opponent <= len(named) and named[opponent - 1] == ordinal
            score += 1 if alike else -1
    return score


@attrs.frozen
class _Round:
    """One round of the table: a cell of every player."""

    number: int
    rows: Sequence[Row]
    cells: Sequence[Cell]
    rule: HandicapRule
    findings: Findings

    def games(self) -> Iterator[GameReport]:
        """Every game once, from the line of the player who stands higher; and who was free."""
        for one, cell in enumerate(self.cells, start=1):
            other = cell.opponent
            if other is None:
                yield from self._bye(one, cell.code.sign)
            elif self._names(other, one) and other != one:
                if one < other and self._agree(one, other):
                    yield self._build_game(one, other)
            else:
                self._refuse(one, f"names {other}, whose line does not name him")

    def _names(self, one: int, other: int) -> bool:
        return one <= len(self.cells) and self.cells[one - 1].opponent == other

    def _bye(self, one: int, sign: str) -> Iterator[GameReport]:
        """Without opponent: ``0+`` a free win, ``0=`` half a point; else not paired."""
        row = self.rows[one - 1]
        if sign == "?":
            message = sentence("rounds marked ? without an opponent: no game is recorded")
            self.findings.warn(message, row.line)
        if sign in "?-":
            return
        yield GameReport(
            round=self.number,
            white=row.player.number,
            black=None,
            white_points=POINTS[sign],
            black_points=0.0,
            played=False,
            reason="bye",
            line=row.line,
        )

    def _agree(self, one: int, other: int) -> bool:
        own_code, other_code = self.cells[one - 1].code, self.cells[other - 1].code
        if "?" in (own_code.sign, other_code.sign):
            what = "have no result"
        elif own_code.sign != other_code.sign and _COUNTERPARTS[own_code.sign] != other_code.sign:
            what = f"tell different results ({own_code.sign} and {other_code.sign})"
        elif (
            None not in (own_code.stones, other_code.stones)
            and own_code.stones != other_code.stones
        ):
            what = f"tell different handicaps ({own_code.stones}, {other_code.stones})"
        elif own_code.by_default != other_code.by_default:
            what = "do not agree whether it was decided by default (!)"
        else:
            return True
        self._refuse(one, f"and {other} {what}")
        return False

    def _build_game(self, one: int, other: int) -> GameReport:
        row, own_code, other_code = (
            self.rows[one - 1],
            self.cells[one - 1].code,
            self.cells[other - 1].code,
        )
        colour = own_code.colour or _OTHER[other_code.colour]
        if colour is not None and own_code.colour == other_code.colour:
            message = same_colours(self.number, one, other)
            self.findings.warn(message, row.line, self._column(one))
            colour = None
        stones, colour = self._stones(one, other, colour)
        sides = (one, own_code), (other, other_code)
        (white, white_code), (black, black_code) = sides if colour != "b" else sides[::-1]
        reason: Unplayed | None = "forfeit" if own_code.by_default else None
        if own_code.sign == other_code.sign and own_code.sign != "=":
            message = _BOTH_WON if own_code.sign == "+" else _BOTH_LOST
            self.findings.warn(message, row.line, self._column(one))
            if own_code.sign == "-" and reason is None:
                reason = "double-loss"
        if colour is None and reason is None:
            self._adjust(one, _NO_COLOURS)
        return GameReport(
            round=self.number,
            white=str(white),
            black=str(black),
            white_points=POINTS[white_code.sign],
            black_points=POINTS[black_code.sign],
            played=reason is None,
            reason=reason,
            stones=stones,
            sides_known=colour is not None,
            line=row.line,
        )

    def _stones(self, one: int, other: int, colour: str | None) -> tuple[int, str | None]:
        """The stones as written, else by the rule; who takes them has Black."""
        written = self.cells[one - 1].code.stones
        if written is None:
            written = self.cells[other - 1].code.stones
        if written is not None:
            return written, self._by_grade(one, other) if written and colour is None else colour
        stones = self.rule.stones(*self._grades(one, other))
        if not stones:
            return 0, colour
        weaker = self._by_grade(one, other)
        self._adjust(
            one,
            sentence("stones are not written: taken from the grades by the rule of the header"),
        )
        return (stones, colour or weaker) if colour in {None, weaker} else (0, colour)

    def _by_grade(self, one: int, other: int) -> str | None:
        """The colour of the higher line where stones are given: White is the stronger."""
        own_grade, other_grade = self._grades(one, other)
        if own_grade is None or other_grade is None or own_grade == other_grade:
            return None
        return "w" if _strength(own_grade) > _strength(other_grade) else "b"

    def _grades(self, one: int, other: int) -> tuple[str | None, str | None]:
        return self.rows[one - 1].player.grade, self.rows[other - 1].player.grade

    def _refuse(self, one: int, what: str) -> None:
        message = f"round {self.number}: player {one} {what}: correct one of them"
        self.findings.error(message, self.rows[one - 1].line, self._column(one))

    def _adjust(self, one: int, message: str) -> None:
        self.findings.adjusted(message, self.rows[one - 1].line, self._column(one))

    def _column(self, one: int) -> int:
        return self.rows[one - 1].column_of(self.cells[one - 1])
