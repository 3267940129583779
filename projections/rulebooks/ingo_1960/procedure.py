"""The order in which a tournament or match is computed under INGO 1960."""

from collections.abc import Mapping

import attrs

from projections.rulebooks.document import concerning, is_recorded
from projections.rulebooks.ingo_1960.b_level import (
    Performance,
    Scoring,
    performance_of,
    scoring_of,
    with_general_level,
)
from projections.rulebooks.ingo_1960.c_special_cases import (
    all_won_or_lost,
    is_too_short,
    is_too_short_match,
)
from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.ingo_1960.field import Field, games_played
from projections.rulebooks.ingo_1960.new_number import (
    Circumstances,
    NewNumber,
    circumstances_of,
    new_number,
    note_considerable_change,
    note_unsafe,
)
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.tournament import Tournament


@attrs.frozen(kw_only=True)
class Line:
    """One player's line of the table: his card before, his performance, his new number.

    ``achieved`` is None without scored games, ``new`` None if the number stays.
    """

    before: IngoCard | None
    achieved: Performance | None
    new: NewNumber | None


@attrs.frozen(kw_only=True)
class Evaluated:
    """A tournament computed, with a line for every participant."""

    field: Field
    scoring: Scoring
    lines: Mapping[str, Line]


def evaluated(
    tournament: Tournament, cards: Mapping[str, IngoCard | None], readings: Readings
) -> Evaluated:
    """Sort the games, find the numbers and the levels, then compute every player's new number."""
    circumstances = circumstances_of(tournament)
    field = games_played(tournament, cards)
    unbounded = all_won_or_lost(field.newcomers, field.sides)
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
        return is_too_short_match(circumstances.played, readings.min_match_games)
    return is_too_short(achieved.games, readings.min_games)
