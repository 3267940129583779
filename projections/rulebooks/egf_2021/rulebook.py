"""EGF 2021 in the form that every rulebook has."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, ClassVar, cast

import attrs

from ledger.events.messages import marked
from projections.rulebooks.egf_2021 import conversion, decisions, egf, objections, procedure
from projections.rulebooks.egf_2021.card import EgfCard
from projections.rulebooks.egf_2021.conversion import Brought
from projections.rulebooks.egf_2021.proposals import proposal
from projections.rulebooks.egf_2021.readings import Readings
from projections.rulebooks.egf_2021.starts import first_gor, start
from projections.rulebooks.egf_2021.update import expected_with
from projections.rulebooks.evaluation import Evaluation, PrintedColumn, RatingStatus
from projections.rulebooks.figures import whole
from projections.rulebooks.objection import Objection
from projections.rulebooks.occasion import (
    Occasion,
    RatingDecided,
    RulebookBegan,
    TournamentEnded,
)
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Entrant


@attrs.frozen(kw_only=True)
class Egf2021(Rulebook[EgfCard]):
    """The rating system of the European Go Federation with its readings chosen."""

    name = "egf-2021"
    document = egf
    card = EgfCard
    card_fields = ("gor", "grade", "highest")
    federation = "EGF"
    symbols: ClassVar[Mapping[str, str]] = {
        "r": marked("the GoR before"),
        "r′": marked("the GoR after"),
        "f": marked("the weight of the class"),
        "con": marked("how far one game may move a GoR"),
        "Sa": marked("the result"),
        "Se": marked("the expected result"),
        "bonus": marked("what keeps the whole from sinking"),
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
    printed: ClassVar[Sequence[PrintedColumn]] = (
        PrintedColumn("Grade", "grade", is_number=False),
        PrintedColumn("Class", "class", is_number=False),
        PrintedColumn("Reset from", "reset_from"),
        PrintedColumn("GoR before", "gor_before"),
        PrintedColumn("Sa", "points", 1),
        PrintedColumn("n", "played"),
        PrintedColumn("con", "con"),
        PrintedColumn("bonus", "bonus"),
        PrintedColumn("Change", "change"),
        PrintedColumn("GoR after", "gor_after"),
    )
    legend = (
        "GoR before: at the start, after a reset. Sa: points. n: games. con, bonus: of the GoR "
        "before. Change: f · (con · (Sa − Se) + bonus) over all games, f being the class's."
    )
    conversions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "mgsz-2011": {"pieces": conversion.FROM_MGSZ_2011}
    }
    proposes_grades = True
    readings: Readings = attrs.field(factory=Readings)

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """What is wrong with the figures of a decision."""
        return list(objections.objections_to_card(kind, card))

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """What is wrong with a decision about a class or a reset, the ones that are known here."""
        return list(objections.objections_to_decision(rule, about, value))

    def _evaluate(
        self, occasion: Occasion, cards: Mapping[str, EgfCard | None]
    ) -> Evaluation[EgfCard]:
        """Work one occasion out; figures of other systems and summaries mean nothing here."""
        match occasion:
            case TournamentEnded():
                return procedure.evaluate(occasion.tournament, cards, self.readings)
            case RatingDecided():
                card = decisions.decided_card(occasion, cards.get(occasion.player))
                return Evaluation(cards={occasion.player: card})
            case RulebookBegan():
                figures = cast("Mapping[str, Brought | None]", cards)
                return Evaluation(cards=conversion.converted(occasion, figures))
            case _:
                return Evaluation(cards={})

    def converts_from(self, before: Rulebook[Any], card: Any, day: date) -> Brought | None:
        """The figure of a card of the rulebook ``before``, and its grades if it has any."""
        source = before.conversion_source(card, day)
        if source is None:
            return None
        return conversion.brought(source[0], before.standing(card, day))

    @egf.within("lists")
    def standing(self, card: EgfCard | None, day: date) -> RatingStatus:
        """GoR and grades, which never lapse; the list prints the nearest whole number."""
        del day  # a card holds for good
        if card is None:
            return RatingStatus(status="unrated")
        return RatingStatus(
            status="valid",
            figure=whole(Fraction(str(card.gor))),
            card={"gor": card.gor, "grade": card.grade, "highest": card.highest},
            last_event=card.source,
            proposal=proposal(card.gor, card.grade),
        )

    def figure_before_game(
        self, card: EgfCard | None, day: date, entrant: Entrant | None = None
    ) -> float | None:
        """The GoR of the card, or after a reset; who has none, that of the grade he declares."""
        grade = None if entrant is None else entrant.entry_grade
        if grade is None:
            return super().figure_before_game(card, day)
        return first_gor(grade) if card is None else start(card, grade, self.readings)

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """Se, after the handicap."""
        del day
        return expected_with(stones, own, opponent)

    def spelt(self, card: Mapping[str, Any]) -> str:
        """GoR and grade as the EGF writes them: ``1612.345 (5k)``."""
        gor = f"{card['gor']:.3f}"
        return gor if card.get("grade") is None else f"{gor} ({card['grade']})"

    def table_row(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """A row with the points scored in the games counted."""
        scored = sum(game["points"] for game in row.get("games_used", ()))
        return {**super().table_row(row), "points": scored}
