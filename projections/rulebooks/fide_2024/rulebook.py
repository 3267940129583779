"""FIDE 2024 as a rulebook of the registry."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, ClassVar

import attrs
from msgspec.structs import replace

from ledger.events.messages import Message, marked
from projections.rulebooks.conversion import Piece, carried_over, piece_for
from projections.rulebooks.document import concerning
from projections.rulebooks.evaluation import (
    Evaluation,
    RatingStatus,
    Report,
    joined,
    picked,
    printed,
)
from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.card import (
    ACCEPTED,
    GAME,
    LIST,
    NEW,
    WHOLE_MATCH,
    Cards,
    FideCard,
    PooledResult,
)
from projections.rulebooks.fide_2024.p4_reports import (
    is_inactive,
    list_of,
    list_of_report,
    lists_open_to,
    may_be_split,
    occasions_of,
)
from projections.rulebooks.fide_2024.p8_ratings import PD, base_K, difference, last_day
from projections.rulebooks.fide_2024.procedure import (
    FLOOR_BEFORE,
    due_list,
    exemption,
    floor_on,
    list_published,
    report_begun,
    report_ended,
)
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.fide_2024.report import ReportSource, joined_row, rows_of
from projections.rulebooks.figures import whole
from projections.rulebooks.objection import (
    Entry,
    Objection,
    Ruling,
    by_id,
    faulty_entries,
    is_bool,
    is_whole,
    only,
    unknown_entries,
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
from projections.rulebooks.tournament import Player, Tournament

# --- ratings set from outside: conversions, decisions, and ratings of FIDE's own lists -----------


OWN_SYSTEM = "FIDE"


@fide.within("0")
def decided_card(decided: RatingDecided, cards: Cards, readings: Readings) -> dict[str, FideCard]:
    """Return the card with rating, games and peak as decided; waiting reports stay.

    Below the floor of its day it is no rating, whatever floor it was checked against on
    submission.
    """
    rating = decided.card["rating"]
    if rating < floor_on(decided.day):
        return {}
    games, peak = decided.card.get("games"), decided.card.get("peak")
    given = {"kind": decided.kind, "by": decided.by, "reason": decided.reason}
    fide.note("0", "The rating that was decided, from this day on.", given, rating)
    games, peak = readings.assumed_games if games is None else games, max(rating, peak or 0)
    return _with_figure(cards, decided, rating, games, peak)


@fide.within("0")
def adopted_card(adopted: RatingAdopted, cards: Cards, readings: Readings) -> dict[str, FideCard]:
    """Return the card after an adoption: a figure of FIDE's own list is a decision of its day.

    Figures of other systems are ignored.
    """
    rating = adopted.figure
    if adopted.system != OWN_SYSTEM or not adopted.verified or rating < floor_on(adopted.day):
        return {}
    given = {"list": adopted.list_date, "verified": adopted.verified}
    fide.note("0", "The rating of FIDE's own list, from its day on.", given, rating)
    return _with_figure(cards, adopted, rating, readings.assumed_games, rating)


def _with_figure(
    cards: Cards, given: RatingDecided | RatingAdopted, rating: int, games: int, peak: int
) -> dict[str, FideCard]:
    """Return the card with a rating: it ends the first-event right and empties an unrated pool."""
    before = cards.get(given.player) or NEW
    after = replace(
        before,
        rating=rating,
        rating_event=given.event,
        games=games,
        peak=peak,
        active_on=before.active_on or list_of(given.day),
        birth_year=given.birth_year,
        had_first_event=True,
        pool=(),
        delisted=None,
    )
    return {given.player: after}


# --- conversions ---------------------------------------------------------------------------


def converted(
    began: RulebookBegan, cards: Mapping[str, Any], readings: Readings
) -> dict[str, FideCard]:
    """Return the cards after a conversion: FIDE's own go on, others carry over their figure."""
    changed = {}
    for player, held in cards.items():
        with concerning(player):
            if isinstance(held, FideCard):
                card: FideCard | None = own_card_converted(began, held)
            else:
                card = first_card_converted(began, held, readings)
        if card is not None:
            changed[player] = _with_age(card, began.everyone.get(player))
    return changed


def _with_age(card: FideCard, person: Player | None) -> FideCard:
    """Return the card with the year of birth on record, on which K depends."""
    if person is None or person.birth_year == card.birth_year:
        return card
    return replace(card, birth_year=person.birth_year)


def first_card_converted(
    began: RulebookBegan, held: tuple[int, int] | None, readings: Readings
) -> FideCard | None:
    """Return the card for a converted figure of another system; None below the floor."""
    rating = None if held is None else converted_rating(held[0], began)
    if rating is None:
        return None
    return FideCard(
        rating=rating,
        rating_event=began.event,
        games=readings.assumed_games,
        peak=rating,
        active_on=list_of(began.day),
        had_first_event=True,
    )


@fide.within("0")
def converted_rating(figure: int, began: RulebookBegan) -> int | None:
    """Return a figure converted by its piece; None without one, and below the floor."""
    rating, piece = _rounded(figure, began.pieces), piece_for(figure, began.pieces)
    if rating is None or piece is None or rating < floor_on(began.day):
        return None
    given = {"before": began.before, "figure": figure}
    given |= {name: piece[name] for name in ("factor", "plus")}
    fide.note("0", "factor · figure + plus, rounded, from this day on.", given, rating)
    return rating


def own_card_converted(began: RulebookBegan, card: FideCard) -> FideCard:
    """Return a FIDE card converted, as on 1 March 2024: the floor applies only afterwards."""
    pool = tuple(_pool_converted(card.pool, began))
    figure = card.rating
    if figure is None and card.delisted is not None and card.delisted.listed_on == began.day:
        figure = card.delisted.rating
    rating = None if figure is None else converted_rating(figure, began)
    if rating is None:
        return replace(card, rating=None, rating_event=None, pool=pool, delisted=None)
    return replace(
        card,
        rating=rating,
        rating_event=began.event,
        games=card.games + len(card.pool),
        peak=max(card.peak, rating),
        pool=(),
        delisted=None,
    )


def _pool_converted(pool: Sequence[PooledResult], began: RulebookBegan) -> Iterator[PooledResult]:
    """Yield an unrated player's pool with the opponents' ratings converted, unchanged, or none."""
    for result in pool:
        if began.residual_games == "keep":
            yield result
        elif began.residual_games == "convert":
            rating = _rounded(result.opponent_rating, began.pieces)
            if rating is not None:
                yield replace(result, opponent_rating=rating)


def _rounded(figure: int, pieces: Sequence[Piece]) -> int | None:
    number = carried_over(figure, pieces)
    return None if number is None else whole(number)


# --- objections to a card or a decision, all at once ---------------------------------------------


_LARGEST = 9_999


def _entries(floor: int = FLOOR_BEFORE) -> Sequence[Entry]:
    """Return the entries of a card: a rating, and games and peak if known."""
    rating = Message("give the rating as a whole number, %(least)s or more", least=floor)
    games = Message("give the games as a whole number, or leave them out")
    peak = Message("give the highest rating ever, or leave it out")
    return [
        Entry("rating", is_whole(floor, _LARGEST), rating),
        Entry("games", is_whole(0, _LARGEST), games, may_lack=True),
        Entry("peak", is_whole(0, _LARGEST), peak, may_lack=True),
    ]


def _is_list(value: object) -> bool:
    """True if the value is the day of a list, the first of a month."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value[:8] + "01"
    except ValueError:
        return False


def _ruling(subject: str, field: str, accepts: Callable[[Any], bool], form: Message) -> Ruling:
    remedy = Message("give %(form)s", form=form)
    return Ruling(by_id(subject), only(field, accepts, remedy, at=f"value.{field}"))


_RULINGS = {
    LIST: _ruling("tournament", "list", _is_list, Message('a list: {"list": "2026-04-01"}')),
    GAME: _ruling("game", "rate", is_bool, Message('{"rate": false} or {"rate": true}')),
    WHOLE_MATCH: _ruling(
        "tournament", "rate_all", is_bool, Message('{"rate_all": true} or false')
    ),
    ACCEPTED: _ruling("tournament", "evaluate", is_bool, Message('{"evaluate": false} or true')),
}


# --- the rulebook --------------------------------------------------------------------------------


def _report_ended(ended: ReportEnded, cards: Cards, readings: Readings) -> Evaluation[FideCard]:
    games, changed = report_ended(ended, cards, readings)
    report = partial(Report, excluded=games.excluded, games_not_rated=games.left_out)
    return Evaluation(cards=changed, report=report)


@attrs.frozen
class Fide2024(Rulebook[FideCard]):
    """FIDE's Elo with its monthly lists, standard, rapid or blitz."""

    readings: Readings = attrs.field(factory=Readings)
    name = "fide-2024"
    document = fide
    card = FideCard
    card_fields = ("rating", "k", "games", "peak", "inactive")
    typed_fields = ("rating", "games", "peak")
    tasks: ClassVar[Tasks] = {
        ReportBegan: lambda it, cards, _: report_begun(it, cards),
        ReportEnded: _report_ended,
        ListDue: list_published,
        RulebookBegan: converted,
        RatingDecided: decided_card,
        RatingAdopted: adopted_card,
    }
    card_entries = _entries()
    no_card_entry = Message("unknown: a card of fide-2024 has rating, games and peak")
    rulings: ClassVar[Mapping[str, Ruling]] = _RULINGS
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
    printed = printed(
        "Status: status, Ro: rating_before, Rc: opponents_mean, W: points/1, n: games, "
        "PD: expected/2, ΔR: delta/2, K: k, K·ΔR: change/2, List: list, Rn: rating_after, "
        "Rp: performance"
    )

    def objections_to_day(self, card: Mapping[str, Any], day: date) -> Sequence[Objection]:
        """Return an objection to a rating below the floor of its day (7.2.1)."""
        entries = _entries(floor_on(day))
        unknown = unknown_entries(card, entries, self.no_card_entry)
        return [*unknown, *faulty_entries(card, entries)]

    def objections_to_end(self, rule: str, value: Any, ended_on: date) -> Sequence[Objection]:
        """An objection to another list than the three after the end of the tournament (9.1)."""
        lists = lists_open_to(ended_on)
        if rule != LIST or date.fromisoformat(value["list"]) in lists:
            return []
        *some, last = (each.isoformat() for each in lists)
        remedy = Message(
            "the tournament ended on %(day)s: give %(some)s or %(last)s",
            day=ended_on,
            some=", ".join(some),
            last=last,
        )
        return [Objection("value.list", remedy)]

    def is_dated_by_games(self, tournament: Tournament) -> bool:
        """True: a long tournament may be reported month by month."""
        return may_be_split(tournament, self.readings)

    def occasions(self, tournament: Tournament) -> Iterator[Occasion]:
        """The beginning and the end of every report."""
        return occasions_of(tournament, self.readings)

    def due_on(self, card: FideCard | None) -> date | None:
        """Return the next list for which a report waits."""
        return due_list(card)

    def converts_from(self, before: Rulebook[Any], card: Any, day: date) -> Any:
        """Return its own card itself, or the figure of another rulebook's card."""
        return card if isinstance(before, Fide2024) else before.conversion_source(card, day)

    def settled_on(self, occasion: Occasion) -> date | None:
        """Return the list by which a report has its rows."""
        if not isinstance(occasion, ReportEnded):
            return None
        return list_of_report(occasion.day, occasion.tournament, self.readings)

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
        """Return an unrated player's pool, as far as it is still valid."""
        months = self.readings.pool_months
        return [
            picked(result, "game tournament opponent opponent_rating points")
            | {"list": result.listed_on.isoformat(), "valid_until": until.isoformat()}
            for result in (() if card is None else card.pool)
            for until in [last_day(result.listed_on, months)]
            if day <= until
        ]

    def format_card(self, card: Mapping[str, Any]) -> str:
        """Return the rating alone; the rest of a card only decides K."""
        return str(card["rating"])
