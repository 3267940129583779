"""Some players of a tournament evaluated by themselves, from what the others counted as.

The read model keeps with every occasion what everyone counted as for his opponents, where the
rulebook says.  A player's row in his record then needs his own games and card, and nothing else of
a tournament of two hundred.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from projections.engine.history.as_of import governed_on
from projections.engine.replay.card_history import EvaluatedOccasion, Version, held
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import Tournament


def together_with(
    players: Collection[str], done: EvaluatedOccasion, strengths: Strengths
) -> set[str]:
    """Some players of an occasion, and who can only be evaluated together with them.

    First ratings of one tournament depend on each other: with one player who came without a
    rating all of them.
    """
    newcomers = set(done.players or ()) - strengths.ratings.keys()
    return {*players, *newcomers} if newcomers & {*players} else set(players)


def evaluate_part(
    done: EvaluatedOccasion,
    strengths: Strengths,
    part: Tournament,
    periods: Sequence[RulebookPeriod],
    versions: Mapping[str, Version],
) -> Evaluation[Any] | None:
    """The players of ``part`` evaluated from their last cards before the occasion.

    ``strengths``: what everyone counted as when it was last evaluated.  None: the rulebook
    evaluates it only as a whole.
    """
    day = governed_on(done.key)
    period = period_on(day, periods)
    if period is None:
        return None
    found = {player: held(versions.get(player), day, periods) for player in part.players}
    cards = {player: None if it is None else it[1] for player, it in found.items()}
    return period.book.evaluate_part(part, cards, strengths.without(part.players))
