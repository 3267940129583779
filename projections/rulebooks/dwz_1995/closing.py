"""The cards after a tournament: new ratings with their index, residual games kept or spent."""

from collections.abc import Mapping

from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import DwzCard, Figure, Undated
from projections.rulebooks.dwz_1995.chapters import Outcome
from projections.rulebooks.dwz_1995.p4_07_3_stages import counted_games
from projections.rulebooks.dwz_1995.p4_09_next_rating import next_index
from projections.rulebooks.dwz_1995.p4_10_order import UNDATED, mean_of_first_evaluations


def figures_after(outcome: Outcome) -> dict[str, Figure]:
    """The new figures of everyone who was evaluated."""
    tournament = outcome.field.tournament
    figures = {
        player: Figure(
            rating=after.Rn, index=after.index, on=tournament.ended_on, source=tournament.id
        )
        for player, after in outcome.next_ratings.items()
    }
    for player in outcome.first:
        with concerning(player):
            figures[player] = first_figure(outcome, player)
    return figures


def cards_after(outcome: Outcome, figures: Mapping[str, Figure]) -> dict[str, DwzCard]:
    """The cards that changed; whoever has obtained a rating has no residual games left."""
    cards = {player: DwzCard(figure=figure) for player, figure in figures.items()}
    for player, games in outcome.kept.items():
        card = outcome.field.cards.get(player) or DwzCard()
        waiting = (*outcome.field.residual_games[player], *games)
        cards[player] = DwzCard(figure=card.figure, adopted=card.adopted, residual_games=waiting)
    return cards


def first_figure(outcome: Outcome, player: str) -> Figure:
    """The first DWZ, or its mean with those of other undated tournaments (4.10.1.3)."""
    tournament = outcome.field.tournament
    rating = outcome.first[player]
    undated = _undated(outcome, player) if UNDATED in tournament.flags else None
    if undated is not None and len(undated.evaluations) > 1:
        rating = mean_of_first_evaluations(undated.evaluations)
    return Figure(
        rating=rating,
        index=next_index(0),
        on=tournament.ended_on,
        source=tournament.id,
        undated=undated,
    )


@dwz.within("4.10.1.3")
def _undated(outcome: Outcome, player: str) -> Undated:
    """The undated first evaluations with this one among them."""
    field = outcome.field
    residual_games = field.residual_games[player]
    games = len(residual_games) + len(counted_games(field, outcome.stages, player))
    earlier = field.apart[player].evaluations if player in field.apart else ()
    return Undated(
        evaluations=(*earlier, (outcome.first[player], games)), residual_games=residual_games
    )
