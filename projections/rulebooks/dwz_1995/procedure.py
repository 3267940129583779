"""The order of work that DWZ 4.7 prescribes for a tournament, and nothing else."""

from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Field, Outcome
from projections.rulebooks.dwz_1995.p4_07_1_score_sheets import score_sheets
from projections.rulebooks.dwz_1995.p4_07_first_ratings import first_ratings, iterated_values
from projections.rulebooks.dwz_1995.p4_09_next_rating import next_ratings


@dwz.within("4.7.5")
def work_out(field: Field) -> Outcome:
    """First ratings before all else, then those rated before; once more after a surprise."""
    rules = field.rules
    stages = rules.stages(field)
    strengths = {player: held.rating for player, held in field.held.items()}
    iterated = iterated_values(field, stages, strengths)
    first = first_ratings(field, iterated)
    sheets = score_sheets(field, strengths | first)
    special = rules.special_ratings(field, sheets)
    if special:
        strengths |= special
        iterated = iterated_values(field, stages, strengths)
        first = first_ratings(field, iterated)
        sheets = score_sheets(field, strengths | first)
    established = strengths | {p: R for p, R in first.items() if stages[p] == 1}
    return Outcome(
        field=field,
        stages=stages,
        special=special,
        iterated=iterated,
        first=first,
        strengths={**strengths, **first},
        sheets=sheets,
        next_ratings=next_ratings(field, sheets),
        kept=rules.residual_games(field, stages, established),
    )
