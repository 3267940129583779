"""A result as two results, one for each side, combined into one game.

Nearly always they complement each other.  But an arbiter's decision may give a player half a
point and his opponent none, and a result may count for one side only.  Each side is therefore read
separately.

A table of players lists each game twice, in the line of either player, and both lines must agree.
It is an error if a line names an opponent who does not name it back, or if the results do not
fit.  Two equal colours are a warning, because no rating depends on them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypedDict, Unpack

import msgspec
from msgspec.structs import replace

from ledger.events.messages import Message
from ledger.events.wording import named
from ledger.importing.formats.tournament_report import Findings, GameReport, RatedFor, Unplayed


def same_colours(round_: int | None, one: object, other: object) -> Message:
    """Return the message about two sides that both claim one colour."""
    return Message(
        "round %(round)s: %(one)s and %(other)s have the same colour: taken as unknown",
        {"round": round_, "one": one, "other": other},
    )


def contradicting_line(
    round_: int, player: str, opponent: str | None, named: str | None
) -> Message:
    """The message about a player whose opponent's line names another one, or nobody (None)."""
    who = {"round": round_, "player": player, "opponent": opponent}
    if named is None:
        return Message(
            "round %(round)s: player %(player)s has opponent %(opponent)s, whose own "
            "line is empty: correct one of them",
            **who,
        )
    return Message(
        "round %(round)s: player %(player)s has opponent %(opponent)s, whose own line names "
        "another: correct one of them",
        **who,
    )


class SideResult(msgspec.Struct, frozen=True, gc=False):
    """One side's part of a game: points, played or not, rated or not."""

    points: float
    played: bool = True
    rated: bool = True


class GameResult(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game's result for both; ``complete``: the sides share one point and are of one kind."""

    white_points: float
    black_points: float
    played: bool
    reason: Unplayed | None
    rated_for: RatedFor
    complete: bool

    def fields(self) -> dict[str, Any]:
        """Return the fields of a game's report that it determines."""
        return {
            "white_points": self.white_points,
            "black_points": self.black_points,
            "played": self.played,
            "reason": self.reason,
            "rated_for": self.rated_for,
        }


WIN, DRAW, LOSS = SideResult(1.0), SideResult(0.5), SideResult(0.0)
UNRATED_WIN, UNRATED_DRAW, UNRATED_LOSS = (
    SideResult(points, rated=False) for points in (1.0, 0.5, 0.0)
)
FORFEIT_WIN, FORFEIT_DRAW, FORFEIT_LOSS = (
    SideResult(points, played=False, rated=False) for points in (1.0, 0.5, 0.0)
)


_BY_NAME: Mapping[str, SideResult] = {
    "win": WIN,
    "draw": DRAW,
    "loss": LOSS,
    "unrated_win": UNRATED_WIN,
    "unrated_draw": UNRATED_DRAW,
    "unrated_loss": UNRATED_LOSS,
    "forfeit_win": FORFEIT_WIN,
    "forfeit_draw": FORFEIT_DRAW,
    "forfeit_loss": FORFEIT_LOSS,
}


def results_of(**spellings: str) -> Mapping[str, SideResult]:
    """Return results by their spellings: ``win="1", draw="½ ="``, separated by blanks."""
    return {each: _BY_NAME[name] for name, text in spellings.items() for each in text.split()}


@cache
def combine_results(
    white: SideResult, black: SideResult, *, both_may_win: bool = False
) -> GameResult | None:
    """Return both sides as one result; None if they have more than one point."""
    if white.points + black.points > 1 and not (both_may_win and white.points == black.points):
        return None
    played = white.played or black.played
    return GameResult(
        white_points=white.points,
        black_points=black.points,
        played=played,
        reason=None if played else "forfeit",
        rated_for=_rated_for(white, black) if played else "both",
        complete=(white.played, white.rated) == (black.played, black.rated)
        and white.points + black.points == 1,
    )


def _rated_for(white: SideResult, black: SideResult) -> RatedFor:
    if white.rated and black.rated:
        return "both"
    if white.rated:
        return "white"
    return "black" if black.rated else "none"


def bye(round_: int | None, player: str, points: float, line: int | None = None) -> GameReport:
    """Return a bye."""
    return GameReport(
        round=round_,
        white=player,
        black=None,
        white_points=points,
        black_points=0.0,
        played=False,
        reason="bye",
        line=line,
    )


Colour = Literal["w", "b"]
_OTHER: Mapping[Colour | None, Colour] = {"w": "b", "b": "w"}


class MirroredCell(msgspec.Struct, frozen=True, kw_only=True, eq=False, gc=False):
    """A round in the line of one player; equal to no other.

    ``opponent`` is None for a bye, ``result`` None if the game has none yet.
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


class Place(TypedDict, total=False):
    """The board of a game, and the place in the file."""

    board: int | None
    line: int | None
    column: int | None


def one_side(
    player: str,
    round_: int,
    opponent: str | None,
    result: SideResult | None,
    colour: Colour | None = None,
    **place: Unpack[Place],
) -> Sequence[MirroredCell]:
    """Return a round in a player's line; nothing if he has neither an opponent nor a point."""
    if opponent is None and (result is None or not result.points):
        return ()
    cell = MirroredCell(
        player=player, round=round_, opponent=opponent, result=result, colour=colour, **place
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
                yield bye(cell.round, cell.player, cell.result.points, cell.line)
            continue
        other = by_player.get((opponent, cell.round))
        if other is None or other is cell or other.opponent != cell.player:
            _report_one_sided(cell, other, findings)
            continue
        second_lines.add(other)
        if cell.result is None or other.result is None:
            colour = cell.colour or _OTHER.get(other.colour)
            pending.append(replace(cell, colour=colour))
            continue
        game = _game(cell, other, findings, both_may_win=both_may_win)
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
        message = contradicting_line(cell.round, cell.player, cell.opponent, named_there)
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


def _game(
    cell: MirroredCell, other: MirroredCell, findings: Findings, *, both_may_win: bool
) -> GameReport | None:
    same_colour = cell.colour is not None and cell.colour == other.colour
    if same_colour:
        message = same_colours(cell.round, cell.player, other.player)
        findings.warn(message, cell.line, cell.column)
    black_first = not same_colour and (cell.colour == "b" or other.colour == "w")
    white, black = (other, cell) if black_first else (cell, other)
    if white.result is None or black.result is None:
        return None
    result = combine_results(white.result, black.result, both_may_win=both_may_win)
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
        sides_known=not same_colour and (cell.colour or other.colour) is not None,
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
