"""MGSZ 2011 as a rulebook of the registry."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks.conversion import Figures, converted_figures
from projections.rulebooks.figures import whole
from projections.rulebooks.mgsz_2011 import mgsz, procedure
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p01_scope import decided_card
from projections.rulebooks.mgsz_2011.p04_grades import (
    GRADES,
    GRADES_OF_TABLE,
    for_calculation_only,
    grade_of,
    needed,
    rank_of,
    spelled,
)
from projections.rulebooks.mgsz_2011.p06_tournament import guest_value
from projections.rulebooks.mgsz_2011.p08_game_points import expected_score
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.objection import (
    THE_TOURNAMENT,
    Entry,
    Objection,
    Objections,
    Ruling,
    is_whole,
    objections_to_ruling,
    only,
)
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


_A_COUNT = is_whole(0)
_MULTIPLIER = mgsz.cite("6 (2)")
_PARTS = mgsz.cite("6 (3)")
_CARD = [
    Entry(
        "elo",
        is_whole(-9999, 9999),
        Message("give the Elo as a whole number of at most four digits"),
    ),
    Entry(
        "grade",
        lambda value: value in GRADES,
        Message("give the grade as 35k … 1k or 1d … 9d"),
    ),
    Entry(
        "attained",
        lambda value: isinstance(value, Mapping),
        Message('give attainments by grade, such as {"3k": 1}'),
        may_lack=True,
    ),
]


@mgsz.within("5 (3)")
def _objections_to_newcomer(elo: int | None, grade: str | None, highest: int) -> Objections:
    """Return objections to a newcomer's figures: above 5 kyu the committee decides."""
    rule = mgsz.cite("5 (3)")
    if elo is not None and elo > highest:
        message = Message(
            "a newcomer starts with an Elo of at most %(most)s (%(rule)s); above that the "
            "committee decides, with kind initial",
            most=highest,
            rule=rule,
        )
        yield Objection("card.elo", message)
    if grade is not None and for_calculation_only(grade):
        message = Message(
            "a newcomer starts with 5k at most (%(rule)s); above that the committee decides, "
            "with kind initial",
            rule=rule,
        )
        yield Objection("card.grade", message)


@mgsz.within("5 (4)")
def _objections_to_attained(attained: Mapping[str, Any], held: str | None) -> Objections:
    """Return objections to attainments: fewer than the two tournaments needed from 3 kyu on."""
    for grade, times in attained.items():
        if grade not in GRADES_OF_TABLE:
            yield Objection(
                f"card.attained.{grade}", Message("name a grade of table 1: 35k … 1k, 1d … 7d")
            )
        elif not _A_COUNT(times):
            yield Objection(f"card.attained.{grade}", Message("give the number of tournaments"))
        elif held and rank_of(grade) > rank_of(held) and times >= needed(grade):
            yield Objection(
                f"card.attained.{grade}",
                Message(
                    "so many attainments win the grade (%(rule)s): decide it as grade",
                    rule=mgsz.cite("5 (4)"),
                ),
            )


@mgsz.within("6 (2)")
@mgsz.within("6 (3)")
def _rulings(limit: int) -> Mapping[str, Ruling]:
    """The rulings; one round alone must stay below the limit of 6.§ (3) to allow a split."""
    multiplier = Message(
        'give {"multiplier": 25} with a whole number from 0 to %(most)s', most=limit - 1
    )
    parts = Message('give {"parts": [3, 3, 2]}: the rounds of each of several parts')
    return {
        _MULTIPLIER: Ruling(
            THE_TOURNAMENT, only("multiplier", is_whole(0, limit - 1), multiplier)
        ),
        _PARTS: Ruling(THE_TOURNAMENT, only("parts", _are_several, parts)),
    }


def _are_several(parts: object) -> bool:
    """True if these are several parts of at least one round each."""
    return isinstance(parts, list | tuple) and len(parts) > 1 and all(map(is_whole(1), parts))


# --- the rulebook --------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Mgsz2011(Rulebook[MgszCard]):
    """The rating rules of the Hungarian Go Association with their readings chosen."""

    name = "mgsz-2011"
    document = mgsz
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
        RatingDecided: lambda it, cards, _: {it.player: decided_card(it, cards.get(it.player))},
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
            faults += _objections_to_attained(card.get("attained") or {}, grade)
        if kind == "newcomer":
            faults += _objections_to_newcomer(elo, grade, self.readings.new_player_max_elo)
        return faults

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """Return the faults in a decision under 6.§ (2) or (3), the ones that are known here."""
        rulings = _rulings(self.readings.split_limit)
        return list(objections_to_ruling(rule, about, value, rulings, self.name))

    def figure_before_game(
        self, card: MgszCard | None, day: date, entrant: Entrant | None = None
    ) -> float | None:
        """Return the Elo of the card; for a guest that of his entry grade (6 (1) step 2)."""
        if card is not None or entrant is None:
            return super().figure_before_game(card, day)
        value = guest_value(entrant, self.readings)
        return float(value) if isinstance(value, int) else None

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """Return the score that gives no game point (8 (2))."""
        del day
        return expected_score(round(own), round(opponent), stones, self.readings)

    def typed_card(
        self, values: Sequence[int | float | str], *, is_opponent: bool
    ) -> Mapping[str, Any]:
        """A card that was typed, with the grade of its figure if none was."""
        card = super().typed_card(values, is_opponent=is_opponent)
        if "grade" in card or not isinstance(elo := card.get("elo"), int):
            return card
        return {**card, "grade": grade_of(elo)}

    def format_card(self, card: Mapping[str, Any]) -> str:
        """Both figures as people write them: ``2055, 1 dan``."""
        return f"{card['elo']}, {spelled(card['grade'])}"

    def table_row(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a row with its grade in words: 3 kyu, 2 dan."""
        grade = row.get("grade_after")
        return {**super().table_row(row), "grade_after": "" if grade is None else spelled(grade)}
