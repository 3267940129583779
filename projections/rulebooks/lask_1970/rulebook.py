"""LASK 1970 in the form that every rulebook has."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, cast

import attrs

from ledger.events.messages import marked
from projections.rulebooks.conversion import Figures
from projections.rulebooks.evaluation import Evaluation, RatingStatus, Report
from projections.rulebooks.first_figures import TypicalResult
from projections.rulebooks.lask_1970 import lask, objections
from projections.rulebooks.lask_1970.card import AnyCard, Cards, LaskCard, unpack, with_numbers
from projections.rulebooks.lask_1970.conversion import converted
from projections.rulebooks.lask_1970.metod_1_initial import initial_rating, proposed_number
from projections.rulebooks.lask_1970.omranking import decided_card
from projections.rulebooks.lask_1970.procedure import base_date, games_booked
from projections.rulebooks.lask_1970.rankingregel_1_game import expected_score
from projections.rulebooks.lask_1970.rankingregel_2_base import FIRST_OF_JUNE, base_dates
from projections.rulebooks.lask_1970.rankingregel_3_date import occasions_of
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_7_report import club_report, letter
from projections.rulebooks.lask_1970.report import joined
from projections.rulebooks.objection import Objection
from projections.rulebooks.occasion import (
    DayCame,
    GamesPlayed,
    Occasion,
    RatingDecided,
    RulebookBegan,
    TournamentEnded,
)
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Tournament


@attrs.frozen
class Lask1970(Rulebook[AnyCard]):
    """The ranking system of Lunds ASK as the Skåne federation used it from autumn 1970."""

    readings: Readings = attrs.field(factory=Readings)
    name = "lask-1970"
    document = lask
    card = LaskCard
    card_fields = ("rating", "running")
    federation = "SWE"
    symbols: ClassVar[Mapping[str, str]] = {
        "K": marked("compensation for the difference"),
        "R": marked("difference of two numbers"),
    }
    columns: ClassVar[Mapping[str, str]] = {
        "base": marked("Base"),
        "change": marked("Change"),
        "played": marked("Games"),
    }

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """A card is a rating, of whatever kind the decision is."""
        del kind
        return list(objections.objections_to_card(card))

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """Decisions are known under Regel 4, 10, 11 a, 11 b, Tabell 1 and Tabell 4."""
        return list(objections.objections_to_decision(rule, about, value))

    def is_dated_by_games(self, tournament: Tournament) -> bool:
        """Every game has its own day."""
        del tournament
        return True

    def occasions(self, tournament: Tournament) -> Iterator[Occasion]:
        """Every day of play, or the whole of a concentrated tournament."""
        return occasions_of(tournament, self.readings)

    def calendar(self, first: date, last: date) -> Iterator[DayCame]:
        """The base dates, named as printed: 1/9, 1/11, 1/1, 1/3 and 1/6."""
        for day in base_dates(first, last):
            yield DayCame(day=day, name=f"{day.day}/{day.month}")

    def _evaluate(self, occasion: Occasion, cards: Cards) -> Evaluation[AnyCard]:
        """The cards that change; figures of other systems and old summaries change none."""
        match occasion:
            case RulebookBegan():
                return Evaluation(cards=converted(occasion, cast("Figures", cards)))
            case RatingDecided():
                decided = decided_card(occasion, cards.get(occasion.player), self.readings)
                return Evaluation(cards={occasion.player: decided})
            case DayCame():
                return base_date(occasion, cards, self.readings)
            case GamesPlayed() | TournamentEnded():
                return games_booked(occasion, cards, self.readings)
        return Evaluation(cards={})

    def join(self, reports: Sequence[Report]) -> Report:
        """One row per player out of the reports of a tournament's days."""
        return joined(reports)

    def unpack(self, text: str) -> AnyCard:
        """The card that was packed, of somebody with a number or without."""
        return unpack(text)

    def standing(self, card: AnyCard | None, day: date) -> RatingStatus:
        """The number in force and the running one, which outsiders lack; neither ever lapses."""
        del day
        if not isinstance(card, LaskCard):
            return RatingStatus(status="unrated")
        running = None if card.outsider else card.running
        return RatingStatus(
            status="valid",
            figure=card.base,
            card={"rating": card.base, "running": running},
            last_event=card.base_event,
        )

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """The score that changes neither number (Rankingregel 1)."""
        del day, stones
        return expected_score(round(own), round(opponent))

    def spelt(self, card: Mapping[str, Any]) -> str:
        """The number in force, and in brackets the running one where it differs: 1900 (1917)."""
        rating, running = card["rating"], card["running"]
        return str(rating) if running in (None, rating) else f"{rating} ({running})"

    def initial_rating(self, points: float, games: int, class_mean: int) -> int | None:
        """Metod 1 under the rulebook's readings, for the committee that sets a first number."""
        return initial_rating(
            points,
            games,
            class_mean,
            self.readings.initial_p_rounding,
            self.readings.table2_096,
        )

    def proposed_card(self, result: TypicalResult) -> Mapping[str, Any] | Objection:
        """The number of Metod 1, for the committee that decides it."""
        number = proposed_number(result, self.readings)
        return Objection("class", number) if isinstance(number, str) else {"rating": number}

    def report_day(self, season: int) -> date:
        """Clubs report between 1/6 and 15/6 what stands on 1/6 (Regel 7)."""
        return date(season + 1, *FIRST_OF_JUNE)

    def club_report(self, club: str, came: DayCame, cards: Cards) -> Sequence[Mapping[str, Any]]:
        """The letter of a club to the CRK, by the letters of Regel 7."""
        return letter(club_report(club, came, with_numbers(cards)))
