"""DWZ 2026 3.4.1: who gets a first DWZ; somebody who has won every game does, too."""

from functools import partial

from projections.rulebooks.dwz_1995.chapters import Field, Stages
from projections.rulebooks.dwz_1995.p4_03_minimum_games import enough_to_begin
from projections.rulebooks.dwz_2014.p3_04_1_stages import stages_by
from projections.rulebooks.dwz_2026 import dwz_2026
from projections.rulebooks.dwz_2026.readings import chosen_in


@dwz_2026.within("3.4.1")
def stages(field: Field) -> Stages:
    """The stages of the edition before, by this one's condition."""
    perfect_score = chosen_in(field.readings).perfect_score
    return stages_by(field, partial(joins, perfect_score=perfect_score))


@dwz_2026("3.4.1")
def joins(games: int, residual_games: int, W: float, perfect_score: str) -> bool:
    """A first DWZ takes five games, residual games included, and a point; all as it is read."""
    n = games + residual_games
    not_extreme = 0 < W < n or (n == W and perfect_score == "draw")
    return games > 0 and enough_to_begin(n) and not_extreme
