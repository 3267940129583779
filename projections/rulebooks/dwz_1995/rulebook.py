"""DWZ 1995 as the registry hands it out: what it takes, keeps and answers.

A later edition inherits the class and says which of its parts are new: its name, its document,
its readings, its chapters.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property, partial
from typing import Any, ClassVar

import attrs

from ledger.events.messages import marked
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz_1995 import dwz, objections
from projections.rulebooks.dwz_1995.card import DwzCard, Figure
from projections.rulebooks.dwz_1995.chapters import Chapters, Field, Outcome
from projections.rulebooks.dwz_1995.closing import figures_after
from projections.rulebooks.dwz_1995.conversion import restated_cards
from projections.rulebooks.dwz_1995.edition import DWZ_1995
from projections.rulebooks.dwz_1995.field import field_of
from projections.rulebooks.dwz_1995.p4_04_residuals import as_listed
from projections.rulebooks.dwz_1995.p4_05_expectation import chance
from projections.rulebooks.dwz_1995.p4_10_1_summaries import card_after, resumed
from projections.rulebooks.dwz_1995.p4_10_order import occasion_of
from projections.rulebooks.dwz_1995.p6_01_validity import (
    last_day,
    last_lapsed,
    valid_figure,
    valid_residual_games,
)
from projections.rulebooks.dwz_1995.printed import change, printed_columns, remark
from projections.rulebooks.dwz_1995.procedure import strengths_in, work_out
from projections.rulebooks.dwz_1995.readings import Readings
from projections.rulebooks.dwz_1995.report import summary_row
from projections.rulebooks.evaluation import Evaluation, PrintedColumn, RatingStatus, Report
from projections.rulebooks.objection import Objection
from projections.rulebooks.occasion import (
    Occasion,
    RatingAdopted,
    RatingDecided,
    RulebookBegan,
    SummaryKnown,
    TournamentEnded,
)
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import Tournament

Cards = Mapping[str, DwzCard | None]
Reporting = Callable[[Outcome, Mapping[str, Figure]], Report]


@attrs.frozen
class Dwz1995(Rulebook[DwzCard]):
    """The Wertungsordnung of 1995 under chosen readings."""

    name = "dwz-1995"
    document = dwz
    card = DwzCard
    card_fields = ("rating", "index")
    federation = "GER"
    symbols: ClassVar[Mapping[str, str]] = {
        "Ro": marked("the DWZ before"),
        "Rn": marked("the DWZ after"),
        "W": marked("points"),
        "We": marked("expected points"),
        "n": marked("games"),
        "E": marked("coefficient of development"),
        "J": marked("what the age adds to E"),
        "P": marked("P(D), the expectation at a difference D"),
        "D": marked("difference of two ratings; D(p), that at which p is expected"),
        "Rc": marked("mean of the opponents' ratings"),
        "Rh": marked("performance"),
        "Rp": marked("performance that replaces Ro for the opponents"),
    }
    columns: ClassVar[Mapping[str, str]] = {
        "status": marked("Status"),
        "before": marked("Before"),
        "points": marked("Points"),
        "games": marked("Games"),
        "expected": "We",
        "coefficient": "E",
        "after": marked("After"),
        "performance": "Rh",
        "special": marked("Special"),
    }
    printed: ClassVar[Sequence[PrintedColumn]] = printed_columns(coefficient="E")
    legend = (
        "Ro: DWZ and index before. W: points. n: games. We: expected points. E: coefficient of "
        "development. Rc: mean of the opponents. Rh: performance. Rn: DWZ and index after."
    )
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "ingo-1960": {"pieces": [{"factor": -8, "plus": 2840}]}
    }
    chapters: ClassVar[Chapters] = DWZ_1995

    readings: Readings = attrs.field(factory=Readings)

    @cached_property
    def rules(self) -> Chapters:
        """The edition's chapters under the readings chosen."""
        return attrs.evolve(self.chapters, readings=self.readings)

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """What is wrong with the card of a decision: it is a rating with its index."""
        del kind
        return objections.objections_to_card(card, self.name)

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """What is wrong with a recorded decision; DWZ knows that of 6.2.1 alone."""
        return objections.objections_to_decision(rule, about, value, self.name)

    def occasions(self, tournament: Tournament) -> Sequence[Occasion]:
        """A tournament gives work once, at its end."""
        return (occasion_of(tournament),)

    def _evaluate(self, occasion: Occasion, cards: Cards) -> Evaluation[DwzCard]:
        rules = self.rules
        match occasion:
            case TournamentEnded():
                return self._tournament(occasion.tournament, cards)
            case SummaryKnown():
                return self._summary(occasion, cards.get(occasion.player.id))
            case RatingAdopted():
                adopted = rules.adopt(cards.get(occasion.player), occasion, rules)
                return Evaluation(cards={} if adopted is None else {occasion.player: adopted})
            case RatingDecided():
                return Evaluation(cards={occasion.player: rules.decide(occasion)})
            case RulebookBegan():
                return Evaluation(cards=self._began(occasion, cards))
            case _:  # it asks for no other
                return Evaluation(cards={})

    def _began(self, began: RulebookBegan, brought: Mapping[str, Any]) -> Mapping[str, DwzCard]:
        """The cards after a conversion of figures, or of the cards of an edition of the DWZ."""
        own = {player: card for player, card in brought.items() if isinstance(card, DwzCard)}
        return (
            restated_cards(began, own, self.rules) if own else self.rules.convert(began, brought)
        )

    def _tournament(self, tournament: Tournament, cards: Cards) -> Evaluation[DwzCard]:
        rules = self.rules
        excluded = rules.refusal(tournament, rules)
        if excluded is None:
            field = field_of(tournament, cards, rules)
            excluded = rules.match_refusal(field)
        if excluded is not None:
            return Evaluation(cards={}, report=partial(Report, excluded=excluded))
        return self._worked_out(field, rules.report)

    def _evaluate_part(
        self, part: Tournament, cards: Cards, others: Strengths
    ) -> Evaluation[DwzCard]:
        return self._worked_out(field_of(part, cards, self.rules, others), self._rows)

    def _worked_out(self, field: Field, report: Reporting) -> Evaluation[DwzCard]:
        rules, outcome = self.rules, work_out(field)
        figures = figures_after(outcome)
        return Evaluation(
            cards=rules.cards_after(outcome, figures),
            report=partial(report, outcome, figures),
            strengths=strengths_in(outcome),
        )

    def _rows(self, outcome: Outcome, figures: Mapping[str, Figure]) -> Report:
        """The report on a part of a tournament: of games it cannot say that they served nobody."""
        field = outcome.field
        without_games = attrs.evolve(field.tournament, games=())
        outcome = attrs.evolve(outcome, field=attrs.evolve(field, tournament=without_games))
        return self.rules.report(outcome, figures)

    def _summary(self, summary: SummaryKnown, card: DwzCard | None) -> Evaluation[DwzCard]:
        with concerning(summary.player.id):
            result = resumed(summary, card, self.rules)
        row = summary_row(summary, result)
        return Evaluation(
            cards={summary.player.id: card_after(summary, result)},
            report=partial(Report, rows=(row,)),
        )

    def standing(self, card: DwzCard | None, day: date) -> RatingStatus:
        """The valid figure, else the one that lapsed last, else none (6.1.1)."""
        valid = valid_figure(card, day, self.rules)
        held = valid or last_lapsed(card, self.rules)
        if held is None:
            return RatingStatus(status="unrated")
        return RatingStatus(
            status="lapsed" if valid is None else "valid",
            figure=held.rating,
            card={"rating": held.rating, "index": held.index},
            valid_until=held.until,
            last_event=held.source,
        )

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """P(D) of 4.5, D being the difference of the two figures."""
        del day, stones
        return chance(own - opponent, self.readings.expectancy)

    def spelt(self, card: Mapping[str, Any]) -> str:
        """A DWZ as people write it, with its index: ``1873-42``."""
        return f"{card['rating']}-{card['index']}"

    def table_row(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """A row with the ``change`` of the figure and a ``remark`` on what was done."""
        return {**super().table_row(row), "change": change(row), "remark": remark(row)}

    def residual_games(self, card: DwzCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """The residual games not thrown away on ``day``, each with its last day."""
        if card is None:
            return ()
        return [
            {**as_listed(game), "valid_until": until and until.isoformat()}
            for game in valid_residual_games(card.residual_games, day, self.readings)
            for until in [last_day(game.ended_on, self.readings.residual_years)]
        ]

    def converts_from(self, before: Rulebook[Any], card: Any, day: date) -> Any:
        """The card itself where the DWZ goes on, else what the rulebook before gives of it."""
        return card if self.keeps_cards_of(before) else super().converts_from(before, card, day)

    def shown_before_conversion(
        self, before: Rulebook[Any], card: Any, day: date
    ) -> Mapping[str, Any] | None:
        """Between editions the own DWZ: it is converted lapsed too, beside a foreign figure."""
        own = card.figure if self.keeps_cards_of(before) and card is not None else None
        return super().shown_before_conversion(before, card, day) if own is None else _shown(own)

    def shown_conversion(
        self, card: DwzCard | None, event: str, day: date
    ) -> Mapping[str, Any] | None:
        """The own DWZ where the conversion gave it, lapsed or not."""
        del day
        own = None if card is None else card.figure
        return _shown(own) if own is not None and own.source == event else None

    def conversion_source(self, card: DwzCard | None, day: date) -> tuple[int, int] | None:
        """Rating and index of the figure valid on ``day``."""
        held = valid_figure(card, day, self.rules)
        return None if held is None else (held.rating, held.index)


def _shown(figure: Figure) -> Mapping[str, Any]:
    return {"rating": figure.rating, "index": figure.index}
