"""The order of work that DWZ 4.7 prescribes for a tournament, and nothing else."""

from projections.rulebooks.dwz import dwz
from projections.rulebooks.dwz.chapters import Field, Outcome
from projections.rulebooks.dwz.p4_07_1_score_sheets import score_sheets, unaffected
from projections.rulebooks.dwz.p4_07_first_ratings import first_ratings, iterated_values
from projections.rulebooks.dwz.p4_09_next_rating import next_ratings
from projections.rulebooks.strengths import Strengths


@dwz.within("4.7.5")
def work_out(field: Field) -> Outcome:
    """Rate newcomers first, then the players rated before; once more after a surprise."""
    rules, others = field.rules, field.others
    stages = rules.stages(field)
    strengths = dict(field.ratings)
    iterated = iterated_values(field, stages, strengths)
    first = provisional = first_ratings(field, iterated)
    counted_as = {**strengths, **others.first_pass, **first}
    sheets = score_sheets(field, counted_as)
    special = rules.special_ratings(field, sheets)
    if special or others.special:
        strengths |= {**others.special, **special}
        iterated = iterated_values(field, stages, strengths)
        first = first_ratings(field, iterated)
        count_as = {**strengths, **others.first, **first}
        sheets = score_sheets(field, count_as, unaffected(field, sheets, counted_as, count_as))
    established = strengths | {p: R for p, R in first.items() if stages[p] == 1}
    return Outcome(
        field=field,
        stages=stages,
        special=special,
        iterated=iterated,
        first=first,
        provisional=provisional,
        strengths={**strengths, **first},
        sheets=sheets,
        next_ratings=next_ratings(field, sheets),
        kept=rules.residual_games(field, stages, established),
    )


def strengths_in(outcome: Outcome) -> Strengths:
    """Return everyone's strength for opponents, including players who were not evaluated here."""
    others, first = outcome.field.others, outcome.first
    changed = outcome.provisional.items() - first.items()
    return Strengths(
        ratings=outcome.field.ratings,
        special={**others.special, **outcome.special},
        first={**others.first, **first},
        provisional={**others.provisional, **dict(changed)},
    )
