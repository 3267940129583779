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


Objections = Iterator[Objection]
_LARGEST = 999_999
_KINDS_OF_ABOUT = {"tournament": str, "player": str, "club": str, "game": str, "season": int}


def objections_to_card(card: Mapping[str, Any]) -> Objections:
    """A LASK card is a number and nothing else."""
    for name in card.keys() - {"rating"}:
        yield Objection(f"card.{name}", Message("unknown: a card of lask-1970 has a rating only"))
    if not _whole(card.get("rating"), -_LARGEST):
        yield Objection(
            "card.rating", Message("give the rating as a whole number of at most six digits")
        )


def objections_to_decision(rule: str, about: Mapping[str, Any], value: object) -> Objections:
    """A decision of a known rule names what it is about, and its value has the rule's form."""
    if rule not in _KNOWN:
        yield Objection("rule", _decisions_known())
        return
    needed, optional, objections_to_value = _KNOWN[rule]
    yield from _objections_to_about(about, needed, optional)
    if isinstance(value, Mapping):
        yield from objections_to_value(value)
    else:
        yield Objection("value", Message("give an object, as the contract shows it for this rule"))


def _objections_to_about(
    about: Mapping[str, Any], needed: frozenset[str], optional: frozenset[str]
) -> Objections:
    given = {name: named for name, named in about.items() if named is not None}
    for name in sorted(given.keys() - needed - optional):
        yield Objection(
            f"about.{name}", Message("take it out: this rule's decisions are not about one")
        )
    for name in sorted(needed | (optional & given.keys())):
        kind = _KINDS_OF_ABOUT[name]
        if type(given.get(name)) is not kind or given[name] == "":
            message = Message("name the %(subject)s by id", subject=Message(name))
            if kind is int:
                message = Message("name the season by its first year, such as 1970")
            yield Objection(f"about.{name}", message)


def _long(value: Mapping[str, Any]) -> Objections:
    yield from _only_true_or_false("long", value)


def _bonus(value: Mapping[str, Any]) -> Objections:
    yield from _only_true_or_false("bonus", value)


def _only_true_or_false(name: str, value: Mapping[str, Any]) -> Objections:
    if value.keys() != {name} or type(value[name]) is not bool:
        message = Message('give {"%(name)s": true} or {"%(name)s": false}', name=name)
        yield Objection(f"value.{name}", message)


def _mean(value: Mapping[str, Any]) -> Objections:
    if value.keys() != {"mean"} or not _decimal(value["mean"]):
        yield Objection(
            "value.mean", Message('give {"mean": 1950}: a number with at most three decimals')
        )


def _addition(value: Mapping[str, Any]) -> Objections:
    for name in sorted(value.keys() - {"S", "N", "M"}):
        yield Objection(f"value.{name}", Message("unknown: the report has S, N and M"))
    S, N = value.get("S"), value.get("N")
    if S is not None and not _whole(S, -_LARGEST):
        yield Objection(
            "value.S", Message("give the points won as a whole number, or null: as booked")
        )
    if N is not None and not _whole(N, 0):
        yield Objection("value.N", Message("give the games as a whole number, or null: as booked"))
    if not _whole(value.get("M"), 0):
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
        elif not _whole(value[games], 0):
            yield Objection(
                f"value.{games}", Message("give the deduction as a whole number, 0 or more")
            )


def _is_row(games: str) -> bool:
    number = games.removesuffix("+")
    return number.isascii() and number.isdigit() and str(int(number)) == number and len(number) < 3


def _whole(value: object, least: int) -> bool:
    return type(value) is int and least <= value <= _LARGEST


def _decimal(value: object) -> bool:
    if type(value) not in {int, float}:
        return False
    number: float = value  # type: ignore[assignment]
    return abs(number) <= _LARGEST and round(number, 3) == number


def _decisions_known() -> Message:
    known = ", ".join(sorted(_KNOWN))
    return Message("%(edition)s knows decisions under %(known)s", edition="lask-1970", known=known)


def _about(*needed: str, optional: str = "") -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(needed), frozenset(optional.split())


_KNOWN: Mapping[
    str, tuple[frozenset[str], frozenset[str], Callable[[Mapping[str, Any]], Objections]]
] = {
    LONG_GAME: (*_about("game"), _long),
    MEAN: (*_about("tournament", optional="player"), _mean),
    BONUS: (*_about("player", "season"), _bonus),
    ADDITION: (*_about("club", "season"), _addition),
    CLASS_MEANS: (*_about("season"), _class_means),
    DEDUCTIONS: (*_about("season"), _deductions),
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
        return list(objections_to_card(card))

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """Decisions are known under Regel 4, 10, 11 a, 11 b, Tabell 1 and Tabell 4."""
        return list(objections_to_decision(rule, about, value))

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
