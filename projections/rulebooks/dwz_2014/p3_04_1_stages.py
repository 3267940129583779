"""DWZ 2014 3.4.1: who gets a first DWZ, in two stages, and whose games serve for it."""

from collections.abc import Callable, Collection

from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995.chapters import Field, Stages
from projections.rulebooks.dwz_1995.p4_03_minimum_games import enough_to_begin
from projections.rulebooks.dwz_2014 import dwz_2014


@dwz_2014.within("3.4.1")
def stages(field: Field) -> Stages:
    """Who gets a first DWZ by his games and points."""
    return stages_by(field, joins)


def stages_by(field: Field, rule: Callable[[int, int, float], bool]) -> Stages:
    """Stage 1 by the games against those rated before, stage 2 with the help of stage 1.

    ``rule``: whether so many games here, so many residual games and the points in them suffice.
    """
    if not field.residual_games:
        return {}
    first: Stages = {
        player: 1 for player in field.residual_games if _joins(field, player, field.ratings, rule)
    }
    selection = field.ratings.keys() | first.keys()
    second: Stages = {
        player: 2
        for player in field.residual_games
        if player not in first and _joins(field, player, selection, rule)
    }
    return {**first, **second}


def _joins(
    field: Field,
    player: str,
    selection: Collection[str],
    rule: Callable[[int, int, float], bool],
) -> bool:
    residual = field.residual_games[player]
    games = [game for game in field.games[player] if game.opponent in selection]
    W = sum(game.points for game in games) + sum(game.points for game in residual)
    with concerning(player):
        return rule(len(games), len(residual), W)


@dwz_2014("3.4.1")
def joins(games: int, residual_games: int, W: float) -> bool:
    """A first DWZ takes five games, residual games included, and neither no point nor all."""
    n = games + residual_games
    return games > 0 and enough_to_begin(n) and 0 < W < n


@dwz_2014.within("3.4.1")
def serve_each_other(own_stage: int, opponent_stage: int | None) -> bool:
    """All games among those who have or get a DWZ count, of stage 2 against stage 2 too."""
    del own_stage  # the edition before asked for it
    return opponent_stage is not None
