"""The EGF card of a player, and the decisions of federations and the committee."""

from collections.abc import Mapping
from datetime import date

import msgspec

from projections.rulebooks.document import concerning
from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.egf_2021.grades import best_of
from projections.rulebooks.occasion import RatingDecided
from projections.rulebooks.tournament import Decision, Tournament


class EgfCard(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player in the list.

    ``gor``: a decimal of three places, −900 or more.  ``grade``: declared at the last tournament
    or decided; ``highest``: the best ever declared or decided; ``35k`` … ``1k``, ``1d`` … ``9d``,
    ``1p`` … ``9p``.  Both are None if a rulebook without grades brought the figure and none has
    been declared since.  ``on``, ``source``: the day and the tournament, decision or adoption that
    gave the figures.
    """

    gor: float
    grade: str | None
    highest: str | None
    on: date
    source: str


# --- decisions: classes, starts of players, whole cards ------------------------------------------


CLASS = egf.cite("class")
RESET = egf.cite("reset")


@egf.within("class")
def decided_class(tournament: Tournament) -> Decision | None:
    """Return the decision about the class of a tournament; the latest one counts."""
    about = tournament.decided(CLASS)
    return about[-1] if about else None


@egf.within("reset")
def decided_resets(tournament: Tournament) -> Mapping[str, float | None]:
    """Return by player the start decided for him in this tournament; None: no reset."""
    return {each.about["player"]: each.value["gor"] for each in tournament.decided(RESET)}


@egf.within("entry")
def decided_card(decision: RatingDecided, before: EgfCard | None) -> EgfCard:
    """The figures as decided; without a highest grade the better of the one so far and this."""
    grade: str = decision.card["grade"]
    highest = decision.card.get("highest")
    so_far = None if before is None else before.highest
    card = EgfCard(
        gor=float(decision.card["gor"]),
        grade=grade,
        highest=highest or best_of(so_far, grade),
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
