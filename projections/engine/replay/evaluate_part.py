"""Separate evaluation of some players of a tournament, from the strengths of the others.

The read model keeps with every occasion everyone's strength for opponents, if the
rulebook gives it.  A player's row in his record then needs only his own games and card, not all of
a tournament of two hundred.
"""

from collections.abc import Collection, Mapping, Sequence

from projections.engine.history.as_of import governed_on
from projections.engine.replay.card_history import EvaluatedOccasion, Version, held
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import Tournament


def with_dependents(
    players: Collection[str], done: EvaluatedOccasion, strengths: Strengths
) -> set[str]:
    """Return some players of an occasion, and those who must be evaluated with them.

    First ratings of one tournament depend on each other: one player who came without a
    rating requires all of them.
    """
    newcomers = set(done.players or ()) - strengths.ratings.keys()
    return {*players, *newcomers} if newcomers & {*players} else set(players)


def evaluate_part(
    done: EvaluatedOccasion,
    strengths: Strengths,
    part: Tournament,
    periods: Sequence[RulebookPeriod],
    versions: Mapping[str, Version],
) -> Evaluation[object] | None:
    """Evaluate the players of ``part`` from their last cards before the occasion.

    ``strengths``: everyone's strength in the last evaluation.  None: the rulebook
    evaluates it only as a whole.
    """
    day = governed_on(done.key)
    period = period_on(day, periods)
    if period is None:
        return None
    found = {player: held(versions.get(player), day, periods) for player in part.players}
    cards = {player: None if it is None else it[1] for player, it in found.items()}
    return period.book.evaluate_part(part, cards, strengths.without(part.players))
