"""EGF 2021 as a rulebook of the registry."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, ClassVar

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks.egf_2021 import classes, egf, grades, procedure, starts
from projections.rulebooks.egf_2021.card import EgfCard
from projections.rulebooks.egf_2021.grades import GRADES, LOWEST
from projections.rulebooks.egf_2021.readings import Readings
from projections.rulebooks.egf_2021.update import expected_with
from projections.rulebooks.evaluation import RatingStatus, printed
from projections.rulebooks.figures import whole
from projections.rulebooks.objection import THE_TOURNAMENT, Entry, Objection, Ruling, just, only
from projections.rulebooks.occasion import RatingDecided, RulebookBegan, TournamentEnded
from projections.rulebooks.rulebook import Rulebook, Tasks
from projections.rulebooks.tournament import Entrant

# --- objections to a card or a decision, all at once ---------------------------------------------

KINDS = ("initial", "re-ranking", "carried-over", "correction")
_A_GRADE = Message("35k … 1k, 1d … 9d or 1p … 9p")
_A_GOR = Message("a number of at most three decimals, %(least)s or more", least=LOWEST)


def _is_gor(value: object) -> bool:
    return type(value) in (int, float) and value >= LOWEST and round(value, 3) == value  # type: ignore[operator,call-overload]


def _is_grade(value: object) -> bool:
    return value in GRADES


_CARD = [
    Entry("gor", _is_gor, Message("give the GoR as %(form)s", form=_A_GOR)),
    Entry("grade", _is_grade, Message("give the grade as %(form)s", form=_A_GRADE)),
    Entry(
        "highest",
        _is_grade,
        Message("give the highest grade as %(form)s, or leave it out", form=_A_GRADE),
        may_lack=True,
    ),
]
_A_PLAYER = Message("name the player and the tournament and nothing else")
_A_CLASS = Message(
    'give {"class": "B"}, one of %(known)s or null: not included', known=", ".join(classes.FACTOR)
)
_A_START = Message('give {"gor": 2100}, %(form)s, or null: no reset', form=_A_GOR)
_RULINGS = {
    classes.CLASS: Ruling(
        THE_TOURNAMENT,
        only("class", lambda value: value is None or value in classes.FACTOR, _A_CLASS),
    ),
    starts.RESET: Ruling(
        just("tournament", "player", remedy=_A_PLAYER),
        only("gor", lambda value: value is None or _is_gor(value), _A_START),
    ),
}


# --- the rulebook --------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Egf2021(Rulebook[EgfCard]):
    """The rating system of the European Go Federation with its readings chosen."""

    name = "egf-2021"
    document = egf
    asks_clubs = False
    card = EgfCard
    card_fields = ("gor", "grade", "highest")
    typed_example = "2055 1d"
    discipline = "go"
    tasks: ClassVar[Tasks] = {
        TournamentEnded: lambda it, cards, own: procedure.evaluate(it.tournament, cards, own),
        RatingDecided: lambda it, cards, _: {
            it.player: starts.decided_card(it, cards.get(it.player))
        },
        RulebookBegan: lambda it, cards, _: starts.converted(it, cards),
    }
    card_entries = _CARD
    no_card_entry = Message("unknown; a card has %(fields)s", fields="gor, grade, highest")
    rulings: ClassVar[Mapping[str, Ruling]] = _RULINGS
    federation = "EGF"
    symbols: ClassVar[Mapping[str, str]] = {
        "r": marked("the GoR before"),
        "r′": marked("the GoR after"),
        "f": marked("the weight of the class"),
        "con": marked("how far one game may move a GoR"),
        "Sa": marked("the result"),
        "Se": marked("the expected result"),
        "bonus": marked("the addition against deflation"),
    }
    columns: ClassVar[Mapping[str, str]] = {
        "class": marked("Class"),
        "reset_from": "Reset from",
        "gor_before": "GoR before",
        "points": marked("Points"),
        "played": marked("Games"),
        "con": "con",
        "bonus": "bonus",
        "change": marked("Change"),
        "gor_after": "GoR after",
        "grade": marked("Grade"),
    }
    printed = printed(
        "Grade: grade, Class: class, Reset from: reset_from, GoR before: gor_before, "
        "Sa: points/1, n: played, con: con, bonus: bonus, Change: change, GoR after: gor_after"
    )
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "mgsz-2011": {"pieces": starts.FROM_MGSZ_2011}
    }
    proposes_grades = True
    readings: Readings = attrs.field(factory=Readings)

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """Return the faults in the figures of a decision, and in its kind."""
        kinds = Message("egf-2021 knows the kinds %(kinds)s", kinds=", ".join(KINDS))
        objections = [] if kind in KINDS else [Objection("kind", kinds)]
        objections += super().objections_to_card(kind, card)
        grade, highest = card.get("grade"), card.get("highest")
        if (
            grade in GRADES
            and highest in GRADES
            and grades.rank_of(highest) < grades.rank_of(grade)
        ):
            message = Message(
                "%(highest)s is weaker than the grade %(grade)s", highest=highest, grade=grade
            )
            objections.append(Objection("card.highest", message))
        return objections

    def converts_from(
        self, before: Rulebook[Any], card: Any, day: date
    ) -> starts.EarlierValues | None:
        """The figure of a card of the rulebook ``before``, and its grades if it has any."""
        source = before.conversion_source(card, day)
        if source is None:
            return None
        return starts.brought(source[0], before.standing(card, day))

    @egf.within("lists")
    def standing(self, card: EgfCard | None, day: date) -> RatingStatus:
        """GoR and grades, which never lapse; the list prints the nearest whole number."""
        if card is None:
            return RatingStatus(status="unrated")
        return RatingStatus(
            status="valid",
            figure=whole(Fraction(str(card.gor))),
            card={"gor": card.gor, "grade": card.grade, "highest": card.highest},
            last_event=card.source,
            proposal=grades.proposal(card.gor, card.grade),
        )

    def figure_before_game(
        self, card: EgfCard | None, day: date, entrant: Entrant | None = None
    ) -> float | None:
        """The GoR of the card, or after a reset; without one, that of the declared grade."""
        grade = None if entrant is None else entrant.entry_grade
        if grade is None:
            return super().figure_before_game(card, day)
        return (
            starts.first_gor(grade) if card is None else starts.start(card, grade, self.readings)
        )

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """Return Se with the handicap applied."""
        return expected_with(stones, own, opponent)

    def grade_of_typed(self, figure: float) -> str:
        """The grade that a GoR suggests."""
        return grades.grade_at(figure)

    def format_card(self, card: Mapping[str, Any]) -> str:
        """GoR and grade as the EGF writes them: ``1612.345 (5k)``."""
        gor = f"{card['gor']:.3f}"
        return gor if card.get("grade") is None else f"{gor} ({card['grade']})"

    def table_row(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """A row with the points scored in the games counted."""
        scored = sum(game["points"] for game in row.get("games_used", ()))
        return {**super().table_row(row), "points": scored}
