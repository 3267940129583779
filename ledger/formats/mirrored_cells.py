"""Games out of tables in which each stands twice: in the line of either player.

Both lines have to say the same.  A line that names an opponent who does not name it back, or a
result that does not fit the other, is an error; two equal colours are a warning, for no rating
depends on them.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import attrs

from ledger.formats.side_results import SideResult, combine_results
from ledger.formats.text import listed
from ledger.formats.tournament_report import Findings, GameReport

Colour = Literal["w", "b"]


@attrs.frozen(kw_only=True)
class MirroredCell:
    """A round as the line of one player has it.

    ``opponent`` is None for a bye, ``result`` None where the game has none yet.
    """

    player: str
    round: int
    opponent: str | None
    result: SideResult | None
    colour: Colour | None = None
    board: int | None = None
    stones: int = 0
    line: int | None = None
    column: int | None = None


def games_of_cells(
    cells: Iterable[MirroredCell], findings: Findings, *, both_may_win: bool = False
) -> Iterator[GameReport]:
    """Every game once and every bye; what the two lines disagree on goes to ``findings``."""
    by_player = {(cell.player, cell.round): cell for cell in cells}
    pending: list[MirroredCell] = []
    done: set[tuple[str, int]] = set()
    colourless: list[MirroredCell] = []
    for key, cell in by_player.items():
        if key in done:
            continue
        if cell.opponent is None:
            yield from _bye(cell)
            continue
        other = by_player.get((cell.opponent, cell.round))
        if other is None or other is cell or other.opponent != cell.player:
            _report_one_sided(cell, other, findings)
            continue
        done.add((other.player, other.round))
        if cell.result is None or other.result is None:
            pending.append(cell)
            continue
        game = _game(cell, other, findings, both_may_win=both_may_win)
        if game is not None:
            if not game.sides_known and game.played:
                colourless.append(cell)
            yield game
    _report_pending(pending, findings)
    if colourless:
        message = "games without colours: the player who stands higher is entered as White"
        first = colourless[0]
        findings.adjusted(f"{len(colourless)} {message}", first.line, first.column)


def _bye(cell: MirroredCell) -> Iterator[GameReport]:
    if cell.result is not None:
        yield GameReport(
            round=cell.round,
            white=cell.player,
            black=None,
            white_points=cell.result.points,
            black_points=0.0,
            played=False,
            reason="bye",
            line=cell.line,
        )


def _report_one_sided(cell: MirroredCell, other: MirroredCell | None, findings: Findings) -> None:
    if cell.opponent == cell.player:
        message = f"round {cell.round}: player {cell.player} plays against himself"
    else:
        says = "says nothing" if other is None or other.opponent is None else "names another"
        message = (
            f"round {cell.round}: player {cell.player} has opponent {cell.opponent}, "
            f"whose own line {says}"
        )
    findings.error(f"{message}: correct one of them", cell.line, cell.column)


def _report_pending(pending: list[MirroredCell], findings: Findings) -> None:
    if not pending:
        return
    games = listed([f"{each.player} – {each.opponent} (round {each.round})" for each in pending])
    remedy = "export the tournament again once they are entered"
    message = f"{len(pending)} pairings have no result: {games}: {remedy}"
    findings.error(message, pending[0].line, pending[0].column)


def _game(
    cell: MirroredCell, other: MirroredCell, findings: Findings, *, both_may_win: bool
) -> GameReport | None:
    same_colour = cell.colour is not None and cell.colour == other.colour
    if same_colour:
        message = f"round {cell.round}: {cell.player} and {other.player} have the same colour"
        findings.warn(f"{message}: taken as unknown", cell.line, cell.column)
    known = not same_colour and (cell.colour or other.colour) is not None
    black_first = known and (cell.colour == "b" or other.colour == "w")
    white, black = (other, cell) if black_first else (cell, other)
    result = (
        None
        if white.result is None or black.result is None
        else combine_results(white.result, black.result, both_may_win=both_may_win)
    )
    pairing = f"round {cell.round}: {white.player} – {black.player}"
    if result is None:
        message = f"{pairing}: the two lines give out more than one point: correct one of them"
        findings.error(message, cell.line, cell.column)
        return None
    if result.played and not result.complete:
        message = f"{pairing}: the two results do not complete each other, each is taken by itself"
        findings.warn(message, cell.line, cell.column)
    return GameReport(
        round=cell.round,
        board=cell.board or other.board,
        white=white.player,
        black=black.player,
        **result.fields(),
        stones=max(cell.stones, other.stones),
        sides_known=known,
        line=cell.line,
    )
