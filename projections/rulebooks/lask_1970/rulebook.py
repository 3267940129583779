"""LASK 1970 in the form that every rulebook has."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, cast

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks.conversion import Figures, carried_over
from projections.rulebooks.evaluation import Evaluation, RatingStatus, Report
from projections.rulebooks.figures import whole
from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.card import (
    ADDITION,
    BONUS,
    CLASS_MEANS,
    DEDUCTIONS,
    LONG_GAME,
    MEAN,
    AnyCard,
    Cards,
    LaskCard,
    first_card,
    unpack,
    with_numbers,
)
from projections.rulebooks.lask_1970.metod_1_initial import (
    decided_card,
    initial_rating,
    proposed_number,
)
from projections.rulebooks.lask_1970.procedure import base_date, games_booked
from projections.rulebooks.lask_1970.rankingregler import (
    FIRST_OF_JUNE,
    base_dates,
    expected_score,
    occasions_of,
)
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_6_base_dates import club_report, letter
from projections.rulebooks.lask_1970.report import joined
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
    DayCame,
    GamesPlayed,
    Occasion,
    RatingDecided,
    RulebookBegan,
    TournamentEnded,
)
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Tournament, TypicalResult

# --- figures carried over from the rulebook before -----------------------------------------------


def converted(began: RulebookBegan, figures: Figures) -> dict[str, LaskCard]:
    """Everybody's figure converted, as his first number; evaluations are not counted here."""
    numbers = {
        player: carried_over(held[0], began.pieces)
        for player, held in figures.items()
        if held is not None
    }
    return {
        player: first_card(whole(number), began.day, began.event)
        for player, number in numbers.items()
        if number is not None
    }


# --- objections to a card or a decision, all at once ---------------------------------------------


_LARGEST = 999_999
_A_WHOLE_NUMBER = is_whole(-_LARGEST, _LARGEST)
_A_COUNT = is_whole(0, _LARGEST)
_CARD = [
    Entry(
        "rating",
        _A_WHOLE_NUMBER,
        Message("give the rating as a whole number of at most six digits"),
    )
]
_NOT_ON_A_CARD = Message("unknown: a card of lask-1970 has a rating only")


def _decimal(value: object) -> bool:
    if type(value) not in {int, float}:
        return False
    number: float = value  # type: ignore[assignment]
    return abs(number) <= _LARGEST and round(number, 3) == number


def _is_row(games: str) -> bool:
    number = games.removesuffix("+")
    return number.isascii() and number.isdigit() and str(int(number)) == number and len(number) < 3


def _an_object(faults: Callable[[Mapping[str, Any]], Objections]) -> Callable[[Any], Objections]:
    """Return the test of a value that must be an object, and free of these faults."""
    remedy = Message("give an object, as the contract shows it for this rule")
    return lambda value: (
        faults(value) if isinstance(value, Mapping) else iter([Objection("value", remedy)])
    )


def _yes_or_no(name: str) -> Callable[[Any], Objections]:
    remedy = Message('give {"%(name)s": true} or {"%(name)s": false}', name=name)
    return _an_object(only(name, is_bool, remedy, at=f"value.{name}"))


def _addition(value: Mapping[str, Any]) -> Objections:
    for name in sorted(value.keys() - {"S", "N", "M"}):
        yield Objection(f"value.{name}", Message("unknown: the report has S, N and M"))
    S, N = value.get("S"), value.get("N")
    if S is not None and not _A_WHOLE_NUMBER(S):
        yield Objection(
            "value.S", Message("give the points won as a whole number, or null: as booked")
        )
    if N is not None and not _A_COUNT(N):
        yield Objection("value.N", Message("give the games as a whole number, or null: as booked"))
    if not _A_COUNT(value.get("M")):
        yield Objection("value.M", Message("give the number of the club's members, 0 or more"))


def _class_means(value: Mapping[str, Any]) -> Objections:
    if not value:
        yield Objection(
            "value", Message('give the means by class, such as {"I": 1950, "II": 1775}')
        )
    for name in sorted(value):
        if not _decimal(value[name]):
            yield Objection(
                f"value.{name}", Message("give the mean as a number with at most three decimals")
            )


def _deductions(value: Mapping[str, Any]) -> Objections:
    if not value:
        yield Objection(
            "value", Message('give the deductions by games, such as {"0": 27, "1": 20}')
        )
    for games in sorted(value):
        if not _is_row(games):
            yield Objection(
                f"value.{games}", Message("name a number of games from 0 to 99; 6+ is 6")
            )
        elif not _A_COUNT(value[games]):
            yield Objection(
                f"value.{games}", Message("give the deduction as a whole number, 0 or more")
            )


_A_MEAN = only(
    "mean",
    _decimal,
    Message('give {"mean": 1950}: a number with at most three decimals'),
    at="value.mean",
)
_RULINGS = {
    LONG_GAME: Ruling(by_id("game"), _yes_or_no("long")),
    MEAN: Ruling(by_id("tournament", optional="player"), _an_object(_A_MEAN)),
    BONUS: Ruling(by_id("player", "season"), _yes_or_no("bonus")),
    ADDITION: Ruling(by_id("club", "season"), _an_object(_addition)),
    CLASS_MEANS: Ruling(by_id("season"), _an_object(_class_means)),
    DEDUCTIONS: Ruling(by_id("season"), _an_object(_deductions)),
}


# --- the rulebook --------------------------------------------------------------------------------


@attrs.frozen
class Lask1970(Rulebook[AnyCard]):
    """The ranking system of Lunds ASK as the Skåne federation used it from autumn 1970."""

    readings: Readings = attrs.field(factory=Readings)
    name = "lask-1970"
    document = lask
    card = LaskCard
    card_fields = ("rating", "running")
    federation = "SWE"
    rulings: ClassVar[Mapping[str, Ruling]] = _RULINGS
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
        return [*unknown_entries(card, _CARD, _NOT_ON_A_CARD), *faulty_entries(card, _CARD)]

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

    def format_card(self, card: Mapping[str, Any]) -> str:
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
