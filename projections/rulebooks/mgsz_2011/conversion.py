"""Cards out of the figures of the rulebook that governed before."""

from projections.rulebooks.conversion import Figures, carried_over
from projections.rulebooks.figures import whole
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p04_limits import grade_of
from projections.rulebooks.occasion import RulebookBegan


def converted(began: RulebookBegan, figures: Figures) -> dict[str, MgszCard]:
    """The first cards: the figure converted, and the grade in whose band it lies (M29).

    A player whose figure no piece covers starts without a card.
    """
    elos = {
        player: carried_over(held[0], began.pieces)
        for player, held in figures.items()
        if held is not None
    }
    return {player: _card(whole(elo), began) for player, elo in elos.items() if elo is not None}


def _card(elo: int, began: RulebookBegan) -> MgszCard:
    return MgszCard(elo=elo, grade=grade_of(elo), on=began.day, source=began.event)
