"""Separate evaluation of some players of a tournament, from the strengths of the others.

The read model keeps with every occasion everyone's strength for opponents, if the
rulebook gives it.  A player's row in his record then needs only his own games and card, not all of
a tournament of two hundred.
"""

from collections.abc import Collection, Mapping, Sequence

import attrs

from projections.engine.history.as_of import governed_on
from projections.engine.history.history import History
from projections.engine.replay.card_history import EvaluatedOccasion, Version, held
from projections.engine.replay.find_occasion import CardsBefore
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


# --- evaluating a tournament again only for the players whom a change can affect -----------------


Met = Mapping[str, set[str]]
"""Everyone's opponents in a tournament."""


@attrs.frozen
class AffectedPart:
    """The players whom a change reached, their cards after the tournament, all its strengths."""

    players: Collection[str]
    cards: Mapping[str, object]
    strengths: Strengths


def evaluate_reached(
    done: EvaluatedOccasion,
    players: Collection[str],
    history: History,
    periods: Sequence[RulebookPeriod],
    cards: CardsBefore,
) -> AffectedPart | None:
    """Evaluate a tournament after a change that affects some ``players`` in any case.

    None: the rulebook evaluates it only as a whole, or the change makes a player rated or unrated.
    """
    before = done.strengths
    if before is None:
        return None
    history.read_tournaments([done.subject])
    met = history.opponents_in(done.subject)
    players = with_dependents(players, done, before)
    while True:
        history.read_persons(players)
        part = history.part(done.subject, players)
        versions = cards.versions_before(done.key, players)
        evaluation = evaluate_part(done, before, part, periods, versions)
        if evaluation is None or evaluation.strengths is None:
            return None
        after = evaluation.strengths
        if after.ratings.keys() != before.ratings.keys():
            return None
        reached = with_dependents(_with_opponents(before.unlike(after), met), done, before)
        if reached <= players:
            return AffectedPart(players, evaluation.cards, after)
        players |= reached


def directly_affected(
    done: EvaluatedOccasion, before: Strengths, changed: Collection[str], met: Met
) -> set[str]:
    """Return the players who must be evaluated again if the cards of some have changed.

    A changed card mostly means a changed rating, which reaches all opponents at once.
    """
    return with_dependents(_with_opponents(changed, met), done, before)


def _with_opponents(players: Collection[str], met: Met) -> set[str]:
    return {*players, *(opponent for player in players for opponent in met.get(player, ()))}
