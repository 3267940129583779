"""A tournament evaluated again for those alone whom a change of cards can reach.

Where somebody enters with another rating, his opponents' sheets change, and nobody else's unless
one of them counts as something else in turn: after a surprise, or as a newcomer.  So the players
evaluated are those with another card; then the opponents of everyone who counts as something else
now; until nobody new is reached.  A tournament of two hundred is seldom evaluated for more than
twenty.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs

from projections.history.history import History
from projections.replay.card_history import EvaluatedOccasion
from projections.replay.evaluate_part import evaluate_part, together_with
from projections.replay.find_occasion import CardsBefore
from projections.replay.schedule import RulebookPeriod
from projections.rulebooks.strengths import Strengths

Met = Mapping[str, set[str]]
"""Everyone's opponents in a tournament."""


@attrs.frozen
class ReachedPart:
    """The players whom a change reached, their cards after the tournament, all its strengths."""

    players: Collection[str]
    cards: Mapping[str, Any]
    strengths: Strengths


def evaluate_reached(
    done: EvaluatedOccasion,
    changed: Collection[str],
    history: History,
    periods: Sequence[RulebookPeriod],
    cards: CardsBefore,
) -> ReachedPart | None:
    """A tournament that stands as it did, after the cards of ``changed`` before it have changed.

    None: the rulebook evaluates it only as a whole, or somebody is no longer rated before it, or
    is now.
    """
    before = done.strengths
    if before is None:
        return None
    history.read_tournaments([done.subject])
    met = history.opponents_in(done.subject)
    players = reached_at_once(done, before, changed, met)
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
        reached = together_with(_with_opponents(before.unlike(after), met), done, before)
        if reached <= players:
            return ReachedPart(players, evaluation.cards, after)
        players |= reached


def reached_at_once(
    done: EvaluatedOccasion, before: Strengths, changed: Collection[str], met: Met
) -> set[str]:
    """Who has to be evaluated again in any case.

    Whoever comes with another card mostly comes with another rating: his opponents at once.
    """
    return together_with(_with_opponents(changed, met), done, before)


def _with_opponents(players: Collection[str], met: Met) -> set[str]:
    return {*players, *(opponent for player in players for opponent in met.get(player, ()))}
