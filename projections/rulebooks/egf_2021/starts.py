"""EGF entry and reset: the GoR with which each player starts a tournament."""

from collections.abc import Mapping

import attrs

from projections.rulebooks.document import concerning
from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.egf_2021.card import EgfCard, decided_resets
from projections.rulebooks.egf_2021.grades import PROFESSIONAL, nominal, rank_of
from projections.rulebooks.egf_2021.readings import Readings
from projections.rulebooks.tournament import Tournament

AMATEURS_BEST = rank_of(PROFESSIONAL[0]) - 1


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
    resets = decided_resets(tournament)
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
    return float(nominal(grade))


@egf("reset")
def decided_start(r: float, decided: float | None) -> float:
    """A decision gives another start than the GoR held, or (null) says that it stays."""
    return r if decided is None else float(decided)


@egf.within("reset")
def start(card: EgfCard, grade: str, readings: Readings) -> float:
    """The GoR held, or that of a declared grade far enough above the grades before."""
    before = card.highest if readings.reset_rule == "highest" else card.grade
    if readings.reset_rule == "never" or before is None:
        return card.gor
    best = readings.reset_max_grade
    most = AMATEURS_BEST if best is None else min(rank_of(best), AMATEURS_BEST)
    jump = rank_of(grade) - rank_of(before)
    if jump < readings.reset_jump or rank_of(grade) > most:
        return card.gor
    return reset(card.gor, before, grade, jump)


@egf("reset")
def reset(r: float, before: str, declared: str, jump: int) -> float:
    """A player who declares a grade so much better starts with its nominal GoR if it is higher."""
    del before, jump  # they give the reason for the rule
    return max(r, float(nominal(declared)))
