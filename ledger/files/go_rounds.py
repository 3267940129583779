"""Which cells of a go table are the rounds, and the games in them.

The tie-break columns stand before or after the results, differ in number, and may look like
results (``?``, ``0=``, ``1-``).  Every player has a cell for every round, so there are as many
rounds as the shortest run of such cells; which ends of longer runs are meant is told by the
games: those of a round name each other.
"""

from collections.abc import Iterator, Sequence

import attrs

from ledger.files.go_table import Cell, Row
from ledger.files.report import Findings, GameReport, Unplayed

Grid = Sequence[Sequence[Cell]]
"""One row of cells per player, one cell per round."""

_ANSWERS = {"+": "-", "-": "+", "=": "=", "?": "?"}
_POINTS = {"+": 1.0, "=": 0.5, "-": 0.0}
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
class Reading:
    """The cells of the rounds, one row of cells per player, and the cells beside them."""

    grid: Grid
    left_over: Grid

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.grid[0]) if self.grid else 0


def reading_of(rows: Sequence[Row], findings: Findings) -> Reading:
    """The cells of the rounds: of all readings the one with the most games that agree.

    Of two that agree equally the one with fewer rounds: a round without any game is a tie-break.
    """
    runs = [row.run for row in rows]
    most = min(map(len, runs), default=0)
    readings = [Reading([], [])]
    for count in range(most, max(0, most - 4), -1):
        readings.append(Reading([run[:count] for run in runs], [run[count:] for run in runs]))
        cut = [(run, len(run) - count) for run in runs]
        before = [run[:start][::-1] for run, start in cut]
        readings.append(Reading([run[start:] for run, start in cut], before))
    best = max(readings, key=lambda reading: (_agreement(reading.grid), -reading.rounds))
    _complain_of_lost_cells(rows, best, findings)
    return best


def games_of(
    rows: Sequence[Row], reading: Reading, rule: HandicapRule, findings: Findings
) -> tuple[GameReport, ...]:
    """The games, forfeits and byes of a table."""
    games: list[GameReport] = []
    for round_ in range(1, reading.rounds + 1):
        for ordinal in range(1, len(rows) + 1):
            cell = reading.grid[ordinal - 1][round_ - 1]
            if cell.opponent is None:
                games += _free(rows[ordinal - 1], cell, round_, findings)
            else:
                games += _Pairing(rows, reading.grid, round_, ordinal, rule, findings).game()
    return tuple(games)


def _complain_of_lost_cells(rows: Sequence[Row], reading: Reading, findings: Findings) -> None:
    """Cells left over in which two lines name each other are results, not tie-breaks.

    Then the line with the shortest run has a cell that cannot be read.
    """
    shortest = min(rows, key=lambda row: len(row.run), default=None)
    for ordinal, cells in enumerate(reading.left_over, start=1):
        for index, cell in enumerate(cells):
            known = 0 < (cell.opponent or 0) <= len(rows)
            other = reading.left_over[(cell.opponent or 0) - 1] if known else ()
            if shortest and index < len(other) and other[index].opponent == ordinal:
                message = f"only {reading.rounds} results can be read here, other lines have more"
                findings.error(f"{message}: complete the line", shortest.line)
                return


def _agreement(grid: Grid) -> int:
    """Games that both lines tell alike, less those that only one of them tells."""
    score = 0
    for ordinal, cells in enumerate(grid, start=1):
        for round_, cell in enumerate(cells):
            if cell.opponent is None:
                continue
            known = cell.opponent <= len(grid)
            other = grid[cell.opponent - 1][round_] if known else None
            score += 1 if other is not None and other.opponent == ordinal else -1
    return score


def _free(row: Row, cell: Cell, round_: int, findings: Findings) -> Iterator[GameReport]:
    """A cell without opponent: ``0+`` a free win, ``0=`` half a point; else not paired."""
    if cell.sign == "?":
        findings.warn("rounds marked ? without an opponent: no game is recorded", row.line)
    if cell.sign in "?-":
        return
    yield GameReport(
        round=round_,
        white=row.player.number,
        black=None,
        white_points=_POINTS[cell.sign],
        black_points=0.0,
        played=False,
        reason="bye",
        line=row.line,
    )


@attrs.frozen
class _Pairing:
    """A game as met on one player's line."""

    rows: Sequence[Row]
    grid: Grid
    round: int
    ordinal: int
    rule: HandicapRule
    findings: Findings

    @property
    def mine(self) -> Cell:
        return self.grid[self.ordinal - 1][self.round - 1]

    def game(self) -> Iterator[GameReport]:
        """The game, once: from the line of the player who stands higher."""
        opponent = self.mine.opponent or 0
        theirs = self.grid[opponent - 1][self.round - 1] if opponent <= len(self.rows) else None
        if theirs is None or theirs.opponent != self.ordinal or opponent == self.ordinal:
            self._refuse(f"names {opponent}, whose line does not name him")
        elif opponent > self.ordinal and self._fits(theirs):
            yield self._built(opponent, theirs)

    def _refuse(self, what: str) -> None:
        line = self.rows[self.ordinal - 1].line
        message = f"round {self.round}: player {self.ordinal} {what}: correct one of them"
        self.findings.error(message, line, self.mine.column)

    def _fits(self, theirs: Cell) -> bool:
        mine, other = self.mine, f"and {self.mine.opponent}"
        if "?" in {mine.sign, theirs.sign}:
            self._refuse(f"{other} have no result")
        elif mine.sign != theirs.sign and _ANSWERS[mine.sign] != theirs.sign:
            self._refuse(f"{other} tell different results ({mine.sign} and {theirs.sign})")
        elif mine.colour is not None and mine.colour == theirs.colour:
            self._refuse(f"{other} have the same colour")
        elif None not in {mine.stones, theirs.stones} and mine.stones != theirs.stones:
            self._refuse(f"{other} tell different handicaps ({mine.stones}, {theirs.stones})")
        elif mine.by_default != theirs.by_default:
            self._refuse(f"{other} do not agree whether it was decided by default (!)")
        else:
            return True
        return False

    def _built(self, opponent: int, theirs: Cell) -> GameReport:
        mine = self.mine
        colour = mine.colour or _OTHER[theirs.colour]
        stones, colour = self._stones(opponent, theirs, colour)
        white, black = (self.ordinal, opponent) if colour != "b" else (opponent, self.ordinal)
        points = (mine.sign, theirs.sign) if colour != "b" else (theirs.sign, mine.sign)
        reason: Unplayed | None = "forfeit" if mine.by_default else None
        if mine.sign == theirs.sign and mine.sign != "=":
            both = "won" if mine.sign == "+" else "lost"
            line = self.rows[self.ordinal - 1].line
            self.findings.warn(f"both players are said to have {both}", line, mine.column)
            if mine.sign == "-" and reason is None:
                reason = "double-loss"
        if colour is None and reason is None:
            message = "no colours: the player who stands higher is entered as White"
            self.findings.adjusted(message, self.rows[self.ordinal - 1].line, mine.column)
        return GameReport(
            round=self.round,
            white=str(white),
            black=str(black),
            white_points=_POINTS[points[0]],
            black_points=_POINTS[points[1]],
            played=reason is None,
            reason=reason,
            stones=stones,
            sides_known=colour is not None,
            line=self.rows[self.ordinal - 1].line,
        )

    def _stones(self, opponent: int, theirs: Cell, colour: str | None) -> tuple[int, str | None]:
        """The stones as written, else by the rule; who takes them has Black."""
        written = self.mine.stones if self.mine.stones is not None else theirs.stones
        if written is not None:
            return written, self._by_grade(opponent) if written and colour is None else colour
        mine, other = (self.rows[i - 1].player.grade for i in (self.ordinal, opponent))
        stones = self.rule.stones(mine, other)
        if not stones:
            return 0, colour
        weaker = self._by_grade(opponent)
        message = "stones are not written: taken from the grades by the rule of the header"
        self.findings.adjusted(message, self.rows[self.ordinal - 1].line, self.mine.column)
        return (stones, colour or weaker) if colour in {None, weaker} else (0, colour)

    def _by_grade(self, opponent: int) -> str | None:
        """The colour of the higher line where stones are given: White is the stronger."""
        mine, other = (self.rows[i - 1].player.grade for i in (self.ordinal, opponent))
        if mine is None or other is None or mine == other:
            return None
        return "w" if _strength(mine) > _strength(other) else "b"
