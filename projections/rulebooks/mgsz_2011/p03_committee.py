"""MGSZ 3.§: what the manager and the Rating Committee decide.

The manager gives a newcomer his starting figures (6.§ (1), step 2), the committee changes the
figures of anybody (3.§ (3)), the multiplier (6.§ (2)) and the parts of a tournament (6.§ (3)).
"""

from collections.abc import Mapping

from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p04_grades import Attained, rank_of, still_to_win
from projections.rulebooks.occasion import RatingDecided
from projections.rulebooks.tournament import Decision, Tournament


@mgsz.within("3 (3)")
def decided_card(decision: RatingDecided, before: MgszCard | None) -> MgszCard:
    """The figures as decided; attainments that the decision does not state stay as they are."""
    grade: str = decision.card["grade"]
    stated: Mapping[str, int] | None = decision.card.get("attained")
    attained: Attained = before.attained if before else ()
    if stated is not None:
        attained = tuple(sorted(stated.items(), key=lambda counted: rank_of(counted[0])))
    return MgszCard(
        elo=decision.card["elo"],
        grade=grade,
        attained=tuple(kept for kept in still_to_win(grade, attained) if kept[1]),
        on=decision.day,
        source=decision.event,
    )


def decided(tournament: Tournament, paragraph: str) -> Decision | None:
    """The decision that ``paragraph`` calls for about this tournament; the latest holds."""
    rule = mgsz.cite(paragraph)
    for decision in reversed(tournament.decisions):
        if decision.rule == rule and decision.about.get("tournament") == tournament.id:
            return decision
    return None
