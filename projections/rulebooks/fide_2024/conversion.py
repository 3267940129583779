"""Figures set from outside: conversions, decisions, and figures of FIDE's own lists."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from projections.rulebooks.conversion import Piece, carried_over, piece_for
from projections.rulebooks.document import concerning
from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.card import NEW, FideCard, PooledResult
from projections.rulebooks.fide_2024.p7_1_lists import list_of
from projections.rulebooks.fide_2024.procedure import floor_on
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import RatingAdopted, RatingDecided, RulebookBegan
from projections.rulebooks.tournament import Player

OWN_SYSTEM = "FIDE"


@fide.within("0")
def decided_card(
    decided: RatingDecided, card: FideCard | None, readings: Readings
) -> dict[str, FideCard]:
    """The card that a body sets replaces rating, games and peak; what waits for a list stays.

    Below the floor of its day it is no rating, whatever it was checked against when it came in.
    """
    rating = decided.card["rating"]
    if rating < floor_on(decided.day):
        return {}
    games, peak = decided.card.get("games"), decided.card.get("peak")
    fide.note(
        "0",
        "The rating that was decided, from this day on.",
        {"kind": decided.kind, "by": decided.by, "reason": decided.reason},
        rating,
    )
    given = _with_figure(
        card,
        decided,
        rating,
        games=readings.assumed_games if games is None else games,
        peak=max(rating, peak or 0),
    )
    return {decided.player: given}


@fide.within("0")
def adopted_card(
    adopted: RatingAdopted, card: FideCard | None, readings: Readings
) -> dict[str, FideCard]:
    """A figure of FIDE's own list is a decision of its day; no other figure means anything."""
    rating = adopted.figure
    if adopted.system != OWN_SYSTEM or not adopted.verified or rating < floor_on(adopted.day):
        return {}
    fide.note(
        "0",
        "The rating of FIDE's own list, from its day on.",
        {"list": adopted.list_date, "verified": adopted.verified},
        rating,
    )
    given = _with_figure(card, adopted, rating, games=readings.assumed_games, peak=rating)
    return {adopted.player: given}


def _with_figure(
    card: FideCard | None,
    given: RatingDecided | RatingAdopted,
    rating: int,
    *,
    games: int,
    peak: int,
) -> FideCard:
    """A figure ends the right of the first event, and empties the pool of who was unrated."""
    before = card or NEW
    return replace(
        before,
        rating=rating,
        rating_event=given.event,
        games=games,
        peak=peak,
        active_on=before.active_on or list_of(given.day),
        birth_year=given.birth_year,
        had_first_event=True,
        pool=(),
        delisted=None,
    )


# --- conversions -----------------------------------------------------------------------------


def converted(
    began: RulebookBegan, cards: Mapping[str, Any], readings: Readings
) -> dict[str, FideCard]:
    """The cards after a conversion: FIDE's own go on, of others the figure is carried over."""
    changed = {}
    for player, held in cards.items():
        with concerning(player):
            if isinstance(held, FideCard):
                card: FideCard | None = own_card_converted(began, held)
            else:
                card = first_card_converted(began, held, readings)
        if card is not None:
            changed[player] = _with_age(card, began.everyone.get(player))
    return changed


def _with_age(card: FideCard, person: Player | None) -> FideCard:
    """The card with the year of birth on record, on which K depends."""
    if person is None or person.birth_year == card.birth_year:
        return card
    return replace(card, birth_year=person.birth_year)


def first_card_converted(
    began: RulebookBegan, held: tuple[int, int] | None, readings: Readings
) -> FideCard | None:
    """The figure of another system, as its conversion says; below the floor it is none."""
    rating = None if held is None else converted_rating(held[0], began)
    if rating is None:
        return None
    return FideCard(
        rating=rating,
        rating_event=began.event,
        games=readings.assumed_games,
        peak=rating,
        active_on=list_of(began.day),
        had_first_event=True,
    )


@fide.within("0")
def converted_rating(figure: int, began: RulebookBegan) -> int | None:
    """A figure by the piece that holds for it; None without one, and below the floor."""
    rating, piece = _rounded(figure, began.pieces), piece_for(figure, began.pieces)
    if rating is None or piece is None or rating < floor_on(began.day):
        return None
    fide.note(
        "0",
        "factor · figure + plus, rounded, from this day on.",
        {"before": began.before, "figure": figure}
        | {name: piece[name] for name in ("factor", "plus")},
        rating,
    )
    return rating


def own_card_converted(began: RulebookBegan, card: FideCard) -> FideCard:
    """A FIDE card converted, as on 1 March 2024: the floor is asked only afterwards."""
    pool = tuple(_pool_converted(card.pool, began))
    figure = card.rating
    if figure is None and card.delisted is not None and card.delisted.listed_on == began.day:
        figure = card.delisted.rating
    rating = None if figure is None else converted_rating(figure, began)
    if rating is None:
        return replace(card, rating=None, rating_event=None, pool=pool, delisted=None)
    return replace(
        card,
        rating=rating,
        rating_event=began.event,
        games=card.games + len(card.pool),
        peak=max(card.peak, rating),
        pool=(),
        delisted=None,
    )


def _pool_converted(pool: Sequence[PooledResult], began: RulebookBegan) -> Iterator[PooledResult]:
    """The opponents' ratings in an unrated player's pool: converted, kept, or dropped with it."""
    for result in pool:
        if began.residual_games == "keep":
            yield result
        elif began.residual_games == "convert":
            rating = _rounded(result.opponent_rating, began.pieces)
            if rating is not None:
                yield replace(result, opponent_rating=rating)


def _rounded(figure: int, pieces: Sequence[Piece]) -> int | None:
    number = carried_over(figure, pieces)
    return None if number is None else whole(number)
