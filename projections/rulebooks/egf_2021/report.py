"""A tournament's report in the shape of the contract: one row per player with a counted game."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from projections.rulebooks.egf_2021.card import EgfCard
from projections.rulebooks.egf_2021.starts import Starts
from projections.rulebooks.egf_2021.update import Change, Pairing
from projections.rulebooks.evaluation import GameNotRated, Report


class Line(NamedTuple):
    """A player's tournament: his start r, con and bonus of it, his games, and the GoR after."""

    r: float
    factors: tuple[float, float]
    pairings: Sequence[Pairing]
    changes: Sequence[Change]
    gor: float


def report(
    class_: str,
    field: Starts,
    lines: Mapping[str, Line],
    after: Mapping[str, EgfCard],
    left_out: tuple[GameNotRated, ...],
) -> Report:
    """The rows in the order of the players; the grade is that after the tournament."""
    rows = tuple(
        {
            "player": player,
            "class": class_,
            "grade": after[player].grade,
            "reset_from": _reset_from(field, player),
            **_figures(line),
            "games_used": [
                _game_used(pairing, change, field)
                for pairing, change in zip(line.pairings, line.changes, strict=True)
            ],
        }
        for player, line in lines.items()
    )
    return Report(rows=rows, games_not_rated=left_out)


def _reset_from(field: Starts, player: str) -> float | None:
    held = field.held.get(player)
    return None if held is None or held.gor == field.gor[player] else held.gor


def _figures(line: Line) -> Mapping[str, Any]:
    con, bonus = line.factors
    return {
        "gor_before": line.r,
        "con": con,
        "bonus": bonus,
        "change": sum(each.change for each in line.changes),
        "gor_after": line.gor,
    }


def _game_used(pairing: Pairing, change: Change, field: Starts) -> Mapping[str, Any]:
    return {
        "game": pairing.game,
        "opponent": pairing.opponent,
        "opponent_gor": field.gor[pairing.opponent],
        "received": pairing.received,
        "points": pairing.Sa,
        "expected": change.Se,
        "change": change.change,
    }
