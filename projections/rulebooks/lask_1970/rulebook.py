"""LASK 1970 as a rulebook of the registry."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

import attrs
import msgspec

from ledger.events.messages import Message, marked
from projections.rulebooks import occasion
from projections.rulebooks.evaluation import RatingStatus, Report, joined
from projections.rulebooks.lask_1970 import lask, procedure, rankingregler
from projections.rulebooks.lask_1970 import metod_1_initial as metod_1
from projections.rulebooks.lask_1970 import regel_4_long_games as regel_4
from projections.rulebooks.lask_1970 import regel_6_base_dates as regel_6
from projections.rulebooks.lask_1970 import regel_10_concentrated as regel_10
from projections.rulebooks.lask_1970.card import (
    AnyCard,
    Cards,
    LaskCard,
    UnrankedCard,
    with_numbers,
)
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.report import joined_row
from projections.rulebooks.objection import (
    Entry,
    Objection,
    Objections,
    Ruling,
    by_id,
    fields_of,
    object_of,
    only,
    rows_of,
    true_or_false,
    whole_between,
)
from projections.rulebooks.rulebook import Rulebook, Tasks
from projections.rulebooks.tournament import Tournament, TypicalResult

# --- objections to a card or a decision, all at once ---------------------------------------------

_LARGEST = 999_999
_A_WHOLE_NUMBER = whole_between(-_LARGEST, _LARGEST)
_A_COUNT = whole_between(0, _LARGEST)
_CARD = [
    Entry(
        "rating",
        _A_WHOLE_NUMBER,
        Message("give the rating as a whole number of at most six digits"),
    )
]


def _decimal(value: object) -> bool:
    if type(value) not in {int, float}:
        return False
    number: float = value  # type: ignore[assignment]
    return abs(number) <= _LARGEST and round(number, 3) == number


def _is_row(games: str) -> bool:
    number = games.removesuffix("+")
    return number.isascii() and number.isdigit() and str(int(number)) == number and len(number) < 3


_AN_OBJECT = Message("give an object, as the contract shows it for this rule")


def _yes_or_no(name: str) -> Callable[[Any], Objections]:
    return object_of(true_or_false(name, at=f"value.{name}"), _AN_OBJECT)


_ADDITION = fields_of(
    Entry(
        "S",
        _A_WHOLE_NUMBER,
        Message("give the points won as a whole number, or null: as booked"),
        may_lack=True,
    ),
    Entry(
        "N",
        _A_COUNT,
        Message("give the games as a whole number, or null: as booked"),
        may_lack=True,
    ),
    Entry("M", _A_COUNT, Message("give the number of the club's members, 0 or more")),
    unknown=Message("unknown: the report has S, N and M"),
)
_CLASS_MEANS = rows_of(
    _decimal,
    Message("give the mean as a number with at most three decimals"),
    empty=Message('give the means by class, such as {"I": 1950, "II": 1775}'),
)
_DEDUCTIONS = rows_of(
    _A_COUNT,
    Message("give the deduction as a whole number, 0 or more"),
    empty=Message('give the deductions by games, such as {"0": 27, "1": 20}'),
    named=(_is_row, Message("name a number of games from 0 to 99; 6+ is 6")),
)
_A_MEAN = only(
    "mean",
    _decimal,
    Message('give {"mean": 1950}: a number with at most three decimals'),
    at="value.mean",
)
_RULINGS = {
    regel_4.LONG_GAME: Ruling(by_id("game"), _yes_or_no("long")),
    regel_10.MEAN: Ruling(by_id("tournament", optional="player"), object_of(_A_MEAN, _AN_OBJECT)),
    regel_6.BONUS: Ruling(by_id("player", "season"), _yes_or_no("bonus")),
    regel_6.ADDITION: Ruling(by_id("club", "season"), object_of(_ADDITION, _AN_OBJECT)),
    metod_1.CLASS_MEANS: Ruling(by_id("season"), object_of(_CLASS_MEANS, _AN_OBJECT)),
    regel_6.DEDUCTIONS: Ruling(by_id("season"), object_of(_DEDUCTIONS, _AN_OBJECT)),
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
    usual_flags = ("long-games",)
    typed_fields = ("rating",)
    moving_field = "running"
    federation = "SWE"
    tasks: ClassVar[Tasks] = {
        occasion.RulebookBegan: lambda it, figures, _: metod_1.converted(it, figures),
        occasion.RatingDecided: lambda it, cards, own: {
            it.player: metod_1.decided_card(it, cards.get(it.player), own)
        },
        occasion.CalendarDay: procedure.base_date,
        occasion.GamesPlayed: procedure.games_booked,
        occasion.TournamentEnded: procedure.games_booked,
    }
    card_entries = _CARD
    no_card_entry = Message("unknown: a card of lask-1970 has a rating only")
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

    def is_dated_by_games(self, tournament: Tournament) -> bool:
        """True: every game has its own day."""
        return True

    def occasions(self, tournament: Tournament) -> Iterator[occasion.Occasion]:
        """Every day of play, or the whole of a concentrated tournament."""
        return rankingregler.occasions_of(tournament, self.readings)

    def calendar(self, first: date, last: date) -> Iterator[occasion.CalendarDay]:
        """The base dates, named as printed: 1/9, 1/11, 1/1, 1/3 and 1/6."""
        for day in rankingregler.base_dates(first, last):
            yield occasion.CalendarDay(day=day, name=f"{day.day}/{day.month}")

    def join(self, reports: Sequence[Report]) -> Report:
        """One row per player out of the reports of a tournament's days."""
        return joined(reports, joined_row)

    def unpack(self, text: str) -> AnyCard:
        """Return the card that was packed, of a player with a number or without."""
        try:
            return msgspec.json.decode(text, type=LaskCard)
        except msgspec.ValidationError:
            return msgspec.json.decode(text, type=UnrankedCard)

    def standing(self, card: AnyCard | None, day: date) -> RatingStatus:
        """The number in force and the running one, which outsiders lack; neither ever lapses."""
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
        return rankingregler.expected_score(round(own), round(opponent))

    def format_card(self, card: Mapping[str, Any]) -> str:
        """The number in force, and in brackets the running one where it differs: 1900 (1917)."""
        rating, running = card["rating"], card["running"]
        return str(rating) if running in (None, rating) else f"{rating} ({running})"

    def proposed_card(self, result: TypicalResult) -> Mapping[str, Any] | Objection:
        """The number of Metod 1, for the committee that decides it."""
        number = metod_1.proposed_number(result, self.readings)
        return Objection("class", number) if isinstance(number, str) else {"rating": number}

    def report_day(self, season: int) -> date:
        """Return 1/6: between 1/6 and 15/6 clubs report the figures of that day (Regel 7)."""
        return date(season + 1, *rankingregler.FIRST_OF_JUNE)

    def club_report(
        self, club: str, came: occasion.CalendarDay, cards: Cards
    ) -> Sequence[Mapping[str, Any]]:
        """The letter of a club to the CRK, by the letters of Regel 7."""
        return regel_6.letter(regel_6.club_report(club, came, with_numbers(cards)))
