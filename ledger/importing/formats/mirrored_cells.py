"""Games from tables that list each of them twice: in the line of either player.

Both lines must agree.  It is an error if a line names an opponent who does not name it back, or
if the results do not fit.  Two equal colours are a warning, because no rating
depends on them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal

import msgspec

from ledger.events.messages import Message
from ledger.events.wording import named
from ledger.importing.formats import side_results
from ledger.importing.formats.tournament_report import Findings, GameReport

Colour = Literal["w", "b"]
_OTHER: Mapping[Colour | None, Colour] = {"w": "b", "b": "w"}


class MirroredCell(msgspec.Struct, frozen=True, kw_only=True, eq=False, gc=False):
    """A round in the line of one player; equal to no other.

    ``opponent`` is None for a bye, ``result`` None if the game has none yet.
    """

    player: str
    round: int
    opponent: str | None
    result: side_results.SideResult | None
    colour: Colour | None = None
    board: int | None = None
    stones: int = 0
    line: int | None = None
    column: int | None = None


def one_side(  # noqa: PLR0913 - what nearly every table states
    player: str,
    round_: int,
    opponent: str | None,
    result: side_results.SideResult | None,
    colour: Colour | None = None,
    *,
    board: int | None = None,
    line: int | None = None,
    column: int | None = None,
) -> Sequence[MirroredCell]:
    """Return a round in a player's line; nothing if he has neither an opponent nor a point."""
    if opponent is None and (result is None or not result.points):
        return ()
    cell = MirroredCell(
        player=player,
        round=round_,
        opponent=opponent,
        result=result,
        colour=colour,
        board=board,
        line=line,
        column=column,
    )
    return (cell,)


def games_of_cells(
    cells: Iterable[MirroredCell], findings: Findings, *, both_may_win: bool = False
) -> Iterator[GameReport]:
    """Yield every game once and every bye; disagreements of the two lines go to ``findings``."""
    by_player = {(cell.player, cell.round): cell for cell in cells}
    pending: list[MirroredCell] = []
    second_lines: set[MirroredCell] = set()
    colourless: list[MirroredCell] = []
    for cell in by_player.values():
        if cell in second_lines:
            continue
        opponent = cell.opponent
        if opponent is None:
            if cell.result is not None:
                yield side_results.bye(cell.round, cell.player, cell.result.points, cell.line)
            continue
        other = by_player.get((opponent, cell.round))
        if other is None or other is cell or other.opponent != cell.player:
            _report_one_sided(cell, other, findings)
            continue
        second_lines.add(other)
        if cell.result is None or other.result is None:
            colour = cell.colour or _OTHER.get(other.colour)
            pending.append(msgspec.structs.replace(cell, colour=colour))
            continue
        lines = _both_lines(cell.result, other.result, cell.colour, other.colour, both_may_win)
        game = _game(cell, other, lines, findings)
        if game is not None:
            if not game.sides_known and game.played:
                colourless.append(cell)
            yield game
    report_pending(pending, findings)
    if colourless:
        message = Message(
            "%(count)s games without colours: the player listed first is entered as White",
            count=len(colourless),
        )
        first = colourless[0]
        findings.adjusted(message, first.line, first.column)


def _report_one_sided(cell: MirroredCell, other: MirroredCell | None, findings: Findings) -> None:
    if cell.opponent == cell.player:
        message = Message(
            "round %(round)s: player %(player)s plays against himself: correct one of them",
            {"round": cell.round, "player": cell.player},
        )
    else:
        named_there = None if other is None else other.opponent
        message = side_results.contradicting_line(
            cell.round, cell.player, cell.opponent, named_there
        )
    findings.error(message, cell.line, cell.column)


def report_pending(pending: Sequence[MirroredCell], findings: Findings) -> None:
    """Report the pairings that have no result yet, unless the tournament is still running."""
    pending = [each for each in pending if not _is_kept_open(each, findings)]
    if not pending:
        return
    games = [
        Message(
            "%(player)s – %(opponent)s (round %(round)s)",
            {"player": each.player, "opponent": each.opponent, "round": each.round},
        )
        for each in pending
    ]
    message = Message(
        "%(count)s pairings have no result: %(games)s: export the tournament again once they are "
        "entered",
        {"count": len(pending), "games": named(games)},
    )
    findings.error(message, pending[0].line, pending[0].column)


def _is_kept_open(cell: MirroredCell, findings: Findings) -> bool:
    sides = cell.player, cell.opponent or ""
    white, black = reversed(sides) if cell.colour == "b" else sides
    return findings.leaves_open(
        cell.round, white, black, cell.line, board=cell.board, stones=cell.stones
    )


class _BothLines(msgspec.Struct, frozen=True, gc=False):
    """The combined lines of a game; ``result`` is None if it has too many points."""

    result: side_results.GameResult | None
    black_first: bool
    same_colour: bool
    sides_known: bool


@cache  # few combinations of results and colours exist
def _both_lines(
    result: side_results.SideResult,
    other_result: side_results.SideResult,
    colour: Colour | None,
    other_colour: Colour | None,
    both_may_win: bool,
) -> _BothLines:
    same_colour = colour is not None and colour == other_colour
    black_first = not same_colour and (colour == "b" or other_colour == "w")
    white, black = (other_result, result) if black_first else (result, other_result)
    return _BothLines(
        side_results.combine_results(white, black, both_may_win=both_may_win),
        black_first,
        same_colour,
        sides_known=not same_colour and (colour or other_colour) is not None,
    )


def _game(
    cell: MirroredCell, other: MirroredCell, lines: _BothLines, findings: Findings
) -> GameReport | None:
    if lines.same_colour:
        message = side_results.same_colours(cell.round, cell.player, other.player)
        findings.warn(message, cell.line, cell.column)
    white, black = (other, cell) if lines.black_first else (cell, other)
    result = lines.result
    if result is None:
        message = Message(
            "%(game)s: the two lines give out more than one point: correct one of them",
            game=Message("round %(round)s: %(white)s – %(black)s", _sides(white, black)),
        )
        findings.error(message, cell.line, cell.column)
        return None
    if result.played and not result.complete:
        findings.warn(unshared_point_warning(_sides(white, black)), cell.line, cell.column)
    return GameReport(
        round=cell.round,
        board=cell.board or other.board,
        white=white.player,
        black=black.player,
        **result.fields(),
        stones=max(cell.stones, other.stones),
        sides_known=lines.sides_known,
        line=cell.line,
    )


def unshared_point_warning(who: Mapping[str, object]) -> Message:
    """Return the warning about two results of a round and players that do not share one point."""
    return Message(
        "%(game)s: the two results do not complete each other, each is taken by itself",
        game=Message("round %(round)s: %(white)s – %(black)s", who),
    )


def _sides(white: MirroredCell, black: MirroredCell) -> Mapping[str, object]:
    return {"round": white.round, "white": white.player, "black": black.player}
