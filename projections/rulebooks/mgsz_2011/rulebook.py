"""MGSZ 2011 in the form that every rulebook has."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, cast

import attrs

from ledger.events.messages import marked
from projections.rulebooks.conversion import Figures
from projections.rulebooks.evaluation import Evaluation, RatingStatus
from projections.rulebooks.mgsz_2011 import mgsz, objections, p03_committee, procedure
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.conversion import converted
from projections.rulebooks.mgsz_2011.p04_limits import spelled
from projections.rulebooks.mgsz_2011.p06_entries import guest_value
from projections.rulebooks.mgsz_2011.p08_game_points import expected_score
from projections.rulebooks.mgsz_2011.readings import Readings
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
class Mgsz2011(Rulebook[MgszCard]):
    """The rating rules of the Hungarian Go Association with their readings chosen."""

    name = "mgsz-2011"
    document = mgsz
    card = MgszCard
    card_fields = ("elo", "grade")
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
    readings: Readings = attrs.field(factory=Readings)

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        """What is wrong with the figures of a decision."""
        return list(objections.objections_to_card(kind, card, self.readings))

    def objections_to_decision(
        self, rule: str, about: Mapping[str, Any], value: Any
    ) -> Sequence[Objection]:
        """What is wrong with a decision under 6.§ (2) or (3), the ones that are known here."""
        return list(objections.objections_to_decision(rule, about, value, self.readings))

    def _evaluate(
        self, occasion: Occasion, cards: Mapping[str, MgszCard | None]
    ) -> Evaluation[MgszCard]:
        """Work one occasion out; figures of other systems and summaries mean nothing here."""
        match occasion:
            case TournamentEnded():
                return procedure.evaluate(occasion.tournament, cards, self.readings)
            case RatingDecided():
                before = cards.get(occasion.player)
                card = p03_committee.decided_card(occasion, before)
                return Evaluation(cards={occasion.player: card})
            case RulebookBegan():
                return Evaluation(cards=converted(occasion, cast("Figures", cards)))
            case _:
                return Evaluation(cards={})

    def standing(self, card: MgszCard | None, day: date) -> RatingStatus:
        """Both figures; they never lapse."""
        del day  # a card holds for good
        if card is None:
            return RatingStatus(status="unrated")
        return RatingStatus(
            status="valid",
            figure=card.elo,
            card={"elo": card.elo, "grade": card.grade},
            last_event=card.source,
        )

    def figure_before_game(
        self, card: MgszCard | None, day: date, entrant: Entrant | None = None
    ) -> float | None:
        """The Elo of the card; a guest has that of his entry grade (6 (1) step 2)."""
        if card is not None or entrant is None:
            return super().figure_before_game(card, day)
        value = guest_value(entrant, self.readings)
        return float(value) if isinstance(value, int) else None

    def expected_score(self, own: float, opponent: float, *, day: date, stones: int = 0) -> float:
        """The score that is worth no game point (8 (2))."""
        del day
        return expected_score(round(own), round(opponent), stones, self.readings)

    def spelt(self, card: Mapping[str, Any]) -> str:
        """Both figures as people write them: ``2055, 1 dan``."""
        return f"{card['elo']}, {spelled(card['grade'])}"

    def table_row(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """A row with its grade as people say it: 3 kyu, 2 dan."""
        grade = row.get("grade_after")
        return {**super().table_row(row), "grade_after": "" if grade is None else spelled(grade)}
