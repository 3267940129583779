"""DWZ 6.1; 2014: 2.2.4 and 4.1; 2026: Umstufung: validity of ratings, and adopted ratings."""

from collections.abc import Mapping, Sequence
from datetime import MAXYEAR, date
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ledger.events.messages import Message
from projections.rulebooks.conversion import Figures, carried_over, piece_for
from projections.rulebooks.document import concerning, is_recorded
from projections.rulebooks.dwz import dwz, dwz_2014, dwz_2026
from projections.rulebooks.dwz.card import Adopted, DwzCard, Figure, Held, Residual
from projections.rulebooks.dwz.chapters import Chapters
from projections.rulebooks.dwz.readings import Readings1995, Readings2014, chosen_in
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import RatingAdopted, RatingDecided, RulebookBegan

# --- 1995, 6.1.1: how long a rating and a residual game are valid --------------------------------

_VALID, _LAPSED = Message("valid"), Message("lapsed")


@lru_cache(maxsize=8_192)  # cached: one day has many tournaments
@dwz.within("6.1.1")
def last_day(on: date, years: int) -> date | None:
    """Return the last valid day of a value dated ``on`` (R3); None: it never lapses."""
    if years == 0:
        return None
    if on.year + years > MAXYEAR:
        return date.max
    try:
        return on.replace(year=on.year + years)
    except ValueError:  # 29 February
        return on.replace(year=on.year + years, day=28)


def holds(until: date | None, day: date) -> bool:
    """True if a value valid until ``until`` is valid on ``day``."""
    return until is None or day <= until


@dwz.within("6.1.1")
@dwz.within("6.1.2")
def valid_figure(card: DwzCard | None, day: date, rules: Chapters) -> Held | None:
    """The DWZ valid on ``day``; without one the valid figure adopted."""
    if card is None:
        return None
    own = _own(card, rules)
    if own is not None and holds(own.until, day):
        return own
    foreign = _foreign(card, rules)
    return foreign if foreign is not None and holds(foreign.until, day) else None


def figure_before(card: DwzCard, day: date, rules: Chapters) -> Held | None:
    """The figure with which a player enters a tournament that ended on ``day``."""
    figure = valid_figure(card, day, rules)
    if figure is not None:
        _note_figure(figure, figure.paragraph, day, _VALID)
    elif (lapsed := last_lapsed(card, rules)) is not None:
        _note_figure(lapsed, "6.1.1", day, _LAPSED)
    return figure


def last_lapsed(card: DwzCard | None, rules: Chapters) -> Held | None:
    """Return the figure that lapsed last, if all have lapsed."""
    if card is None:
        return None
    figures = [held for held in (_own(card, rules), _foreign(card, rules)) if held is not None]
    return max(figures, key=lambda held: held.until or date.max, default=None)


def _own(card: DwzCard, rules: Chapters) -> Held | None:
    own = card.figure
    if own is None:
        return None
    until = last_day(own.on, rules.readings.validity_years)
    return Held(own.rating, own.index, until, own.source, "6.1.1")


def _foreign(card: DwzCard, rules: Chapters) -> Held | None:
    foreign = card.adopted
    if foreign is None:
        return None
    index = rules.adopted_index(foreign, rules.readings)
    until = last_day(foreign.on, rules.readings.validity_years)
    return Held(foreign.rating, index, until, foreign.source, "6.1.2")


@dwz.within("4.9.3")
def adopted_index_1995(adopted: Adopted, readings: Readings1995) -> int:
    """A rating of another system enters with index 0."""
    del adopted, readings  # a later edition distinguishes the earlier system
    return 0


@dwz.within("6.1.1")
def valid_residual_games(
    games: Sequence[Residual], day: date, readings: Readings1995
) -> tuple[Residual, ...]:
    """Return the residual games still valid on ``day``."""
    years = readings.residual_years
    return tuple(game for game in games if holds(last_day(game.ended_on, years), day))


def residual_games_before(
    games: Sequence[Residual], day: date, readings: Readings1995
) -> tuple[Residual, ...]:
    """The residual games with which an unrated player enters a tournament."""
    valid = valid_residual_games(games, day, readings)
    if len(valid) < len(games):
        dwz.note(
            "6.1.1",
            "Residual games are thrown away after their last day.",
            {"games": [game.game for game in games if game not in valid], "day": str(day)},
            Message("thrown away"),
        )
    return valid


def _note_figure(figure: Held, paragraph: str, day: date, result: str) -> None:
    if not is_recorded():
        return
    given = {
        "rating": figure.rating,
        "index": figure.index,
        "from": figure.source,
        "until": figure.until and str(figure.until),
        "day": str(day),
    }
    text = Message("A rating holds up to and including its last day.")
    if figure.until is None:
        text = Message("A rating never lapses.")
    if paragraph == "6.1.2":
        text = Message(
            "Without a valid DWZ a verified rating of another system is Ro, with index %(index)s.",
            index=figure.index,
        )
    dwz.note(paragraph, text, given, result)


# --- 2014, 2.2.4 and 4.1.2: the index of a rating converted from another system ------------------

FIDE = "FIDE"
FIDE_INDEX = 6


@dwz_2014.within("2.2.4")
@dwz_2014.within("4.1.2")
def adopted_index_2014(adopted: Adopted, readings: Readings1995) -> int:
    """A FIDE rating enters with index 6, a comparable national one with the index read."""
    if adopted.system == FIDE:
        return FIDE_INDEX
    return chosen_in(Readings2014, readings).national_index


# --- 1995, 6.1.2 and 6.1.3: ratings without games, adopted from a list or decided ----------------


def with_adopted(card: DwzCard | None, adoption: RatingAdopted, rules: Chapters) -> DwzCard | None:
    """Return the card with an adopted rating of another system; None if the rating is ignored."""
    before = card or DwzCard()
    with concerning(adoption.player):
        if not adoption.verified:
            return _ignored(adoption)
        return _adopted(before, adoption, rules)


@dwz.within("6.1.2")
def _adopted(card: DwzCard, adoption: RatingAdopted, rules: Chapters) -> DwzCard | None:
    """The figure of the latest list, which is Ro as long as no DWZ is valid.

    It counts as obtained, so no residual games are left.
    """
    given = {"system": adoption.system, "list": str(adoption.list_date)}
    if card.adopted is not None and card.adopted.on > adoption.list_date:
        dwz.note("6.1.2", "A rating of a later list is on record.", given, card.adopted.rating)
        return None
    adopted = Adopted(
        rating=adoption.figure,
        system=adoption.system,
        on=adoption.list_date,
        source=adoption.event,
    )
    index = rules.adopted_index(adopted, rules.readings)
    text = Message(
        "A rating of another system is Ro, with index %(index)s, as long as no DWZ is valid.",
        index=index,
    )
    dwz.note("6.1.2", text, given, adoption.figure)
    return DwzCard(figure=card.figure, adopted=adopted)


@dwz.within("6.1.3")
def _ignored(adoption: RatingAdopted) -> None:
    """Return None: a rating that could not be verified changes nothing."""
    given = {"system": adoption.system, "figure": adoption.figure}
    dwz.note("6.1.3", "A rating that could not be verified is ignored.", given, None)


@dwz.within("6.1.1")
def decided(decision: RatingDecided) -> DwzCard:
    """Return the card with the rating that a body has set, valid from its day."""
    rating, index = decision.card["rating"], decision.card["index"]
    with concerning(decision.player):
        given = {"by": decision.by, "reason": decision.reason, "from": str(decision.day)}
        dwz.note(
            "6.1.1",
            "A rating set by decision holds from its day like one evaluated on it.",
            given,
            f"{rating}-{index}",
        )
    figure = Figure(rating=rating, index=index, on=decision.day, source=decision.event)
    return DwzCard(figure=figure)


# --- 1995, 6.1.2: ratings carried over from the rulebook before, or another edition --------------


def converted(began: RulebookBegan, figures: Figures) -> dict[str, DwzCard]:
    """Return the cards of players with a rating and a count from the rulebook before."""
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
    """Return factor · figure + plus by the piece for it, rounded; None if there is none."""
    rating, piece = rating_by_pieces(figure, began), piece_for(figure, began.pieces)
    if rating is not None and piece is not None:
        dwz.note(
            "6.1.2",
            "A rating of another system is converted by the prescribed formula.",
            {"before": began.before, "figure": figure, **piece},
            rating,
        )
    return rating


def rating_by_pieces(figure: int, began: RulebookBegan) -> int | None:
    """Return a figure converted by its piece, halves rounded up; None if no piece covers it."""
    value = carried_over(figure, began.pieces)
    return None if value is None else whole(value)


def cards_converted(
    began: RulebookBegan, brought: Mapping[str, Any], rules: Chapters
) -> Mapping[str, DwzCard]:
    """The cards after a conversion of figures, or of the cards of an edition of the DWZ."""
    own = {player: card for player, card in brought.items() if isinstance(card, DwzCard)}
    return restated_cards(began, own, rules) if own else rules.convert(began, brought)


def card_adopted(
    adopted: RatingAdopted, cards: Mapping[str, DwzCard | None], rules: Chapters
) -> Mapping[str, DwzCard]:
    """The card with a rating of another system; none if the edition does not take it."""
    card = rules.adopt(cards.get(adopted.player), adopted, rules)
    return {} if card is None else {adopted.player: card}


# --- within the DWZ --------------------------------------------------------------------------


def restated_cards(
    began: RulebookBegan, cards: Mapping[str, DwzCard], rules: Chapters
) -> dict[str, DwzCard]:
    """Return the cards that change when an edition converts the ratings of the one before.

    Every DWZ is converted, lapsed or not; adopted ratings of other systems are not.
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
    """Return the figure on the new scale; the day of its last evaluation stays.

    A figure that no piece covers stays unchanged.
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
    """Return the residual games with the opponents' ratings converted, unchanged, or none."""
    if began.residual_games == "drop":
        return ()
    if began.residual_games == "keep":
        return games
    return tuple(
        game if rating is None else replace(game, opponent_rating=rating)
        for game in games
        for rating in [rules.restated(game.opponent_rating, began)]
    )


# --- 2026, Umstufung: every DWZ from before 8 June 2026 on the new scale -------------------------

UMSTUFUNG: Mapping[str, Any] = {
    "pieces": [
        {"below": 700, "factor": 0, "plus": 1100},
        {"below": 1000, "factor": 1, "plus": 400},
        {"below": 2110, "factor": 0.64, "plus": 760},
        {"factor": 1, "plus": 0},
    ],
    "count_plus": 1,
}
"""The conversion on record: of 8 June 2026, nobody below the minimum (R1)."""


@dwz_2026.within("Umstufung")
def restated_2026(figure: int, began: RulebookBegan) -> int | None:
    """Return factor · x + plus by the piece for x, rounded; None if there is none."""
    rating, piece = rating_by_pieces(figure, began), piece_for(figure, began.pieces)
    if rating is not None and piece is not None:
        dwz_2026.note(
            "Umstufung",
            "An earlier DWZ x becomes factor · x + plus, by the piece that applies to x, rounded.",
            {"x": figure, **piece, "below": piece.get("below")},
            rating,
        )
    return rating
