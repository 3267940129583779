"""EGF entry, reset and conversion: the GoR with which a player starts."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from projections.rulebooks.conversion import Piece, carried_over, piece_for
from projections.rulebooks.document import concerning
from projections.rulebooks.egf_2021 import egf, grades
from projections.rulebooks.egf_2021.card import EgfCard
from projections.rulebooks.egf_2021.readings import Readings
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.figures import printed_table, whole
from projections.rulebooks.occasion import RatingDecided, RulebookBegan
from projections.rulebooks.tournament import Tournament, values_decided

RESET = egf.cite("reset")
AMATEURS_BEST = grades.rank_of(grades.PROFESSIONAL[0]) - 1


@attrs.frozen(kw_only=True)
class Starts:
    """The field of a tournament.

    ``held``: the cards of those who are in the list; ``declared``: the grades declared;
    ``gor``: the starting GoR of each player who has one.
    """

    held: Mapping[str, EgfCard]
    declared: Mapping[str, str]
    gor: Mapping[str, float]


@egf.within("entry")
@egf.within("reset")
def starts(
    tournament: Tournament, cards: Mapping[str, EgfCard | None], readings: Readings
) -> Starts:
    """Players in the list start from their card or a reset, others from the grade they declare.

    A newcomer without a declared grade has no start.
    """
    declared = {
        entrant.player: entrant.entry_grade
        for entrant in tournament.entrants
        if entrant.entry_grade is not None
    }
    resets = values_decided(tournament.decisions, RESET, "player", "gor", tournament=tournament.id)
    held: dict[str, EgfCard] = {}
    gor: dict[str, float] = {}
    for player in tournament.players:
        card, grade = cards.get(player), declared.get(player)
        if card is not None:
            held[player] = card
            gor[player] = card.gor
            if player in resets:
                with concerning(player):
                    gor[player] = decided_start(card.gor, resets[player])
            elif grade is not None and grade != card.grade:
                with concerning(player):
                    gor[player] = start(card, grade, readings)
        elif grade is not None:
            with concerning(player):
                gor[player] = first_gor(grade)
    return Starts(held=held, declared=declared, gor=gor)


@egf("entry")
def first_gor(grade: str) -> float:
    """A player not yet in the list starts with the nominal GoR of the grade he declares."""
    return float(grades.nominal(grade))


@egf("reset")
def decided_start(r: float, decided: float | None) -> float:
    """A decision sets another start than the current GoR, or (null) confirms it."""
    return r if decided is None else float(decided)


@egf.within("reset")
def start(card: EgfCard, grade: str, readings: Readings) -> float:
    """The GoR held, or that of a declared grade far enough above the grades before."""
    before = card.highest if readings.reset_rule == "highest" else card.grade
    if readings.reset_rule == "never" or before is None:
        return card.gor
    best = readings.reset_max_grade
    most = AMATEURS_BEST if best is None else min(grades.rank_of(best), AMATEURS_BEST)
    jump = grades.rank_of(grade) - grades.rank_of(before)
    if jump < readings.reset_jump or grades.rank_of(grade) > most:
        return card.gor
    return reset(card.gor, before, grade, jump)


@egf("reset")
def reset(r: float, before: str, declared: str, jump: int) -> float:
    """A grade declared far enough above the one before gives its nominal GoR, if it is higher."""
    del before, jump  # they give the reason for the rule
    return max(r, float(grades.nominal(declared)))


@egf.within("entry")
def decided_card(decision: RatingDecided, before: EgfCard | None) -> EgfCard:
    """The figures as decided; without a highest grade the better of the one so far and this."""
    grade: str = decision.card["grade"]
    highest = decision.card.get("highest")
    so_far = None if before is None else before.highest
    card = EgfCard(
        gor=float(decision.card["gor"]),
        grade=grade,
        highest=highest or grades.best_of(so_far, grade),
        on=decision.day,
        source=decision.event,
    )
    given = {
        "kind": decision.kind,
        "by": decision.by,
        "reason": decision.reason,
        "gor": card.gor,
        "grade": grade,
        "highest": highest,
        "highest before": so_far,
    }
    figures = {"gor": card.gor, "grade": card.grade, "highest": card.highest}
    with concerning(decision.player):
        egf.note("entry", "Ratings set by decision.", given, figures)
    return card


# --- conversion: from the figures of the rulebook before, with their grades ----------------------

FROM_MGSZ_2011: Sequence[Piece] = [
    {name: float(number) for name, number in row.items() if name != "grade" and number}
    for row in printed_table(__package__, "from_mgsz_2011.csv")
]
"""The proposal for MGSZ 2011: the band of every Hungarian grade onto that of the GoR (G9)."""


class EarlierValues(NamedTuple):
    """A player's values from the rulebook before: a figure, and grades if it has them."""

    figure: float
    grade: str | None
    highest: str | None


def brought(figure: int, held: RatingStatus) -> EarlierValues:
    """Figure and grades; a GoR comes with its decimals."""
    card: Mapping[str, Any] = held.card or {}
    grade = card.get("grade")
    grade = grade if grade in grades.GRADES else None
    highest = grades.best_of(card.get("highest") if grade else None, grade)
    return EarlierValues(card.get("gor", figure), grade, highest)


@egf.within("conversion")
def converted(
    began: RulebookBegan, figures: Mapping[str, EarlierValues | None]
) -> dict[str, EgfCard]:
    """The first cards; a player whose figure no piece covers starts without one."""
    cards = {}
    for player, each in figures.items():
        with concerning(player):
            gor = None if each is None else converted_gor(each.figure, began)
        if each is not None and gor is not None:
            cards[player] = EgfCard(
                gor=gor, grade=each.grade, highest=each.highest, on=began.day, source=began.event
            )
    return cards


@egf.within("conversion")
@egf.within("floor")
def converted_gor(figure: float, began: RulebookBegan) -> float | None:
    """A figure converted by its piece, rounded, not below the floor; None if there is none."""
    value, piece = carried_over(figure, began.pieces), piece_for(figure, began.pieces)
    if value is None or piece is None:
        return None
    gor = max(whole(value), grades.LOWEST)
    given = {"before": began.before, "figure": figure}
    egf.note(
        "conversion",
        "factor · figure + plus, rounded, and −900 at least; grades are kept.",
        given | {"factor": piece["factor"], "plus": piece["plus"]},
        gor,
    )
    return float(gor)
