"""Beside C.07 the tie-breaks of go: of points, or of McMahon scores where starts are given.

Sources: the EGF's Tournament System Rules, of which a player's own start counts for a round
without an opponent; the columns MMS, SOS and SOSOS of result tables written by OpenGotha, which
add the handicap to the McMahon score of an opponent who received it, as it makes up for a lower
start, and halves of rounds that were not played are rounded down.
"""

from collections.abc import Mapping
from fractions import Fraction

from projections.rulebooks.fide_c07.table import WIN, Round, Table, Values


def mms(table: Table) -> Values:
    """MMS: the McMahon score, which is the start and the points."""
    return {player: _score(table, player, table.last) for player in table.rounds}


def _score(table: Table, player: str, after: int) -> Fraction:
    rounds = [had for had in table.rounds[player] if had.number <= after]
    played = sum(had.points for had in rounds if had.opponent is not None)
    rested = sum(had.points for had in rounds if had.opponent is None)
    return _start(table, player) + Fraction(played, 2) + rested // 2


def starts_of(table: Table, stated: Values) -> Mapping[str, int]:
    """McMahon scores before the first round: those stated at the end less what was scored.

    Empty if somebody's is not stated, or is not a whole number.
    """
    scored = mms(table)
    starts = {it: stated[it] - score for it, score in scored.items() if it in stated}
    if len(starts) < len(scored) or any(start.denominator != 1 for start in starts.values()):
        return {}
    return {player: int(start) for player, start in starts.items()}


def sos(table: Table) -> Values:
    """SOS: the sum of the opponents' scores."""
    scores = mms(table)
    return {
        player: sum((_faced(table, player, had, scores) for had in rounds), Fraction(0))
        for player, rounds in table.rounds.items()
    }


def sosos(table: Table) -> Values:
    """SOSOS: the sum of the opponents' SOS; without an opponent, one's start in every round."""
    of = sos(table)
    own = {
        player: Fraction(len(each) * _start(table, player))
        for player, each in table.rounds.items()
    }
    return {
        player: sum(
            (own[player] if had.opponent is None else of[had.opponent] for had in rounds),
            Fraction(0),
        )
        for player, rounds in table.rounds.items()
    }


def sodos(table: Table) -> Values:
    """SODOS: the sum of the scores of opponents beaten; of a draw, the half."""
    scores = mms(table)
    return {
        player: sum(
            (
                Fraction(had.points, WIN) * _faced(table, player, had, scores)
                for had in rounds
                if had.opponent is not None
            ),
            Fraction(0),
        )
        for player, rounds in table.rounds.items()
    }


def cuss(table: Table) -> Values:
    """CUSS: the sum of the scores after each round."""
    after = range(1, table.last + 1)
    return {
        player: sum((_score(table, player, each) for each in after), Fraction(0))
        for player in table.rounds
    }


def _faced(table: Table, player: str, had: Round, scores: Values) -> Fraction:
    if had.opponent is None:
        return Fraction(_start(table, player))
    return scores[had.opponent] + (had.stones_given if table.starts else 0)


def _start(table: Table, player: str) -> int:
    return table.starts.get(player, 0)
