"""INGO 1960 as a rulebook of the registry."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, cast

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks.conversion import Figures, carried_over
from projections.rulebooks.document import concerning
from projections.rulebooks.evaluation import Evaluation, RatingStatus, Report
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import expected_percentage, not_single_chess
from projections.rulebooks.ingo_1960.card import (
    CONSENT,
    MARKS,
    NOT_EVALUATED,
    IngoCard,
    decided,
    not_to_be_evaluated,
    pack,
    plain,
    rounded,
    unpack,
)
from projections.rulebooks.ingo_1960.new_number import drift_after
from projections.rulebooks.ingo_1960.procedure import evaluated
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.ingo_1960.report import report
from projections.rulebooks.objection import (
    Entry,
    Objection,
    Objections,
    Ruling,
    faulty_entries,
    is_bool,
    is_whole,
    just,
    only,
    unknown_entries,
)
from projections.rulebooks.occasion import Occasion, RatingDecided, RulebookBegan, TournamentEnded
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Tournament

# --- figures carried over from the rulebook before -----------------------------------------------


def converted(began: RulebookBegan, figures: Figures, places: int) -> dict[str, IngoCard]:
    """The first cards; a number carried over counts as evaluated at least once (R27)."""
    cards = {}
    for player, (figure, count) in sorted(_held(figures).items()):
        value = carried_over(figure, began.pieces)
        if value is not None:
            cards[player] = IngoCard(
                number=plain(rounded(value, places)),
                count=max(count + began.count_plus, 1),
                on=began.day,
                source=began.event,
            )
            _note(player, figure, began.before, cards[player])
    return cards


def _held(figures: Figures) -> dict[str, tuple[int, int]]:
    return {player: held for player, held in figures.items() if held is not None}


def _note(player: str, figure: float, before: str, card: IngoCard) -> None:
    given = {"figure": figure, "rulebook": before}
    with concerning(player):
        ingo.note("0", "A figure carried over from the rulebook before.", given, card.contents)


# --- objections to a card or a decision ----------------------------------------------------------


def card_entries(places: int) -> Sequence[Entry]:
    """A number of at most ``places`` decimals, a count from 1 on, perhaps a mark."""
    number = Message("give the Ingo number as a whole number of at most four digits")
    if places:
        number = Message(
            "give the Ingo number as a decimal of at most four digits with at most "
            "%(places)s decimals",
            places=places,
        )
    one, other = map(repr, MARKS)
    mark = Message("use %(one)s or %(other)s, or leave it out", one=one, other=other)
    count = Message("give the number of evaluations, 1 or more")
    return [
        Entry("number", partial(_is_number, places=places), number),
        Entry("count", is_whole(1, 9999), count),
        Entry("mark", lambda value: value in (None, *MARKS), mark),
    ]


_NOT_ON_A_CARD = Message("unknown: an Ingo card has number, count and mark")


def _is_number(number: object, places: int) -> bool:
    if isinstance(number, bool) or not isinstance(number, int | float):
        return False
    return abs(number) < 10_000 and (Fraction(str(number)) * 10**places).denominator == 1


def _yes_or_no(name: str) -> Callable[[Any], Objections]:
    return only(
        name, is_bool, Message('give {"%(name)s": true} or {"%(name)s": false}', name=name)
    )


_RULINGS = {
    NOT_EVALUATED: Ruling(
        just("tournament", remedy=Message("name the tournament and nothing else")),
        _yes_or_no("evaluate"),
    ),
    CONSENT: Ruling(
        just(
            "tournament",
            "player",
            remedy=Message("name the tournament and the player and nothing else"),
        ),
        _yes_or_no("apply"),
    ),
}


# --- the rulebook --------------------------------------------------------------------------------


Cards = Mapping[str, IngoCard | None]


@attrs.frozen(kw_only=True)
class Ingo1960(Rulebook[IngoCard]):
    """Ingo numbers: an event is evaluated as a whole when it ends, and no number lapses."""

    readings: Readings = attrs.field(factory=Readings)
    name = "ingo-1960"
    document = ingo
    card = IngoCard
    card_fields = ("number", "count", "mark")
    rulings: ClassVar[Mapping[str, Ruling]] = _RULINGS
    federation = "GER"
    symbols: ClassVar[Mapping[str, str]] = {
        "F": marked("the number before"),
        "H": marked("performance in the tournament"),
        "N": marked("mean of the opponents' numbers, with one's own"),
        "k": marked("games"),
        "%d": marked("50 less the percentage of points"),
    }
    columns: ClassVar[Mapping[str, str]] = {
        "before": marked("Before"),
        "points": marked("Points"),
        "games": marked("Games"),
        "percent_difference": "%d",
        "level": "N",
        "performance": "H",
        "after": marked("After"),
        "rule": marked("Rule"),
    }
    lower_is_stronger = True
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        dwz: {"pieces": [{"factor": -0.125, "plus": 355}]} for dwz in ("dwz-1995", "dwz-2014")
    }

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """What is wrong with the card of a decision, whatever its kind."""
        del kind  # the document knows one kind of number
        entries = card_entries(self.readings.f_decimals)
        return [*unknown_entries(card, entries, _NOT_ON_A_CARD), *faulty_entries(card, entries)]

    def _evaluate(self, occasion: Occasion, cards: Cards) -> Evaluation[IngoCard]:
        """Work out a tournament, a decided number or a conversion; nothing else has effect."""
        match occasion:
            case TournamentEnded():
                return self._evaluate_tournament(occasion.tournament, cards)
            case RatingDecided():
                return Evaluation(cards={occasion.player: decided(occasion)})
            case RulebookBegan():
                figures = cast("Figures", cards)
                return Evaluation(cards=converted(occasion, figures, self.readings.f_decimals))
            case _:
                return Evaluation(cards={})

    def _evaluate_tournament(self, tournament: Tournament, cards: Cards) -> Evaluation[IngoCard]:
        excluded = not_single_chess(tournament) or not_to_be_evaluated(tournament)
        if excluded is not None:
            return Evaluation(cards={}, report=partial(Report, excluded=excluded))
        outcome = evaluated(tournament, cards, self.readings)
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

    def standing(self, card: IngoCard | None, day: date) -> RatingStatus:
        """A number holds until the next evaluation, on every day."""
        del day
        if card is None:
            return RatingStatus(status="unrated")
        return RatingStatus(
            status="valid", figure=card.figure, card=card.contents, last_event=card.source
        )

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """The percentage at which the performance is the number itself (A)."""
        del day, stones
        return expected_percentage(own, opponent) / 100

    def format_card(self, card: Mapping[str, Any]) -> str:
        """A card as the document writes it: ``128 /5``, ``175 /1 or worse``."""
        mark = card.get("mark")
        return f"{card['number']} /{card['count']}" + (f" {mark}" if mark else "")

    def card_in(self, row: Mapping[str, Any], when: str) -> Mapping[str, Any]:
        """The number with its count; only the number after has a mark in the row."""
        return {**super().card_in(row, when), "mark": row.get("mark") if when == "after" else None}

    def conversion_source(self, card: IngoCard | None, day: date) -> tuple[int, int] | None:
        """The number and its count; a mark is not carried over."""
        del day
        return None if card is None else (card.figure, card.count)

    def pack(self, card: IngoCard) -> str:
        """The card as JSON text for the read model."""
        return pack(card)

    def unpack(self, text: str) -> IngoCard:
        """The card that :meth:`pack` wrote."""
        return unpack(text)
