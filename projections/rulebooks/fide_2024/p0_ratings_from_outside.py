"""FIDE 0: ratings that come from outside: decisions, FIDE's own lists, conversions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from projections.rulebooks.conversion import Piece, carried_over, piece_for
from projections.rulebooks.document import concerning
from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.card import NEW, Cards, FideCard, PooledResult
from projections.rulebooks.fide_2024.p4_reports import list_of
from projections.rulebooks.fide_2024.procedure import floor_on
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import RatingAdopted, RatingDecided, RulebookBegan
from projections.rulebooks.tournament import Player

OWN_SYSTEM = "FIDE"


@fide.within("0")
def decided_card(decided: RatingDecided, cards: Cards, readings: Readings) -> dict[str, FideCard]:
    """Return the card with rating, games and peak as decided; waiting reports stay.

    Below the floor of its day it is not a rating, whatever floor it was checked against on
    submission.
    """
    rating = decided.card["rating"]
    if rating < floor_on(decided.day):
        return {}
    games, peak = decided.card.get("games"), decided.card.get("peak")
    given = {"kind": decided.kind, "by": decided.by, "reason": decided.reason}
    fide.note("0", "The rating that was decided, from this day on.", given, rating)
    games, peak = readings.assumed_games if games is None else games, max(rating, peak or 0)
    return _with_figure(cards, decided, rating, games, peak)


@fide.within("0")
def adopted_card(adopted: RatingAdopted, cards: Cards, readings: Readings) -> dict[str, FideCard]:
    """Return the card after an adoption: a rating of FIDE's own list is a decision of its day.

    Figures of other systems are ignored.
    """
    rating = adopted.figure
    if adopted.system != OWN_SYSTEM or not adopted.verified or rating < floor_on(adopted.day):
        return {}
    given = {"list": adopted.list_date, "verified": adopted.verified}
    fide.note("0", "The rating of FIDE's own list, from its day on.", given, rating)
    return _with_figure(cards, adopted, rating, readings.assumed_games, rating)


def _with_figure(
    cards: Cards, given: RatingDecided | RatingAdopted, rating: int, games: int, peak: int
) -> dict[str, FideCard]:
    """Return the card with a rating: it ends the first-event right and empties an unrated pool."""
    before = cards.get(given.player) or NEW
    after = replace(
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
    return {given.player: after}


# --- conversions ---------------------------------------------------------------------------------


def converted(
    began: RulebookBegan, cards: Mapping[str, Any], readings: Readings
) -> dict[str, FideCard]:
    """Return the cards after a conversion: FIDE's own go on, others carry over their figure."""
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
    """Return the card with the year of birth on record, on which K depends."""
    if person is None or person.birth_year == card.birth_year:
        return card
    return replace(card, birth_year=person.birth_year)


def first_card_converted(
    began: RulebookBegan, held: tuple[int, int] | None, readings: Readings
) -> FideCard | None:
    """Return the card for a converted figure of another system; None below the floor."""
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
    """Return a figure converted by its piece; None without one, and below the floor."""
    rating, piece = _rounded(figure, began.pieces), piece_for(figure, began.pieces)
    if rating is None or piece is None or rating < floor_on(began.day):
        return None
    given = {"before": began.before, "figure": figure}
    given |= {name: piece[name] for name in ("factor", "plus")}
    fide.note("0", "factor · figure + plus, rounded, from this day on.", given, rating)
    return rating


def own_card_converted(began: RulebookBegan, card: FideCard) -> FideCard:
    """Return a FIDE card converted, as on 1 March 2024: the floor applies only afterwards."""
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
    """Yield an unrated player's pool with the opponents' ratings converted, unchanged, or none."""
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
