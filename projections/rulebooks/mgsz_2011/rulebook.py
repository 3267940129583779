"""The rulebook ``mgsz-2011`` as it stands on the shelf."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Literal, Self, cast

import attrs

from projections.rulebooks.evaluation import Evaluation, RatingStatus, Report
from projections.rulebooks.mgsz_2011 import card as cards_of
from projections.rulebooks.mgsz_2011 import mgsz, p03_committee, procedure
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.conversion import Figures, converted
from projections.rulebooks.mgsz_2011.p04_limits import spelled
from projections.rulebooks.mgsz_2011.readings import Readings, chosen
from projections.rulebooks.occasion import (
    DayCame,
    Occasion,
    RatingDecided,
    RulebookBegan,
    TournamentEnded,
)
from projections.rulebooks.rulebook import Objection
from projections.rulebooks.tournament import Tournament

CLOCK: Literal["tournament", "game"] = "tournament"


@attrs.frozen(kw_only=True)
class Mgsz2011:
    """The rating rules of the Hungarian Go Association with their readings chosen."""

    name = "mgsz-2011"
    document = mgsz
    clock = CLOCK
    lower_is_stronger = False
    card_fields = ("elo", "grade")

    readings: Readings = attrs.field(factory=Readings)

    def read_with(self, parameters: Mapping[str, Any]) -> Self | Sequence[Objection]:
        """The same rulebook under named readings, or what is wrong with them."""
        readings = chosen(parameters)
        if isinstance(readings, Readings):
            return attrs.evolve(self, readings=readings)
        return readings

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """What is wrong with the figures of a decision."""
        return list(p03_committee.objections_to_card(kind, card, self.readings))

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """What is wrong with a decision under 6.§ (2) or (3), the ones that are known here."""
        return list(p03_committee.objections_to_decision(rule, about, value, self.readings))

    def occasions(self, tournament: Tournament) -> Iterable[Occasion]:
        """A tournament is processed as a whole when it has ended."""
        return (TournamentEnded(day=tournament.ended_on, tournament=tournament),)

    def calendar(self, first: date, last: date) -> Iterable[DayCame]:
        """MGSZ has no days of its own: nothing lapses and nothing is deducted."""
        del first, last  # no day matters
        return ()

    def evaluate(
        self, occasion: Occasion, cards: Mapping[str, MgszCard | None]
    ) -> Evaluation[MgszCard]:
        """Work one occasion out; figures of other systems and summaries mean nothing here."""
        match occasion:
            case TournamentEnded():
                return procedure.evaluate(occasion.tournament, cards, self.readings)
            case RatingDecided():
                before = cards.get(occasion.player)
                card = p03_committee.decided_card(occasion, before)
                return Evaluation(cards={occasion.player: card})
            case RulebookBegan():
                return Evaluation(cards=converted(occasion, cast("Figures", cards)))
            case _:
                return Evaluation(cards={})

    def join(self, reports: Sequence[Report]) -> Report:
        """The one report of a tournament, which has one occasion."""
        return reports[0] if reports else Report()

    def standing(self, card: MgszCard | None, day: date) -> RatingStatus:
        """Both figures; they never lapse."""
        del day  # a card holds for good
        if card is None:
            return RatingStatus(status="unrated")
        return RatingStatus(
            status="valid",
            figure=card.elo,
            card={"elo": card.elo, "grade": card.grade},
            last_event=card.source,
        )

    def spelt(self, card: Mapping[str, Any]) -> str:
        """Both figures as people write them: ``2055, 1 dan``."""
        return f"{card['elo']}, {spelled(card['grade'])}"

    def residual_games(self, card: MgszCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """No game waits: every tournament is used at once."""
        del card, day  # nobody has any
        return ()

    def conversion_source(self, card: MgszCard | None, day: date) -> tuple[int, int] | None:
        """The Elo; MGSZ keeps no number of evaluations, so a later index starts at 0 (M30)."""
        del day  # a card holds for good
        return None if card is None else (card.elo, 0)

    def pack(self, card: MgszCard) -> str:
        """The card as JSON text; equal cards give equal text."""
        return cards_of.pack(card)

    def unpack(self, text: str) -> MgszCard:
        """The card that :meth:`pack` wrote."""
        return cards_of.unpack(text)
