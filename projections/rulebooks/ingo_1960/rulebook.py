"""INGO 1960 as a rulebook of the registry."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import attrs
import orjson

from ledger.events.messages import Message, marked
from projections.rulebooks import objection
from projections.rulebooks.ingo_1960 import a_general, c_special_cases, ingo, new_number, procedure
from projections.rulebooks.ingo_1960.card import MARKS, IngoCard
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.occasion import RatingDecided, RulebookBegan, TournamentEnded
from projections.rulebooks.rulebook import Rulebook, Tasks

# --- objections to a card or a decision ----------------------------------------------------------


def _entries(places: int) -> Sequence[objection.Entry]:
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
        objection.Entry("number", partial(_is_number, places=places), number),
        objection.Entry("count", objection.whole_between(1, 9999), count),
        objection.Entry("mark", lambda value: value in (None, *MARKS), mark),
    ]


_NOT_ON_A_CARD = Message("unknown: an Ingo card has number, count and mark")


def _is_number(number: object, places: int) -> bool:
    if isinstance(number, bool) or not isinstance(number, int | float):
        return False
    return abs(number) < 10_000 and (Fraction(str(number)) * 10**places).denominator == 1


_PLAYER = Message("name the tournament and the player and nothing else")
_RULINGS = {
    a_general.NOT_EVALUATED: objection.Ruling(
        objection.THE_TOURNAMENT, objection.true_or_false("evaluate")
    ),
    c_special_cases.CONSENT: objection.Ruling(
        objection.just("tournament", "player", remedy=_PLAYER), objection.true_or_false("apply")
    ),
}


# --- the rulebook --------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Ingo1960(Rulebook[IngoCard]):
    """Ingo numbers: an event is evaluated as a whole when it ends, and no number lapses."""

    readings: Readings = attrs.field(factory=Readings)
    name = "ingo-1960"
    document = ingo
    asks_clubs = False
    card = IngoCard
    card_fields = ("number", "count", "mark")
    typed_example = "128/5"
    typed_fields = ("number", "count")
    fields_of_opponents: ClassVar[Mapping[str, Any]] = {"count": 5}
    tasks: ClassVar[Tasks] = {
        TournamentEnded: lambda it, cards, own: procedure.evaluate(it.tournament, cards, own),
        RatingDecided: lambda it, _cards, _own: {it.player: new_number.decided(it)},
        RulebookBegan: lambda it, figures, own: new_number.converted(it, figures, own.f_decimals),
    }
    rulings: ClassVar[Mapping[str, objection.Ruling]] = _RULINGS
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

    def objections_to_card(
        self, kind: str, card: Mapping[str, Any]
    ) -> Sequence[objection.Objection]:
        """Return the faults in the card of a decision, whatever its kind."""
        return list(objection.faults_in(card, _entries(self.readings.f_decimals), _NOT_ON_A_CARD))

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """Return the percentage at which the performance equals the number (A)."""
        return a_general.expected_percentage(own, opponent) / 100

    def format_card(self, card: Mapping[str, Any]) -> str:
        """A card as the document writes it: ``128 /5``, ``175 /1 or worse``."""
        mark = card.get("mark")
        return f"{card['number']} /{card['count']}" + (f" {mark}" if mark else "")

    def card_in(self, row: Mapping[str, Any], when: str) -> Mapping[str, Any]:
        """The number with its count; only the number after has a mark in the row."""
        return {**super().card_in(row, when), "mark": row.get("mark") if when == "after" else None}

    def conversion_source(self, card: IngoCard | None, day: date) -> tuple[int, int] | None:
        """The number and its count; a mark is not carried over."""
        return None if card is None else (card.figure, card.count)

    def pack(self, card: IngoCard) -> str:
        """The card as JSON text for the read model; equal cards give equal text."""
        written = card.contents | {"on": card.on, "source": card.source}
        if card.drift:
            written["drift"] = card.drift
        return orjson.dumps(written, option=orjson.OPT_SORT_KEYS).decode()

    def unpack(self, text: str) -> IngoCard:
        """The card that :meth:`pack` wrote."""
        written = orjson.loads(text)
        return IngoCard(on=date.fromisoformat(written.pop("on")), **written)
