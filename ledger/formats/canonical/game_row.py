"""The canonical fields of a game, a forfeit or a bye."""

from typing import Any, get_args

from ledger.formats.canonical.cells import (
    InvalidRow,
    Row,
    day_of,
    decimal_number,
    one_of,
    ordinal,
    player_number,
    whole_number,
)
from ledger.formats.canonical.codes import RATED, RESULTS, UNSTATED
from ledger.formats.side_results import SideResult, combine_results
from ledger.formats.tournament_report import GameReport, RatedFor, Receiver, Unplayed

_REASONS = (*get_args(Unplayed), UNSTATED)
_RECEIVERS = get_args(Receiver)


def game_of(row: Row) -> GameReport:
    """The game of a row.

    Raises :class:`~ledger.formats.canonical.cells.InvalidRow` where it has no players or result.
    """
    is_game = bool(row.get("black"))
    return GameReport(
        round=ordinal(row, "round"),
        board=whole_number(row, "board", 100_000) or None,
        white=player_number(row, "white"),
        black=player_number(row, "black") if is_game else None,
        stones=whole_number(row, "handicap", 50) or 0,
        receiver=one_of(row, "receiver", _RECEIVERS) or "black",
        minutes_per_move=_minutes_per_move(row),
        day=day_of(row, "date"),
        finished=day_of(row, "finished"),
        line=row.line,
        **(_result(row) if is_game else _bye(row)),
    )


def _minutes_per_move(row: Row) -> float | None:
    minutes = decimal_number(row, "minutes_per_move")
    if minutes == 0:
        row.refuse("minutes_per_move", "minutes_per_move must be more than 0: correct it")
    return minutes


def _bye(row: Row) -> dict[str, Any]:
    """A row without an opponent; a point for nobody is rare, but the ledger can hold it."""
    white = _side_result(row, "result_white").points
    black = _side_result(row, "result_black").points if row.get("result_black") else 0.0
    if white + black > 1:
        raise InvalidRow("more than one point is given out: correct the game")
    return {
        "white_points": white,
        "black_points": black,
        "played": False,
        "reason": _reason(row) if row.get("reason") else "bye",
        "rated_for": _rated(row),
    }


def _result(row: Row) -> dict[str, Any]:
    """The fields of a game that follow from the results of both sides."""
    combined = combine_results(
        _side_result(row, "result_white"), _side_result(row, "result_black"), both_may_win=True
    )
    if combined is None:
        raise InvalidRow("more than one point is given out: correct the game")
    result, rated = combined.fields(), _rated(row)
    if rated != "both":
        result["rated_for"] = _narrowed(combined.rated_for, rated)
    reason = row.get("reason")
    if not reason:
        return result
    if reason == "bye":
        row.refuse("reason", "a bye has no opponent: leave black out, or give another reason")
    return result | {"played": False, "reason": _reason(row)}


def _reason(row: Row) -> Unplayed | None:
    reason: Unplayed | None = one_of(row, "reason", _REASONS)
    return None if reason == UNSTATED else reason


def _rated(row: Row) -> RatedFor:
    rated = RATED.get(row.get("rated").casefold())
    if rated is None:
        row.refuse("rated", f"rated {row.get('rated')[:20]!r} is not one of yes, no, white, black")
    return rated or "both"


def _narrowed(one: RatedFor, other: RatedFor) -> RatedFor:
    if one in {"both", other}:
        return other
    return one if other == "both" else "none"


def _side_result(row: Row, name: str) -> SideResult:
    result = RESULTS.get(row.get(name))
    if result is None:
        known = "1, 0.5, 0, + and - (not played)"
        raise InvalidRow(f"{name} {row.get(name)[:20]!r} is no result: use {known}")
    return result
