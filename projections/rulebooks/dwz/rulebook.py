"""The editions of the DWZ as rulebooks of the registry."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property, partial
from typing import Any, ClassVar

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks.document import concerning
from projections.rulebooks.dwz import dwz, dwz_2014, dwz_2026
from projections.rulebooks.dwz.card import DwzCard, Figure
from projections.rulebooks.dwz.chapters import Chapters, Field, Outcome
from projections.rulebooks.dwz.editions import DWZ_1995, DWZ_2014, DWZ_2026
from projections.rulebooks.dwz.field import field_of, figures_after
from projections.rulebooks.dwz.p4_04_residual_games import as_listed
from projections.rulebooks.dwz.p4_05_expectation import chance
from projections.rulebooks.dwz.p4_10_order import card_after, occasion_of, resumed
from projections.rulebooks.dwz.p6_01_validity import (
    UMSTUFUNG,
    last_day,
    last_lapsed,
    restated_cards,
    valid_figure,
    valid_residual_games,
)
from projections.rulebooks.dwz.p6_02_events import EXCEPTION
from projections.rulebooks.dwz.procedure import strengths_in, work_out
from projections.rulebooks.dwz.readings import Readings1995, Readings2014, Readings2026
from projections.rulebooks.dwz.report import PRINTED, change, remark, summary_row
from projections.rulebooks.evaluation import Evaluation, RatingStatus, Report, printed
from projections.rulebooks.objection import (
    Entry,
    Objection,
    Objections,
    Ruling,
    faulty_entries,
    is_bool,
    is_whole,
    only,
    unknown_entries,
)
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

# --- objections to a card or a decision ----------------------------------------------------------


HIGHEST = 9999


_CARD = [
    Entry(
        "rating",
        is_whole(-HIGHEST, HIGHEST),
        Message("must be a whole number from -%(most)s to %(most)s", most=HIGHEST),
    ),
    Entry("index", is_whole(0), Message("must be a whole number, 0 or more")),
]


def _one_tournament(about: Mapping[str, Any]) -> Objections:
    if set(about) != {"tournament"} or not isinstance(about["tournament"], str):
        remedy = Message('must name the tournament and nothing else: {"tournament": "id"}')
        yield Objection("about", remedy)


_CHOICE = Message('must be {"evaluate": true}, or false to refuse the tournament')
_RULINGS = {EXCEPTION: Ruling(_one_tournament, only("evaluate", is_bool, _CHOICE))}
"""An exception under 6.2.1, granted or refused to a tournament."""


# --- 1995 ----------------------------------------------------------------------------------------
# A later edition inherits the class and says which of its parts are new: its name, its document,
# its readings, its chapters.


Cards = Mapping[str, DwzCard | None]
Reporting = Callable[[Outcome, Mapping[str, Figure]], Report]


@attrs.frozen
class Dwz1995(Rulebook[DwzCard]):
    """The Wertungsordnung of 1995 under chosen readings."""

    name = "dwz-1995"
    document = dwz
    card = DwzCard
    card_fields = ("rating", "index")
    typed_example = "1700-12"
    fields_of_opponents: ClassVar[Mapping[str, Any]] = {"index": 6}
    rulings: ClassVar[Mapping[str, Ruling]] = _RULINGS
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
    printed = printed(PRINTED.format("E"))
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "ingo-1960": {"pieces": [{"factor": -8, "plus": 2840}]}
    }
    chapters: ClassVar[Chapters] = DWZ_1995

    readings: Readings1995 = attrs.field(factory=Readings1995)

    @cached_property
    def rules(self) -> Chapters:
        """The edition's chapters under the readings chosen."""
        return attrs.evolve(self.chapters, readings=self.readings)

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """Return the faults in the card of a decision: it must be a rating with its index."""
        del kind
        unknown = Message(
            "a card of %(edition)s has a rating and an index; leave it out", edition=self.name
        )
        return [*faulty_entries(card, _CARD), *unknown_entries(card, _CARD, unknown)]

    def occasions(self, tournament: Tournament) -> Sequence[Occasion]:
        """Return the one occasion of a tournament, its end."""
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
            case _:  # this edition requires no other
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
        """The report on a part of a tournament, without the games that counted for nobody."""
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
        """Return the valid figure, else the one that lapsed last, else none (6.1.1)."""
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

    def format_card(self, card: Mapping[str, Any]) -> str:
        """A DWZ as people write it, with its index: ``1873-42``."""
        return f"{card['rating']}-{card['index']}"

    def table_row(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """A row with the ``change`` of the figure and a ``remark`` on what was done."""
        return {**super().table_row(row), "change": change(row), "remark": remark(row)}

    def residual_games(self, card: DwzCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """Return the residual games valid on ``day``, each with its last day."""
        if card is None:
            return ()
        return [
            {**as_listed(game), "valid_until": until and until.isoformat()}
            for game in valid_residual_games(card.residual_games, day, self.readings)
            for until in [last_day(game.ended_on, self.readings.residual_years)]
        ]

    def converts_from(self, before: Rulebook[Any], card: Any, day: date) -> Any:
        """The card itself if the DWZ goes on, else the converted values of the rulebook before."""
        return card if self.keeps_cards_of(before) else super().converts_from(before, card, day)

    def shown_before_conversion(
        self, before: Rulebook[Any], card: Any, day: date
    ) -> Mapping[str, Any] | None:
        """Return the own DWZ between editions: it is converted even if lapsed."""
        own = card.figure if self.keeps_cards_of(before) and card is not None else None
        return super().shown_before_conversion(before, card, day) if own is None else _shown(own)

    def shown_conversion(
        self, card: DwzCard | None, event: str, day: date
    ) -> Mapping[str, Any] | None:
        """Return the own DWZ if the conversion gave it, lapsed or not."""
        del day
        own = None if card is None else card.figure
        return _shown(own) if own is not None and own.source == event else None

    def conversion_source(self, card: DwzCard | None, day: date) -> tuple[int, int] | None:
        """Rating and index of the figure valid on ``day``."""
        held = valid_figure(card, day, self.rules)
        return None if held is None else (held.rating, held.index)


def _shown(figure: Figure) -> Mapping[str, Any]:
    return {"rating": figure.rating, "index": figure.index}


# --- 2014 ----------------------------------------------------------------------------------------


@attrs.frozen
class Dwz2014(Dwz1995):
    """The Wertungsordnung between 2003 and the Umstufung of 2026, under chosen readings."""

    name = "dwz-2014"
    document = dwz_2014
    chapters: ClassVar[Chapters] = DWZ_2014

    readings: Readings2014 = attrs.field(factory=Readings2014)

    @dwz_2014.within("4.1.1")
    def residual_games(self, card: DwzCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """No games if there is a DWZ: it never lapses, even if it did before this edition."""
        if valid_figure(card, day, self.rules) is not None:
            return ()
        return super().residual_games(card, day)


# --- 2026 ----------------------------------------------------------------------------------------


@attrs.frozen
class Dwz2026(Dwz2014):
    """The Wertungsordnung since the Umstufung of 2026, under chosen readings."""

    name = "dwz-2026"
    document = dwz_2026
    columns: ClassVar[Mapping[str, str]] = {**Dwz2014.columns, "coefficient": "K"}
    printed = printed(PRINTED.format("K"))
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "dwz-1995": UMSTUFUNG,
        "dwz-2014": UMSTUFUNG,
    }
    chapters: ClassVar[Chapters] = DWZ_2026

    readings: Readings2026 = attrs.field(factory=Readings2026)
