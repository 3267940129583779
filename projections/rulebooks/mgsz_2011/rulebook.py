"""MGSZ 2011 as a rulebook of the registry."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks.conversion import Figures, converted_figures
from projections.rulebooks.figures import whole
from projections.rulebooks.mgsz_2011 import (
    mgsz,
    p01_scope,
    p04_grades,
    p06_tournament,
    p08_game_points,
    procedure,
)
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p04_grades import GRADES, grade_of, spelled
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.objection import Entry, Objection, objections_to_ruling, whole_between
from projections.rulebooks.occasion import RatingDecided, RulebookBegan, TournamentEnded
from projections.rulebooks.rulebook import Rulebook, Tasks
from projections.rulebooks.tournament import Entrant

# --- cards from the ratings of the rulebook before -----------------------------------------------


def converted(began: RulebookBegan, figures: Figures) -> dict[str, MgszCard]:
    """The first cards: the figure converted, and the grade in whose band it lies (M29).

    A player whose figure no piece covers starts without a card.
    """
    return {
        player: MgszCard(
            elo=whole(elo), grade=grade_of(whole(elo)), on=began.day, source=began.event
        )
        for player, _, elo in converted_figures(figures, began.pieces)
    }


# --- objections to a card or a decision, all at once ---------------------------------------------

_CARD = [
    Entry(
        "elo",
        whole_between(-9999, 9999),
        Message("give the Elo as a whole number of at most four digits"),
    ),
    Entry(
        "grade", lambda value: value in GRADES, Message("give the grade as 35k … 1k or 1d … 9d")
    ),
    Entry(
        "attained",
        lambda value: isinstance(value, Mapping),
        Message('give attainments by grade, such as {"3k": 1}'),
        may_lack=True,
    ),
]


# --- the rulebook --------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Mgsz2011(Rulebook[MgszCard]):
    """The rating rules of the Hungarian Go Association with their readings chosen."""

    name = "mgsz-2011"
    document = mgsz
    asks_clubs = False
    card = MgszCard
    card_fields = ("elo", "grade")
    typed_example = "2055 1d"
    discipline = "go"
    federation = "HUN"
    symbols: ClassVar[Mapping[str, str]] = {
        "Ep": marked("the Elo before"),
        "E": marked("the Elo after"),
        "C": marked("multiplier of the tournament"),
        "ΣJp": marked("sum of the game points"),
        "Δp": marked("difference of the two Elos"),
    }
    columns: ClassVar[Mapping[str, str]] = {
        "part": "Part",
        "elo_before": marked("Before"),
        "multiplier": "C",
        "game_points": "Game points",
        "elo_after": marked("After"),
        "grade_after": marked("Grade"),
    }
    tasks: ClassVar[Tasks] = {
        TournamentEnded: lambda it, cards, own: procedure.evaluate(it.tournament, cards, own),
        RatingDecided: lambda it, cards, _: {
            it.player: p01_scope.decided_card(it, cards.get(it.player))
        },
        RulebookBegan: lambda it, figures, _: converted(it, figures),
    }
    card_entries = _CARD
    no_card_entry = Message("unknown; a card has %(fields)s", fields="attained, elo, grade")
    readings: Readings = attrs.field(factory=Readings)

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """Return all faults in the figures of a decision."""
        faults = list(super().objections_to_card(kind, card))
        faulty = {fault.field for fault in faults}
        elo = None if "card.elo" in faulty else card["elo"]
        grade = None if "card.grade" in faulty else card["grade"]
        if "card.attained" not in faulty:
            faults += p04_grades.objections_to_attained(card.get("attained") or {}, grade)
        if kind == "newcomer":
            faults += p04_grades.objections_to_newcomer(
                elo, grade, self.readings.new_player_max_elo
            )
        return faults

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """Return the faults in a decision under 6.§ (2) or (3), the ones that are known here."""
        rulings = p06_tournament.rulings(self.readings.split_limit)
        return list(objections_to_ruling(rule, about, value, rulings, self.name))

    def figure_before_game(
        self, card: MgszCard | None, day: date, entrant: Entrant | None = None
    ) -> float | None:
        """Return the Elo of the card; for a guest that of his entry grade (6 (1) step 2)."""
        if card is not None or entrant is None:
            return super().figure_before_game(card, day)
        value = p06_tournament.guest_value(entrant, self.readings)
        return float(value) if isinstance(value, int) else None

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """Return the score that gives no game point (8 (2))."""
        return p08_game_points.expected_score(round(own), round(opponent), stones, self.readings)

    def grade_of_typed(self, figure: float) -> str | None:
        """The grade in whose band an Elo lies."""
        return grade_of(figure) if isinstance(figure, int) else None

    def format_card(self, card: Mapping[str, Any]) -> str:
        """Both figures as people write them: ``2055, 1 dan``."""
        return f"{card['elo']}, {spelled(card['grade'])}"

    def table_row(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a row with its grade in words: 3 kyu, 2 dan."""
        grade = row.get("grade_after")
        return {**super().table_row(row), "grade_after": "" if grade is None else spelled(grade)}
