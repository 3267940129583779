"""DWZ 2014 3.4.2: residual games of those who do not get a first DWZ."""

from collections.abc import Mapping

from projections.rulebooks.dwz_1995.card import Residual
from projections.rulebooks.dwz_1995.chapters import Field, Stages
from projections.rulebooks.dwz_1995.p4_04_residuals import residual_games_from
from projections.rulebooks.dwz_2014 import dwz_2014
from projections.rulebooks.dwz_2014.readings import chosen_in


@dwz_2014.within("3.4.2")
def residual_games(
    field: Field, stages: Stages, strengths: Mapping[str, int]
) -> dict[str, tuple[Residual, ...]]:
    """Games against players rated before and stage 1, each at what the opponent counted with.

    Under the reading ``old`` an exceptional opponent stands in them with his Ro.
    """
    if chosen_in(field.readings).residual_value == "old":
        strengths = {**strengths, **field.ratings}
    return residual_games_from(field, stages, strengths)
