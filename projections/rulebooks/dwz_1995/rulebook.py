"""DWZ 1995 as the shelf hands it out: what it takes, keeps and answers."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, ClassVar, Literal, Self, cast

import attrs

from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import card as cards_of
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import DwzCard
from projections.rulebooks.dwz_1995.closing import cards_after, figures_after
from projections.rulebooks.dwz_1995.field import field_of
from projections.rulebooks.dwz_1995.objections import objections_to_card, objections_to_decision
from projections.rulebooks.dwz_1995.p4_04_residuals import as_listed
from projections.rulebooks.dwz_1995.p4_10_1_summaries import card_after, resumed
from projections.rulebooks.dwz_1995.p4_10_order import occasion_of
from projections.rulebooks.dwz_1995.p6_01_2_other_figures import (
    converted,
    decided,
    with_adopted,
)
from projections.rulebooks.dwz_1995.p6_01_validity import (
    last_day,
    last_lapsed,
    valid_figure,
    valid_residual_games,
)
from projections.rulebooks.dwz_1995.p6_02_events import match_refusal, refusal
from projections.rulebooks.dwz_1995.procedure import work_out
from projections.rulebooks.dwz_1995.readings import Readings, chosen
from projections.rulebooks.dwz_1995.report import report, summary_row
from projections.rulebooks.evaluation import Evaluation, RatingStatus, Report
from projections.rulebooks.occasion import (
    DayCame,
    Occasion,
    RatingAdopted,
    RatingDecided,
    RulebookBegan,
    SummaryKnown,
    TournamentEnded,
)
from projections.rulebooks.rulebook import Objection
from projections.rulebooks.tournament import Tournament

Cards = Mapping[str, DwzCard | None]


@attrs.frozen
class Dwz1995:
    """The Wertungsordnung of 1995 under chosen readings."""

    readings: Readings = attrs.field(factory=Readings)
    name = "dwz-1995"
    document = dwz
    clock: ClassVar[Literal["tournament", "game"]] = "tournament"
    lower_is_stronger = False
    card_fields = ("rating", "index")

    def read_with(self, parameters: Mapping[str, Any]) -> Self | Sequence[Objection]:
        """The same rulebook under named readings, or what is wrong with them."""
        readings = chosen(parameters)
        return (
            attrs.evolve(self, readings=readings) if isinstance(readings, Readings) else readings
        )

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """What is wrong with the card of a decision: it is a rating with its index."""
        del kind
        return objections_to_card(card)

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """What is wrong with a recorded decision; DWZ knows that of 6.2.1 alone."""
        return objections_to_decision(rule, about, value)

    def occasions(self, tournament: Tournament) -> Iterable[Occasion]:
        """A tournament gives work once, at its end."""
        return (occasion_of(tournament),)

    def calendar(self, first: date, last: date) -> Iterable[DayCame]:
        """No day of its own: what lapses is found where it is asked for."""
        del first, last
        return ()

    def evaluate(self, occasion: Occasion, cards: Cards) -> Evaluation[DwzCard]:
        """Work one occasion out from the cards before it."""
        match occasion:
            case TournamentEnded():
                return self._tournament(occasion.tournament, cards)
            case SummaryKnown():
                return self._summary(occasion, cards.get(occasion.player.id))
            case RatingAdopted():
                adopted = with_adopted(cards.get(occasion.player), occasion)
                return Evaluation(cards={} if adopted is None else {occasion.player: adopted})
            case RatingDecided():
                return Evaluation(cards={occasion.player: decided(occasion)})
            case RulebookBegan():
                figures = cast("Mapping[str, tuple[int, int] | None]", cards)
                return Evaluation(cards=converted(occasion, figures))
            case _:  # it asks for no other
                return Evaluation(cards={})

    def _tournament(self, tournament: Tournament, cards: Cards) -> Evaluation[DwzCard]:
        excluded = refusal(tournament)
        if excluded is None:
            field = field_of(tournament, cards, self.readings)
            excluded = match_refusal(field)
        if excluded is not None:
            return Evaluation(cards={}, report=partial(Report, excluded=excluded))
        outcome = work_out(field)
        figures = figures_after(outcome)
        return Evaluation(
            cards=cards_after(outcome, figures), report=partial(report, outcome, figures)
        )

    def _summary(self, summary: SummaryKnown, card: DwzCard | None) -> Evaluation[DwzCard]:
        with concerning(summary.player.id):
            result = resumed(summary, card, self.readings)
        row = summary_row(summary, result)
        return Evaluation(
            cards={summary.player.id: card_after(summary, result)},
            report=partial(Report, rows=(row,)),
        )

    def join(self, reports: Sequence[Report]) -> Report:
        """A tournament has one occasion and so one report."""
        (only,) = reports
        return only

    def standing(self, card: DwzCard | None, day: date) -> RatingStatus:
        """The valid figure, else the one that lapsed last, else none (6.1.1)."""
        valid = valid_figure(card, day, self.readings)
        held = valid or last_lapsed(card, self.readings)
        if held is None:
            return RatingStatus(status="unrated")
        return RatingStatus(
            status="lapsed" if valid is None else "valid",
            figure=held.rating,
            card={"rating": held.rating, "index": held.index},
            valid_until=held.until,
            last_event=held.source,
        )

    def spelt(self, card: Mapping[str, Any]) -> str:
        """A DWZ as people write it, with its index: ``1873-42``."""
        return f"{card['rating']}-{card['index']}"

    def residual_games(self, card: DwzCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """The residual games not thrown away on ``day``, each with its last day."""
        if card is None:
            return ()
        return [
            {**as_listed(game), "valid_until": until and until.isoformat()}
            for game in valid_residual_games(card.residual_games, day, self.readings)
            for until in [last_day(game.ended_on, self.readings.residual_years)]
        ]

    def conversion_source(self, card: DwzCard | None, day: date) -> tuple[int, int] | None:
        """Rating and index of the figure valid on ``day``."""
        held = valid_figure(card, day, self.readings)
        return None if held is None else (held.rating, held.index)

    def pack(self, card: DwzCard) -> str:
        """The card as JSON text; equal cards give equal text."""
        return cards_of.pack(card)

    def unpack(self, text: str) -> DwzCard:
        """The card that :meth:`pack` wrote."""
        return cards_of.unpack(text)
