"""FIDE 2024 as a rulebook of the registry."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, ClassVar

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks.evaluation import RatingStatus, Report, joined, picked, printed
from projections.rulebooks.fide_2024 import fide, procedure
from projections.rulebooks.fide_2024 import p0_ratings_from_outside as p0
from projections.rulebooks.fide_2024 import p4_reports as p4
from projections.rulebooks.fide_2024 import p5_counted_games as p5
from projections.rulebooks.fide_2024 import p8_ratings as p8
from projections.rulebooks.fide_2024.card import Cards, FideCard
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.fide_2024.report import ReportSource, joined_row, rows_of
from projections.rulebooks.objection import (
    Entry,
    Objection,
    Ruling,
    by_id,
    faults_in,
    is_bool,
    is_day,
    only,
    whole_between,
)
from projections.rulebooks.occasion import (
    ListDue,
    Occasion,
    RatingAdopted,
    RatingDecided,
    ReportBegan,
    ReportEnded,
    RulebookBegan,
)
from projections.rulebooks.rulebook import Rulebook, Tasks
from projections.rulebooks.tournament import Tournament, age_in

# --- objections to a card or a decision, all at once ---------------------------------------------

_LARGEST = 9_999


def _entries(floor: int = procedure.FLOOR_BEFORE) -> Sequence[Entry]:
    """Return the entries of a card: a rating, and games and peak if known."""
    rating = Message("give the rating as a whole number, %(least)s or more", least=floor)
    games = Message("give the games as a whole number, or leave them out")
    peak = Message("give the highest rating ever, or leave it out")
    return [
        Entry("rating", whole_between(floor, _LARGEST), rating),
        Entry("games", whole_between(0, _LARGEST), games, may_lack=True),
        Entry("peak", whole_between(0, _LARGEST), peak, may_lack=True),
    ]


def _is_list(value: object) -> bool:
    """True if the value is the day of a list, the first of a month."""
    return is_day(value) and str(value).endswith("-01")


def _ruling(subject: str, field: str, accepts: Callable[[Any], bool], form: Message) -> Ruling:
    remedy = Message("give %(form)s", form=form)
    return Ruling(by_id(subject), only(field, accepts, remedy, at=f"value.{field}"))


_RULINGS = {
    p4.LIST: _ruling("tournament", "list", _is_list, Message('a list: {"list": "2026-04-01"}')),
    p5.GAME: _ruling("game", "rate", is_bool, Message('{"rate": false} or {"rate": true}')),
    p5.WHOLE_MATCH: _ruling(
        "tournament", "rate_all", is_bool, Message('{"rate_all": true} or false')
    ),
    p5.ACCEPTED: _ruling(
        "tournament", "evaluate", is_bool, Message('{"evaluate": false} or true')
    ),
}


# --- the rulebook --------------------------------------------------------------------------------


@attrs.frozen
class Fide2024(Rulebook[FideCard]):
    """FIDE's Elo with its monthly lists, standard, rapid or blitz."""

    readings: Readings = attrs.field(factory=Readings)
    name = "fide-2024"
    document = fide
    asks_clubs = False
    card = FideCard
    card_fields = ("rating", "k", "games", "peak", "inactive")
    typed_fields = ("rating", "games", "peak")
    tasks: ClassVar[Tasks] = {
        ReportBegan: lambda it, cards, _: procedure.report_begun(it, cards),
        ReportEnded: procedure.report_ended,
        ListDue: procedure.list_published,
        RulebookBegan: p0.converted,
        RatingDecided: p0.decided_card,
        RatingAdopted: p0.adopted_card,
    }
    card_entries = _entries()
    no_card_entry = Message("unknown: a card of fide-2024 has rating, games and peak")
    rulings: ClassVar[Mapping[str, Ruling]] = _RULINGS
    conversion_asks_persons = True
    first_rating = (
        p8.LEAST_GAMES,
        marked(
            "A first rating needs five games against rated players within 26 months, and has to "
            "be 1400 or more."
        ),
    )
    highest_first = p8.HIGHEST_FIRST_RATING, "FIDE 8.2.3"
    pooling = "FIDE 7.1.4", "FIDE 8.2.1"
    symbols: ClassVar[Mapping[str, str]] = {
        "Ro": marked("the rating before"),
        "Rn": marked("the rating after"),
        "W": marked("points"),
        "ΔR": marked("points above or below the expected score"),
        "K·ΔR": marked("change of the rating, before rounding"),
        "Rp": marked("performance"),
        "D": marked("difference of the two ratings"),
        "PD": marked("expected score at a difference D"),
        "K": marked("development coefficient"),
        "Ra": marked("average rating of the opponents"),
        "Ru": marked("the first rating"),
        "dp": marked("the addition to Ra for a percentage score"),
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
    printed = printed(
        "Status: status, Ro: rating_before, Rc: opponents_mean, W: points/1, n: games, "
        "PD: expected/2, ΔR: delta/2, K: k, K·ΔR: change/2, List: list, Rn: rating_after, "
        "Rp: performance"
    )

    def objections_to_day(self, card: Mapping[str, Any], day: date) -> Sequence[Objection]:
        """Return an objection to a rating below the floor of its day (7.2.1)."""
        return list(faults_in(card, _entries(procedure.floor_on(day)), self.no_card_entry))

    def objections_to_end(self, rule: str, value: Any, ended_on: date) -> Sequence[Objection]:
        """An objection to another list than the three after the end of the tournament (9.1)."""
        lists = p4.lists_open_to(ended_on)
        if rule != p4.LIST or date.fromisoformat(value["list"]) in lists:
            return []
        *some, last = (each.isoformat() for each in lists)
        remedy = Message(
            "the tournament ended on %(day)s: give %(some)s or %(last)s",
            {"day": ended_on, "some": ", ".join(some), "last": last},
        )
        return [Objection("value.list", remedy)]

    def is_dated_by_games(self, tournament: Tournament) -> bool:
        """True: a long tournament may be reported month by month."""
        return p4.may_be_split(tournament, self.readings)

    def occasions(self, tournament: Tournament) -> Iterator[Occasion]:
        """The beginning and the end of every report."""
        return p4.occasions_of(tournament, self.readings)

    def due_on(self, card: FideCard | None) -> date | None:
        """Return the next list for which a report waits."""
        return procedure.due_list(card)

    def waiting_reports(self, card: FideCard, until: date) -> Sequence[str]:
        """Return the tournaments of the reports that wait for a list until a day (7.1.2)."""
        return [each.tournament for each in card.waiting if each.listed_on <= until]

    def converts_from(self, before: Rulebook[Any], card: Any, day: date) -> Any:
        """Return its own card itself, or the figure of another rulebook's card."""
        return card if isinstance(before, Fide2024) else before.conversion_source(card, day)

    def settled_on(self, occasion: Occasion) -> date | None:
        """Return the list by which a report has its rows."""
        if not isinstance(occasion, ReportEnded):
            return None
        return p4.list_of_report(occasion.day, occasion.tournament, self.readings)

    def settled(
        self, report: Report, occasion: Occasion, cards: Cards, *, is_included: bool
    ) -> Report:
        """Return the report with its rows, from the cards before its list or those of the cut."""
        if not isinstance(occasion, ReportEnded):
            return report
        source = ReportSource(cards=cards, published=is_included, readings=self.readings)
        return attrs.evolve(report, rows=rows_of(occasion.tournament.id, occasion.day, source))

    def join(self, reports: Sequence[Report]) -> Report:
        """A tournament's months as one report."""
        return joined(reports, joined_row)

    def standing(self, card: FideCard | None, day: date) -> RatingStatus:
        """Return the rating of the current list, or one decided since; it never lapses."""
        if card is None or card.rating is None:
            return RatingStatus(status="unrated")
        year, own = p4.list_of(day).year, self.readings
        return RatingStatus(
            status="valid",
            figure=card.rating,
            card={
                "rating": card.rating,
                "k": p8.base_K(card, year, own.k_order, own.junior_2300),
                "games": card.games,
                "peak": card.peak,
                "inactive": p4.is_inactive(card.active_on, day),
            },
            last_event=card.rating_event,
        )

    def unchanged_until(self, card: FideCard | None, day: date) -> date | None:
        """Return the last day of a junior's year (8.3.3), or before the player is inactive (4)."""
        if card is None or card.rating is None:
            return None
        year, ends = p4.list_of(day).year, list[date]()
        age = age_in(year, card.birth_year)
        if age is not None and age <= p8.JUNIOR_YEARS:
            ends.append(date(year, 12, 31))
        if card.active_on is not None and not p4.is_inactive(card.active_on, day):
            ends.append(p4.lists_later(card.active_on, p4.ACTIVE_LISTS) - timedelta(days=1))
        return min(ends, default=None)

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """PD of 8.1.2 at the difference that counts on that day (8.3.1)."""
        D = p8.difference(round(own), round(opponent), procedure.exemption(day, self.readings))
        return p8.PD(D) / 100

    def residual_games(self, card: FideCard | None, day: date) -> Sequence[Mapping[str, Any]]:
        """Return an unrated player's pool, as far as it is still valid."""
        return [
            picked(result, "game tournament opponent opponent_rating points")
            | {"list": result.listed_on.isoformat(), "valid_until": until.isoformat()}
            for result in (() if card is None else card.pool)
            for until in [self.pooled_until(result.listed_on)]
            if day <= until
        ]

    def pooled_until(self, listed_on: date) -> date:
        """The last day of 7.1.4, by this reading of it."""
        return p8.last_day(listed_on, self.readings.pool_months)

    def format_card(self, card: Mapping[str, Any]) -> str:
        """Return the rating alone; the rest of a card only decides K."""
        return str(card["rating"])
