"""INGO 1960 as a rulebook of the registry."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, ClassVar, cast

import attrs

from ledger.events.messages import marked
from projections.rulebooks.conversion import Figures
from projections.rulebooks.evaluation import Evaluation, RatingStatus, Report
from projections.rulebooks.ingo_1960 import ingo, objections
from projections.rulebooks.ingo_1960.a_general import expected_percentage, not_single_chess
from projections.rulebooks.ingo_1960.card import IngoCard, pack, unpack
from projections.rulebooks.ingo_1960.conversion import converted
from projections.rulebooks.ingo_1960.decisions import decided, not_to_be_evaluated
from projections.rulebooks.ingo_1960.procedure import evaluated
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.ingo_1960.report import report
from projections.rulebooks.ingo_1960.unsafe_numbers import drift_after
from projections.rulebooks.objection import Objection
from projections.rulebooks.occasion import (
    Occasion,
    RatingDecided,
    RulebookBegan,
    TournamentEnded,
)
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Tournament

Cards = Mapping[str, IngoCard | None]


@attrs.frozen(kw_only=True)
class Ingo1960(Rulebook[IngoCard]):
    """Ingo numbers: an event is evaluated as a whole when it ends, and no number lapses."""

    readings: Readings = attrs.field(factory=Readings)
    name = "ingo-1960"
    document = ingo
    card = IngoCard
    card_fields = ("number", "count", "mark")
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
        return list(objections.objections_to_card(card, self.readings.f_decimals))

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """What is wrong with a decision under INGO 0 or C III; others are unknown."""
        return list(objections.objections_to_decision(rule, about, value))

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

    def spelt(self, card: Mapping[str, Any]) -> str:
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
