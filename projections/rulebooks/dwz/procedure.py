"""The order of work that DWZ 4.7 prescribes for a tournament, and nothing else."""

from collections.abc import Callable, Mapping
from functools import partial

import attrs

from projections.rulebooks.document import concerning, is_recorded
from projections.rulebooks.dwz import dwz
from projections.rulebooks.dwz.card import DwzCard, Figure
from projections.rulebooks.dwz.chapters import Chapters, Field, Outcome
from projections.rulebooks.dwz.field import field_of, figures_after
from projections.rulebooks.dwz.p4_07_1_score_sheets import score_sheets, unaffected
from projections.rulebooks.dwz.p4_07_first_ratings import first_ratings, iterated_values
from projections.rulebooks.dwz.p4_09_next_rating import next_ratings
from projections.rulebooks.dwz.p4_10_order import card_after, resumed
from projections.rulebooks.dwz.report import summary_row
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.occasion import SummaryKnown, TournamentEnded
from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import Tournament

Cards = Mapping[str, DwzCard | None]


def evaluate(ended: TournamentEnded, cards: Cards, rules: Chapters) -> Evaluation[DwzCard]:
    """The cards after a tournament, or the reason that it is not evaluated."""
    excluded = rules.refusal(ended.tournament, rules)
    if excluded is None:
        field = field_of(ended.tournament, cards, rules)
        excluded = rules.match_refusal(field)
    if excluded is not None:
        return Evaluation(cards={}, report=partial(Report, excluded=excluded))
    return _evaluated(field, rules.report)


def evaluate_part(
    part: Tournament, cards: Cards, rules: Chapters, others: Strengths
) -> Evaluation[DwzCard]:
    """The cards of some players after a tournament, from the strengths of all the others."""

    def rows(outcome: Outcome, figures: Mapping[str, Figure]) -> Report:
        """The report without the games that counted for nobody."""
        without_games = attrs.evolve(part, games=())
        field = attrs.evolve(outcome.field, tournament=without_games)
        return rules.report(attrs.evolve(outcome, field=field), figures)

    return _evaluated(field_of(part, cards, rules, others), rows)


def _evaluated(
    field: Field, report: Callable[[Outcome, Mapping[str, Figure]], Report]
) -> Evaluation[DwzCard]:
    outcome = work_out(field)
    figures = figures_after(outcome)
    return Evaluation(
        cards=field.rules.cards_after(outcome, figures),
        report=partial(report, outcome, figures),
        strengths=strengths_in(outcome),
    )


def resume(summary: SummaryKnown, cards: Cards, rules: Chapters) -> Evaluation[DwzCard]:
    """The card of a player after an old evaluation that is known by its summary only."""
    player = summary.player.id
    with concerning(player):
        result = resumed(summary, cards.get(player), rules)
    report = partial(Report, rows=(summary_row(summary, result),))
    return Evaluation(cards={player: card_after(summary, result)}, report=report)


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
        met = {opponent for player in stages for opponent in field.games[player].opponents}
        if is_recorded() or not met.isdisjoint({*others.special, *special}):
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
