"""A result as two results, one for each side, combined into one game.

Nearly always they complement each other.  But an arbiter's decision may give a player half a
point and his opponent none, and a result may count for one side only.  Each side is therefore read
separately.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats.tournament_report import GameReport, RatedFor, Unplayed


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
