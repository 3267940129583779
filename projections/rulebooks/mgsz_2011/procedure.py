"""MGSZ 6.§ (1): a tournament is processed: multiplier, starting Elo, new Elo, then the grades."""

from collections.abc import Mapping
from functools import partial

from projections.rulebooks.document import by_player
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p01_scope import Excluded, out_of_scope
from projections.rulebooks.mgsz_2011.p04_grades import grade_after_series, moments
from projections.rulebooks.mgsz_2011.p06_tournament import (
    Entries,
    Parts,
    entries,
    multiplier,
    parts_of,
)
from projections.rulebooks.mgsz_2011.p07_new_elo import WorkedParts, new_line
from projections.rulebooks.mgsz_2011.p08_game_points import Pairing, counted_games
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.mgsz_2011.report import report
from projections.rulebooks.tournament import Tournament, sides_of


@mgsz.within("6 (1)")
def evaluate(
    tournament: Tournament, cards: Mapping[str, MgszCard | None], readings: Readings
) -> Evaluation[MgszCard]:
    """The cards after a tournament of everybody in the register whom it changes."""
    C = out_of_scope(tournament) or multiplier(tournament, readings)
    if isinstance(C, Excluded):
        return not_rated(C)
    field = entries(tournament, cards, readings)
    games, left_out = counted_games(tournament.games, field, readings)
    parts = parts_of(tournament, games, C, readings)
    if isinstance(parts, Excluded):
        return not_rated(parts)
    worked = new_elos(parts, field, C, readings)
    changed = new_cards(tournament, field, worked, C, readings)
    return Evaluation(cards=changed, report=partial(report, C, worked, changed, left_out))


def not_rated(excluded: Excluded) -> Evaluation[MgszCard]:
    """Return an evaluation that changes nothing and reports the reason."""
    return Evaluation(cards={}, report=partial(Report, excluded=excluded.reason))


@mgsz.within("6 (1) step 3")
@mgsz.within("6 (3)")
def new_elos(parts: Parts, field: Entries, C: int, readings: Readings) -> WorkedParts:
    """Return for each part the line of each player with a counted game in it.

    Within a part all players are calculated from the Elo before it; a later part starts from the
    Elo after the one before.  Guests keep their value throughout (M7).
    """
    elos = dict(field.starting)
    worked = []
    for games in parts:
        lines = {}
        for player, pairings in by_player(dict(sorted(sides_of(games, Pairing).items()))):
            if player in field.registered or readings.split_update_unregistered:
                lines[player] = new_line(player, pairings, elos, C, readings)
        elos |= {player: line.Ep_new for player, line in lines.items()}
        worked.append(lines)
    return worked


@mgsz.within("4 (1)")
def new_cards(
    tournament: Tournament, field: Entries, worked: WorkedParts, C: int, readings: Readings
) -> dict[str, MgszCard]:
    """Both figures of each registered player with a counted game or a further attainment."""
    changed = {}
    for player, card in by_player(field.registered):
        lines = [part.get(player) for part in worked]
        by_part = [None if line is None else line.Ep_new for line in lines]
        played = [Ep for Ep in by_part if Ep is not None]
        Es = moments(card.elo, by_part, C, readings)
        grade, attained = grade_after_series(card.grade, card.attained, Es)
        if played or attained != card.attained or grade != card.grade:
            changed[player] = MgszCard(
                elo=played[-1] if played else card.elo,
                grade=grade,
                attained=attained,
                on=tournament.ended_on,
                source=tournament.id,
            )
    return changed
