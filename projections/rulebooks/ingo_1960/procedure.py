"""The order in which a tournament or match is computed under INGO 1960."""

from collections.abc import Mapping
from functools import partial

from projections.rulebooks.document import concerning, is_recorded
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.ingo_1960 import c_special_cases
from projections.rulebooks.ingo_1960.a_general import not_single_chess, not_to_be_evaluated
from projections.rulebooks.ingo_1960.b_level import (
    Performance,
    performance_of,
    scoring_of,
    with_general_level,
)
from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.ingo_1960.field import games_played
from projections.rulebooks.ingo_1960.new_number import (
    Circumstances,
    Evaluated,
    Line,
    circumstances_of,
    drift_after,
    new_number,
    note_considerable_change,
    note_unsafe,
)
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.ingo_1960.report import report
from projections.rulebooks.tournament import Tournament


def evaluated(
    tournament: Tournament, cards: Mapping[str, IngoCard | None], readings: Readings
) -> Evaluated:
    """Sort the games, find the numbers and the levels, then compute every player's new number."""
    circumstances = circumstances_of(tournament)
    field = games_played(tournament, cards)
    unbounded = c_special_cases.all_won_or_lost(field.newcomers, field.sides)
    with_limit = readings.limit_in_matches or not circumstances.match
    scoring = scoring_of(field, unbounded, readings, with_limit=with_limit)
    if not circumstances.match:
        scoring = with_general_level(field, scoring, readings)
    lines = {}
    for player in field.cards:
        with concerning(player):
            achieved = performance_of(player, field, scoring, readings)
            if is_recorded():
                scored = scoring.scored(player, field.sides[player])
                met = [side.opponent for side, _ in scored]
                note_unsafe([player, *met] if met else (), field.cards, tournament.ended_on)
            lines[player] = _line(player, field.cards[player], achieved, circumstances, readings)
    return Evaluated(field=field, scoring=scoring, lines=lines)


def _line(
    player: str,
    before: IngoCard | None,
    achieved: Performance | None,
    circumstances: Circumstances,
    readings: Readings,
) -> Line:
    if achieved is None or _is_too_short(achieved, circumstances, readings):
        return Line(before=before, achieved=achieved, new=None)
    new = new_number(player, before, achieved, circumstances, readings)
    if before is not None:
        note_considerable_change(before.number, new.number)
    return Line(before=before, achieved=achieved, new=new)


def _is_too_short(achieved: Performance, circumstances: Circumstances, readings: Readings) -> bool:
    if circumstances.match:
        return c_special_cases.is_too_short_match(circumstances.played, readings.min_match_games)
    return c_special_cases.is_too_short(achieved.games, readings.min_games)


def evaluate(
    tournament: Tournament, cards: Mapping[str, IngoCard | None], readings: Readings
) -> Evaluation[IngoCard]:
    """The cards after a tournament of everybody who got a new number, and its report."""
    excluded = not_single_chess(tournament) or not_to_be_evaluated(tournament)
    if excluded is not None:
        return Evaluation(cards={}, report=partial(Report, excluded=excluded))
    outcome = evaluated(tournament, cards, readings)
    after = {
        player: IngoCard(
            number=line.new.number,
            count=line.new.count,
            mark=line.new.mark,
            on=tournament.ended_on,
            source=tournament.id,
            drift=drift_after(line.before, line.new.number),
        )
        for player, line in outcome.lines.items()
        if line.new is not None
    }
    return Evaluation(cards=after, report=partial(report, tournament, outcome))
