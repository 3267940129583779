"""The order of work that DWZ 4.7 prescribes for a tournament, and nothing else."""

from collections.abc import Mapping

import attrs

from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import Residual
from projections.rulebooks.dwz_1995.field import Field
from projections.rulebooks.dwz_1995.p4_04_residuals import residual_games_from
from projections.rulebooks.dwz_1995.p4_07_1_score_sheets import Sheet, score_sheets
from projections.rulebooks.dwz_1995.p4_07_3_stages import Stages, extra_stages
from projections.rulebooks.dwz_1995.p4_07_6_special import special_ratings
from projections.rulebooks.dwz_1995.p4_07_first_ratings import first_ratings
from projections.rulebooks.dwz_1995.p4_09_next_rating import NextRating, next_ratings


@attrs.frozen(kw_only=True)
class Outcome:
    """A tournament worked out.

    ``stages`` of those who got a first DWZ, ``first`` these, ``special`` the corrected values,
    ``sheets`` and ``next_ratings`` of those rated before, ``kept`` the residual games of others.
    """

    field: Field
    stages: Stages
    special: Mapping[str, int]
    first: Mapping[str, int]
    strengths: Mapping[str, int]
    sheets: Mapping[str, Sheet]
    next_ratings: Mapping[str, NextRating]
    kept: Mapping[str, tuple[Residual, ...]]


@dwz.within("4.7.5")
def work_out(field: Field) -> Outcome:
    """First ratings before all else, then those rated before; once more after a surprise."""
    stages = extra_stages(field)
    strengths = {player: held.rating for player, held in field.held.items()}
    first = first_ratings(field, stages, strengths)
    sheets = score_sheets(field, strengths | first)
    special = special_ratings(field, sheets)
    if special:
        strengths |= special
        first = first_ratings(field, stages, strengths)
        sheets = score_sheets(field, strengths | first)
    established = strengths | {p: R for p, R in first.items() if stages[p] == 1}
    return Outcome(
        field=field,
        stages=stages,
        special=special,
        first=first,
        strengths={**strengths, **first},
        sheets=sheets,
        next_ratings=next_ratings(field, sheets),
        kept=residual_games_from(field, stages, established),
    )
