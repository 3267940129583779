"""FIDE 2024 in the form that every rulebook has."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, ClassVar

import attrs
from msgspec.structs import replace

from ledger.events.messages import Message, marked
from projections.rulebooks.conversion import Piece, carried_over, piece_for
from projections.rulebooks.document import concerning
from projections.rulebooks.evaluation import Evaluation, PrintedColumn, RatingStatus, Report
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
from projections.rulebooks.fide_2024.report import ListedFrom, joined, rows_of
from projections.rulebooks.figures import whole
from projections.rulebooks.objection import (
    Entry,
    Objection,
    Objections,
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
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Player, Tournament

# --- figures set from outside: conversions, decisions, and figures of FIDE's own lists -----------


OWN_SYSTEM = "FIDE"


@fide.within("0")
def decided_card(
    decided: RatingDecided, card: FideCard | None, readings: Readings
) -> dict[str, FideCard]:
    """The card that a body sets replaces rating, games and peak; what waits for a list stays.

    Below the floor of its day it is no rating, whatever it was checked against when it came in.
    """
    rating = decided.card["rating"]
    if rating < floor_on(decided.day):
        return {}
    games, peak = decided.card.get("games"), decided.card.get("peak")
    fide.note(
        "0",
        "The rating that was decided, from this day on.",
        {"kind": decided.kind, "by": decided.by, "reason": decided.reason},
        rating,
    )
    given = _with_figure(
        card,
        decided,
        rating,
        games=readings.assumed_games if games is None else games,
        peak=max(rating, peak or 0),
    )
    return {decided.player: given}


@fide.within("0")
def adopted_card(
    adopted: RatingAdopted, card: FideCard | None, readings: Readings
) -> dict[str, FideCard]:
    """A figure of FIDE's own list is a decision of its day; no other figure means anything."""
    rating = adopted.figure
    if adopted.system != OWN_SYSTEM or not adopted.verified or rating < floor_on(adopted.day):
        return {}
    fide.note(
        "0",
        "The rating of FIDE's own list, from its day on.",
        {"list": adopted.list_date, "verified": adopted.verified},
        rating,
    )
    given = _with_figure(card, adopted, rating, games=readings.assumed_games, peak=rating)
    return {adopted.player: given}


def _with_figure(
    card: FideCard | None,
    given: RatingDecided | RatingAdopted,
    rating: int,
    *,
    games: int,
    peak: int,
) -> FideCard:
    """A figure ends the right of the first event, and empties the pool of who was unrated."""
    before = card or NEW
    return replace(
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


# --- conversions ---------------------------------------------------------------------------


def converted(
    began: RulebookBegan, cards: Mapping[str, Any], readings: Readings
) -> dict[str, FideCard]:
    """The cards after a conversion: FIDE's own go on, of others the figure is carried over."""
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
    """The card with the year of birth on record, on which K depends."""
    if person is None or person.birth_year == card.birth_year:
        return card
    return replace(card, birth_year=person.birth_year)


def first_card_converted(
    began: RulebookBegan, held: tuple[int, int] | None, readings: Readings
) -> FideCard | None:
    """The figure of another system, as its conversion says; below the floor it is none."""
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
    """A figure by the piece that holds for it; None without one, and below the floor."""
    rating, piece = _rounded(figure, began.pieces), piece_for(figure, began.pieces)
    if rating is None or piece is None or rating < floor_on(began.day):
        return None
    fide.note(
        "0",
        "factor · figure + plus, rounded, from this day on.",
        {"before": began.before, "figure": figure}
        | {name: piece[name] for name in ("factor", "plus")},
        rating,
    )
    return rating


def own_card_converted(began: RulebookBegan, card: FideCard) -> FideCard:
    """A FIDE card converted, as on 1 March 2024: the floor is asked only afterwards."""
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
    """The opponents' ratings in an unrated player's pool: converted, kept, or dropped with it."""
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


def card_entries(floor: int = FLOOR_BEFORE) -> Sequence[Entry]:
    """A rating, and where they are known games and peak."""
    rating = Message("give the rating as a whole number, %(least)s or more", least=floor)
    games = Message("give the games as a whole number, or leave them out")
    peak = Message("give the highest rating ever, or leave it out")
    return [
        Entry("rating", is_whole(floor, _LARGEST), rating),
        Entry("games", is_whole(0, _LARGEST), games, may_lack=True),
        Entry("peak", is_whole(0, _LARGEST), peak, may_lack=True),
    ]


def objections_to_card(card: Mapping[str, Any], floor: int = FLOOR_BEFORE) -> Objections:
    """What is wrong with the card of a decision."""
    entries = card_entries(floor)
    unknown = Message("unknown: a card of fide-2024 has rating, games and peak")
    yield from unknown_entries(card, entries, unknown)
    yield from faulty_entries(card, entries)


def objections_to_list(rule: str, value: Mapping[str, Any], ended_on: date) -> Objections:
    """The list on which a tournament is rated is one that it may still be reported for (9.1)."""
    lists = lists_open_to(ended_on)
    if rule == LIST and date.fromisoformat(value["list"]) not in lists:
        *some, last = (each.isoformat() for each in lists)
        message = Message(
            "the tournament ended on %(day)s: give %(some)s or %(last)s",
            day=ended_on,
            some=", ".join(some),
            last=last,
        )
        yield Objection("value.list", message)


def _is_list(value: object) -> bool:
    """Whether it is the day of a list, the first of a month."""
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


@attrs.frozen
class Fide2024(Rulebook[FideCard]):
    """FIDE's Elo with its monthly lists, standard, rapid or blitz."""

    readings: Readings = attrs.field(factory=Readings)
    name = "fide-2024"
    document = fide
    card = FideCard
    card_fields = ("rating", "k", "games", "peak", "inactive")
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
        return list(objections_to_card(card))

    def objections_to_day(self, card: Mapping[str, Any], day: date) -> Sequence[Objection]:
        """No rating below the floor of its day (7.2.1) is decided."""
        return list(objections_to_card(card, floor_on(day)))

    def objections_to_end(self, rule: str, value: Any, ended_on: date) -> Sequence[Objection]:
        """Another list is one of the three after the end of the tournament (9.1)."""
        return list(objections_to_list(rule, value, ended_on))

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

    def format_card(self, card: Mapping[str, Any]) -> str:
        """The rating alone: what else is on a card decides K."""
        return str(card["rating"])
