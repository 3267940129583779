"""FIDE 2024 in the form that every rulebook has."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, ClassVar

import attrs

from ledger.events.messages import marked
from projections.rulebooks.evaluation import Evaluation, PrintedColumn, RatingStatus, Report
from projections.rulebooks.fide_2024 import fide, objections
from projections.rulebooks.fide_2024.card import Cards, FideCard
from projections.rulebooks.fide_2024.conversion import adopted_card, converted, decided_card
from projections.rulebooks.fide_2024.p4_reports import may_be_split, occasions_of
from projections.rulebooks.fide_2024.p7_1_lists import is_inactive, list_of, list_of_report
from projections.rulebooks.fide_2024.p8_1_tables import PD
from projections.rulebooks.fide_2024.p8_2_initial import last_day
from projections.rulebooks.fide_2024.p8_3_rated import base_K, difference
from projections.rulebooks.fide_2024.procedure import (
    due_list,
    exemption,
    floor_on,
    list_published,
    report_begun,
    report_ended,
)
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.fide_2024.report import ListedFrom, joined, rows_of
from projections.rulebooks.objection import Objection
from projections.rulebooks.occasion import (
    ListDue,
    Occasion,
    RatingAdopted,
    RatingDecided,
    ReportBegan,
    ReportEnded,
    RulebookBegan,
)
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Tournament


@attrs.frozen
class Fide2024(Rulebook[FideCard]):
    """FIDE's Elo with its monthly lists, standard, rapid or blitz."""

    readings: Readings = attrs.field(factory=Readings)
    name = "fide-2024"
    document = fide
    card = FideCard
    card_fields = ("rating", "k", "games", "peak", "inactive")
    conversion_asks_persons = True
    symbols: ClassVar[Mapping[str, str]] = {
        "D": marked("difference of the two ratings"),
        "PD": marked("expected score at a difference D"),
        "K": marked("development coefficient"),
        "Ra": marked("average rating of the opponents"),
        "Ru": marked("the first rating"),
        "dp": marked("what a percentage score adds to Ra"),
        "n": marked("games"),
    }
    columns: ClassVar[Mapping[str, str]] = {
        "status": marked("Status"),
        "before": "Ro",
        "points": "W",
        "games": "n",
        "expected": "PD",
        "delta": "ΔR",
        "k": "K",
        "change": "K·ΔR",
        "list": "List",
        "after": "Rn",
        "performance": "Rp",
    }
    printed: ClassVar[Sequence[PrintedColumn]] = (
        PrintedColumn("Status", "status", is_number=False),
        PrintedColumn("Ro", "rating_before"),
        PrintedColumn("Rc", "opponents_mean"),
        PrintedColumn("W", "points", 1),
        PrintedColumn("n", "games"),
        PrintedColumn("PD", "expected", 2),
        PrintedColumn("ΔR", "delta", 2),
        PrintedColumn("K", "k"),
        PrintedColumn("K·ΔR", "change", 2),
        PrintedColumn("List", "list", is_number=False),
        PrintedColumn("Rn", "rating_after"),
        PrintedColumn("Rp", "performance"),
    )
    legend = (
        "Ro: rating used. Rc: mean of the opponents. W: points. n: games. PD: expected points. "
        "ΔR: W − PD. K: development coefficient. List: on which it is rated, with all else that "
        "is rated there. Rn: rating on that list. Rp: performance."
    )

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """A card is a rating, with games and peak where they are known, of whatever kind."""
        del kind
        return list(objections.objections_to_card(card))

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """Decisions are known under 0.2, 5.1, 6.2 and 7.1.3."""
        return list(objections.objections_to_decision(rule, about, value))

    def objections_to_day(self, card: Mapping[str, Any], day: date) -> Sequence[Objection]:
        """No rating below the floor of its day (7.2.1) is decided."""
        return list(objections.objections_to_card(card, floor_on(day)))

    def objections_to_end(self, rule: str, value: Any, ended_on: date) -> Sequence[Objection]:
        """Another list is one of the three after the end of the tournament (9.1)."""
        return list(objections.objections_to_list(rule, value, ended_on))

    def is_dated_by_games(self, tournament: Tournament) -> bool:
        """A long tournament may be reported month by month."""
        return may_be_split(tournament, self.readings)

    def occasions(self, tournament: Tournament) -> Iterator[Occasion]:
        """The beginning and the end of every report."""
        return occasions_of(tournament, self.readings)

    def due_on(self, card: FideCard | None) -> date | None:
        """The next list on which something waits."""
        return due_list(card)

    def converts_from(self, before: Rulebook[Any], card: Any, day: date) -> Any:
        """Of its own cards the card itself, of others the figure."""
        return card if isinstance(before, Fide2024) else before.conversion_source(card, day)

    def _evaluate(self, occasion: Occasion, cards: Cards) -> Evaluation[FideCard]:
        """The cards that change; between lists no rating does, but by a decision."""
        match occasion:
            case ReportEnded():
                return self._report_ended(occasion, cards)
            case ReportBegan():
                changed = report_begun(occasion, cards)
            case ListDue():
                changed = list_published(occasion, cards, self.readings)
            case RulebookBegan():
                changed = converted(occasion, cards, self.readings)
            case RatingDecided(player=player):
                changed = decided_card(occasion, cards.get(player), self.readings)
            case RatingAdopted(player=player):
                changed = adopted_card(occasion, cards.get(player), self.readings)
            case _:
                changed = {}
        return Evaluation(cards=changed)

    def _report_ended(self, occasion: ReportEnded, cards: Cards) -> Evaluation[FideCard]:
        games, changed = report_ended(occasion, cards, self.readings)
        report = partial(Report, excluded=games.excluded, games_not_rated=games.left_out)
        return Evaluation(cards=changed, report=report)

    def settled_on(self, occasion: Occasion) -> date | None:
        """A report has its rows by its list."""
        if not isinstance(occasion, ReportEnded):
            return None
        return list_of_report(occasion.day, occasion.tournament, self.readings)

    def settled(
        self, report: Report, occasion: Occasion, cards: Cards, *, has_come: bool
    ) -> Report:
        """The report with its rows, from the cards before its list or those of the cut."""
        if not isinstance(occasion, ReportEnded):
            return report
        source = ListedFrom(cards=cards, published=has_come, readings=self.readings)
        return attrs.evolve(report, rows=rows_of(occasion.tournament.id, occasion.day, source))

    def join(self, reports: Sequence[Report]) -> Report:
        """A tournament's months as one report."""
        return joined(reports)

    def standing(self, card: FideCard | None, day: date) -> RatingStatus:
        """The rating of the list in force, or what was decided since; it never lapses."""
        if card is None or card.rating is None:
            return RatingStatus(status="unrated")
        year, own = list_of(day).year, self.readings
        return RatingStatus(
            status="valid",
            figure=card.rating,
            card={
                "rating": card.rating,
                "k": base_K(card, year, own.k_order, own.junior_2300),
                "games": card.games,
                "peak": card.peak,
                "inactive": is_inactive(card.active_on, day),
            },
            last_event=card.rating_event,
        )

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """PD of 8.1.2 at the difference that counts on that day (8.3.1)."""
        del stones
        D = difference(round(own), round(opponent), exemption(day, self.readings))
        return PD(D) / 100

    def residual_games(self, card: FideCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """An unrated player's pool, as far as it may still be used."""
        months = self.readings.pool_months
        return [
            {
                "game": result.game,
                "tournament": result.tournament,
                "opponent": result.opponent,
                "opponent_rating": result.opponent_rating,
                "points": result.points,
                "list": result.listed_on.isoformat(),
                "valid_until": last_day(result.listed_on, months).isoformat(),
            }
            for result in (() if card is None else card.pool)
            if day <= last_day(result.listed_on, months)
        ]

    def spelt(self, card: Mapping[str, Any]) -> str:
        """The rating alone: what else is on a card decides K."""
        return str(card["rating"])
