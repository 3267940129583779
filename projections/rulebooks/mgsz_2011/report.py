"""A tournament's report in the shape of the contract: one row per player and part."""

from collections.abc import Mapping
from typing import Any

from projections.rulebooks.evaluation import GameNotRated, Report
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p07_new_elo import Line, WorkedParts
from projections.rulebooks.mgsz_2011.p08_game_points import GamePoint


def report(
    C: int, worked: WorkedParts, after: Mapping[str, MgszCard], left_out: tuple[GameNotRated, ...]
) -> Report:
    """The rows in the order of players and parts; the grade is that after the tournament."""
    rows = tuple(
        {"player": player, **_row(lines[player], C), "grade_after": card.grade, "part": part}
        for player, card in after.items()
        for part, lines in enumerate(worked, start=1)
        if player in lines
    )
    return Report(rows=rows, games_not_rated=left_out)


def _row(line: Line, C: int) -> Mapping[str, Any]:
    return {
        "elo_before": line.Ep,
        "multiplier": C,
        "game_points": line.sum_Jp / 1000,
        "elo_after": line.Ep_new,
        "games_used": [_game_used(game) for game in line.games],
    }


def _game_used(game: GamePoint) -> Mapping[str, Any]:
    return {
        "game": game.game,
        "opponent_elo": game.opponent_Ep,
        "corrected_difference": game.difference,
        "chance": game.chance / 1000,
        "game_points": game.Jp / 1000,
    }
