"""DWZ 4.7.3: who gets a first DWZ, in two stages, and which games count for it."""

from collections.abc import Callable, Collection, Sequence

from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Field, Played, Stages
from projections.rulebooks.dwz_1995.p4_03_minimum_games import enough_to_begin
from projections.rulebooks.dwz_1995.readings import Readings


@dwz.within("4.7.3")
def extra_stages(field: Field) -> Stages:
    """Everyone who gets a first DWZ, with his stage; after two stages the chain is cut off."""
    if not field.residual_games:
        return {}
    first: Stages = {
        player: 1
        for player in field.residual_games
        if _joins(field, player, field.ratings, joins_stage_1)
    }
    second: Stages = {
        player: 2
        for player in field.residual_games
        if player not in first
        and _joins(field, player, field.ratings.keys() | first.keys(), joins_stage_2)
    }
    return {**first, **second}


def _joins(
    field: Field, player: str, rated: Collection[str], rule: Callable[[int, int], bool]
) -> bool:
    here = [game.opponent for game in field.games[player] if game.opponent in rated]
    waiting = [game.opponent for game in field.residual_games[player]]
    with concerning(player):
        return rule(*opponents_counted(here, waiting, field.readings))


@dwz.within("4.3.2")
def opponents_counted(
    here: Sequence[str], waiting: Sequence[str], readings: Readings
) -> tuple[int, int]:
    """The opponents of this tournament and of residual games: each game, or each person once (R5).

    A person met in both is counted here.
    """
    if readings.five_opponents == "persons":
        return len({*here}), len({*waiting} - {*here})
    return len(here), len(waiting)


@dwz("4.7.3.1")
def joins_stage_1(games: int, residual_games: int) -> bool:
    """Stage 1: five games against players rated before, residual games included."""
    return games > 0 and enough_to_begin(games + residual_games)


@dwz("4.7.3.2")
def joins_stage_2(games: int, residual_games: int) -> bool:
    """Stage 2: five games against players rated before or in stage 1, residual games included."""
    return games > 0 and enough_to_begin(games + residual_games)


@dwz.within("4.7.3.2")
def counts_among_newcomers(own_stage: int, opponent_stage: int | None) -> bool:
    """First ratings of one tournament serve each other, but stage 2 does not serve stage 2."""
    return opponent_stage == 1 or (opponent_stage == 2 and own_stage == 1)


def counted_games(field: Field, stages: Stages, player: str) -> list[Played]:
    """The games of this tournament that go into a player's first DWZ."""
    own_stage = stages[player]
    return [
        game
        for game in field.games[player]
        if game.opponent in field.ratings
        or field.rules.serve_each_other(own_stage, stages.get(game.opponent))
    ]
