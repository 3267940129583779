"""DWZ 6.1.2: figures carried over from the rulebook before, or from another edition's scale."""

from collections.abc import Mapping

from msgspec.structs import replace

from projections.rulebooks.conversion import Figures, carried_over, piece_for
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import DwzCard, Figure, Residual
from projections.rulebooks.dwz_1995.chapters import Chapters
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import RulebookBegan


def converted(began: RulebookBegan, figures: Figures) -> dict[str, DwzCard]:
    """The cards of those who bring a figure and a count from the rulebook before."""
    cards: dict[str, DwzCard] = {}
    for player, brought in figures.items():
        with concerning(player):
            rating = None if brought is None else converted_rating(brought[0], began)
        if brought is not None and rating is not None:
            index = brought[1] + began.count_plus
            figure = Figure(rating=rating, index=index, on=began.day, source=began.event)
            cards[player] = DwzCard(figure=figure)
    return cards


@dwz.within("6.1.2")
def converted_rating(figure: int, began: RulebookBegan) -> int | None:
    """factor · figure + plus by the piece that holds for it, rounded; None where none does."""
    rating, piece = rating_by_pieces(figure, began), piece_for(figure, began.pieces)
    if rating is not None and piece is not None:
        dwz.note(
            "6.1.2",
            "A figure of another system is converted by the formula prescribed.",
            {"before": began.before, "figure": figure, **piece},
            rating,
        )
    return rating


def rating_by_pieces(figure: int, began: RulebookBegan) -> int | None:
    """What the pieces make of a figure, halves rounded up; None where no piece holds for it."""
    value = carried_over(figure, began.pieces)
    return None if value is None else whole(value)


# --- within the DWZ --------------------------------------------------------------------------


def restated_cards(
    began: RulebookBegan, cards: Mapping[str, DwzCard], rules: Chapters
) -> dict[str, DwzCard]:
    """The cards that change where an edition converts the figures of the one before.

    Everybody's DWZ, lapsed or not; figures of other systems are none, and stay.
    """
    changed: dict[str, DwzCard] = {}
    for player, card in cards.items():
        with concerning(player):
            restated = replace(
                card,
                residual_games=_restated_games(card.residual_games, began, rules),
                figure=card.figure and _restated_figure(card.figure, began, rules),
            )
        if restated != card:
            changed[player] = restated
    return changed


def _restated_figure(figure: Figure, began: RulebookBegan, rules: Chapters) -> Figure:
    """The figure on the new scale; the day of its last evaluation stays.

    A figure for which no piece holds stays as it is.
    """
    rating = rules.restated(figure.rating, began)
    if rating is None:
        return figure
    return replace(
        figure,
        rating=rating,
        index=figure.index + began.count_plus,
        source=began.event,
        undated=None,
    )


def _restated_games(
    games: tuple[Residual, ...], began: RulebookBegan, rules: Chapters
) -> tuple[Residual, ...]:
    """Residual games with the opponents' figures on the new scale, as they are, or none."""
    if began.residual_games == "drop":
        return ()
    if began.residual_games == "keep":
        return games
    return tuple(
        game if rating is None else replace(game, opponent_rating=rating)
        for game in games
        for rating in [rules.restated(game.opponent_rating, began)]
    )
