"""The canonical fields of a game, a forfeit or a bye."""

from functools import lru_cache
from typing import get_args

import msgspec
from msgspec.structs import replace

from ledger.events.sentences import sentence
from ledger.formats.canonical.cells import (
    InvalidRow,
    Row,
    day_of,
    decimal_number,
    none_of,
    one_of,
    ordinal,
    player_number,
    whole_number,
)
from ledger.formats.canonical.codes import RATED, RESULTS, UNSTATED
from ledger.formats.side_results import GameResult, SideResult, combine_results
from ledger.formats.tournament_report import GameReport, RatedFor, Receiver, Unplayed

_REASONS = (*get_args(Unplayed), UNSTATED)
_RECEIVERS = get_args(Receiver)
_RATED = ("yes", "no", "white", "black")
_TOO_MANY_POINTS = sentence("more than one point is given out: correct the game")
_LONGEST = max(map(len, RESULTS)) + 1
_SELDOM = frozenset({"handicap", "receiver", "minutes_per_move", "finished", "rated", "reason"})


class _Conditions(msgspec.Struct, frozen=True, gc=False):
    """The handicap of a game, and its thinking time where it has one of its own."""

    stones: int = 0
    receiver: Receiver = "black"
    minutes_per_move: float | None = None


_USUAL = _Conditions()


def game_of(row: Row) -> GameReport:
    """The game of a row.

    Raises :class:`~ledger.formats.canonical.cells.InvalidRow` where it has no players or result.
    """
    seldom = row.has_any(_SELDOM)
    round_, board = ordinal(row, "round"), whole_number(row, "board", 100_000) or None
    white = player_number(row, "white")
    black = player_number(row, "black") if row.get("black") else None
    conditions = _conditions(row) if seldom else _USUAL
    day, finished = day_of(row, "date"), day_of(row, "finished") if seldom else None
    result = _bye(row) if black is None else _result(row)
    if seldom and black is not None:
        result = _judged(row, result)
    return GameReport(
        round=round_,
        white=white,
        black=black,
        white_points=result.white_points,
        black_points=result.black_points,
        played=result.played,
        reason=result.reason,
        rated_for=result.rated_for,
        stones=conditions.stones,
        receiver=conditions.receiver,
        minutes_per_move=conditions.minutes_per_move,
        board=board,
        day=day,
        finished=finished,
        line=row.line,
    )


def _conditions(row: Row) -> _Conditions:
    return _Conditions(
        stones=whole_number(row, "handicap", 50) or 0,
        receiver=one_of(row, "receiver", _RECEIVERS) or "black",
        minutes_per_move=_minutes_per_move(row),
    )


def _minutes_per_move(row: Row) -> float | None:
    minutes = decimal_number(row, "minutes_per_move")
    if minutes == 0:
        message = sentence("minutes_per_move must be more than 0: correct it")
        row.refuse("minutes_per_move", message)
    return minutes


def _bye(row: Row) -> GameResult:
    """A row without an opponent; a point for nobody is rare, but the ledger can hold it."""
    white = _side_result(row, "result_white").points
    black = _side_result(row, "result_black").points if row.get("result_black") else 0.0
    if white + black > 1:
        raise InvalidRow(_TOO_MANY_POINTS)
    return GameResult(
        white_points=white,
        black_points=black,
        played=False,
        reason=_reason(row) if row.get("reason") else "bye",
        rated_for=_rated(row),
        complete=False,
    )


def _result(row: Row) -> GameResult:
    """What both sides say of a game."""
    result = _both_results(row.get("result_white")[:_LONGEST], row.get("result_black")[:_LONGEST])
    if result is None:
        for name in ("result_white", "result_black"):
            _side_result(row, name)  # which says what is wrong with it, if that is it
        raise InvalidRow(_TOO_MANY_POINTS)
    return result


@lru_cache(maxsize=1_000)
def _both_results(white: str, black: str) -> GameResult | None:
    """The result of both sides; None where one has none, or they are more than one point."""
    own, theirs = RESULTS.get(white), RESULTS.get(black)
    if own is None or theirs is None:
        return None
    return combine_results(own, theirs, both_may_win=True)


def _judged(row: Row, result: GameResult) -> GameResult:
    """A result as far as it is rated, and with the reason why it was not played."""
    rated, reason = _rated(row), row.get("reason")
    if rated != "both":
        result = replace(result, rated_for=_narrowed(result.rated_for, rated))
    if not reason:
        return result
    if reason == "bye":
        message = sentence("a bye has no opponent: leave black out, or give another reason")
        row.refuse("reason", message)
    return replace(result, played=False, reason=_reason(row))


def _reason(row: Row) -> Unplayed | None:
    reason: Unplayed | None = one_of(row, "reason", _REASONS)
    return None if reason == UNSTATED else reason


def _rated(row: Row) -> RatedFor:
    rated = RATED.get(row.get("rated").casefold())
    if rated is None:
        row.refuse("rated", none_of("rated", row.get("rated")[:20], _RATED))
    return rated or "both"


def _narrowed(one: RatedFor, other: RatedFor) -> RatedFor:
    if one in {"both", other}:
        return other
    return one if other == "both" else "none"


def _side_result(row: Row, name: str) -> SideResult:
    result = RESULTS.get(row.get(name))
    if result is None:
        message = sentence(
            "%(name)s %(text)r is no result: use 1, 0.5, 0, + and - (not played)",
            name=name,
            text=row.get(name)[:20],
        )
        raise InvalidRow(message)
    return result
