"""EGF: the order of work for a tournament: scope, class, starts, games, changes, new figures."""

from collections.abc import Mapping
from functools import partial

from projections.rulebooks.document import by_player
from projections.rulebooks.egf_2021 import egf, update
from projections.rulebooks.egf_2021.card import EgfCard
from projections.rulebooks.egf_2021.classes import FACTOR, Excluded, class_of, out_of_scope
from projections.rulebooks.egf_2021.games import counted_games
from projections.rulebooks.egf_2021.grades import best_of
from projections.rulebooks.egf_2021.readings import Readings
from projections.rulebooks.egf_2021.report import Line, report
from projections.rulebooks.egf_2021.starts import Starts, starts
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.tournament import Tournament, sides_of


@egf.within("simultaneous")
def evaluate(
    tournament: Tournament, cards: Mapping[str, EgfCard | None], readings: Readings
) -> Evaluation[EgfCard]:
    """Return the cards of all players with a counted game, computed from the cards before it."""
    weight = out_of_scope(tournament) or class_of(tournament, readings)
    if isinstance(weight, Excluded):
        return Evaluation(cards={}, report=partial(Report, excluded=weight.reason))
    field = starts(tournament, cards, readings)
    games, left_out = counted_games(tournament.games, field, readings)
    lines, changed = {}, {}
    for player, pairings in by_player(dict(sorted(sides_of(games, update.Pairing).items()))):
        line = line_of(player, pairings, field, FACTOR[weight], readings)
        changed[player] = card_after(tournament, field, player, line.gor)
        lines[player] = line
    return Evaluation(
        cards=changed, report=partial(report, weight, field, lines, changed, left_out)
    )


@egf.within("update")
def line_of(
    player: str, pairings: list[update.Pairing], field: Starts, f: float, readings: Readings
) -> Line:
    """r′ = r + Σ f · (con · (Sa − Se) + bonus), every rating being that of the start."""
    r, gor = field.gor[player], field.gor
    factors = update.con(r), update.bonus(r)
    changes = [update.change(each, r, gor[each.opponent], f, factors) for each in pairings]
    after = update.new_gor(
        r,
        [each.change for each in changes],
        lambda: update.exact_changes(r, pairings, [gor[each.opponent] for each in pairings], f),
        readings,
    )
    return Line(r=r, factors=factors, pairings=pairings, changes=changes, gor=after)


@egf.within("after")
def card_after(tournament: Tournament, field: Starts, player: str, gor: float) -> EgfCard:
    """The new GoR, the grade declared (a weaker one too), and the better of it and the highest."""
    held, declared = field.held.get(player), field.declared.get(player)
    before = (None, None) if held is None else (held.grade, held.highest)
    grade, highest = declared or before[0], best_of(before[1], declared)
    given = {"declared": declared, "grade before": before[0], "highest before": before[1]}
    egf.note(
        "after",
        "The grade is the one declared last, the highest the best of all.",
        given,
        {"grade": grade, "highest": highest},
    )
    return EgfCard(
        gor=gor, grade=grade, highest=highest, on=tournament.ended_on, source=tournament.id
    )
