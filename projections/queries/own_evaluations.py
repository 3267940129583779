"""A player's own evaluations, for his record: one row per tournament, and nobody else's.

His row needs his card before the tournament, his games, and what his opponents counted as, which
the card history keeps.  Where it does not, the whole tournament is evaluated again.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import attrs

from projections.history.history import History
from projections.replay.card_history import CardHistory, EvaluatedOccasion
from projections.replay.evaluate_part import evaluate_part, together_with
from projections.rulebooks.strengths import Strengths

Row = Mapping[str, Any]


@attrs.frozen
class OwnRow:
    """A player's row in a tournament, by the key of its occasion.

    ``alone``: it rests on nobody else's card but by what others counted as.
    """

    key: str
    row: Row
    alone: bool


@attrs.frozen
class _OwnPart:
    """An occasion that can be evaluated for a player, and those who are evaluated with him."""

    done: EvaluatedOccasion
    strengths: Strengths
    players: frozenset[str]

    @property
    def alone(self) -> bool:
        """Whether nobody else is evaluated with him."""
        return len(self.players) == 1


def own_rows(
    player: str, occasions: Sequence[EvaluatedOccasion], history: History, cards: CardHistory
) -> Iterator[OwnRow]:
    """A player's rows in those of his tournaments that need not be evaluated as a whole.

    ``occasions`` are all that changed his card, in their order.
    """
    parts = list(_parts(player, occasions))
    alone = [each.done.subject for each in parts if each.alone]
    history.read_tournaments([each.done.subject for each in parts if not each.alone])
    history.read_persons({it for each in parts for it in each.players})
    games = history.own_games(player, alone)
    versions = {version.key: version for version in cards.versions_of(player)}
    before = {after: versions[key] for key, after in pairwise(versions)}
    for each in parts:
        done, subject = each.done, each.done.subject
        own = {player: before[done.key]} if done.key in before else {}
        others = each.players - {player}
        known = cards.versions_before(done.key, others) if others else {}
        part = history.part(subject, each.players, games.get(subject))
        evaluation = evaluate_part(done, each.strengths, part, cards.periods, {**known, **own})
        if evaluation is None or evaluation.cards.get(player) != versions[done.key].card:
            continue
        for row in evaluation.report().rows:
            if row["player"] == player:
                yield OwnRow(done.key, row, each.alone)


def _parts(player: str, occasions: Sequence[EvaluatedOccasion]) -> Iterator[_OwnPart]:
    for done in occasions:
        strengths = done.strengths if done.kind == "tournament" else None
        if strengths is not None:
            yield _OwnPart(done, strengths, frozenset(together_with({player}, done, strengths)))
